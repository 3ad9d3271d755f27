#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# The manual pages and --help say the same: each option and each name of a
# choice stands in the page, and the page speaks of no option that there is not.
. "$srcdir/tests/tap.sh"

programs=$builddir/src/programs
pages=$srcdir/src/programs

# options PROGRAM: name, letter, kind, argument, choices and help of each.
options() { "$programs/$1" --list-options; }

# In the page: options that have an entry, and those that are spoken of.
entries() { grep '^\.It Fl' "$1" | grep -o 'Fl -[a-z][a-z0-9-]*' | cut -c 5-; }
mentions() {
  grep -v "$of_others" "$1" | grep -o 'Fl -[a-z][a-z0-9-]*' | cut -c 5- |
    sort -u
}
# Lines that speak of an option of mpirun, configure or another program.
of_others='Fl -enable-recovery\|Fl -with-mpi\|^\.Fl -follow'

without_entry() {
  entries "$pages/$1.1" >"$scratch/entries"
  options "$1" | cut -f 1 | grep -vxF -f "$scratch/entries"
}
unknown() {
  options "$1" | cut -f 1 >"$scratch/options"
  mentions "$pages/$1.1" | grep -vxF -f "$scratch/options"
}
without_letter() {
  options "$1" | awk -F '\t' '$2 != "" { print $2, $1 }' |
    while read -r letter name; do
      grep -q "^\.It Fl $letter , Fl -$name" "$pages/$1.1" ||
        echo "-$letter, --$name"
    done
}
# Names of choices are words of the page, or of one that it points to.
without_choice() {
  others=$(sed -n "s|^\.Xr \(pantin-[a-z]*\) 1.*|$srcdir/src/programs/\1.1|p" \
    "$pages/$1.1")
  # shellcheck disable=SC2086  # a list of files
  cat "$pages/$1.1" $others | tr -c 'a-z0-9-' '\n' | sort -u >"$scratch/words"
  options "$1" | cut -f 5 | tr ' ' '\n' | sed '/^$/d' | sort -u |
    grep -vxF -f "$scratch/words"
}
# Help without its names of choices, which go on behind it.
not_in_help() {
  "$programs/$1" --help | tr -s ' \n' ' ' >"$scratch/help"
  options "$1" | while IFS='	' read -r name _; do
    grep -q -e "--${name}[ =[]" "$scratch/help" || echo "--$name"
  done
}
# Exit statuses that only one of the two lists.
statuses() {
  {
    sed -n '/^\.Sh EXIT STATUS/,/^\.Sh EX/p' "$pages/$1.1" |
      grep -ow '[123]\|1[0-9][0-9]' | sort -u
    "$programs/$1" --help | sed -n '/^Exit status/,$p' |
      grep -ow '[123]\|1[0-9][0-9]' | sort -u
  } | sort | uniq -u
}

for page in "$pages"/pantin-*.1; do
  program=$(basename "$page" .1)
  silent "$program: each option has its entry" without_entry "$program"
  silent "$program: and its letter" without_letter "$program"
  silent "$program: and each name of a choice" without_choice "$program"
  silent "$program: the page speaks of no other" unknown "$program"
  silent "$program: --help has them all" not_in_help "$program"
  silent "$program: both list the same exit statuses" statuses "$program"
done

# The test itself, on a page with one fault.
program=pantin-chain
mkdir "$scratch/pages"
planted() {
  sed "$1" "$pages/$program.1" >"$scratch/pages/$program.1"
  whole=$pages
  pages=$scratch/pages
  "$2" "$program"
  pages=$whole
}
prints 'a missing entry is seen' 'seed' planted '/^\.It Fl -seed/d' \
  without_entry
prints 'an option that there is not is seen' 'sead' \
  planted 's/^\.It Fl -seed/&\n.Fl -sead/' unknown
prints 'a missing letter is seen' '-q, --quiet' \
  planted 's/^\.It Fl q , /.It /' without_letter
prints 'a missing name is seen' 'zigzag' planted 's/zigzag//' without_choice

# The pages are right for the formatter, and the overview names all programs.
if command -v mandoc >/dev/null; then
  for page in "$pages"/pantin*.[17]; do
    silent "$(basename "$page") is well formed" \
      mandoc -T lint -W warning "$page"
  done
else
  skip 'the pages are well formed' 'no mandoc'
fi
all_named() {
  for page in "$pages"/pantin*.1; do
    grep -q "^\.\(It \)*Xr $(basename "$page" .1) 1" "$pages/pantin.7" ||
      echo "$page"
  done
}
silent 'pantin(7) names every program' all_named

# The scene that a page shows is one.
shown() {
  awk '/^\.Bd -literal/ { text = ""; next }
    /^\.Ed/ && text ~ /\nbodies = \(/ { print text; exit }
    { text = text "\n" $0 }' \
    "$srcdir/src/programs/pantin-joints.1" >"$scratch/bars.cfg"
  "$builddir/src/programs/pantin-joints" "$scratch/bars.cfg"
}
prints 'the scene of pantin-joints(1) can be copied' 'Done: in 5 s' shown
finish
