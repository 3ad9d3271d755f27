#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Draws the pictures of the text in this folder, for `make figures`.
set -eu

here=$PWD
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

pantin-tune tripods --frames 30 --record tripods.h5 --no-condition --quiet
pantin-tune wall --frames 1 --record wall.h5 --no-condition --quiet

# head FILE WIDTH HEIGHT LAYOUT: what each picture begins with.
head() {
  cat <<END
set term svg size $2,$3 standalone background 'white' font 'sans,13'
set output '$here/$1'
set multiplot layout $4
set style line 1 lw 1.5 lc rgb '#999999'
set style line 2 lw 1.5 lc rgb '#000000'
set style line 3 lw 1.5 lc rgb '#0072b2'
set style line 4 lw 1.5 lc rgb '#d55e00'
END
}

# poses SCENE TIME: x, y, z and the quaternion of each body.
poses() {
  pantin-contact "$1" --time "$2" --json | sed -n '/"poses"/,/^  \]/p' |
    tr -d '[],' | awk 'NF == 7'
}

# The four scenes, after a while: from the front, from above twice, from the
# front. A body's own point p is at x + p + 2 w (v x p) + 2 v x (v x p).
# shellcheck disable=SC2016  # a program for awk
turned='function turn(p, q, r, a, b, c) {
    a = 2 * ($6 * r - $7 * q); b = 2 * ($7 * p - $5 * r)
    c = 2 * ($5 * q - $6 * p)
    X = $1 + p + $4 * a + $6 * c - $7 * b
    Y = $2 + q + $4 * b + $7 * a - $5 * c
    Z = $3 + r + $4 * c + $5 * b - $6 * a }'
poses wall 2 | awk "$turned"'{
  turn(-0.1, 0, -0.1); print X, Z; turn(0.1, 0, -0.1); print X, Z
  turn(0.1, 0, 0.1); print X, Z; turn(-0.1, 0, 0.1); print X, Z
  turn(-0.1, 0, -0.1); print X, Z "\n" }' >wall.txt
poses tripods 2 | awk "$turned"'{
  turn(0.577, 0, 0); print X, Y; turn(-0.289, 0.5, 0); print X, Y
  turn(-0.289, -0.5, 0); print X, Y; turn(0.577, 0, 0); print X, Y "\n"
}' >tripods.txt
poses marbles 1 | awk '{ print $1, $2 }' >marbles.txt
poses falling-chain 1 | awk "$turned"'{
  turn(-0.1, 0, 0); print X, Z; turn(0.1, 0, 0); print X, Z "\n" }' >chain.txt
{
  head scenes.svg 1000 300 1,4
  cat <<'END'
set size ratio -1
unset key
unset tics
set border lc rgb '#999999'
set title 'wall, front'
set xrange [-1.2:1.2]
set yrange [0:3.4]
plot 'wall.txt' w l lc rgb '#0072b2'
set title 'tripods, from above'
set xrange [-8:8]
set yrange [-8:8]
plot 'tripods.txt' w l lw 2 lc rgb '#0072b2', \
     'tripods.txt' w p pt 7 ps 0.5 lc rgb '#0072b2'
set title 'marbles, from above'
set xrange [-3:3]
set yrange [-3:3]
plot 'marbles.txt' w p pt 6 ps 1.7 lc rgb '#0072b2'
set title 'falling chain, front'
set autoscale
set xrange [-8:8]
set yrange [-1:15]
plot 'chain.txt' w l lw 3 lc rgb '#0072b2'
END
} | gnuplot

# The matrix of nine bricks, contact by contact and all.
cat >little.cfg <<'END'
title = "a wall of nine bricks";
ground = ( { shape = "plane"; } );
grids = ( { name = "brick"; count = (3, 1, 3); pitch = (0.2, 0, 0.2);
            mass = 1; shape = "box"; size = (0.2, 0.2, 0.2);
            position = (-0.2, 0, 0.1); } );
friction = 1;
END
pantin-contact little.cfg --time 0.01 --quiet --record little.mtx
grep -v '^%' little.mtx | sed 1d |
  awk '{ at[int(($1 - 1) / 3) " " int(($2 - 1) / 3)] = 1 }
       END { for (k in at) { split(k, a, " "); print a[1], a[2]
             if (a[1] != a[2]) print a[2], a[1] } }' | sort -n >matrix.txt
{
  head matrix.svg 420 440 1,1
  cat <<'END'
set size square
unset key
set xrange [-1:60]
set yrange [60:-1]
set x2label 'contact'
set ylabel 'contact'
set xtics 12
set ytics 12
set grid lc rgb '#d0d0d0'
plot 'matrix.txt' w p pt 5 ps 0.35 lc rgb '#0072b2'
END
} | gnuplot

# Errors, sweep by sweep.
curve tripods.h5 30 0.5 1 1.4 1.8 >a.txt
curve tripods.h5 30 1.4 1.4,-6 1.4,-4 1.4,-2 >b.txt
curve wall.h5 1 0.5 1 1.4 1.8 >c.txt
errors="w l ls"
{
  head errors.svg 1000 330 1,3
  cat <<END
set logscale y
set format y '10^{%T}'
set grid lc rgb '#d0d0d0'
set xlabel 'sweeps'
set yrange [1e-6:30]
set ylabel 'error e'
set title 'tripods, kappa = 0'
set key top right samplen 1.5
plot 'a.txt' u 1:2 $errors 1 t 'alpha 0.5', '' u 1:3 $errors 2 t '1', \\
  '' u 1:4 $errors 3 t '1.4', '' u 1:5 $errors 4 t '1.8'
unset ylabel
set title 'tripods, alpha = 1.4'
set key at graph 0.98,0.74 font ',11' spacing 0.9
plot 'b.txt' u 1:2 $errors 1 t 'kappa 0', '' u 1:3 $errors 2 t '10^{-6}', \\
  '' u 1:4 $errors 3 t '10^{-4}', '' u 1:5 $errors 4 t '10^{-2}'
set title 'wall, kappa = 0'
set key default top right samplen 1.5
set yrange [0.1:50]
plot 'c.txt' u 1:2 $errors 1 t 'alpha 0.5', '' u 1:3 $errors 2 t '1', \\
  '' u 1:4 $errors 3 t '1.4', '' u 1:5 $errors 4 t '1.8'
END
} | gnuplot

# The map of the fitness, and the line at its bottom.
landscape tripods.h5 30 | awk 'NF == 3 { if ($3 > 4) $3 = 4 } { print }' >map.txt
landscape tripods.h5 30 0.1 2 0.005 >line.txt
landscape tripods.h5 30 1.42 1.48 0.0005 >steps.txt
colours="set palette defined (0 '#08306b', 1 '#4292c6', 2 '#deebf7', 4 '#fdae6b')
set cbrange [0:4]"
{
  head landscape.svg 1000 360 1,3
  cat <<END
$colours
set xlabel 'alpha'
set ylabel 'order of kappa'
set cblabel 'f' offset -1
set xrange [0.0875:2.0125]
set yrange [-16.125:-0.875]
set xtics 0.5
set title 'f over alpha and kappa'
unset key
plot 'map.txt' with image
set ylabel 'f' offset 1
unset colorbox
set title 'kappa = 0'
set grid lc rgb '#d0d0d0'
set xrange [0.1:2]
set yrange [0:3]
set ytics 1
plot 'line.txt' skip 1 u 1:2 w l ls 3
set title 'near its lowest point'
set xrange [1.42:1.48]
set xtics 0.02
set yrange [0.1:0.3]
set ytics 0.05
plot 'steps.txt' skip 1 u 1:2 w steps ls 3
END
} | gnuplot

# CMA-ES: its points on the map.
generations tripods.h5 30 1 points >points.txt
{
  head generations.svg 1000 620 2,3
  cat <<END
$colours
unset colorbox
set xrange [0:2.1]
set yrange [-17:0]
set xlabel 'alpha'
set ylabel 'order of kappa'
unset key
END
  for g in 1 2 4 6 9 12; do
    awk -v g=$g '$1 == g' points.txt >"points$g.txt"
    cat <<END
set title 'generation $g'
plot 'map.txt' with image, \\
  'points$g.txt' u 2:3 w p pt 7 ps 0.5 lc rgb 'black'
END
  done
} | gnuplot

# alpha over log10 cond(A) while bodies fall, with the thesis' lines.
for scene in tripods marbles falling-chain; do
  tables points $scene fall >"$scene.txt"
done
{
  head fits.svg 1000 330 1,3
  cat <<'END'
set xlabel 'log_{10} cond(A)'
set xrange [0:12]
set yrange [0:2.1]
set ylabel 'alpha'
set grid lc rgb '#d0d0d0'
set key bottom left samplen 1.5 font ',11'
f(x) = a * x + b
set fit quiet
set fit nolog
set title 'tripods'
fit f(x) 'tripods.txt' via a, b
plot 'tripods.txt' w p pt 7 ps 0.5 lc rgb '#0072b2' t 'frames', \
  f(x) ls 2 t 'their line', 0.026 * x + 1.287 ls 4 t "the thesis'"
unset ylabel
set title 'marbles'
fit f(x) 'marbles.txt' via a, b
plot 'marbles.txt' w p pt 7 ps 0.5 lc rgb '#0072b2' t 'frames', \
  f(x) ls 2 t 'their line', 0.118 * x + 1.037 ls 4 t "the thesis'"
set title 'falling chain'
fit f(x) 'falling-chain.txt' via a, b
plot 'falling-chain.txt' w p pt 7 ps 0.5 lc rgb '#0072b2' t 'frames', \
  f(x) ls 2 t 'their line', -0.147 * x + 2.469 ls 4 t "the thesis'"
END
} | gnuplot
