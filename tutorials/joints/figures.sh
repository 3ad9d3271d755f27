#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Draws the pictures of the texts in this folder, for `make figures`.
set -eu

# page NAME WIDTH HEIGHT: begins a picture.
page() {
  cat <<END
set term svg size $2,$3 font 'Helvetica,14' background '#ffffff'
set output '$1'
set encoding utf8
set border 3 lc rgb '#808080'
set tics nomirror scale 0.5 textcolor rgb '#303030'
set grid lt 1 lc rgb '#dddddd'
set style arrow 1 lw 2.5 lc rgb '#d55e00' filled head size graph 0.02,20
set style arrow 2 lw 2.5 lc rgb '#0072b2' filled head size graph 0.02,20
set style arrow 3 lw 1 lc rgb '#808080' head size graph 0.015,20
set style arrow 4 lw 2.5 lc rgb '#009e73' filled head size graph 0.02,20
END
}

# sketch NAME WIDTH HEIGHT: begins a picture without axes.
sketch() {
  page "$@"
  echo 'unset key; unset tics; unset border; unset grid; set size ratio -1'
}

# Two bodies in a ball joint that is open: a box about x_p turned by -20
# degrees, one about x_c turned by 35.
{
  sketch arms.svg 820 400
  cat <<'END'
set xrange [-0.55:4.6]
set yrange [-0.55:1.95]
# The corners of a box of the half lengths a and b, turned by the angle t.
corner_x(x, t, a, b) = x + a * cos(t) - b * sin(t)
corner_y(y, t, a, b) = y + a * sin(t) + b * cos(t)
sx(k) = (k % 4 == 0 || k % 4 == 3) ? 1 : -1
sy(k) = (k % 4 < 2) ? 1 : -1
set angles degrees
xp = 1; yp = 0.95; tp = -20
xc = 3.25; yc = 0.75; tc = 35
px = corner_x(xp, tp, 0.95, -0.1); py = corner_y(yp, tp, 0.95, -0.1)
cx = corner_x(xc, tc, -1, 0.05); cy = corner_y(yc, tc, -1, 0.05)
set arrow from -0.45,-0.45 rto 0.5,0 as 3
set arrow from -0.45,-0.45 rto 0,0.5 as 3
set label "x" at 0.1,-0.45
set label "y" at -0.5,0.15
set arrow from -0.45,-0.45 to xp,yp lw 1.5 dt 2 lc rgb '#606060' filled head size graph 0.015,20
set arrow from -0.45,-0.45 to xc,yc lw 1.5 dt 2 lc rgb '#606060' filled head size graph 0.015,20
set arrow from xp,yp to px,py as 2 front
set arrow from xc,yc to cx,cy as 2 front
set arrow from cx,cy to px,py as 1 front
set label "x_p" at xp-0.12,yp+0.17 front
set label "x_c" at xc+0.08,yc-0.14 front
set label "r_p" at 1.5,0.95 tc rgb '#0072b2' front
set label "r_c" at 2.85,0.28 tc rgb '#0072b2' front
set label "C" at 1.98,0.24 tc rgb '#d55e00' front
set label "parent" at 0.1,1.42 tc rgb '#303030'
set label "child" at 3.75,1.62 tc rgb '#303030'
set label "ω_p" at 0.32,0.72 tc rgb '#009e73'
set label "ω_c" at 4.08,0.88 tc rgb '#009e73'
set object 1 polygon from corner_x(xp,tp,1.1,0.3),corner_y(yp,tp,1.1,0.3) \
  to corner_x(xp,tp,-1.1,0.3),corner_y(yp,tp,-1.1,0.3) \
  to corner_x(xp,tp,-1.1,-0.3),corner_y(yp,tp,-1.1,-0.3) \
  to corner_x(xp,tp,1.1,-0.3),corner_y(yp,tp,1.1,-0.3) \
  to corner_x(xp,tp,1.1,0.3),corner_y(yp,tp,1.1,0.3) \
  fs solid fc rgb '#dce9f3' behind
set object 2 polygon from corner_x(xc,tc,1.1,0.3),corner_y(yc,tc,1.1,0.3) \
  to corner_x(xc,tc,-1.1,0.3),corner_y(yc,tc,-1.1,0.3) \
  to corner_x(xc,tc,-1.1,-0.3),corner_y(yc,tc,-1.1,-0.3) \
  to corner_x(xc,tc,1.1,-0.3),corner_y(yc,tc,1.1,-0.3) \
  to corner_x(xc,tc,1.1,0.3),corner_y(yc,tc,1.1,0.3) \
  fs solid fc rgb '#f7e6d2' behind
set parametric
set trange [0:260]
plot xp - 0.6 + 0.14 * cos(t + 40), yp + 0.2 + 0.14 * sin(t + 40) \
    with lines lw 2 lc rgb '#009e73', \
  xc + 0.6 + 0.14 * cos(t + 40), yc + 0.42 + 0.14 * sin(t + 40) \
    with lines lw 2 lc rgb '#009e73', \
  '+' using (xp):(yp) every 300 with points pt 7 ps 1 lc rgb '#303030', \
  '+' using (xc):(yc) every 300 with points pt 7 ps 1 lc rgb '#303030'
END
} | gnuplot

# The scene sign.cfg, and the forces on the arm alone: 1 m for 100 N.
{
  sketch sign.svg 900 420
  cat <<'END'
set multiplot layout 1,2 margins 0.01,0.99,0.02,0.9 spacing 0.02
set xrange [-0.2:1.35]
set yrange [-0.72:0.95]
set title "the scene"
set object 1 rectangle from -0.14,-0.7 to -0.03,0.92 fs solid noborder fc rgb '#dddddd' behind
set object 2 rectangle from 0,-0.05 to 1,0.05 fs solid fc rgb '#dce9f3'
set object 3 rectangle from 0.5,-0.5 to 1.1,-0.1 fs solid fc rgb '#f7e6d2'
set arrow 1 from -0.03,0.75 to 1,0 nohead lw 3 lc rgb '#606060'
set arrow 2 from 0.8,0 to 0.8,-0.1 nohead lw 2 lc rgb '#606060'
set label 1 "hinge" at 0.02,-0.12
set label 2 "rod" at 0.5,0.45
set label 3 "arm, 2 kg" at 0.3,0 center
set label 4 "hook" at 0.84,-0.075
set label 5 "sign, 5 kg" at 0.8,-0.38 center
set label 6 "0.75 m above the hinge" at 0.02,0.8
plot '-' using 1:2 with points pt 7 ps 1.1 lc rgb '#303030'
0 0
1 0
0.8 0
-0.03 0.75
e
unset object; unset arrow; unset label
set xrange [-0.2:1.35]
set title "the arm alone"
set object 2 rectangle from 0,-0.05 to 1,0.05 fs solid fc rgb '#dce9f3'
set arrow 1 from 0,0 rto 0.654,0 as 1 front
set arrow 2 from 0,0 rto 0,0.1962 as 1 front
set arrow 3 from 1,0 rto -0.654,0.4905 as 2 front
set arrow 4 from 0.8,0 rto 0,-0.4905 as 1 front
set arrow 5 from 0.5,0 rto 0,-0.1962 as 4 front
set label 1 "hinge: −λ = (65.4, 19.62) N" at 0.03,0.13 tc rgb '#d55e00'
set label 2 "rod: λ n, 81.75 N" at 0.4,0.55 tc rgb '#0072b2'
set label 3 "hook: λ, 49.05 N" at 0.72,-0.57 tc rgb '#d55e00'
set label 4 "weight, 19.62 N" at 0.5,-0.26 center tc rgb '#009e73'
plot '-' using 1:2 with points pt 7 ps 1.1 lc rgb '#303030'
0 0
1 0
0.8 0
0.5 0
e
END
} | gnuplot

# frame FILE K TITLE: prints what draws the K-th picture of the script FILE of a
# replay, without arrows.
frame() {
  echo "set title '$3'"
  awk -v k="$2" '
    BEGIN { n = head = 1 }
    /^\$FLOOR/ { head = 0 }
    /^pause/ { n++; next }
    (head || n == k) && !/^set (label|arrow|title)/' "$1"
}

# replay NAME WIDTH HEIGHT FILE K TITLE [K TITLE]...: draws such pictures in a row.
replay() {
  name=$1
  script=$4
  {
    sketch "$1" "$2" "$3"
    shift 4
    echo "set multiplot layout 1,$(($# / 2)) margins 0.01,0.99,0.02,0.88 spacing 0.01"
    while [ $# -ge 2 ]; do
      frame "$script" "$1" "$2"
      shift 2
    done
  } | gnuplot
  rm "$script"
}

pantin-joints bricard --time 1 --every 500 --quiet --plot bricard.gp >/dev/null
replay bricard.svg 900 330 bricard.gp 1 'at the start' 2 'after half a second' \
  3 'after a second'
pantin-ik puppet --quiet --plot caught.gp >/dev/null
# Five pictures a step.
replay caught.svg 900 360 caught.gp 1 'at the start' 21 'after 4 steps' \
  41 'after 8 steps' 61 'after 12 steps'

# draw PICTURE PROGRAM OPTION...
draw() {
  picture=$1
  shift
  "$@" --quiet --plot "$picture" >/dev/null
}

draw puppet.svg pantin-joints puppet --time 1 --every 4
draw thrown.svg pantin-joints puppet-caught --time 1 --every 8
draw convergence.svg pantin-joints puppet --convergence
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
