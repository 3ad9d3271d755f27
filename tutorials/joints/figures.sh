#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The pictures of the text, drawn in this folder by "make figures".
set -eu

# draw PICTURE PROGRAM OPTION...
draw() {
  picture=$1
  shift
  "$@" --quiet --plot "$picture" >/dev/null
}

draw bricard.svg pantin-joints bricard --time 1 --every 10
draw puppet.svg pantin-joints puppet --time 1 --every 4
draw convergence.svg pantin-joints puppet --convergence
draw caught.svg pantin-ik puppet
draw torques.svg pantin-inverse arm --dt 0.02

# The gap over time for every correction; 0 is drawn at the rounding of 1.
{
  echo "set term svg size 800,420"
  echo "set output 'drift.svg'"
  echo '$SERIES << EOD'
  drift series
  echo 'EOD'
  cat <<'END'
set grid lc rgb '#d0d0d0'
set key outside right
set logscale y
set format y '%.0e'
set xlabel 't [s]'
set ylabel 'largest gap [m]'
set yrange [1e-17:1e-2]
set xrange [0:10]
plot for [k = 0:5] $SERIES index k using 1:($2 > 1e-16 ? $2 : 1e-16) \
       with lines lw 2 title columnhead(1)
END
} | gnuplot
