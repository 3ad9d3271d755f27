#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The pictures of the text, drawn in this folder by "make figures".
set -eu

# What all have in common.
style() {
  cat <<'END'
set term svg size 800,420
set grid lc rgb '#d0d0d0'
set key outside right
set logscale y
set format y '%.0e'
END
}

# Errors of the integrators against the number of steps, columns 2 .. of the
# table; the orders are the slopes.
{
  style
  echo "set output 'orders.svg'"
  echo '$TABLE << EOD'
  orders | sed '$d'
  echo 'EOD'
  cat <<'END'
set logscale x 2
set xlabel 'steps in 1 s'
set ylabel 'error [m]'
set xrange [80:4000]
plot for [k = 2:7] $TABLE using 1:k with linespoints lw 2 pt 7 ps 0.5 \
       title columnhead(k)
END
} | gnuplot

# The gap over time for every correction; 0 is drawn at the rounding of 1.
{
  style
  echo "set output 'drift.svg'"
  echo '$SERIES << EOD'
  drift series
  echo 'EOD'
  cat <<'END'
set xlabel 't [s]'
set ylabel 'largest gap [m]'
set yrange [1e-17:1e-2]
set xrange [0:10]
plot for [k = 0:5] $SERIES index k using 1:($2 > 1e-16 ? $2 : 1e-16) \
       with lines lw 2 title columnhead(1)
END
} | gnuplot
