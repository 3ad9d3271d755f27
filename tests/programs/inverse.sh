#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# pantin-inverse: levers by hand, the round trip on every shipped tree, its
# files, its manual page and completion.
. "$srcdir/tests/tap.sh"

inverse=$builddir/src/programs/pantin-inverse

# ends STATUS COMMAND...: the command ends with this exit status.
ends() {
  wanted=$1
  shift
  "$@"
  got=$?
  echo "exit status $got"
  [ "$got" -eq "$wanted" ]
}

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

# All shipped scenes that are trees; the five others have loops.
trees=0
for scene in "$srcdir"/data/joints/*.cfg; do
  name=$(basename "$scene" .cfg)
  case $name in chain-1000) continue ;; esac # in a test of its own, below
  if "$inverse" "$name" --time 0.3 --dt 0.1 --quiet 2>"$scratch/said"; then
    trees=$((trees + 1))
  else
    prints "$name has loops" 'loops are closed by' cat "$scratch/said"
  fi
done
prints 'round trips on the others' 'trees 11' echo "trees $trees"
succeeds 'and on a long chain' "$inverse" chain-1000 --time 0.1 --dt 0.1

printf 'bodies = ( { name = "a"; mass = 1; shape = "point"; } );
joints = ( { name = "j"; type = "ball"; parent = "world"; child = "a";
             point = (0, 0, 0); } );
motion = ( { joint = "j"; turn = 3; frequency = 1; } );
' >"$scratch/ball.cfg"
prints 'a ball joint has no motor' 'ball.cfg:4: joint' \
  "$inverse" "$scratch/ball.cfg"
succeeds 'ends with 1' ends 1 "$inverse" "$scratch/ball.cfg"
prints 'too many samples' 'more than' "$inverse" --dt 1e-9 --time 1000

succeeds 'CSV is written' "$inverse" --quiet --time 1 --csv "$scratch/arm.csv"
prints 'with a header' 'time [s],axis-1.turn [rad],axis-1.slide [m]' \
  head -n 1 "$scratch/arm.csv"
prints 'and a row each sample' 102 wc -l "$scratch/arm.csv"
for ending in gp svg; do
  succeeds "a picture .$ending" "$inverse" --quiet --plot "$scratch/arm.$ending"
  succeeds 'which is there' test -s "$scratch/arm.$ending"
done

# Every option of --help stands in the manual page and in the completion.
options() {
  "$inverse" --help | grep -oE -e '--[a-z]+ ' -e '--[a-z]+$' | tr -d ' -' |
    sort -u
}
missing() {
  for option in $(options); do
    grep -q -e "Fl -$option" "$srcdir/src/programs/pantin-inverse.1" ||
      echo "--$option is not in the manual page"
    grep -q -e "--$option" "$srcdir/src/programs/pantin-inverse.bash" ||
      echo "--$option is not in the completion"
  done
}
silent 'options, manual page and completion agree' missing
finish
