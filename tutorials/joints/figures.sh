#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Draws the pictures of the text in this folder, for `make figures`.
set -eu

# draw PICTURE PROGRAM OPTION...
draw() {
  picture=$1
  shift
  "$@" --quiet --plot "$picture" >/dev/null
}

draw bricard.svg pantin-joints bricard --time 1 --every 10
draw puppet.svg pantin-joints puppet --time 1 --every 4
draw thrown.svg pantin-joints puppet-caught --time 1 --every 8
draw convergence.svg pantin-joints puppet --convergence
draw caught.svg pantin-ik puppet
draw torques.svg pantin-inverse arm --dt 0.02

# The gap over time for every correction; 0 is drawn at the rounding of 1.
{
  echo "set term svg size 800,420 font 'sans-serif,14' background '#ffffff'"
  echo "set output 'drift.svg'"
  # shellcheck disable=SC2016  # for gnuplot
  echo '$SERIES << EOD'
  drift series
  echo 'EOD'
  cat <<'END'
set linetype 1 lc rgb '#606060'
set linetype 2 lc rgb '#0072b2'
set linetype 3 lc rgb '#d55e00'
set linetype 4 lc rgb '#009e73'
set linetype 5 lc rgb '#cc79a7'
set linetype 6 lc rgb '#e69f00'
set border 3 lc rgb '#808080'
set tics nomirror textcolor rgb '#303030'
set grid lt 1 lc rgb '#dddddd'
set key outside right samplen 2
set logscale y
set format y '10^{%T}'
set xlabel 't [s]'
set ylabel 'largest gap [m]'
set yrange [1e-17:1e-2]
set xrange [0:10]
plot for [k = 0:5] $SERIES index k using 1:($2 > 1e-16 ? $2 : 1e-16) \
       with lines lw 2 title columnhead(1)
END
} | gnuplot
