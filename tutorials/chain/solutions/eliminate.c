/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One step of block elimination. Block D stands for the unknowns
   (x_{i+1}, y_{i+1}, lambda_i); the block before it, already eliminated, is
   coupled to it by

     B = [ -2 lambda I   0 ]     lambda = lambda_i,
         [ -2 d^T        0 ]     d = p_{i+1} - p_i = (dx, dy),

   and S is the upper left 2 x 2 part of the inverse of that block. The step
   replaces D by D - B S B^T, where only the left two columns of B count. */
#include "chain/exercises.h"

void my_eliminate(pn_chain_block S, double lambda, double dx, double dy,
                  double D[6])
{
  const double Sdx = S.xx * dx + S.xy * dy; /* S d */
  const double Sdy = S.xy * dx + S.yy * dy;
  D[MY_XX] -= 4 * lambda * lambda * S.xx;
  D[MY_XY] -= 4 * lambda * lambda * S.xy;
  D[MY_YY] -= 4 * lambda * lambda * S.yy;
  D[MY_XL] -= 4 * lambda * Sdx;
  D[MY_YL] -= 4 * lambda * Sdy;
  D[MY_LL] -= 4 * (dx * Sdx + dy * Sdy);
}
