#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs every program on shipped data, prints its table, and leaves pictures
# and an index.html that shows them. `make demo` calls it as
#
#     demo.sh PROGRAMS FOLDER        the programs' folder, and where to write
set -u
programs=$(cd "$1" && pwd) || exit 1
mkdir -p "$2" && cd "$2" || exit 1
page=index.html
failed=0

# built_with NAME: whether this build uses that library.
built_with() { grep -q "^#define HAVE_$1 " "$programs/../../config.h"; }

escape() { sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g'; }

# topic TITLE TEXT: a heading on the page.
topic() { printf '<h2>%s</h2>\n<p>%s</p>\n' "$1" "$2" >>"$page"; }

# show STATUS PICTURE TITLE COMMAND...: runs the command, which is to end with
# this status, and puts it, its picture and its table on the page. Of a long
# table the page shows the beginning and the end.
show() {
  status=$1 picture=$2 title=$3
  shift 3
  printf '\n$ %s\n' "$*"
  command=$*
  shift
  "$programs/${command%% *}" "$@" --plot "$picture" >table.txt
  got=$?
  cat table.txt
  if [ "$got" -ne "$status" ]; then
    echo "demo: exit status $got, expected $status" >&2
    failed=1
  fi
  {
    printf '<section>\n<h3>%s</h3>\n' "$title"
    printf '<img src="%s" alt="%s">\n' "$picture" "$title"
    printf '<details><summary><code>%s</code></summary>\n<pre>' "$command"
    escape <table.txt
    printf '</pre></details>\n</section>\n'
  } >>"$page"
}

cat >"$page" <<'END'
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Pantin: demonstration</title>
<style>
body { font: 16px/1.5 sans-serif; color: #303030; max-width: 64rem;
       margin: 2rem auto; padding: 0 1rem; }
img { max-width: 100%; }
section { border-top: 1px solid #dddddd; margin-top: 2rem; }
pre { background: #f6f6f6; padding: 1rem; overflow-x: auto;
      font-size: 13px; line-height: 1.35; }
summary { cursor: pointer; }
</style>
</head>
<body>
<h1>Pantin</h1>
<p>What <code>make demo</code> ran. Open a command to read its table.</p>
END

topic 'The hanging chain' 'Rigid bars between two fixed ends: start (dashed),
stationary point (solid), and how fast Newton&rsquo;s method got there.'
show 0 chain-2a.svg 'From below: the minimum' pantin-chain 2a
show 0 chain-2b.svg 'From above: the maximum' pantin-chain 2b
show 0 chain-2c.svg 'From both sides: a saddle' pantin-chain 2c
show 3 chain-2d-unit.svg 'Full steps need not converge' \
  pantin-chain 2d --method unit --lambda zeros
show 0 chain-2d.svg 'With a line search they do, to a saddle' pantin-chain 2d
show 0 chain-all.svg 'All there is' pantin-chain 2a --all
show 0 chain-2d-minimum.gif 'A method that ends in the minimum' \
  pantin-chain 2d --seek minimum
show 0 chain-4c.svg 'On a floor' pantin-chain 4c
show 0 chain-necklace.svg 'Fifty bars from a bad start' \
  pantin-chain necklace --start zigzag --seek minimum
show 0 chain-catenary.svg 'A hundred thousand bars' pantin-chain catenary

topic 'Jointed bodies' 'Rigid bodies held by joints, moved by Lagrange
multipliers; green arrows are the forces of the joints.'
show 0 joints-puppet.gif 'The puppet in free fall' pantin-joints puppet
show 0 joints-puppet-box.gif 'The puppet bounces in an invisible box' \
  pantin-joints puppet-box
show 0 joints-bricard.gif 'Bricard&rsquo;s mechanism moves although it should not' \
  pantin-joints bricard --time 5
show 0 joints-star.svg 'A carousel of thirty arms' pantin-joints star --time 1
show 0 joints-arm.svg 'A robot arm, switched off' pantin-joints arm --time 1
show 0 joints-convergence.svg 'Errors fall as the order says' \
  pantin-joints puppet --convergence
show 0 joints-compare.svg 'The same step for all integrators' \
  pantin-joints puppet --compare --dt 1/60
show 3 joints-diverged.svg 'Too long a step for Euler' \
  pantin-joints puppet --integrator euler --dt 1/20

topic 'Poses and forces' 'Newton&rsquo;s method on the same matrix brings points to
their targets; inverse dynamics tells what motors have to do.'
show 0 ik-puppet.gif 'The puppet catches its foot' pantin-ik puppet
show 0 ik-puppet.svg 'How fast it does' pantin-ik puppet
show 3 ik-arm.svg 'Out of reach: the nearest pose' \
  pantin-ik arm --target 'flange:0.66,0,0.9=1.2,0.5,1'
show 0 inverse-arm.svg 'Torques that swing six axes' pantin-inverse arm

topic 'Elimination' 'The matrix of the joint forces is mostly empty: eliminated
from the leaves to the root a tree stays so (red is what elimination adds).'
show 0 eliminate-puppet.svg 'From the leaves: no fill' pantin-eliminate puppet
show 0 eliminate-puppet-root.svg 'From the root: fill' \
  pantin-eliminate puppet --order root
show 0 eliminate-ring-6.svg 'A loop always fills in' pantin-eliminate ring-6
show 0 eliminate-star.svg 'A hub couples all its joints' \
  pantin-eliminate star --order leaves
show 0 eliminate-star-auto.svg 'With the hub kept it does not' \
  pantin-eliminate star
show 0 eliminate-orders.svg 'The same puppet in all orders' \
  pantin-eliminate puppet --orders
show 0 eliminate-growth.svg 'How the cost of each solver grows' \
  pantin-eliminate --grow 10:1000

topic 'Contact' 'Piles of balls: at each contact an impulse that pushes, a gap
that opens, and never both; and how fast solvers find the impulses.'
show 0 contact-350.gif '350 balls fall' pantin-contact balls-350 --time 2
show 0 contact-50.svg '50 balls in a disk' pantin-contact balls-50 --time 3
show 0 contact-mixed.svg '400 balls of many sizes' \
  pantin-contact mixed-sizes --time 2
if built_with ODE; then
  show 0 contact-wall.png '112 bricks with friction: a wall on 832 contacts' \
    pantin-contact wall --time 1
  show 0 contact-marbles.png '200 marbles roll in a box' \
    pantin-contact marbles --time 2
fi
show 0 lcp-stack-7.svg 'Seven balls: conjugate gradients take seven iterations' \
  pantin-lcp stack-7 --iterations 200
show 0 lcp-art-350.svg 'All solvers on 350 balls' pantin-lcp art-350

if built_with ODE; then
  topic 'Tuning' 'Projected Gauss-Seidel with the relaxation that suits each
frame best, and how it goes with the condition number.'
  show 0 tune-tripods.svg 'Tripods fall: alpha, error, sweeps' \
    pantin-tune tripods --frames 20:200:10
  show 0 tune-landscape.svg 'One frame: the fitness as a map, and its steps' \
    pantin-tune tripods --frames 30 --figure landscape --grid-alphas 160
  show 0 tune-history.svg 'The same frame before and after' \
    pantin-tune tripods --frames 30 --figure history
fi

printf '</body>\n</html>\n' >>"$page"
rm -f table.txt
printf '\nThe pictures are in %s/%s\n' "$(basename "$PWD")" "$page"
exit "$failed"
