#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Tests `make reproduce`: each number of the sources is met or has a reason, a
# wrong one is seen, what is done is kept, and the tests that it names exist.
. "$srcdir/tests/tap.sh"

command -v python3 >/dev/null 2>&1 || skip_all 'no python3'
sanitized && skip_all 'slow under sanitizers, and each program has tests'
command -v gnuplot >/dev/null 2>&1 || skip_all 'no gnuplot'
PYTHONDONTWRITEBYTECODE=1
QUICK=1
export PYTHONDONTWRITEBYTECODE QUICK
out=$scratch/out

programs=$builddir/src/programs:$srcdir/tutorials/tuning
for topic in joints contact tuning; do
  programs=$programs:$builddir/tutorials/$topic
done

# reproduce SCRIPTS
reproduce() {
  python3 "$1/reproduce.py" "$programs" "$out"
}

# how_many WORDS PAGE: how often these stand in the page.
how_many() {
  echo "$(grep -c "$1" "$out/$2.md") lines have '$1'"
}

succeeds 'the numbers of the sources are met or have a reason' \
  reproduce "$srcdir/src/reproduce"
prints 'a table has its numbers' '| rk2: steps that are enough | 80 | 80 |' \
  cat "$out/benet_2016.md"
prints 'nine figures have a section' '9 lines' how_many '^## Figure' chain
prints 'four figures have a section' '4 lines' \
  how_many '^## Figure' benet_2019
prints 'seven tables have a section' '7 lines' \
  how_many '^## Table' kraiem_2022
prints 'the figures of the thesis have a section' '23 lines' \
  how_many '^## Figure' kraiem_2022_figures
sed -n 's/^!.*(\(.*\.svg\))$/\1/p' "$out"/*.md >"$scratch/pictures"
while read -r picture; do
  prints "$picture is a picture" '</svg>' cat "$out/$picture"
done <"$scratch/pictures"
silent 'what is done is not made again' reproduce "$srcdir/src/reproduce"
rm "$out/kept/chain-table.json"
prints 'what was interrupted is made' '1 of 1, chain table' \
  reproduce "$srcdir/src/reproduce"

# The tests that settle misprints.
# shellcheck disable=SC2016  # the marks of code, not a command
sed -n 's/.*`\(tests.*\.c\)`, `\(.*\)` |/\1 \2/p' "$out"/*.md \
  >"$scratch/tests"
succeeds 'misprints name tests' test -s "$scratch/tests"
while read -r file test; do
  succeeds "$test is there" grep -q "^START_TEST($test)" "$srcdir/$file"
done <"$scratch/tests"

# A wrong number of the source.
mkdir -p "$scratch/wrong/src/reproduce"
ln -s "$(cd "$srcdir" && pwd)/tutorials" "$scratch/wrong/tutorials"
wrong=$scratch/wrong/src/reproduce
cp "$srcdir"/src/reproduce/*.py "$wrong"
chmod u+w "$wrong"/*
sed 's/^SECTIONS = .*/SECTIONS = [table]/; s/^ *figure_7, .*//
  s/7, 4e-12/8, 4e-12/' "$srcdir/src/reproduce/chain.py" \
  >"$wrong/chain.py"
prints 'a wrong number is seen' '2a: iterates: 8 in the source, 7 found' \
  reproduce "$wrong"
finish
