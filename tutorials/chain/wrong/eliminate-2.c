/* Wrong, factor 2: one of the two factors B has lost its 2. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chain/exercises.h"

void my_eliminate(pn_chain_block S, double w, double dx, double dy, double D[6])
{
  const double Sdx = S.xx * dx + S.xy * dy; /* S d */
  const double Sdy = S.xy * dx + S.yy * dy;
  D[MY_XX] -= 2 * w * w * S.xx;
  D[MY_XY] -= 2 * w * w * S.xy;
  D[MY_YY] -= 2 * w * w * S.yy;
  D[MY_XL] -= 2 * w * Sdx;
  D[MY_YL] -= 2 * w * Sdy;
  D[MY_LL] -= 2 * (dx * Sdx + dy * Sdy);
}
