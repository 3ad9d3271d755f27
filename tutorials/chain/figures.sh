#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The pictures of the text, drawn in this folder by "make figures".
set -eu

# draw PICTURE OPTION...: a run may end without convergence, status 3.
draw() {
  picture=$1
  shift
  pantin-chain "$@" --quiet --plot "$picture" >/dev/null || [ $? -eq 3 ]
}

# bars_of CASE: each bar of all stationary points, as x y dx dy, one chain to
# the right of the other, the pulled bars
# and the pushed ones (lambda < 0) apart.
bars_of() {
  pantin-chain "$1" --all --json | awk '
    function list(text, array) {
      gsub(/.*\[|\].*/, "", text)
      return split(text, array, /, /)
    }
    /"kind"/ { split($0, word, "\""); kind = word[4] }
    /"x"/ { list($0, x) }
    /"y"/ { list($0, y) }
    /"multipliers"/ {
      bars = list($0, lambda)
      x[0] = y[0] = 0
      x[bars] = a
      y[bars] = b
      for (i = 1; i <= bars; i++) {
        line = x[i - 1] + shift " " y[i - 1] " " x[i] - x[i - 1] " " \
          y[i] - y[i - 1] "\n"
        if (lambda[i] < 0)
          pushed = pushed line
        else
          pulled = pulled line
      }
      names = names a / 2 + shift " \"" kind "\"\n"
      shift += 1.5
    }
    BEGIN { a = 1; b = -1 }
    END {
      printf "$PULLED << EOD\n%sEOD\n", pulled
      printf "$PUSHED << EOD\n%sEOD\n", pushed
      printf "$NAMES << EOD\n%sEOD\n", names
    }'
}

draw 2a.svg 2a --method unit --lambda zeros
draw 2d-unit.svg 2d --method unit --lambda zeros
draw 2d.svg 2d
draw 4c.svg 4c

{
  echo "set term svg size 1000,330"
  echo "set output 'stationary.svg'"
  bars_of 2a
  cat <<'END'
set size ratio -1
unset border
unset tics
set key bottom center horizontal
set yrange [-1.9:0.75]
set xrange [-0.2:8.8]
plot $PUSHED using 1:2:3:4 with vectors nohead lw 3 lc rgb '#d55e00' \
       title 'pushed', \
     $PULLED using 1:2:3:4 with vectors nohead lw 3 lc rgb '#0072b2' \
       title 'pulled', \
     $PULLED using 1:2 with points pt 7 ps 0.5 lc rgb '#606060' notitle, \
     $PUSHED using 1:2 with points pt 7 ps 0.5 lc rgb '#606060' notitle, \
     $NAMES using 1:(0.6):2 with labels notitle
END
} | gnuplot
