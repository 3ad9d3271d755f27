/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Young's formula, of how the error shrinks in sweeps with alpha = 1; with few
   sweeps a constant. */
#include "tuning/exercises.h"

#include <math.h>

/* With fewer sweeps the slowest error cannot be seen; longer steps help. */
static const size_t few = 20;
static const double for_few = 1.4;

static const double most = 0.999; /* of rho: below 1 */

double my_rule(const my_problem *problem)
{
  const size_t sweeps = problem->sweeps;
  if (sweeps < few)
    return for_few;
  const double early = my_try(problem, 1, sweeps / 4);
  const double late = my_try(problem, 1, sweeps / 2);
  const double rho = pow(late / early, 1 / (double)(sweeps / 4));
  return 2 / (1 + sqrt(1 - fmin(rho, most)));
}
