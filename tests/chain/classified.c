/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "classified.h"

#include <check.h>
#include <gsl/gsl_blas.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_sort_vector.h>
#include <math.h>
#include <string.h>

/* Returns the constraints' gradients as columns, a bar's and then a contact's,
   in the order x_1, y_1, x_2, ... of the free nodes. */
static gsl_matrix *normals(const pn_chain *of, const pn_chain_point *p,
                           size_t active)
{
  const size_t n = of->bars;
  gsl_matrix *N = gsl_matrix_calloc(2 * (n - 1), n + active);
  for (size_t i = 0; i < n; i++) {
    const double d[2] = {p->x[i + 1] - p->x[i], p->y[i + 1] - p->y[i]};
    for (size_t k = 0; k < 2; k++) {
      if (i > 0)
        gsl_matrix_set(N, 2 * (i - 1) + k, i, -2 * d[k]);
      if (i + 1 < n)
        gsl_matrix_set(N, 2 * i + k, i, 2 * d[k]);
    }
  }
  size_t column = n;
  for (size_t j = 0; j < of->facets; j++)
    for (size_t i = 1; i < n; i++)
      if (p->mu[j * (n + 1) + i] > 0) {
        gsl_matrix_set(N, 2 * (i - 1), column, of->slope[j]);
        gsl_matrix_set(N, 2 * (i - 1) + 1, column++, -1);
      }
  return N;
}

/* Returns the Hessian of sum lambda_i |p_{i+1} - p_i|^2, in that order. */
static gsl_matrix *hessian(const pn_chain_point *p)
{
  const size_t n = p->bars;
  gsl_matrix *H = gsl_matrix_calloc(2 * (n - 1), 2 * (n - 1));
  for (size_t i = 1; i < n; i++)
    for (size_t k = 0; k < 2; k++) {
      const size_t row = 2 * (i - 1) + k;
      gsl_matrix_set(H, row, row, 2 * p->lambda[i - 1] + 2 * p->lambda[i]);
      if (i + 1 < n) {
        gsl_matrix_set(H, row, row + 2, -2 * p->lambda[i]);
        gsl_matrix_set(H, row + 2, row, -2 * p->lambda[i]);
      }
    }
  return H;
}

/* Returns Q of N P = Q R by pivoted QR, and the rank of N. */
static gsl_matrix *factor(gsl_matrix *N, size_t *rank)
{
  const size_t m = N->size1, c = N->size2, k = m < c ? m : c;
  gsl_matrix *Q = gsl_matrix_alloc(m, m), *R = gsl_matrix_alloc(m, c);
  gsl_vector *tau = gsl_vector_alloc(k), *norm = gsl_vector_alloc(c);
  gsl_permutation *P = gsl_permutation_alloc(c);
  int sign;
  gsl_linalg_QRPT_decomp2(N, Q, R, tau, P, &sign, norm);
  for (*rank = 0; *rank < k; ++*rank)
    if (fabs(gsl_matrix_get(R, *rank, *rank)) < 1e-10)
      break;
  gsl_permutation_free(P);
  gsl_vector_free(norm);
  gsl_vector_free(tau);
  gsl_matrix_free(R);
  return Q;
}

gsl_vector *reduced_eigenvalues(const pn_chain *c, const pn_chain_point *p,
                                size_t active)
{
  size_t rank;
  gsl_matrix *N = normals(c, p, active);
  const size_t m = N->size1;
  gsl_matrix *H = hessian(p), *Q = factor(N, &rank);
  gsl_vector *e = NULL;
  if (rank < m) {
    const size_t dof = m - rank;
    gsl_matrix *HZ = gsl_matrix_alloc(m, dof);
    gsl_matrix *M = gsl_matrix_alloc(dof, dof);
    gsl_eigen_symm_workspace *w = gsl_eigen_symm_alloc(dof);
    const gsl_matrix_view Z = gsl_matrix_submatrix(Q, 0, rank, m, dof);
    e = gsl_vector_alloc(dof);
    gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, H, &Z.matrix, 0, HZ);
    gsl_blas_dgemm(CblasTrans, CblasNoTrans, 1, &Z.matrix, HZ, 0, M);
    gsl_eigen_symm(M, e, w);
    gsl_sort_vector(e);
    gsl_eigen_symm_free(w);
    gsl_matrix_free(M);
    gsl_matrix_free(HZ);
  }
  gsl_matrix_free(Q);
  gsl_matrix_free(N);
  gsl_matrix_free(H);
  return e;
}

size_t reduced_negative(const gsl_vector *e)
{
  size_t count = 0;
  for (size_t k = 0; e && k < e->size; k++)
    count += gsl_vector_get(e, k) < 0;
  return count;
}

pn_chain *chain;
pn_chain_point *point;

void classified_free(void)
{
  pn_chain_point_free(point);
  pn_chain_free(chain);
  point = NULL;
  chain = NULL;
}

pn_chain_class classified(void)
{
  pn_chain_class verdict;
  ck_assert_int_eq(pn_chain_classify(chain, point, &verdict), GSL_SUCCESS);
  return verdict;
}

void classified_fill(const double *x, const double *y, const double *lambda)
{
  const size_t n = chain->bars;
  point = pn_chain_point_alloc(chain);
  memcpy(point->x + 1, x, (n - 1) * sizeof *x);
  memcpy(point->y + 1, y, (n - 1) * sizeof *y);
  memcpy(point->lambda, lambda, n * sizeof *lambda);
}

void classified_run(const pn_chain_method *method, pn_chain_settings settings)
{
  pn_chain_solver *solver = pn_chain_solver_alloc(method, chain);
  ck_assert_int_eq(pn_chain_solver_set(solver, &settings, point, NULL),
                   GSL_SUCCESS);
  while (pn_chain_solver_test(solver) == GSL_CONTINUE)
    ck_assert_int_eq(pn_chain_solver_iterate(solver), GSL_SUCCESS);
  ck_assert_int_eq(pn_chain_solver_test(solver), GSL_SUCCESS);
  pn_chain_point_copy(point, solver->point);
  pn_chain_solver_free(solver);
}
