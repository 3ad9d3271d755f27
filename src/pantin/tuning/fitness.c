/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "pantin/tuning/fitness.h"

#include <gsl/gsl_errno.h>
#include <math.h>

pn_fitness_settings pn_fitness_settings_default(void)
{
  return (pn_fitness_settings){.sweeps = 1,
                               .regularisation = 0.5,
                               .error = 1.2,
                               .alpha_low = 0.1,
                               .alpha_high = 2,
                               .order_low = -16,
                               .order_high = -1,
                               .pgs = pn_pgs_settings_default()};
}

int pn_fitness_settings_check(const pn_fitness_settings *settings,
                              pn_error *error)
{
  pn_error_clear(error);
  if (!(settings->sweeps >= 0 && settings->regularisation >= 0 &&
        settings->error >= 0))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "the weights of the fitness must not be negative, got "
                        "%g, %g, %g; try 1, 0.5, 1.2",
                        settings->sweeps, settings->regularisation,
                        settings->error);
  if (!(settings->alpha_low > 0 && settings->alpha_low <= 1 &&
        settings->alpha_high >= 1 && settings->alpha_high <= 2))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "alpha must have 1 in its range and lie in ]0, 2], got "
                        "%g to %g; try 0.1 to 2",
                        settings->alpha_low, settings->alpha_high);
  if (!(settings->order_low < settings->order_high &&
        settings->order_low >= -300 && settings->order_high <= 300))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "the order of kappa must have a range, got %g to %g; "
                        "try -16 to -1",
                        settings->order_low, settings->order_high);
  if (settings->pgs.sweeps < 2 || !(settings->pgs.error > 0) ||
      !(settings->pgs.change >= 0))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "a run must have 2 sweeps or more and an error above "
                        "0; try 200 and 1e-4");
  return GSL_SUCCESS;
}

/* Returns after how many sweeps f1 and f2 alone make up the limit; 0: never. */
static size_t hopeless_after(const pn_fitness_settings *settings, double limit,
                             double f2)
{
  const double left = limit - settings->regularisation * f2;
  const double most = (double)settings->pgs.sweeps - 1;
  if (!(left < settings->sweeps))
    return 0;
  /* A run that goes on after sweep s has f1 >= s / (k_max - 1). */
  return left <= 0 ? 1 : (size_t)floor(left / settings->sweeps * most) + 1;
}

/* Computes f1, f3 and f of a run; a run that diverged counts as one that took
   all sweeps, and one that was abandoned is infinitely bad. */
static void set_values(const pn_fitness_settings *settings, pn_fitness *point)
{
  const pn_pgs_run *run = &point->run;
  point->f1 = ((double)run->sweeps - 1) / ((double)settings->pgs.sweeps - 1);
  if (run->reason == PN_PGS_DIVERGED)
    point->f1 = 1;
  point->f3 = fmax(0, log10(run->least / settings->pgs.error));
  point->f = settings->sweeps * point->f1 +
             settings->regularisation * point->f2 + settings->error * point->f3;
  if (run->reason == PN_PGS_ABANDONED || isnan(point->f))
    point->f = INFINITY;
}

int pn_fitness_evaluate(pn_pgs *p, const pn_fitness_settings *settings,
                        double limit, size_t count, pn_fitness *point)
{
  pn_pgs_choice choice[PN_PGS_MOST] = {{0}};
  pn_pgs_run run[PN_PGS_MOST] = {{0}};
  if (count > PN_PGS_MOST)
    return GSL_EINVAL;
  for (size_t k = 0; k < count; k++) {
    pn_fitness *at = &point[k];
    at->kappa = at->order <= settings->order_low ? 0 : pow(10, at->order);
    at->f2 = fmax(0, (at->order - settings->order_low) /
                         (settings->order_high - settings->order_low));
    choice[k] =
        (pn_pgs_choice){.alpha = at->alpha,
                        .kappa = at->kappa,
                        .abandon = hopeless_after(settings, limit, at->f2),
                        .sweeps = at->sweeps,
                        .warm = at->warm};
  }
  const int code = pn_pgs_solve(p, &settings->pgs, count, choice, run);
  for (size_t k = 0; k < count && !code; k++) {
    point[k].run = run[k];
    set_values(settings, &point[k]);
  }
  return code;
}
