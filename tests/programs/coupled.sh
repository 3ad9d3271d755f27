#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Machines whose redundant rows change from pose to pose.
. "$srcdir/tests/tap.sh"

inverse=$builddir/src/programs/pantin-inverse
joints=$builddir/src/programs/pantin-joints
ik=$builddir/src/programs/pantin-ik

# Wheels coupled on both sides, whose rods pass their dead points by turns, with
# the equations of all others redundant.
coupled() {
  cat <<END
gravity = (0, 0, -9.81);
bodies = (
  { name = "first"; mass = 3; shape = "cylinder"; size = (1, 0.4);
    position = (0, 0, 0); axis = (0, 0, 1); angle = 90; },
  { name = "last"; mass = 3; shape = "cylinder"; size = (1, 0.4);
    position = (1, 0, 0); axis = (0, 0, 1); angle = 90; },
  { name = "left"; mass = 1; shape = "box"; size = (1, 0.05, 0.05);
    position = (0.5434120444167326, 0.5, 0.24620193825305203); },
  { name = "right"; mass = 1; shape = "box"; size = (1, 0.05, 0.05);
    position = (0.746201938253052, -0.5, -0.04341204441673258); } );
joints = (
  { name = "a"; type = "revolute"; parent = "world"; child = "first";
    point = (0, 0, 0); axis = (0, 1, 0); },
  { type = "revolute"; parent = "world"; child = "last"; point = (1, 0, 0);
    axis = (0, 1, 0); },
  { type = "revolute"; parent = "first"; child = "left"; axis = (0, 1, 0);
    point = (0.04341204441673258, 0.5, 0.24620193825305203); },
  { type = "revolute"; parent = "last"; child = "left"; axis = (0, 1, 0);
    point = (1.0434120444167325, 0.5, 0.24620193825305203); },
  { type = "revolute"; parent = "first"; child = "right"; axis = (0, 1, 0);
    point = (0.24620193825305203, -0.5, -0.04341204441673258); },
  { type = "revolute"; parent = "last"; child = "right"; axis = (0, 1, 0);
    point = (1.246201938253052, -0.5, -0.04341204441673258); } );
$1
END
}
coupled 'motors = ( { joint = "a"; torque = 1; } );' >"$scratch/coupled.cfg"
for steps in 240 300 480; do
  succeeds "coupled wheels turn, in steps of 1/$steps s" \
    "$joints" "$scratch/coupled.cfg" --time 5 --dt "1/$steps" --quiet
done
coupled 'motors = ( { joint = "a"; } );
motion = ( { joint = "a"; times = (0, 2); turns = (0, 720); } );' \
  >"$scratch/coupled.cfg"
succeeds 'coupled wheels are driven' "$inverse" "$scratch/coupled.cfg" --quiet

# linkage AX AY BX BY CX MORE: a four-bar linkage of thin rods, whose hinges along
# one direction are redundant.
linkage() {
  awk -v ax="$1" -v ay="$2" -v bx="$3" -v by="$4" -v cx="$5" '
    function rod(name, x, y, to_x, to_y) {
      printf "%s{ name = \"%s\"; mass = 1; shape = \"rod\"; size = %.17g;",
        separator, name, sqrt((to_x - x) ^ 2 + (to_y - y) ^ 2)
      printf " ends = ((%s, %s, 0), (%s, %s, 0)); }\n", x, y, to_x, to_y
      separator = ", "
    }
    function hinge(name, parent, child, x, y) {
      printf "%s{ name = \"%s\"; type = \"revolute\"; parent = \"%s\"; ",
        separator, name, parent
      printf "child = \"%s\"; point = (%s, %s, 0); axis = (0, 0, 1); }\n",
        child, x, y
      separator = ", "
    }
    BEGIN {
      print "gravity = (0, -9.81, 0); bodies = ("
      rod("crank", 0, 0, ax, ay)
      rod("coupler", ax, ay, bx, by)
      rod("rocker", bx, by, cx, 0)
      separator = ""
      print "); joints = ("
      hinge("O", "world", "crank", 0, 0)
      hinge("A", "crank", "coupler", ax, ay)
      hinge("B", "coupler", "rocker", bx, by)
      hinge("C", "world", "rocker", cx, 0)
      print ");"
    }'
  echo "$6"
}

while read -r ax ay bx by cx; do
  scene=$scratch/linkage.cfg
  linkage "$ax" "$ay" "$bx" "$by" "$cx" '' >"$scene"
  succeeds "rods from 0 by ($ax, $ay) and ($bx, $by) to $cx move" \
    "$joints" "$scene" --time 0.5 --quiet
  linkage "$ax" "$ay" "$bx" "$by" "$cx" 'motors = ( { joint = "O"; } ); time = 1;
    motion = ( { joint = "O"; turn = 10; frequency = 1; } );' >"$scene"
  succeeds '... are driven' "$inverse" "$scene" --quiet
  turned=$(awk -v x="$ax" -v y="$ay" 'BEGIN {
    printf "(%.17g, %.17g, 0)", x * cos(0.2) - y * sin(0.2),
      x * sin(0.2) + y * cos(0.2) }')
  linkage "$ax" "$ay" "$bx" "$by" "$cx" "targets = ( { body = \"crank\";
    point = ($ax, $ay, 0); place = $turned; } );" >"$scene"
  succeeds '... reach where they can' "$ik" "$scene" --quiet
done <<END
0.3 0.4 0.9 1.2 1.4
0.2 0.5 1.1 0.9 1.3
-0.2 0.6 0.8 1.4 1.2
0.1 0.4 0.9 0.7 1.1
END

finish
