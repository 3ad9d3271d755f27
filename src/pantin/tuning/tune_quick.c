/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* CMA-ES that stops early: a few dozen points around each of the best two of a
   scan, instead of more than a thousand around (1, -8). It does not wait for
   the covariance to settle, which it does late, on the bound of kappa. */
#include "pantin/tuning/tune_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>

static int quick_run(pn_tune *tune)
{
  const pn_tune_settings *settings = &tune->settings;
  pn_cmaes_settings cmaes = settings->cmaes;
  size_t count = 0, valley[PN_TUNE_VALLEYS];
  tune->reason = "complete";
  pn_fitness *point = pni_tune_steps(tune, &count);
  if (!point)
    return GSL_ENOMEM;
  const size_t runs =
      pni_tune_valleys(point, count, settings->quick_valleys, valley);
  const double deviation[] = {settings->scan_step, settings->quick_deviation};
  cmaes.population = settings->quick_population;
  cmaes.parents = cmaes.population / 2;
  cmaes.evaluations = settings->quick_evaluations;
  int code = GSL_SUCCESS;
  for (size_t r = 0; r < runs && !code; r++) {
    const pn_fitness *from = &point[valley[r]];
    const double mean[] = {from->alpha, from->order};
    code = pni_tune_descend(tune, &cmaes, mean, deviation, 0);
    cmaes.seed++;
  }
  pn_free(point);
  return code;
}

static const pn_tune_method quick = {
    .name = "quick",
    .summary = "CMA-ES from the best two of a scan, stopped early",
    .run = quick_run,
};

const pn_tune_method *const pn_tune_quick = &quick;
