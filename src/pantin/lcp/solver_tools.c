/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pantin/lcp/solver_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Steps of the power iteration: the estimate is then some percent below. */
enum { POWER_STEPS = 25 };

double *pni_vectors(size_t n, size_t count, double **const *vector)
{
  double *block = pn_alloc(n * count, sizeof *block);
  for (size_t k = 0; block && k < count; k++)
    *vector[k] = block + k * n;
  return block;
}

/* Four sums, which do not wait for each other. */
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
  solver->lcp->form->multiply(solver->lcp, x, y, solver->scratch);
  solver->products++;
}

void pni_gradient(pn_lcp_solver *solver, const double *lambda, double *g)
{
  pni_product(solver, lambda, g);
  for (size_t i = 0; i < solver->lcp->size; i++)
    g[i] += solver->lcp->b[i];
}

void pni_sweep(pn_lcp_solver *solver, double omega)
{
  const pn_lcp *lcp = solver->lcp;
  const pn_lcp_settings *settings = &solver->settings;
  const pn_lcp_sweep how = {.b = lcp->b,
                            .lo = lcp->lo,
                            .hi = lcp->hi,
                            .omega = omega,
                            .normal = settings->coupled ? lcp->normal : NULL,
                            .mu = lcp->mu};
  lcp->form->sweep(lcp, &how, solver->lambda, solver->scratch);
  solver->products++;
}

double pni_largest_eigenvalue(pn_lcp_solver *solver, int over_D, double *x,
                              double *y)
{
  const size_t n = solver->lcp->size;
  const double *D = solver->lcp->D;
  double estimate = 0;
  /* A start that is orthogonal to no eigenvector that is likely to be met. */
  for (size_t i = 0; i < n; i++)
    x[i] = 1 + sin(2.385 * (double)i);
  for (int step = 0; step < POWER_STEPS; step++) {
    /* Rayleigh's quotient x^T A x / x^T (D or 1) x; then x <- (D^-1) A x. */
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
