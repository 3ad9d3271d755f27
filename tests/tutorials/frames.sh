#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Tests the table of the tutorial on contact: frames.csv is complete, and frames
# that are simulated and solved anew are like those in it. Other
# roundings give other heaps, so a count may differ as those of 20 seeds do: it
# must lie within their range, widened by what rare heaps need (the largest seen
# was 1.6).
. "$srcdir/tests/tap.sh"

csv=$srcdir/tutorials/contact/frames.csv
frames=$builddir/tutorials/contact/frames

# Prints what is missing of 20 seeds of 6 kinds by 10 solvers, each once.
incomplete() {
  awk -F, '
    NF != 10 { print FNR ": " NF " columns" }
    seen[$1, $2, $5]++ { print FNR ": twice" }
    { count[$1, $5]++ }
    END {
      for (pair in count) {
        pairs++
        if (count[pair] != 20) { print pair ": " count[pair] " frames" }
      }
      if (pairs != 60) { print pairs " kinds and solvers" }
    }' "$1"
}
silent 'frames.csv is complete' incomplete "$csv"

widened=3

# strangers TABLE ROWS: prints the counts of ROWS that are unlike the table's.
strangers() {
  awk -F, -v by="$widened" '
    function count(k) { return $k == 0 ? 1e9 : $k }
    FILENAME == ARGV[1] {
      for (k = 6; k <= 10; k++) {
        at = $1 SUBSEP $5 SUBSEP k
        if (!(at in low) || count(k) < low[at]) { low[at] = count(k) }
        if (count(k) > high[at]) { high[at] = count(k) }
      }
      next
    }
    {
      for (k = 6; k <= 10; k++) {
        at = $1 SUBSEP $5 SUBSEP k
        if (!(at in low) || count(k) < low[at] / by ||
            count(k) > high[at] * by) {
          print $1 ", seed " $2 ", " $5 ": " $k ", not " low[at] ".." high[at]
        }
      }
      rows++
    }
    END { if (rows == 0) { print "no rows" } }' "$1" "$2"
}

# Measures the cheap kinds, with one seed that is in the table and one that is
# not.
for kind in mid-50 art-50 exact-50 mid-350; do
  "$frames" measure $kind 20 21 >"$scratch/rows.csv"
  silent "$kind, seeds 20 and 21, are like the others" strangers "$csv" \
    "$scratch/rows.csv"
done

# Tests the test itself on planted faults.
sed '5d' "$csv" >"$scratch/short.csv"
prints 'a missing row is seen' '19 frames' incomplete "$scratch/short.csv"
sed '/,pcg,/s/,[0-9]*$/,3/' "$scratch/rows.csv" >"$scratch/fast.csv"
prints 'a count too small is seen' ', pcg: 3, not' strangers "$csv" \
  "$scratch/fast.csv"
sed '/,pgs,/s/,[0-9]*$/,0/' "$scratch/rows.csv" >"$scratch/slow.csv"
prints 'a goal that is not reached is seen' ', pgs: 0, not' strangers "$csv" \
  "$scratch/slow.csv"
finish
