#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# pantin-joints with limits and friction in joints.
. "$srcdir/tests/tap.sh"

joints=$builddir/src/programs/pantin-joints

# A leg with a limit at its knee and dry friction: the remainder falls with dt^2,
# friction takes as much with any step, and the leg comes to rest, not quite
# straight down.
knee() {
  for dt in 0.002 0.0005; do
    "$joints" knee --dt "$dt" --json
  done | awk '$1 == "\"remainder\":" { x = $2 + 0; r[++n] = x < 0 ? -x : x }
    $1 == "\"work_friction\":" { friction = $2 + 0; f[n + 1] = friction }
    $1 == "\"work_impacts\":" { impacts = $2 + 0 }
    END { print r[1] / r[2], f[1], f[2], impacts
      same = f[1] - f[2] < 1e-3 && f[2] - f[1] < 1e-3
      if (r[1] / r[2] > 12 && r[2] < 1e-4 && same && friction < -25 &&
          impacts < -13)
        print "of order 2" }'
}
prints 'a knee and a hip' 'of order 2' knee
ab4_beside_rk4() {
  said=$("$joints" "$1" --time 0.1 --integrator ab4 --csv "$scratch/ab4.csv" \
    2>&1 | grep -c "steps of rk4")
  "$joints" "$1" --time 0.1 --integrator rk4 --csv "$scratch/rk4.csv" >&2
  bits=other
  cmp -s "$scratch/ab4.csv" "$scratch/rk4.csv" && bits=same
  echo "said $said times, $bits bits"
}
prints 'for which ab4 takes the steps of rk4, and says so' \
  'said 2 times, same bits' ab4_beside_rk4 knee
prints 'but not in a puppet' 'said 0 times, other bits' ab4_beside_rk4 puppet
silent 'nor is it said of rk4' "$joints" knee --time 0.1 -q
# A mass between limits that are L / 5 apart keeps its speed, L a second, through
# ten rebounds, and is 1 ms beyond its start, whatever L.
between() {
  for L in 1 1e-3 1e-4 1e-6 1e-9; do
    wall=$(awk "BEGIN { print 0.1 * $L }")
    "$joints" - --json --time 2.001 <<END |
bodies = ({ name = "b"; mass = 1; inertia = (1, 1, 1); velocity = ($L, 0, 0); });
joints = ({ name = "j"; type = "prismatic"; parent = "world"; child = "b";
  point = (0, 0, 0); axis = (1, 0, 0); restitution = 1;
  slide_limits = (-$wall, $wall); });
dt = 0.003;
END
      awk -v L="$L" '/"impacts"/ { n = $2 + 0 }
        /"position"/ { split($0, p, "["); x = p[2] / L }
        /"velocity"/ { split($0, p, "["); v = p[2] / L }
        END { print n, (x - 0.001) ^ 2 < 1e-16 && (v - 1) ^ 2 < 1e-18 ? "back" : x " " v }'
  done | sort | uniq -c
}
prints 'limits at any distance' ' 5 10 back' between
# With 0.2 degrees between elastic stops there are some six rebounds in a step;
# with a millionth of that, too many.
backlash() {
  "$joints" - --json --time 1 <<END
bodies = ({ name = "b"; mass = 1; inertia = (0.1, 0.1, 0.1);
            omega = (0, 0, 5); });
joints = ({ name = "p"; type = "revolute"; parent = "world"; child = "b";
  point = (0, 0, 0); axis = (0, 0, 1); turn_limits = (-$1, $1);
  restitution = 1; });
END
}
prints 'many rebounds in a step' '"impacts": 1432' backlash 0.1
prints 'which keep the energy' '"energy_final": 1.25' backlash 0.1
prints 'or are refused' 'takes a smaller dt' backlash 1e-7
prints 'with status 3' 'exit status 3' ends 3 backlash 1e-7
prints 'which rebounds' ',shank,' \
  "$joints" knee --time 3 --quiet --impacts /dev/stdout
prints 'but no inverse dynamics' "joint 'hip' has limits or dry friction" \
  "$joints" knee --check
counted() {
  "$builddir/src/programs/pantin-inverse" knee --quiet 2>&1 |
    grep -c 'limits and dry friction'
}
prints 'which leaves them out with one word' 1 counted
still() {
  "$joints" knee --quiet --every 100 --csv "$scratch/knee.csv" &&
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^kinetic/) at = i }
      END { print $at < 1e-20 ? "at rest" : $at }' "$scratch/knee.csv"
}
prints 'and rests' 'at rest' still

# A limit that is left pushes no more: without dry friction nothing is lost but
# in rebounds.
cat >"$scratch/left.cfg" <<'END'
gravity = (0, -9.81, 0);
bodies = (
  { name = "a"; mass = 4.76539; shape = "box"; size = (0.3, 0.1, 0.08);
    position = (0.15, 0, 0); },
  { name = "b"; mass = 0.825963; shape = "box"; size = (0.3, 0.1, 0.08);
    position = (0.45, 0, 0); },
  { name = "c"; mass = 1.46614; shape = "box"; size = (0.3, 0.1, 0.08);
    position = (0.75, 0, 0); } );
joints = (
  { type = "ball"; parent = "world"; child = "a"; point = (0, 0, 0); },
  { type = "universal"; parent = "a"; child = "b"; point = (0.3, 0, 0);
    axis = (-0.81174, 0.165576, 1); second = (1, 0, 0); },
  { type = "revolute"; parent = "b"; child = "c"; point = (0.6, 0, 0);
    axis = (-0.132709, -0.860289, 1); turn_limits = (-50.9423, 99.3954);
    restitution = 0.223239; } );
time = 2;
dt = 0.001;
END
left() {
  "$joints" "$scratch/left.cfg" --json |
    awk '$1 == "\"work_friction\":" { w = $2 < 0 ? -$2 : $2 }
      $1 == "\"energy_error\":" { e = $2 } $1 == "\"impacts\":" { n = $2 }
      END { print n + 0, w, e + 0
        if (n > 3 && w < 1e-3 && e + 0 < 1e-2) print "none" }'
}
prints 'no push from a limit that is left' none left

# Limits that are reached one right after the other, where a step has parts of
# next to no length.
cat >"$scratch/after.cfg" <<'END'
gravity=(0,-9.81,0); bodies=(
  { name="b0"; mass=2.42981; shape="box"; size=(0.3,0.1,0.08);
    position=(0.15,0,0); },
  { name="b1"; mass=0.735476; shape="box"; size=(0.3,0.1,0.08);
    position=(0.45,0,0); },
  { name="b2"; mass=3.73152; shape="box"; size=(0.3,0.1,0.08);
    position=(0.75,0,0); },
  { name="b3"; mass=1.30481; shape="box"; size=(0.3,0.1,0.08);
    position=(1.05,0,0); },
  { name="b4"; mass=3.4232; shape="box"; size=(0.3,0.1,0.08);
    position=(1.35,0,0); }); joints=(
  { name="j0"; type="revolute"; parent="world"; child="b0"; point=(0,0,0);
    axis=(-0.133687,0.528617,1);
    turn_limits=(-16.7847,76.8586); restitution=0.995137; },
  { name="j1"; type="prismatic"; parent="b0"; child="b1"; point=(0.3,0,0);
    axis=(0.783026,0.21793,1); slide_limits=(-0.107406,0.151022);
    coulomb_slide=16.7664; },
  { name="j2"; type="universal"; parent="b1"; child="b2"; point=(0.6,0,0);
    axis=(0.527785,-0.937776,1); second=(1,0,0); },
  { name="j3"; type="cylindrical"; parent="b2"; child="b3"; point=(0.9,0,0);
    axis=(0.0225153,-0.591501,1); turn_limits=(-104.982,80.4743);
    slide_limits=(-0.243253,0.0858688); restitution=0.0626961;
    coulomb_turn=2.70948; coulomb_slide=10.5431; },
  { name="j4"; type="prismatic"; parent="b3"; child="b4"; point=(1.2,0,0);
    axis=(0.0803815,0.166441,1); slide_limits=(-0.299102,0.159051);
    coulomb_slide=13.2684; });
time=0.6; dt=0.001;
END
succeeds 'parts of a step without length' "$joints" "$scratch/after.cfg" --quiet

# A slider that a stiff spring holds on a turntable: as nothing slides, its
# friction brakes nothing.
cat >"$scratch/table.cfg" <<'END'
bodies = ( { name = "table"; mass = 1; inertia = (1, 1, 1); omega = (0, 0, 1); },
           { name = "slider"; mass = 1; inertia = (1, 1, 1); omega = (0, 0, 1);
             position = (1, 0, 0); velocity = (0, 1, 0); } );
joints = ( { type = "revolute"; parent = "world"; child = "table";
             point = (0, 0, 0); axis = (0, 0, 1); },
           { type = "prismatic"; parent = "table"; child = "slider";
             point = (0, 0, 0); child_point = (1, 0, 0); axis = (1, 0, 0);
             friction_slide = 2; } );
springs = ( { parent = "table"; child = "slider"; point = (2, 0, 0);
              child_point = (1, 0, 0); stiffness = 1000; length = 0.999; } );
END
prints 'friction of a slide does not brake a turn' \
  'angular momentum about the origin (0, 0, 3)' \
  "$joints" "$scratch/table.cfg" --time 5

# A point that two joints nearly hold hits a rough wall: impulses to rebound
# would be a thousand times those that stop it, and their rounding made energy.
cat >"$scratch/rough.cfg" <<'END'
gravity = (5.233, 8.129, -3.38);
bodies = (
  { name="b0"; mass=1.20369; shape="box"; size=(0.6,0.05,0.05);
    position=(-0.6724, -0.3034, 0.5025); velocity=(-0.7049, 0.3185, -0.2975);
    omega=(-1.324, -0.2795, -0.4542); },
  { name="b1"; mass=1.64128; shape="sphere"; size=0.1;
    position=(0.7438, 0.3532, 0.4141); velocity=(-0.6338, -0.3783, 0.8296);
    omega=(1.959, 1.669, -1.755); },
  { name="b2"; mass=2.99769; shape="sphere"; size=0.1;
    position=(0.2496, -0.7671, 0.6463); velocity=(0.5306, 0.7596, 0.9526);
    omega=(1.903, 0.9447, -0.4302); },
  { name="b3"; mass=2.6738; shape="box"; size=(0.6,0.05,0.05);
    position=(0.1358, 0.2612, -0.01941); velocity=(0.2397, -0.2438, -0.4228);
    omega=(1.536, 1.253, 0.09262); },
  { name="b4"; mass=1.83204; shape="box"; size=(0.2,0.15,0.1);
    position=(-0.2843, 0.4123, 0.1308); velocity=(0.8424, 0.1043, 0.7046);
    omega=(-0.4369, -0.5737, 1.4); });
joints = (
  { type="universal"; parent="world"; child="b0"; axis=(0.4472,-0.09758,0.1676);
    point=(-0.8856, 0.7362, -0.3603); second=(0.03029, 0.4982, 0.2092); },
  { type="prismatic"; parent="b0"; child="b1"; axis=(0.302, -0.2712, -0.3948);
    point=(0.1427, -0.3865, 0.3132); },
  { type="fixed"; parent="b0"; child="b2"; point=(-0.01574, -0.6656, 0.7322); },
  { type="fixed"; parent="b1"; child="b3"; point=(-0.5086, -0.9128, 0.7622); },
  { type="fixed"; parent="b1"; child="b4"; point=(0.7244, -0.6279, 0.9894); });
box = { low = (-1.3, -1.3, -1.3); high = (1.3, 1.3, 1.3); restitution = 1;
        sticks = true; };
time = 2;
dt = 0.004;
END
rough() {
  "$joints" "$scratch/rough.cfg" --assemble --impacts - --quiet | awk -F, '
    NR == 1 { next }
    { for (k = 3; k <= 5; k++) most = ($k > most ? $k : -$k > most ? -$k : most)
      least = ($8 < least ? $8 : least) }
    END { print NR - 1, most, least
      if (NR > 100 && most < 1e5 && least > -1e-8) print "no energy" }'
}
prints 'a rough wall gives no energy' 'no energy' rough

# A block of 2 kg between two stops: impulse and velocities are its own along the
# axis, at the upper limit, too, and where the rail's child is the world.
signs() {
  cat >"$scratch/signs.cfg" <<END
bodies = ( { name = "a"; mass = 2; shape = "box"; size = (1, 1, 1);
             velocity = (3, 0, 0); } );
joints = ( { type = "prismatic"; parent = "$1"; child = "$2"; point = (0, 0, 0);
             axis = (1, 0, 0); slide_limits = (-0.6, 0.6);
             restitution = 0.5; } );
END
  "$joints" "$scratch/signs.cfg" --time 1.2 --impacts - --quiet |
    awk -F, -v OFS=, 'NR > 1 { print $3, $6, $7 }' | tr '\n' ' '
}
prints 'both limits are hit along the axis' '-9,3,-1.5 4.5,-1.5,0.75' \
  signs world a
prints 'and those of a parent' '-9,3,-1.5 4.5,-1.5,0.75' signs a world
prints 'the heading has the units of turns' 'before [rad/s],after [rad/s]' \
  "$joints" knee --time 0.1 --impacts - --quiet

# The frame of a ball joint, along which its motor acts: that on the child begins
# with the same directions.
ball() { # KEYS
  cat <<END
gravity = (0, -9.81, 0);
bodies = ( { name = "a"; mass = 1; shape = "box"; size = (0.4, 0.2, 0.1);
             position = (0.2, 0, 0); } );
joints = ( { name = "j"; type = "ball"; parent = "world"; child = "a";
             point = (0, 0, 0); $1 } );
motors = ( { joint = "j"; torque = (0.1, 0.02, 0.005); } );
END
}
driven_ball() { "$joints" - --time 0.3 --quiet --csv -; }
turned='axis = (0, 1, 0); second = (1, 0, 0);'
begins_alike() {
  ball "$turned" | driven_ball >"$scratch/short.csv" &&
    ball "$turned child_axis = (0, 1, 0); child_second = (1, 0, 0);" |
    driven_ball | cmp - "$scratch/short.csv" &&
    ! ball '' | driven_ball | cmp -s - "$scratch/short.csv"
}
succeeds 'the frame of a ball joint is given once' begins_alike
half_given() { ball 'axis = (0, 1, 0);' | driven_ball; }
prints 'and whole' "second" half_given
# held ANGLE COUPLER MASS: a parallelogram at rest without forces, whose hinges
# have dry friction.
held() {
  awk -v angle="$1" -v l="$2" -v m="$3" '
    function bar(name, mass, x, y, to_x, to_y) {
      printf "%s{ name = \"%s\"; mass = %s; shape = \"box\"; size = (%.17g, ",
        separator, name, mass, sqrt((to_x - x) ^ 2 + (to_y - y) ^ 2)
      printf "0.03, 0.03); ends = ((%.17g, %.17g, 0), (%.17g, %.17g, 0)); }\n",
        x, y, to_x, to_y
      separator = ", "
    }
    function hinge(parent, child, x, y, holds) {
      printf "%s{ type = \"revolute\"; parent = \"%s\"; child = \"%s\"; point = ",
        separator, parent, child
      printf "(%.17g, %.17g, 0); axis = (0, 0, 1); coulomb_turn = %s; }\n",
        x, y, holds
      separator = ", "
    }
    BEGIN {
      degree = atan2(0, -1) / 180
      x = 0.3 * cos(angle * degree)
      y = 0.3 * sin(angle * degree)
      print "bodies = ("
      bar("crank", m, 0, 0, x, y)
      bar("coupler", 0.5, x, y, x + l, y)
      bar("rocker", 0.5, x + l, y, l, 0)
      separator = ""
      print "); joints = ("
      hinge("world", "crank", 0, 0, 20)
      hinge("crank", "coupler", x, y, 20)
      hinge("coupler", "rocker", x + l, y, 20)
      hinge("rocker", "world", l, 0, 30)
      print ");"
    }'
}

while read -r angle coupler mass dt; do
  held "$angle" "$coupler" "$mass" >"$scratch/held.cfg"
  succeeds "a parallelogram of $angle degrees is held, in steps of $dt s" \
    "$joints" "$scratch/held.cfg" --time 2 --dt "$dt" --quiet
done <<END
20 0.4 2 1/240
20 0.5 1 1/60
30 1 1 1/240
45 0.6 2 1/60
60 0.4 1 1/240
90 0.6 1 1/240
90 1 2 1/1000
120 1 2 1/240
END

finish
