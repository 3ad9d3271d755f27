#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
#
# run.sh RESULTS PROGRAM...: what `make bench` does, from the top of a built
# tree. Runs the programs, which print tables, and each leave lines of the
# summary; keeps these in RESULTS, and prints them.
set -u
results=$1
shift
BENCH_RESULTS=$results.part
export BENCH_RESULTS
trap 'rm -f "$BENCH_RESULTS" "$results.new"' EXIT
trap 'exit 1' HUP INT TERM
: >"$BENCH_RESULTS" || exit 1

# peer NAME MACRO MODULE PACKAGE: the name with its version, if Pantin was built
# with it, of pkg-config or else of Debian's package.
peer() {
  grep -q "^#define $2 1" config.h || return 0
  # shellcheck disable=SC2016  # dpkg-query's own
  version=$(pkg-config --modversion "$3" 2>/dev/null ||
    dpkg-query -W -f '${Version}' "$4" 2>/dev/null)
  printf ', %s %s' "$1" "$version"
}

about() {
  echo "# date: $(date -u '+%Y-%m-%d %H:%M') UTC, $(git -C "${srcdir:-.}" \
    describe --always --dirty 2>/dev/null || echo 'of an archive')"
  echo "# compiler: $(${CC:-cc} --version | head -n 1), ${CFLAGS:-}"
  echo "# processor: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo |
    sort | uniq -c | sed 's/^ *\([0-9]*\) /\1 of /'), load $load"
  echo "# peers: $( (
    peer Ipopt HAVE_IPOPT ipopt coinor-libipopt-dev
    peer NLopt HAVE_NLOPT nlopt libnlopt-dev
    peer MuJoCo HAVE_MUJOCO mujoco libmujoco-dev
    peer ODE HAVE_ODE ode libode-dev
    peer Bullet HAVE_BULLET bullet-float64 libbullet-dev
    peer RBDL HAVE_RBDL rbdl librbdl-dev
    peer Pinocchio HAVE_PINOCCHIO pinocchio libpinocchio-dev
    peer CHOLMOD HAVE_CHOLMOD cholmod libsuitesparse-dev
    peer Siconos HAVE_SICONOS siconos_numerics libsiconos-numerics-dev
  ) | sed 's/^, //')"
}

load=$(sed 's/ .*//' /proc/loadavg)
for program; do
  "$program" || exit 1
done
{
  about
  echo 'job,unit,ours,peer,theirs,wanted'
  cat "$BENCH_RESULTS"
} >"$results.new" && mv "$results.new" "$results" || exit 1

# The ratio is theirs / ours: how many times as fast, or as small.
awk -F, '
  function number(x) {
    return x == "" ? "-" : sprintf(x < 999.5 ? "%.3g" : "%.0f", x)
  }
  function row(job, ours, peer, theirs, ratio, wanted, mark) {
    printf "%-35s %7s  %-14s %7s %6s %6s%s\n", job, ours, peer, theirs, ratio,
      wanted, mark
  }
  /^#/ { print substr($0, 3); next }
  $1 == "job" {
    print ""
    row("", "Pantin", "peer or bound", "", "ratio", "wanted", "")
    next
  }
  {
    ratio = $3 == "" || $5 == "" ? "" : $5 / $3
    short = ratio != "" && $6 != "" && ratio < $6
    missed += short
    row($1 ($2 == "1" ? "" : " (" $2 ")"), number($3), $4, number($5), number(ratio), number($6),
      short ? " <" : "")
  }
  END {
    print "\nratio: theirs / ours; <: less than is wanted (" missed + 0 ")"
  }' "$results"
