/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One step of block elimination. Block D stands for the unknowns
   (x_{i+1}, y_{i+1}, lambda_i); the block before it, already eliminated, is
   coupled to it by

     B = [ -2 w I    0 ]    w = lambda_i,
         [ -2 d^T    0 ]    d = p_{i+1} - p_i = (dx, dy),

   and S is the upper left 2 x 2 part of the inverse of that block. The step
   replaces D by D - B S B^T, where only the left two columns of B count. */
#include "chain/exercises.h"

void my_eliminate(pn_chain_block S, double w, double dx, double dy, double D[6])
{
  const double Sdx = S.xx * dx + S.xy * dy; /* S d */
  const double Sdy = S.xy * dx + S.yy * dy;
  D[MY_XX] -= 0; /* TODO */
  D[MY_XY] -= 0; /* TODO */
  D[MY_YY] -= 0; /* TODO */
  D[MY_XL] -= 0; /* TODO */
  D[MY_YL] -= 0; /* TODO */
  D[MY_LL] -= 0; /* TODO */
}
