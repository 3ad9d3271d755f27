#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# pantin-lcp on problems in HDF5 files: recorded frames, also of a run that was
# killed, and those of FCLIB, read and written; as other programs see them.
. "$srcdir/tests/tap.sh"
needs HDF5 ODE

tune=$builddir/src/programs/pantin-tune
lcp=$builddir/src/programs/pantin-lcp
frames=$scratch/tripods.h5
problem=$scratch/tripods.hdf5

succeeds 'frames are recorded' "$tune" tripods --frames 26 --record "$frames" \
  --quiet
prints 'the last of them' 'tripods.h5: frame 26 at' "$lcp" "$frames" \
  --solver bpp
prints 'another, by its factors' 'in J, rigid' "$lcp" "$frames" --frames 25 \
  --solver bpp
prints 'and by its entries' 'in A, assembled' "$lcp" "$frames" --frames 26 \
  --solver bpp --assembled
succeeds 'is solved' ends 0 "$lcp" "$frames" --frames 26 --solver bpp
prints 'one without contacts' 'frame 1 has no contacts' "$lcp" "$frames" \
  --frames 1
prints 'one that is not there' 'it has 26, from 1 to 26' "$lcp" "$frames" \
  --frames 99
several() { "$lcp" "$frames" --frames 25:26 --iterations 200 "$@"; }
prints 'several frames are summed up' '2 of 2 frames' several
prints 'with a verdict' 'solves' several --solver face
prints 'and a line each in CSV' '26,' several --solver pgs --csv -
prints 'or in JSON' '"frames": 2' several --solver pgs --json
prints 'a picture is of one frame' '--plot is for one frame' several \
  --plot "$scratch/x.svg"
prints 'the old name is taken' 'is now called --frames' \
  "$lcp" "$frames" --frame 26 --solver face -q
prints 'text has no frames' '--frames is for recorded frames' "$lcp" stack-5 \
  --frames 1
cp "$frames" "$scratch/frames.txt"
prints 'the content counts, not the ending' 'frame 26 at' "$lcp" \
  "$scratch/frames.txt" --solver bpp

prints 'regularisation is for sweeps' 'knows no regularisation' "$lcp" \
  "$frames" --kappa 1e-4 --solver face
succeeds 'and leaves a residual' ends 3 "$lcp" "$frames" --kappa 1e-2 \
  --solver pgs --iterations 200

# A run that is killed while it records.
killed() {
  "$tune" wall --frames 1:300 --record "$scratch/dead.h5" --quiet \
    >/dev/null 2>&1 &
  pid=$!
  until [ -e "$scratch/dead.h5.parts/frame000001.h5" ] ||
    ! kill -0 "$pid" 2>/dev/null; do
    sleep 0.2
  done
  kill -KILL "$pid"
  wait "$pid"
  [ ! -e "$scratch/dead.h5" ] &&
    "$lcp" "$scratch/dead.h5" --frames 1 --iterations 3 --solver psor |
    grep '2496 rows'
}
succeeds 'what a killed run recorded can be solved' killed

prints 'a frame is written for FCLIB' 'frame 26' "$lcp" "$frames" --frames 26 \
  --fclib "$problem" --solver bpp
prints 'read again, the cone was boxed' 'The friction cone was boxed' "$lcp" \
  "$problem" --solver bpp
succeeds 'and it is solved' ends 0 "$lcp" "$problem" --solver bpp
prints 'JSON says so too' '"boxed": true' "$lcp" "$problem" --json --solver bpp
prints 'with its cone nothing is boxed' 'in the cone of Coulomb' "$lcp" \
  "$problem" --cone
succeeds 'and its cone is solved too' ends 0 "$lcp" "$problem" --cone \
  --quiet --solution "$scratch/cone.csv" --tolerance 1e-5
# The tangents of each contact together, as a share of mu lambda_n.
on_the_cone() {
  awk -F, 'NR > 1 && NR % 3 == 0 { first = $2 }
    NR > 1 && NR % 3 == 1 && $5 > 0 {
      share = sqrt(first^2 + $2^2) / $5
      wrong += $6 == "slides" ? (share - 1)^2 > 1e-20 : share >= 1
      contacts++
    }
    END { exit !(contacts > 0 && !wrong) }' "$1"
}
succeeds 'whose tangents stay on it' on_the_cone "$scratch/cone.csv"
prints 'without friction there is no cone' 'this one has none' "$lcp" stack-5 \
  --cone
prints 'other solvers have no cone' 'a box only; pgs-block' "$lcp" "$problem" \
  --cone --solver face
prints 'sweeps have an order' 'pgs ' "$lcp" "$frames" --solver pgs \
  --order height --iterations 3
prints 'which needs bodies' 'needs the bodies of each row' "$lcp" \
  "$problem" --solver pgs --order height
prints 'and colours too' 'pgs ' "$lcp" "$frames" --solver pgs \
  --order colours --iterations 3
prints 'a seed is for the random order' '--order random' "$lcp" stack-5 \
  --order symmetric --seed 3
prints 'it has no frames' 'one problem of FCLIB' "$lcp" "$problem" --frames 26
prints 'balls without friction are not for FCLIB' 'contacts with friction' \
  "$lcp" stack-5 --fclib "$scratch/none.hdf5"
prints 'pantin-tune takes it as one frame' 'Means are of 1 of 1 frame' \
  "$tune" "$problem"

head -c 5000 "$problem" >"$scratch/cut.hdf5"
prints 'a problem cut short' 'damaged or cut short' "$lcp" "$scratch/cut.hdf5"
full() { (
  trap '' XFSZ
  ulimit -f 1
  "$lcp" "$frames" --frames 26 --solver bpp --quiet --fclib "$scratch/full.hdf5"
); }
prints 'a full disk' 'File too large' full
silent 'leaves nothing' find "$scratch" -name 'full*'

# The files as other programs see them.
if command -v h5dump >/dev/null 2>&1; then
  prints 'h5dump lists a frame' 'GROUP "frame000026"' h5dump -H "$frames"
  prints 'and a problem' 'GROUP "fclib_local"' h5dump -H "$problem"
else
  tap_report ok 'h5dump lists the files # SKIP h5dump is not installed'
fi
by_h5py() {
  "$python" -c "
import h5py
frame = h5py.File('$frames', 'r')['frame000026']
problem = h5py.File('$problem', 'r')['fclib_local']
print(len(frame['b']) == len(problem['vectors/q']) == 3 * frame.attrs['contacts'],
      sorted(frame['A/x'][()]) == sorted(problem['W/x'][()]))"
}
python=
for name in python3 /usr/bin/python3; do
  "$name" -c 'import h5py' >/dev/null 2>&1 && python=$name
done
if [ "$python" ]; then
  prints 'h5py reads the same numbers in both' 'True True' by_h5py
else
  tap_report ok 'h5py reads the files # SKIP h5py is not installed'
fi
# Where every solver is refused there is nothing to write.
printf '2\n2 -1\n-1 2\n-1 -1\n' >"$scratch/two.txt"
prints 'no solver takes an order by colours' 'there is no solution to write' \
  "$lcp" "$scratch/two.txt" --order colours --solution "$scratch/none.csv"
succeeds 'which ends with 1' ends 1 "$lcp" "$scratch/two.txt" --quiet \
  --order colours --solution "$scratch/none.csv"
succeeds 'and leaves no file' test ! -e "$scratch/none.csv"

# Sweeps that fall slowly after a lucky iterate are no standstill. Two boxes and
# a ball in a column: the 600th iterate or so is the best of 5000, and sweeps
# then gain 0.6 % in 250; twice as many bring them nearer.
column() {
  "$builddir/src/programs/pantin-contact" - --frames 4 --quiet \
    --record "$scratch/column.mtx" <<END
ground = ( { shape = "plane"; } ); friction = 0; step = 0.016666666666666666;
time = 0.06666666666666667; tolerance = 1e-9; iterations = 20000;
solver = "pgs";
bodies = (
  { name = "b0"; mass = 0.148; shape = "box";
    size = (0.1345113937, 0.2155657615, 0.0866102645);
    position = (-0.0104452048, 0.0050992181, 0.0433050823);
    velocity = (-0.5313299215, 0.1395092099, 0); },
  { name = "b1"; mass = 0.6388; shape = "box";
    size = (0.1601380774, 0.1896753537, 0.1004499348);
    position = (0.0072304170, 0.0007252573, 0.1368351319);
    velocity = (-1.0859169060, 0.1767304371, 0); },
  { name = "b2"; mass = 4.251; shape = "sphere"; size = 0.0204164011;
    position = (-0.0040842640, 0, 0.2074765004); } );
END
  "$lcp" "$scratch/column-4.mtx" --solver pgs
}
if built_with ODE; then
  prints 'slow sweeps have not stagnated' 'iterations used up' column
fi

# Pivoting does not depend on the unit of mass.
printf '2\n1e-12 0\n0 2e-12\n-1e-7 -1e-7\n0 0\ninf inf\n' >"$scratch/heavy.txt"
heavy() {
  "$lcp" "$scratch/heavy.txt" --solver lemke --tolerance 1e-16 --quiet \
    --solution "$scratch/heavy.csv" &&
    awk -F, 'NR > 1 { printf "%.6g ", $2 }' "$scratch/heavy.csv"
}
prints 'heavy bodies are pivoted as light ones' '100000 50000' heavy

# The solution is a table, which may stand on standard output.
printed_solution() {
  "$lcp" stack-5 --solver psor --quiet --solution "$scratch/answer.csv" &&
    "$lcp" stack-5 --solver psor --solution - | cmp - "$scratch/answer.csv"
}
succeeds 'a solution on standard output' printed_solution
finish
