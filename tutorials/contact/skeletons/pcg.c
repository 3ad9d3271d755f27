/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One iteration of projected conjugate gradients:

     alpha = p.r / p.Ap,   lambda <- max(0, lambda + alpha p),
     w = A lambda + b,     r = -w, but 0 where lambda_i = 0 and w_i > 0,
     beta = (r.r)_new / (r.r)_old,   p <- r + beta p,

   with beta = 0 if a value was cut off at 0, or if the rows that are held at 0
   have changed: then the old p is of no more use. */
#include "contact/exercises.h"

#include <math.h>

void my_pcg(const my_problem *problem, my_state *s)
{
  const size_t n = problem->n;
  const double rr = my_dot(n, s->r, s->r);
  my_times(problem, s->p, s->Ap);
  const double alpha = 0.1; /* TODO */
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
  const double beta = 0; /* TODO: unless this is a restart */
  for (size_t i = 0; i < n; i++)
    s->p[i] = s->r[i] + beta * s->p[i];
}
