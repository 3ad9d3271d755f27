# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# The functions and the extern data that headers declare, one to a line; their
# comments have been taken out.

# What stands outside of braces, cut at each semicolon.
function look_at(declaration) {
  if (declaration ~ /^[ \t]*typedef/)
    return
  if (match(declaration, /pn_[a-z0-9_]+[ \t]*\(/))
    name = substr(declaration, RSTART, RLENGTH)
  else if (declaration ~ /^[ \t]*extern/ &&
           match(declaration, /pn_[a-z0-9_]+[ \t]*(\[[^]]*\])*[ \t]*$/))
    name = substr(declaration, RSTART, RLENGTH)
  else
    return
  sub(/[ \t]*[[(].*/, "", name)
  print name
}
# The braces of extern "C" are for C++ alone.
/^[ \t]*#[ \t]*ifdef[ \t]+__cplusplus/ { for_cplusplus = 1 }
for_cplusplus {
  for_cplusplus = !/^[ \t]*#[ \t]*endif/
  next
}
/^[ \t]*#/ { in_macro = /\\$/; next }
in_macro { in_macro = /\\$/; next }
{
  for (i = 1; i <= length($0); i++) {
    c = substr($0, i, 1)
    if (c == "{") {
      depth++
    } else if (c == "}") {
      # A function with a body has no semicolon after it.
      if (--depth == 0 && text ~ /inline/)
        text = ""
    } else if (depth == 0 && c == ";") {
      look_at(text)
      text = ""
    } else if (depth == 0) {
      text = text c
    }
  }
  text = text (text == "" ? "" : " ")
}
