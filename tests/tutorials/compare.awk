# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# compare.awk -v below=B -v within=W WANT GOT: what a command printed against
# what the text shows, word by word and number by number; prints the
# differences. Each line of WANT starts with its line number in the text.
#
# A number shown with a point or an exponent may be off by two units of its
# last digit shown; an integer must be equal. Numbers smaller than `below`, what
# rounding leaves of 0, are all the same. With `within`, numbers of one sign may
# differ by that factor, which is for what is chaotic. A line `...` stands for
# any number of lines. Blanks count as one.

function squeeze(text)
{
  gsub(/[ \t]+/, " ", text)
  sub(/^ /, "", text)
  sub(/ $/, "", text)
  return text
}

# Returns two units of the last digit of a number as it is written.
function allowed(number, power, digits)
{
  if (number !~ /[.eE]/)
    return 0
  power = 0
  if (match(number, /[eE]/)) {
    power = substr(number, RSTART + 1) + 0
    number = substr(number, 1, RSTART - 1)
  }
  digits = index(number, ".") ? length(number) - index(number, ".") : 0
  return 2.000001 * 10 ^ (power - digits)
}

function magnitude(x) { return x + 0 < 0 ? -x : x + 0 }

# Returns whether b may stand where the text shows a.
function alike(a, b)
{
  if (magnitude(a) < below && magnitude(b) < below)
    return 1
  if (within && a * b > 0 && magnitude(a) <= within * magnitude(b) &&
      magnitude(b) <= within * magnitude(a))
    return 1
  return magnitude(a - b) <= allowed(a)
}

# Returns whether two lines agree. Cuts both at their first number, as long as
# they agree.
function same(want, got, pattern, a, b)
{
  pattern = "[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?"
  while (match(want, pattern)) {
    a = substr(want, RSTART, RLENGTH)
    head = substr(want, 1, RSTART - 1)
    want = substr(want, RSTART + RLENGTH)
    if (!match(got, pattern) || substr(got, 1, RSTART - 1) != head)
      return 0
    b = substr(got, RSTART, RLENGTH)
    got = substr(got, RSTART + RLENGTH)
    if (!alike(a, b))
      return 0
  }
  return want == got
}

function fault(where, want, got)
{
  print text ":" where ": the text shows: " want
  print "  the command printed: " got
  exit 1
}

BEGIN {
  below = below == "-" ? 0 : below + 0
  within = within == "-" ? 0 : within + 0
}

FILENAME == ARGV[1] {
  where[++wanted] = $1
  sub(/^[0-9]+ ?/, "")
  want[wanted] = squeeze($0)
  next
}
{ got[++printed] = squeeze($0) }

END {
  while (wanted > 0 && want[wanted] == "")
    wanted--
  while (printed > 0 && got[printed] == "")
    printed--
  g = 1
  for (w = 1; w <= wanted; w++) {
    if (want[w] == "...") {
      elided = 1
      continue
    }
    first = got[g]
    while (elided && g <= printed && !same(want[w], got[g]))
      g++
    elided = 0
    if (g > printed)
      fault(where[w], want[w], first == "" ? "(nothing more)" : first)
    if (!same(want[w], got[g]))
      fault(where[w], want[w], got[g])
    g++
  }
  if (g <= printed && !elided)
    fault(wanted ? where[wanted] : "?", "(nothing more)", got[g])
}
