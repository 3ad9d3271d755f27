#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# pantin-ik: what it reaches, what it says of the rest, its files, its manual
# page and completion.
. "$srcdir/tests/tap.sh"

ik=$builddir/src/programs/pantin-ik

# near KEY VALUE TOLERANCE COMMAND...: a number of the JSON that it prints.
near() {
  key=$1 value=$2 tolerance=$3
  shift 3
  "$@" --json | awk -v key="\"$key\":" -v value="$value" \
    -v tolerance="$tolerance" '
    $1 == key {
      d = $2 - value
      print key, $2
      if (d <= tolerance && -d <= tolerance) good = 1
      exit
    }
    END { exit !good }'
}

succeeds 'the puppet catches its foot' near distance 0 1e-9 "$ik" puppet
succeeds 'in fewer steps than the source' near iterations 13 12 "$ik" puppet
succeeds 'and so with the plain method' near iterations 13 12 \
  "$ik" puppet --plain
for solver in auto kkt dense cg; do
  succeeds "and with $solver" near distance 0 1e-9 "$ik" --solver $solver
done
succeeds 'aba is not for targets' ends 2 "$ik" --solver aba
prints 'let go, it keeps its energy' '"energy_final": 0,' \
  "$ik" --time 0.1 --json

# The arm's shoulder is 0.4 m up, and from there it is 1.16 m long, after the
# elbow's right angle is stretched.
far='flange:0.66,0,0.9=2,0,1'
succeeds 'out of reach ends with 3' ends 3 "$ik" arm --target "$far"
succeeds 'at the known distance' near distance 0.928061301783 1e-10 \
  "$ik" arm --target "$far"
prints 'and is marked' 'OUT OF REACH' "$ik" arm --target "$far"
succeeds 'the plain method does not end' ends 3 "$ik" arm --plain \
  --iterations 50 --target "$far"
prints 'and says so' 'NOT REACHED after 50 iterations' "$ik" arm --plain \
  --iterations 50 --target "$far"
prints 'steps that were too few ask for more' 'more --iterations may help' \
  "$ik" arm --iterations 3 --target "$far"
succeeds 'two targets, one on a body' near distance 0 1e-9 "$ik" puppet \
  --target 'left-hand:0.97,1.48,0=right-hand:-0.97,1.48,0;head:0,1.82,0=0,2,0'

# The same pose with blanks between targets, names and numbers.
blanks() {
  "$ik" puppet --target 'left-hand:1,1.4,0=0.8,1.5,0;head:0,1.82,0=0,2,0' |
    sed '/ s\.$/d' >"$scratch/tight" &&
    "$ik" puppet --target \
      ' left-hand : 1, 1.4 ,0 = 0.8,1.5,0 ; head:0,1.82,0 = 0,2,0 ' |
    sed '/ s\.$/d' | cmp - "$scratch/tight" && echo same
}
prints 'blanks around names and numbers' same blanks

prints 'a target without =' '--target must be' "$ik" --target head:0,0,0
succeeds 'ends with 2' ends 2 "$ik" --target head:0,0,0
prints 'one with too few numbers' "got '0,0'" "$ik" --target head:0,0,0=0,0
prints 'one of no body' "no body 'hed' (did you mean 'head'?)" \
  "$ik" --target hed:0,0,0=0,0,0
prints 'one of the world' 'got no BODY' "$ik" --target 0,0,0=0,0,0
prints 'one of NaN' 'finite' "$ik" --target head:0,0,0=0,nan,0
prints 'one on itself' 'itself' "$ik" --target head:0,0,0=head:0,1,0
prints 'a scene without targets' 'has no targets' "$ik" pendulum
succeeds 'ends with 1' ends 1 "$ik" pendulum

# A pose is saved at rest, held, and set spinning; the scene runs.
joints=$builddir/src/programs/pantin-joints
caught() {
  "$ik" puppet --quiet "$@" --save "$scratch/caught.cfg" 2>&1
}
prints 'a saved pose leaves out the targets' "leaves out the scene's targets" \
  caught
silent 'unless they are held' caught --hold
succeeds 'the caught pose is saved' "$ik" puppet --quiet --hold \
  --spin 0,1,0 --save "$scratch/pose.cfg"
prints 'it runs, as one ring' '15 bodies, 15 joints' \
  "$joints" "$scratch/pose.cfg" --time 0.1
spins() {
  "$joints" "$scratch/pose.cfg" --time 0.1 --json |
    awk '$1 == "\"energy_final\":" { print ($2 + 0 > 0.1) ? "it turns" : $2 }'
}
prints 'and turns' 'it turns' spins
# Saved poses are poses of the same machine: limits are not widened, a screw
# keeps its thread, a ball its motor's axes.
bodies='gravity = (0, 0, 0); bodies = ( { name = "a"; mass = 1; shape = "box";
  size = (1, 0.1, 0.1); position = (0.5, 0, 0); },
  { name = "b"; mass = 1; shape = "box"; size = (0.2, 0.3, 0.4);
    position = (1, 0, 0); } );'
cat >"$scratch/narrow.cfg" <<END
$bodies
joints = ( { name = "j"; type = "revolute"; parent = "world"; child = "a";
             point = (0, 0, 0); axis = (0, 0, 1); turn_limits = (-10, 95); },
           { type = "fixed"; parent = "a"; child = "b"; point = (1, 0, 0); } );
END
sed 's/95/10/' "$scratch/narrow.cfg" >"$scratch/narrower.cfg"
saved() { # SCENE: its pose at +90 degrees, run again
  "$ik" "$scratch/$1" --target 'a:1,0,0=0,1,0' --quiet \
    --save "$scratch/saved.cfg" && "$joints" "$scratch/saved.cfg" --time 0.1
}
prints 'a pose within limits' '2 bodies, 2 joints' saved narrow.cfg
prints 'which are kept' 'turn_limits = (-10, 95)' cat "$scratch/saved.cfg"
sed 's/(-10, 95)/(80, 95)/' "$scratch/saved.cfg" >"$scratch/high.cfg"
prints 'limits that are not about 0' '2 bodies, 2 joints' \
  "$joints" "$scratch/high.cfg" --time 0.1
prints 'a pose beyond them' 'LOW <= 90 <= HIGH, for the joint starts at 90' \
  saved narrower.cfg
cat >"$scratch/screw.cfg" <<END
$bodies
joints = ( { name = "s"; type = "screw"; parent = "world"; child = "a";
             point = (0, 0, 0); axis = (0, 0, 1); pitch = 1; },
           { type = "fixed"; parent = "a"; child = "b"; point = (1, 0, 0); } );
END
screwed() {
  "$ik" "$scratch/screw.cfg" --target 'a:0.5,0,0=0,0.5,0.25' --quiet \
    --save "$scratch/saved.cfg" && "$joints" "$scratch/saved.cfg" --time 0.1
}
prints 'a screw that was turned' '2 bodies, 2 joints' screwed
cat >"$scratch/motor.cfg" <<END
$bodies
joints = ( { name = "r"; type = "revolute"; parent = "world"; child = "a";
             point = (0, 0, 0); axis = (0, 0, 1); },
           { name = "k"; type = "ball"; parent = "a"; child = "b";
             point = (1, 0, 0); } );
motors = ( { joint = "k"; torque = (0.3, 0, 0); } );
END
energies() {
  {
    "$ik" "$scratch/motor.cfg" --target 'a:1,0,0=0,1,0' \
      --save "$scratch/saved.cfg" --time 1 --json &&
      "$joints" "$scratch/saved.cfg" --time 1 --json
  } | awk '$1 == "\"energy_final\":" { printf " %.6f", $2 }'
}
same_energy() {
  energies | awk '{ print ($1 == $2 && $1 > 1) ? "the same" : $0 }'
}
prints 'a motor keeps its axis' 'the same' same_energy

# An arm of four bars of 1 m. It is nearest to two targets of one point where
# their springs cancel; and it reaches a target at its full stretch, where
# J W J^T is singular.
awk 'BEGIN {
  print "bodies = ("
  for (k = 0; k < 4; k++)
    printf "  { name = \"b%d\"; mass = %g; shape = \"capsule\";" \
      " size = (1, 0.05); position = (%g, 0, 0); }%s\n", k, 1 + k / 2,
      k + 0.5, k < 3 ? "," : " );"
  print "joints = ("
  for (k = 0; k < 4; k++)
    printf "  { type = \"revolute\"; parent = \"%s\"; child = \"b%d\";" \
      " point = (%d, 0, 0); axis = (0, 0, 1); }%s\n",
      k ? "b" k - 1 : "world", k, k, k < 3 ? "," : " );"
}' >"$scratch/arm4.cfg"
succeeds 'two targets of one point: the middle' near distance 0.70710678118 \
  1e-10 "$ik" "$scratch/arm4.cfg" --target 'b3:4,0,0=2,0,0;b3:4,0,0=2,1,0'
succeeds 'where nothing pulls' near pull 0 1e-6 \
  "$ik" "$scratch/arm4.cfg" --target 'b3:4,0,0=2,0,0;b3:4,0,0=2,1,0'
for at in -4,0,0 0,4,0; do
  succeeds "full stretch at $at" "$ik" "$scratch/arm4.cfg" \
    --target "b3:4,0,0=$at"
done

# A scissor lift of three stages, from 45 degrees, whose target is too high and a
# little to the side: stretched, it could fold in several ways.
lift() {
  awk 'BEGIN {
    w = sqrt(0.5)
    print "bodies = ("
    for (k = 0; k < 3; k++)
      for (b = 0; b < 2; b++) {
        printf "%s{ name = \"%s%d\"; mass = %d; ", k + b ? "," : "",
          b ? "b" : "a", k, 1 + b
        printf "shape = \"box\"; size = (1, 0.05, 0.05); ends = "
        printf "((%.15g, %.15g, 0), (%.15g, %.15g, 0)); }\n", b ? w : 0,
          k * w, b ? 0 : w, (k + 1) * w
      }
    print "); joints = ("
    for (k = 0; k < 3; k++) {
      hinge("a" k, "b" k, w / 2, (k + 0.5) * w)
      if (k > 0) {
        hinge("b" k - 1, "a" k, 0, k * w)
        hinge("a" k - 1, "b" k, w, k * w)
      }
    }
    hinge("world", "a0", 0, 0)
    printf ", { type = \"point-on-line\"; parent = \"world\"; child = "
    printf "\"b0\"; point = (%.15g, 0, 0); axis = (1, 0, 0); } );\n", w
    printf "targets = ( { body = \"a2\"; point = (%.15g, %.15g, 0); ", w, 3 * w
    print "place = (0.2, 4.5, 0); } );"
  }
  function hinge(parent, child, x, y) {
    printf "%s{ type = \"revolute\"; parent = \"%s\"; child = \"%s\"; ",
      hinges++ ? "," : "", parent, child
    printf "point = (%.15g, %.15g, 0); axis = (0, 0, 1); }\n", x, y
  }'
}
lift >"$scratch/lift.cfg"
prints 'a pose that pulls is not the nearest' \
  '(no step: a smaller --bound may help)' "$ik" "$scratch/lift.cfg"
prints 'which shorter steps find' 'this is a nearest pose' \
  "$ik" "$scratch/lift.cfg" --bound 0.1

prints '--hold alone' '--hold and --spin are for --save' "$ik" --hold
prints 'a spin of two numbers' '--spin must be three numbers' \
  "$ik" --spin 1,2 --save "$scratch/x.cfg"
succeeds 'ends with 2' ends 2 "$ik" --spin 1,2 --save "$scratch/x.cfg"
prints 'no path to follow' '--follow needs a target with a path' \
  "$ik" --follow "$scratch/x.csv"
sed 's/place = .*/path = ((0.66, 0, 0.9), (2, 0, 1)); times = (0, 1); } );/' \
  "$srcdir/data/joints/arm.cfg" >"$scratch/far.cfg"
prints 'a path out of reach' 'STOPPED: the target cannot be followed beyond' \
  "$ik" "$scratch/far.cfg" --follow "$scratch/far.csv"
succeeds 'ends with 3' ends 3 "$ik" "$scratch/far.cfg" --quiet \
  --follow "$scratch/far.csv"

succeeds 'CSV is written' "$ik" --quiet --csv "$scratch/ik.csv"
prints 'with a header' 'iteration,distance [m],constraint_inf [m],pull' \
  head -n 1 "$scratch/ik.csv"
for ending in gp svg gif; do
  succeeds "a picture .$ending" "$ik" arm --quiet --time 0.2 \
    --plot "$scratch/ik.$ending"
  succeeds 'which is there' test -s "$scratch/ik.$ending"
done
too_wide() { "$ik" puppet | awk 'length > 80'; }
silent 'the table fits 80 columns' too_wide

finish
