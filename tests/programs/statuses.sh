#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# The exit status of every program as a table: 0 solved, 1 bad input or trouble
# with a file, 2 wrong usage, 3 not converged. (shell.sh tries 130.) A result
# that could not be written goes before one that did not converge.
. "$srcdir/tests/tap.sh"

cd "$scratch" || exit 99
echo 'nothing = 1;' >bad.cfg
echo 'bodies = 3;' >kinds.cfg
echo 'not a problem' >bad.lcp
: >empty
sed 's/^title.*/&\nsolver = "nosuch";/' "$PANTIN_DATA/joints/puppet.cfg" |
  grep -v '^solver = "[^n]' >solver.cfg
# Bodies in one place; balls much smaller than their container.
cat >crowd.cfg <<'CROWD'
grids = ( { name = "ball"; count = (30, 30, 30); pitch = (0, 0, 0);
  shape = "sphere"; size = 0.1; mass = 1; position = (0, 0, 1); } );
CROWD
cat >tiny.cfg <<'TINY'
container = "sphere"; size = 1.0; balls = 100; radius = 1e-5; mass = 1.0;
TINY
# Rows to go on with that make no sense.
if built_with HDF5; then
  "$builddir/src/programs/pantin-tune" tripods --frames 10 --method quick \
    -o twice.csv --quiet
  tail -n 1 twice.csv >row
  for frame in -1 0.5 nan 1e9; do
    { head -n 1 twice.csv && sed "s/^[^,]*/$frame/" row; } >"frame$frame.csv"
  done
  cat row >>twice.csv
fi
mkdir folder
printf 'A = %%' >bad.h5

# ends STATUS PROGRAM ARGUMENT...
ends() {
  wanted=$1
  shift
  program=$builddir/src/programs/pantin-$1
  shift
  timeout 60 "$program" "$@" >printed 2>said
  status=$?
  cat said
  echo "exit status $status"
  [ "$status" -eq "$wanted" ] || return
  # Whatever is wrong is said, and nothing crashes.
  case $status in
  1 | 2) [ -s said ] ;;
  esac
}

while read -r status command; do
  case $status in
  '' | '#'*) continue ;;
  esac
  case $command in
  *.h5* | tune*) built_with HDF5 || continue ;;
  esac
  case $command in
  *wall* | *crowd*) built_with ODE || continue ;;
  esac
  case $command in
  */dev/full*) [ -w /dev/full ] || continue ;;
  esac
  # shellcheck disable=SC2086  # a list of words
  succeeds "pantin-$command ends with $status" ends "$status" $command
done <<'END'
# chain
0 chain 2a
0 chain 2a --all
3 chain 2a --iterations 1
1 chain 2a --iterations 1 --csv /dev/full
1 chain 2a --iterations 1 --json=/dev/full
1 chain 2a --iterations 1 --dump gone/x
1 chain bad.cfg
1 chain empty
1 chain folder/
1 chain ./gone.cfg
1 chain 2a --csv gone/x.csv
2 chain 2a --method nosuch
2 chain 2b --method unit --seek minimum
0 chain 2b --method minimum --seek minimum
2 chain 2a --iterations -1
2 chain 2a --plot x.jpg
1 chain nosuch
2 chain 2a --all --dump m
2 chain 2a --all --at 0

# joints
0 joints pendulum --time 0.1
0 joints pendulum --time 0.1 --check
3 joints chain-10 --dt 0.5 --time 20
1 joints chain-10 --dt 0.5 --time 20 --csv /dev/full
1 joints chain-10 --dt 0.5 --time 20 --impacts /dev/full
3 joints chain-10 --dt 0.5 --time 20 --check
3 joints chain-10 --convergence --time 100000
3 joints top --compare --dt 0.5
1 joints bad.cfg
1 joints kinds.cfg
1 joints solver.cfg
2 joints pendulum --check --convergence
2 joints pendulum --solver nosuch
2 joints pendulum --dt 0

# ik
0 ik puppet
3 ik arm --target flange:0.66,0,0.9=9,0,1
1 ik arm --target flange:0.66,0,0.9=9,0,1 --csv /dev/full
1 ik kinds.cfg
1 ik solver.cfg
2 ik arm --target flonge
2 ik arm --target flange:nan,0,0=9,0,1
2 ik puppet --save x.cfg --spin 1e308,0,0
2 ik puppet --solver nosuch

# inverse
0 inverse arm
1 inverse kinds.cfg
1 inverse solver.cfg
1 inverse arm --csv /dev/full
2 inverse arm --dt nan

# eliminate
0 eliminate puppet
0 eliminate ring-6 --orders
1 eliminate kinds.cfg
1 eliminate solver.cfg
1 eliminate puppet --csv /dev/full
2 eliminate puppet --solver nosuch
2 eliminate --grow 10:100 puppet

# contact
0 contact balls-50 --time 0
0 contact balls-50 --time 0.1 --record x.lcp
1 contact balls-50 --time 0 --record none.lcp
1 contact balls-50 --time 0.1 --record /dev/full
1 contact balls-50 --time 0.1 --record x.lcp --frames 500
1 contact bad.cfg
1 contact stack-5 --time 1e9
1 contact crowd.cfg --time 0.02
0 contact tiny.cfg --time 0.01
2 contact balls-50 --time 0.1 --frames 3
2 contact balls-50 --time 0.1 --record x.lcp --frames a
2 contact balls-50 --time 0.1 --friction 0.3
0 contact wall --time 0.02 --no-anticipation

# lcp
0 lcp stack-7
3 lcp art-50 --iterations 1
1 lcp art-50 --iterations 1 --json=/dev/full
1 lcp art-50 --iterations 1 --csv /dev/full
1 lcp art-50 --iterations 1 --solution /dev/full
1 lcp bad.lcp
1 lcp empty
1 lcp folder/
1 lcp bad.h5
2 lcp art-50 --solver nosuch
2 lcp art-50 --tolerance 0 --relative 0

# tune
0 tune tripods --frames 10 --method quick
1 tune bad.h5
1 tune tripods --frames 90000
1 tune tripods --frames 10 --method quick --csv /dev/full
2 tune tripods --frames 10 --compare nosuch
2 tune tripods --frames 10 --resume
2 tune tripods --frames 10 --rule --record r.h5
2 tune tripods --frames ten
1 tune tripods --frames 10 --method quick -o twice.csv --resume
1 tune tripods --frames 10 --method quick -o frame-1.csv --resume
1 tune tripods --frames 10 --method quick -o frame0.5.csv --resume
1 tune tripods --frames 10 --method quick -o framenan.csv --resume
1 tune tripods --frames 10 --method quick -o frame1e9.csv --resume
END
finish
