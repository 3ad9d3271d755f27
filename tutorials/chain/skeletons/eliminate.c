/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One step of the block elimination of section 9: D <- D - B P^-1 B^T, where P
   is the block before, already eliminated, and

     B = [ -2 lambda I   0 ]     d = (dx, dy) the bar between the two nodes,
         [ -2 d^T        0 ]     lambda its multiplier.

   The last column of B is zero, so that only the upper left 2 x 2 part S of
   P^-1 counts. S is symmetric: S.xx, S.xy, S.yy.

   In:  S, lambda, dx, dy, and D, symmetric, as its six entries D[MY_XX],
        D[MY_XY], D[MY_YY], D[MY_XL], D[MY_YL], D[MY_LL]; L is the row of the
        multiplier.
   Out: D, changed in place. Use no loop over zeros: some twenty multiplications
        are enough.

   Example: S.xx = 1, S.xy = 0, S.yy = 2, lambda = 0.5, dx = 1, dy = 0 takes 1
   from XX, 2 from YY, 2 from XL, 4 from LL, and leaves XY and YL as they
   are. */
#include "chain/exercises.h"

void my_eliminate(pn_chain_block S, double lambda, double dx, double dy,
                  double D[6])
{
  D[MY_XX] -= 0; /* TODO, and so on */
}
