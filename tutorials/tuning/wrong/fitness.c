/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: rewards an error below the goal */
/* WRONG 2: takes the natural logarithm, not the one to base 10 */
/* WRONG 3: counts the first sweep, too */
/* WRONG 4: divides integers, which cuts off the fraction */
/* WRONG 5: lets f2 fall below 0 where the order is below order_low */
#include "tuning/exercises.h"

#include <math.h>

double my_fitness(const my_run *run)
{
  const double most = (double)run->sweeps_most;
#if WRONG == 3
  const double f1 = (double)run->sweeps / most;
#elif WRONG == 4
  const double f1 = (double)((run->sweeps - 1) / (run->sweeps_most - 1));
#else
  const double f1 = ((double)run->sweeps - 1) / (most - 1);
#endif
#if WRONG == 5
  const double f2 =
      (run->order - run->order_low) / (run->order_high - run->order_low);
#else
  const double f2 = fmax(0, (run->order - run->order_low) /
                                (run->order_high - run->order_low));
#endif
#if WRONG == 1
  const double f3 = log10(run->least / run->goal);
#elif WRONG == 2
  const double f3 = fmax(0, log(run->least / run->goal));
#else
  const double f3 = fmax(0, log10(run->least / run->goal));
#endif
  return run->for_sweeps * f1 + run->for_order * f2 + run->for_error * f3;
}
