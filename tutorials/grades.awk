# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Writes the verdicts of a class, lines "student<tab>topic/name<tab>verdict" with
# all exercises of a student in the same order, as a table of right answers by
# topic (-v form=table), as CSV with a column for each exercise, or as an HTML
# page. The name of a student may have any characters but a tab and a newline, in
# any encoding. Run in the C locale with -F '\t'.
{
  if (!($1 in known)) {
    known[$1] = 1
    student[++students] = $1
  }
  if (!($2 in column)) {
    column[$2] = ++exercises
    exercise[exercises] = $2
    split($2, part, "/")
    if (!(part[1] in of_topic))
      topic[++topics] = part[1]
    of_topic[part[1]]++
  }
  split($2, part, "/")
  verdict[$1, $2] = $3
  right[$1, part[1]] += $3 == "right"
  all[$1] += $3 == "right"
  solved[$2] += $3 == "right"
}

# Fills a name up to `width` characters of UTF-8.
function padded(name, width, copy, k) {
  copy = name
  gsub(/[\200-\277]/, "", copy)
  for (k = length(copy); k < width; k++)
    name = name " "
  return name
}

# Quotes a name for CSV, if it must be.
function quoted(name) {
  if (name !~ /[",]|^ | $/)
    return name
  gsub(/"/, "\"\"", name)
  return "\"" name "\""
}

# Writes a name as text in HTML.
function escaped(name) {
  gsub(/&/, "\\&amp;", name)
  gsub(/</, "\\&lt;", name)
  gsub(/>/, "\\&gt;", name)
  gsub(/"/, "\\&quot;", name)
  return name
}

# Writes the name of a file as the address of a link.
function address(name, k, c, out) {
  for (k = 1; k <= length(name); k++) {
    c = substr(name, k, 1)
    out = out (c ~ /[A-Za-z0-9._-]/ ? c : code[c])
  }
  return "./" out
}

function table(s, t) {
  printf "%-24s", "student"
  for (t = 1; t <= topics; t++)
    printf " %12s", topic[t]
  printf " %8s\n", "all"
  for (s = 1; s <= students; s++) {
    printf "%s", padded(student[s], 24)
    for (t = 1; t <= topics; t++)
      printf " %6d of %2d", right[student[s], topic[t]], of_topic[topic[t]]
    printf " %8d\n", all[student[s]]
  }
}

function csv(s, k) {
  printf "student"
  for (k = 1; k <= exercises; k++)
    printf ",%s", exercise[k]
  print ",right"
  for (s = 1; s <= students; s++) {
    printf "%s", quoted(student[s])
    for (k = 1; k <= exercises; k++)
      printf ",%s", verdict[student[s], exercise[k]]
    printf ",%d\n", all[student[s]]
  }
}

function page(s, k, t, v) {
  print "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">"
  print "<title>The class</title><style>"
  print "body { font: 15px sans-serif; margin: 2em }"
  print "table { border-collapse: collapse }"
  print "th, td { padding: 2px 4px; border: 1px solid #ccc }"
  print "th.name { writing-mode: vertical-rl; font-weight: normal }"
  print "td { text-align: center } td.who { text-align: left }"
  print ".right { background: #009e73; color: #fff }"
  print ".wrong { background: #f0e442 } .crashed { background: #e69f00 }"
  print ".broken { background: #d55e00; color: #fff }"
  print ".refused { background: #000; color: #fff }"
  print "</style><h1>The class</h1><p>"
  split("right wrong crashed broken refused", v, " ")
  for (k = 1; k <= 5; k++)
    printf "<span class=\"%s\">&nbsp;%s&nbsp;</span>\n", v[k], mark[v[k]] " " v[k]
  print "</p><table><tr><th rowspan=\"2\">student"
  for (t = 1; t <= topics; t++)
    printf "<th colspan=\"%d\">%s\n", of_topic[topic[t]], topic[t]
  print "<th rowspan=\"2\">right<tr>"
  for (k = 1; k <= exercises; k++)
    printf "<th class=\"name\">%s\n", substr(exercise[k], index(exercise[k], "/") + 1)
  for (s = 1; s <= students; s++) {
    printf "<tr><td class=\"who\"><a href=\"%s.txt\">%s</a>\n",
      address(student[s]), escaped(student[s])
    for (k = 1; k <= exercises; k++) {
      v[0] = verdict[student[s], exercise[k]]
      printf "<td class=\"%s\" title=\"%s: %s\">%s\n", v[0], exercise[k], v[0], mark[v[0]]
    }
    printf "<td>%d\n", all[student[s]]
  }
  printf "<tr><td class=\"who\">right, of %d\n", students
  for (k = 1; k <= exercises; k++)
    printf "<td>%d\n", solved[exercise[k]]
  print "<td></table></html>"
}

END {
  mark["right"] = "+"
  mark["wrong"] = "-"
  mark["crashed"] = "!"
  mark["broken"] = "?"
  mark["refused"] = "x"
  for (k = 1; k < 256; k++)
    code[sprintf("%c", k)] = sprintf("%%%02X", k)
  if (form == "table")
    table()
  else if (form == "csv")
    csv()
  else
    page()
}
