#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Ctrl-C in every program, sent once the first rows are there: also within a
# step that takes minutes, what was done is kept. Rows of CSV are there while
# the run goes on.
. "$srcdir/tests/tap.sh"

cd "$scratch" || exit 99
PATH=$builddir/src/programs:$PATH

# A problem whose face takes conjugate gradients ten thousands of products.
awk 'BEGIN {
  n = 60000
  print "%%MatrixMarket matrix coordinate real symmetric\n" n, n, 2 * n - 1 >"long.mtx"
  print "%%MatrixMarket matrix array real general\n" n, 1 >"long_b.mtx"
  for (i = 1; i <= n; i++) {
    print i, i, 2 >"long.mtx"
    if (i < n) print i + 1, i, -1 >"long.mtx"
    print -1 - i % 3 >"long_b.mtx"
  }
}'
# A long chain, one of whose links is pulled.
cat >links.cfg <<'END'
gravity = (0, -9.81, 0);
generate = ( { kind = "chain"; count = 300; root = true; name = "link";
               mass = 1; shape = "box"; size = (0.5, 0.1, 0.06); } );
targets = ( { body = "link-150"; point = (0, 0, 0); place = (99, 90, 40); } );
time = 1e6;
END

# interrupted ROWS COMMAND...: sends Ctrl-C when so many lines of CSV are there;
# the status is 130, and the object of JSON is whole and says so.
interrupted() {
  lines=$1
  shift
  rm -f rows kept.json
  : >rows
  "$@" --csv - --json=kept.json >rows 2>said &
  pid=$!
  tenths=0
  until [ "$(wc -l <rows)" -ge "$lines" ]; do
    tenths=$((tenths + 1))
    if [ "$tenths" -gt 1200 ] || ! kill -0 "$pid" 2>/dev/null; then
      kill -KILL "$pid"
      echo 'no rows in two minutes'
      cat said
      return 1
    fi
    sleep 0.1
  done
  kill -INT "$pid"
  wait "$pid"
  status=$?
  cat said
  echo "exit status $status"
  [ "$status" -eq 130 ] && [ "$(tail -n 1 kept.json)" = '}' ] &&
    awk -F, 'NR == 1 { n = NF } NF != n { exit 1 }' rows
}

succeeds 'lcp, in an iteration of one method' \
  interrupted 2 pantin-lcp long.mtx --solver pgs-sm --tolerance 0
prints 'which is in the results' '"outcome": "interrupted"' cat kept.json
succeeds 'lcp, among methods' \
  interrupted 3 pantin-lcp long.mtx --tolerance 0
succeeds 'chain, among iterates' \
  interrupted 1000 pantin-chain 2d --method unit --tolerance 1e-15 \
  --iterations 1e6
prints 'the last of which is in the results' '"outcome": "interrupted"' \
  cat kept.json
# Nothing is written before the end: Ctrl-C comes after a tenth of a second of
# work, of which twelve bars make more.
among_points() {
  echo 'title = "long"; end = (1.1, 0.7);
    lengths = (0.51, 0.91, 0.68, 0.98, 1.01, 0.29, 0.22, 1.29, 0.54, 0.96, 1.4,
               0.83);' >twelve.cfg
  pantin-chain twelve.cfg --all --json=kept.json >rows 2>said &
  pid=$!
  until [ "$(cut -d ' ' -f 14 /proc/"$pid"/stat)" -ge 10 ]; do
    sleep 0.05
    kill -0 "$pid" 2>/dev/null || return 1
  done
  kill -INT "$pid"
  wait "$pid"
  status=$?
  cat rows said
  [ "$status" -eq 130 ] && grep -q '^   1 .*+' rows &&
    [ "$(tail -n 1 kept.json)" = '}' ] && [ ! -s said ]
}
if [ -r /proc/self/stat ]; then
  succeeds 'chain, among stationary points' among_points
  prints 'which says that there may be others' 'INTERRUPTED. There may be' \
    cat rows
  prints 'whose list is said to be a part' '"complete": false' cat kept.json
fi
succeeds 'joints, in a step' interrupted 2 pantin-joints links.cfg \
  --integrator rkf45 --tolerance 1e-14 --dt 100 --time 1e6
prints 'whose start is in the results' '"outcome": "interrupted"' cat kept.json
succeeds 'joints, in a comparison' interrupted 2 pantin-joints links.cfg --compare
succeeds 'ik, among iterates' \
  interrupted 2 pantin-ik links.cfg --plain --iterations 1e6
prints 'the last of which is in the results' '"outcome": "interrupted"' \
  cat kept.json
succeeds 'inverse dynamics' \
  interrupted 2 pantin-inverse links.cfg --hold --dt 0.002
prints 'whose samples are counted' '"interrupted": true' cat kept.json

# Frames are gathered after Ctrl-C, which is said at once, and none is lost.
if built_with HDF5; then
  gathers() {
    pantin-contact balls-350 --time 1000 --record pile.h5 --quiet 2>said &
    pid=$!
    until [ -e pile.h5.parts/frame000020.h5 ]; do
      sleep 0.05
      kill -0 "$pid" 2>/dev/null || return 1
    done
    kill -INT "$pid"
    wait "$pid"
    status=$?
    cat said
    count=$(sed -n 's/.*interrupted: writing \(.*\) frames to pile.h5$/\1/p' said)
    [ "$status" -eq 130 ] && [ "${count:-0}" -ge 20 ] &&
      [ ! -e pile.h5.parts ]
  }
  succeeds 'contact says how many frames it gathers' gathers
  prints 'the last of which can be read' "frame $count" \
    pantin-lcp pile.h5 --iterations 10 --solver pgs
else
  skip 'contact, among the frames of a recording' 'built without HDF5'
fi
# What was recorded before a step of minutes, even if nothing, is told.
if built_with HDF5 && built_with ODE; then
  told="pantin-contact: what was recorded of s.h5 stays in s.h5.parts; \
Pantin's programs read it under the name s.h5"
  long_steps() {
    interrupted "$@" --solver pgs --tolerance 1e-14 --iterations 1e7 \
      --record s.h5 --quiet && [ -d s.h5.parts ]
  }
  succeeds 'contact, in the first step of a recording' \
    long_steps 1 pantin-contact wall
  succeeds 'whose folder is told in one line' test "$(cat said)" = "$told"
  # It falls freely in its first step, and has landed in its second.
  cat >wall.cfg <<'END'
ground = ( { shape = "plane"; } );
grids = ( { name = "brick"; count = (7, 1, 16); pitch = (0.2, 0, 0.2);
            mass = 1; shape = "box"; size = (0.2, 0.2, 0.2);
            position = (-0.6, 0, 0.102); } );
friction = 1; time = 1; step = 0.01;
END
  succeeds 'contact, in a later one' long_steps 2 pantin-contact wall.cfg
  succeeds 'whose folder is told as well' test "$(cat said)" = "$told"
  prints 'and read under its name' 'frame 1' pantin-lcp s.h5 --iterations 10
else
  skip 'contact, in a step of a recording' 'built without HDF5 or ODE'
fi

# A reader that has stopped keeps no program waiting: pipes, full of rows.
mkfifo full
# stalled COMMAND...: Ctrl-C ends the program within 1.5 s.
stalled() {
  (exec sleep 60) <full &
  reader=$!
  "$@" --csv - >full 2>said &
  pid=$!
  sleep 1
  kill -INT "$pid"
  tenths=0
  while kill -0 "$pid" 2>/dev/null && [ "$tenths" -lt 15 ]; do
    tenths=$((tenths + 1))
    sleep 0.1
  done
  kill "$reader"
  wait "$pid"
  status=$?
  cat said
  echo "exit status $status after $tenths tenths of a second"
  [ "$status" -eq 130 ] && [ "$tenths" -lt 15 ]
}
succeeds 'joints, whose reader has stopped' stalled pantin-joints puppet --time 1e5
prints 'which is said' 'ended, for nobody reads what it prints' cat said
succeeds 'and lcp' stalled pantin-lcp art-350

# What is in memory is written after Ctrl-C, however long that takes, which is
# said; a second Ctrl-C gives it up.
mkfifo slow
# second OPTION: the first Ctrl-C leads to a file that nobody reads.
second() {
  (exec sleep 60) <slow &
  reader=$!
  pantin-joints puppet-box --time 1e5 -q --csv rows "$1" 2>said &
  pid=$!
  until [ "$(cat rows.tmp* 2>/dev/null | wc -l)" -gt 3000 ]; do
    sleep 0.1
    kill -0 "$pid" || break
  done
  kill -INT "$pid"
  tenths=0
  until grep -q slow said || [ "$tenths" -eq 50 ]; do
    tenths=$((tenths + 1))
    sleep 0.1
  done
  kill -INT "$pid"
  wait "$pid"
  status=$?
  kill "$reader"
  cat said
  echo "exit status $status"
  [ "$status" -eq 130 ] && [ "$tenths" -lt 50 ] && [ "$(wc -l <said)" -eq 1 ]
}
succeeds 'joints, among what it writes' second --json=./slow
prints 'which is said' \
  'interrupted: still writing ./slow; another Ctrl-C gives it up' cat said

# Impacts, too, are rows that are there while the run goes on, and kept.
hits() {
  rm -f hits.csv*
  # shellcheck disable=SC3045  # bash and dash know it; no core is wanted
  (ulimit -c 0 && exec pantin-joints puppet-box --time 1e5 -q --impacts hits.csv) &
  pid=$!
  until [ "$(cat hits.csv.tmp* 2>/dev/null | wc -l)" -gt 20 ]; do
    sleep 0.1
    kill -0 "$pid" || return 1
  done
  kill -s "$1" "$pid"
  ends "$2" wait "$pid" && ls hits.csv* &&
    awk -F, 'NR == 1 { n = NF } NF != n { exit 1 } END { exit NR < 20 }' hits.csv
}
succeeds 'impacts are kept, INT' hits INT 130
succeeds 'impacts are kept, QUIT' hits QUIT 131
finish
