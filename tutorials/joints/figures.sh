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
set arrow from xp - 0.54,yp + 0.08 rto 0.09,0.05 as 4 front
set arrow from xc + 0.66,yc + 0.3 rto 0.09,0.05 as 4 front
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

# A box whose corner slides in a bowl of radius 1, at x = 0.7.
{
  sketch bowl.svg 620 330
  cat <<'END'
set xrange [-1.35:2.05]
set yrange [-0.12:1.25]
set object 1 polygon from 0.7,0.245 to 0.95,0.795 to 0.6,0.995 to 0.35,0.445 \
  to 0.7,0.245 fs solid fc rgb '#f7e6d2' behind
set arrow from 0,0 to 0,1.15 as 3
set label "z" at 0.04,1.13
set arrow from 0,0 to 1.6,0 as 3
set label "x" at 1.6,0.06
set arrow from 0.65,0.62 to 0.7,0.245 as 2 front
set label "x_c" at 0.62,0.72 front
set label "r_c" at 0.7,0.52 tc rgb '#0072b2' front
set label "b" at 0.72,0.13 front
set arrow from 0.7,0.245 rto -0.56,0.8 as 1 front
set label "gradient of C at b" at -0.75,1.12 tc rgb '#d55e00'
set arrow from 0.7,0.245 rto 0.45,0.315 as 4 front
set label "velocity of b" at 1.2,0.5 tc rgb '#009e73' front
plot (abs(x) < 1.3 ? x**2 / 2 : NaN) with lines lw 4 lc rgb '#808080', \
  '-' using 1:2 with points pt 7 ps 1.2 lc rgb '#303030'
0.7 0.245
0.65 0.62
e
END
} | gnuplot

# frame FILE K TITLE: prints what draws the K-th picture of the script FILE of a
# replay, without its arrows and labels.
frame() {
  echo "set title \"$3\""
  awk -v k="$2" '
    BEGIN { n = head = 1 }
    /^\$FLOOR/ { head = 0 }
    /^pause/ { n++; next }
    (head || n == k) && !/^(un)?set (label|arrow|title)/' "$1"
}

# replay NAME WIDTH HEIGHT FILE K TITLE [K TITLE]...: draws such pictures in a row.
replay() {
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

# A book in its own frame, and turned by 40 degrees about n = (1, 1, 1). Replays
# draw (x, y, z) at (x, -z, y).
book() {
  cat <<END
bodies = ( { name = "book"; mass = 1; shape = "box"; size = (3, 2, 0.4);
             $1 } );
END
}
book '' | pantin-joints - --time 0.1 --quiet --plot own.gp >/dev/null
book 'axis = (1, 1, 1); angle = 40;' |
  pantin-joints - --time 0.1 --quiet --plot turned.gp >/dev/null
{
  sketch turn.svg 860 380
  cat <<'END'
set multiplot layout 1,2 margins 0.01,0.99,0.02,0.9 spacing 0.02
set style arrow 5 lw 2 lc rgb '#d55e00' filled front
set arrow 1 from 0,0,0 to 2.1,0,0 as 5
set arrow 2 from 0,0,0 to 0,0,1.6 as 5
set arrow 3 from 0,0,0 to 0,-1.6,0 as 5
set label 1 "1" at 2.2,0,0 front
set label 2 "2, the middle axis" at 0.1,0,1.6 front
set label 3 "3" at 0.1,-1.8,0 front
END
  frame own.gp 1 "in its own frame, where the inertia is diagonal"
  # The columns of the rotation matrix, by Rodrigues' formula, and the axis n.
  awk 'BEGIN {
    c = cos(40 * 3.14159265 / 180); s = sin(40 * 3.14159265 / 180)
    d = (1 - c) / 3; k = s / sqrt(3)
    for (j = 0; j < 3; j++) {
      r[j] = c + d; r[(j + 1) % 3] = d + k; r[(j + 2) % 3] = d - k
      l = j == 0 ? 1.9 : 1.6
      printf "set arrow %d from 0,0,0 to %.3f,%.3f,%.3f as 5\n", j + 1, l * r[0],
        -l * r[2], l * r[1]
      l *= 1.12
      printf "set label %d \"%d\" at %.3f,%.3f,%.3f front\n", j + 1, j + 1,
        l * r[0], -l * r[2], l * r[1]
    }
    n = "lw 2 dt 2 lc rgb \"#0072b2\" filled front"
    print "set arrow 4 from -0.5,0.5,-0.5 to 1.4,-1.4,1.4 " n
    print "set label 4 \"n\" at 1.5,-1.5,1.5 tc rgb \"#0072b2\" front"
  }'
  frame turned.gp 1 "in the world: turned by φ about n"
} | gnuplot
rm own.gp turned.gp

# The book turns over: the tip of its middle axis, and pictures with that axis.
pantin-joints tumbling --time 10 --csv book.csv --every 24 --quiet >/dev/null
pantin-joints tumbling --time 10 --every 240 --quiet --plot book.gp >/dev/null
{
  page book.svg 940 330
  cat <<'END'
unset key
set multiplot
END
  awk -F, '
    NR == 1 { for (k = 1; k <= NF; k++) column[$k] = k; print "$TIP << EOD"; next }
    {
      w = $column["plate.quaternion_w"]; x = $column["plate.quaternion_x"]
      y = $column["plate.quaternion_y"]; z = $column["plate.quaternion_z"]
      print $1, 2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)
    }
    END { print "EOD" }' book.csv
  cat <<'END'
set lmargin at screen 0.075; set rmargin at screen 0.945
set bmargin at screen 0.2; set tmargin at screen 0.6
set xrange [0:10]; set yrange [-1.15:1.15]
set xlabel 't [s]'; set ylabel 'height of the tip'
plot $TIP using 1:3 with lines lw 2.5 lc rgb '#d55e00'
unset lmargin; unset rmargin; unset bmargin; unset tmargin; unset xlabel; unset ylabel
END
  for k in 0 1 2 3 4 5 6 7 8 9 10; do
    echo "set size 0.13,0.5; set origin $(awk "BEGIN { print 0.01 + 0.087 * $k }"),0.55"
    awk -F, -v k="$k" 'NR == 10 * k + 2 {
      w = $21; x = $22; y = $23; z = $24
      printf "set arrow 1 from 0,0,0 to %.3f,%.3f,%.3f lw 2.5 lc rgb \"#d55e00\" filled front\n",
        5 * (x * y - w * z), -5 * (y * z + w * x), 2.5 * (1 - 2 * (x * x + z * z))
    }' book.csv
    frame book.gp $((k + 1)) ''
  done
} | gnuplot
rm book.gp book.csv

# The errors of the positions of the puppet, with slopes.
{
  page convergence.svg 820 460
  echo "\$ERRORS << EOD"
  pantin-joints puppet --convergence | awk '/^Position/ { on = 1 }
    on && $1 + 0 > 0 { gsub("diverged", "NaN"); print }'
  echo 'EOD'
  cat <<'END'
set key outside right
set logscale xy
set format y '10^{%T}'
set xlabel 'steps'
set ylabel 'error of the positions [m]'
set xrange [18:760]
set xtics (20, 40, 80, 160, 320, 640)
set yrange [1e-9:1]
set label "slope 1" at 250,0.35 tc rgb '#606060'
set label "slope 2" at 250,2.2e-3 tc rgb '#606060'
set label "slope 4" at 70,1.5e-6 tc rgb '#606060'
plot (x > 150 ? 48 * x**-1 : NaN) with lines lw 6 lc rgb '#dddddd' notitle, \
  (x > 36 ? 56 * x**-2 : NaN) with lines lw 6 lc rgb '#dddddd' notitle, \
  1190 * x**-4 with lines lw 6 lc rgb '#dddddd' notitle, \
  $ERRORS using 1:4 with linespoints lw 2 pt 9 lc rgb '#009e73' title 'euler', \
  $ERRORS using 1:7 with linespoints lw 2 pt 6 ps 1.4 lc rgb '#303030' dt 2 \
    title 'semi-implicit Euler', \
  $ERRORS using 1:6 with linespoints lw 2 pt 11 lc rgb '#e69f00' title 'leapfrog', \
  $ERRORS using 1:3 with linespoints lw 2 pt 5 lc rgb '#d55e00' title 'rk2', \
  $ERRORS using 1:5 with linespoints lw 2 pt 13 lc rgb '#cc79a7' title 'ab4', \
  $ERRORS using 1:2 with linespoints lw 2 pt 7 lc rgb '#0072b2' title 'rk4'
END
} | gnuplot

# The puppet that is thrown.
pantin-joints puppet-caught --time 0.6 --every 48 --quiet --plot thrown.gp >/dev/null
replay thrown.svg 940 340 thrown.gp 1 'at the start' 2 '0.2 s' 3 '0.4 s' \
  4 '0.6 s'

# One body of a chain, with what acts on it in inverse dynamics.
{
  sketch body.svg 760 330
  cat <<'END'
set xrange [-1.7:2.6]
set yrange [-0.75:1.1]
set object 1 polygon from -1.05,-0.28 to 0.95,-0.02 to 0.88,0.5 to -1.12,0.24 \
  to -1.05,-0.28 fs solid fc rgb '#dce9f3' behind
set arrow from 0,0.1 to -0.93,0 as 3 front
set arrow from 0,0.1 to 0.75,0.24 as 3 front
set label "r" at -0.5,0.13 front
set label "r_j" at 0.35,0.25 front
set arrow from -0.93,0 rto -0.45,0.55 as 1 front
set label "Q and τ, from the body's own joint" at -1.6,0.68 tc rgb '#d55e00'
set arrow from 0.75,0.24 rto 0.7,-0.35 as 2 front
set label "−Q_j and −τ_j, from a body\nthat hangs from it" at 1.05,-0.3 tc rgb '#0072b2'
set arrow from 0,0.1 rto 0,-0.6 as 4 front
set label "its weight" at 0.06,-0.45 tc rgb '#009e73'
set arrow from 0,0.1 rto 0.45,0.45 lw 2 dt 2 lc rgb '#606060' head filled front
set label "acceleration, given" at 0.48,0.62 tc rgb '#606060'
plot '-' using 1:2 with points pt 7 ps 1 lc rgb '#303030'
0 0.1
-0.93 0
0.75 0.24
e
END
} | gnuplot

# The torques of the motors, large and small ones.
{
  page torques.svg 860 460
  echo "\$TORQUES << EOD"
  pantin-inverse arm --dt 0.02 --csv - --quiet | tr , ' '
  echo 'EOD'
  cat <<'END'
set multiplot layout 2,1
set key outside right
set xrange [0:5]
set ylabel 'torque [N m]'
colour(k) = word("#0072b2 #d55e00 #009e73 #cc79a7 #e69f00 #56b4e9", k)
plot for [k = 1:3] $TORQUES using 1:(column(10 * k - 6)) every ::1 with lines lw 2 \
  lc rgb colour(k) title sprintf("axis %d", k)
set xlabel 't [s]'
plot for [k = 4:6] $TORQUES using 1:(column(10 * k - 6)) every ::1 with lines lw 2 \
  lc rgb colour(k) title sprintf("axis %d", k)
END
} | gnuplot

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
