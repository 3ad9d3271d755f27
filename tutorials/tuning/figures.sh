#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Draws the pictures of the text in this folder, for `make figures`.
set -eu

here=$PWD
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

pantin-tune tripods --frames 40 --record tripods.h5 --no-condition --quiet
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
set style line 6 lw 1.5 lc rgb '#009e73'
set style line 7 lw 1.5 lc rgb '#e69f00'
set style line 8 lw 1.5 lc rgb '#cc79a7'
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
poses tripods 1 | awk "$turned"'{
  turn(0.577, 0, 0); print X, Y; turn(-0.289, 0.5, 0); print X, Y
  turn(-0.289, -0.5, 0); print X, Y; turn(0.577, 0, 0); print X, Y "\n"
}' >tripods.txt
poses marbles 2 | awk '{ print $1, $2, $3 }' >marbles.txt
poses falling-chain 1 | awk "$turned"'{
  turn(-0.1, 0, 0); print X, Z; turn(0.1, 0, 0); print X, Z "\n" }' >chain.txt
{
  head scenes.svg 1000 310 1,4
  cat <<'END'
set size ratio -1
unset key
unset tics
set border lc rgb '#999999'
set style fill solid 1 border lc rgb '#ffffff'
set title 'wall, from the front'
set xrange [-1.2:1.2]
set yrange [0:3.4]
plot 'wall.txt' w filledcurves closed fc rgb '#b5651d'
set title 'tripods, from above'
set xrange [-8:8]
set yrange [-8:8]
plot 'tripods.txt' w l lw 3 lc rgb '#0072b2', \
     'tripods.txt' w p pt 7 ps 0.5 lc rgb '#d55e00'
set title 'marbles, from above'
set xrange [-3:3]
set yrange [-3:3]
set palette defined (0 '#c8dcec', 1 '#0072b2')
unset colorbox
plot '< sort -n -k3 marbles.txt' u 1:2:3 w p pt 7 ps 1.7 lc palette
set title 'falling chain, from the front'
set xrange [-8:9.5]
set yrange [-1:16.5]
plot 'chain.txt' w l lw 4 lc rgb '#0072b2'
END
} | gnuplot

# The rod and its contact; the normal impulse of coupled sweeps, as rod.c makes
# them.
sweeps() {
  awk -v alpha="$1" 'BEGIN {
    mu = 0.6
    print n + 0
    for (k = 0; k < 40; k++) {
      n -= alpha * (2.5 * n - 1.5 * t - 0.1635) / 2.5
      if (n < 0) n = 0
      t -= alpha * (-1.5 * n + 2.5 * t + 0.3) / 2.5
      if (t > mu * n) t = mu * n
      if (t < -mu * n) t = -mu * n
      print n
    }
  }'
}
for alpha in 1 1.4 1.8; do
  sweeps $alpha >"rod$alpha.txt"
done
{
  head rod.svg 1000 360 1,2
  cat <<'END'
set style arrow 1 lw 2.5 lc rgb '#d55e00' filled head size graph 0.025,20
set style arrow 2 lw 2.5 lc rgb '#0072b2' filled head size graph 0.025,20
unset key; unset tics; unset border
set size ratio -1
set xrange [-0.45:1.05]
set yrange [-0.18:0.85]
set object 1 rect from -0.45,-0.04 to 1.05,0 fc rgb '#dddddd' fs solid noborder
set arrow from 0,0 to 0.707,0.707 nohead lw 14 lc rgb '#c8dcec'
set arrow from 0,0 to 0,0.33 as 1
set label 'λ_n' at -0.09,0.3 tc rgb '#d55e00'
set arrow from 0,0 to -0.2,0 as 1
set label 'λ_t' at -0.28,0.06 tc rgb '#d55e00'
set arrow from 0.354,0.354 to 0.354,0.09 as 2
set label 'it falls' at 0.38,0.13 tc rgb '#0072b2'
set arrow from 0.354,0.354 to 0.62,0.354 as 2
set label 'and slides' at 0.64,0.354 tc rgb '#0072b2'
set label 'a rod of 1 kg and 1 m' at 0.05,0.76
set label 'one contact, two rows' at -0.15,-0.1
plot 'rod1.txt' u (0.354):(0.354) every ::0::0 w p pt 7 ps 1 lc rgb '#303030'
unset label; unset arrow; unset object
set size noratio
set border 3; set tics nomirror
set grid lc rgb '#dddddd'
set key top right samplen 2
set xlabel 'sweeps, with coupled bounds'
set ylabel 'λ_n [N s]'
set xrange [0:40]
set yrange [-0.005:0.16]
set xtics 10
set ytics 0.04
plot 'rod1.8.txt' u 0:1 w lp pt 7 ps 0.5 lc rgb '#d55e00' t 'α = 1.8', \
  'rod1.4.txt' u 0:1 w lp pt 7 ps 0.5 lc rgb '#009e73' t 'α = 1.4', \
  'rod1.txt' u 0:1 w lp lw 2 pt 7 ps 0.5 lc rgb '#0072b2' t 'α = 1'
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
set title 'tripods, κ = 0'
set key top right samplen 1.5
plot 'a.txt' u 1:2 $errors 1 t 'α = 0.5', '' u 1:3 $errors 2 t '1', \\
  '' u 1:4 $errors 3 t '1.4', '' u 1:5 $errors 4 t '1.8'
unset ylabel
set title 'tripods, α = 1.4'
set key at graph 0.98,0.71 samplen 1.5 font ',10' spacing 0.75
plot 'b.txt' u 1:5 $errors 8 t 'κ = 10^{-2}', '' u 1:4 $errors 7 t '10^{-4}', \\
  '' u 1:3 $errors 6 t '10^{-6}', '' u 1:2 $errors 3 t '0'
set title 'wall, κ = 0'
set key default top right samplen 1.5
set yrange [0.1:50]
plot 'c.txt' u 1:2 $errors 1 t 'α = 0.5', '' u 1:3 $errors 2 t '1', \\
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
set xlabel 'α'
set ylabel 'order of κ'
set cblabel 'f' offset -1
set xrange [0.0875:2.0125]
set yrange [-16.125:-0.875]
set xtics 0.5
set title 'f over α and the order of κ'
unset key
plot 'map.txt' with image
set ylabel 'f' offset 1
unset colorbox
set title 'κ = 0'
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

# ellipses FILE: begins pictures of generations, whose ellipses stand in FILE as
# number, mean and half axes; g is the row of the generation.
ellipses() {
  cat <<END
set samples 200
set style line 5 lw 2 lc rgb '#d55e00'
stats '$1' using 1 nooutput
array X[STATS_records]; array Y[STATS_records]
array A[STATS_records]; array B[STATS_records]
array P[STATS_records]; array Q[STATS_records]
stats '$1' using (X[int(\$0) + 1] = \$2, Y[int(\$0) + 1] = \$3, \
  A[int(\$0) + 1] = \$4, B[int(\$0) + 1] = \$5, P[int(\$0) + 1] = \$6, \
  Q[int(\$0) + 1] = \$7, 0) nooutput
x(g, t) = X[g] + A[g] * cos(t) + P[g] * sin(t)
y(g, t) = Y[g] + B[g] * cos(t) + Q[g] * sin(t)
unset key
END
}

# CMA-ES in the valley: contours, points, ellipses.
valley points >points.txt
valley ellipses >ellipses.txt
{
  head valley.svg 1000 560 2,4
  ellipses ellipses.txt
  cat <<'END'
set size ratio -1
set style line 9 lw 1 lc rgb '#b8cfe0'
along(l, t) = l * cos(t) * cos(pi / 6) - l / 10 * sin(t) * sin(pi / 6)
across(l, t) = l * cos(t) * sin(pi / 6) + l / 10 * sin(t) * cos(pi / 6)
do for [g in "1 2 4 6 9 11 16 31"] {
  k = int(g)
  set title 'generation '.g.(k > 11 ? ', enlarged' : '')
  w = k == 16 ? 1.0 : 0.004
  set xrange [k > 11 ? -w : -4 : k > 11 ? w : 3]
  set yrange [k > 11 ? -w : -2.9 : k > 11 ? w : 3.1]
  set tics k > 11 ? w : 2
  set format '%g'
  plot for [l in "0.4 1.2 2 6 12 20 30"] [0:2*pi] '+' \
      u (along(k > 11 ? l * w / 3 : l, $1)):(across(k > 11 ? l * w / 3 : l, $1)) \
      w l ls 9, \
    'points.txt' u ($1 == k ? $2 : NaN):3 w p pt 7 ps 0.4 lc rgb '#303030', \
    [0:2*pi] '+' u (x(k, $1)):(y(k, $1)) w l ls 5, \
    '+' u (X[k]):(Y[k]) every ::0::0 w p pt 1 ps 1.4 lw 2 lc rgb '#d55e00'
}
END
} | gnuplot

# CMA-ES on the map of a frame.
generations tripods.h5 30 1 points >points.txt
generations tripods.h5 30 1 ellipses >ellipses.txt
{
  head generations.svg 1000 640 2,3
  ellipses ellipses.txt
  cat <<END
$colours
set cblabel 'f' offset -1
set xrange [0:2.1]
set yrange [-20:1]
set xlabel 'α'
set ylabel 'order of κ'
set object 1 rect from 0.1,-16 to 2,-1 fs empty border lc rgb '#808080'
do for [g in "1 2 4 6 9 12"] {
  k = int(g)
  set title 'generation '.g
  plot 'map.txt' with image, \\
    'points.txt' u (\$1 == k ? \$2 : NaN):3 w p pt 7 ps 0.5 lc rgb 'black', \\
    [0:2*pi] '+' u (x(k, \$1)):(y(k, \$1)) w l ls 5, \\
    '+' u (X[k]):(Y[k]) every ::0::0 w p pt 1 ps 1.4 lw 2 lc rgb '#d55e00'
}
END
} | gnuplot

# alpha over log10 cond(A) while bodies fall, with the line that fits.
for scene in tripods marbles falling-chain; do
  tables points $scene fall >"$scene.txt"
done
{
  head fits.svg 1000 330 1,3
  cat <<'END'
set xlabel 'log_{10} of the condition of A'
set xrange [0:12]
set yrange [0:2.1]
set ylabel 'best α'
set grid lc rgb '#d0d0d0'
set key bottom left samplen 1.5 font ',11'
f(x) = a * x + b
set fit quiet
set fit nolog
set title 'tripods'
fit f(x) 'tripods.txt' via a, b
plot 'tripods.txt' w p pt 7 ps 0.5 lc rgb '#0072b2' t 'frames', \
  f(x) ls 4 t 'line of least squares'
unset ylabel
set title 'marbles'
fit f(x) 'marbles.txt' via a, b
plot 'marbles.txt' w p pt 7 ps 0.5 lc rgb '#0072b2' t 'frames', \
  f(x) ls 4 t 'line of least squares'
set title 'falling chain'
fit f(x) 'falling-chain.txt' via a, b
plot 'falling-chain.txt' w p pt 7 ps 0.5 lc rgb '#0072b2' t 'frames', \
  f(x) ls 4 t 'line of least squares'
END
} | gnuplot

# What rules are worth: the table of the text, a row of dots for each scene.
tables rules | awk -F ' \\(..\\) *' 'NR > 1 {
  split($1, first, " +"); print first[1], first[2], $2, $3 + 0 }' >rules.txt
{
  head rules.svg 900 420 1,1
  cat <<'END'
set grid x lc rgb '#d0d0d0'
set logscale x
set xrange [0.25:100]
set yrange [-0.7:11.7]
set xlabel 'error after 50 sweeps, over that of α = 1'
set xtics (0.3, 0.5, 1, 2, 5, 10, 20, 50, 100)
set key at graph 0.98,0.62 samplen 1
set arrow from 1,-0.7 to 1,11.7 nohead lw 1.5 lc rgb '#999999'
plot 'rules.txt' u 2:(11 - $0):ytic(1) w p pt 7 ps 1.3 lc rgb '#0072b2' t 'tripods', \
  '' u 3:(11 - $0) w p pt 5 ps 1.3 lc rgb '#d55e00' t 'marbles', \
  '' u 4:(11 - $0) w p pt 9 ps 1.5 lc rgb '#009e73' t 'falling chain'
END
} | gnuplot
