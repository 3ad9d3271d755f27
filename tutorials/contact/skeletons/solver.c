/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* PROJECT: a solver of your own, for contacts with two bounds (section 8).

   In:  a pile: the number n of its contacts, at most MY_ROWS_MAX; b; the
        diagonal D of A; bounds lo <= lambda <= hi. A plain contact has 0 and
        INFINITY, a sticky one lo < 0, as it can pull a little, and a soft one
        yields at hi. lambda = 0.
   Out: lambda within its bounds, with a residual (as in contact/residual) below
        1e-9 m/s in every contact.

   A is behind two functions:

     pile->product(pile, x, y)      y = A x
     pile->sweep(pile, lambda)      a sweep of projected Gauss-Seidel

   Each call is one unit of work, and pile->work counts them; after 400
   (MY_WORK_MAX) you must be done. As it stands, the function only sweeps, which
   is far too slow for high stacks, for heaps, and for 1000 kg on 1 kg.

   Examples, with n = 1, D = (2) and b = (-3): between 0 and INFINITY lambda =
   (1.5); between 0 and 1 lambda = (1), and w = -1 remains. */
#include "contact/exercises.h"

#include <math.h>

void my_solver(my_pile *pile, double *lambda)
{
  while (pile->work < MY_WORK_MAX)
    pile->sweep(pile, lambda); /* TODO: something better */
}
