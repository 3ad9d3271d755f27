#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Dead points of the motors between two samples: of a slider-crank, a quick
# return and a four-bar, whose times are known in closed form.
. "$srcdir/tests/tap.sh"

inverse=$builddir/src/programs/pantin-inverse

# Prints the joints of a slider-crank.
slider_joints() { # FRICTION PIN WRIST
  cat <<CFG
joints = (
  { name = "bearing"; type = "revolute"; parent = "world"; child = "crank";
    point = (0, 0, 0); axis = (0, 0, 1); friction_turn = $1; },
  { name = "pin"; type = "revolute"; parent = "crank"; child = "rod";
    point = ($2); axis = (0, 0, 1); },
  { name = "wrist"; type = "revolute"; parent = "rod"; child = "piston";
    point = ($3); axis = (0, 0, 1); },
  { name = "bore"; type = "prismatic"; parent = "world"; child = "piston";
    point = ($3); axis = (1, 0, 0); } );
CFG
}

# A slider-crank: 0.1 m and 0.3 m, the crank upright at the start.
piston() { # FRICTION TURN MOTOR
  cat >"$scratch/piston.cfg" <<CFG
bodies = ( { name = "crank"; mass = 1; inertia = (0.001, 0.004, 0.004);
             ends = ((0, 0, 0), (0, 0.1, 0)); },
           { name = "rod"; mass = 0.5; inertia = (0.0001, 0.00375, 0.00375);
             ends = ((0, 0.1, 0), (0.28284271247461901, 0, 0)); },
           { name = "piston"; mass = 0.8; shape = "box";
             size = (0.08, 0.06, 0.06);
             position = (0.28284271247461901, 0, 0); } );
$(slider_joints "$1" '0, 0.1, 0' '0.28284271247461901, 0, 0')
motors = ( { joint = "$3"; } );
motion = ( { joint = "bearing"; times = (0, 1); turns = (0, $2); } );
CFG
}

# A crank of 0.1 m upright at the start, whose pin slides in a lever that turns
# about a point 0.25 m below its own.
quick_return() { # FRICTION TURN MOTOR
  cat >"$scratch/quick.cfg" <<CFG
bodies = ( { name = "crank"; mass = 1; shape = "box"; size = (0.1, 0.02, 0.02);
             ends = ((0, 0, 0), (0, 0.1, 0)); },
           { name = "block"; mass = 0.3; shape = "box";
             size = (0.03, 0.03, 0.03); position = (0, 0.1, 0); },
           { name = "lever"; mass = 2; shape = "box"; size = (0.5, 0.02, 0.02);
             ends = ((0, -0.25, 0), (0, 0.25, 0)); } );
joints = (
  { name = "axle"; type = "revolute"; parent = "world"; child = "crank";
    point = (0, 0, 0); axis = (0, 0, 1); friction_turn = $1; },
  { name = "pin"; type = "revolute"; parent = "crank"; child = "block";
    point = (0, 0.1, 0); axis = (0, 0, 1); },
  { name = "slot"; type = "prismatic"; parent = "lever"; child = "block";
    point = (0, 0.1, 0); axis = (0, 1, 0); },
  { name = "pivot"; type = "revolute"; parent = "world"; child = "lever";
    point = (0, -0.25, 0); axis = (0, 0, 1); } );
motors = ( { joint = "$3"; } );
motion = ( { joint = "axle"; times = (0, 1); turns = (0, $2); } );
CFG
}

# A crank-rocker of 0.2, 0.5, 0.4 and 0.6 m, the crank upright at the start.
four_bar() { # FRICTION TURN MOTOR
  cx=$(awk 'BEGIN { d = sqrt(0.4); a = (0.25 - 0.16 + d * d) / (2 * d)
    printf "%.17g", (0.6 * a + 0.2 * sqrt(0.25 - a * a)) / d }')
  cy=$(awk 'BEGIN { d = sqrt(0.4); a = (0.25 - 0.16 + d * d) / (2 * d)
    printf "%.17g", 0.2 + (-0.2 * a + 0.6 * sqrt(0.25 - a * a)) / d }')
  cat >"$scratch/four.cfg" <<CFG
gravity = (0, -9.81, 0);
bodies = ( { name = "crank"; mass = 1; shape = "box"; size = (0.2, 0.02, 0.02);
             ends = ((0, 0, 0), (0, 0.2, 0)); },
           { name = "coupler"; mass = 2; shape = "box";
             size = (0.5, 0.02, 0.02); ends = ((0, 0.2, 0), ($cx, $cy, 0)); },
           { name = "rocker"; mass = 1; shape = "box"; size = (0.4, 0.02, 0.02);
             ends = ((0.6, 0, 0), ($cx, $cy, 0)); } );
joints = (
  { name = "a"; type = "revolute"; parent = "world"; child = "crank";
    point = (0, 0, 0); axis = (0, 0, 1); friction_turn = $1; },
  { name = "b"; type = "revolute"; parent = "crank"; child = "coupler";
    point = (0, 0.2, 0); axis = (0, 0, 1); },
  { name = "c"; type = "revolute"; parent = "coupler"; child = "rocker";
    point = ($cx, $cy, 0); axis = (0, 0, 1); },
  { name = "d"; type = "revolute"; parent = "world"; child = "rocker";
    point = (0.6, 0, 0); axis = (0, 0, 1); } );
motors = ( { joint = "$3"; } );
motion = ( { joint = "a"; times = (0, 1); turns = (0, $2); } );
CFG
}

# Prints the time at which a turn has come so far, both in degrees: a path's
# quintic inverted by halving.
time_of() { # TURN ANGLE
  awk -v part="$(awk "BEGIN { print $2 / $1 }")" 'BEGIN { to = 1
    for (k = 0; k < 60; k++) { t = (from + to) / 2
      if (t ^ 3 * (10 - 15 * t + 6 * t * t) < part) from = t; else to = t }
    printf "%.4f\n", t }'
}

# Prints the status, and the time of the dead point.
dead() { # SCENE OPTIONS...
  scene=$1
  shift
  "$inverse" "$scratch/$scene.cfg" --json "$@" >"$scratch/told.json" 2>&1
  status=$?
  awk -v status="$status" '$1 == "\"dead_point\":" {
    print status, ($2 == "null," ? "none" : sprintf("%.4f", $2)) }' \
    "$scratch/told.json"
}

# The crank's angle where the rod lies along it: 0 degrees.
piston 0.05 -170 bore
at=$(time_of -170 -90)
for dt in 0.5 0.07 0.02 0.01 0.003 0.001; do
  prints "a piston drives a crank through its end, dt $dt" "3 $at" \
    dead piston --dt $dt
done
said() { "$inverse" "$scratch/piston.cfg"; }
prints 'what the table says' 'At t = 0.515697 s they pass a dead point' said
piston 0.05 -70 bore
prints 'not as far as there' '0 none' dead piston
piston 0.05 18000 bore
for dt in 0.01 0.02 0.1 0.5; do
  prints "fifty turns, dt $dt" '3 0.' dead piston --dt $dt
done
piston 0.05 -170 bearing
prints 'a motor at the crank has none' '0 none' dead piston

# By symmetry, the half turn's middle is the dead point, where neither
# acceleration nor force is needed: forces converge.
piston 0 -180 bore
for dt in 0.03 0.01 0.007; do
  prints "momentum carries it through, dt $dt" '0 0.5000' dead piston --dt $dt
done
needed() { "$inverse" "$scratch/piston.cfg"; }
prints 'the table says so' 'where this motion needs nothing of' needed
most() {
  "$inverse" "$scratch/piston.cfg" --dt "$1" --json |
    awk '$1 == "\"force_max\":" && $2 > most { most = $2 }
      END { printf "%.1f N\n", most }'
}
prints 'forces do not grow there' "$(most 0.007)" most 0.0003
piston 0.05 -180 bore
prints 'friction does' '3 0.5000' dead piston

# The lever turns back where the crank is upright on it: cos = -0.1 / 0.25.
quick_return 0.02 150 pivot
angle=$(awk 'BEGIN { pi = atan2(0, -1)
  printf "%.12f", 180 / pi * atan2(sqrt(1 - 0.16), -0.4) }')
at=$(time_of 150 "$angle")
for dt in 0.5 0.03 0.01 0.001; do
  prints "a lever at its limit, dt $dt" "3 $at" dead quick --dt $dt
done
quick_return 0.02 110 pivot
prints 'and short of it' '0 none' dead quick

# The rocker is at its limits where crank and coupler lie on one line: with 0.7
# or 0.3 m, 0.4 m and 0.6 m form a triangle.
angle=$(awk 'BEGIN { pi = atan2(0, -1); c = (0.09 + 0.36 - 0.16) / (2 * 0.3 * 0.6)
  printf "%.12f", 180 / pi * atan2(sqrt(1 - c * c), c) + 90 }')
four_bar 0.1 170 d
at=$(time_of 170 "$angle")
for dt in 0.5 0.03 0.01 0.001; do
  prints "a rocker at its limit, dt $dt" "3 $at" dead four --dt $dt
done
angle=$(awk 'BEGIN { pi = atan2(0, -1); c = (0.49 + 0.36 - 0.16) / (2 * 0.7 * 0.6)
  printf "%.12f", 90 - 180 / pi * atan2(sqrt(1 - c * c), c) }')
four_bar 0.1 -120 d
at=$(time_of -120 "-$angle")
prints 'and at the other one' "3 $at" dead four
four_bar 0.1 120 d
prints 'and on its way' '0 none' dead four

# A crank that swings fast through half-turns, whose steps are long in a linkage
# that can nearly be stretched: the joints move alike whatever motor does it.
# The coupler's pin is where circles of 0.59 and 0.77 m meet.
fast_crank() { # MOTOR
  cat >"$scratch/fast.cfg" <<CFG
gravity = (0, 0, 0);
bodies = ( { name = "crank"; mass = 1; shape = "box";
             size = (0.52, 0.05, 0.05);
             ends = ((0, 0, 0), (0.34260213756492008, 0.39118253454870355, 0));
           }, { name = "coupler"; mass = 1; shape = "box";
             size = (0.59, 0.05, 0.05);
             ends = ((0.34260213756492008, 0.39118253454870355, 0),
                     (0.79738423239568279, 0.76704586904854954, 0)); },
           { name = "rocker"; mass = 1; shape = "box";
             size = (0.77, 0.05, 0.05);
             ends = ((0.73, 0, 0),
                     (0.79738423239568279, 0.76704586904854954, 0)); } );
joints = (
  { name = "a"; type = "revolute"; parent = "world"; child = "crank";
    point = (0, 0, 0); axis = (0, 0, 1); },
  { name = "b"; type = "revolute"; parent = "crank"; child = "coupler";
    point = (0.34260213756492008, 0.39118253454870355, 0); axis = (0, 0, 1); },
  { name = "c"; type = "revolute"; parent = "coupler"; child = "rocker";
    point = (0.79738423239568279, 0.76704586904854954, 0); axis = (0, 0, 1); },
  { name = "d"; type = "revolute"; parent = "world"; child = "rocker";
    point = (0.73, 0, 0); axis = (0, 0, 1); } );
motors = ( { joint = "$1"; } );
motion = ( { joint = "a"; turn = 540; frequency = 1; } );
CFG
}

# Prints the turns of the joints in all samples.
turns_by() { # MOTOR DT
  fast_crank "$1"
  "$inverse" "$scratch/fast.cfg" --time 2 --dt "$2" --csv - --quiet |
    awk -F, '
      NR == 1 { for (k = 1; k <= NF; k++) if ($k ~ /[.]turn /) is[k] = 1; next }
      { for (k = 1; k <= NF; k++) if (is[k]) printf "%.0f ", 1e6 * $k
        print "" }' | sed 's/-0 /0 /g'
}

# Tells whether the joints move as with a motor at the crank.
moved() { # DT
  turns_by a "$1" >"$scratch/a"
  alike='all alike'
  for motor in b c d; do
    turns_by "$motor" "$1" >"$scratch/other"
    cmp -s "$scratch/a" "$scratch/other" || alike="not by $motor"
  done
  awk -v alike="$alike" 'END { print NR " rows, " alike }' "$scratch/a"
}
for dt in 0.2 0.05 0.01; do
  rows=$(awk "BEGIN { print 2 / $dt + 1 }")
  prints "dead points do not change the way, dt $dt" "$rows rows, all alike" \
    moved $dt
done

# A slider-crank of 1 m and 2 m, stretched at the start.
stretched() { # FRICTION MOTOR MOTION
  cat >"$scratch/stretched.cfg" <<CFG
bodies = ( { name = "crank"; mass = 1; shape = "box"; size = (1, 0.1, 0.1);
             position = (0.5, 0, 0); },
           { name = "rod"; mass = 1; shape = "box"; size = (2, 0.1, 0.1);
             position = (2, 0, 0); },
           { name = "piston"; mass = 1; shape = "box"; size = (0.2, 0.2, 0.2);
             position = (3, 0, 0); } );
$(slider_joints "$1" '1, 0, 0' '3, 0, 0')
gravity = (0, 0, 0);
motors = ( { joint = "$2"; } );
motion = ( { joint = "bearing"; $3 } );
CFG
}

# From rest the crank's turn grows like t^n, n = 2 or 3, and the leverage with
# it, its acceleration like t^(n - 2): forces are like 1 / t^2.
from='times = (0, 1); turns = (0, 90);'
to='times = (0, 1); turns = (-90, 0);'
for dt in 0.5 0.02 0.01 0.001; do
  stretched 0 bore "$from"
  prints "from rest in a dead point, dt $dt" '3 0.0000' dead stretched --dt $dt
  stretched 0 bore "$to"
  prints "to rest in one, dt $dt" '3 1.0000' dead stretched --dt $dt
done
stretched 0 bore "$from curve = \"cubic\";"
prints 'on a cubic' '3 0.0000' dead stretched
stretched 0 bearing "$from"
prints 'a motor at the crank can do it' '0 none' dead stretched

# At speed, what is needed there grows like t, as the leverage does.
swing='turn = 60; frequency = 1;'
stretched 0 bore "$swing"
prints 'begun at speed' '0 ' dead stretched --time 0.2
stretched 0.1 bore "$swing"
prints 'with friction' '3 0.0000' dead stretched --time 0.2

finish
