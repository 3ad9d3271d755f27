#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Two runs with one name for their results: those that grow, or consist of
# several files, belong to the first run, and the second is refused; of others
# each is whole.
. "$srcdir/tests/tap.sh"

cd "$scratch" || exit 99
PATH=$builddir/src/programs:$PATH

# meanwhile FILE FIRST... -- SECOND...: runs SECOND as soon as FILE is there,
# then ends FIRST. Returns the status of SECOND.
meanwhile() {
  awaited=$1
  first=
  shift
  while [ "$1" != -- ]; do
    first="$first $1"
    shift
  done
  shift
  rm -f "$awaited"
  # shellcheck disable=SC2086  # a list of words
  $first >first.out 2>&1 &
  pid=$!
  tenths=0
  until [ -e "$awaited" ] || [ "$tenths" -gt 600 ] ||
    ! kill -0 "$pid" 2>/dev/null; do
    tenths=$((tenths + 1))
    sleep 0.1
  done
  timeout 60 "$@"
  status=$?
  kill -INT "$pid"
  wait "$pid"
  echo "exit status $status, of the first $?"
  return "$status"
}
no_locks() {
  ls -A
  for left in *.lock *.tmp*; do
    [ -e "$left" ] && return 1
  done
  return 0
}

if built_with HDF5 && built_with ODE; then
  twice() {
    ends 1 meanwhile t.csv pantin-tune tripods --frames 1:300 -o t.csv --quiet \
      -- pantin-tune tripods --frames 10 -o "$1" --quiet
  }
  succeeds 'of two runs of pantin-tune the second is refused' twice t.csv
  prints 'which is said' 't.csv: another run is writing this file' twice t.csv
  ln -s t.csv link.csv
  prints 'also by another name' 'another run is writing' twice link.csv
  whole() { awk -F, 'NR == 1 { n = NF } NF != n { exit 1 }' t.csv; }
  succeeds 'the rows of the first are whole' whole
  succeeds 'no lock is left' no_locks
  succeeds 'the next run goes on' pantin-tune tripods --frames 1:2 -o t.csv \
    --resume --quiet
  # A lock that a killed run has left is taken over; a file of others stays.
  : >t.csv.lock
  succeeds 'a stale lock is in nobody'\''s way' \
    pantin-tune tripods --frames 1 -o t.csv --quiet
  echo mine >t.csv.lock
  prints 'a file of that name is' 't.csv.lock: cannot be the lock of a file' \
    pantin-tune tripods --frames 1 -o t.csv --quiet
  prints 'and is left alone' mine cat t.csv.lock
  rm -f t.csv.lock
else
  skip 'two runs of pantin-tune' 'built without HDF5 or ODE'
fi

record() {
  ends 1 meanwhile p-1.mtx pantin-contact balls-350 --time 1e4 --record p.mtx \
    --frames 1:1000000 --quiet -- pantin-contact --record p.mtx --frames 1:9
}
prints 'so with problems of several frames' 'p.mtx: another run is writing' \
  record

# The set of files is of one run: while it is held, no other writes into it.
held() {
  flock m-A.mtx.lock "$@"
}
if command -v flock >/dev/null; then
  for program in joints chain; do
    succeeds "so with the equations of pantin-$program" \
      ends 1 held "pantin-$program" --dump m
    prints 'which are named' 'm-A.mtx: another run is writing' \
      held "pantin-$program" --dump m
    rm -f m-A.mtx.lock
    succeeds 'and written afterwards' "pantin-$program" --dump m --quiet
  done
else
  skip 'the equations of two runs' 'no flock (util-linux)'
fi

# Files of one run each: the last one wins, and is whole.
at_once() {
  for k in 1 2 3 4 5 6; do
    pantin-joints pendulum --time "$k" --csv c.csv --json=c.json \
      --plot c.gp --quiet || echo "run $k failed" &
  done
  wait
  awk -F, 'NR == 1 { n = NF } NF != n { exit 1 } END { exit NR < 241 }' c.csv &&
    [ "$(tail -n 1 c.json)" = '}' ] && [ "$(grep -c '^EOD' c.gp)" -gt 0 ]
}
succeeds 'whole columns, objects and scripts of six runs at once' at_once
succeeds 'and no temporary file is left' no_locks
finish
