/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: subtracts beta p from the new direction */
/* WRONG 2: goes twice as far as the lowest point along p */
/* WRONG 3: does not restart when other contacts are held than before */
/* WRONG 4: does not restart when values have been cut off at 0 */
/* WRONG 5: starts anew in each iteration, which is steepest descent */
/* WRONG 6: restarts when the set of lambda > 0 changes, not that of the held */
/* WRONG 7: holds every contact with lambda = 0, whatever its w is */
#include "contact/exercises.h"

#include <math.h>

void my_pcg(const my_problem *problem, my_state *s)
{
  const size_t n = problem->n;
  const double rr = my_dot(n, s->r, s->r);
  my_times(problem, s->p, s->Ap);
#if WRONG == 2
  const double alpha = 2 * my_dot(n, s->p, s->r) / my_dot(n, s->p, s->Ap);
#else
  const double alpha = my_dot(n, s->p, s->r) / my_dot(n, s->p, s->Ap);
#endif
  int restart = 0;
  for (size_t i = 0; i < n; i++) {
    const double wanted = s->lambda[i] + alpha * s->p[i];
#if WRONG == 6
    restart |= (s->lambda[i] > 0) != (wanted > 0);
#endif
    s->lambda[i] = fmax(0, wanted);
#if WRONG != 4
    restart |= wanted < 0;
#endif
  }
  my_times(problem, s->lambda, s->w);
  for (size_t i = 0; i < n; i++) {
    s->w[i] += problem->b[i];
#if WRONG == 7
    const int held = s->lambda[i] <= 0;
#else
    const int held = s->lambda[i] <= 0 && s->w[i] > 0;
#endif
#if WRONG != 3 && WRONG != 6
    restart |= held != s->held[i];
#endif
    s->held[i] = held;
    s->r[i] = held ? 0 : -s->w[i];
  }
#if WRONG == 5
  const double beta = 0;
#else
  const double beta = restart ? 0 : my_dot(n, s->r, s->r) / rr;
#endif
  for (size_t i = 0; i < n; i++)
#if WRONG == 1
    s->p[i] = s->r[i] - beta * s->p[i];
#else
    s->p[i] = s->r[i] + beta * s->p[i];
#endif
}
