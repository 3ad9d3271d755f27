/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Newton's step: puts the matrix K of section 3 together and solves for the
   step, by a dense factorisation.

   In:  H (nx x nx), A (nc x nx), the gradient g (nx), the constraints c (nc).
   Out: the steps dp (nx) of the nodes and dlambda (nc) of the multipliers; the
        value returned is GSL's error code.

   Example, for the two bars of the exercises before:

     H = [ 6 0 ]   A = [  1 -0.6 ]   g = (-1, -1.2)   dp      = (0, -1/30)
         [ 0 6 ]       [ -1 -0.6 ]   c = -(1, 1)/50   dlambda = (-2/3, -5/3) */
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

  /* TODO: the blocks of K, and the right-hand side r. */

  const int code = 0; /* TODO: solve(K, r, z) */

  for (size_t j = 0; j < nx; j++)
    gsl_vector_set(dp, j, gsl_vector_get(z, j));
  for (size_t i = 0; i < nc; i++)
    gsl_vector_set(dlambda, i, gsl_vector_get(z, nx + i));
  gsl_vector_free(z);
  gsl_vector_free(r);
  gsl_matrix_free(K);
  return code;
}
