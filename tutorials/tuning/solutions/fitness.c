/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The fitness of a run: sweeps, regularisation, missing decades. */
#include "tuning/exercises.h"

#include <math.h>

double my_fitness(const my_run *run)
{
  const double most = (double)run->sweeps_most;
  const double f1 = ((double)run->sweeps - 1) / (most - 1);
  const double f2 = fmax(0, (run->order - run->order_low) /
                                (run->order_high - run->order_low));
  const double f3 = fmax(0, log10(run->least / run->goal));
  return run->for_sweeps * f1 + run->for_order * f2 + run->for_error * f3;
}
