#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# pantin-inverse: levers by hand, the round trip on every shipped tree, its
# files, its manual page.
. "$srcdir/tests/tap.sh"

inverse=$builddir/src/programs/pantin-inverse
joints=$builddir/src/programs/pantin-joints

# Held still, the wrist carries 1 kg at 0.05 m and the flange 0.5 kg at 0.13 m;
# the turret everything: 28.5 kg.
held() { "$inverse" arm --hold --time 0.1 --json; }
prints 'a lever' '"torque_max": 1.12815' held
prints 'a weight' '"joint_force_max": 279.585' held

# A hinged rod of 1 m and 2 kg swings by 90 degrees at 1/2 Hz: at the end of
# its swing, 0.5 s, it is level, and m l^2 / 3 (pi/2) pi^2 = 10.335425560 is
# to be taken from m g l / 2 = 9.81 (to the other side).
cat >"$scratch/rod.cfg" <<'END'
gravity = (0, -9.81, 0);
bodies = ( { name = "rod"; mass = 2; shape = "rod"; size = 1;
             ends = ((0, 0, 0), (0, -1, 0)); } );
joints = ( { name = "hinge"; type = "revolute"; parent = "world";
             child = "rod"; point = (0, 0, 0); axis = (0, 0, 1); } );
motion = ( { joint = "hinge"; turn = 90.0; frequency = 0.5; } );
END
level() {
  "$inverse" "$scratch/rod.cfg" --dt 0.5 --time 0.5 --quiet \
    --csv "$scratch/rod.csv" && tail -n 1 "$scratch/rod.csv" |
    awk -F, '{ printf "%.8f %.8f %.8f %.8f\n", $1, $2, $4, $6 }'
}
prints 'a rod that swings' '0.50000000 1.57079633 -0.52542556' level

# A rod of 1 m and 3 kg falls to one side on a cubic: at its end it is level, and
# 3 l^2 / 3 (6 pi / 2) / T^2 is added to m g l / 2 = 15, though 57 and 113 steps
# are more than T by rounding.
cat >"$scratch/cubic.cfg" <<'END'
gravity = (0, -10, 0);
bodies = ( { name = "rod"; mass = 3; shape = "rod"; size = 1;
             ends = ((0, 0, 0), (0, 1, 0)); } );
joints = ( { name = "hinge"; type = "revolute"; parent = "world";
             child = "rod"; point = (0, 0, 0); axis = (0, 0, 1); } );
motion = ( { joint = "hinge"; times = (0, TIME); turns = (0, -90);
             curve = "cubic"; } );
END
braked() { # TIME
  sed "s/TIME/$1/" "$scratch/cubic.cfg" >"$scratch/cubic_of.cfg"
  "$inverse" "$scratch/cubic_of.cfg" --quiet --csv "$scratch/cubic.csv" \
    --drive "$scratch/driven.cfg" && tail -n 1 "$scratch/cubic.csv" |
    awk -F, '{ printf "%.8f %.8f\n", $2, $4 }'
}
for time in 0.57 0.58 1.13; do
  prints "the end of a cubic at $time s" "-1.57079633 $(awk "BEGIN {
    printf \"%.8f\", 15 + 3 * atan2(0, -1) / $time ^ 2 }")" braked $time
done
stopped() {
  braked 0.57 >"$scratch/braked"
  "$joints" "$scratch/driven.cfg" --integrator rk4 --dt 0.001 --quiet \
    --csv "$scratch/driven.csv" && tail -n 1 "$scratch/driven.csv" |
    awk -F, '{ print ($2 < 1e-9 ? "at rest" : "moves with " $2 " J") }'
}
prints 'a motor that follows it stops the rod' 'at rest' stopped

# Its motor's work up to there: nothing moves at 0.5 s, and m g l / 2 is lifted
# less m l^2 / 6 (pi^2 / 2)^2 of the start: 9.81 - 8.11696 J. The first and the
# last sample count half.
worked() {
  "$inverse" "$scratch/rod.cfg" --dt 0.002 --time 0.5 --json |
    awk '$1 == "\"work\":" { printf "%.3f J\n", $2 }'
}
prints 'the work of its motor' '1.693 J' worked

# What a block gets from its rail is what moves it, m s'', however its joint
# rubs: the motor overcomes that. A second rail closes a loop, and shares it.
cat >"$scratch/rail.cfg" <<'END'
bodies = ( { name = "b"; mass = 2; inertia = (1, 1, 1); } );
joints = ( { name = "rail"; type = "cylindrical"; parent = "world"; child = "b";
             point = (0, 0, 0); axis = (1, 0, 0); friction_slide = 50.0;
             friction_turn = 3.0; } );
motion = ( { joint = "rail"; times = (0, 1); slides = (0, 1);
             turns = (0, 90); } );
END
cat >"$scratch/rails.cfg" <<'END'
bodies = ( { name = "b"; mass = 2; inertia = (1, 1, 1); } );
joints = ( { name = "rail"; type = "prismatic"; parent = "world"; child = "b";
             point = (0, 0, 0); axis = (1, 0, 0); friction_slide = 50.0; },
           { name = "other"; type = "prismatic"; parent = "world"; child = "b";
             point = (0, 1, 0); axis = (1, 0, 0); friction_slide = 20.0; } );
motors = ( { joint = "rail"; } );
motion = ( { joint = "rail"; times = (0, 1); slides = (0, 1); } );
END
# Prints the largest errors of force and torque along the rails.
pulled() {
  "$inverse" "$scratch/$1.cfg" --csv - --dt 0.1 | awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) {
        if ($i ~ /joint_force_x/) force[i]
        if ($i ~ /joint_torque_x/) torque[i] } next }
    { t = $1; a = 60 * t - 180 * t^2 + 120 * t^3; f = -2 * a
      m = "'"$1"'" == "rail" ? -a * atan2(0, -1) / 2 : 0
      for (i in force) f += $i
      for (i in torque) m += $i
      if (f < 0) f = -f
      if (m < 0) m = -m
      most = f > most ? f : most; most = m > most ? m : most }
    END { print NR, most < 1e-9 ? "moves it" : most }'
}
prints 'friction on a rail is in what a joint passes on' '12 moves it' \
  pulled rail
prints 'and in a loop of two rails' '12 moves it' pulled rails
most_of_rail() { "$inverse" "$scratch/rail.cfg" --json; }
prints 'in the largest of them, too' '"joint_force_max": 11.5' most_of_rail

# Without weight, a spring is held, or a slide begins without acceleration:
# rounding is compared with what the spring would cause.
cat >"$scratch/slider.cfg" <<'END'
gravity = (0, 0, 0);
bodies = ( { name = "a"; mass = 1.3; shape = "sphere"; size = 0.1;
             position = (0.5, 0.1, 0.2); } );
joints = ( { name = "s"; type = "prismatic"; parent = "world"; child = "a";
             point = (0, 0, 0); axis = (1, 2, 3); } );
springs = ( { parent = "world"; child = "a"; point = (0.1, 0.7, 0.9);
              child_point = (0.5, 0.1, 0.2); stiffness = 11; length = 0.7; } );
motion = ( { joint = "s"; slide = 0.1; frequency = 1; } );
time = 0.5;
END
succeeds 'a slider without weight' ends 0 "$inverse" "$scratch/slider.cfg" -q
succeeds 'and held' ends 0 "$inverse" "$scratch/slider.cfg" -q --hold

# All shipped scenes but chain-1000, which has a test of its own.
scenes=0
for scene in "$srcdir"/data/joints/*.cfg; do
  name=$(basename "$scene" .cfg)
  case $name in chain-1000) continue ;; esac
  if "$inverse" "$name" --time 0.2 --dt 0.1 --quiet --hold; then
    scenes=$((scenes + 1))
  else
    echo "# $name fails"
  fi
done
set -- "$srcdir"/data/joints/*.cfg
prints 'round trips on all scenes' "scenes $(($# - 1))" echo "scenes $scenes"
succeeds 'and on a long chain' "$inverse" chain-1000 --time 0.1 --dt 0.1

# What a table's spline does about the axle, which has no motor, is not taken for
# a motor that is missing.
axle_again() {
  "$joints" axle --time 1 --csv "$scratch/axle.csv" --quiet &&
    "$inverse" axle --motion "$scratch/axle.csv" --quiet
}
succeeds 'the table of a run of axle' axle_again
axle_from_pipe() {
  mkfifo "$scratch/pipe"
  cat "$scratch/axle.csv" >"$scratch/pipe" &
  timeout 60 "$inverse" axle --motion "$scratch/pipe" --quiet
}
succeeds 'is read from a pipe, too' axle_from_pipe

# A box swings in a ball joint on a bar that is held upright: the scene that is
# driven begins there, and its motor still acts about the bar's axes.
cat >"$scratch/upright.cfg" <<'END'
gravity = (0, 0, 0);
bodies = ( { name = "a"; mass = 1; shape = "box"; size = (1, 0.1, 0.1);
             position = (0.5, 0, 0); },
           { name = "b"; mass = 1; shape = "box"; size = (0.2, 0.3, 0.4);
             position = (1, 0, 0); } );
joints = ( { name = "r"; type = "revolute"; parent = "world"; child = "a";
             point = (0, 0, 0); axis = (0, 0, 1); },
           { name = "k"; type = "ball"; parent = "a"; child = "b";
             point = (1, 0, 0); } );
motion = ( { joint = "r"; turn = 90; frequency = 0; phase = 90; },
           { joint = "k"; turn = (40, 0, 0); frequency = 0.5; } );
END
driven_upright() {
  "$inverse" "$scratch/upright.cfg" --time 0.5 --csv "$scratch/up.csv" \
    --drive "$scratch/up.cfg" --quiet &&
    "$joints" "$scratch/up.cfg" --time 0.5 --csv "$scratch/gone.csv" --quiet &&
    "$inverse" "$scratch/upright.cfg" --motion "$scratch/gone.csv" --quiet \
      --csv "$scratch/seen.csv" &&
    awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) column[$k] = k }
      END { printf "%.5f %.5f %.5f\n", $column["k.turn_x [rad]"],
              $column["k.turn_y [rad]"] + 1e-9, $column["k.turn_z [rad]"] + 1e-9
      }' "$scratch/seen.csv"
}
prints 'a ball joint is driven from a turned parent' \
  '0.69813 0.00000 0.00000' driven_upright

# A ball joint carries a rod of 1 m and 2 kg that is held level along x: the
# motor exerts m g l / 2 = 9.81 about z.
cat >"$scratch/ball.cfg" <<'END'
gravity = (0, -9.81, 0);
bodies = ( { name = "rod"; mass = 2; shape = "rod"; size = 1;
             ends = ((0, 0, 0), (1, 0, 0)); } );
joints = ( { name = "j"; type = "ball"; parent = "world"; child = "rod";
             point = (0, 0, 0); } );
motion = ( { joint = "j"; times = (0, 1); turns = ((0, 0, 0), (0, 0, 90)); } );
END
prints 'a ball joint that holds' '"torque_max": 9.81' \
  "$inverse" "$scratch/ball.cfg" --hold --json
level_ball() {
  "$inverse" "$scratch/ball.cfg" --dt 1 --quiet --csv "$scratch/ball.csv" &&
    awk -F, 'NR > 1 { printf "%.6f %.6f %.6f\n", $1, $4, $8 + 0 }' \
      "$scratch/ball.csv"
}
prints 'and goes up by a path' '1.000000 1.570796' level_ball

# There and back: torques of a motion, a scene driven by them, and the motion
# that follows. The largest difference of the turns falls as dt^4.
ik=$builddir/src/programs/pantin-ik
chain() {
  scene=$1 dt=$2
  "$ik" "$scene" --follow "$scratch/path.csv" --dt "$dt" --quiet &&
    "$inverse" "$scene" --motion "$scratch/path.csv" --dt "$dt" --quiet \
      --csv "$scratch/told.csv" --drive "$scratch/driven.cfg" &&
    "$joints" "$scratch/driven.cfg" --dt "$dt" --quiet \
      --csv "$scratch/done.csv" &&
    "$inverse" "$scene" --motion "$scratch/done.csv" --dt "$dt" --quiet \
      --csv "$scratch/seen.csv" &&
    awk -F, 'NR == FNR { for (i = 1; i <= NF; i++) told[FNR, i] = $i; next }
      FNR == 1 { for (i = 1; i <= NF; i++) turn[i] = $i ~ /[.]turn/ }
      FNR > 1 { for (i = 1; i <= NF; i++) if (turn[i]) {
        d = told[FNR, i] - $i; d = d < 0 ? -d : d; most = d > most ? d : most } }
      END { print FNR, most }' "$scratch/told.csv" "$scratch/seen.csv"
}
order() {
  coarse=$(chain "$1" "$2") fine=$(chain "$1" "$3")
  echo "$coarse $fine" | awk -v most="$4" '{
    print; if ($2 / $4 > 12 && $4 < most && $3 > 200) print "of order 4" }'
}
sed 's/^targets = .*/targets = ( { body = "flange"; point = (0.66, 0, 0.9);\
  path = ((0.66, 0, 0.9), (0.5, 0.3, 0.7), (0.3, 0.4, 0.8));\
  times = (0, 0.5, 1); } );/' "$srcdir/data/joints/arm.cfg" \
  >"$scratch/arm.cfg"
prints 'the arm follows its torques' 'of order 4' \
  order "$scratch/arm.cfg" 0.01 0.005 1e-4
"$ik" puppet --target 'left-foot:0.1,0.015,0.06=0.1,0.015,0.06' --quiet \
  --hold --save "$scratch/held.cfg"
cat >>"$scratch/held.cfg" <<'END'
targets = ( { body = "left-hand"; point = (0.97, 1.48, 0);
  path = ((0.97, 1.48, 0), (0.7, 1.8, 0.3), (0.6, 1.6, 0.5));
  times = (0, 0.5, 1); } );
END
prints 'so does the puppet, held by a foot' 'of order 4' \
  order "$scratch/held.cfg" 0.005 0.0025 1e-3

# A four-bar linkage whose bars of 1 m and 1 kg are a parallelogram: at the angle
# phi its height's energy is 2 m g l sin phi, its kinetic energy 5/6 m l^2 phi'^2,
# so that its motors exert 5/3 m l^2 phi'' + 2 m g l cos phi together; two at the
# ground a half each, four hinges a quarter, with the sign of their turn.
bar() {
  cat <<'END'
gravity = (0, -9.81, 0);
bodies = (
  { name = "left"; mass = 1; shape = "rod"; size = 1;
    ends = ((0, 0, 0), (0.5, 0.866025403784438647, 0)); },
  { name = "coupler"; mass = 1; shape = "rod"; size = 1;
    ends = ((0.5, 0.866025403784438647, 0), (1.5, 0.866025403784438647, 0)); },
  { name = "right"; mass = 1; shape = "rod"; size = 1;
    ends = ((1, 0, 0), (1.5, 0.866025403784438647, 0)); } );
joints = (
  { name = "A"; type = "revolute"; parent = "world"; child = "left";
    point = (0, 0, 0); axis = (0, 0, 1); },
  { name = "B"; type = "revolute"; parent = "left"; child = "coupler";
    point = (0.5, 0.866025403784438647, 0); axis = (0, 0, 1); },
  { name = "C"; type = "revolute"; parent = "coupler"; child = "right";
    point = (1.5, 0.866025403784438647, 0); axis = (0, 0, 1); },
  { name = "D"; type = "revolute"; parent = "world"; child = "right";
    point = (1, 0, 0); axis = (0, 0, 1); } );
END
  printf '%s\n' "$@"
}
swing='motion = ( { joint = "A"; turn = 20.0; frequency = 0.5; } );'
bar "$swing" 'motors = ( { joint = "A"; torque = 3; } );' >"$scratch/one.cfg"
bar "$swing" 'motors = ( { joint = "A"; }, { joint = "D"; } );' \
  >"$scratch/two.cfg"
bar "$swing" >"$scratch/four.cfg"
# torques FILE: what the motors do at 0.5 s, where phi = 80 degrees.
torques() {
  "$inverse" "$scratch/$1.cfg" --dt 0.5 --time 0.5 --quiet \
    --csv "$scratch/$1.csv" && awk -F, 'NR == 1 { for (i = 1; i <= NF; i++)
        if ($i ~ /motor_torque/) at[++n] = i }
      END { for (k = 1; k <= n; k++) printf "%.5f ", $at[k]; print "" }' \
    "$scratch/$1.csv"
}
prints 'a motor at the ground' '-2.33493 0.00000 0.00000 0.00000' torques one
prints 'two at the ground' '-1.16746 0.00000 0.00000 -1.16746' torques two
prints 'four' '-0.58373 0.58373 -0.58373 -0.58373' torques four

# The linkage follows its torques as the trees do.
linkage() {
  "$inverse" "$scratch/two.cfg" --time 1 --dt "$1" --quiet \
    --csv "$scratch/told.csv" --drive "$scratch/driven.cfg" &&
    "$joints" "$scratch/driven.cfg" --dt "$1" --quiet \
      --csv "$scratch/done.csv" &&
    "$inverse" "$scratch/two.cfg" --motion "$scratch/done.csv" --dt "$1" \
      --quiet --csv "$scratch/seen.csv" &&
    awk -F, 'NR == FNR { told[FNR] = $2; next }
      FNR > 1 { d = told[FNR] - $2; d = d < 0 ? -d : d
        most = d > most ? d : most } END { print FNR, most }' \
      "$scratch/told.csv" "$scratch/seen.csv"
}
linkage_order() {
  coarse=$(linkage 0.02) fine=$(linkage 0.01)
  echo "$coarse $fine" | awk '{ print
    if ($2 / $4 > 12 && $2 / $4 < 40 && $4 < 1e-5) print "of order 4" }'
}
prints 'a linkage follows its torques' 'of order 4' linkage_order

# A five-bar linkage has two motions, of which one is driven: the other joints
# have the least rates, wherever the loop is written to begin, and the torques are
# those of the motion that is told: it is what they cause, and their work its
# energy.
cat >"$scratch/links.txt" <<'END'
{ name = "A"; parent = "world"; child = "a"; point = (0, 0, 0);
{ name = "B"; parent = "a"; child = "b"; point = (0, 0.3, 0);
{ name = "C"; parent = "b"; child = "c"; point = (0.3, 0.7, 0);
{ name = "D"; parent = "c"; child = "d"; point = (0.7, 0.4, 0);
{ name = "E"; parent = "d"; child = "world"; point = (0.4, 0, 0);
END
# five FILE FIRST: writes the scene, with the joints from line FIRST on.
five() {
  {
    cat <<'END'
gravity = (0, 0, 0);
bodies = (
  { name = "a"; mass = 1; shape = "box"; size = (0.3, 0.05, 0.05);
    ends = ((0, 0, 0), (0, 0.3, 0)); },
  { name = "b"; mass = 1; shape = "box"; size = (0.5, 0.05, 0.05);
    ends = ((0, 0.3, 0), (0.3, 0.7, 0)); },
  { name = "c"; mass = 1; shape = "box"; size = (0.5, 0.05, 0.05);
    ends = ((0.3, 0.7, 0), (0.7, 0.4, 0)); },
  { name = "d"; mass = 1; shape = "box"; size = (0.5, 0.05, 0.05);
    ends = ((0.7, 0.4, 0), (0.4, 0, 0)); } );
motion = ( { joint = "A"; turn = 30; frequency = 0.7; phase = 60.0; } );
joints = (
END
    { tail -n "+$2" "$scratch/links.txt"; cat "$scratch/links.txt"; } |
      head -n 5 | sed 's/$/ type = "revolute"; axis = (0, 0, 1); }/; 5!s/$/,/'
    echo ');'
  } >"$scratch/$1.cfg"
}
five links 1
five others 4
links() {
  "$inverse" "$scratch/links.cfg" --time 0.7 --dt 0.005 --quiet \
    --csv "$scratch/told.csv" --drive "$scratch/driven.cfg" \
    --json="$scratch/told.json" &&
    "$joints" "$scratch/driven.cfg" --dt 0.005 --quiet \
      --csv "$scratch/done.csv" &&
    "$inverse" "$scratch/links.cfg" --motion "$scratch/done.csv" --dt 0.005 \
      --quiet --csv "$scratch/seen.csv"
}
links_return() {
  awk -F, 'NR == FNR { for (i = 1; i <= NF; i++) told[FNR, i] = $i; next }
    FNR == 1 { for (i = 1; i <= NF; i++) turn[i] = $i ~ /[.]turn/ }
    FNR > 1 { for (i = 1; i <= NF; i++) if (turn[i]) {
      d = told[FNR, i] - $i; d = d < 0 ? -d : d; most = d > most ? d : most } }
    END { print FNR, (most < 1e-6 ? "and back" : most) }' \
    "$scratch/told.csv" "$scratch/seen.csv"
}
links_energy() {
  awk -F, 'NR == FNR { if (split($0, w, ": ") == 2 && w[1] ~ /"work"/)
        sum += w[2]; next }
    FNR == 1 { for (i = 1; i <= NF; i++) if ($i == "kinetic [J]") at = i; next }
    { energy = $at; if (FNR == 2) first = energy }
    END { d = sum - (energy - first)
      print d * d < 1e-6 * sum * sum ? "balanced" : d " of " sum }' \
    "$scratch/told.json" "$scratch/done.csv"
}
links_elsewhere() {
  "$inverse" "$scratch/others.cfg" --time 0.7 --dt 0.005 --quiet \
    --csv "$scratch/others.csv" &&
    awk -F, 'FNR == 1 { for (i = 1; i <= NF; i++) name[FILENAME, i] = $i; n = NF }
      { for (i = 1; i <= NF; i++) last[FILENAME, name[FILENAME, i]] = $i }
      END { for (i = 1; i <= n; i++) {
          of = name[ARGV[1], i]
          d = last[ARGV[1], of] - last[ARGV[2], of]
          if (of ~ /(turn|motor_torque) /) { found++; off += d * d > 1e-16 } }
        print found, "compared,", off + 0, "differ" }' \
      "$scratch/told.csv" "$scratch/others.csv"
}
succeeds 'a linkage with a choice' links
prints 'follows its torques' '142 and back' links_return
prints 'whose work is its energy' 'balanced' links_energy
prints 'wherever its loop begins' '10 compared, 0 differ' links_elsewhere

# The puppet stands on two feet: they carry its weight, and nothing moves.
sed '/^spin/d; s/^joints = (/gravity = (0, -9.81, 0);\
  joints = ( { name = "held-left"; type = "fixed"; parent = "world";\
    child = "left-foot"; point = (0.1, 0.015, 0.06); },\
  { name = "held-right"; type = "fixed"; parent = "world";\
    child = "right-foot"; point = (-0.1, 0.015, 0.06); },/' \
  "$srcdir/data/joints/puppet.cfg" >"$scratch/feet.cfg"
carried() {
  "$inverse" "$scratch/feet.cfg" --hold --time 1 --dt 0.1 --quiet \
    --csv "$scratch/feet.csv" --drive "$scratch/stand.cfg" &&
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++)
        if ($i ~ /^held-.*joint_force_y/) at[++n] = i }
      END { printf "%d feet, %.3f N\n", n, $at[1] + $at[2] }' \
      "$scratch/feet.csv"
}
weight=$(awk -F'[ ;=]+' '/ mass = / { for (i = 1; i < NF; i++)
    if ($i == "mass") sum += $(i + 1) } END { printf "%.3f", 9.81 * sum }' \
  "$srcdir/data/joints/puppet.cfg")
prints 'the puppet on two feet' "2 feet, $weight N" carried
moved() {
  "$joints" "$scratch/stand.cfg" --time 0.1 --quiet --csv "$scratch/still.csv" &&
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i
        i = at["kinetic [J]"] }
      NR > 1 && $i > most { most = $i }
      END { print (i && most < 1e-12) ? "still" : most }' "$scratch/still.csv"
}
prints 'stands still' still moved

# A box slides freely on a plane, a bob swings on a string, by a joint that has
# neither turns nor slides of its own, and the table moves them all the same;
# the plane bears m g = 20 N.
# passive JOINT: what passes at the last sample, whether its multipliers told the
# same, and whether the drive brings the body back to where it was.
passive() {
  cat >"$scratch/open.cfg" <<END
gravity = (2, 0, -10);
bodies = ( { name = "a"; mass = 2; shape = "box"; size = (0.3, 0.2, 0.1);
             position = (0.3, 0.1, 0.2); } );
joints = ( { name = "j"; $1; parent = "world"; child = "a"; } );
END
  "$joints" "$scratch/open.cfg" --time 0.5 --dt 0.001 --quiet \
    --csv "$scratch/open.csv" || return
  "$inverse" "$scratch/open.cfg" --motion "$scratch/open.csv" --quiet \
    --csv "$scratch/told.csv" --drive "$scratch/driven.cfg" || return
  "$joints" "$scratch/driven.cfg" --dt 0.001 --quiet --csv "$scratch/done.csv"
  awk -F, 'FNR == 1 { for (i = 1; i <= NF; i++) at[FILENAME, $i] = i }
    { for (i = 1; i <= NF; i++) last[FILENAME, i] = $i }
    function of(name, file) { return last[file, at[file, name]] }
    END { for (k = 0; k < 3; k++) {
        c = substr("xyz", k + 1, 1)
        force += of("j.joint_force_" c " [N]", ARGV[1]) ^ 2
        pull += of("j.lambda" (k + 1) " [N]", ARGV[2]) ^ 2
        x = "a.position_" c " [m]"
        d += (of(x, ARGV[2]) - of(x, ARGV[3])) ^ 2 }
      d = sqrt(d); off = sqrt(force) - sqrt(pull)
      print sqrt(force) " N, " (off * off < 1e-8 ? "as told" : "not " off),
        (d < 1e-6 ? "and back" : "and off by " d) }' \
    "$scratch/told.csv" "$scratch/open.csv" "$scratch/done.csv"
}
prints 'a box on a plane' '20 N, as told and back' \
  passive 'type = "planar"; axis = (0, 0, 1); point = (0.3, 0.1, 0.2)'
prints 'a bob on a string' 'N, as told and back' \
  passive 'type = "distance"; point = (0.8, 0.1, 0.7);
    child_point = (0.3, 0.1, 0.2)'
prints 'a box by a corner on a wire' 'N, as told and back' \
  passive 'type = "point-on-line"; axis = (1, 2, -1); point = (0.4, 0.2, 0.3)'

# Names with brackets are found in tables, where units have them too.
sed 's/name = "rod"/name = "shank [L]"/; s/child = "rod"/child = "shank [L]"/
  s/"hinge"/"knee [L]"/' "$scratch/rod.cfg" >"$scratch/left.cfg"
bracketed() {
  "$inverse" "$scratch/left.cfg" --time 0.5 --quiet --csv "$scratch/left.csv" \
    --drive "$scratch/left-driven.cfg" &&
    "$joints" "$scratch/left-driven.cfg" --time 0.5 --quiet \
      --csv "$scratch/left-done.csv" &&
    "$inverse" "$scratch/left.cfg" --motion "$scratch/left-done.csv" --quiet
}
succeeds 'a joint with brackets in its name' bracketed

# Rotation vectors jump at whole turns; ball joints do not. The top spins freely,
# and a rod goes round with its crank, three times, back to rest where it was.
spun() {
  "$joints" top --time 1 --dt 0.002 --quiet --csv "$scratch/top.csv" &&
    "$inverse" top --motion "$scratch/top.csv" --json |
    awk '$1 == "\"torque_max\":" { print ($2 + 0 < 1e-3 ? "free" : $2) }'
}
prints 'a top spins on and on' free spun
cat >"$scratch/round.cfg" <<'END'
gravity = (0, 0, -9.81);
bodies = ( { name = "crank"; mass = 1; shape = "box"; size = (0.1, 0.03, 0.03);
             ends = ((0, 0, 0), (0.1, 0, 0)); },
           { name = "rod"; mass = 1; shape = "box"; size = (0.5, 0.03, 0.03);
             ends = ((0.1, 0, 0), (0.5, 0, 0.3)); },
           { name = "rocker"; mass = 1; shape = "box"; size = (0.3, 0.03, 0.03);
             ends = ((0.5, 0.1, 0), (0.5, 0, 0.3)); } );
joints = (
  { name = "c"; type = "revolute"; parent = "world"; child = "crank";
    point = (0, 0, 0); axis = (0, 0, 1); },
  { name = "s"; type = "ball"; parent = "crank"; child = "rod";
    point = (0.1, 0, 0); },
  { name = "u"; type = "universal"; parent = "rod"; child = "rocker";
    point = (0.5, 0, 0.3); axis = (0, 1, 0); second = (-0.6, 0, 0.8); },
  { name = "r"; type = "revolute"; parent = "world"; child = "rocker";
    point = (0.5, 0.1, 0); axis = (0, 1, 0); } );
motors = ( { joint = "c"; } );
motion = ( { joint = "c"; times = (0, 2); turns = (0, 1080); } );
END
went_round() {
  "$inverse" "$scratch/round.cfg" --json | awk '
    $1 == "\"time\":" { t = $2 }
    $1 == "\"work\":" { work += $2 }
    $1 == "\"torque_max\":" { most = $2 > most ? $2 : most }
    END { print t + 0, (most > 1 && work ^ 2 < 1e-6 ? "no work" : work) }'
}
prints 'a rod goes round and round' '2 no work' went_round

# A cross of 30 g and 1 cm between two hinges carries an arm of 1 kg on a lever,
# of which its moment of inertia is a millionth. By levers the torques are 0.6
# 9.81 (0.15 0.03 + 0.8) and 9.81 0.5 / sqrt(1.04). Of a micrometre it is lost in
# rounding, and that is said.
cross_of() {
  cat <<END
gravity = (0, 0, -9.81);
bodies = ( { name = "cross"; mass = 0.03; shape = "sphere"; size = $1;
             position = (0.15, 0, 0); },
           { name = "arm"; mass = 1; shape = "capsule"; size = (1, 0.03);
             position = (0.8, 0, 0); } );
joints = ( { name = "a"; type = "revolute"; parent = "world"; child = "cross";
             point = (0, 0, 0); axis = (0, 0.6, 0.8); },
           { name = "b"; type = "revolute"; parent = "cross"; child = "arm";
             point = (0.3, 0, 0); axis = (0, 1, 0.2); } );
END
}
cross_of 0.01 >"$scratch/cross.cfg"
carried() {
  "$inverse" "$scratch/cross.cfg" --hold --json | awk '
    $1 == "\"round_trip\":" { off = $2 + 0 > 1e-10 }
    $1 == "\"torque_max\":" { printf "%.6f ", $2 } END { print off }'
}
prints 'a small link carries an arm' '4.735287 4.809748 0' carried
succeeds 'which is confirmed' "$inverse" "$scratch/cross.cfg" --hold --quiet
cross_of 1e-6 >"$scratch/speck.cfg"
succeeds 'a speck is not' ends 3 "$inverse" "$scratch/speck.cfg" --hold
why() {
  "$inverse" "$scratch/speck.cfg" --hold 2>"$scratch/why.txt" |
    grep -c 'NOT CONFIRMED'
  cat "$scratch/why.txt"
}
prints 'and the table says so' 1 why
prints 'and why' 'rounding hides what the smallest bodies do' why

# What cannot be done is said.
bar 'motion = ( { joint = "A"; turn = 1.0; frequency = 1; },' \
  '{ joint = "B"; turn = 1.0; frequency = 1; },' \
  '{ joint = "C"; turn = 1.0; frequency = 1; },' \
  '{ joint = "D"; turn = 1.0; frequency = 1; } );' >"$scratch/all.cfg"
prints 'a loop without a joint to follow' "joint 'D' closes a loop of which" \
  "$inverse" "$scratch/all.cfg"
sed 's/turn = 20.0/turn = 130.0/
  s/(1, 0, 0)/(1.5, 0, 0)/' "$scratch/two.cfg" >"$scratch/far.cfg"
prints 'a loop that tears' 'the loops cannot be closed there' \
  "$inverse" "$scratch/far.cfg"
# Stretched on a line, the linkage can fold in two ways.
bar "$swing" | sed 's/1\.5, 0\.866025403784438647/2, 0/g
  s/0\.5, 0\.866025403784438647/1, 0/g' >"$scratch/flat.cfg"
prints 'a linkage that folds' 'in more or fewer ways than before' \
  "$inverse" "$scratch/flat.cfg"
# So it does between two samples, once in each half turn, whichever way it goes on
# there. One whose ground is a millimetre short does not, and both its cranks go
# round (Grashof); one with a longer rocker is stuck on a tenth of a degree.
round='motion = ( { joint = "A"; times = (0, 1); turns = (0, 360); } );'
bar "$round" 'motors = ( { joint = "A"; } );' >"$scratch/fold.cfg"
bearing_at() {
  sed "s/point = (1, 0, 0)/point = ($1, 0)/
    s/ends = ((1, 0, 0)/ends = (($1, 0)/" "$scratch/fold.cfg"
}
bearing_at '0.999, 0' >"$scratch/nearly.cfg"
bearing_at '1, -0.001' >"$scratch/stuck.cfg"
prints 'a linkage that folds on its way' 'in more or fewer ways than before' \
  "$inverse" "$scratch/fold.cfg"
succeeds 'in small steps, too' ends 1 "$inverse" "$scratch/fold.cfg" --dt 0.0007
succeeds 'one that nearly folds' "$inverse" "$scratch/nearly.cfg" --quiet
succeeds 'one that is stuck' ends 1 "$inverse" "$scratch/stuck.cfg"
# A motor that turns a wheel cannot hold a bar.
cat >"$scratch/weak.cfg" <<'END'
gravity = (0, -9.81, 0);
bodies = ( { name = "bar"; mass = 1; shape = "rod"; size = 1;
             ends = ((0, 0, 0), (1, 0, 0)); },
           { name = "wheel"; mass = 1; shape = "sphere"; size = 0.1;
             position = (0, 1, 0); } );
joints = ( { name = "pin"; type = "revolute"; parent = "world"; child = "bar";
             point = (0, 0, 0); axis = (0, 0, 1); },
           { name = "axle"; type = "revolute"; parent = "world";
             child = "wheel"; point = (0, 1, 0); axis = (0, 0, 1); },
           { name = "again"; type = "revolute"; parent = "world";
             child = "wheel"; point = (0, 1, 0.2); axis = (0, 0, 1); } );
motors = ( { joint = "axle"; } );
END
prints 'a motor in the wrong place' 'cannot make this motion' \
  "$inverse" "$scratch/weak.cfg" --hold --time 0.1
succeeds 'which is no success' ends 3 "$inverse" "$scratch/weak.cfg" --hold \
  --time 0.1 --quiet
# A free motion needs no motors: the tumbling puppet as pantin-joints saw it.
"$joints" puppet --time 1 --dt 0.005 --quiet --csv "$scratch/free.csv"
idle() {
  "$inverse" puppet --motion "$scratch/free.csv" --dt 0.005 --json |
    awk '$1 == "\"torque_max\":" || $1 == "\"lacking_max\":" {
      n++; bad += $2 + 0 > 1e-4 } END { print n, bad + 0 }'
}
prints 'free motion needs no motors' '15 0' idle

succeeds '--drive without --csv is refused' ends 2 "$inverse" --drive x.cfg
prints 'a motion of other bodies' "no column 'turret.position_x'" \
  "$inverse" arm --motion "$scratch/free.csv"
head -n 4 "$scratch/free.csv" >"$scratch/short.csv"
prints 'too short a motion' 'too few' \
  "$inverse" puppet --motion "$scratch/short.csv"
prints 'a motion that ends before' 'this motion ends after 1 s' \
  "$inverse" puppet --motion "$scratch/free.csv" --time 2
awk -F, -v OFS=, 'NR == 1 { for (k = 1; k <= NF; k++)
    if ($k ~ /^pelvis.quaternion/) at[k] = 1 }
  NR == 5 { for (k in at) $k = 0 } { print }' "$scratch/free.csv" \
  >"$scratch/none.csv"
prints 'a quaternion of 0' 'none.csv:5: poses must be numbers' \
  "$inverse" puppet --motion "$scratch/none.csv"
# The rotor turns by 6 radians from row to row.
cat >"$scratch/spin.cfg" <<'END'
bodies = ( { name = "rotor"; mass = 1; inertia = (1, 1, 1);
             omega = (0, 0, 60); } );
joints = ( { name = "axle"; type = "revolute"; parent = "world";
             child = "rotor"; point = (0, 0, 0); axis = (0, 0, 1); } );
END
spun() { # EVERY: the last turn, or what is wrong
  "$joints" "$scratch/spin.cfg" --time 1 --dt 0.005 --every "$1" --quiet \
    --csv "$scratch/spin.csv" &&
    "$inverse" "$scratch/spin.cfg" --motion "$scratch/spin.csv" --quiet \
      --csv - 2>&1 | awk -F, '
      /row before/ { print } { last = $2 } END { printf "%.2f\n", last }'
}
prints 'a motion with rows enough' 60.00 spun 10
prints 'a motion with too few' "'rotor' turns by more than half a turn" spun 20
prints 'too many samples' 'more than' "$inverse" --dt 1e-9 --time 1000

succeeds 'CSV is written' "$inverse" --quiet --time 1 --csv "$scratch/arm.csv"
prints 'with a header' 'time [s],axis-1.turn [rad],axis-1.slide [m]' \
  head -n 1 "$scratch/arm.csv"
prints 'and a row each sample' 102 wc -l "$scratch/arm.csv"
for ending in gp svg; do
  succeeds "a picture .$ending" "$inverse" --quiet --plot "$scratch/arm.$ending"
  succeeds 'which is there' test -s "$scratch/arm.$ending"
done
finish
