# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Reads a text in Markdown. Prints its prose, with blanks in the place of code,
# formulas and the targets of links: what a spelling checker is to read. With
# -v faults=1 it prints instead what a reader on GitHub would not see as a
# formula, FILE:LINE: FAULT. GitHub reads Markdown first, and so
#   - a formula within a line ends on that line,
#   - a backslash before a punctuation mark is lost, but for \\ at the end of a
#     line and \lVert and the like, which are words,
#   - an asterisk may be taken for emphasis, and < before a letter for HTML,
#   - a line of a formula must not look like a list or a quotation,
#   - \operatorname is not allowed.

function fault(text)
{
  if (faults)
    print FILENAME ":" FNR ": " text ": " $0
}

# Complains about a formula, or about a line of one.
function check(formula)
{
  if (formula ~ /\\\\[ \t]*[^ \t]/)
    fault("a \\\\ that does not end its line")
  gsub(/\\\\[ \t]*$/, "", formula)
  if (formula ~ /\\[^A-Za-z]/)
    fault("a backslash before a mark or a blank")
  if (formula ~ /[*]/)
    fault("an asterisk in a formula (\\ast, \\cdot)")
  if (formula ~ /<[A-Za-z]/)
    fault("a < before a letter (\\lt)")
  if (formula ~ /\\operatorname/)
    fault("\\operatorname (\\mathrm)")
}

/^```/ {
  code = !code
  next
}
code { next }
/^\$\$/ || display {
  if (display && /^[ \t]*[-+>][ \t]/)
    fault("a line of a formula that looks like a list or a quotation")
  line = $0
  sub(/^\$\$/, "", line)
  display = line !~ /\$\$[ \t]*$/
  sub(/\$\$[ \t]*$/, "", line)
  check(line)
  next
}
/^    / || /="/ { next } # code, and attributes of HTML
{
  line = $0
  gsub(/`[^`]*`/, " ", line)
  while (match(line, /\$[^$]+\$/)) {
    check(substr(line, RSTART + 1, RLENGTH - 2))
    line = substr(line, 1, RSTART - 1) " " substr(line, RSTART + RLENGTH)
  }
  if (line ~ /\$/)
    fault("a formula that does not end on its line")
  if (faults)
    next
  gsub(/\]\([^)]*\)/, "] ", line)
  gsub(/<[^>]*>|https?:[^ )]*/, " ", line)
  gsub(/[^ ]*[0-9][^ ]*/, " ", line)
  gsub(/[|*_#>]/, " ", line)
  print line
}
