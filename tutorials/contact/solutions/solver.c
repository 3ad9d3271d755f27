/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Conjugate gradients with the direction projected, after Renouf and Alart,
   preconditioned by the diagonal. T(v) is v with 0 for contacts at a bound that
   v would pass:

     alpha = r.p / p.Ap,   lambda <- lambda + alpha p, cut off at the bounds,
     r = -(A lambda + b),  z = T(r / D),
     beta = -z.Ap / p.Ap,  p <- z + beta T(p).

   The product A lambda is known as long as nothing is cut off. Where p no
   longer descends, it starts anew. */
#include "contact/exercises.h"

#include <math.h>

static const double solved = 1e-10; /* m/s, a tenth of what is asked for */

/* Copies v to out, with 0 for contacts at a bound that it would pass. */
static void project(const my_pile *pile, const double *lambda, const double *v,
                    double *out)
{
  for (size_t i = 0; i < pile->n; i++) {
    const int held = (lambda[i] <= pile->lo[i] && v[i] < 0) ||
                     (lambda[i] >= pile->hi[i] && v[i] > 0);
    out[i] = held ? 0 : v[i];
  }
}

/* Computes the largest residual, with w = -r. */
static double worst(const my_pile *pile, const double *lambda, const double *r)
{
  double most = 0;
  for (size_t i = 0; i < pile->n; i++)
    most = fmax(
        most, fabs(fmin(pile->D[i] * (lambda[i] - pile->lo[i]),
                        fmax(pile->D[i] * (lambda[i] - pile->hi[i]), -r[i]))));
  return most;
}

/* Walks along p to the lowest point, cut off at the bounds; r follows. */
static void walk(my_pile *pile, double *lambda, double *r, const double *p,
                 const double *Ap)
{
  const size_t n = pile->n;
  const double alpha = my_dot(n, p, r) / my_dot(n, p, Ap);
  int cut = 0;
  for (size_t i = 0; i < n; i++) {
    const double wanted = lambda[i] + alpha * p[i];
    lambda[i] = fmin(fmax(wanted, pile->lo[i]), pile->hi[i]);
    cut |= lambda[i] != wanted;
    r[i] -= alpha * Ap[i];
  }
  if (!cut)
    return;
  pile->product(pile, lambda, r);
  for (size_t i = 0; i < n; i++)
    r[i] = -r[i] - pile->b[i];
}

void my_solver(my_pile *pile, double *lambda)
{
  const size_t n = pile->n;
  double r[MY_ROWS_MAX], z[MY_ROWS_MAX], p[MY_ROWS_MAX], Ap[MY_ROWS_MAX];
  for (size_t i = 0; i < n; i++) {
    r[i] = -pile->b[i];
    z[i] = r[i] / pile->D[i];
  }
  project(pile, lambda, z, p);
  while (worst(pile, lambda, r) > solved && pile->work + 2 <= MY_WORK_MAX) {
    pile->product(pile, p, Ap);
    const double pAp = my_dot(n, p, Ap);
    walk(pile, lambda, r, p, Ap);
    for (size_t i = 0; i < n; i++)
      z[i] = r[i] / pile->D[i];
    project(pile, lambda, z, z);
    const double beta = -my_dot(n, z, Ap) / pAp;
    project(pile, lambda, p, p);
    for (size_t i = 0; i < n; i++)
      p[i] = z[i] + beta * p[i];
    if (my_dot(n, p, r) <= 0) /* it climbs */
      project(pile, lambda, z, p);
  }
}
