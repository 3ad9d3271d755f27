/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: adds the terms that couple node and multiplier */
/* WRONG 2: leaves out the factor 2 of one of the two blocks B */
/* WRONG 3: multiplies by lambda, where lambda squared belongs */
#include "chain/exercises.h"

void my_eliminate(pn_chain_block S, double lambda, double dx, double dy,
                  double D[6])
{
  const double Sdx = S.xx * dx + S.xy * dy; /* S d */
  const double Sdy = S.xy * dx + S.yy * dy;
#if WRONG == 1
  D[MY_XX] -= 4 * lambda * lambda * S.xx;
  D[MY_XY] -= 4 * lambda * lambda * S.xy;
  D[MY_YY] -= 4 * lambda * lambda * S.yy;
  D[MY_XL] += 4 * lambda * Sdx;
  D[MY_YL] += 4 * lambda * Sdy;
  D[MY_LL] -= 4 * (dx * Sdx + dy * Sdy);
#elif WRONG == 2
  D[MY_XX] -= 2 * lambda * lambda * S.xx;
  D[MY_XY] -= 2 * lambda * lambda * S.xy;
  D[MY_YY] -= 2 * lambda * lambda * S.yy;
  D[MY_XL] -= 2 * lambda * Sdx;
  D[MY_YL] -= 2 * lambda * Sdy;
  D[MY_LL] -= 2 * (dx * Sdx + dy * Sdy);
#elif WRONG == 3
  D[MY_XX] -= 4 * lambda * S.xx;
  D[MY_XY] -= 4 * lambda * S.xy;
  D[MY_YY] -= 4 * lambda * S.yy;
  D[MY_XL] -= 4 * lambda * Sdx;
  D[MY_YL] -= 4 * lambda * Sdy;
  D[MY_LL] -= 4 * (dx * Sdx + dy * Sdy);
#else
  D[MY_XX] -= 4 * lambda * lambda * S.xx;
  D[MY_XY] -= 4 * lambda * lambda * S.xy;
  D[MY_YY] -= 4 * lambda * lambda * S.yy;
  D[MY_XL] -= 4 * lambda * Sdx;
  D[MY_YL] -= 4 * lambda * Sdy;
  D[MY_LL] -= 4 * (dx * Sdx + dy * Sdy);
#endif
}
