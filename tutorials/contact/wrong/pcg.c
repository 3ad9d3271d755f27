/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: subtracts beta p from the new direction */
/* WRONG 2: goes twice as far as the lowest point along p */
/* WRONG 3: does not restart when values have been cut off at 0 */
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
    s->lambda[i] = fmax(0, wanted);
    restart |= wanted < 0;
  }
  my_times(problem, s->lambda, s->w);
  for (size_t i = 0; i < n; i++) {
    s->w[i] += problem->b[i];
    const int held = s->lambda[i] <= 0 && s->w[i] > 0;
    restart |= held != s->held[i];
    s->held[i] = held;
    s->r[i] = held ? 0 : -s->w[i];
  }
#if WRONG == 3
  const double beta = my_dot(n, s->r, s->r) / rr;
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
