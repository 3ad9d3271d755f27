/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The simulator of the chain, after the course report (2019), section 2.

   The report's formulas have misprints: the minus sign in the energy of its
   (P) and of its code, and hence in the gradient, is a plus; and the column
   i - 1 of row i of the Jacobian is -2 (x_i - x_{i-1}). Its index formulas
   hold for interior bars only; with the fixed ends kept as nodes 0 and `bars`
   they hold for all. In our counting bar i joins nodes i and i + 1. */
#include "pantin/chain/simulator.h"

#include <gsl/gsl_errno.h>

/* Sums e = 1/2 sum_i w_i (y_i + y_{i+1}) + sum_i P_i y_i, with w_i = L_i and
   loads P_i = 0 unless they are given. */
double pn_chain_energy(const pn_chain *chain, const double *y)
{
  double e = 0;
  for (size_t i = 0; i < chain->bars; i++)
    e += pn_chain_bar_weight(chain, i) * (y[i] + y[i + 1]) / 2;
  for (size_t i = 1; chain->load && i < chain->bars; i++)
    e += chain->load[i] * y[i];
  return e;
}

/* Sets c_i = (x_{i+1} - x_i)^2 + (y_{i+1} - y_i)^2 - L_i^2. */
void pn_chain_constraints(const pn_chain *chain, const double *x,
                          const double *y, double *c)
{
  for (size_t i = 0; i < chain->bars; i++) {
    const double dx = x[i + 1] - x[i], dy = y[i + 1] - y[i];
    const double L = chain->length[i];
    c[i] = dx * dx + dy * dy - L * L;
  }
}

/* Adds up dl/dp_i = (0, de/dy_i) + f_{i-1} - f_i + sum_j mu_ji (s_j, -1) with
   f_i = 2 lambda_i (p_{i+1} - p_i), the pull of bar i on node i. */
void pn_chain_gradient(const pn_chain *chain, const pn_chain_point *point,
                       double *gx, double *gy)
{
  const size_t n = chain->bars;
  const double *x = point->x, *y = point->y, *lambda = point->lambda;
  gx[0] = gy[0] = gx[n] = gy[n] = 0;
  for (size_t i = 1; i < n; i++) {
    gx[i] = 2 * lambda[i - 1] * (x[i] - x[i - 1]) -
            2 * lambda[i] * (x[i + 1] - x[i]);
    gy[i] = 2 * lambda[i - 1] * (y[i] - y[i - 1]) -
            2 * lambda[i] * (y[i + 1] - y[i]) + pn_chain_node_weight(chain, i);
  }
  for (size_t j = 0; j < chain->facets; j++) {
    const double *mu = point->mu + j * (n + 1);
    for (size_t i = 1; i < n; i++) {
      gx[i] += mu[i] * chain->slope[j];
      gy[i] -= mu[i];
    }
  }
}

/* Sets the entries dc_i/dp_{i+1} = 2 (p_{i+1} - p_i) = -dc_i/dp_i. */
int pn_chain_jacobian(const pn_chain *chain, const double *x, const double *y,
                      gsl_matrix *A)
{
  const size_t bars = chain->bars, nn = bars - 1;
  if (A->size1 != bars || A->size2 != 2 * nn)
    return GSL_EBADLEN;
  gsl_matrix_set_zero(A);
  for (size_t i = 0; i < bars; i++) {
    const double dx = x[i + 1] - x[i], dy = y[i + 1] - y[i];
    if (i > 0) { /* its left node is free: column i - 1 */
      gsl_matrix_set(A, i, i - 1, -2 * dx);
      gsl_matrix_set(A, i, nn + i - 1, -2 * dy);
    }
    if (i < nn) { /* its right node is free: column i */
      gsl_matrix_set(A, i, i, 2 * dx);
      gsl_matrix_set(A, i, nn + i, 2 * dy);
    }
  }
  return GSL_SUCCESS;
}

/* Sets H = 2 diag(M, M), M tridiagonal: M_ii = lambda_{i-1} + lambda_i,
   M_{i,i+1} = -lambda_i, for the free nodes i. */
int pn_chain_hessian(const pn_chain *chain, const double *lambda, gsl_matrix *H)
{
  const size_t nn = chain->bars - 1;
  if (H->size1 != 2 * nn || H->size2 != 2 * nn)
    return GSL_EBADLEN;
  gsl_matrix_set_zero(H);
  for (size_t k = 0; k < 2; k++) /* the x half, then the y half */
    for (size_t i = 0; i < nn; i++) {
      const size_t row = k * nn + i;
      gsl_matrix_set(H, row, row, 2 * (lambda[i] + lambda[i + 1]));
      if (i + 1 < nn) {
        gsl_matrix_set(H, row, row + 1, -2 * lambda[i + 1]);
        gsl_matrix_set(H, row + 1, row, -2 * lambda[i + 1]);
      }
    }
  return GSL_SUCCESS;
}
