#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Tests replays as files: one page without a network, whose scene no name can
# leave, and refusals before the work. tests/web looks at them in a browser.
. "$srcdir/tests/tap.sh"

programs=$builddir/src/programs
page=$scratch/run.html

succeeds 'a pendulum is replayed' ends 0 "$programs/pantin-joints" \
  double-pendulum --time 0.5 --plot "$page" --quiet
prints 'with its scene' '"clock": "t"' cat "$page"
prints 'its forces' '"joint forces"' cat "$page"
prints 'and its numbers' 'id="numbers"' cat "$page"
links() { grep -nE '(src|href)=|https?://[^w]' "$page"; }
silent 'the page needs no network' links

succeeds 'balls are replayed' ends 0 "$programs/pantin-contact" stack-7 \
  --time 0.2 --plot "$page" --quiet
prints 'as balls' '"turning": false' cat "$page"

succeeds 'iterates of a chain are replayed' ends 0 "$programs/pantin-chain" 4c \
  --plot "$page" --quiet
prints 'seen from the front' '"planar": true' cat "$page"
# Ten bars, and a slab for each of the two facets of the floor.
bars() { sed -n '/"bars": \[/,/^  \]/p' "$page" | grep -c '^ *\[1, '; }
prints 'with its bars' 10 bars
slabs() { grep -c '"shape": "box"' "$page"; }
prints 'and its floor' 2 slabs
succeeds 'the search of a pose is replayed' ends 0 "$programs/pantin-ik" puppet \
  --plot "$page" --quiet
target() { sed -n '/"bars": \[/,/^  \]/p' "$page" | grep -c '^ *\[2, '; }
prints 'with its target' 1 target
succeeds 'a given motion is replayed' ends 0 "$programs/pantin-inverse" arm \
  --time 1 --plot "$page" --quiet
prints 'with the torques of its motors' '"motor torques"' cat "$page"
if built_with ODE; then
  succeeds 'bodies in contact are replayed' ends 0 "$programs/pantin-contact" \
    wall --time 0.1 --plot "$page" --quiet
  prints 'with their friction' '"friction"' cat "$page"
fi
# Five seconds of 15 bodies: the poses are quantised.
succeeds 'the puppet is replayed' ends 0 "$programs/pantin-joints" puppet \
  --plot "$page" --quiet
small() { [ "$(wc -c <"$page")" -lt 1000000 ]; }
succeeds 'ten seconds of it fill less than 1 MB' small

# What a scene calls itself stays text.
sed 's/^title = .*/title = "<\/script><b>loud<\/b>";/' \
  "$srcdir/data/joints/double-pendulum.cfg" >"$scratch/loud.cfg"
succeeds 'a title with an element is taken' ends 0 "$programs/pantin-joints" \
  "$scratch/loud.cfg" --time 0.1 --plot "$page" --quiet
raw() { grep -nF '<b>loud' "$page"; }
silent 'and cannot end the scene' raw
prints 'it is escaped' 'u003cb>loud' cat "$page"

refusal() {
  rm -f "$page"
  ends 2 "$@" --plot "$page" && ! [ -e "$page" ]
}
succeeds 'a program without replays refuses' refusal \
  "$programs/pantin-eliminate" puppet
succeeds 'all points of a chain are no replay' refusal \
  "$programs/pantin-chain" 2a --all
succeeds 'a comparison is no replay' refusal "$programs/pantin-joints" puppet \
  --compare
if [ -e /dev/full ]; then
  ln -s /dev/full "$scratch/full.html"
  succeeds 'a full disk is seen' ends 1 "$programs/pantin-joints" \
    double-pendulum --time 0.1 --plot "$scratch/full.html" --quiet
fi
finish
