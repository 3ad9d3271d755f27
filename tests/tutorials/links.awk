# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# links.awk TEXT: prints FILE:LINE: FAULT for each link or image that leads
# nowhere: no such file, no such heading in it, an address that is not https, or
# a DOI that is not the one shown.

# Returns the name that GitHub gives a heading.
function anchor(heading)
{
  sub(/^#+ */, "", heading)
  gsub(/[!-,.\/:-@\[-^`{-~]/, "", heading)
  gsub(/ /, "-", heading)
  return tolower(heading)
}

# Returns whether the file has a heading of that name.
function has_anchor(file, name, line, found, code)
{
  while ((getline line <file) > 0) {
    if (line ~ /^```/)
      code = !code
    if (!code && line ~ /^#/ && anchor(line) == name)
      found = 1
  }
  close(file)
  return found
}

function exists(file) { return system("test -e '" file "'") == 0 }

function fault(text) { print FILENAME ":" FNR ": " text }

function check(shown, target, file, mark)
{
  if (target ~ /^https:\/\/doi[.]org\//) {
    if (shown !~ /^doi:/ || target != "https://doi.org/" substr(shown, 5))
      fault("the DOI of " target " is not the one shown, " shown)
    return
  }
  if (target ~ /^[a-z]+:/) {
    if (target !~ /^https:\/\/[^ ]+[.][^ ]+$/)
      fault("no address: " target)
    return
  }
  mark = ""
  if (match(target, /#/)) {
    mark = substr(target, RSTART + 1)
    target = substr(target, 1, RSTART - 1)
  }
  file = target == "" ? FILENAME : folder target
  if (!exists(file))
    fault("no file '" target "'")
  else if (mark != "" && !has_anchor(file, mark))
    fault("no heading '" mark "' in " file)
}

FNR == 1 {
  folder = FILENAME
  sub(/[^\/]*$/, "", folder)
}
/^```/ { code = !code }
code || /^    / { next }
{
  line = $0
  gsub(/`[^`]*`/, "", line)
  while (match(line, /\]\([^)]*\)/)) {
    shown = substr(line, 1, RSTART - 1)
    sub(/.*\[/, "", shown)
    target = substr(line, RSTART + 2, RLENGTH - 3)
    line = substr(line, RSTART + RLENGTH)
    check(shown, target)
  }
}
