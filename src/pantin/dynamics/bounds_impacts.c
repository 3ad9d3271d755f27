/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Rebounds from limits. The impulses p of all limits that are reached change
   their velocities w_free, away from them, to w = w_free + B p, such that

     0 <= p,   w + e min(w_free, 0) >= 0,   p (w + e min(w_free, 0)) = 0

   with the restitution e of those that are hit, and 0 for those at rest. The
   work of the impulses is

     E(p) = p w_free + p B p / 2.

   With one e for all it is never positive (Moreau). With several it may be,
   where a limit that is left is hit again through another one's impulse. Then
   let p_0 be the impulses with e = 0, for which E(p_0) <= 0, p_e those with the
   restitutions, E(p_e) > 0, and take

     p = p_0 + s (p_e - p_0),   0 <= s < 1,   E(p) = 0,

   which is a quadratic equation in s. Since it is so for both, p is not
   negative and nothing approaches its limit after it.

   With e < 1 a limit that something leans on is hit ever more slowly and ever
   sooner, and infinitely often in a finite time. If the last two pauses are d
   and q d, q < 1, those to come last d (q^2 + q^3 + ..) = d q^2 / (1 - q)
   together. It comes to rest at the third hit in a step, or a later one, once
   that is less than a step. That holds for bounces of its own, under a steady
   force: where an impact on another limit changes the velocity in between, by
   more than a small share, the hits are counted anew. So what is thrown to and
   fro between two limits, or between a limit and another body, is followed.

   Source: J. Moreau, Unilateral contact and dry friction in finite freedom
   dynamics (1988); T. Kane, Stanford Mechanics Alumni Club newsletter (1983),
   for the energy that Newton's e may make. */
#include "pantin/dynamics/bounds_private.h"

#include "pantin/body/coordinate.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <string.h>

/* An energy of less than this share of what the single impulses exchange may be
   rounding. */
static const double rounding = 1e-9;

/* A bounce is disturbed where impacts on other limits change its velocity by
   more than this share: its duration is then no longer 2 v / a. */
static const double disturbed = 0.01;

/* Tells of a rebound by an impulse p [N s] on the child, or on the parent where
   the child is the world. */
static void tell(pn_bounds *bounds, double t, const pn_bound_row *row, double p,
                 double after)
{
  const pn_dynamics *d = bounds->dynamics;
  const pn_coordinate of = {row->of->joint, row->of->axis};
  const pn_joint *joint = &d->system->joint[of.joint];
  const int on_child = joint->child != PN_WORLD;
  const pn_impact_event event = {
      t,
      on_child ? joint->child : joint->parent,
      pn_vec3_scale((on_child ? 1 : -1) * row->sign * p,
                    pn_coordinate_axis(d->assembly, of)),
      row->free,
      after,
      -p * (row->free + after) / 2};
  bounds->impacts++;
  if (bounds->listener)
    bounds->listener(&event, bounds->listener_params);
}

/* Sets the problem of the rebounds, their restitutions multiplied by `share`,
   and solves it: limits at rest may be hit by them, friction has no time to
   act, and what has left its limit is out of reach. */
static int solve_rebounds(pn_bounds *bounds, double share)
{
  for (size_t i = 0; i < bounds->rows; i++) {
    const pn_bound_row *row = &bounds->row[i];
    const int acts = row->kind == PN_BOUND_HIT ||
                     (row->kind == PN_BOUND_REST &&
                      (row->presses || row->gap <= pni_bound_measure(row->of) *
                                                       pn_bounds_reached));
    const double e = row->free < 0 ? share * row->rebound : 0;
    bounds->lcp->b[i] = (1 + e) * row->free;
    bounds->lcp->lo[i] = 0;
    bounds->lcp->hi[i] = acts ? INFINITY : 0;
  }
  return pni_bounds_solve(bounds);
}

/* Returns p (w_free + B q / 2). */
static double work_of(const pn_bounds *bounds, const double *p, const double *q)
{
  double sum = 0;
  for (size_t i = 0; i < bounds->rows; i++) {
    double w = 0;
    for (size_t j = 0; j < bounds->rows; j++)
      w += bounds->A->A[i * bounds->rows + j] * q[j];
    sum += p[i] * (bounds->row[i].free + w / 2);
  }
  return sum;
}

/* Returns the largest s at which c + b s + a s^2, not positive at 0 and
   positive at 1, is 0. */
static double last_root(double a, double b, double c)
{
  const double root = sqrt(fmax(0, b * b - 4 * a * c));
  return b > 0 ? -2 * c / (b + root) : (root - b) / (2 * a);
}

/* Solves for the impulses of the rebounds, and makes them smaller where they
   would give energy together. */
static int solve_without_gain(pn_bounds *bounds)
{
  double *p = bounds->solver->lambda, *with_e = bounds->impulse;
  double most = 0;
  if (solve_rebounds(bounds, 1))
    return GSL_EFAILED;
  for (size_t i = 0; i < bounds->rows; i++)
    most += p[i] * fabs(bounds->row[i].free);
  const double work = work_of(bounds, p, p);
  if (!(work > rounding * most))
    return GSL_SUCCESS;
  memcpy(with_e, p, bounds->rows * sizeof *p);
  if (solve_rebounds(bounds, 0))
    return GSL_EFAILED;

  /* E(p_0 + s d) = c + b s + a s^2, of which c and a + b + c are known. */
  const double c = fmin(0, work_of(bounds, p, p));
  const double across =
      work_of(bounds, p, with_e) + work_of(bounds, with_e, p); /* b + 2 c */
  const double b = across - 2 * c, a = work - c - b;
  const double s = fmin(1, last_root(a, b, c));
  for (size_t i = 0; i < bounds->rows; i++)
    p[i] += s * (with_e[i] - p[i]);
  return GSL_SUCCESS;
}

/* Takes note of a hit at t, and tells whether it is the last one: whether those
   to come are too soon to be followed. */
static int comes_to_rest(pn_bounds *bounds, double t, const pn_bound_row *row)
{
  const size_t b = (size_t)(row->of - bounds->dynamics->system->bound);
  pn_bound_hits *hits = &bounds->hits[2 * b + (row->sign < 0)];
  const double speed = -row->free, pause = t - hits->time;
  const int falls = hits->count > 1 && row->rebound < 1 &&
                    speed < hits->speed && pause <= hits->pause;
  const int rests =
      falls && pause * pause <= (hits->pause - pause) * bounds->step;
  *hits = (pn_bound_hits){hits->count + 1, t, pause, speed, speed, 0};
  return rests;
}

/* Takes note of how fast the limits that were hit at t are left at u, and of
   what the impulses, which have changed u by `change`, do to the bounces from
   others. */
static void note_kicks(pn_bounds *bounds, double t, const double *u)
{
  for (size_t l = 0; l < 2 * bounds->bounds; l++) {
    const pn_bound *of = &bounds->dynamics->system->bound[l / 2];
    pn_bound_hits *hits = &bounds->hits[l];
    if (hits->count == 0)
      continue;
    if (hits->time < t)
      hits->kick += fabs(pni_bound_rate(bounds, of, bounds->change));
    else
      hits->left = fabs(pni_bound_rate(bounds, of, u));
    if (hits->kick > disturbed * hits->left)
      hits->count = 0;
  }
}

int pni_bounds_rebound(pn_bounds *bounds, double t, double *u, int *has_jumped)
{
  int is_hit = 0;
  for (size_t i = 0; i < bounds->rows; i++) {
    pn_bound_row *row = &bounds->row[i];
    is_hit |= row->kind == PN_BOUND_HIT;
    if (row->kind == PN_BOUND_HIT && row->free < 0 &&
        comes_to_rest(bounds, t, row))
      row->rebound = 0;
  }
  if (!is_hit)
    return GSL_SUCCESS;
  if (solve_without_gain(bounds))
    return GSL_EFAILED;
  pni_bounds_change(bounds, u);
  note_kicks(bounds, t, u);
  for (size_t i = 0; i < bounds->rows; i++) {
    const pn_bound_row *row = &bounds->row[i];
    const double p = bounds->solver->lambda[i];
    const double after = row->sign * pni_bound_rate(bounds, row->of, u);
    bounds->work.impacts += p * (row->free + after) / 2;
    if (row->kind == PN_BOUND_HIT && p > 0)
      tell(bounds, t, row, p, after);
    *has_jumped |= p > 0;
    bounds->row[i].stays = p > 0 && !(row->rebound > 0);
  }
  bounds->jumped |= *has_jumped;
  return GSL_SUCCESS;
}
