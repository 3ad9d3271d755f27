/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: takes the same alpha for every problem */
/* WRONG 2: judges long runs by their first quarter */
/* WRONG 3: applies Young's formula to ten sweeps as well */
#include "tuning/exercises.h"

#include <math.h>

/* With fewer sweeps the slowest error cannot be seen; longer steps help. */
static const size_t few = 20;
static const double for_few = 1.4;

static const double most = 0.999; /* of rho: below 1 */

double my_rule(const my_problem *problem)
{
  const size_t sweeps = problem->sweeps;
#if WRONG == 1
  return for_few;
#endif
#if WRONG == 2
  static const double alphas[] = {1, 1.3, 1.6, 1.85};
  double best = 1, least = INFINITY;
  for (int k = 0; k < 4; k++) {
    const double error = my_try(problem, alphas[k], sweeps / 4);
    if (error < least) {
      least = error;
      best = alphas[k];
    }
  }
  return best;
#endif
#if WRONG != 3
  if (sweeps < few)
    return for_few;
#endif
  const double early = my_try(problem, 1, sweeps / 4);
  const double late = my_try(problem, 1, sweeps / 2);
  const double rho = pow(late / early, 1 / (double)(sweeps / 4));
  return 2 / (1 + sqrt(1 - fmin(rho, most)));
}
