#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Draws the pictures of the text in this folder, for `make figures`.
set -eu

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
set term svg size $2,$3 font 'Helvetica,14' background '#ffffff'
set output '$1'
set encoding utf8
set border 3 lc rgb '#808080'
set tics nomirror scale 0.5
set grid lc rgb '#dddddd'
set style line 1 lc rgb '#0072b2' lw 2.5 pt 7
set style line 2 lc rgb '#d55e00' lw 2.5 pt 7
set style line 3 lc rgb '#bbbbbb' lw 1.5 pt 6
set style line 4 lc rgb '#303030' lw 1.5 pt 5
set style fill solid noborder
END
}

# The tree of section 1: seven bodies, six joints; joint j joins body j + 1 with
# its parent, body j / 2 rounded down.

# places: prints x and y of its joints.
places() {
  printf '%s\n' '1 2.1' '3 2.1' '0.2 1.3' '1.4 0.7' '2.6 0.7' '3.8 1.3'
}

# bodies: prints a line "x y x y" from each body to each of its joints.
bodies() {
  places | awk '
    { x[NR - 1] = $1; y[NR - 1] = $2 }
    END {
      for (j = 0; j < 6; j++) {
        p = int(j / 2) # the parent: the body below joint p - 1, or the root
        px = p == 0 ? 2 : x[p - 1]
        py = p == 0 ? 2.7 : y[p - 1] - 0.4
        print px, py, x[j], y[j]
        print x[j], y[j] - 0.4, x[j], y[j]
      }
    }'
}

# moves ORDER: plays the game on the joints in this order. Prints for each
# panel, before the first move and after each, lines "PANEL KIND x y x y": KIND is
# 1 for an old edge, 2 for fill, 3 for a vertex left, 4 for one that has gone.
moves() {
  { pattern tree:7 given points; echo; places; } | awk -v order="$1" '
    NF == 0 { vertices = 1; next }
    !vertices { edge[$1, $2] = $1 != $2 && !$3; next }
    { x[n + 0] = $1; y[n + 0] = $2; n++ }
    function show(panel, a, b) {
      for (a = 0; a < n; a++) {
        print panel, gone[a] ? 4 : 3, x[a], y[a], a
        for (b = 0; b < a; b++)
          if (edge[a, b])
            print panel, edge[a, b], x[a], y[a], x[b], y[b]
      }
    }
    END {
      split(order, v, " ")
      show(0)
      for (k = 1; k <= 3; k++) {
        at = v[k]
        for (a = 0; a < n; a++)
          for (b = 0; b < a; b++)
            if (edge[at, a] && edge[at, b] && !edge[a, b])
              edge[a, b] = edge[b, a] = 2
        for (a = 0; a < n; a++)
          edge[a, at] = edge[at, a] = 0
        gone[at] = 1
        show(k)
      }
    }'
}

{
  page mechanism.svg 900 330
  block B bodies
  block P places
  block M pattern tree:7 given points
  block G moves '0 1 2'
  cat <<'END'
unset key; unset tics; unset border; unset grid
set multiplot layout 1,3
beside(y) = y > 1.5 ? y + 0.28 : y - 0.28
set xrange [-0.2:4.2]
set yrange [0:2.9]
set title "bodies and joints"
plot $B using 1:2:($3 - $1):($4 - $2) with vectors nohead lw 9 lc rgb '#c8dcec', \
  $P using 1:2 with points ls 1 ps 2, \
  $P using ($1 + 0.35):($2 + 0.1):(sprintf("j%d", $0)) with labels
set title "a line where two joints share a body"
plot $G using ($1 == 0 && $2 == 1 ? $3 : NaN):4:($5 - $3):($6 - $4) \
    with vectors nohead ls 1, \
  $P using 1:2 with points ls 1 ps 2, \
  $P using 1:(beside($2)):(sprintf("j%d", $0)) with labels
set title "their matrix"
set size ratio -1
set xrange [-1.4:5.7]
set yrange [5.7:-1.4]
plot $M using ($3 == 0 ? $1 : NaN):2:(0.44):(0.44) with boxxyerror lc rgb '#0072b2', \
  $P using (-1):($0):(sprintf("j%d", $0)) with labels, \
  $P using ($0):(-1):(sprintf("j%d", $0)) with labels
END
} | gnuplot

{
  page game.svg 900 460
  block ROOT moves '0 1 2'
  block LEAVES moves '2 3 4'
  cat <<'END'
unset key; unset tics; unset border; unset grid
beside(y) = y > 1.5 ? y + 0.28 : y - 0.28
set xrange [-0.2:4.2]
set yrange [0.2:2.6]
set multiplot layout 2,4
root = "j0 j1 j2"
leaves = "j2 j3 j4"
do for [game in "ROOT LEAVES"] {
  do for [k = 0:3] {
    set title k == 0 ? (game eq "ROOT" ? "from the root" : "from the leaves") : \
      "take ".word(game eq "ROOT" ? root : leaves, k)." away"
    plot for [kind = 1:2] '$'.game \
        using ($1 == k && $2 == kind ? $3 : NaN):4:($5 - $3):($6 - $4) \
        with vectors nohead ls kind, \
      '$'.game using ($1 == k && $2 == 4 ? $3 : NaN):4 with points ls 3 ps 1.6, \
      '$'.game using ($1 == k && $2 == 3 ? $3 : NaN):4 with points ls 4 pt 7 ps 1.6, \
      '$'.game using ($1 == k && $2 == 3 ? $3 : NaN):(beside($4)):\
        (sprintf("j%d", $5)) with labels
  }
}
END
} | gnuplot

# The star with and without its bodies: a hub, four arms.
hub() {
  awk 'BEGIN {
    for (k = 0; k < 4; k++) {
      angle = 0.7854 + k * 1.5708
      print cos(angle), sin(angle), 2 * cos(angle), 2 * sin(angle)
    }
  }'
}
{
  page hub.svg 760 400
  block H hub
  cat <<'END'
unset key; unset tics; unset border; unset grid
set size ratio -1
set xrange [-2:2]
set yrange [-1.9:1.9]
set multiplot layout 1,2
set title "J W J^T: joints only, each a neighbour of each"
plot for [a = 0:3] for [b = 0:3] $H every ::a::a using \
    1:2:(cos(0.7854 + b * 1.5708) - $1):(sin(0.7854 + b * 1.5708) - $2) \
    with vectors nohead ls 2, \
  $H using 1:2 with points ls 1 ps 2, \
  $H using 1:2:(sprintf("j%d", $0)) with labels offset 0,1.4
set title "bodies kept: a tree"
plot $H using (0):(0):1:2 with vectors nohead ls 1, \
  $H using 1:2:($3 - $1):($4 - $2) with vectors nohead ls 1, \
  $H using 1:2 with points ls 1 ps 2, \
  $H using (0.95 * $3):(0.95 * $4) with points ls 4 ps 2, \
  $H using (0):(0) with points ls 4 ps 2.4, \
  $H using 1:2:(sprintf("j%d", $0)) with labels offset 2.4,0, \
  $H using (0.95 * $3):(0.95 * $4):(sprintf("b%d", $0 + 1)) \
    with labels offset 2.4,0, \
  $H every ::0::0 using (0):(0):("b0") with labels offset 2.4,0
END
} | gnuplot

# The puppet's matrix in two orders.
for order in leaves root; do
  pantin-eliminate puppet --order $order --quiet --plot "$order.svg"
done

# Operations by the number of bodies; the tables are chain, tree, ring, star,
# their columns n, dense, sparse, kkt, auto.
{
  page growth.svg 800 440
  block COUNT growth solvers
  cat <<'END'
set key outside right
set logscale xy
set format y '10^{%T}'
set xlabel 'bodies'
set ylabel 'multiply-adds of a solve'
plot $COUNT index 0 using 1:2 with linespoints lw 2 pt 7 ps 0.6 \
       lc rgb '#000000' title 'any: dense', \
     $COUNT index 3 using 1:3 with linespoints lw 2 pt 5 ps 0.7 \
       lc rgb '#d55e00' title 'star: sparse', \
     $COUNT index 3 using 1:4 with linespoints lw 2 pt 9 ps 0.8 \
       lc rgb '#0072b2' title 'star: kkt', \
     $COUNT index 3 using 1:5 with linespoints lw 2 pt 11 ps 0.8 \
       lc rgb '#009e73' title 'star: auto', \
     $COUNT index 0 using 1:3 with linespoints lw 2 dt 2 pt 6 ps 0.7 \
       lc rgb '#cc79a7' title 'chain: sparse'
END
} | gnuplot

# Sweeps and iterations for six digits, on chains.
{
  page sweeps.svg 800 420
  block S sweeps
  cat <<'END'
set key outside right
set logscale xy
set xlabel 'bodies'
set ylabel 'for six digits'
set xrange [8:130]
set yrange [0.7:3e4]
set xtics (10, 20, 50, 100)
plot 1 with lines lw 2 lc rgb '#009e73' title 'elimination: one pass', \
  $S every ::1 using 1:5 with linespoints ls 1 ps 0.8 \
    title 'iterations of conjugate gradients', \
  2 * x with lines dt 3 lc rgb '#0072b2' title '2 n', \
  $S every ::1 using 1:4 with linespoints ls 2 ps 0.8 \
    title 'sweeps of Gauss-Seidel', \
  1.4 * x**2 with lines dt 3 lc rgb '#d55e00' title '1.4 n²'
END
} | gnuplot
