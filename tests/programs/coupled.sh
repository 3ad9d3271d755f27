#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Machines whose redundant rows change from pose to pose.
. "$srcdir/tests/tap.sh"

inverse=$builddir/src/programs/pantin-inverse
joints=$builddir/src/programs/pantin-joints

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

finish
