/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: rewards an error below the goal */
/* WRONG 2: takes the natural logarithm, not the one to base 10 */
/* WRONG 3: counts the first sweep, too */
#include "tuning/exercises.h"

#include <math.h>

double my_fitness(const my_run *run)
{
  const double most = (double)run->sweeps_most;
#if WRONG == 3
  const double f1 = (double)run->sweeps / most;
#else
  const double f1 = ((double)run->sweeps - 1) / (most - 1);
#endif
  const double f2 = fmax(0, (run->order - run->order_low) /
                                (run->order_high - run->order_low));
#if WRONG == 1
  const double f3 = log10(run->least / run->goal);
#elif WRONG == 2
  const double f3 = fmax(0, log(run->least / run->goal));
#else
  const double f3 = fmax(0, log10(run->least / run->goal));
#endif
  return run->for_sweeps * f1 + run->for_order * f2 + run->for_error * f3;
}
