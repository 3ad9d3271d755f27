/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random numbers for the drivers of the exercises, the same in each run. */
#ifndef PANTIN_TUTORIALS_TUNING_INPUTS_H
#define PANTIN_TUTORIALS_TUNING_INPUTS_H

#include "exercise.h"

#include <gsl/gsl_rng.h>
#include <stdlib.h>

static inline gsl_rng *tuning_random(unsigned long seed)
{
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  if (!random)
    exit(EXIT_FAILURE + 1);
  gsl_rng_set(random, seed);
  return random;
}

static inline double tuning_uniform(gsl_rng *random, double low, double high)
{
  return low + (high - low) * gsl_rng_uniform(random);
}

#endif
