#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Memory that runs out, in every program: whichever request fails, the program
# says "out of memory" and ends with 1, or ends as if nothing had happened.
. "$srcdir/tests/tap.sh"

cd "$scratch" || exit 99

# run PROGRAM ARGUMENT...: what it prints, without the times that it took, in
# `printed`, and what it says in `said`.
run() {
  program=$builddir/src/programs/pantin-$1
  shift
  "$program" "$@" >timed 2>said
  ran=$?
  sed -E -e 's/[0-9.e+-]+ (s|ms each)([.;,]|$)/T\2/' -e '/seconds/d' timed >printed
  return "$ran"
}

# With sanitizers, fewer requests fail.
few=40 share=10
if sanitized; then
  few=10 share=3
fi

# survives PROGRAM ARGUMENT...: fails the k-th request, for every k up to a few
# and then some share more, until there is none.
survives() {
  run "$@"
  wanted=$?
  mv printed usual
  k=0
  same=0
  while [ "$same" -lt 4 ]; do
    k=$((k < few ? k + 1 : k + k / share))
    PANTIN_FAIL_ALLOC=$k run "$@"
    status=$?
    if [ "$status" -eq 1 ] && grep -q 'out of memory' said; then
      same=0
    elif [ "$status" -eq "$wanted" ] && cmp -s printed usual; then
      same=$((same + 1))
    else
      echo "request $k fails: status $status"
      cat said
      diff usual printed
      return 1
    fi
  done
}

succeeds 'the variable fails requests' \
  sh -c "PANTIN_FAIL_ALLOC=1 '$builddir/src/programs/pantin-chain' 2a 2>&1 |
    grep -q 'out of memory'"
while read -r command; do
  case $command in
  tune*) built_with HDF5 || continue ;;
  *wall*) built_with ODE || continue ;;
  esac
  # shellcheck disable=SC2086  # a list of words
  succeeds "pantin-$command" survives $command
done <<'END'
chain 2a
chain 4a --method minimum
chain 2a --all
joints pendulum --time 0.1
joints four-bar --time 0.02 --csv joints.csv
joints pendulum --time 0.1 --check
ik puppet
inverse arm --time 0.1
eliminate puppet --json
contact stack-5 --time 0.1 --record x.lcp
contact wall --time 0.02
lcp stack-7 --json
lcp stack-7 --solver bpp --json
lcp stack-7 --solver face --json
tune tripods --frames 10 --method quick --no-seconds
tune tripods --frames 10:40:15 --method quick --no-seconds --report
tune tripods --frames 10:40:15 --compare quick,grid --no-seconds
tune tripods --frames 10:40:15 --rule --no-seconds
END
finish
