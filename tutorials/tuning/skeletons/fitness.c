/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The fitness of a run (section 5): three terms, each times its weight.

   In:  a run; its members stand in tuning/exercises.h. The numbers of sweeps
        are integers: write (double)run->sweeps.
   Out: f, the value returned.

   f1 is 0 for a run of one sweep and 1 for one of sweeps_most; f2 is 0 at
   order_low (and below it, where kappa counts as 0) and 1 at order_high; both
   are linear between. f3 counts the decades from the goal up to the least
   error; an error below the goal is not rewarded.

   Examples, with weights 1, 0.5, 1.2, orders from -16 to -1 and the goal 1e-4:
   101 sweeps of 201, order -8.5, least error 1e-5: f = 0.5 + 0.25 = 0.75.
   200 sweeps of 200, order -16, least error 1e-2: f = 1 + 1.2 * 2 = 3.4. */
#include "tuning/exercises.h"

#include <math.h>

double my_fitness(const my_run *run)
{
  const double f1 = 0, f2 = 0, f3 = 0; /* TODO: all three */
  return run->for_sweeps * f1 + run->for_order * f2 + run->for_error * f3;
}
