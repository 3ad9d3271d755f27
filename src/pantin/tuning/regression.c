/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* gsl_fit_linear, which also gives the covariance of a and b:
   s^2 (X^T X)^-1 with s^2 = sum r^2 / (count - 2). */
#include "pantin/tuning/regression.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_statistics.h>
#include <math.h>

/* Values whose deviation is below this share of their size hardly vary: their
   differences are noise, and so would the line be. */
static const double equal = 1e-3;

static int varies(size_t count, const double *x)
{
  return gsl_stats_sd(x, 1, count) >
         equal * fmax(fabs(gsl_stats_max(x, 1, count)),
                      fabs(gsl_stats_min(x, 1, count)));
}

int pn_regression_fit(size_t count, const double *x, const double *y,
                      pn_regression *fit)
{
  double var_b, cov, var_a, squares;
  *fit = (pn_regression){count, NAN, NAN, NAN, NAN, NAN, NAN};
  if (count < 3)
    return GSL_EINVAL;
  if (!varies(count, x))
    return GSL_EINVAL;
  gsl_fit_linear(x, 1, y, 1, count, &fit->b, &fit->a, &var_b, &cov, &var_a,
                 &squares);
  fit->a_error = sqrt(var_a);
  fit->b_error = sqrt(var_b);
  const double total = gsl_stats_tss(y, 1, count);
  fit->explained = total > 0 ? 1 - squares / total : NAN;
  fit->residual_deviation = sqrt(squares / ((double)count - 2));
  return GSL_SUCCESS;
}

pn_summary pn_summarise(size_t count, const double *values)
{
  pn_summary sum = {0, 0, 0, INFINITY, -INFINITY};
  double squares = 0;
  for (size_t k = 0; k < count; k++) {
    if (!isfinite(values[k]))
      continue;
    /* Welford's update, which does not cancel. */
    const double away = values[k] - sum.mean;
    sum.count++;
    sum.mean += away / (double)sum.count;
    squares += away * (values[k] - sum.mean);
    sum.least = fmin(sum.least, values[k]);
    sum.most = fmax(sum.most, values[k]);
  }
  if (sum.count == 0)
    return (pn_summary){0, NAN, NAN, NAN, NAN};
  sum.deviation = sum.count > 1 ? sqrt(squares / ((double)sum.count - 1)) : 0;
  return sum;
}
