/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "pantin/lcp/order_private.h"
#include "pantin/lcp/solver_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdint.h>

/* Steps of the power iteration; its estimate is then a few percent low. */
enum { POWER_STEPS = 25 };

double *pni_vectors(size_t n, size_t count, double **const *vector)
{
  double *block = pn_alloc(n * count, sizeof *block);
  for (size_t k = 0; block && k < count; k++)
    *vector[k] = block + k * n;
  return block;
}

/* Computes x.y by four sums, which do not wait for each other. */
double pni_dot(size_t n, const double *x, const double *y)
{
  double sum[4] = {0, 0, 0, 0};
  size_t i = 0;
  for (; i + 4 <= n; i += 4)
    for (size_t k = 0; k < 4; k++)
      sum[k] += x[i + k] * y[i + k];
  for (; i < n; i++)
    sum[0] += x[i] * y[i];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

void pni_product(pn_lcp_solver *solver, const double *x, double *y)
{
  const pn_lcp_operator *A = solver->lcp->A;
  A->type->multiply(A, x, y, solver->scratch);
  solver->products++;
}

void pni_gradient(pn_lcp_solver *solver, const double *lambda, double *g)
{
  pni_product(solver, lambda, g);
  for (size_t i = 0; i < solver->lcp->size; i++)
    g[i] += solver->lcp->b[i];
}

const gsl_spmatrix *pni_matrix(const pn_lcp *lcp, pn_lcp_csr **own)
{
  if (pn_lcp_entries(lcp->A))
    return pn_lcp_entries(lcp->A);
  if (!*own && !(*own = pn_lcp_csr_alloc(NULL)))
    return NULL;
  return lcp->A->type->assemble(lcp->A, SIZE_MAX, *own) ? NULL : (*own)->A;
}

void pni_begin(pn_lcp_solver *solver, const double *x)
{
  const pn_lcp_operator *A = solver->lcp->A;
  A->type->begin(A, 1, x, solver->scratch);
}

void pni_sweep(pn_lcp_solver *solver)
{
  const pn_lcp *lcp = solver->lcp;
  pn_lcp_sweep how = {
      .columns = 1,
      .b = lcp->b,
      .lo = lcp->lo,
      .hi = lcp->hi,
      .step = solver->step,
      .kappa = solver->settings.kappa > 0 ? &solver->settings.kappa : NULL,
      .normal = solver->settings.coupled ? lcp->normal : NULL,
      .mu = lcp->mu};
  pni_order_next(solver, &how);
  lcp->A->type->sweep(lcp->A, &how, solver->lambda, solver->scratch);
  solver->products++;
}

double pni_largest_eigenvalue(pn_lcp_solver *solver, int over_D, double *x,
                              double *y)
{
  const size_t n = solver->lcp->size;
  const double *D = solver->lcp->D;
  double estimate = 0;
  /* Start from a vector that is hardly orthogonal to any eigenvector. */
  for (size_t i = 0; i < n; i++)
    x[i] = 1 + sin(2.385 * (double)i);
  for (int step = 0; step < POWER_STEPS; step++) {
    /* Take Rayleigh's quotient x^T A x / x^T (D or 1) x; then x <- (D^-1) A
       x. */
    double below = 0, length = 0;
    pni_product(solver, x, y);
    for (size_t i = 0; i < n; i++)
      below += x[i] * x[i] * (over_D ? D[i] : 1);
    estimate = pni_dot(n, x, y) / below;
    for (size_t i = 0; i < n; i++) {
      x[i] = over_D ? y[i] / D[i] : y[i];
      length += x[i] * x[i];
    }
    for (size_t i = 0; i < n; i++)
      x[i] /= sqrt(length);
  }
  return estimate;
}

double pni_step_to_bounds(const pn_lcp *lcp, const double *lambda,
                          const double *d)
{
  double step = INFINITY;
  for (size_t i = 0; i < lcp->size; i++) {
    if (d[i] < 0)
      step = fmin(step, (lcp->lo[i] - lambda[i]) / d[i]);
    else if (d[i] > 0)
      step = fmin(step, (lcp->hi[i] - lambda[i]) / d[i]);
  }
  return step;
}

int pni_set_nothing(void *state, pn_lcp_solver *solver, pn_error *error)
{
  (void)state;
  (void)solver;
  (void)error;
  return GSL_SUCCESS;
}

int pni_alloc_nothing(void *state, size_t rows)
{
  (void)state;
  (void)rows;
  return GSL_SUCCESS;
}

void pni_free_nothing(void *state)
{
  (void)state;
}
