/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: has (g, c) on the right-hand side, not -(g, c) */
/* WRONG 2: has -A^T for A^T, so that K is not symmetric */
/* WRONG 3: reads the multipliers one row too early */
#include "chain/exercises.h"

#include <gsl/gsl_linalg.h>

/* Solves K z = r by LU with pivoting; overwrites K. */
static int solve(gsl_matrix *K, const gsl_vector *r, gsl_vector *z)
{
  gsl_permutation *p = gsl_permutation_alloc(K->size1);
  int sign;
  int code = gsl_linalg_LU_decomp(K, p, &sign);
  if (!code)
    code = gsl_linalg_LU_solve(K, p, r, z);
  gsl_permutation_free(p);
  return code;
}

int my_kkt_solve(const gsl_matrix *H, const gsl_matrix *A, const gsl_vector *g,
                 const gsl_vector *c, gsl_vector *dp, gsl_vector *dlambda)
{
  const size_t nx = H->size1, nc = A->size1;
  gsl_matrix *K = gsl_matrix_calloc(nx + nc, nx + nc);
  gsl_vector *r = gsl_vector_calloc(nx + nc), *z = gsl_vector_calloc(nx + nc);

  for (size_t j = 0; j < nx; j++) {
    for (size_t k = 0; k < nx; k++)
      gsl_matrix_set(K, j, k, gsl_matrix_get(H, j, k));
#if WRONG == 1
    gsl_vector_set(r, j, gsl_vector_get(g, j));
#else
    gsl_vector_set(r, j, -gsl_vector_get(g, j));
#endif
  }
  for (size_t i = 0; i < nc; i++) {
    for (size_t j = 0; j < nx; j++) {
      gsl_matrix_set(K, nx + i, j, gsl_matrix_get(A, i, j));
#if WRONG == 2
      gsl_matrix_set(K, j, nx + i, -gsl_matrix_get(A, i, j));
#else
      gsl_matrix_set(K, j, nx + i, gsl_matrix_get(A, i, j));
#endif
    }
#if WRONG == 1
    gsl_vector_set(r, nx + i, gsl_vector_get(c, i));
#else
    gsl_vector_set(r, nx + i, -gsl_vector_get(c, i));
#endif
  }

  const int code = solve(K, r, z);

  for (size_t j = 0; j < nx; j++)
    gsl_vector_set(dp, j, gsl_vector_get(z, j));
  for (size_t i = 0; i < nc; i++)
#if WRONG == 3
    gsl_vector_set(dlambda, i, gsl_vector_get(z, nx + i - 1));
#else
    gsl_vector_set(dlambda, i, gsl_vector_get(z, nx + i));
#endif
  gsl_vector_free(z);
  gsl_vector_free(r);
  gsl_matrix_free(K);
  return code;
}
