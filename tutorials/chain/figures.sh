#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Draws the pictures of the text in this folder, for `make figures`.
set -eu

# draw PICTURE OPTION...: a run may end without convergence, status 3.
draw() {
  picture=$1
  shift
  pantin-chain "$@" --quiet --plot "$picture" >/dev/null || [ $? -eq 3 ]
}

draw 2a.svg 2a --method unit --lambda zeros
draw 2d.svg 2d
draw 4c.svg 4c
draw lantern.svg lantern
draw stationary.svg 2a --all

# The text calls the step delta.
draw phi.gp 2d --at 0
{
  echo "set term svg size 800,500 background '#ffffff'; set output 'phi.svg'"
  sed 's/alpha p)/alpha delta)/' phi.gp
} | gnuplot
rm phi.gp

# nodes K A B OPTION...: prints a line "x y lambda" for each node of the iterate
# K ("last" for the last one) of a chain that ends at (A, B); lambda is that of
# the bar on its right.
nodes() {
  at=$1
  a=$2
  b=$3
  shift 3
  { pantin-chain "$@" --csv - --quiet || true; } |
    awk -F, -v at="$at" -v a="$a" -v b="$b" '
      NR == 1 { bars = (NF - 6) / 3; next }
      { row = $0 }
      $1 == at { exit }
      END {
        split(row, v, ",")
        print 0, 0, v[7 + 2 * bars]
        for (i = 1; i < bars; i++)
          print v[8 + i], v[7 + bars + i], v[7 + 2 * bars + i]
        print a, b, 0
      }'
}

# block NAME COMMAND...: prints a data block of what the command prints.
block() {
  echo "\$$1 << EOD"
  shift
  "$@"
  echo 'EOD'
}

# page NAME WIDTH HEIGHT: begins a picture.
page() {
  cat <<END
set term svg size $2,$3 font 'Helvetica,15' background '#ffffff'
set output '$1'
set encoding utf8
set size ratio -1
set border 3 lc rgb '#808080'
set tics nomirror scale 0.5
set grid lc rgb '#dddddd'
set style arrow 1 lw 2.5 lc rgb '#d55e00' filled head size graph 0.02,20
set style arrow 3 lw 1 lc rgb '#808080' head size graph 0.015,20
set style line 1 lc rgb '#0072b2'
set style line 2 lc rgb '#303030' pt 7
\$NAILS << EOD
0 0
1 -1
EOD
END
}

# The chain at rest, with all names.
{
  page geometry.svg 700 640
  block N nodes last 1 -1 2a
  cat <<'END'
unset key; unset tics; unset border; unset grid
set xrange [-0.25:1.4]
set yrange [-1.62:0.12]
set arrow from -0.1,0 rto 0.25,0 as 3
set label "x" at 0.16,-0.04
set arrow from 0,-0.1 rto 0,0.2 as 3
set label "y" at 0.02,0.1
set label "p_0 = (0, 0)" at 0.03,0.05
set label "p_5 = (a, b)" at 1.03,-0.98
set label "bar 0, of length L_0" at 0.1,-0.3
set label "bar 1" at 0.26,-0.9
set label "bar 2" at 0.45,-1.24
set label "bar 3" at 0.56,-1.33
set label "bar 4" at 0.88,-1.24
set label "d_1 = p_2 − p_1" at 0.04,-0.97 right tc rgb '#009e73'
set label "weight w_i, in the middle of each bar" at 0.3,-0.55 \
  tc rgb '#d55e00'
x0 = NaN
plot $N using 1:2 with lines ls 1 lw 5, \
  $N using (x = x0, x0 = $1, (x + x0) / 2):(y = $0 > 0 ? y0 : NaN, \
    y0 = $2, (y + y0) / 2):(0):(-0.13) with vectors as 1, \
  $N using ($0 == 1 ? $1 - 0.13 : NaN):($2 - 0.03):(0.1703):(-0.4701) \
    with vectors lw 2.5 lc rgb '#009e73' filled, \
  $N using 1:2 with points ls 2 ps 1.1, \
  $NAILS with points ls 2 pt 5 ps 1.6, \
  $N using ($0 > 0 && $0 < 5 ? $1 : NaN):2:(sprintf("p_%d", $0)) \
    with labels offset -1.4,-0.7
END
} | gnuplot

# The forces on node 1 of the same chain, half a metre for each newton: where
# they act, and drawn one after the other.
forces() {
  nodes last 1 -1 2a | awk -v scale=0.5 '
    {
      if (NR > 1) {
        fx[NR - 2] = 2 * scale * lambda * ($1 - x)
        fy[NR - 2] = 2 * scale * lambda * ($2 - y)
      }
      x = $1
      y = $2
      lambda = $3
    }
    END {
      g = scale * (0.7 + 0.5) / 2
      print 0, 0, -fx[0], -fy[0]
      print 0, 0, fx[1], fy[1]
      print 0, 0, 0, -g
      print 0.9, 0.3, 0, -g
      print 0.9, 0.3 - g, fx[1], fy[1]
      print 0.9 + fx[1], 0.3 - g + fy[1], -fx[0], -fy[0]
    }'
}
{
  page node.svg 760 420
  block F forces
  cat <<'END'
unset key; unset tics; unset border; unset grid
set xrange [-0.5:1.7]
set yrange [-0.5:0.75]
set label "p_1" at 0.05,0.04
set label "drawn one after the other,\nthe three forces close" at 1.12,0.05
name(k) = k == 0 || k == 5 ? "−f_0" : k == 1 || k == 4 ? "f_1" : "g_1"
end(k) = k < 3 ? 0.9 : 0.5
right(k) = k == 1 || k == 5 ? 0.09 : -0.09
weight(k) = k == 2 || k == 3
plot $F using ($0 < 2 ? $1 : NaN):2:(0.85 * $3):(0.85 * $4) \
    with vectors nohead lw 11 lc rgb '#c8dcec', \
  $F using (weight($0) ? NaN : $1):2:3:4 with vectors as 1, \
  $F using (weight($0) ? $1 : NaN):2:3:4 with vectors lw 2.5 lc rgb '#009e73' filled, \
  $F using ($1 + end($0) * $3 + right($0)):($2 + end($0) * $4):(name($0)) \
    with labels, \
  $NAILS using (0):(0) with points ls 2 ps 1.3
END
} | gnuplot

# Iterates of case 2d with full steps.
{
  page newton.svg 800 560
  for k in 0 9 10 11 12 13; do
    block "K$k" nodes "$k" 1 -1 2d --method unit --lambda zeros
  done
  cat <<'END'
unset key
set multiplot layout 2,3 margins 0.05,0.99,0.06,0.93 spacing 0.05,0.11
set xrange [-2.2:2.2]
set yrange [-1.8:1.8]
set ytics 1
set xtics 1
do for [k in "0 9 10 11 12 13"] {
  set title k eq "0" ? "start" : "after step ".k
  if (k eq "12") { set label 1 "a node has flown\n27 m away" at -1.9,1.3 }
  else { unset label 1 }
  plot '$K'.k using 1:2 with linespoints ls 1 lw 2 pt 7 ps 0.5, \
    $NAILS with points ls 2 pt 5 ps 0.8
}
END
} | gnuplot

# entries ORDER: prints row and column of each entry of K that is not zero, for
# eight bars; ORDER is `kinds`, all x, all y, all lambda, or `nodes`.
entries() {
  awk -v order="$1" -v n=8 '
    # Returns the row of an unknown of this kind; the last bar has no node.
    function row(kind, i) {
      if (order == "kinds")
        return kind == 2 ? 2 * (n - 1) + i : kind * (n - 1) + i - 1
      return kind == 2 ? 3 * i + (i < n - 1 ? 2 : 0) : 3 * (i - 1) + kind
    }
    BEGIN {
      for (i = 0; i < n; i++)
        for (kind = 0; kind < 2; kind++)
          for (p = i; p <= i + 1; p++) {
            if (p < 1 || p > n - 1)
              continue
            print row(2, i), row(kind, p)
            print row(kind, p), row(2, i)
            for (q = i; q <= i + 1; q++)
              if (q >= 1 && q <= n - 1)
                print row(kind, p), row(kind, q)
          }
    }'
}
{
  page band.svg 800 420
  block A entries kinds
  block B entries nodes
  cat <<'END'
unset key; unset tics; unset grid
set border 15
set xrange [-1:22]
set yrange [22:-1]
set multiplot layout 1,2
set title "all x, then all y, then all λ"
plot $A using 2:1 with points ls 1 pt 5 ps 0.9
set title "node by node: x, y, λ"
plot $B using 2:1 with points ls 1 pt 5 ps 0.9
END
} | gnuplot

# Chains of few bars, and the cable: 1.5 m between (0, 0) and (1, -0.2).
hang() {
  printf 'bars = %s; length = 1.5; end = (1, -0.2); start = "parabola";\n' "$1" |
    nodes last 1 -0.2 -
}
{
  page catenary.svg 700 470
  for bars in 3 6 12 400; do
    block "C$bars" hang "$bars"
  done
  cat <<'END'
set key top center
set xlabel 'x [m]'
set ylabel 'y [m]'
set yrange [-0.7:0.1]
plot $C400 using 1:2 with lines lw 6 lc rgb '#cccccc' title 'the cable', \
  $C3 using 1:2 with linespoints lw 1.5 pt 7 ps 0.6 lc rgb '#d55e00' \
    title '3 bars', \
  $C6 using 1:2 with linespoints lw 1.5 pt 7 ps 0.6 lc rgb '#009e73' \
    title '6 bars', \
  $C12 using 1:2 with linespoints lw 1.5 pt 7 ps 0.6 lc rgb '#0072b2' \
    title '12 bars'
END
} | gnuplot
