/* Wrong, factor 2: the natural logarithm. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tuning/exercises.h"

#include <math.h>

double my_fitness(const my_run *run)
{
  const double most = (double)run->sweeps_most;
  const double f1 = ((double)run->sweeps - 1) / (most - 1);
  const double f2 = fmax(0, (run->order - run->order_low) /
                                (run->order_high - run->order_low));
  const double f3 = fmax(0, log(run->least / run->goal));
  return run->for_sweeps * f1 + run->for_order * f2 + run->for_error * f3;
}
