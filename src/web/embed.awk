# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Makes C arrays of lines from a page: awk -f embed.awk -v folder=DIR
# replay.html. Where the page says CSS or SCRIPT in a comment, the style sheet
# and the scripts are put in; SCENE divides what comes before the run's own
# data from what comes after.
function say(line) {
  gsub(/\\/, "\\\\", line)
  gsub(/"/, "\\\"", line)
  gsub(/\?/, "\\?", line) # no trigraphs
  print "  \"" line "\\n\","
}
function put(name, line) {
  while ((getline line <(folder "/" name)) > 0)
    say(line)
  close(folder "/" name)
}
BEGIN {
  print "/* Made from src/web by embed.awk. */"
  print "static const char *const replay_page_head[] = {"
}
/^<!-- CSS -->$/ {
  say("<style>")
  put("replay.css")
  say("</style>")
  next
}
/^<!-- SCRIPT -->$/ {
  say("<script>")
  put("replay_data.js")
  put("replay_view.js")
  put("replay.js")
  say("</script>")
  next
}
/^<!-- SCENE -->$/ {
  print "  NULL};"
  print "static const char *const replay_page_tail[] = {"
  next
}
{ say($0) }
END { print "  NULL};" }
