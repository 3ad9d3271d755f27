#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# What the verdict of pantin-contact says helps against overlaps and residuals
# of rigid bodies: it does, and what is not said does not.
. "$srcdir/tests/tap.sh"
needs ODE

contact=$builddir/src/programs/pantin-contact

# SCENE [OPTION]...: the verdict in one line.
verdict() {
  scene=$1
  shift
  $scene | "$contact" - "$@" 2>&1 | sed -n '/POOR\|Good/,$p' | tr '\n' ' '
}

# A ball of 1000 kg, which rests on springs of 1e6 N/m: it sinks in by
# m g / k = 9.81 mm, 3.27 % of its radius, whatever the step is.
heavy() {
  echo "$keys time = 1; ground = ( { shape = \"plane\"; } );
    bodies = ( { name = \"ball\"; mass = 1000; shape = \"sphere\"; size = 0.3;
                 position = (0, 0, $height); } );"
}
keys='' height=0.3
prints 'a heavy ball sinks in by its weight' \
  '3.27 % of the thinnest body'\''s radius (stiffer contacts help)' verdict heavy
prints 'not less in shorter steps' 'up to 3.27 %' verdict heavy --dt 1e-4
keys='contact_stiffness = 1e7;'
prints 'stiffer contacts help it' 'Good: ' verdict heavy
# The same ball, a sixth of its radius deep in the ground.
height=0.25
prints 'a ball in the ground overlaps at the start' \
  '16.7 % of the thinnest body'\''s radius (bodies overlap at the start)' verdict heavy
prints 'whatever the step is' 'up to 16.7 %' verdict heavy --dt 1e-3
height=0.31
prints 'and not above it' 'Good: ' verdict heavy

# A bar that turns about y while it falls.
bar() {
  echo "$keys time = 1; ground = ( { shape = \"plane\"; } );
    bodies = ( { name = \"bar\"; mass = 2; shape = \"box\";
                 size = (0.5, 0.1, 0.1); position = (0, 0, 0.4);
                 omega = (0, $turning, 0); } );"
}
keys='' turning=40
prints 'a fast turning bar needs shorter steps' \
  'radius (a smaller --dt helps)' verdict bar
prints 'which keep it from sinking in' 'overlaps up to 0.0' \
  verdict bar --dt 1e-3
# In these, sweeps of coupled friction cycle. They are done again by pgs-block,
# but not with kappa, which it does not know.
keys='friction = 2;' turning=20
prints 'cycles are ended' 'Good: ' verdict bar --dt 1e-3
keys='friction = 2; kappa = 1e-12;'
prints 'cycles end with another solver' \
  'undo (another --solver helps, such as pgs-block),' verdict bar --dt 1e-3
prints 'not with more iterations' 'POOR: ' \
  verdict bar --dt 1e-3 --iterations 20000
keys='friction = 2;'
prints 'pgs-block ends them' 'Good: ' verdict bar --dt 1e-3 --solver pgs-block

# Two walls, 2 cm less apart than the ball is wide, which falls with 20 m/s and
# is not seen before it touches: it jumps in between, where it overlaps by 1 cm
# with both, 5 % of its radius. No stiffness keeps it out.
keys=''
gap() {
  echo "$keys time = 1; friction = 0; ground = (
      { shape = \"box\"; size = (1, 1, 1); position = (-0.69, 0, 0); },
      { shape = \"box\"; size = (1, 1, 1); position = (0.69, 0, 0); } );
    bodies = ( { name = \"ball\"; mass = 2; shape = \"sphere\"; size = 0.2;
                 position = (0, 0, 0.8); velocity = (0, 0, -20); } );"
}
prints 'a fast ball jumps into a gap' \
  '5 % of the thinnest body'\''s radius (a smaller --dt helps)' \
  verdict gap --no-anticipation
prints 'not in shorter steps' 'Good: ' verdict gap --no-anticipation --dt 1e-3
keys='contact_stiffness = 1e9;'
prints 'stiff contacts do not keep it out' 'up to 5 %' \
  verdict gap --no-anticipation

# Bricks of a wall, whose sweeps are cut short.
bricks() {
  "$contact" wall --time 0.3 --iterations "$1" 2>&1 | tr '\n' ' '
}
if built_with ODE; then
  prints 'sweeps that are cut short are too few' \
    'undo (more --iterations help),' bricks 10
  prints 'and more are enough' 'Good: ' bricks 50
fi
finish
