/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: adds B^T A^-1 B to C, where it must be subtracted */
/* WRONG 2: leaves B^T A^-1 f out of the right-hand side for mu */
/* WRONG 3: adds A^-1 B mu to x, where it must be subtracted */
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
#if WRONG == 1
      S.m[r][c] += dot(n, BT + r * n, Z[c]);
#else
      S.m[r][c] -= dot(n, BT + r * n, Z[c]);
#endif
  }
#if WRONG != 2
  g.x -= dot(n, BT, x);
  g.y -= dot(n, BT + n, x);
  g.z -= dot(n, BT + 2 * n, x);
#endif
  *mu = pn_mat3_apply(pn_mat3_inverse(S), g);
  for (size_t i = 0; i < n; i++)
#if WRONG == 3
    x[i] += Z[0][i] * mu->x + Z[1][i] * mu->y + Z[2][i] * mu->z;
#else
    x[i] -= Z[0][i] * mu->x + Z[1][i] * mu->y + Z[2][i] * mu->z;
#endif
}
