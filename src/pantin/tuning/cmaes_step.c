/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One generation of CMA-ES. With y_k = (x_k - m) / sigma of the k-th best
   point, and y = sum_(k <= mu) w_k y_k (tutorial, equations 38 to 47):

     m   <- m + sigma y
     p_s <- (1 - cs) p_s + sqrt(cs (2 - cs) mueff) C^-1/2 y
     p_c <- (1 - cc) p_c + h sqrt(cc (2 - cc) mueff) y
     C   <- (1 + c1 d - c1 - cmu sum w) C + c1 p_c p_c^T
            + cmu sum_k w_k y_k y_k^T
     sigma <- sigma exp(cs / ds (|p_s| / chi - 1))

   where chi is the mean length of a normal vector, h = 0 (and then
   d = cc (2 - cc)) while |p_s| is large, and a negative w_k is scaled by
   n / |C^-1/2 y_k|^2. The exponent is at most 1, as in cmaes.m. */
#include "pantin/tuning/cmaes_private.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* B and D are computed anew when C has changed by about this share of it
   (tutorial, B.2): the decomposition then costs no more than the updates. */
static const double lazy_share = 10;

/* Mixes the seed of the run and the generation into the seed of a generator.
   Source: Steele, Lea, Flood (2014), splitmix64. */
static unsigned long mixed(size_t seed, size_t generation)
{
  uint64_t z = (uint64_t)seed * 0x9e3779b97f4a7c15u + (uint64_t)generation;
  for (int round = 0; round < 2; round++) {
    z += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
  }
  return (unsigned long)(z & 0xffffffffu);
}

/* Computes y = B D z. */
static void stretch(const pn_cmaes *es, const double *z, double *y)
{
  const size_t n = es->n;
  for (size_t i = 0; i < n; i++) {
    y[i] = 0;
    for (size_t j = 0; j < n; j++)
      y[i] += es->B[i * n + j] * es->D[j] * z[j];
  }
}

/* Computes x = C^-1/2 y = B D^-1 B^T y; overwrites es->drawn. */
static void whiten(const pn_cmaes *es, const double *y, double *x)
{
  const size_t n = es->n;
  double *z = es->drawn;
  for (size_t j = 0; j < n; j++) {
    z[j] = 0;
    for (size_t i = 0; i < n; i++)
      z[j] += es->B[i * n + j] * y[i];
    z[j] /= es->D[j];
  }
  for (size_t i = 0; i < n; i++) {
    x[i] = 0;
    for (size_t j = 0; j < n; j++)
      x[i] += es->B[i * n + j] * z[j];
  }
}

static double square(const double *x, size_t n)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sum;
}

void pn_cmaes_ask(pn_cmaes *es)
{
  const size_t n = es->n;
  gsl_rng *random = es->random;
  gsl_rng_set(random, mixed(es->settings.seed, es->generation));
  for (size_t k = 0; k < es->population; k++) {
    double *y = &es->steps[k * n], *x = &es->samples[k * n];
    for (size_t i = 0; i < n; i++)
      es->drawn[i] = gsl_ran_gaussian_ziggurat(random, 1);
    stretch(es, es->drawn, y);
    for (size_t i = 0; i < n; i++) {
      if (es->inject && k == 0)
        y[i] = (es->injected[i] - es->mean[i]) / es->sigma;
      x[i] = es->inject && k == 0 ? es->injected[i]
                                  : es->mean[i] + es->sigma * y[i];
    }
  }
  pni_cmaes_clamp(es);
  es->asked = 1;
}

/* Sorts es->order by value; equal values stay in the order of the points. */
static void rank(pn_cmaes *es)
{
  for (size_t k = 0; k < es->population; k++) {
    size_t at = k;
    for (; at > 0 && es->value[es->order[at - 1]] > es->value[k]; at--)
      es->order[at] = es->order[at - 1];
    es->order[at] = k;
  }
}

static void keep_best(pn_cmaes *es)
{
  for (size_t k = 0; k < es->population; k++)
    if (es->value[k] < es->best_value || es->best_evaluation + k == 0) {
      es->best_value = es->value[k];
      es->best_evaluation = es->evaluations + k + 1;
      memcpy(es->best, &es->points[k * es->n], es->n * sizeof *es->best);
    }
}

/* Moves m, and returns the mean step y. */
static void move_mean(pn_cmaes *es, double *y)
{
  const size_t n = es->n;
  memcpy(es->old_mean, es->mean, n * sizeof *y);
  for (size_t i = 0; i < n; i++) {
    y[i] = 0;
    for (size_t k = 0; k < es->parents; k++)
      y[i] += es->weight[k] * es->steps[es->order[k] * n + i];
    es->mean[i] += es->sigma * y[i];
  }
}

/* Moves p_s and p_c. Returns h. */
static int move_paths(pn_cmaes *es, const double *y)
{
  const size_t n = es->n;
  const double to_s = sqrt(es->cs * (2 - es->cs) * es->mueff);
  const double to_c = sqrt(es->cc * (2 - es->cc) * es->mueff);
  double *white = es->drawn + n;
  whiten(es, y, white);
  for (size_t i = 0; i < n; i++)
    es->ps[i] = (1 - es->cs) * es->ps[i] + to_s * white[i];
  const double told = 2 * ((double)es->generation + 1);
  const double usual = sqrt(1 - pow(1 - es->cs, told)) * es->chi;
  const int h = sqrt(square(es->ps, n)) < (1.4 + 2 / ((double)n + 1)) * usual;
  for (size_t i = 0; i < n; i++)
    es->pc[i] = (1 - es->cc) * es->pc[i] + (h ? to_c * y[i] : 0);
  return h;
}

/* Adds to the lower triangle of C: C += a y y^T. */
static void add_product(pn_cmaes *es, double a, const double *y)
{
  const size_t n = es->n;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++)
      es->C[i * n + j] += a * y[i] * y[j];
}

/* Adapts C: forgets a part of it, and adds the evolution path and the steps of
   this generation by their weights. */
static void adapt_covariance(pn_cmaes *es, int h)
{
  const size_t n = es->n;
  double sum = 0, *white = es->drawn + n;
  for (size_t k = 0; k < es->population; k++)
    sum += es->weight[k];
  const double keep =
      1 + (h ? 0 : es->c1 * es->cc * (2 - es->cc)) - es->c1 - es->cmu * sum;
  for (size_t i = 0; i < n * n; i++)
    es->C[i] *= keep;
  add_product(es, es->c1, es->pc);
  for (size_t k = 0; k < es->population; k++) {
    const double *y = &es->steps[es->order[k] * n];
    double w = es->weight[k];
    if (w < 0) {
      whiten(es, y, white);
      w *= (double)n / square(white, n);
    }
    if (w != 0)
      add_product(es, es->cmu * w, y);
  }
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++)
      es->C[j * n + i] = es->C[i * n + j];
}

int pni_cmaes_decompose(pn_cmaes *es)
{
  const size_t n = es->n;
  pni_cmaes_eigen *eigen = es->eigen;
  /* Rounding errors may leave an eigenvalue at 0 or below. */
  static const double least = 1e-30;
  for (size_t i = 0; i < n * n; i++) {
    if (!isfinite(es->C[i]))
      return GSL_EFAILED;
    /* NOLINTNEXTLINE(*-core.DivideZero): n is not 0 if n * n is not */
    gsl_matrix_set(eigen->C, i / n, i % n, es->C[i]);
  }
  gsl_eigen_symmv(eigen->C, eigen->values, eigen->B, eigen->workspace);
  for (size_t i = 0; i < n; i++)
    es->D[i] = sqrt(fmax(gsl_vector_get(eigen->values, i), least));
  for (size_t i = 0; i < n * n; i++)
    /* NOLINTNEXTLINE(*-core.DivideZero): n is not 0 if n * n is not */
    es->B[i] = gsl_matrix_get(eigen->B, i / n, i % n);
  es->decomposed = es->evaluations;
  return GSL_SUCCESS;
}

int pn_cmaes_tell(pn_cmaes *es, const double *value)
{
  const size_t n = es->n;
  if (!es->asked)
    return GSL_EINVAL;
  es->asked = 0;
  for (size_t k = 0; k < es->population; k++)
    es->value[k] = isnan(value[k]) ? INFINITY : value[k];
  keep_best(es);
  if (es->bounded)
    pni_cmaes_penalise(es);
  rank(es);
  pni_cmaes_record(es);
  double *y = es->drawn + 2 * n;
  move_mean(es, y);
  adapt_covariance(es, move_paths(es, y));
  const double exponent =
      es->cs / es->ds * (sqrt(square(es->ps, n)) / es->chi - 1);
  es->sigma *= exp(fmin(1, exponent));
  es->evaluations += es->population;
  es->generation++;
  es->inject = 0;
  const double due =
      (double)es->population / (es->c1 + es->cmu) / (double)n / lazy_share;
  if (!isfinite(es->sigma))
    return GSL_EFAILED;
  return (double)(es->evaluations - es->decomposed) > due
             ? pni_cmaes_decompose(es)
             : GSL_SUCCESS;
}
