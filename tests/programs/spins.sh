#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# What spins freely in mechanisms with loops, and needs no motor: rods between
# ball joints, pucks on a table, bodies on a ball joint in their centre.
. "$srcdir/tests/tap.sh"

inverse=$builddir/src/programs/pantin-inverse
joints=$builddir/src/programs/pantin-joints

# A spatial four-bar linkage of rods with a ball at each end of the coupler, whose
# spin nobody asks for, and no motor moves. With the angle q of the crank its
# energy is M(q) q'^2 / 2 + V(q), and the motor exerts M q'' + M' q'^2 / 2 + V',
# however thick the coupler is.
spatial() { # MOMENTS OF THE COUPLER
  cat <<END
gravity = (0, 0, -9.81);
bodies = ( { name = "crank"; mass = 1; shape = "rod"; size = 0.2;
             ends = ((0, 0, 0), (0.2, 0, 0)); },
           { name = "coupler"; mass = 2; shape = "rod"; size = 1; $1
             ends = ((0.2, 0, 0),
                     (0.3, 0.7071489415689939, 0.6999574090170427)); },
           { name = "rocker"; mass = 1.5; shape = "rod"; size = 0.6;
             ends = ((0.3, 0.7, 0.1), (0.3, 0.7071489415689939, 0.6999574090170427)); } );
joints = (
  { name = "motor"; type = "revolute"; parent = "world"; child = "crank";
    point = (0, 0, 0); axis = (0, 0, 1); },
  { name = "a"; type = "ball"; parent = "crank"; child = "coupler";
    point = (0.2, 0, 0); },
  { name = "b"; type = "ball"; parent = "coupler"; child = "rocker";
    point = (0.3, 0.7071489415689939, 0.6999574090170427); },
  { name = "pin"; type = "revolute"; parent = "rocker"; child = "world";
    point = (0.3, 0.7, 0.1); axis = (1, 0, 0); } );
motors = ( { joint = "motor"; } );
motion = ( { joint = "motor"; times = (0, 1); turns = (0, 360); } );
END
}
cat >"$scratch/spatial.awk" <<'AWK'
# B, the end of the rocker, when the crank is at q.
function end_y(q) { return 0.7 + 0.6 * cos(rocker(q)) }
function end_z(q) { return 0.1 + 0.6 * sin(rocker(q)) }
function rocker(q, x, y, k, r) {
  x = 0.3 - 0.2 * cos(q); y = 0.7 - 0.2 * sin(q); r = sqrt(y * y + 0.01)
  k = (0.64 - x * x - r * r) / 1.2 / r
  return atan2(0.1, y) + atan2(sqrt(1 - k * k), k)
}
function slope(a, b, c, d) { return (a - 8 * b + 8 * c - d) / (12 * h) }
function mass(q, ax, ay, by, bz) {
  ax = -0.2 * sin(q); ay = 0.2 * cos(q)
  by = slope(end_y(q - 2 * h), end_y(q - h), end_y(q + h), end_y(q + 2 * h))
  bz = slope(end_z(q - 2 * h), end_z(q - h), end_z(q + h), end_z(q + 2 * h))
  return (0.04 + 2 * (0.04 + ay * by + by * by + bz * bz) + \
          1.5 * (by * by + bz * bz)) / 3
}
function weight(q) { return 9.81 * (end_z(q) + 0.75 * end_z(q)) }
BEGIN { h = 0.002; pi = atan2(0, -1) }
NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
{
  t = $1; q = $at["motor.turn [rad]"]
  rate = 2 * pi * 30 * (t ^ 2 - 2 * t ^ 3 + t ^ 4)
  second = 2 * pi * 30 * (2 * t - 6 * t ^ 2 + 4 * t ^ 3)
  want = mass(q) * second + \
    slope(mass(q - 2 * h), mass(q - h), mass(q + h), mass(q + 2 * h)) * \
    rate ^ 2 / 2 + \
    slope(weight(q - 2 * h), weight(q - h), weight(q + h), weight(q + 2 * h))
  off = $at["motor.motor_torque [N m]"] - want
  n += !(off ^ 2 < 1e-12)
}
END { print NR - 1, n + 0 }
AWK
crank() {
  "$inverse" "$scratch/spatial.cfg" --csv - --quiet |
    awk -F, -f "$scratch/spatial.awk"
}
for moments in '' 'inertia = (0.0002, 0.166666666666667, 0.166666666666667);' \
  'inertia = (0.02, 0.166666666666667, 0.166666666666667);'; do
  spatial "$moments" >"$scratch/spatial.cfg"
  prints 'the torque at a crank' '101 0' crank
  succeeds 'which its motor exerts' "$inverse" "$scratch/spatial.cfg" --quiet
done
# In forward dynamics, too, where rods and all come back to their start.
"$inverse" "$scratch/spatial.cfg" --dt 0.002 --csv "$scratch/spatial.csv" \
  --drive "$scratch/spatial_driven.cfg" --quiet
came_back() {
  "$joints" "$scratch/spatial_driven.cfg" --time 1 --dt 0.0005 --quiet \
    --csv - | awk -F, '
    NR == 1 { for (k = 1; k <= NF; k++) if ($k ~ /^crank.q/) at[++q] = k; next }
    NR == 2 { for (k = 1; k <= q; k++) from[k] = $at[k] }
    { dot = 0; for (k = 1; k <= q; k++) dot += from[k] * $at[k] }
    END { print q, (1 - dot * dot < 1e-6 ? "back" : dot) }'
}
prints 'a motor turns the crank once' '4 back' came_back
spatial 'inertia = (0.02, 0.16, 0.17);' >"$scratch/flat.cfg"
prints 'a flat coupler wants a motor' 'cannot make this motion' \
  "$inverse" "$scratch/flat.cfg"
sed '/name = "b"/s/"ball"/"universal"; axis = (0, 1, 0); second = (1, 0, 0)/' \
  "$scratch/flat.cfg" >"$scratch/cross.cfg"
succeeds 'or a universal joint' "$inverse" "$scratch/cross.cfg" --quiet

# A crank drags a puck over a table. It does not turn, so that the motor's torque
# is (m l^2 / 3 + m b^2 / 12 + M l^2) q'', whatever the joints are.
dragged() { # SHAPE OF THE PUCK, TABLE, PIN: rows, and those with another torque
  cat >"$scratch/puck.cfg" <<END
bodies = ( { name = "crank"; mass = 2; shape = "box"; size = (0.3, 0.05, 0.05);
             position = (0.15, 0, 0); },
           { name = "puck"; mass = 1.5; position = (0.3, 0, 0); $1 } );
joints = ( { name = "a"; type = "revolute"; parent = "world"; child = "crank";
             point = (0, 0, 0); axis = (0, 0, 1); },
           { name = "table"; $2 },
           { name = "pin"; $3 } );
motors = ( { joint = "a"; } );
motion = ( { joint = "a"; turn = 80; frequency = 0.5; } );
time = 1;
END
  "$inverse" "$scratch/puck.cfg" --csv - --quiet | awk -F, '
    NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    { pi = atan2(0, -1); l = 0.3; b = 0.05
      second = -80 * pi / 180 * pi ^ 2 * sin(pi * $1)
      want = (2 * (l ^ 2 / 3 + b ^ 2 / 12) + 1.5 * l ^ 2) * second
      off = $at["a.motor_torque [N m]"] - want; n += !(off ^ 2 < 1e-18) }
    END { print NR - 1, n + 0 }'
}
drags() { # NAME, SHAPE, TABLE, PIN
  prints "$1" '101 0' dragged "$2" "$3" "$4"
  succeeds 'by its motor alone' "$inverse" "$scratch/puck.cfg" --quiet
}
disc='inertia = (0.1, 0.1, 0.13);' ball='inertia = (0.1, 0.1, 0.1);'
box='inertia = (0.11, 0.07, 0.13);'
on='parent = "world"; child = "puck";' at='point = (0.3, 0, 0);'
up='axis = (0, 0, 1);' of='parent = "crank"; child = "puck";'
hinge="type = \"revolute\"; $of $at $up" centre="type = \"ball\"; $of $at"
planar="type = \"planar\"; $on $at $up"
drags 'a puck on a table' "$disc" "$planar" "$hinge"
drags 'on a pin of its own' "$disc" "$planar" \
  "type = \"revolute\"; parent = \"puck\"; child = \"crank\"; $at $up"
drags 'on a ball' "$disc" "$planar" "$centre"
drags 'on a table whose point is elsewhere' "$disc" \
  "type = \"planar\"; $on point = (0, 0.1, 0); $up" "$hinge"
drags 'that holds the table' "$disc" \
  "type = \"planar\"; parent = \"puck\"; child = \"world\"; $at $up" "$hinge"
drags 'that is not round' "$box" "$planar" "$hinge"
drags 'on a table by its motions' "$ball" \
  "type = \"free\"; $on $at axis = (1, 0, 0); second = (0, 1, 0);
   free = (\"tx\", \"ty\", \"rz\");" "$centre"
drags 'that one foot carries' "$ball" "type = \"point-on-plane\"; $on $at $up" \
  "$centre"
drags 'on a foot beside its centre' "$box" \
  "type = \"point-on-plane\"; $on point = (0.4, 0, 0); $up" "$hinge"

# Where something else acts on it, nothing but a motor could keep it so.
turned() { # NAME, SHAPE, TABLE, PIN
  dragged "$2" "$3" "$4" >"$scratch/.turned"
  prints "$1" 'cannot make this motion' "$inverse" "$scratch/puck.cfg"
}
turned 'a pin that rubs' "$disc" "$planar" "$hinge friction_turn = 0.01;"
turned 'a table that rubs beside the centre' "$disc" \
  "type = \"planar\"; $on point = (0.4, 0, 0); $up friction_slide = 0.1;" \
  "$hinge"
turned 'a pin beside the centre' "$disc" "$planar" \
  "type = \"revolute\"; $of point = (0.3, 0.01, 0); $up"

# On the coupler of a four-bar linkage it counts as a point of its mass.
carries() { # MOMENTS, JOINT: the torques of the motor
  cat >"$scratch/coupler.cfg" <<END
gravity = (0, -9.81, 0);
bodies = ( { name = "c"; mass = 2; inertia = (0.05, 0.05, 0.05);
             position = (0, 0.15, 0); },
           { name = "k"; mass = 2; inertia = (0.1, 0.1, 0.1);
             position = (0.5, 0.4, 0); },
           { name = "r"; mass = 1.5; inertia = (0.1, 0.1, 0.1);
             position = (1, 0.25, 0); },
           { name = "w"; mass = 1; inertia = ($1); position = (0.5, 0.4, 0); } );
joints = ( { name = "a"; type = "revolute"; parent = "world"; child = "c";
             point = (0, 0, 0); axis = (0, 0, 1); },
           { type = "revolute"; parent = "c"; child = "k";
             point = (0, 0.3, 0); axis = (0, 0, 1); },
           { type = "revolute"; parent = "k"; child = "r";
             point = (1, 0.5, 0); axis = (0, 0, 1); },
           { type = "revolute"; parent = "world"; child = "r";
             point = (1, 0, 0); axis = (0, 0, 1); },
           { $2 parent = "k"; child = "w"; point = (0.5, 0.4, 0); } );
motors = ( { joint = "a"; } );
motion = ( { joint = "a"; turn = 40; phase = 30; frequency = 0.5; } );
END
  "$inverse" "$scratch/coupler.cfg" --csv - --quiet | awk -F, '
    NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    { printf "%.9f\n", $at["a.motor_torque [N m]"] }'
}
carries '1e-12, 1e-12, 1e-12' 'type = "fixed";' >"$scratch/point.txt"
differ() { # MOMENTS, JOINT
  carries "$1" "$2" | paste -d ' ' - "$scratch/point.txt" |
    awk '{ n += !(NF == 2 && ($1 - $2) ^ 2 < 1e-14) } END { print NR, n + 0 }'
}
idles() { # NAME, MOMENTS, JOINT
  prints "$1" ' 0' differ "$2" "$3"
  succeeds 'without a motor' "$inverse" "$scratch/coupler.cfg" --quiet
}
idles 'a sphere on a ball in its centre' '0.2, 0.2, 0.2' 'type = "ball";'
idles 'a disc' '0.2, 0.2, 0.3' 'type = "ball";'
idles 'a disc that stands' '0.3, 0.2, 0.2' 'type = "ball";'
idles 'a body that is not round' '0.2, 0.25, 0.3' 'type = "ball";'
idles 'a wheel by its motions' '0.2, 0.2, 0.2' \
  'type = "free"; axis = (1, 0, 0); second = (0, 1, 0); free = ("rz");'
# And a wheel on a wheel, both of which start turned.
carries '0.2, 0.2, 0.3' 'type = "revolute"; axis = (0, 0, 1);' >"$scratch/.one"
sed -e '/name = "w"/{s/(0.5, 0.4, 0); }/(0.5, 0.4, 0); axis = (0, 1, 0); angle = 90; }/
    s/inertia = [^;]*/inertia = (0.3, 0.2, 0.2)/;s/} );/},/;p
    s/"w"/"n"/;s/},$/} );/;}' \
  -e '/child = "w"/{s/} );/},/;p;s/"w"/"n"/;s/"k"/"w"/;s/},$/} );/;}' \
  "$scratch/coupler.cfg" >"$scratch/nested.cfg"
succeeds 'a wheel on a wheel' "$inverse" "$scratch/nested.cfg" --quiet

# A strut between two balls lifts a boom. Both of its parts spin freely about its
# line, together: a cylindrical joint in it needs the force of a prismatic one,
# and where it turns them against each other, by theta, the torque of the moments
# that are left, I J / (I + J) theta''.
lifts() { # JOINT OF THE STRUT, ITS MOTION: times, forces and torques
  cat >"$scratch/boom.cfg" <<END
gravity = (0, 0, -9.81);
bodies = ( { name = "boom"; mass = 5; shape = "box"; size = (1, 0.1, 0.1);
             ends = ((0, 0, 0), (1, 0, 0)); },
           { name = "low"; mass = 0.4; shape = "cylinder"; size = (0.3, 0.05);
             ends = ((0.5, 0.1, -0.5), (0.55, 0.05, -0.2)); },
           { name = "up"; mass = 0.3; shape = "cylinder"; size = (0.3, 0.03);
             ends = ((0.55, 0.05, -0.2), (0.6, 0, 0.1)); } );
joints = ( { type = "revolute"; parent = "world"; child = "boom";
             point = (0, 0, 0); axis = (0, 1, 0); },
           { type = "ball"; parent = "world"; child = "low";
             point = (0.5, 0.1, -0.5); },
           { name = "s"; type = "$1"; parent = "low"; child = "up";
             point = (0.55, 0.05, -0.2); axis = (0.1, -0.1, 0.6); },
           { type = "ball"; parent = "up"; child = "boom";
             point = (0.6, 0, 0.1); } );
motors = ( { joint = "s"; } );
motion = ( { joint = "s"; $2 frequency = 0.5; } );
time = 1;
END
  "$inverse" "$scratch/boom.cfg" --csv - --quiet | awk -F, '
    NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    { print $1, $at["s.motor_force [N]"], $at["s.motor_torque [N m]"] }'
}
lifts prismatic 'slide = 0.05;' >"$scratch/slides.txt"
lifted() { # MOTION OF A CYLINDRICAL JOINT, THETA [degrees]
  lifts cylindrical "$1" | paste -d ' ' - "$scratch/slides.txt" | awk '
    { pi = atan2(0, -1); I = 0.4 * 0.05 ^ 2 / 2; J = 0.3 * 0.03 ^ 2 / 2
      want = -I * J / (I + J) * '"$2"' * pi / 180 * pi ^ 2 * sin(pi * $1)
      n += !(NF == 6 || NF == 5) || !(($2 - $5) ^ 2 < 1e-16) ||
           !(($3 - want) ^ 2 < 1e-20) }
    END { print NR, n + 0 }'
}
spins_strut() { # NAME, MOTION OF A CYLINDRICAL JOINT, THETA [degrees]
  prints "$1" '101 0' lifted "$2" "$3"
  succeeds 'which the motor exerts' "$inverse" "$scratch/boom.cfg" --quiet
}
spins_strut 'the force in a cylindrical joint' 'slide = 0.05;' 0
spins_strut 'and the torque' 'slide = 0.05; turn = 70;' 70

finish
