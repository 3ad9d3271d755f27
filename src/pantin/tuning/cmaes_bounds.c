/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Bounds. A sample x outside is evaluated at the nearest point inside, x',
   and the ranking uses

     f(x') + sum_i g_i (x_i - x'_i)^2.

   The weights g are 0 until the mean first leaves the box; then they are
   2 d, d the median of the recent quartile ranges of f over those of x
   (sigma^2 times the mean variance), and grow while the mean is far outside
   and still moving away.

   Source: Hansen's cmaes.m (boundary handling), described in Hansen,
   Niederberger, Guzzella, Koumoutsakos (2009), A method for handling
   uncertainty in evolutionary optimization, appendix. */
#include "pantin/tuning/cmaes_private.h"

#include <math.h>
#include <string.h>

/* The first weights, slightly off a whole number as in cmaes.m, and how they
   grow. */
static const double first_weight = 2.0002;
static const double growth = 1.2;

static double clamped(double x, double low, double high)
{
  return x < low ? low : x > high ? high : x;
}

void pni_cmaes_clamp(pn_cmaes *es)
{
  const size_t n = es->n;
  for (size_t k = 0; k < n * es->population; k++)
    es->points[k] = clamped(es->samples[k], es->low[k % n], es->high[k % n]);
}

/* Returns the q-quantile of sorted values, each of which stands in the middle
   of its share (as in Matlab's prctile). */
static double quantile(const double *sorted, size_t count, double q)
{
  const double at = q * (double)count - 0.5;
  if (at <= 0)
    return sorted[0];
  const size_t k = (size_t)at;
  if (k + 1 >= count)
    return sorted[count - 1];
  return sorted[k] + (at - (double)k) * (sorted[k + 1] - sorted[k]);
}

static double median(double *values, size_t count)
{
  pni_sort(values, count);
  return quantile(values, count, 0.5);
}

/* Counts the values kept in the ring. */
static size_t kept(const pn_cmaes *es)
{
  return es->differences_count < es->ring ? es->differences_count : es->ring;
}

/* Appends the range of f per unit of squared length to the ring. */
static void note_difference(pn_cmaes *es)
{
  const size_t n = es->n;
  double variance = 0, least = INFINITY, most = 1;
  for (size_t i = 0; i < n; i++)
    variance += es->C[i * n + i] / (double)n;
  memcpy(es->sorting, es->value, es->population * sizeof *es->value);
  pni_sort(es->sorting, es->population);
  double d = (quantile(es->sorting, es->population, 0.75) -
              quantile(es->sorting, es->population, 0.25)) /
             (double)n / variance / (es->sigma * es->sigma);
  for (size_t k = 0; k < kept(es); k++) {
    most = fmax(k == 0 ? 0 : most, es->differences[k]);
    if (es->differences[k] > 0)
      least = fmin(least, es->differences[k]);
  }
  /* Where there is no sensible value, take the largest or the least of the
     others. */
  if (!isfinite(d))
    d = most;
  else if (d == 0)
    d = isfinite(least) ? least : 1;
  /* NOLINTNEXTLINE(*-core.DivideZero): a ring has room for one at least */
  es->differences[es->differences_count++ % es->ring] = d;
}

/* Sets the weights of the penalty from the median of the values' differences
   and the mean variance. */
static void set_weights(pn_cmaes *es)
{
  const size_t n = es->n, count = kept(es);
  double variance = 0;
  memcpy(es->sorting, es->differences, count * sizeof *es->sorting);
  const double d = median(es->sorting, count);
  for (size_t i = 0; i < n; i++)
    variance += es->C[i * n + i] / (double)n;
  for (size_t i = 0; i < n; i++)
    es->penalty[i] = first_weight * d * variance / es->C[i * n + i];
  es->penalty_settled = es->generation >= 2;
}

/* Tells whether the mean is out of bounds in a coordinate by more than 3
   deviations and has moved away in its last step. */
static int runs_away(const pn_cmaes *es, size_t i)
{
  const double n = (double)es->n;
  const double out =
      es->mean[i] - clamped(es->mean[i], es->low[i], es->high[i]);
  const double deviation = es->sigma * sqrt(es->C[i * es->n + i]);
  return fabs(out) > 3 * fmax(1, sqrt(n) / es->mueff) * deviation &&
         out * (es->mean[i] - es->old_mean[i]) > 0;
}

void pni_cmaes_penalise(pn_cmaes *es)
{
  const size_t n = es->n;
  int outside = 0;
  note_difference(es);
  for (size_t i = 0; i < n; i++)
    outside = outside || es->mean[i] < es->low[i] || es->mean[i] > es->high[i];
  if (outside && !es->penalty_settled)
    set_weights(es);
  for (size_t i = 0; i < n; i++)
    if (runs_away(es, i))
      es->penalty[i] *= pow(growth, fmin(1, es->mueff / 10 / (double)n));
  for (size_t k = 0; k < es->population; k++)
    for (size_t i = 0; i < n; i++) {
      const double out = es->samples[k * n + i] - es->points[k * n + i];
      es->value[k] += es->penalty[i] * out * out;
    }
}
