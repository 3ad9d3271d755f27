#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Shipped mechanisms against what a workshop knows of them.
. "$srcdir/tests/tap.sh"

joints=$builddir/src/programs/pantin-joints
inverse=$builddir/src/programs/pantin-inverse
ik=$builddir/src/programs/pantin-ik

# columns FILE NAME...: these columns, without the header.
columns() {
  file=$1
  shift
  awk -F, -v names="$*" 'NR == 1 {
      n = split(names, want, " ")
      for (i = 1; i <= NF; i++) { name = $i; sub(/ .*/, "", name); at[name] = i }
      next }
    { for (k = 1; k <= n; k++) printf "%.17g ", $(at[want[k]]); print "" }' \
    "$file"
}

# The piston of a crank r = 0.1 and a rod l = 0.3 is at
# r cos phi + sqrt(l^2 - r^2 sin^2 phi); twice the crank's centre is its pin.
slider() {
  "$joints" slider-crank --quiet --csv "$scratch/slider.csv" &&
    columns "$scratch/slider.csv" crank.position_x crank.position_y \
      piston.position_x | awk '
      { x = 2 * $1 + sqrt(0.09 - 4 * $2 * $2) - $3; x = x < 0 ? -x : x
        most = x > most ? x : most; turned += $1 < 0 }
      END { print NR, (most < 1e-9 && turned > 100) ? "agree" : most }'
}
prints 'a slider-crank' '2001 agree' slider

# Willis: 20 sun + 60 ring = 80 carrier.
willis() {
  "$joints" differential --quiet --csv "$scratch/gears.csv" &&
    columns "$scratch/gears.csv" sun.omega_z ring.omega_z carrier.omega_z | awk '
      { x = 20 * $1 + 60 * $2 - 80 * $3; x = x < 0 ? -x : x
        most = x > most ? x : most; fast = $3 }
      END { print NR, (most < 1e-10 && fast > 5) ? "agree" : most }'
}
prints 'a differential' '1201 agree' willis

# left + right = 2 case; and both wheels get one torque L, I left' = L - 6 left
# and I right' = L - 0.3 right, so that the integrals of 6 left and of 0.3 right
# differ by I (right - left), with I = 15 kg (0.3 m)^2 / 2.
wheels() {
  "$joints" axle --quiet --csv "$scratch/axle.csv" &&
    columns "$scratch/axle.csv" left.omega_x right.omega_x case.omega_x | awk '
      { x = $1 + $2 - 2 * $3; x = x < 0 ? -x : x; most = x > most ? x : most
        left += ($1 + l) / 480; right += ($2 + r) / 480; l = $1; r = $2 }
      END { off = 6 * left - 0.3 * right - 0.675 * (r - l)
        print NR, (most < 1e-10 && r > 25 && off < 1e-3 && off > -1e-3) \
          ? "agree" : most " " r " " off }'
}
prints 'a differential of three bodies' '1201 agree' wheels
other() {
  sed "s/other = \"right\";/$1/" "$PANTIN_DATA/joints/axle.cfg" >"$scratch/other.cfg"
  "$joints" "$scratch/other.cfg" --quiet
}
prints 'which needs the third' "the key 'other' is missing" other ''
prints 'that is a body' "did you mean 'right'?" other 'other = "rigth";'
prints 'and another one' "'case' is already one of them" other 'other = "case";'
prints 'with whole teeth' 'two whole numbers that are not 0' \
  other 'other = "right"; teeth = (1, 0);'
succeeds 'as a sun and a ring have' other 'other = "right"; teeth = (24, 72);'
again() {
  "$joints" axle --save "$scratch/again.cfg" --quiet &&
    "$joints" "$scratch/again.cfg" --json --time 1 >"$scratch/again.json" &&
    "$joints" axle --json --time 1 >"$scratch/first.json" &&
    [ "$(grep kinetic_max "$scratch/again.json")" = \
      "$(grep kinetic_max "$scratch/first.json")" ]
}
succeeds 'and is saved' again

# The hand goes from (0.66, 0, 0.9) to (0.3, 0.48, 0.42) and back: between, with
# the parameter s of x, it is on the line.
line() {
  "$ik" arm-line --quiet --follow "$scratch/path.csv" &&
    "$inverse" arm-line --motion "$scratch/path.csv" --quiet \
      --csv "$scratch/torques.csv" --drive "$scratch/driven.cfg" &&
    "$joints" "$scratch/driven.cfg" --dt 1/400 --quiet --csv "$scratch/arm.csv" &&
    columns "$scratch/arm.csv" flange.position_x flange.position_y \
      flange.position_z flange.quaternion_w flange.quaternion_x \
      flange.quaternion_y flange.quaternion_z | awk '
      { # The tip is 0.03 m before the centre, along the x axis of the flange.
        ux = 1 - 2 * ($6 * $6 + $7 * $7); uy = 2 * ($5 * $6 + $4 * $7)
        uz = 2 * ($7 * $5 - $4 * $6)
        x = $1 + 0.03 * ux; y = $2 + 0.03 * uy; z = $3 + 0.03 * uz
        s = (0.66 - x) / 0.36; dy = y - 0.48 * s; dz = z - 0.9 + 0.48 * s
        off = sqrt(dy * dy + dz * dz); most = off > most ? off : most
        far = s > far ? s : far }
      END { print (most < 2e-3 && far > 0.99 && far < 1.01) ? "on the line" : \
        most " " far }'
}
prints 'an arm along a line' 'on the line' line

# A scene from standard input has its files in the present folder.
piped() (cd "$scratch" &&
  sed "s,$scratch/,," driven.cfg | "$joints" - --time 0.1 --quiet)
succeeds 'driven from standard input' piped

# A joint that no motor drives holds a body against a spring: nothing moves, and
# what rounding leaves is small beside what the spring would do.
cat >"$scratch/held.cfg" <<'END'
bodies = ( { name = "b"; mass = 1.3; shape = "box"; size = (0.2, 0.3, 0.4);
             position = (0.3, 0.2, 0.1);
             quaternion = (0.5, 0.1, -0.7, 0.5); } );
joints = ( { name = "s"; type = "planar"; parent = "world"; child = "b";
             point = (0.11, -0.23, 0.37); axis = (0.1, 0.7, -0.4); } );
springs = ( { parent = "world"; child = "b"; point = (0.91, 0.43, 0.37);
              child_point = (0.17, 0.23, 0.29); stiffness = 70;
              length = 0.31; } );
END
succeeds 'a spring against a plane' "$inverse" "$scratch/held.cfg" --hold
finish
