#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# pantin-contact and pantin-lcp: what the source claims of its stacks, frames
# recorded by one and solved by the other, messages, exit statuses, files,
# manual pages.
. "$srcdir/tests/tap.sh"

contact=$builddir/src/programs/pantin-contact
lcp=$builddir/src/programs/pantin-lcp

# iterations PROBLEM SOLVER: what it takes to a residual of 1e-8 m/s.
iterations() {
  "$lcp" "$1" --solver "$2" --tolerance 1e-8 --iterations 20000 --json |
    sed -n 's/^ *"iterations": \([0-9]*\).*/\1/p'
}
# takes LOW HIGH PROBLEM SOLVER
takes() {
  got=$(iterations "$3" "$4")
  echo "$4 takes $got iterations on $3"
  [ "$got" -ge "$1" ] && [ "$got" -le "$2" ]
}

# The source: conjugate gradients solve n stacked balls in n iterations, and a
# heavy ball on a light one in 2, where a sweep needs some ten thousand.
for solver in pcg ppcg; do
  succeeds "$solver: 5 balls, 5 iterations" takes 5 5 stack-5 $solver
  succeeds "$solver: 7 balls, 7 iterations" takes 7 7 stack-7 $solver
  succeeds "$solver: 1000 to 1, 2 iterations" takes 2 2 heavy-on-light $solver
done
succeeds 'pgs: 1000 to 1, more than 10000' takes 10000 20000 heavy-on-light pgs
succeeds 'psor: 1000 to 1, thousands' takes 1000 5000 heavy-on-light psor
same_curve() {
  for solver in naive pgs; do
    "$lcp" stack-7 --solver "$solver" --csv "$scratch/$solver.csv" --quiet
    cut -d, -f2,4-9 "$scratch/$solver.csv" >"$scratch/$solver"
  done
  cmp "$scratch/naive" "$scratch/pgs"
}
succeeds 'naive and pgs draw the same curve of a stack' same_curve

# The ranking of the source at high accuracy, on the shipped frames of 350
# balls: psor beats pgs, conjugate gradients beat psor.
beats() {
  fast=$(iterations "$1" "$2") slow=$(iterations "$1" "$3")
  echo "$2 $fast, $3 $slow"
  [ "$fast" -lt "$slow" ]
}
for frame in art-350 exact-350; do
  succeeds "$frame: psor before pgs" beats $frame psor pgs
  succeeds "$frame: pcg before psor" beats $frame pcg psor
done

# Naive impulses come to rest away from the solution.
stuck() {
  "$lcp" "$1" --solver naive --json | awk '
    /^ *"natural_inf"/ { r = $2 + 0 }
    END { print "residual " r; exit !(r > 1e-3) }'
}
succeeds 'naive on 350 balls stays above 1e-3' stuck art-350
succeeds 'and ends as not converged' ends 3 "$lcp" mid-350 --solver naive

# refuses NAME MESSAGE COMMAND...: bad input; misuses: a wrong command line.
refuses() {
  name=$1 message=$2
  shift 2
  succeeds "$name, status" ends 1 "$@"
  prints "$name" "$message" "$@"
}
misuses() {
  name=$1 message=$2
  shift 2
  succeeds "$name, status" ends 2 "$@"
  prints "$name" "$message" "$@"
}

# From one program to the other.
frame=$scratch/frame
succeeds 'a frame is recorded' ends 0 "$contact" balls-50 --time 0.5 \
  --record "$frame.lcp" --csv "$scratch/run.csv" --plot "$scratch/pile.gp"
succeeds 'and solved' ends 0 "$lcp" "$frame.lcp" --solver renouf
succeeds 'the same as MatrixMarket' ends 0 "$contact" balls-50 --time 0.5 \
  --record "$frame.mtx" --quiet
succeeds 'is solved as well' ends 0 "$lcp" "$frame.mtx" --solver renouf
prints 'with as many rows' 'nonzeros in A, assembled' \
  "$lcp" "$frame.mtx" --solver renouf
succeeds 'chosen frames' ends 0 "$contact" balls-50 --time 0.3 \
  --record "$frame.lcp" --frames 10,30
succeeds 'have their numbers' test -s "$frame-10.lcp" -a -s "$frame-30.lcp"
succeeds 'each step is a row' test "$(wc -l <"$scratch/run.csv")" -eq 51
prints 'with the chains of force' 'FORCES using 1:2' cat "$scratch/pile.gp"
prints 'a picture without gnuplot' 'with circles' cat "$scratch/pile.gp"
succeeds 'convergence is drawn' ends 0 "$lcp" stack-5 --plot "$scratch/c.gp"
prints 'with every solver' "set label 'renouf-ssor'" cat "$scratch/c.gp"
prints 'the numbers of JSON' '"microseconds_per_iteration"' "$lcp" --json
prints 'and of the other' '"penetration"' "$contact" --time 0.1 --json

# A long run keeps some of its steps, always with the last; its memory does not
# grow with the time that is asked for.
prints 'the last of many steps is told' '100001        1' "$contact" stack-5 --time 1 \
  --dt 9.99999e-6
prints 'a run of years begins' '5,' sh -c \
  "'$contact' stack-5 --time 9e6 --csv - | head -n 3"

# A recording of all steps: b follows from bodies and contacts, b = n . (v_j -
# v_i) + gap / dt with v after gravity, and the impulses solve the problem.
by_h5py() {
  "$python" - "$1" <<EOF
import sys, h5py, numpy as np
worst, count = 0, 0
for name, f in h5py.File(sys.argv[1], 'r').items():
    if not name.startswith('frame') or len(f['b']) == 0: continue
    s, h = f['state'], f.attrs['step']
    v = np.vstack([s['velocity'][:, :3] + [0, 0, -9.81 * h], [[0, 0, 0]]])
    i, j = s['pair'][:, 0], s['pair'][:, 1]
    b = ((v[j] - v[i]) * s['normal'][:]).sum(1) + s['gap'][:] / h
    worst = max(worst, abs(b - f['b'][:][s['row'][:]]).max())
    w = np.zeros(len(b)); p, c, x = (f['A/' + k][:] for k in 'pix')
    for r in range(len(b)):
        w[r] = f['b'][r] + x[p[r]:p[r+1]] @ s['lambda'][:][c[p[r]:p[r+1]]]
    worst = max(worst, -w.min(), abs(w @ s['lambda'][:]))
    count += 1
print(count > 20, worst < 1e-9)
EOF
}
# The same in Octave, which transposes arrays and leaves out attributes.
by_octave() {
  cat >"$scratch/read.m" <<EOF
h = 0.01; worst = 0; count = 0;
for frame = struct2cell(load('-hdf5', '$1'))'
  f = frame{1};
  if !isstruct(f) || isempty(f.b), continue, endif
  s = f.state;
  v = [s.velocity(1:3, :) + [0; 0; -9.81 * h], [0; 0; 0]];
  i = double(s.pair(1, :)) + 1; j = double(s.pair(2, :)) + 1;
  r = double(s.row)(:)' + 1;
  b = sum((v(:, j) - v(:, i)) .* s.normal) + s.gap(:)' / h;
  worst = max([worst, abs(b - f.b(:)'(r))]);
  n = numel(f.b); p = double(f.A.p)(:)'; rows = repelems(1:n, [1:n; diff(p)]);
  A = sparse(rows, double(f.A.i)(:)' + 1, f.A.x(:)', n, n);
  w = A * s.lambda(:) + f.b(:);
  worst = max([worst, -min(w), abs(w' * s.lambda(:))]);
  count += size(s.pose, 1) == 7;
endfor
printf('%d %d\n', count > 20, worst < 1e-9);
EOF
  octave-cli --norc -q "$scratch/read.m"
}
recording() {
  succeeds 'balls are recorded' ends 0 "$contact" balls-50 --time 0.3 --quiet \
    --solver face --tolerance 1e-11 --iterations 3000 \
    --record "$scratch/balls.h5"
  prints 'the first one has no contacts' 'psor solves 30 of 30 frames' \
    "$lcp" "$scratch/balls.h5" --solver psor --frames 1:30
  prints 'all steps of them' 'frame 30 at 0.29 s' "$lcp" "$scratch/balls.h5" \
    --solver psor
  python=
  for name in python3 /usr/bin/python3; do
    "$name" -c 'import h5py' >/dev/null 2>&1 && python=$name
  done
  if [ "$python" ]; then
    prints 'b follows from the state' 'True True' by_h5py "$scratch/balls.h5"
  else
    skip 'b follows from the state' 'h5py is not installed'
  fi
  if octave-cli --norc -q --eval 'x = 1;' >/dev/null 2>&1; then
    prints 'and in Octave too' '1 1' by_octave "$scratch/balls.h5"
  else
    skip 'and in Octave too' 'Octave is not installed'
  fi
  succeeds 'chosen steps' ends 0 "$contact" balls-50 --time 0.3 --quiet \
    --frames 10,20 --record "$scratch/two.h5"
  prints 'and no others' 'it has 2, from 10 to 20' "$lcp" "$scratch/two.h5" \
    --frame 11
}
no_room() {
  mkdir "$scratch/small" && cd "$scratch/small" && ulimit -f 4 &&
    ends 1 "$contact" balls-350 --time 0.1 --record r.h5 --quiet
}
if built_with HDF5; then
  recording
  prints 'one without room for a frame' 'File too large' eval '(no_room)'
  silent 'leaves nothing' ls "$scratch/small"
else
  skip 'a recording' 'built without HDF5'
fi
refuses 'an ending that is none' 'a recording ends in .h5' \
  "$contact" balls-50 --time 0.1 --record "$scratch/x.foo"

# The light ball of the source passes through the heavy one where sweeps are cut
# short, and lies below it where the step is solved.
order() {
  "$contact" light-ball --solver "$1" --json |
    awk '/^    \[/ { z[++n] = $3 + 0 } END { print (z[1] > z[2]) }'
}
prints 'a light ball passes through a heavy one' 1 order psor
prints 'where it is not solved' 0 order pcg

# Bodies and contacts in long rows.
long_rows() {
  awk -F, '$2 == "body" && $1 > last { steps++; last = $1 }
    $2 == "body" { bodies++ }
    $2 == "contact" { contacts++
      if ($(NF - 2) < 0 || $(NF - 3) == "nan") wrong++ }
    END { print steps, bodies, (contacts > 0), wrong + 0 }' "$1"
}
succeeds 'long rows are written' ends 0 "$contact" balls-50 --time 0.4 \
  --every 10 --csv "$scratch/long.csv" --quiet
prints 'for each tenth step' '4 200 1 0' long_rows "$scratch/long.csv"
misuses 'long rows without a file' '--every is for --csv' \
  "$contact" balls-50 --every 10
prints 'pivoting that is cut is told' 'cut off amid pivoting' \
  "$contact" balls-50 --solver lemke --time 0.3 --iterations 20
uncut() {
  ! "$contact" balls-50 --solver lemke --time 0.3 | grep 'cut off'
}
succeeds 'and by default it is not cut' uncut

# Balls in a row without gravity, of which the first meets the second with 1 m/s
# after 0.4 s; the others rest behind it.
row() {
  printf 'gravity = (0, 0, 0); container = "plane"; time = 1; %s balls = (
    { position = (-0.3, 0, 5); radius = 0.1; mass = 1; velocity = (1, 0, 0); }' \
    "$1"
  shift
  for x in "$@"; do
    printf ',\n{ position = (%s, 0, 5); radius = 0.1; mass = 1; }' "$x"
  done
  echo ');'
}
row 'solver = "pcg"; tolerance = 1e-12; iterations = 100;' \
  0.2 0.4 0.6 0.8 >"$scratch/cradle.cfg"
row '' 0.2 0.4003 >"$scratch/gap.cfg"
speeds() {
  "$contact" "$@" --every 1 --csv - --quiet |
    awk -F, '$2 == "body" { v[$3] = $11 }
      END { for (k = 0; k in v; k++) printf "%.3f ", v[k] }'
}
prints 'balls that touch go on together' '0.200 0.200 0.200 0.200 0.200' \
  speeds "$scratch/cradle.cfg"
prints 'in steps of any length' '0.200 0.200 0.200 0.200 0.200' \
  speeds "$scratch/cradle.cfg" --dt 1e-3
prints 'steps that undo rounding are no poor ones' 'Good: residuals' \
  "$contact" "$scratch/cradle.cfg"
for dt in 1e-2 1e-3; do
  prints "a gap crossed in a step of $dt s is told" \
    '1 pair met in a step that did not see them' \
    "$contact" "$scratch/gap.cfg" --dt $dt
  prints 'it is poor, and what helps is said' \
    '(a smaller --dt or a larger --margin helps)' \
    "$contact" "$scratch/gap.cfg" --dt $dt
  prints 'a margin does' 'Good: residuals' \
    "$contact" "$scratch/gap.cfg" --dt $dt --margin 3e-4
done
prints 'a shorter step does' 'Good: residuals' \
  "$contact" "$scratch/gap.cfg" --dt 1e-4
missed() { "$contact" "$1" --json | grep -c '"missed": 1,'; }
prints 'JSON has it' 1 missed "$scratch/gap.cfg"

# Rigid bodies: a problem recorded by one program, solved by the other.
rigid_bodies() {
  succeeds 'a wall is simulated' ends 0 "$contact" wall --time 0.05 \
    --record "$scratch/wall.mtx" --csv "$scratch/wall.csv" \
    --plot "$scratch/wall.gp" --quiet
  succeeds 'each step is a row' test "$(wc -l <"$scratch/wall.csv")" -eq 4
  prints 'with 832 contacts' '832,2496' cat "$scratch/wall.csv"
  prints 'it is drawn' 'with polygons' cat "$scratch/wall.gp"
  prints 'and solved' '2496 rows, 190368 nonzeros in A' \
    "$lcp" "$scratch/wall.mtx" --solver psor --omega 1.4 --iterations 50
  # While the tripods are still falling there are no contacts; the later step is
  # recorded.
  rm -f "$scratch"/fall*
  succeeds 'a matrix without rows is not written' ends 1 "$contact" tripods \
    --time 1 --frames 1,60 --record "$scratch/fall.mtx" \
    --json="$scratch/fall.json" --csv "$scratch/fall.csv" --quiet
  succeeds 'all else is' test -s "$scratch/fall-60.mtx" -a \
    -s "$scratch/fall.json" -a -s "$scratch/fall.csv"
  succeeds 'but a file of it is not' test ! -e "$scratch/fall-1.mtx"
  prints 'and that is said' '1 of the steps to record had no contacts' \
    "$contact" tripods --time 1 --frames 1,60 --record "$scratch/fall.mtx"
  prints 'JSON of rigid bodies' '"constraint_inf"' \
    "$contact" falling-chain --time 0.1 --json
  # Without tangents there is nothing to couple.
  echo 'ground = ({ shape = "plane"; }); time = 0.1; bodies = ({ mass = 1;
    name = "a"; shape = "sphere"; size = 0.1; position = (0, 0, 0.1); });' \
    >"$scratch/smooth.cfg"
  for method in ipm face bpp lemke mprgp; do
    succeeds "$method solves contacts without friction" ends 0 \
      "$contact" "$scratch/smooth.cfg" --friction 0 --solver $method --quiet
  done
  # An edge 5 mm inside a face.
  echo 'ground = ({ shape = "box"; size = (1, 1, 0.2);
      position = (0, 0, -0.1); }); gravity = (0, 0, 0); time = 0.1;
    bodies = ({ name = "a"; mass = 1; shape = "box"; size = (0.2, 0.2, 0.2);
      position = (0, 0, 0.13642135623730951); axis = (1, 0, 0);
      angle = 45; });' >"$scratch/edge.cfg"
  prints 'an overlap is found' 'deepest overlap 5.00e-03 m' \
    "$contact" "$scratch/edge.cfg"
  # Coupled friction diverges in a step; the best iterate does no harm.
  calm() {
    "$contact" wall --time 0.2 --coupled --omega radius --json --quiet |
      awk '$1 == "\"residual_inf\":" { worst = $2 > worst ? $2 : worst }
        END { print worst < 0.2 ? "calm" : worst }'
  }
  prints 'a step that diverges throws no bricks' calm calm
  # --margin looks at the way of a step, where the scene does not.
  sinks() {
    "$contact" tripods --time 0.6 --json "$@" |
      awk '/"penetration"/ && $2 + 0 > most { most = $2 + 0 }
        END { print (most > 0.05), (most < 0.002) }'
  }
  prints 'tripods sink in at landing' '1 0' sinks
  prints 'but not with a margin' '0 1' sinks --margin 1e-3
  prints 'unless it is asked for' '1 0' sinks --margin 1e-3 --no-anticipation
  # A scene that says nothing has the defaults that --help prints.
  printf 'ground = ({ shape = "plane"; });\nbodies = ({ name = "ball"; mass = 1; %s });\n' \
    'shape = "sphere"; size = 0.1; position = (0, 0, 1);' >"$scratch/bare.cfg"
  defaults() {
    "$contact" --help | awk '/^  rigid bodies/ { print $3, $5, $8 }'
    "$contact" "$scratch/bare.cfg" --time 0.1 | sed -n 2,3p |
      tr '\n' ' ' | awk '{ print $12, $14, $10 }' | tr -d ,
  }
  same_defaults() {
    defaults | tee "$scratch/defaults"
    [ "$(wc -l <"$scratch/defaults")" -eq 2 ] &&
      [ "$(uniq "$scratch/defaults" | wc -l)" -eq 1 ]
  }
  succeeds 'a bare scene has the defaults of --help' same_defaults
  shipped() { ! grep -L 'solver = "face"' "$srcdir"/data/tuning/*.cfg | grep .; }
  succeeds 'and the shipped ones say face' shipped
  prints '--coupled alone takes a solver that can' 'psor to 1e-06 m/s' \
    "$contact" wall --time 0.02 --coupled
  refuses 'rigid bodies are no balls' '.lcp holds contacts of balls' \
    "$contact" wall --time 0.05 --record "$scratch/wall.lcp"
  succeeds 'coupled friction' ends 0 "$contact" tripods --coupled \
    --solver psor --omega 1.3 --iterations 200 --time 0.5 --quiet
  succeeds 'swept by colours' ends 0 "$contact" tripods --coupled \
    --order colours --time 0.2 --quiet
  # A method of pivots stops between two tests of its residual.
  cat >"$scratch/box.cfg" <<'END'
ground = ( { shape = "plane"; } );
bodies = ( { name = "a"; mass = 1; shape = "box"; size = (0.36, 0.3, 0.31);
  position = (0, 0, 0.6); quaternion = (-0.738, -0.256, 0.598, 0.179);
  velocity = (-0.14, 1.01, 1.35); omega = (1.31, 2.99, 0.58); } );
friction = 0.5; time = 0.6; step = 1/120;
frozen = true; rounds = 10; friction_tolerance = 0.001;
END
  # A box lands and slides: two rounds do not find its friction.
  cat >"$scratch/slide.cfg" <<'END'
ground = ({ shape = "plane"; }); step = 1/60; time = 1; friction = 0.4;
bodies = ({ name = "b"; mass = 2; shape = "box"; size = (1, 1, 0.2);
  position = (0, 0, 1.1); velocity = (6, 0, 0); }); frozen = true;
END
  prints 'bounds that are wrong are poor' '(--coupled, or more rounds in the' \
    "$contact" "$scratch/slide.cfg" --solver face
  prints 'coupled ones are not' 'Good: residuals' "$contact" \
    "$scratch/slide.cfg" --coupled
  (cat "$scratch/slide.cfg" && echo 'rounds = 50;') >"$scratch/rounds.cfg"
  prints 'nor are more rounds' 'Good: residuals' "$contact" \
    "$scratch/rounds.cfg" --solver face
  prints 'what pivots find at their end is taken' 'Good: residuals' "$contact" \
    "$scratch/box.cfg" --solver enumerate
}
# A ball of 2 kg falls 3 m high: the rows of a step are of its beginning.
fall() {
  cat >"$scratch/fall.cfg" <<'END'
gravity = (0, 0, -10);
ground = ( { shape = "plane"; } );
bodies = ( { name = "b"; mass = 2; shape = "sphere"; size = 0.3;
             position = (0, 0, 3); velocity = (1, 0, 0); omega = (0, 0, 1); } );
time = 0.05;
step = 0.01;
END
  "$contact" "$scratch/fall.cfg" --every 1 --csv - --quiet |
    awk -F, 'NR < 4 && NR > 1 { print $1, $4, $6, $11, $13 }' | xargs
}
if built_with ODE; then
  prints 'a step begins where it begins' '0 0 3 1 0 0.01 0.01 2.999 1 -0.1' fall
  rigid_bodies
else
  skip 'rigid bodies' 'built without ODE'
fi

# What is wrong is said.
printf '2\n2 -1\n-0.5 2\n-1 -1\n' >"$scratch/asymmetric.txt"
refuses 'an asymmetric matrix' \
  'asymmetric.txt:2: A is not symmetric: A(1, 2) = -1, but A(2, 1) = -0.5' \
  "$lcp" "$scratch/asymmetric.txt"
printf '2\n2 3\n3 2\n-1 -1\n' >"$scratch/indefinite.txt"
refuses 'an indefinite matrix' 'indefinite.txt:2: A is not positive definite' \
  "$lcp" "$scratch/indefinite.txt"
printf '2\n0 0\n0 2\n1 -1\n' >"$scratch/zero.txt"
refuses 'a row of zeros' 'a row of zeros has w = b, and can be left out' \
  "$lcp" "$scratch/zero.txt"
printf '1\n2\nnan\n' >"$scratch/nan.txt"
refuses 'a NaN' 'nan.txt:3: b(1) must be finite, got nan' \
  "$lcp" "$scratch/nan.txt"
printf '1\n2\n-1\n3\n2\n' >"$scratch/bounds.txt"
refuses 'lo > hi' 'bounds.txt:5: the bounds of row 1 must be lo <= hi, got 3 and 2' \
  "$lcp" "$scratch/bounds.txt"
refuses 'a method that cannot' 'method enumerate takes at most 12 rows' \
  "$lcp" art-50 --solver enumerate
printf 'container = "tube";\nballs = 3;\n' >"$scratch/bad.cfg"
refuses 'a scene with a missing key' "bad.cfg: the key 'radius' is missing" \
  "$contact" "$scratch/bad.cfg"
if built_with ODE; then
  prints '--cone alone takes the solver that can' \
    'pgs-block to 1e-06 m/s, friction 1, in its cone' \
    "$contact" tripods --time 0.02 --cone
  refuses 'other solvers' 'a box only; pgs-block takes the cone' \
    "$contact" wall --cone --solver psor
  refuses 'coupled friction without a sweep' 'coupled friction has none' \
    "$contact" wall --coupled --solver face
  prints 'and how to freeze it is said' 'frozen = true in the scene' \
    "$contact" wall --coupled --solver face
fi
misuses 'options for balls' '--no-position-correction is for balls' \
  "$contact" wall --no-position-correction
misuses 'options for rigid bodies' '--friction is for rigid bodies' \
  "$contact" stack-5 --friction 0.5
refuses 'a frame that never comes' '--frames asks for step 30 of 20' \
  "$contact" balls-50 --time 0.2 --frames 10,30 --record "$scratch/never.lcp"
refuses 'a range beyond the end' '--frames asks for step 25 of 20' \
  "$contact" balls-50 --time 0.2 --frames 5:25:10 --record "$scratch/x.lcp"
ln -s nowhere/x.lcp "$scratch/link.lcp"
refuses 'a link to nothing' \
  'link.lcp: cannot be written: it is a link to a file that does not exist' \
  "$contact" stack-5 --time 0.1 --record "$scratch/link.lcp"
misuses 'a step before the first' '--frames counts steps from 1' \
  "$contact" balls-50 --time 0.2 --frames 0:5 --record "$scratch/x.lcp"
succeeds 'ranges of steps' ends 0 "$contact" balls-50 --time 0.2 \
  --frames 3,5:16:5 --record "$scratch/range.lcp"
range() { (cd "$scratch" && printf '%s ' range-*.lcp); }
prints 'which are recorded' \
  'range-10.lcp range-15.lcp range-3.lcp range-5.lcp' range
misuses 'frames that are not recorded' '--frames is for --record FILE' \
  "$contact" balls-50 --time 0.2 --frames 10
succeeds 'wrong usage' ends 2 "$contact" --solver newton
# The verdict: more iterations make a poor pile a good one.
prints 'a pile at rest is good' 'Good: residuals' "$contact" stack-5
prints 'sweeps that are cut short are poor' 'POOR: residuals' \
  "$contact" balls-50 --time 0.5 --iterations 2
prints 'and the verdict says what helps' \
  '(more --iterations, another --solver, or psor with --omega 1 may help)' \
  "$contact" balls-50 --time 0.5 --iterations 2
prints 'and what balls have, when they overlap' \
  '(a smaller --dt or a larger --margin helps)' \
  "$contact" balls-350 --time 0.2 --no-anticipation
# A hinged bar of 1 m that turns about z, as fast as is asked.
turning() {
  "$contact" - --time 1 <<END
gravity = (0, 0, 0); ground = ();
bodies = ( { name = "bar"; mass = 2; shape = "box"; size = (1, 0.1, 0.1);
             position = (0.5, 0, 0); pivot = (0, 0, 0); omega = (0, 0, $1); } );
joints = ( { type = "revolute"; parent = "world"; child = "bar";
             point = (0, 0, 0); axis = (0, 0, 1); } );
END
}
if built_with ODE; then
  prints 'joints that open are poor' '% of it (a smaller --dt helps)' turning 20
  prints 'others are good' 'Good: residuals' turning 0.5
fi
prints 'not more iterations where a loose tolerance is met' \
  '(a smaller --tolerance helps)' \
  "$contact" balls-50 --time 0.5 --solver renouf --iterations 1000 \
  --tolerance 0.2
finish
