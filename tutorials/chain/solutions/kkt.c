/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Newton's step by the dense KKT system, with nx unknowns dp and nc unknowns
   dlambda:

     [ H  A^T ] [ dp      ]     [ g ]
     [ A  0   ] [ dlambda ] = - [ c ].                                  */
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
    gsl_vector_set(r, j, -gsl_vector_get(g, j));
  }
  for (size_t i = 0; i < nc; i++) {
    for (size_t j = 0; j < nx; j++) {
      gsl_matrix_set(K, nx + i, j, gsl_matrix_get(A, i, j));
      gsl_matrix_set(K, j, nx + i, gsl_matrix_get(A, i, j));
    }
    gsl_vector_set(r, nx + i, -gsl_vector_get(c, i));
  }

  const int code = solve(K, r, z);

  for (size_t j = 0; j < nx; j++)
    gsl_vector_set(dp, j, gsl_vector_get(z, j));
  for (size_t i = 0; i < nc; i++)
    gsl_vector_set(dlambda, i, gsl_vector_get(z, nx + i));
  gsl_vector_free(z);
  gsl_vector_free(r);
  gsl_matrix_free(K);
  return code;
}
