#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Tests what pictures show: scripts for gnuplot (.gp) are read, and the ticks of
# pictures made of letters (.txt).
. "$srcdir/tests/tap.sh"

programs=$builddir/src/programs

# draw ENDING PROGRAM OPTION...: prints the picture, which ends so.
draw() {
  picture=$scratch/picture.$1
  shift
  # shellcheck disable=SC2086  # a list of words
  "$programs/pantin-$1" "$2" --quiet --plot "$picture" $3 &&
    cat "$picture"
}

# block NAME: the data block $NAME of a script, without what is left out.
block() { sed -n "/^.$1 << EOD/,/^EOD/p" "$scratch/picture.gp" | grep '^[-0-9]'; }

# Errors: what is below rounding stretches no axis.
deep_ticks() { draw txt joints "$1" '--time 1' | grep -E '10\^\{-(1[89]|[2-9][0-9])\}'; }
for scene in arm pendulum cosine-wire puppet; do
  silent "rounding errors of $scene do not stretch the axis" deep_ticks "$scene"
done
ticks() { draw txt joints cosine-wire '--time 1'; }
prints 'the axis reaches down to rounding' '10^{-16}' ticks

# What is no body: bars between pivots, rods, wires, the floor and its scale.
draw gp joints bricard '--time 0.1' >/dev/null
bar() { block BARS | head -2; }
# The picture's axes: x, -z and y of the scene.
prints 'the ground bar of Bricard begins in a pivot' '0 0 0' bar
prints 'and ends in the other' '0 -1 0' bar
draw gp joints pendulum '--time 0.1' >/dev/null
rod_length() {
  block BARS | head -2 | awk '{ for (k = 1; k <= 3; k++) d[k] += NR * 2 * $k - 3 * $k }
    END { printf "%.4f\n", sqrt(d[1] ^ 2 + d[2] ^ 2 + d[3] ^ 2) }'
}
prints 'the rod of the pendulum is 1 m long' 1.0000 rod_length
pivot() { block PIVOTS; }
prints 'its pivot is drawn' '0 0 0' pivot
draw gp joints cosine-wire '--time 0.1' >/dev/null
# The wire lies in the plane of y (across) and x (up).
off_wire() {
  block BARS | awk '{ d = $3 - cos($1); if (d * d > 1e-10) print }'
}
silent 'the wire is x = cos y' off_wire
succeeds 'in many pieces' test "$(block BARS | wc -l)" -gt 100
prints 'the floor has a scale, and arrows a meaning' \
  "set label 'squares of 0.5 m; arrows: forces of joints, " \
  draw gp joints puppet '--time 0.1'

# Curves of many solvers are named at their ends, over logarithms of both.
draw gp lcp stack-7 '--iterations 50' >/dev/null
names() { grep -c "^set label '[a-z-]*' at graph" "$scratch/picture.gp"; }
curves() { grep -o '[$]RUN[0-9]* using' "$scratch/picture.gp" | wc -l; }
succeeds 'each curve of a solver has its name at its end' \
  test "$(names)" -eq "$(curves)"
prints 'iterations are on a logarithmic axis' 'set logscale xy' \
  cat "$scratch/picture.gp"
# The least distance of two names is that of lines of text, 31 points.
draw svg lcp stack-7 '--iterations 50' >/dev/null
height=$(grep -o 'viewBox="0 0 1100 [0-9]*' "$scratch/picture.svg" |
  cut -d ' ' -f 4)
close_names() {
  [ "$height" ] || echo 'no height'
  sed -n "s/^set label '.*' at graph [0-9.]*,\([-0-9.]*\) .*/\1/p" \
    "$scratch/picture.gp" |
    awk -v height="$height" 'NR > 1 && $1 < last &&
      (last - $1) * height < 30.9 { print last, $1 } { last = $1 }'
}
silent 'no two names lie on each other' close_names

if built_with ODE; then
  zero() { draw txt contact wall '--time 0.1' | grep ' 0 +-'; }
  succeeds 'contacts of a wall are counted from 0' zero
  draw gp contact marbles '--time 0.1' >/dev/null
  edges() { grep 'pm3d depthorder border' "$scratch/picture.gp"; }
  silent 'balls have no edges' edges
  prints 'bricks have' 'pm3d depthorder border' draw gp contact wall '--time 0.1'

  # Tripods at rest: one condition number, and no line through one stack.
  draw gp tune tripods '--frames 150:200:10' >/dev/null
  prints 'a stack of frames is not fitted' 'one condition number' \
    cat "$scratch/picture.gp"
  line() { grep 'log10(x)' "$scratch/picture.gp"; }
  silent 'and no line is laid through it' line
  draw gp tune tripods '--frames 30 --figure landscape --grid-alphas 20' >/dev/null
  prints 'kappa is on an axis of powers' "set format y '10^{%g}'" \
    cat "$scratch/picture.gp"
  apart() {
    awk '/^.MAP/ { map = 1; next } /^EOD/ { map = 0 }
      map && (low == "" || $2 < low) { low = $2 }
      /set ytics add/ { gsub(/[^-0-9.]+/, " "); zero = $2 }
      END { if (!(zero < low - 0.5)) print zero, low }' "$scratch/picture.gp"
  }
  silent 'kappa = 0 stands below it, apart' apart
fi
# The walls of a box, corner by corner; a load, at its node; the container of
# balls, as lines of a replay.
draw gp joints puppet-box '--time 0.1' >/dev/null
corners() { block WALLS | sort -u | wc -l; }
prints 'a box has eight corners' 8 corners
low_corner() { block WALLS; }
prints 'of which one is the lowest' '-1.2 1.2 -0.6' low_corner
draw gp chain lantern >/dev/null
loads() { block LOADS | wc -l; }
prints 'a load is drawn' 1 loads
# lines SCENE: how many lines its container has in a replay, with the largest
# coordinate.
lines() {
  draw html contact "$1" '--time 0.02' | awk '/^ *"lines": \[/ { inside = 1; next }
    inside && /^ *\]/ { print count, most; exit }
    inside { count++; gsub(/[][,]/, " ")
      for (k = 1; k <= NF; k++) if ($k > most) most = $k }'
}
prints 'a sphere is drawn by three circles' '3 1' lines balls-50
prints 'a box by its edges' '6 1' lines mixed-sizes

# frames SCENE TIME: how many pictures an animation of contacts has.
frames() {
  draw gif contact "$1" "--time $2" | od -An -v -tx1 | tr -d ' \n' |
    grep -o 21f904 | wc -l
}
several() { [ "$(frames "$1" 0.1)" -gt 3 ]; }
succeeds 'balls move in a picture' several balls-50
if built_with ODE; then
  succeeds 'so do bodies' several tripods
fi

finish
