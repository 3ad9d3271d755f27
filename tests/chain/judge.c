/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "judge.h"

#include <gsl/gsl_eigen.h>
#include <math.h>

static double total_length(const pn_chain *chain)
{
  double total = 0;
  for (size_t i = 0; i < chain->bars; i++)
    total += chain->length[i];
  return total;
}

/* Returns the force on node i in direction k that is left over [N]. */
static double force(const pn_chain *chain, const pn_chain_point *p, size_t i,
                    size_t k)
{
  const double *at = k ? p->y : p->x;
  const double *w = chain->weight ? chain->weight : chain->length;
  double sum = k ? -(w[i - 1] + w[i]) / 2 : 0;
  sum -= k && chain->load ? chain->load[i] : 0;
  sum += 2 * p->lambda[i] * (at[i + 1] - at[i]);
  sum -= 2 * p->lambda[i - 1] * (at[i] - at[i - 1]);
  for (size_t j = 0; j < chain->facets; j++)
    sum += p->mu[j * (chain->bars + 1) + i] * (k ? 1 : -chain->slope[j]);
  return sum;
}

double judge_residual(const pn_chain *chain, const pn_chain_point *p)
{
  const double total = total_length(chain);
  double worst = 0;
  for (size_t i = 0; i < chain->bars; i++) {
    const double l = hypot(p->x[i + 1] - p->x[i], p->y[i + 1] - p->y[i]);
    worst = fmax(worst, fabs(l / chain->length[i] - 1));
  }
  for (size_t i = 1; i < chain->bars; i++) {
    for (size_t k = 0; k < 2; k++)
      worst = fmax(worst, fabs(force(chain, p, i, k)) / total);
    for (size_t j = 0; j < chain->facets; j++) {
      const double gap = p->y[i] - chain->height[j] - chain->slope[j] * p->x[i];
      const double mu = p->mu[j * (chain->bars + 1) + i];
      worst = fmax(worst, fmax(-gap, -mu) / total);
      worst = fmax(worst, fmin(fabs(gap), fabs(mu)) / total);
    }
  }
  return worst;
}

/* Adds M += t a a^T, where a has the `count` entries a[] at the places at[]. */
static void add_square(gsl_matrix *M, double t, size_t count, const size_t at[],
                       const double a[])
{
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < count; j++)
      *gsl_matrix_ptr(M, at[i], at[j]) += t * a[i] * a[j];
}

/* Sets the rows of bar i, with entries scale * (p_{i+1} - p_i): the fixed nodes
   have none. Returns the number of entries. */
static size_t bar_row(const pn_chain *chain, size_t i, const double d[2],
                      size_t at[4], double a[4])
{
  size_t count = 0;
  for (size_t k = 0; k < 2; k++) {
    if (i > 0) {
      at[count] = 2 * (i - 1) + k;
      a[count++] = -d[k];
    }
    if (i + 1 < chain->bars) {
      at[count] = 2 * i + k;
      a[count++] = d[k];
    }
  }
  return count;
}

/* How much stiffer than the chain the constraints are made, so that what is
   left of the spectrum below them is the reduced Hessian's. */
static const double stiff = 1e7;

/* Looks at H + stiff C^T C: its smallest eigenvalues are those of H on the null
   space of C, the largest of order `stiff`. */
double judge_curvature(const pn_chain *chain, const pn_chain_point *p)
{
  const size_t n = chain->bars, size = 2 * (n - 1);
  gsl_matrix *M = gsl_matrix_calloc(size, size);
  double largest = 0;
  for (size_t i = 0; i < n; i++)
    largest = fmax(largest, fabs(p->lambda[i]));
  for (size_t i = 0; i < n; i++) {
    const double d[2] = {p->x[i + 1] - p->x[i], p->y[i + 1] - p->y[i]};
    const double l = hypot(d[0], d[1]);
    size_t at[4];
    double a[4];
    const double unit[2][2] = {{1, 0}, {0, 1}};
    for (size_t k = 0; k < 2; k++) {
      const size_t count = bar_row(chain, i, unit[k], at, a);
      add_square(M, 2 * p->lambda[i], count, at, a);
    }
    const double u[2] = {d[0] / l, d[1] / l};
    const size_t count = bar_row(chain, i, u, at, a);
    add_square(M, stiff * largest, count, at, a);
  }
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < n; i++)
      if (p->mu[j * (n + 1) + i] > 0) {
        const size_t at[2] = {2 * (i - 1), 2 * (i - 1) + 1};
        const double a[2] = {chain->slope[j], -1};
        add_square(M, stiff * largest, 2, at, a);
      }
  gsl_vector *values = gsl_vector_alloc(size);
  gsl_eigen_symm_workspace *work = gsl_eigen_symm_alloc(size);
  gsl_eigen_symm(M, values, work);
  double least = gsl_vector_min(values);
  if (least > sqrt(stiff) * largest)
    least = INFINITY;
  gsl_eigen_symm_free(work);
  gsl_vector_free(values);
  gsl_matrix_free(M);
  return least;
}
