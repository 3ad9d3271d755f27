#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Draws the pictures of the text in this folder, for `make figures`.
set -eu

# data NAME COMMAND...: prints a data block of what the command prints.
data() {
  echo "\$$1 << EOD"
  shift
  "$@"
  echo 'EOD'
}

# The puppet's matrix in two orders: what is there, and what becomes fill.
{
  echo "set term svg size 800,400 background '#ffffff'"
  echo "set output 'orders.svg'"
  data LEAVES pattern puppet leaves points
  data ROOT pattern puppet root points
  cat <<'END'
set multiplot layout 1,2
set size ratio -1
set xrange [-0.7:13.7]
set yrange [13.7:-0.7]
unset tics
set border lc rgb '#808080'
set style fill solid noborder
set key outside bottom center horizontal
set title 'from the leaves to the root'
plot $LEAVES using ($3 == 0 ? $1 : NaN):2:(0.44):(0.44) with boxxyerror \
       lc rgb '#0072b2' title 'of J W J^T', \
     $LEAVES using ($3 == 1 ? $1 : NaN):2:(0.44):(0.44) with boxxyerror \
       lc rgb '#d55e00' title 'fill'
set title 'from the root to the leaves'
plot $ROOT using ($3 == 0 ? $1 : NaN):2:(0.44):(0.44) with boxxyerror \
       lc rgb '#0072b2' title 'of J W J^T', \
     $ROOT using ($3 == 1 ? $1 : NaN):2:(0.44):(0.44) with boxxyerror \
       lc rgb '#d55e00' title 'fill'
END
} | gnuplot

# Operations by the number of bodies; the tables are chain, tree, ring, star,
# their columns n, dense, sparse, kkt, auto.
{
  echo "set term svg size 800,440 background '#ffffff'"
  echo "set output 'growth.svg'"
  data COUNT growth solvers
  cat <<'END'
set grid lc rgb '#d0d0d0'
set key outside right
set logscale xy
set format y '10^{%T}'
set xlabel 'bodies'
set ylabel 'multiply-adds of a solve'
plot $COUNT index 0 using 1:2 with linespoints lw 2 lc rgb '#000000' \
       title 'dense, any of them', \
     $COUNT index 3 using 1:3 with linespoints lw 2 lc rgb '#d55e00' \
       title 'J W J^T, star', \
     $COUNT index 3 using 1:4 with linespoints lw 2 lc rgb '#0072b2' \
       title 'along the tree, star', \
     $COUNT index 2 using 1:3 with linespoints lw 2 lc rgb '#009e73' \
       title 'J W J^T, ring', \
     $COUNT index 1 using 1:3 with linespoints lw 2 lc rgb '#cc79a7' \
       title 'J W J^T, tree', \
     $COUNT index 0 using 1:3 with linespoints lw 2 lc rgb '#56b4e9' \
       title 'J W J^T, chain'
END
} | gnuplot
