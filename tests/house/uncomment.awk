# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# C without its comments, line for line; FILENAME:LINE: goes before each line
# if `place` is set. Strings are left as they are.
FNR == 1 { inside = 0 }
{
  code = ""
  rest = $0
  while (rest != "") {
    if (inside) {
      end = index(rest, "*/")
      inside = end == 0
      rest = end ? substr(rest, end + 2) : ""
    } else if (match(rest, /"([^"\\]|\\.)*"|\/\*|\/\//)) {
      token = substr(rest, RSTART, RLENGTH)
      code = code substr(rest, 1, RSTART - 1)
      rest = token == "//" ? "" : substr(rest, RSTART + RLENGTH)
      inside = token == "/*"
      if (token ~ /^"/)
        code = code token
    } else {
      code = code rest
      rest = ""
    }
  }
  print (place ? FILENAME ":" FNR ": " : "") code
}
