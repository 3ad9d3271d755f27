/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Solves the complementarity problem that the elimination of the tangents has
   left of the problem of impulse_group.c. Mostly it is known which rows act:
   what has pressed in the last pass does so in the next one, and what lies on a
   floor presses everywhere. With F these rows, and N those at a bound,

     A_FF p_F = -(b + A_FN p_N)_F,   w = A p + b

   solves it if p_F is between its bounds, and w points out of those of N. Else
   all rows that are wrong change their places, some times, as in bpp.c. If that
   does not lead to the end, Lemke's method does. A_FF is factored anew only
   where F has changed.

   A is definite, and the solution unique, unless friction throws contacts off:
   then A is not symmetric, and there may be several solutions, or none. That is
   left to Lemke's method.

   Source: Judice, Pires (1994), A block principal pivoting algorithm for
   large-scale strictly monotone linear complementarity problems. */
#include "pantin/dynamics/gauss_private.h"
#include "pantin/dynamics/impulse_group_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { PIVOTS = 1000 };

/* How often rows change their places before Lemke's method takes over. */
enum { CHANGES = 10 };

/* The accuracy that is asked of the solver. */
static const double finest = 1e-15;

/* Problems with no velocity above this [m/s] are left to Lemke's method, which
   ends as soon as it is within `finest`, and leaves most impulses at 0. */
static const double small = 1e-12;

/* A velocity of this share of the largest is rounding. */
static const double rounding = 1e-14;

/* An impulse that is so much smaller, times A_ii, counts as 0: where others can
   do its part, Lemke's method leaves it there. If it cannot be 0 the problem
   goes to that method, too. */
static const double slight = 1e-9;

/* Where an impulse is: unknown, strictly between its bounds, or at one. */
enum { UNKNOWN, FREE, AT_LO, AT_HI };

void pni_impulse_group_set_lcp(pn_impulse_group *g)
{
  const size_t n = g->acting, t = g->sticking, m = n - t;
  double *A = g->A->A;
  g->A->rows = m;
  pn_lcp_resize(g->lcp, m); /* it has room */
  for (size_t i = 0; i < m; i++)
    memcpy(A + i * m, g->reduced + (t + i) * n + t, m * sizeof *A);
  for (size_t i = 0; i < m && g->is_symmetric; i++)
    for (size_t j = 0; j < i; j++)
      A[i * m + j] = A[j * m + i];
  pn_lcp_set_operator(g->lcp, &g->A->base);
  g->is_factored = 0;
}

void pni_impulse_group_set_bounds(pn_impulse_group *g)
{
  const size_t t = g->sticking;
  for (size_t i = t; i < g->acting; i++) {
    g->lcp->lo[i - t] = g->row[g->act[i]].lo;
    g->lcp->hi[i - t] = g->row[g->act[i]].hi;
  }
}

/* Returns the place of a row of the problem. */
static int *place_of(const pn_impulse_group *g, size_t i)
{
  return &g->place[g->act[g->sticking + i]];
}

/* Solves the problem by Lemke's method, and takes note of the places. */
static int solve_by_pivots(pn_impulse_group *g, double *p)
{
  const size_t m = g->lcp->size;
  pn_lcp_settings settings = pn_lcp_settings_default();
  settings.relative = settings.tolerance = finest;
  settings.iterations = PIVOTS;
  memcpy(g->lcp->b, p, m * sizeof *p);
  if (pn_lcp_solver_set(g->solver, &settings, NULL, NULL))
    return GSL_EFAILED;
  while (pn_lcp_solver_test(g->solver) == GSL_CONTINUE)
    if (pn_lcp_solver_iterate(g->solver))
      break;
  memcpy(p, g->solver->lambda, m * sizeof *p);
  for (size_t i = 0; i < m; i++)
    *place_of(g, i) = !(p[i] > g->lcp->lo[i])   ? AT_LO
                      : !(p[i] < g->lcp->hi[i]) ? AT_HI
                                                : FREE;
  g->is_factored = 0;
  return GSL_SUCCESS;
}

/* Returns the noise of velocities of which this is the largest. */
static double noise_of(double most)
{
  return fmax(finest, rounding * most);
}

/* Returns the place of a row at the beginning: where it is, unless that is not
   known, or its bounds have changed since. One-sided rows that are not pressed
   are at their bounds. */
static int first_place(int place, double lo, double hi, double b, double noise)
{
  if (lo == hi)
    return AT_LO;
  if ((place == AT_LO && isfinite(lo)) || (place == AT_HI && isfinite(hi)) ||
      place == FREE)
    return place;
  return lo == 0 && !(b < -noise) ? AT_LO : FREE;
}

/* Gives each row its place at the beginning. */
static void place_rows(pn_impulse_group *g, const double *b, double noise)
{
  for (size_t i = 0; i < g->lcp->size; i++) {
    int *place = place_of(g, i);
    const int first =
        first_place(*place, g->lcp->lo[i], g->lcp->hi[i], b[i], noise);
    g->is_factored &= first == *place;
    *place = first;
  }
}

/* Factors the part of A that belongs to the free rows. */
static void factor(pn_impulse_group *g)
{
  const size_t m = g->lcp->size;
  g->free = 0;
  for (size_t i = 0; i < m; i++)
    if (*place_of(g, i) == FREE)
      g->face[g->free++] = i;
  for (size_t k = 0; k < g->free; k++)
    for (size_t l = 0; l < g->free; l++)
      g->factor[k * g->free + l] = g->A->A[g->face[k] * m + g->face[l]];
  pni_gauss(g->factor, g->free, g->free, 1);
  g->is_factored = 1;
}

/* Computes the impulses that belong to the places. */
static void solve_face(const pn_impulse_group *g, const double *b, double *p)
{
  const size_t m = g->lcp->size;
  double *x = g->part;
  for (size_t i = 0; i < m; i++)
    p[i] = *place_of(g, i) == AT_LO   ? g->lcp->lo[i]
           : *place_of(g, i) == AT_HI ? g->lcp->hi[i]
                                      : 0;
  for (size_t k = 0; k < g->free; k++)
    x[k] = b[g->face[k]] + pni_long_dot(g->A->A + g->face[k] * m, p, m);
  pni_gauss_forward(g->factor, g->free, g->free, x);
  pni_gauss_back(g->factor, g->free, g->free, x);
  for (size_t k = 0; k < g->free; k++)
    p[g->face[k]] = x[k];
}

/* Returns where row i belongs, by its impulse if that is free, else by its
   velocity; `most` is the largest one of the problem. */
static int better_place(const pn_impulse_group *g, size_t i, const double *b,
                        const double *p, double most)
{
  const size_t m = g->lcp->size;
  const double *A = g->A->A + i * m, lo = g->lcp->lo[i], hi = g->lcp->hi[i];
  const int place = *place_of(g, i);
  if (lo == hi)
    return place;
  if (place == FREE)
    return !(A[i] * (p[i] - lo) > slight * most)   ? AT_LO
           : !(A[i] * (hi - p[i]) > slight * most) ? AT_HI
                                                   : FREE;
  const double w = b[i] + pni_long_dot(A, p, m);
  return (place == AT_LO ? w : -w) >= -noise_of(most) ? place : FREE;
}

/* Solves the problem from the places as they are, with p its b at the
   beginning. Tells whether that succeeds; otherwise p is as it was. */
static int solve_by_places(pn_impulse_group *g, double *p)
{
  const size_t m = g->lcp->size;
  double most = 0, *tried = g->tried;
  for (size_t i = 0; i < m; i++)
    most = fmax(most, fabs(p[i]));
  if (!(most > small))
    return 0;
  place_rows(g, p, noise_of(most));
  for (int k = 0; k < CHANGES; k++) {
    if (!g->is_factored)
      factor(g);
    solve_face(g, p, tried);
    for (size_t i = 0; i < m; i++) {
      int *place = place_of(g, i);
      const int better = better_place(g, i, p, tried, most);
      g->is_factored &= better == *place;
      *place = better;
    }
    if (!g->is_factored)
      continue;
    memcpy(p, tried, m * sizeof *p);
    return 1;
  }
  return 0;
}

int pni_impulse_group_solve_lcp(pn_impulse_group *g, double *p)
{
  if (g->lcp->size == 0 || (g->is_symmetric && solve_by_places(g, p)))
    return GSL_SUCCESS;
  return solve_by_pivots(g, p);
}
