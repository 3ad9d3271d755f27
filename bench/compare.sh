#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
#
# compare.sh OLD NEW [BENCH...]: what became faster or slower from one built
# tree to another. `make bench QUICK=1` runs in both in turn, five times or
# ROUNDS, with all programs or those named (as bench_chain); a job has changed
# where none of its figures in one tree lies between those of the other. Where
# nothing differs but chance, one of 126 jobs in five rounds seems to.
set -u
if test $# -lt 2; then
  echo 'Usage: compare.sh OLD NEW [BENCH...], two built trees' >&2
  exit 2
fi
old=$1
new=$2
shift 2
rounds=${ROUNDS:-5}
programs=
for program; do
  programs="$programs bench/$program"
done
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

# bench_run TREE NAME: keeps the results of a run as NAME.
bench_run() {
  make -s -C "$1" bench QUICK=1 RESULTS="$scratch/$2" \
    ${programs:+benches="$programs"} >"$scratch/log" 2>&1 || {
    tail -n 5 "$scratch/log" >&2
    exit 1
  }
  test -f "$scratch/$2" || {
    echo "compare.sh: $1: its bench keeps no results yet" >&2
    exit 1
  }
}

round=1
while test "$round" -le "$rounds"; do
  echo "round $round of $rounds" >&2
  bench_run "$old" "old.$round"
  bench_run "$new" "new.$round"
  round=$((round + 1))
done

awk -F, -v rounds="$rounds" '
  function median(tree, job, i, j, t) {
    for (i = 2; i <= rounds; i++)
      for (j = i; j > 1 && v[tree, job, j] < v[tree, job, j - 1]; j--) {
        t = v[tree, job, j]
        v[tree, job, j] = v[tree, job, j - 1]
        v[tree, job, j - 1] = t
      }
    i = int((rounds + 1) / 2)
    return (v[tree, job, i] + v[tree, job, rounds + 1 - i]) / 2
  }
  function spread(tree, job, middle) {
    return 100 * (v[tree, job, rounds] - v[tree, job, 1]) / middle
  }
  # A job beside several peers stands in a file several times, with one figure.
  /^#/ || $1 == "job" || $3 == "" || (FILENAME, $1) in had { next }
  {
    had[FILENAME, $1] = 1
    tree = FILENAME ~ /old\.[0-9]*$/ ? "old" : "new"
    job = $1 ($2 == "1" ? "" : " (" $2 ")")
    if (!(job in seen)) {
      seen[job] = 1
      name[++jobs] = job
    }
    v[tree, job, ++n[tree, job]] = $3
  }
  END {
    printf "%-35s %9s %9s %8s %13s\n", "", "old", "new", "change", "spread, %"
    for (k = 1; k <= jobs; k++) {
      job = name[k]
      if (n["old", job] < rounds || n["new", job] < rounds)
        continue
      a = median("old", job)
      b = median("new", job)
      verdict = ""
      if (v["new", job, rounds] < v["old", job, 1])
        verdict = "less"
      if (v["new", job, 1] > v["old", job, rounds])
        verdict = "more"
      printf "%-35s %9.4g %9.4g %+7.1f%% %6.1f %6.1f  %s\n", job, a, b,
        100 * (b / a - 1), spread("old", job, a), spread("new", job, b), verdict
    }
    print "\nmedians of " rounds " rounds; less, more: beyond the noise"
  }' "$scratch"/old.* "$scratch"/new.*
