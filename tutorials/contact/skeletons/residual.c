/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* How far one row with two bounds is from being solved (section 3).

   In:  D, the diagonal entry of A; bounds lo <= hi, of which hi may be
        infinite; lambda between them; w.
   Out: 0 if the row is solved, that is if w = 0, or if w > 0 at the lower
        bound, or w < 0 at the upper one. Otherwise a velocity; for lo = 0 and
        hi infinite it is min(D lambda, w).

   Examples, with D = 3, lo = -1 and hi = 1:

     lambda = 1     w = -3     it pushes with all that it has: 0
     lambda = 1     w = 0.5    0.5
     lambda = 0.9   w = -3     the bound is near: -0.3
     lambda = -0.9  w = 3      and here: 0.3                                */
#include "contact/exercises.h"

#include <math.h>

double my_residual(double D, double lo, double hi, double lambda, double w)
{
  return w; /* TODO: is there a bound in the way? */
}
