/* Wrong, off by one: goes on as if nothing had been cut off. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "contact/exercises.h"

#include <math.h>

void my_pcg(const my_problem *problem, my_state *s)
{
  const size_t n = problem->n;
  const double rr = my_dot(n, s->r, s->r);
  my_times(problem, s->p, s->Ap);
  const double alpha = my_dot(n, s->p, s->r) / my_dot(n, s->p, s->Ap);
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
  const double beta = my_dot(n, s->r, s->r) / rr;
  for (size_t i = 0; i < n; i++)
    s->p[i] = s->r[i] + beta * s->p[i];
}
