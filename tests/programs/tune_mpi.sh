#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# pantin-tune in several processes of this machine: the same results as one
# process, and what is left when one of them dies.
. "$srcdir/tests/tap.sh"
needs HDF5 ODE MPI
mpirun --version 2>/dev/null | grep -q 'Open MPI' ||
  skip_all 'there is no mpirun of Open MPI'
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# MPI itself leaves memory behind.
export ASAN_OPTIONS="detect_leaks=0:${ASAN_OPTIONS-}"

tune=$builddir/src/programs/pantin-tune
frames=$scratch/tripods.h5
# processes COUNT ARGUMENTS...: each notes its number before it begins.
processes() {
  count=$1
  shift
  # shellcheck disable=SC2016,SC2086  # for the inner shell; maybe nothing
  mpirun --oversubscribe $recovery -n "$count" sh -c \
    'echo $$ >"$0.$OMPI_COMM_WORLD_RANK"; exec "$@"' "$scratch/pid" "$@"
}
without_times() { cut -d, -f1-19,21-23 "$1"; }
# equal FILE: the results are those of one process.
equal() {
  without_times "$1" >"$scratch/a"
  without_times "$scratch/one.csv" >"$scratch/b"
  cmp "$scratch/a" "$scratch/b"
}
recovery=

"$tune" tripods --frames 30:70:2 --no-condition --method quick --quiet \
  --record "$frames" -o "$scratch/one.csv" || exit 99
shared() {
  processes 3 "$tune" "$frames" --frames 30:70:2 --no-condition \
    --method quick --quiet -o "$scratch/three.csv" &&
    equal "$scratch/three.csv"
}
succeeds 'three processes give what one gives' shared

# dies FILE: process 2 is killed when the first results are there.
dies() {
  rm -f "$scratch"/pid.*
  processes 4 "$tune" "$frames" --frames 30:70:2 --no-condition \
    --method quick --quiet -o "$1" >"$scratch/messages" 2>&1 &
  job=$!
  until [ -s "$1" ] || ! kill -0 "$job" 2>/dev/null; do
    sleep 0.1
  done
  [ -s "$scratch/pid.2" ] && kill -KILL "$(cat "$scratch/pid.2")" 2>/dev/null
  wait "$job"
  status=$?
  cat "$scratch/messages"
  return "$status"
}
survives() {
  recovery=--enable-recovery
  dies "$scratch/left.csv" && equal "$scratch/left.csv"
}
succeeds 'the others do the work of one that died' survives

# Without that option all end with it; what was finished is not lost.
resumed() {
  recovery=
  dies "$scratch/rest.csv"
  "$tune" "$frames" --frames 30:70:2 --no-condition --method quick --quiet \
    -o "$scratch/rest.csv" --resume && equal "$scratch/rest.csv"
}
succeeds 'and else one process goes on' resumed

prints 'a scene is to be recorded first' 'first --record' processes 2 "$tune" \
  tripods --frames 3
prints 'a file that is not there ends all' 'cannot be opened' processes 2 \
  "$tune" ./gone.h5
finish
