/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A loop: a tree, whose matrix A is easy to solve with, and one more joint.
   The first block row gives x = A^-1 (f - B mu); put into the second, it gives

     S mu = g - B^T A^-1 f,    S = C - B^T A^-1 B,

   where S is the Schur complement: 3 x 3, however long the loop is. */
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
  double Z[3][MY_ROWS_MAX]; /* the columns of A^-1 B */
  pn_mat3 S = C;
  memcpy(x, f, n * sizeof *x);
  solve(x, params);
  for (size_t c = 0; c < 3; c++) {
    memcpy(Z[c], BT + c * n, n * sizeof *x);
    solve(Z[c], params);
    for (size_t r = 0; r < 3; r++)
      S.m[r][c] -= dot(n, BT + r * n, Z[c]);
  }
  g.x -= dot(n, BT, x);
  g.y -= dot(n, BT + n, x);
  g.z -= dot(n, BT + 2 * n, x);
  *mu = pn_mat3_apply(pn_mat3_inverse(S), g);
  for (size_t i = 0; i < n; i++)
    x[i] -= Z[0][i] * mu->x + Z[1][i] * mu->y + Z[2][i] * mu->z;
}
