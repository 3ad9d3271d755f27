/* Wrong, sign: the coupling of node and multiplier is added. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chain/exercises.h"

void my_eliminate(pn_chain_block S, double w, double dx, double dy, double D[6])
{
  const double Sdx = S.xx * dx + S.xy * dy; /* S d */
  const double Sdy = S.xy * dx + S.yy * dy;
  D[MY_XX] -= 4 * w * w * S.xx;
  D[MY_XY] -= 4 * w * w * S.xy;
  D[MY_YY] -= 4 * w * w * S.yy;
  D[MY_XL] += 4 * w * Sdx;
  D[MY_YL] += 4 * w * Sdy;
  D[MY_LL] -= 4 * (dx * Sdx + dy * Sdy);
}
