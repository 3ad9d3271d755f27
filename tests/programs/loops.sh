#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Scenes in which equations hold, or digits are lost, where a joint does not:
# thin rods, light bodies between heavy ones, points, hinges turned over.
. "$srcdir/tests/tap.sh"

ik=$builddir/src/programs/pantin-ik
inverse=$builddir/src/programs/pantin-inverse
joints=$builddir/src/programs/pantin-joints

# A hatch on a strut of thin rods: one motor moves its one freedom.
cat >"$scratch/hatch.cfg" <<'END'
gravity = (0, 0, -9.81);
bodies = (
  { name = "hatch"; mass = 15; shape = "box"; size = (1, 0.6, 0.1);
    position = (0.5, 0, 0); },
  { name = "tube"; mass = 0.8; shape = "rod"; size = 0.6;
    ends = ((0.2, 0.1, -0.6), (0.45, 0.15, -0.25)); },
  { name = "piston"; mass = 1.3; shape = "rod"; size = 0.6;
    ends = ((0.45, 0.15, -0.25), (0.7, 0.2, 0.1)); } );
joints = (
  { name = "hinge"; type = "revolute"; parent = "world"; child = "hatch";
    point = (0, 0, 0); axis = (0, 1, 0); },
  { name = "foot"; type = "universal"; parent = "world"; child = "tube";
    point = (0.2, 0.1, -0.6); axis = (0, 1, 0); second = (1, 0, 0); },
  { name = "strut"; type = "prismatic"; parent = "tube"; child = "piston";
    point = (0.45, 0.15, -0.25); axis = (5, 1, 7); },
  { name = "head"; type = "ball"; parent = "piston"; child = "hatch";
    point = (0.7, 0.2, 0.1); } );
motors = ( { joint = "strut"; } );
motion = ( { joint = "strut"; slide = 0.1; frequency = 0.5; } );
END
round_trip() {
  "$inverse" "$scratch/hatch.cfg" --time 1 --json |
    awk '$1 == "\"round_trip\":" { print ($2 + 0 < 1e-12 ? "small" : $2) }'
}
prints 'a strut of thin rods' small round_trip
succeeds 'which its motor moves' "$inverse" "$scratch/hatch.cfg" --quiet

# A four-bar of rods of a few millimetres: angular accelerations of thousands
# of rad/s^2 stand beside gravity.
cat >"$scratch/tiny.cfg" <<'END'
gravity = (0, -9.81, 0);
bodies = ( { name = "crank"; mass = 2; shape = "rod"; size = 0.003;
             ends = ((0, 0, 0), (0, 0.003, 0)); },
           { name = "coupler"; mass = 1.5; shape = "rod"; size = 0.008;
             ends = ((0, 0.003, 0), (0.008, 0.003, 0)); },
           { name = "rocker"; mass = 1; shape = "rod"; size = 0.005;
             ends = ((0.008, 0.003, 0), (0.011, -0.001, 0)); } );
joints = (
  { name = "motor"; type = "revolute"; parent = "world"; child = "crank";
    point = (0, 0, 0); axis = (0, 0, 1); },
  { type = "revolute"; parent = "crank"; child = "coupler";
    point = (0, 0.003, 0); axis = (0, 0, 1); },
  { type = "revolute"; parent = "coupler"; child = "rocker";
    point = (0.008, 0.003, 0); axis = (0, 0, 1); },
  { type = "revolute"; parent = "world"; child = "rocker";
    point = (0.011, -0.001, 0); axis = (0, 0, 1); } );
motors = ( { joint = "motor"; } );
motion = ( { joint = "motor"; turn = 20; frequency = 1; } );
END
succeeds 'a motor moves a tiny four-bar' "$inverse" "$scratch/tiny.cfg" --quiet

# Two hinges about z, a light body between the world and a heavy one: gravity
# pulls along z as well, which the hinges hold.
chain_of() { # MASS SHAPE SIZE MASS
  printf 'gravity = (0, -9.81, 3);
bodies = ( { name = "link"; mass = %s; shape = "%s"; size = %s;
             position = (0.1, 0, 0); },
           { name = "load"; mass = %s; shape = "box"; size = (1, 0.3, 0.3);
             position = (0.7, 0, 0); } );
joints = ( { type = "revolute"; parent = "world"; child = "link";
             point = (0, 0, 0); axis = (0, 0, 1); },
           { type = "revolute"; parent = "link"; child = "load";
             point = (0.2, 0, 0); axis = (0, 0, 1); } );
time = 0.3; dt = 0.001;' "$@"
}
chain_of 0.1 rod 0.2 1 >"$scratch/rod.cfg"
chain_of 0.001 box '(0.2, 0.02, 0.02)' 1000 >"$scratch/heavy.cfg"
aside() { # SCENE SOLVER
  "$joints" "$scratch/$1.cfg" --solver "$2" --csv - --quiet | awk -F, '
    NR == 1 { for (k = 1; k <= NF; k++) if ($k ~ /^load.position_z/) at = k }
    NR > 1 && ($at > 1e-9 || $at < -1e-9) { n++ } END { print NR - 1, n + 0 }'
}
for solver in auto sparse schur aba dense; do
  prints "a thin link stays in its plane: $solver" '301 0' aside rod "$solver"
  prints "a light link, too: $solver" '301 0' aside heavy "$solver"
  silent "no row is redundant: $solver" sh -c "'$joints' \
    '$scratch/heavy.cfg' --solver $solver | grep redundant"
done
chain_of 0.000001 box '(0.2, 0.02, 0.02)' 1000 >"$scratch/torn.cfg"
prints 'joints that come apart' 'solver cg loses digits' \
  "$joints" "$scratch/torn.cfg" --solver cg
succeeds 'end with 3' ends 3 "$joints" "$scratch/torn.cfg" --solver cg --quiet

# A parallelogram in a plane that is tilted: sweeps leave what redundant rows
# have by rounding.
cat >"$scratch/tilted.cfg" <<'END'
bodies = (
  { name = "left"; mass = 1; shape = "box"; size = (0.1, 0.1, 0.6);
    position = (0, 0, -0.3); },
  { name = "low"; mass = 1; shape = "box"; size = (0.1, 1, 0.1);
    position = (0.3, 0.4, -0.6); axis = (0, 0, 1); angle = -36.86989764584402; },
  { name = "right"; mass = 1; shape = "box"; size = (0.1, 0.1, 0.6);
    position = (0.6, 0.8, -0.3); } );
joints = (
  { type = "revolute"; parent = "world"; child = "left";
    point = (0, 0, 0); axis = (0.8, -0.6, 0); },
  { type = "revolute"; parent = "left"; child = "low";
    point = (0, 0, -0.6); axis = (0.8, -0.6, 0); },
  { type = "revolute"; parent = "low"; child = "right";
    point = (0.6, 0.8, -0.6); axis = (0.8, -0.6, 0); },
  { type = "revolute"; parent = "right"; child = "world";
    point = (0.6, 0.8, 0); axis = (0.8, -0.6, 0); } );
gravity = (3, 4, -9.81);
time = 0.3;
END
for solver in gauss-seidel sor; do
  succeeds "a tilted parallelogram by $solver" \
    "$joints" "$scratch/tilted.cfg" --solver "$solver" --quiet
done

# Four hinges whose axes meet in a point, tumbling in space: three rows are
# redundant, which is hard to tell within a step.
cat >"$scratch/light.cfg" <<'END'
gravity = (0, 0, 0);
bodies = (
  { name = "b0"; mass = 4.6356; shape = "cylinder"; size = (1.8256, 0.03);
    position = (0.2684, -0.2841, -0.1186);
    quaternion = (0.935, 0.0485, -0.1409, 0.322);
    velocity = (2.7459, -2.0736, 2.7122);
    omega = (-4.6645, -6.7803, -2.9414); },
  { name = "b1"; mass = 0.3577; shape = "cylinder"; size = (1.5354, 0.03);
    position = (0.2518, 0.4367, 0.3956);
    quaternion = (0.1256, 0.1606, -0.0206, 0.9788);
    velocity = (1.5936, -1.7417, 1.437);
    omega = (1.2775, -5.2072, -2.007); },
  { name = "b2"; mass = 0.479; shape = "box"; size = (1.1188, 0.06, 0.045);
    position = (-0.0402, 0.7737, 0.2947);
    quaternion = (0.9299, -0.058, 0.3223, 0.1674);
    velocity = (0.8967, -0.3749, -1.6233);
    omega = (-1.4643, -1.4438, 1.8803); },
  { name = "b3"; mass = 0.2164; shape = "box"; size = (1.9478, 0.06, 0.045);
    position = (-0.0237, 0.0529, -0.2195);
    quaternion = (-0.5401, -0.0728, -0.047, 0.8371);
    velocity = (2.049, -0.7068, -0.3481);
    omega = (0.2863, 2.922, 1.638); } );
joints = (
  { type = "revolute"; parent = "b3"; child = "b0";
    point = (-0.419, -0.8211, -0.3876);
    axis = (-0.419, -0.8211, -0.3876); },
  { type = "revolute"; parent = "b0"; child = "b1";
    point = (0.669, 0.1771, 0.1052);
    axis = (0.9557, 0.253, 0.1503); },
  { type = "revolute"; parent = "b1"; child = "b2";
    point = (-0.452, 0.6204, 0.6409);
    axis = (-0.452, 0.6204, 0.6409); },
  { type = "revolute"; parent = "b2"; child = "b3";
    point = (0.2602, 0.6489, -0.036);
    axis = (0.3717, 0.9269, -0.0515); } );
END
cat >"$scratch/even.cfg" <<'END'
gravity = (0, 0, 0);
bodies = (
  { name = "b0"; mass = 0.5668; shape = "box"; size = (0.9602, 0.06, 0.045);
    position = (0.1165, 0.7975, -0.3464);
    quaternion = (0.9807, 0.0193, 0.1409, -0.134);
    velocity = (-3.3371, -1.6469, -3.8456);
    omega = (1.1597, -17.3435, 9.3028); },
  { name = "b1"; mass = 1.3207; shape = "box"; size = (1.8388, 0.06, 0.045);
    position = (0.386, -0.0682, 0.0324);
    quaternion = (-0.5939, 0.2291, 0.1815, 0.7495);
    velocity = (-1.8234, 0.9968, 0.6667);
    omega = (-0.4213, -19.2452, 10.6619); },
  { name = "b2"; mass = 1.1193; shape = "cylinder"; size = (0.6235, 0.03);
    position = (0.0453, -0.9008, 0.2989);
    quaternion = (-0.2209, -0.4292, -0.1091, 0.869);
    velocity = (0.7925, -2.3492, -4.8422);
    omega = (-1.3805, -15.5743, 8.1864); },
  { name = "b3"; mass = 0.9959; shape = "box"; size = (1.9412, 0.06, 0.045);
    position = (-0.2243, -0.0351, -0.08);
    quaternion = (0.6666, -0.0504, 0.0453, 0.7423);
    velocity = (-0.7212, -4.993, -9.3545);
    omega = (-0.8912, -11.5725, 7.9792); } );
joints = (
  { type = "revolute"; parent = "b3"; child = "b0";
    point = (-0.3273, 0.921, -0.2112);
    axis = (-0.3273, 0.921, -0.2112); },
  { type = "revolute"; parent = "b0"; child = "b1";
    point = (0.3922, 0.4717, -0.3371);
    axis = (0.5603, 0.6739, -0.4816); },
  { type = "revolute"; parent = "b1"; child = "b2";
    point = (0.2117, -0.8103, 0.5464);
    axis = (0.2117, -0.8103, 0.5464); },
  { type = "revolute"; parent = "b2"; child = "b3";
    point = (-0.1212, -0.9913, 0.0513);
    axis = (-0.1212, -0.9913, 0.0513); } );
END
for scene in light even; do
  for solver in auto sparse kkt schur dense cg schur-cg; do
    "$joints" "$scratch/$scene.cfg" --assemble --time 0.5 --solver "$solver" \
      --json --quiet >"$scratch/json"
    silent "hinges on a sphere keep their energy: $scene, $solver" \
      below energy_error 1e-2
  done
done

# A point does not turn: a joint cannot hold it by an arm.
cat >"$scratch/point.cfg" <<'END'
bodies = ( { name = "bob"; mass = 3; shape = "point"; position = (1, 0, 0); },
           { name = "hub"; mass = 1; shape = "sphere"; size = 0.1;
             position = (2, 0, 0); } );
joints = ( { name = "pivot"; type = "TYPE"; parent = "PARENT"; child = "bob";
             point = (AT, 0, 0); AXIS } );
END
point() { # TYPE PARENT AT AXIS
  sed "s/TYPE/$1/; s/PARENT/$2/; s/AT/$3/; s/AXIS/$4/" "$scratch/point.cfg" \
    >"$scratch/this.cfg"
  "$joints" "$scratch/this.cfg" --time 0.1 --quiet
}
prints 'a point on an arm' "holds the point 'bob' 1 m from where it is" \
  point ball world 0 ''
prints 'a point that is to turn' "(fixed) makes the point 'bob' turn" \
  point fixed hub 1 ''
succeeds 'a point in a ball joint' point ball hub 1 ''
succeeds 'a point in a hinge of the world' point revolute world 1 \
  'axis = (0, 0, 1);'

# Equations of a hinge hold just as well where its axes are opposite.
cat >"$scratch/over.cfg" <<'END'
bodies = ( { name = "a"; mass = 1; shape = "box"; size = (1, 0.2, 0.1);
             position = (0, 0, 0); } );
joints = ( { name = "h"; type = "revolute"; parent = "world"; child = "a";
             point = (0, 0, 0); axis = (0, 0, 1);
             child_axis = (0, -0.6, -0.8); second = (1, 0, 0);
             child_second = (1, 0, 0); } );
END
prints 'a hinge that is turned over' 'is turned over at the start' \
  sh -c "sed 's/0, -0.6, -0.8/0, 0, -1/' '$scratch/over.cfg' | '$joints' -"
prints 'or would close so' 'closes turned over' \
  "$joints" --assemble "$scratch/over.cfg"
succeeds 'ends with 1' ends 1 "$joints" --assemble "$scratch/over.cfg" --quiet
for target in 0.198,-0.232,-0.538 1,1,-1 -1,0.3,-0.9 0,0,-2 -0.2,1.2,-0.3; do
  "$ik" arm --target "flange:0.66,0,0.9=$target" --quiet \
    --save "$scratch/saved.cfg" 2>"$scratch/told"
  succeeds "no hinge of the arm is turned over at $target" \
    "$joints" "$scratch/saved.cfg" --time 0.01 --quiet
done

# A crank-rocker whose motion begins away from the start, and in long steps: its
# rocker stays on its side of the crank, where two circles meet.
rocker_of() { # MOTION
  cat <<END
bodies = ( { name = "crank"; mass = 1; shape = "box"; size = (0.2, 0.02, 0.02);
             ends = ((0, 0, 0), (0.1, 0.2, 0)); },
           { name = "coupler"; mass = 2; shape = "box"; size = (0.5, 0.02, 0.02);
             ends = ((0.1, 0.2, 0), (0.55, 0.42, 0)); },
           { name = "rocker"; mass = 1; shape = "box"; size = (0.4, 0.02, 0.02);
             ends = ((0.5, 0, 0), (0.55, 0.42, 0)); } );
joints = ( { name = "a"; type = "revolute"; parent = "world"; child = "crank";
             point = (0, 0, 0); axis = (0, 0, 1); },
           { name = "b"; type = "revolute"; parent = "crank"; child = "coupler";
             point = (0.1, 0.2, 0); axis = (0, 0, 1); },
           { name = "c"; type = "revolute"; parent = "coupler";
             child = "rocker"; point = (0.55, 0.42, 0); axis = (0, 0, 1); },
           { name = "d"; type = "revolute"; parent = "world"; child = "rocker";
             point = (0.5, 0, 0); axis = (0, 0, 1); } );
motors = ( { joint = "a"; } );
motion = ( { joint = "a"; $1 } );
END
}
off() { # MOTION OPTIONS...: rows, and those that are off
  rocker_of "$1" >"$scratch/rocker.cfg"
  shift
  "$inverse" "$scratch/rocker.cfg" --csv - --quiet "$@" | awk -F, '
    NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    { a = $at["a.turn [rad]"]; d = $at["d.turn [rad]"]
      x = 0.1 * cos(a) - 0.2 * sin(a); y = 0.1 * sin(a) + 0.2 * cos(a)
      u = 0.5 - x; w = sqrt(u * u + y * y)
      along = (w * w + 0.2509 - 0.1789) / (2 * w)
      aside = sqrt(0.2509 - along * along)
      cx = x + (along * u + aside * y) / w
      cy = y + (aside * u - along * y) / w
      ex = 0.5 + 0.05 * cos(d) - 0.42 * sin(d)
      ey = 0.05 * sin(d) + 0.42 * cos(d)
      gap = sqrt((cx - ex) ^ 2 + (cy - ey) ^ 2)
      n += !(gap < 1e-9 && d < 2 && d > -2) }
    END { print NR - 1, n + 0 }'
}
for turn in -180 -120 -90 -60 60 90 130 170; do
  prints "a crank-rocker begins at $turn degrees" '11 0' \
    off "turn = $turn; frequency = 0.7; phase = 90;" --time 0.1
done
for dt in 0.05 0.1 0.2 0.5; do
  prints "it goes round in steps of $dt s" "$(awk "BEGIN { print 1 / $dt + 1 }") 0" \
    off 'times = (0, 1); turns = (0, 360);' --time 1 --dt $dt
done

prints 'it goes round 300 times' '601 0' \
  off 'times = (0, 60); turns = (0, 108000);' --time 60 --dt 0.1

# A table of poses that are a radian apart is met in its rows, however many
# samples lie between them.
rocker_of 'turn = 0; frequency = 1;' |
  sed 's/joint = "a"; } )/joint = "a"; torque = 0.5; } )/' >"$scratch/driven.cfg"
"$joints" "$scratch/driven.cfg" --time 2 --dt 0.002 --every 50 --quiet \
  --csv "$scratch/driven.csv"
met() { # DT: turns of the crank in the rows, to be compared
  "$inverse" "$scratch/driven.cfg" --motion "$scratch/driven.csv" --csv - \
    --quiet --dt "$1" | awk -F, -v dt="$1" '
      NR > 1 && (NR - 2) % int(0.1 / dt + 0.5) == 0 { printf "%.9f ", $2 }'
}
prints 'poses of a table are met' "$(met 0.1)" met 0.01

# The piston of a slider-crank whose pins are a ball and a universal joint, which
# turn on and on: where two circles meet, too.
piston() { # TURNS TIME DT: samples, and those that are off
  {
    sed '/^motion = /d' "$srcdir/data/joints/slider-crank.cfg"
    echo 'motion = ( { joint = "bearing";'
    echo "times = (0, $2); turns = (0, $1); } );"
  } >"$scratch/piston.cfg"
  "$inverse" "$scratch/piston.cfg" --csv - --quiet --time "$2" --dt "$3" |
    awk -F, '
      NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
      { a = $at["bearing.turn [rad]"] + atan2(1, 0)
        x = 0.1 * cos(a) + sqrt(0.09 - (0.1 * sin(a)) ^ 2) - sqrt(0.08)
        gap = x - $at["bore.slide [m]"]
        n += !(gap ^ 2 < 1e-20) }
      END { print NR - 1, n + 0 }'
}
prints 'a piston runs at 20 turns a second' '101 0' piston 7200 1 0.01
prints 'at 40 in long steps' '201 0' piston 288000 20 0.1

# Meshing wheels keep their teeth in steps of half a turn.
cat >"$scratch/wheels.cfg" <<'END'
bodies = ( { name = "a"; mass = 1; inertia = (0.01, 0.01, 0.02); },
           { name = "b"; mass = 3; inertia = (0.05, 0.05, 0.09);
             position = (0.3, 0.05, 0); } );
joints = ( { name = "ja"; type = "revolute"; parent = "world"; child = "a";
             point = (0, 0, 0); axis = (0, 0, 1); },
           { name = "jb"; type = "revolute"; parent = "world"; child = "b";
             point = (0.3, 0, 0); axis = (0, 0, 1); },
           { type = "gear"; parent = "a"; child = "b"; point = (0, 0, 0);
             child_point = (0.3, 0, 0); axis = (0, 0, 1); teeth = (20, 40); } );
motion = ( { joint = "ja"; times = (0, 2); turns = (0, 1800); } );
motors = ( { joint = "ja"; } );
END
turned() { # DT
  "$inverse" "$scratch/wheels.cfg" --csv - --quiet --dt "$1" | awk -F, '
    NR == 1 { for (k = 1; k <= NF; k++) if ($k == "jb.turn [rad]") at = k }
    END { printf "%.6f\n", $at }'
}
for dt in 0.01 0.1 0.2; do
  prints "wheels keep their teeth in steps of $dt s" -15.707963 turned $dt
done

# A universal joint between shafts that are 30 degrees apart, the last bearing of
# which closes the loop: tan(out) = cos(30) tan(in), however many whole turns
# there are between two samples.
shafts() { # MOTION
  cat <<END
bodies = ( { name = "in"; mass = 1; inertia = (0.02, 0.02, 0.02);
             position = (-0.3, 0, 0); },
           { name = "out"; mass = 2; inertia = (0.05, 0.04, 0.04);
             position = (0.2598076211353316, 0.15, 0);
             axis = (0, 0, 1); angle = 30; } );
joints = (
  { name = "i"; type = "revolute"; parent = "world"; child = "in";
    point = (-0.3, 0, 0); axis = (1, 0, 0); },
  { name = "u"; type = "universal"; parent = "in"; child = "out";
    point = (0, 0, 0); axis = (0, 0, 1);
    second = (-0.5, 0.8660254037844387, 0); },
  { name = "o"; type = "revolute"; parent = "world"; child = "out";
    point = (0.2598076211353316, 0.15, 0);
    axis = (0.8660254037844387, 0.5, 0); } );
$1
END
}
out() { # OPTIONS...: samples, the last turn of the shaft, and those that are off
  "$inverse" "$scratch/shafts.cfg" --csv - --quiet "$@" | awk -F, '
    NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    { i = $at["i.turn [rad]"]; o = $at["o.turn [rad]"]; turn = atan2(0, -1) * 2
      want = atan2(sin(i) * sqrt(0.75), cos(i))
      whole = (i - want) / turn
      want += turn * int(whole + (whole < 0 ? -0.5 : 0.5))
      n += !((o - want) ^ 2 < 1e-16) }
    END { printf "%d %.6f %d\n", NR - 1, o / turn, n }'
}
shafts 'motion = ( { joint = "i"; times = (0, 2); turns = (0, 720); } );' \
  >"$scratch/shafts.cfg"
prints 'a shaft behind a universal joint' '201 2.000000 0' out
prints 'in steps of a quarter of a turn' '9 2.000000 0' out --dt 0.25
prints 'in steps of whole turns' '5 2.000000 0' out --dt 0.5
shafts 'motion = ( { joint = "i"; times = (0, 2); turns = (0, -72000); } );' \
  >"$scratch/shafts.cfg"
prints 'at 100 turns a second' '201 -200.000000 0' out
prints 'of which samples see little' '5 -200.000000 0' out --dt 0.5
shafts 'motion = ( { joint = "i"; turn = 1000; frequency = 0.5;
                     phase = 90; } );' >"$scratch/shafts.cfg"
prints 'led to where its motion begins' '3 2.781968 0' out --time 2 --dt 1
shafts 'motors = ( { joint = "i"; torque = 0.5; } );' >"$scratch/shafts.cfg"
"$joints" "$scratch/shafts.cfg" --time 2 --dt 0.002 --every 10 --quiet \
  --csv "$scratch/shafts.csv"
turns=$(out --motion "$scratch/shafts.csv")
prints 'moved by a table' '201 2.32' echo "$turns"
prints 'in steps of many rows' "$(echo "$turns" | awk '{ print 3, $2, 0 }')" \
  out --motion "$scratch/shafts.csv" --dt 1

# The rocker is a little too short for a parallelogram: near 115 degrees the
# crank is at its end.
cat >"$scratch/short.cfg" <<'END'
bodies = ( { name = "crank"; mass = 1; shape = "rod"; size = 0.3;
             ends = ((0, 0, 0), (0.15, 0.26, 0)); },
           { name = "coupler"; mass = 1; shape = "rod"; size = 1;
             ends = ((0.15, 0.26, 0), (1.15, 0.259, 0)); },
           { name = "rocker"; mass = 1; shape = "rod"; size = 0.3;
             ends = ((1, 0, 0), (1.15, 0.259, 0)); } );
joints = ( { name = "a"; type = "revolute"; parent = "world"; child = "crank";
             point = (0, 0, 0); axis = (0, 0, 1); },
           { type = "revolute"; parent = "crank"; child = "coupler";
             point = (0.15, 0.26, 0); axis = (0, 0, 1); },
           { type = "revolute"; parent = "coupler"; child = "rocker";
             point = (1.15, 0.259, 0); axis = (0, 0, 1); },
           { type = "revolute"; parent = "world"; child = "rocker";
             point = (1, 0, 0); axis = (0, 0, 1); } );
motors = ( { joint = "a"; } );
motion = ( { joint = "a"; times = (0, 2); turns = (0, 360); } );
END
prints 'a crank driven past its end' 'the loops cannot be closed there' \
  "$inverse" "$scratch/short.cfg" --quiet

# An idle wheel on the coupler of a linkage does not turn with it, unless it has a
# motor, which holds it. It need not be round as long as its axle points one way.
with_wheel() { # INERTIA, MOTOR, AXIS
  wheel="{ name = \"wheel\"; mass = 3; inertia = ($1);"
  wheel="$wheel position = (0.2, 0.3, 0.1); },"
  axle='{ name = "axle"; type = "revolute"; parent = "coupler";'
  axle="$axle child = \"wheel\"; point = (0.2, 0.3, 0.1); axis = (${3:-0, 0, 1}); },"
  rocker_of 'turn = 50; frequency = 0.7;' | sed "
    s/bodies = (/& $wheel/; s/joints = (/& $axle/; s/motors = (/& $2/" \
    >"$scratch/wheel.cfg"
}
idles() { # the largest turn of the axle, and of the coupler against the wheel
  "$inverse" "$scratch/wheel.cfg" --csv - --quiet --time 1 | awk -F, '
    NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    { w = $at["axle.turn [rad]"]
      off = w + $at["a.turn [rad]"] + $at["b.turn [rad]"]
      most = w * w > most ? w * w : most; far = off * off > far ? off * off : far }
    END { print (most > 0.01 ? "turns" : most < 1e-20 ? "held" : most),
      (far < 1e-14 ? "still" : "moved") }'
}
with_wheel '0.02, 0.02, 0.04' ''
prints 'an idle wheel stays as it was' 'turns still' idles
succeeds 'which needs no motor' "$inverse" "$scratch/wheel.cfg" --quiet
with_wheel '0.02, 0.02, 0.04' '{ joint = "axle"; },'
prints 'a motor holds it' 'held moved' idles
succeeds 'and can do so' "$inverse" "$scratch/wheel.cfg" --quiet
with_wheel '0.02, 0.03, 0.04' ''
prints 'one that is not round idles' 'turns still' idles
succeeds 'as long as it is upright' "$inverse" "$scratch/wheel.cfg" --quiet
with_wheel '0.04, 0.04, 0.04' '' '1, 0, 1'
succeeds 'a round one leans' "$inverse" "$scratch/wheel.cfg" --quiet
with_wheel '0.04, 0.02, 0.03' '' '1, 0, 1'
succeeds 'but no motor leads one that is not' \
  ends 3 "$inverse" "$scratch/wheel.cfg" --quiet

# A coupler that is thousands of times as heavy as its cranks.
heavy() {
  cat >"$scratch/heavy.cfg" <<END
gravity = (0, -9.81, 0);
bodies = (
  { name = "crank"; mass = 1; shape = "box"; size = (0.3, 0.05, 0.05);
    ends = ((0, 0, 0), (0.3, 0, 0)); },
  { name = "rod"; mass = $1; shape = "box"; size = (0.7, 0.05, 0.1);
    ends = ((0.3, 0, 0), (0.9, 0.5, 0)); },
  { name = "rocker"; mass = 1; shape = "box"; size = (0.5, 0.05, 0.05);
    ends = ((0.9, 0, 0), (0.9, 0.5, 0)); } );
joints = (
  { name = "c"; type = "revolute"; parent = "world"; child = "crank";
    point = (0, 0, 0); axis = (0, 0, 1); },
  { type = "revolute"; parent = "crank"; child = "rod"; point = (0.3, 0, 0);
    axis = (0, 0, 1); },
  { type = "ball"; parent = "rod"; child = "rocker"; point = (0.9, 0.5, 0); },
  { type = "revolute"; parent = "rocker"; child = "world"; point = (0.9, 0, 0);
    axis = (0, 0, 1); } );
motion = ( { joint = "c"; turn = 30; frequency = 0.5; } );
motors = ( { joint = "c"; } );
END
  "$inverse" "$scratch/heavy.cfg" --time 2 --quiet
}
succeeds 'a heavy coupler' heavy 5000

finish
