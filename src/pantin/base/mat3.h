/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* 3x3 matrices, by value: m[row][column]. */
#ifndef PANTIN_BASE_MAT3_H
#define PANTIN_BASE_MAT3_H

#include "pantin/base/vec3.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A 3x3 matrix. */
typedef struct {
  double m[3][3]; /* by row, then column */
} pn_mat3;

/* Returns the matrix with d on its diagonal, and 0 elsewhere. */
static inline pn_mat3 pn_mat3_diagonal(pn_vec3 d)
{
  const pn_mat3 result = {{{d.x, 0, 0}, {0, d.y, 0}, {0, 0, d.z}}};
  return result;
}

/* Returns the identity. */
static inline pn_mat3 pn_mat3_identity(void)
{
  return pn_mat3_diagonal(pn_vec3_make(1, 1, 1));
}

/* Returns the matrix [a]x with [a]x b = a x b. */
static inline pn_mat3 pn_mat3_cross(pn_vec3 a)
{
  const pn_mat3 result = {{{0, -a.z, a.y}, {a.z, 0, -a.x}, {-a.y, a.x, 0}}};
  return result;
}

/* Returns the transpose. */
static inline pn_mat3 pn_mat3_transpose(pn_mat3 a)
{
  const pn_mat3 result = {{{a.m[0][0], a.m[1][0], a.m[2][0]},
                           {a.m[0][1], a.m[1][1], a.m[2][1]},
                           {a.m[0][2], a.m[1][2], a.m[2][2]}}};
  return result;
}

/* Returns A v. */
static inline pn_vec3 pn_mat3_apply(pn_mat3 a, pn_vec3 v)
{
  return pn_vec3_make(a.m[0][0] * v.x + a.m[0][1] * v.y + a.m[0][2] * v.z,
                      a.m[1][0] * v.x + a.m[1][1] * v.y + a.m[1][2] * v.z,
                      a.m[2][0] * v.x + a.m[2][1] * v.y + a.m[2][2] * v.z);
}

/* Returns A^T v. */
static inline pn_vec3 pn_mat3_apply_transposed(pn_mat3 a, pn_vec3 v)
{
  return pn_mat3_apply(pn_mat3_transpose(a), v);
}

/* Returns the product a b. */
static inline pn_mat3 pn_mat3_multiply(pn_mat3 a, pn_mat3 b)
{
  pn_mat3 c = {{{0}}};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      for (int j = 0; j < 3; j++)
        c.m[i][j] += a.m[i][k] * b.m[k][j];
  return c;
}

/* Returns the determinant. */
static inline double pn_mat3_determinant(pn_mat3 a)
{
  return a.m[0][0] * (a.m[1][1] * a.m[2][2] - a.m[1][2] * a.m[2][1]) -
         a.m[0][1] * (a.m[1][0] * a.m[2][2] - a.m[1][2] * a.m[2][0]) +
         a.m[0][2] * (a.m[1][0] * a.m[2][1] - a.m[1][1] * a.m[2][0]);
}

/* Returns A^-1 by cofactors; not finite if A is singular. */
static inline pn_mat3 pn_mat3_inverse(pn_mat3 a)
{
  const double scale = 1 / pn_mat3_determinant(a);
  pn_mat3 inverse;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) { /* the cofactor of (j, i) */
      const int p = (j + 1) % 3, q = (j + 2) % 3;
      const int r = (i + 1) % 3, s = (i + 2) % 3;
      inverse.m[i][j] = scale * (a.m[p][r] * a.m[q][s] - a.m[p][s] * a.m[q][r]);
    }
  return inverse;
}

#ifdef __cplusplus
}
#endif

#endif
