/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: gives up after 15 iterations */
/* WRONG 2: takes 0 and infinity for bounds, whatever they are */
/* WRONG 3: starts anew in each iteration, which is steepest descent */
/* WRONG 4: lets lambda pass its bounds */
/* WRONG 5: divides by p.Ap after the last step, when it is 0 */
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
#if WRONG == 2
    lambda[i] = fmax(wanted, 0);
#elif WRONG == 4
    lambda[i] = wanted;
#else
    lambda[i] = fmin(fmax(wanted, pile->lo[i]), pile->hi[i]);
#endif
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
#if WRONG == 1
  for (int k = 0; k < 15; k++) {
#elif WRONG == 5
  while (pile->work + 2 <= MY_WORK_MAX) {
#else
  while (worst(pile, lambda, r) > solved && pile->work + 2 <= MY_WORK_MAX) {
#endif
    pile->product(pile, p, Ap);
    const double pAp = my_dot(n, p, Ap);
    walk(pile, lambda, r, p, Ap);
    for (size_t i = 0; i < n; i++)
      z[i] = r[i] / pile->D[i];
    project(pile, lambda, z, z);
#if WRONG == 3
    const double beta = 0;
#else
    const double beta = -my_dot(n, z, Ap) / pAp;
#endif
    project(pile, lambda, p, p);
    for (size_t i = 0; i < n; i++)
      p[i] = z[i] + beta * p[i];
    if (my_dot(n, p, r) <= 0) /* it climbs */
      project(pile, lambda, z, p);
  }
}
