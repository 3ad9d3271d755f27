#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Robots in URDF and MJCF, given to the programs.
. "$srcdir/tests/tap.sh"
needs LIBXML2

programs=$builddir/src/programs
robots=$srcdir/data/robots

for robot in arm.urdf humanoid.xml quadruped.xml; do
  succeeds "pantin-joints moves $robot" \
    "$programs/pantin-joints" "$robots/$robot" --time 0.1 --quiet
done
prints 'a robot is read from a pipe' '11 bodies, 10 joints' \
  sh -c "'$programs/pantin-joints' - --time 0.01 <'$robots/humanoid.xml'"
prints 'what is not used is said' 'quadruped.xml:14: <light> is not used' \
  sh -c "'$programs/pantin-joints' '$robots/quadruped.xml' --time 0.01 2>&1"

succeeds 'a scene is saved for MuJoCo' "$programs/pantin-joints" puppet \
  --save "$scratch/puppet.xml" --quiet
prints 'and read again' '15 bodies, 14 joints' "$programs/pantin-joints" \
  "$scratch/puppet.xml" --time 0.1
succeeds 'a loop is saved, too' "$programs/pantin-joints" four-bar --time 0.01 \
  --save "$scratch/loop.xml" --quiet
prints 'with two ties for its last hinge' '3 bodies, 5 joints, 21 rows' \
  "$programs/pantin-joints" "$scratch/loop.xml" --time 0.01
succeeds 'a robot is saved as a scene' "$programs/pantin-joints" \
  "$robots/humanoid.xml" --save "$scratch/figure.cfg" --quiet
prints 'and read again, too' '11 bodies, 10 joints' "$programs/pantin-joints" \
  "$scratch/figure.cfg" --time 0.1

limits=$srcdir/tests/body/robots/limits.xml
prints 'inverse dynamics says that it knows no limits' \
  'limits and dry friction, of 5 turns and slides, have no effect here' \
  sh -c "'$programs/pantin-inverse' '$limits' 2>&1"
for ending in cfg xml; do
  succeeds "limits are saved as $ending" "$programs/pantin-joints" "$limits" \
    --time 0.01 --quiet --save "$scratch/limits.$ending"
  prints 'and hold the slide when they are read again' \
    'piston   1.050000   0.000000   0.500000' "$programs/pantin-joints" \
    "$scratch/limits.$ending" --time 0.5
done

if built_with ODE; then
  lands() {
    "$programs/pantin-contact" "$robots/$1" --time 0.8 --json="$scratch/json" \
      --quiet 2>"$scratch/err"
  }
  succeeds 'the figure falls on the ground' lands humanoid.xml
  prints 'which is said to be added' 'the plane z = 0 is it' \
    cat "$scratch/err"
  succeeds 'the dog stands on its own' lands quadruped.xml
  prints 'whose cylinders are said not to touch' '4 solids touch nothing' \
    cat "$scratch/err"
  # A hopper in the plane, whose torso three joints hold to the world.
  cat >"$scratch/hop.xml" <<'END'
<mujoco model="hopper"><option timestep="0.002"/><worldbody>
 <geom type="plane" size="0 0 1"/>
 <body name="torso" pos="0 0 1">
  <joint name="rootx" type="slide" axis="1 0 0"/>
  <joint name="rootz" type="slide" axis="0 0 1"/>
  <joint name="rooty" type="hinge" axis="0 1 0"/>
  <geom type="capsule" fromto="0 0 -0.2 0 0 0.2" size="0.05" mass="3"/>
  <body name="leg" pos="0 0 -0.2"><joint type="hinge" axis="0 1 0"/>
   <geom type="capsule" fromto="0 0 -0.3 0.3 0 -0.4" size="0.05" mass="1"/>
  </body>
 </body>
</worldbody></mujoco>
END
  falls_over() {
    "$programs/pantin-contact" "$scratch/hop.xml" --time 2 --quiet --csv - \
      --every 1 | awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) {
          sub(/ .*/, "", $k); at[$k] = k } next }
        $at["kind"] == "body" && $at["id"] == 0 {
          z = $at["position_z"] + 0; if (!rows++ || z < least) least = z }
        END { print rows, least; exit !(rows > 900 && least > 0.049 && z < 0.3) }'
  }
  succeeds 'a hopper falls on the ground, not through it' falls_over
  prints 'and worlds say that they know no limits' \
    'of 5 turns and slides, have no effect in a world' \
    sh -c "'$programs/pantin-contact' '$limits' --time 0.1 --quiet 2>&1"
else
  skip 'the figure falls on the ground' 'built without ODE'
fi
finish
