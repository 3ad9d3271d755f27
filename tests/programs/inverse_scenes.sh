#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# What pantin-inverse takes from a scene, and what it writes of one.
. "$srcdir/tests/tap.sh"

inverse=$builddir/src/programs/pantin-inverse
joints=$builddir/src/programs/pantin-joints

# In mm, g and s a torque of 1 N m is 1e9: 2 kg and 0.5 m take 4.9 times that.
cat >"$scratch/mm.cfg" <<'END'
gravity = (0, -9810, 0);
bodies = ( { name = "arm"; mass = 2000; shape = "box"; size = (500, 40, 40);
             position = (250, 0, 0); } );
joints = ( { name = "shoulder"; type = "revolute"; parent = "world";
             child = "arm"; point = (0, 0, 0); axis = (0, 0, 1); } );
motion = ( { joint = "shoulder"; times = (0, 1); turns = (0, 45); } );
END
lifted() { # the last height in mm: 250 sin 45 degrees
  "$inverse" "$scratch/mm.cfg" --quiet --csv "$scratch/mm.csv" \
    --drive "$scratch/driven.cfg" &&
    "$joints" "$scratch/driven.cfg" --time 1 --quiet --csv - | awk -F, '
      NR == 1 { for (k = 1; k <= NF; k++) if ($k ~ /position_y/) at = k }
      END { printf "%.2f mm\n", $at }'
}
prints 'torques above 1e9 drive a scene' '176.78 mm' lifted
held() { # TORQUE: that of a scene's motor, which holds the arm
  sed "s/^motion.*/motors = ( { joint = \"shoulder\"; torque = $1; } );/" \
    "$scratch/mm.cfg" >"$scratch/held.cfg"
  "$joints" "$scratch/held.cfg" --time 0.1 --quiet
}
succeeds 'and so does a key' held 4.905e9
prints 'but not a typing error' 'torque' held 1e16

# Walls have no effect, and a line says so.
box='box = { low = (-1e3, -1e3, -1e3); high = (1e3, 1e3, 1e3);
  restitution = 0.5; };'
walls() {
  { cat "$scratch/mm.cfg" && echo "$box"; } >"$scratch/box.cfg"
  "$inverse" "$scratch/box.cfg" --hold --time 0.1 --quiet
}
prints 'walls have none' 'box.cfg: the walls of the box have no effect here' \
  walls
silent 'where there are none, nothing is said' \
  "$inverse" "$scratch/mm.cfg" --hold --time 0.1 --quiet

finish
