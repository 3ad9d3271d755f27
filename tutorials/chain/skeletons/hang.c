/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* PROJECT: hang up a chain by a method of your own. No library, no start given:
   from lengths and weights to the nodes of the chain at rest. In the answer all
   bars are pulled, so that it is the lowest one (section 6).

   In:  length [m] and weight [N] of the bars, (bars); load [N] hung at the
        nodes, (bars + 1), of which the first and last are 0; the far end (a, b)
        with a > 0. There are 2 to 500 bars.
   Out: x and y of the nodes 0 .. bars. Nodes may be off by 1e-7 m. The value
        returned is 0, or 1 if you give up.

   Example: two weightless bars of 0.5 m to (0.6, 0), a lamp of 1 N between
   them: the node hangs at (0.3, -0.4).

   Roads: Newton with Armijo's rule on the function psi(h) of section 8, whose
   two unknowns are the pull of the first bar; or Newton on all nodes, with the
   band of section 9; or a road of your own. Plan it on paper first. */
#include "chain/exercises.h"

#include <math.h>

int my_hang(size_t bars, const double *length, const double *weight,
            const double *load, const double end[2], double *x, double *y)
{
  for (size_t i = 0; i <= bars; i++)
    x[i] = y[i] = 0;
  return 1; /* TODO */
}
