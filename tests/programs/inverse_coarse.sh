#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Tables of motions whose rows are far apart: a motor makes the motion that it
# has made, and no other does.
. "$srcdir/tests/tap.sh"

inverse=$builddir/src/programs/pantin-inverse
joints=$builddir/src/programs/pantin-joints

# A four-bar linkage with a pendulum on its coupler.
linkage() { # MOTORS
  cat <<END
gravity = (0, -9.81, 0);
bodies = (
  { name = "crank"; mass = 1; shape = "box"; size = (0.3, 0.05, 0.05);
    ends = ((0, 0, 0), (0.3, 0, 0)); },
  { name = "coupler"; mass = 1; shape = "box"; size = (0.78, 0.05, 0.05);
    ends = ((0.3, 0, 0), (0.9, 0.5, 0)); },
  { name = "rocker"; mass = 1; shape = "box"; size = (0.5, 0.05, 0.05);
    ends = ((0.9, 0, 0), (0.9, 0.5, 0)); },
  { name = "bob"; mass = 0.5; shape = "sphere"; size = 0.05;
    position = (0.6, -0.05, 0); } );
joints = (
  { name = "c"; type = "revolute"; parent = "world"; child = "crank";
    point = (0, 0, 0); axis = (0, 0, 1); friction_turn = 2; },
  { type = "revolute"; parent = "crank"; child = "coupler";
    point = (0.3, 0, 0); axis = (0, 0, 1); },
  { type = "ball"; parent = "coupler"; child = "rocker";
    point = (0.9, 0.5, 0); },
  { name = "r"; type = "revolute"; parent = "rocker"; child = "world";
    point = (0.9, 0, 0); axis = (0, 0, 1); },
  { name = "p"; type = "revolute"; parent = "coupler"; child = "bob";
    point = (0.6, 0.25, 0); axis = (0, 0, 1); } );
motors = ( $1 );
time = 5;
END
}
linkage '{ joint = "c"; torque = 8; frequency = 1; }' >"$scratch/c.cfg"
linkage '{ joint = "p"; }' >"$scratch/p.cfg"

off() { # How far the torque is from that of the scene, per mille of 8 N m.
  "$inverse" "$scratch/c.cfg" --motion "$scratch/c.csv" --csv - --quiet |
    awk -F, '
    NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    { off = $at["c.motor_torque [N m]"] - 8 * sin(2 * atan2(0, -1) * $1)
      most = off ^ 2 > most ? off ^ 2 : most }
    END { print (NR > 100 && sqrt(most) < 8e-3 ? "right" : sqrt(most)) }'
}
for rows in 120 240 480; do
  dt=$(awk "BEGIN { printf \"%.17g\", 1 / $rows }")
  "$joints" "$scratch/c.cfg" --dt "$dt" --csv "$scratch/c.csv" --quiet
  prints "the torque by $rows rows a second" right off
  succeeds 'which made the motion' "$inverse" "$scratch/c.cfg" \
    --motion "$scratch/c.csv" --quiet
  prints 'and no other motor' 'cannot make this motion' \
    "$inverse" "$scratch/p.cfg" --motion "$scratch/c.csv"
done

finish
