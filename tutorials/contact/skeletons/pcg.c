/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One iteration of projected conjugate gradients (sections 6 and 7).

   In:  the problem, and a state that belongs together: lambda >= 0;
        w = A lambda + b; the projected residual r; held[i] = 1 where
        lambda_i = 0 and w_i > 0, otherwise 0; the direction p, which is not 0.
   Out: the same after a step along p: the new lambda, w, r and held, and the
        direction for the next step.

   my_times(problem, x, y) computes y = A x; my_dot(n, x, y) is x.y; s->Ap is
   room.

   Example, one contact: A = (2), b = (-3), lambda = 0, so that w = -3 and
   r = p = 3. The lowest point along p is half of p away: lambda = 1.5, and then
   w = r = p = 0. */
#include "contact/exercises.h"

#include <math.h>

void my_pcg(const my_problem *problem, my_state *s)
{
  const size_t n = problem->n;
  my_times(problem, s->p, s->Ap);
  /* TODO: the step, cut off at 0 */
  my_times(problem, s->lambda, s->w);
  for (size_t i = 0; i < n; i++)
    s->w[i] += problem->b[i];
  /* TODO: held and r */
  for (size_t i = 0; i < n; i++)
    s->p[i] = s->r[i]; /* TODO: that is a new start; otherwise? */
}
