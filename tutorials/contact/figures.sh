#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Draws the pictures of the text in this folder, for `make figures`.
set -eu

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

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
set style line 1 lc rgb '#0072b2' lw 2.5 pt 7
set style line 2 lc rgb '#d55e00' lw 2.5 pt 7
set style line 3 lc rgb '#bbbbbb' lw 1.2
set style line 4 lc rgb '#303030' lw 2 pt 7
set style line 5 lc rgb '#009e73' lw 2.5 pt 7
set style arrow 1 lw 2.5 lc rgb '#0072b2' filled head size graph 0.025,20
set style arrow 2 lw 2.5 lc rgb '#d55e00' filled head size graph 0.025,20
set style arrow 4 lw 1.5 lc rgb '#303030' heads size graph 0.015,20
set style arrow 5 lw 2.5 lc rgb '#009e73' filled head size graph 0.025,20
END
}

# bare: no axes, equal scales.
bare='unset key; unset tics; unset border; set size ratio -1'

# Two bodies and a contact.
{
  page geometry.svg 760 360
  cat <<END
$bare
set xrange [-2.1:3.3]
set yrange [-1.25:1.35]
set object 1 circle at 0,0 size 1 fc rgb '#c8dcec' fs solid noborder
set object 2 circle at 2,0.5 size 0.8 fc rgb '#f5d9c4' fs solid noborder
l = sqrt(4.25)
nx = 2 / l; ny = 0.5 / l
g = l - 1.8
set arrow 1 from nx,ny to nx + 0.9 * nx,ny + 0.9 * ny as 5
set arrow 2 from 0,0 to 0.2,0.8 as 1
set arrow 3 from 2,0.5 to 1.35,0.85 as 1
set arrow 4 from nx + 0.12,ny - 0.48 to nx + 0.12 + g * nx,ny - 0.48 + g * ny as 4
set arrow 5 from nx - 0.12 * ny * 5,ny + 0.6 * nx to nx + 0.12 * ny * 5,ny - 0.6 * nx \
  nohead dt 3 lc rgb '#808080'
set arrow 6 from nx + g * nx - 0.6 * ny,ny + g * ny + 0.6 * nx \
  to nx + g * nx + 0.6 * ny,ny + g * ny - 0.6 * nx nohead dt 3 lc rgb '#808080'
set arrow 7 from nx,ny to nx - 0.6,ny - 0.6 * ny / nx as 2
set arrow 8 from nx + g * nx,ny + g * ny to 2.75,0.73 as 2
set label 1 'body i, mass m_i' at 0,-0.62 center
set label 2 'body j, mass m_j' at 2.05,0.02 center
set label 3 'n' at 1.88,0.27 tc rgb '#009e73'
set label 4 'v_i' at 0.28,0.78 tc rgb '#0072b2'
set label 5 'v_j' at 1.25,0.98 tc rgb '#0072b2'
set label 6 'gap d' at 1.12,-0.42 left
set label 7 '−λ n' at 0.45,-0.06 tc rgb '#d55e00'
set label 8 '+λ n' at 2.86,0.76 tc rgb '#d55e00'
plot '+' using (0):(0) every ::0::0 with points ls 4 ps 0.6, \
  '+' using (2):(0.5) every ::0::0 with points ls 4 ps 0.6
END
} | gnuplot

# The ball in the groove: what a naive sweep gives, and what is right.
{
  page groove.svg 760 330
  cat <<END
$bare
set multiplot layout 1,2
set xrange [-1.5:1.5]
set yrange [-0.1:2.2]
s = sin(pi / 6); c = cos(pi / 6)
set object 1 circle at 0,1.1547 size 1 fc rgb '#c8dcec' fs solid noborder
set object 2 polygon from -1.5,0.866 to 0,0 to 1.5,0.866 to 1.5,-0.1 to -1.5,-0.1 \
  to -1.5,0.866 fs solid noborder fc rgb '#dddddd'
set arrow 3 from 0,1.1547 to 0,0.2547 as 5
set label 3 'm g Δt' at 0.05,0.32 tc rgb '#009e73'
do for [k = 0:1] {
  a = k == 0 ? 0.779 : 0.520
  b = k == 0 ? 0.390 : 0.520
  set title k == 0 ? "after a naive sweep" : "the two that carry it"
  set arrow 1 from -s,1.1547 - c to -s + a * s,1.1547 - c + a * c as 2
  set arrow 2 from s,1.1547 - c to s - b * s,1.1547 - c + b * c as 2
  set label 1 'λ_1 n_1' at -0.52,0.72 tc rgb '#d55e00' right
  set label 2 'λ_2 n_2' at 0.5,0.62 tc rgb '#d55e00' left
  plot '+' using (0):(1.1547) every ::0::0 with points ls 4 ps 0.6
}
END
} | gnuplot

# Complementarity: the corner, and how far a point is from it.
{
  page corner.svg 620 400
  cat <<'END'
unset key
unset border
unset tics
set xrange [-0.35:2.1]
set yrange [-0.75:1.6]
set arrow 1 from 0,0 to 2.05,0 lw 6 lc rgb '#0072b2' nohead
set arrow 2 from 0,0 to 0,1.55 lw 6 lc rgb '#0072b2' nohead
set arrow 3 from -0.3,0 to 2.08,0 lw 1 lc rgb '#303030'
set arrow 4 from 0,-0.7 to 0,1.58 lw 1 lc rgb '#303030'
set arrow 5 from 1.45,0.5 to 1.45,0.03 as 2
set arrow 6 from 0.35,1.1 to 0.03,1.1 as 2
set arrow 7 from 0.9,-0.45 to 0.9,-0.03 as 2
set label 1 'D λ' at 2.0,-0.12 center
set label 2 'w' at -0.08,1.5 center
set label 3 'it pushes, and stays closed' at 1.02,0.1 center tc rgb '#0072b2'
set label 4 "it opens,\nand does\nnot push" at -0.03,0.9 right tc rgb '#0072b2'
set label 5 'thrown: it opens though it is pushed' at 1.5,0.62 center
set label 6 'ρ = min(D λ, w) = D λ' at 0.45,1.12 left
set label 7 'ρ = w' at 1.5,0.28 left
set label 8 'it still closes: ρ = w < 0' at 0.98,-0.42 left
$P << EOD
1.45 0.5
0.35 1.1
0.9 -0.45
EOD
plot $P using 1:2 with points ls 4 ps 1.2
END
} | gnuplot

# bowl SLOPE SPEED: prints the minimum without bounds of the energy of the
# groove's problem, A_12, and the two curvatures.
bowl() {
  awk -v a="$1" -v v="$2" 'BEGIN {
    a *= atan2(0, -1) / 180
    c = cos(2 * a) # A_12
    sum = 2 * 0.0981 * cos(a) / (1 + c)
    difference = -2 * v * sin(a) / (1 - c)
    printf "mx = %.9g; my = %.9g; c = %.9g; l1 = 1 + c; l2 = 1 - c\n",
      (sum + difference) / 2, (sum - difference) / 2, c
  }'
}

# Levels of an energy with its minimum at (mx, my), whose curvature is l1 in the
# direction phi and l2 across it.
cat >"$scratch/ellipses" <<'END'
phi = pi / 4
ex(h, t) = mx + sqrt(2 * h / l1) * cos(phi) * cos(t) - sqrt(2 * h / l2) * sin(phi) * sin(t)
ey(h, t) = my + sqrt(2 * h / l1) * sin(phi) * cos(t) + sqrt(2 * h / l2) * cos(phi) * sin(t)
set samples 400
END
levels="for [k = 1:9] [t = 0:2 * pi] '+' \
using (ex(top * (k / 9.0)**2, t)):(ey(top * (k / 9.0)**2, t)) with lines ls 3"

# path SLOPE SPEED SWEEPS METHOD: prints the iterates, from (0, 0); of a sweep
# also the point between its two rows.
path() {
  groove -a "$1" -v "$2" -n "$3" "$4" | awk -v method="$4" '
    BEGIN { print 0, y = 0 }
    $1 + 0 {
      if (method == "pgs" || method == "naive") { print $2, y }
      print $2, y = $3
    }'
}

{
  page bowl.svg 900 440
  for m in naive pgs jacobi; do
    block "${m}0" path 30 0 8 $m
    block "${m}1" path 10 0.03 40 $m
  done
  cat "$scratch/ellipses"
  cat <<END
set key outside bottom center horizontal samplen 2
set size ratio -1
set xlabel 'λ_1 [N s]'
set ylabel 'λ_2 [N s]'
set multiplot layout 1,2
END
  for k in 0 1; do
    if [ $k -eq 0 ]; then bowl 30 0; else bowl 10 0.03; fi
    cat <<END
top = $k ? 0.0016 : 0.0043
set title $k ? 'a flat groove, thrown to the right' : 'the groove'
set xrange [-0.02:0.11]
set yrange [-0.01:0.12]
set xtics 0.05
set ytics 0.05
set object 1 rectangle from -0.02,-0.01 to 0,0.12 fs solid 0.5 noborder fc rgb '#f0f0f0'
set object 2 rectangle from 0,-0.01 to 0.11,0 fs solid 0.5 noborder fc rgb '#f0f0f0'
plot $levels notitle, \\
  \$jacobi$k with linespoints ls 5 lw 1.5 ps 0.5 title 'Jacobi', \\
  \$pgs$k with linespoints ls 1 ps 0.6 title 'PGS', \\
  \$naive$k with linespoints ls 2 dt 2 ps 0.6 title 'naive', \\
  '+' using (mx > 0 ? mx : 0):(mx > 0 ? my : my + c * mx) every ::0::0 \\
    with points pt 3 ps 1.6 lw 2 lc rgb '#000000' title 'the solution'
END
  done
} | gnuplot

# Steepest descent and conjugate gradients from x = (0, 0), without bounds:
# A = (2, 0.9; 0.9, 0.6), b = (-1.337, 0.459), a start that suits neither.
descents() {
  awk -v how="$1" 'BEGIN {
    x = y = 0
    p = r = 1.337
    q = s = -0.459
    print x, y
    for (k = 0; k < (how == "cg" ? 2 : 16); k++) {
      rr = r * r + s * s
      u = 2 * p + 0.9 * q
      v = 0.9 * p + 0.6 * q
      alpha = (p * r + q * s) / (p * u + q * v)
      x += alpha * p
      y += alpha * q
      r -= alpha * u
      s -= alpha * v
      beta = how == "cg" ? (r * r + s * s) / rr : 0
      p = r + beta * p
      q = s + beta * q
      print x, y
    }
  }'
}
{
  page cg.svg 640 460
  block SD descents sd
  block CG descents cg
  cat "$scratch/ellipses"
  cat <<END
mx = 3.1162; my = -5.4393; l1 = 2.44; l2 = 0.16; phi = 0.4546
top = 6
set key outside bottom center samplen 2
set size ratio -1
set xrange [-0.6:6]
set yrange [-7:0.6]
set xlabel 'x_1'
set ylabel 'x_2'
plot $levels notitle, \\
  \$SD with linespoints ls 2 ps 0.5 title 'steepest descent, 16 steps', \\
  \$CG with linespoints ls 1 ps 0.7 title 'conjugate gradients, 2 steps'
END
} | gnuplot

# Each method's way to the solution of the flat groove.
{
  page family.svg 960 640
  methods='mprgp apgd nncg pgs-sm renouf-ssor face'
  for m in $methods; do
    block "$(echo "$m" | tr - _)" path 10 0.03 40 "$m"
  done
  cat "$scratch/ellipses"
  bowl 10 0.03
  cat <<END
top = 0.0016
unset key
set size ratio -1
set xrange [-0.02:0.11]
set yrange [-0.01:0.145]
set xtics 0.05
set ytics 0.05
set multiplot layout 2,3
set object 1 rectangle from -0.02,-0.01 to 0,0.145 fs solid 0.5 noborder fc rgb '#f0f0f0'
set object 2 rectangle from 0,-0.01 to 0.11,0 fs solid 0.5 noborder fc rgb '#f0f0f0'
END
  for m in $methods; do
    cat <<END
set title '$m'
plot $levels, \$$(echo "$m" | tr - _) with linespoints ls 1 ps 0.7, \\
  '+' using (0):(my + c * mx) every ::0::0 with points pt 3 ps 1.6 lw 2 lc rgb '#000000'
END
  done
} | gnuplot

# Force chains: the balls of the disk at rest, and a line for each impulse from
# centre to centre, or to the disk where it touches.
pantin-contact balls-50 --time 20 --solver pcg --iterations 5000 --tolerance 1e-9 \
  --damping 1 --quiet --every 2000 --csv "$scratch/pile.csv" >/dev/null
chains() {
  awk -F, '
    $2 == "body" {
      x[$3] = $4
      z[$3] = $6
      printf "set object circle at %f,%f size 0.1 fs solid noborder " \
        "fc rgb \"#dce8f2\" back\n", $4, $6
    }
    $2 == "contact" && $23 > 1e-6 {
      first = $17 in x ? $17 : $18
      second = $17 in x ? $18 : $17
      r = sqrt(x[first]^2 + z[first]^2)
      printf "set arrow from %f,%f to %f,%f nohead lw %.2f " \
        "lc rgb \"#d55e00\"\n", x[first], z[first],
        second in x ? x[second] : x[first] / r,
        second in x ? z[second] : z[first] / r, 0.5 + 5 * $23
    }' "$scratch/pile.csv"
}
{
  page pile.svg 560 440
  cat <<END
$bare
set xrange [-1.05:1.05]
set yrange [-1.05:0.6]
END
  chains
  echo "plot sample [t = 0:2 * pi] '+' using (cos(t)):(sin(t)) with lines lc rgb '#808080' lw 2"
} | gnuplot

# Coulomb's cone from the side, the cone and the box from above.
{
  page cone.svg 820 370
  cat <<END
$bare
set multiplot layout 1,2
set title 'from the side'
set xrange [-1.5:1.9]
set yrange [-0.35:1.75]
set object 1 polygon from 0,0 to 0.8,1.6 to -0.8,1.6 to 0,0 fs solid noborder fc rgb '#c8dcec'
set arrow 1 from -1.4,0 to 1.4,0 nohead lw 3 lc rgb '#808080'
set arrow 2 from 0,0 to 0,1.7 lw 1 lc rgb '#303030'
set arrow 3 from 0,0 to 0.25,1.1 as 1
set arrow 4 from 0,0 to -0.62,1.24 as 2
set arrow 5 from 0,0.06 to 1.1,0.06 as 5
set label 1 'λ_n' at 0.06,1.68
set label 2 'sticks' at 0.32,1.1 tc rgb '#0072b2'
set label 3 'slides' at -0.72,1.22 right tc rgb '#d55e00'
set label 4 'velocity u_t of a contact that slides' at 1.6,-0.14 right tc rgb '#009e73'
set label 5 '|λ_t| = μ λ_n' at 0.86,1.5 left
plot '+' using (0):(0) every ::0::0 with points ls 4 ps 0.6
unset arrow; unset label; unset object
set title 'from above, for one λ_n'
set xrange [-1.7:1.7]
set yrange [-1.3:1.4]
set object 1 rectangle from -1,-1 to 1,1 fs solid noborder fc rgb '#f5d9c4'
set object 2 circle at 0,0 size 1 fc rgb '#c8dcec' fs solid noborder
set arrow 1 from 0,0 to 1,1 as 2
set arrow 2 from 0,0 to 0.7071,0.7071 as 1
set arrow 3 from 0,0 to -1,0 as 4
set label 1 'box: 1.41 μ λ_n' at 1.03,1.12 center tc rgb '#d55e00'
set label 2 'cone: μ λ_n' at 0.1,-0.42 center tc rgb '#0072b2'
set label 3 'μ λ_n' at -0.5,0.12 center
plot '+' using (0):(0) every ::0::0 with points ls 4 ps 0.6
END
} | gnuplot

# Performance profiles.
{
  page profile.svg 960 400
  frames profile | awk '
    /^to/ {
      n++
      for (k = 4; k < NF; k++) { times[k - 2] = $k }
      next
    }
    {
      gsub("-", "_", $1)
      print "$" $1 n " << EOD"
      for (k = 2; k < NF; k++) { print times[k], $k }
      print "EOD"
    }'
  cat <<'END'
set grid lc rgb '#e4e4e4'
set logscale x
set xrange [1:100]
set yrange [0:103]
set xtics (1, 2, 5, 10, 20, 50, 100)
set xlabel 'times the work of the best solver'
set multiplot layout 1,2
do for [k = 1:2] {
  set title k == 1 ? 'to 1e-2 m/s' : 'to 1e-8 m/s'
  set ylabel k == 1 ? 'percent of 120 frames' : ''
  if (k == 1) { unset key } else { set key outside right samplen 2 }
  plot '$renouf'.k with lines lw 2.5 lc rgb '#d55e00' t 'renouf', \
    '$renouf_ssor'.k with lines lw 2.5 dt 2 lc rgb '#d55e00' t 'renouf-ssor', \
    '$ppcg'.k with lines lw 2.5 lc rgb '#0072b2' t 'ppcg', \
    '$pcg'.k with lines lw 2.5 dt 2 lc rgb '#0072b2' t 'pcg', \
    '$mprgp'.k with lines lw 2.5 lc rgb '#56b4e9' t 'mprgp', \
    '$nncg'.k with lines lw 2.5 lc rgb '#cc79a7' t 'nncg', \
    '$psor'.k with lines lw 2.5 lc rgb '#009e73' t 'psor', \
    '$pgs'.k with lines lw 2.5 lc rgb '#000000' t 'pgs', \
    '$jacobi'.k with lines lw 2.5 lc rgb '#999999' t 'jacobi', \
    '$naive'.k with lines lw 2.5 lc rgb '#e69f00' t 'naive'
}
END
} | gnuplot

# The solvers of the curves below, from slow to fast.
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
