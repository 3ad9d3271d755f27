#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
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

# Where the texts are: beside this folder, unless it was built elsewhere.
tutorials=../tutorials
[ -e "$tutorials/chain/README.md" ] || tutorials=$PANTIN_DATA/../tutorials

# topic ID FOLDER TITLE TEXT: a heading on the page, with the way to its
# tutorial.
topic() {
  {
    printf '<h2 id="%s">%s</h2>\n<p>%s' "$1" "$3" "$4"
    printf ' <a href="%s">The tutorial.</a></p>\n' "$tutorials/$2/README.md"
  } >>"$page"
}

# show STATUS PICTURE TITLE COMMAND...: runs the command, which is to end with
# this status, and puts it, its picture and its table on the page. Of a replay
# the page has a still that leads to it.
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
    case $picture in
    *.html)
      printf '<iframe src="%s" title="%s" loading="lazy"></iframe>\n' \
        "$picture" "$title"
      printf '<p><a href="%s">Open it large</a>, turn it, step through it.</p>\n' \
        "$picture"
      ;;
    *)
      printf '<a href="%s"><img src="%s" alt="%s" loading="lazy"></a>\n' \
        "$picture" "$picture" "$title"
      ;;
    esac
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
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pantin: demonstration</title>
<style>
:root { color-scheme: light dark; --paper: #fff; --ink: #1d2329;
  --faint: #f3f5f7; --rule: #d8dee4; --link: #0072b2; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14181c; --ink: #e6eaee; --faint: #20262c;
    --rule: #343c44; --link: #56b4e9; }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink);
  background: var(--paper); max-width: 64rem; margin: 2rem auto;
  padding: 0 1rem; }
a { color: var(--link); }
img { max-width: 100%; height: auto; background: #fff; border-radius: 4px; }
iframe { width: 100%; height: 34rem; border: 1px solid var(--rule);
  border-radius: 4px; }
section { border-top: 1px solid var(--rule); margin-top: 2rem; }
h3 { font-weight: 600; font-size: 1.05rem; }
pre { background: var(--faint); padding: 1rem; overflow-x: auto;
  font-size: 13px; line-height: 1.35; }
code { overflow-wrap: anywhere; }
summary { cursor: pointer; }
@media (max-width: 40rem) {
  body { margin: 1rem auto; }
  iframe { height: 28rem; }
}
</style>
</head>
<body>
<h1>Pantin</h1>
<p>What <code>make demo</code> ran. A picture opens large when it is clicked; a
command opens its table.</p>
<nav><p><a href="#moving">In motion</a> &middot; <a href="#chain">Chains</a>
&middot; <a href="#joints">Joints</a> &middot; <a href="#poses">Poses and
forces</a> &middot; <a href="#elimination">Elimination</a> &middot;
<a href="#contact">Contact</a> &middot; <a href="#tuning">Tuning</a></p></nav>
END

topic moving joints 'In motion' 'A run is a page of its own: turn it, step
through it, follow a body, look at its curves.'
show 0 joints-puppet.html 'Nothing pushes the puppet from outside, so its spin
stays; watch what its joints have to hold.' pantin-joints puppet
show 0 chain-4c.html 'Each step of the optimiser breaks the bars a little, and
the next one mends them.' pantin-chain 4c
show 0 contact-350.html '350 balls fall, and thousands of impulses find out who
carries whom.' pantin-contact balls-350 --time 2
show 0 ik-puppet.html 'Newton&rsquo;s method brings the hand to the foot, on the same
matrix that moves the puppet.' pantin-ik puppet
show 0 inverse-arm.html 'The motion is given here: the arrows are what the motors
owe for it.' pantin-inverse arm
show 0 joints-puppet-box.gif 'In a box it bounces, and every impact is an impulse
through all joints at once.' pantin-joints puppet-box
show 0 joints-puppet-caught.gif 'It holds its foot, and sticks to the walls for
the instant of an impact: no sliding, a quarter of the speed lost.' \
  pantin-joints puppet-caught
show 0 joints-bricard.gif 'Counted, Bricard&rsquo;s mechanism has no freedom; it
moves, because one of its equations says what the others say.' \
  pantin-joints bricard --time 5
show 0 chain-2d-minimum.gif 'A method that ends in the minimum, from a start that
leads others to a saddle.' pantin-chain 2d --seek minimum

topic chain chain 'The hanging chain' 'Rigid bars between two fixed ends: start
(dashed), stationary point (solid), and how fast Newton&rsquo;s method got there.'
show 0 chain-2a.svg 'From below Newton&rsquo;s method finds the minimum: the digits
double with each step.' pantin-chain 2a
show 0 chain-2b.svg 'From above it finds the maximum, for it asks only where the
gradient is zero.' pantin-chain 2b
show 0 chain-2c.svg 'From both sides it finds a saddle.' pantin-chain 2c
show 3 chain-2d-unit.svg 'Full steps need not converge at all.' \
  pantin-chain 2d --method unit --lambda zeros
show 0 chain-2d.svg 'With a line search they do, though to a saddle.' \
  pantin-chain 2d
show 0 chain-all.svg 'These six are all there is: intervals leave no room for
another.' pantin-chain 2a --all
show 0 chain-4c.svg 'On a floor some nodes are carried: the multipliers say which,
and with what force.' pantin-chain 4c
show 0 chain-necklace.svg 'Fifty bars from a bad start end in the minimum, too.' \
  pantin-chain necklace --start zigzag --seek minimum
show 0 chain-catenary.svg 'A hundred thousand bars are a catenary, in three
steps.' pantin-chain catenary

topic joints joints 'Jointed bodies' 'Rigid bodies held by joints, moved by
Lagrange multipliers; green arrows are the forces of the joints.'
show 0 joints-pendulum.svg 'The rod has no mass: it is one equation, and the arrow
is its multiplier.' pantin-joints pendulum
show 0 joints-cosine-wire.svg 'A constraint may be any equation, such as a bead on
the wire x = cos y.' pantin-joints cosine-wire
show 0 joints-star.svg 'A carousel of thirty arms is one hub that all joints
share.' pantin-joints star --time 1
show 0 joints-arm.svg 'A robot arm, switched off, gives its energy to friction and
keeps its joints closed to rounding.' pantin-joints arm --time 1
show 0 joints-convergence.svg 'Halve the step, and the error falls as the order
says.' pantin-joints puppet --convergence
show 0 joints-compare.svg 'The same step for all integrators: the drift tells them
apart.' pantin-joints puppet --compare --dt 1/60
show 3 joints-diverged.svg 'Too long a step, and Euler feeds the puppet energy
until it bursts.' pantin-joints puppet --integrator euler --dt 1/20

topic poses joints 'Poses and forces' 'Newton&rsquo;s method on the same matrix
brings points to their targets; inverse dynamics tells what motors have to do.'
show 0 ik-puppet.svg 'Near the pose each step squares the distance.' \
  pantin-ik puppet
show 3 ik-arm.svg 'Out of reach, the arm stretches to the nearest pose and says
so.' pantin-ik arm --target 'flange:0.66,0,0.9=1.2,0.5,1'
show 0 inverse-arm.svg 'The axes near the base carry all that hangs from them.' \
  pantin-inverse arm

topic elimination elimination 'Elimination' 'The matrix of the joint forces is
mostly empty: eliminated from the leaves to the root a tree stays so (red is what
elimination adds).'
show 0 eliminate-puppet.svg 'From the leaves to the root nothing is added.' \
  pantin-eliminate puppet
show 0 eliminate-puppet-root.svg 'From the root the same matrix fills.' \
  pantin-eliminate puppet --order root
show 0 eliminate-ring-6.svg 'A loop fills in whatever the order.' \
  pantin-eliminate ring-6
show 0 eliminate-star.svg 'A hub couples all its joints, so that their matrix is
full at once.' pantin-eliminate star --order leaves
show 0 eliminate-star-auto.svg 'With the hub kept as an unknown it is empty
again.' pantin-eliminate star
show 0 eliminate-orders.svg 'One puppet in all orders: fill is operations.' \
  pantin-eliminate puppet --orders
show 0 eliminate-growth.svg 'How the cost of each solver grows: parallel to the
grey line is as good as it gets.' pantin-eliminate --grow 10:1000

topic contact contact 'Contact' 'Piles of balls: at each contact an impulse that
pushes, a gap that opens, and never both; and how fast solvers find the impulses.'
show 0 contact-50.svg 'Fifty balls in a disk: the residual stays where twenty
iterations leave it.' pantin-contact balls-50 --time 3
show 0 contact-mixed.svg 'The small of 400 balls fall between the large.' \
  pantin-contact mixed-sizes --time 2
if built_with ODE; then
  show 0 contact-wall.png '112 bricks stand by friction alone, on 832 contacts
that never change.' pantin-contact wall --time 1
  show 0 contact-marbles.png '200 marbles roll in a box.' \
    pantin-contact marbles --time 2
fi
show 0 lcp-stack-7.svg 'Seven balls, seven iterations: conjugate gradients are
exact in as many as there are unknowns.' pantin-lcp stack-7 --iterations 200
show 0 lcp-art-350.svg 'All solvers on one problem: the fastest an iteration is not
the fastest to the answer.' pantin-lcp art-350

if built_with ODE; then
  topic tuning tuning 'Tuning' 'Projected Gauss-Seidel with the relaxation that
suits each frame best, and how it goes with the condition number.'
  show 0 tune-tripods.svg 'Tripods fall: alpha is worth tuning while they move, and
hardly when they rest.' pantin-tune tripods --frames 20:200:10
  show 0 tune-landscape.svg 'The fitness of one frame has steps and cliffs: no
gradient leads down here.' \
    pantin-tune tripods --frames 30 --figure landscape --grid-alphas 160
  show 0 tune-history.svg 'The same frame before and after tuning.' \
    pantin-tune tripods --frames 30 --figure history
fi

printf '</body>\n</html>\n' >>"$page"
rm -f table.txt
printf '\nThe pictures are in %s/%s\n' "$(basename "$PWD")" "$page"
exit "$failed"
