#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Draws the pictures of the text in this folder, for `make figures`.
set -eu

pantin-contact balls-50 --time 3 --quiet --plot pile.svg >/dev/null

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The solvers of the source, in its order from slow to fast.
solvers='jacobi naive pgs psor pcg ppcg'

# history PROBLEM ITERATIONS: the residuals of each solver, a gnuplot block
# named after it; of long runs samples two percent apart.
history() {
  for solver in $solvers; do
    pantin-lcp "$1" --solver "$solver" --iterations "$2" --tolerance 1e-15 \
      --quiet --csv "$scratch/history.csv" >/dev/null || [ $? -eq 3 ]
    echo "\$$solver << EOD"
    awk -F, 'NR > 1 && $2 >= next_one {
      printf "%d %.3e\n", $2, $6
      next_one = $2 * 1.02
    }' "$scratch/history.csv"
    echo EOD
  done
}

# curves TITLE FIRST LAST EVERY: one panel.
curves() {
  cat <<END
set title '$1'
set xrange [$2:$3]
set xtics $4
plot \$naive w l lw 5 lc rgb '#e69f00' t 'naive', \\
     \$jacobi w l lw 1.5 lc rgb '#999999' t 'jacobi', \\
     \$pgs w l lw 1.5 lc rgb '#000000' t 'pgs', \\
     \$psor w l lw 1.5 lc rgb '#009e73' t 'psor', \\
     \$pcg w l lw 1.5 lc rgb '#0072b2' t 'pcg', \\
     \$ppcg w l lw 1.5 dt 2 lc rgb '#d55e00' t 'ppcg'
unset ylabel
END
}

# picture FILE WIDTH PANELS: the names of the curves stand in the last panel.
picture() {
  cat <<END
set term svg size $2,360 background 'white'
set output '$1'
set multiplot layout 1,$3
set grid lc rgb '#d0d0d0'
set logscale y
set format y '10^{%T}'
set yrange [1e-15:1]
set xlabel 'iterations'
set ylabel 'residual [m/s]'
unset key
END
}
key='set key bottom right samplen 2'

{
  picture 350.svg 1100 3
  history art-350 4500
  curves 'art-350' 0 4500 1000
  history exact-350 4500
  curves 'exact-350' 0 4500 1000
  history mid-350 1300
  echo "$key"
  curves 'mid-350' 0 1300 400
} | gnuplot
{
  picture stacks.svg 800 2
  history stack-5 60
  curves 'stack-5' 0 60 10
  history stack-7 60
  echo "$key"
  curves 'stack-7' 0 60 10
} | gnuplot
{
  picture heavy.svg 560 1
  history heavy-on-light 30000
  echo 'set logscale x; set key center samplen 2'
  curves 'heavy-on-light' 1 30000 10
} | gnuplot
{
  picture plane.svg 800 2
  history art-50 1500
  curves 'art-50' 0 1500 500
  history exact-50 1500
  echo "$key"
  curves 'exact-50' 0 1500 500
} | gnuplot
