/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A tree with one more joint, which closes a loop (section 6):

     [ A    B ] (x )   (f)
     [ B^T  C ] (mu) = (g).

   In:  BT = B^T, (3 x n), row by row; C; f, (n); g; and a solver for the tree:
        solve(v, params) replaces v, (n), by A^-1 v. n is at most MY_ROWS_MAX.
   Out: x, (n), and mu.

   Call the solver four times: for f, and for each column of B, which is a row
   of BT. What is left is a 3 x 3 system; pn_mat3_inverse and pn_mat3_apply
   solve it.

   Example, with numbers for all blocks: A = 2, B = 4, C = 9, f = 6, g = 13 give
   S = 1, mu = 1 and x = 1. */
#include "elimination/exercises.h"

#include <string.h>

static double dot(size_t n, const double *a, const double *b)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

void my_loop(size_t n, my_solver *solve, void *params, const double *BT,
             pn_mat3 C, const double *f, pn_vec3 g, double *x, pn_vec3 *mu)
{
  memcpy(x, f, n * sizeof *x);
  solve(x, params); /* x = A^-1 f, for a beginning */
  /* TODO: S = S.m[row][column], then mu, then x */
}
