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

   What has left its limit flies, even where it is too close to tell. If the
   impulse of another limit throws it back, it hits in its turn, with its own
   restitution, and at the same instant as far as can be told: a light cart
   between a wall and a heavy one is thrown to and fro ever faster. There may be
   no end to that. Such hits multiply the velocities of the limits by the same
   matrix over and over, so that they become proportional to those of before, by
   a factor below 1, and vanish in the end: all that took part comes to rest.

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

/* A velocity of less than this share of the largest one of a limit is rounding,
   and velocities that differ by less are the same. */
static const double same = 1e-9;

/* The most hits in turn at one instant. */
enum { ROUNDS_MOST = 500 };

void pni_bounds_tell(pn_bounds *bounds, double t, const pn_bound_row *row,
                     double p, double after)
{
  const pn_dynamics *d = bounds->dynamics;
  const pn_coordinate of = {row->of->joint, row->of->axis};
  const pn_joint *joint = &d->system->joint[of.joint];
  const int on_child = joint->child != PN_WORLD;
  const double sign = (on_child ? 1 : -1) * row->sign;
  const pn_vec3 none = {0, 0, 0}; /* and not -0 */
  const pn_impact_event event = {
      t,
      on_child ? joint->child : joint->parent,
      pn_vec3_add_scaled(none, sign * p, pn_coordinate_axis(d->assembly, of)),
      sign * row->free,
      sign * after,
      -p * (row->free + after) / 2};
  bounds->struck[row->of - d->system->bound] = 1;
  bounds->impacts++;
  if (bounds->listener)
    bounds->listener(&event, bounds->listener_params);
}

int pni_bounds_acts(const pn_bound_row *row)
{
  const int is_there = row->presses || row->gap <= pni_bound_measure(row->of) *
                                                       pn_bounds_reached;
  return !row->flies && (row->kind == PN_BOUND_HIT ||
                         (row->kind == PN_BOUND_REST && is_there));
}

/* Sets the problem of the rebounds, their restitutions multiplied by `share`,
   and solves it: limits at rest may be hit by them, friction has no time to
   act, and what has left its limit, or flies, is out of reach. */
static int solve_rebounds(pn_bounds *bounds, double share)
{
  for (size_t i = 0; i < bounds->rows; i++) {
    const pn_bound_row *row = &bounds->row[i];
    const double e = row->free < 0 ? share * row->rebound : 0;
    bounds->lcp->b[i] = (1 + e) * row->free;
    bounds->lcp->lo[i] = 0;
    bounds->lcp->hi[i] = pni_bounds_acts(row) ? INFINITY : 0;
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
   would give energy together. They are also the `impulse` of the bounds. */
static int solve_without_gain(pn_bounds *bounds)
{
  double *p = bounds->solver->lambda, *with_e = bounds->impulse;
  double most = 0;
  if (solve_rebounds(bounds, 1))
    return GSL_EFAILED;
  for (size_t i = 0; i < bounds->rows; i++)
    most += p[i] * fabs(bounds->row[i].free);
  const double work = work_of(bounds, p, p);
  memcpy(with_e, p, bounds->rows * sizeof *p);
  if (!(work > rounding * most))
    return GSL_SUCCESS;
  if (solve_rebounds(bounds, 0))
    return GSL_EFAILED;

  /* E(p_0 + s d) = c + b s + a s^2, of which c and a + b + c are known. */
  const double c = fmin(0, work_of(bounds, p, p));
  const double across =
      work_of(bounds, p, with_e) + work_of(bounds, with_e, p); /* b + 2 c */
  const double b = across - 2 * c, a = work - c - b;
  const double s = fmin(1, last_root(a, b, c));
  for (size_t i = 0; i < bounds->rows; i++)
    with_e[i] = p[i] += s * (with_e[i] - p[i]);
  return GSL_SUCCESS;
}

/* Takes note of a hit at t, and tells whether it is the last one: whether those
   to come are too soon to be followed. */
static int comes_to_rest(pn_bounds *bounds, double t, const pn_bound_row *row)
{
  pn_bound_hits *hits = &bounds->hits[pni_bounds_limit(bounds, row)];
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

/* Lets the limits that do not fly rebound at t, together. */
static int hit_once(pn_bounds *bounds, double t, double *u, int *has_jumped)
{
  int is_borne = 0;
  if (bounds->bear && bounds->bear(bounds, t, u, &is_borne))
    return GSL_EFAILED;
  if (!is_borne && solve_without_gain(bounds))
    return GSL_EFAILED;
  if (!is_borne)
    pni_bounds_change(bounds, u);
  note_kicks(bounds, t, u);
  for (size_t i = 0; i < bounds->rows; i++) {
    pn_bound_row *row = &bounds->row[i];
    const double p = bounds->impulse[i];
    const double after = row->sign * pni_bound_rate(bounds, row->of, u);
    bounds->work.impacts += p * (row->free + after) / 2;
    if (row->kind == PN_BOUND_HIT && p > 0)
      pni_bounds_tell(bounds, t, row, p, after);
    *has_jumped |= p > 0;
    if (p > 0)
      row->stays = !(row->rebound > 0);
    row->free = after;
  }
  return GSL_SUCCESS;
}

/* Returns the velocity below which that of a limit is rounding. */
static double least_velocity(const pn_bounds *bounds)
{
  double largest = 0;
  for (size_t i = 0; i < bounds->rows; i++)
    largest = fmax(largest, fabs(bounds->row[i].free));
  return same * largest;
}

/* Makes a hit of a limit, one of several at an instant. */
static void hit(pn_bounds *bounds, pn_bound_row *row)
{
  row->kind = PN_BOUND_HIT;
  row->rebound = pni_bounds_restitution(bounds, row);
  bounds->hits[pni_bounds_limit(bounds, row)].count = 0;
}

void pni_bounds_hit_thrown(pn_bounds *bounds)
{
  const double least = least_velocity(bounds);
  for (size_t i = 0; i < bounds->rows; i++) {
    pn_bound_row *row = &bounds->row[i];
    const double reached = pni_bound_measure(row->of) * pn_bounds_reached;
    if (row->kind != PN_BOUND_FRICTION && !pni_bounds_is_off(row) &&
        row->free < -fmax(least, reached / bounds->step))
      hit(bounds, row);
  }
}

/* Lets the limits fly that have been left, and those hit that have been thrown
   back meanwhile. Returns the number of the latter. */
static size_t find_thrown_back(pn_bounds *bounds)
{
  const double least = least_velocity(bounds);
  size_t count = 0;
  for (size_t i = 0; i < bounds->rows; i++) {
    pn_bound_row *row = &bounds->row[i];
    if (row->kind == PN_BOUND_FRICTION || pni_bounds_is_off(row))
      continue;
    const int is_thrown = row->flies && row->free < -least;
    row->flies = !is_thrown && row->free > least;
    row->takes_part |= is_thrown;
    row->stays &= !row->flies;
    if (!is_thrown)
      continue;
    hit(bounds, row);
    count++;
  }
  return count;
}

/* Keeps the velocities of a round to compare those of later ones with. */
static void keep_round(pn_bounds *bounds)
{
  for (size_t i = 0; i < bounds->rows; i++) {
    bounds->row[i].seen = bounds->row[i].free;
    bounds->row[i].takes_part = 0;
  }
}

/* Tells whether the velocities of the limits that have been hit since a round
   was kept are those of that round, but smaller. */
static int vanishes(const pn_bounds *bounds)
{
  double before = 0, now = 0;
  for (size_t i = 0; i < bounds->rows; i++) {
    const pn_bound_row *row = &bounds->row[i];
    if (row->takes_part && fabs(row->seen) > fabs(before)) {
      before = row->seen;
      now = row->free;
    }
  }
  const double share = now / before;
  if (!(share > 0) || !(share < 1 - same))
    return 0;
  for (size_t i = 0; i < bounds->rows; i++) {
    const pn_bound_row *row = &bounds->row[i];
    if (row->takes_part &&
        !(fabs(row->free - share * row->seen) <= same * fabs(now)))
      return 0;
  }
  return 1;
}

/* Lets all that has been hit since a round was kept come to rest. */
static void end_hits(pn_bounds *bounds)
{
  for (size_t i = 0; i < bounds->rows; i++)
    if (bounds->row[i].takes_part) {
      bounds->row[i].kind = PN_BOUND_HIT;
      bounds->row[i].rebound = 0;
      bounds->row[i].flies = 0;
    }
}

/* Lets what has been thrown back at t hit in its turn, until nothing is thrown
   back any more. Velocities are compared with those of the round 1, 2, 4, 8 ..
   before, which finds any number of hits that comes again. After ROUNDS_MOST
   without an end all hit together. */
static int hit_in_turn(pn_bounds *bounds, double t, double *u, int *has_jumped)
{
  keep_round(bounds);
  for (size_t round = 1, next = 1; find_thrown_back(bounds) > 0; round++) {
    if (vanishes(bounds))
      end_hits(bounds);
    else if (round == ROUNDS_MOST)
      for (size_t i = 0; i < bounds->rows; i++)
        bounds->row[i].flies = 0;
    if (round == next) {
      keep_round(bounds);
      next *= 2;
    }
    if (hit_once(bounds, t, u, has_jumped))
      return GSL_EFAILED;
    if (round == ROUNDS_MOST)
      break;
  }
  return GSL_SUCCESS;
}

int pni_bounds_rebound(pn_bounds *bounds, double t, double *u, int *has_jumped)
{
  int is_hit = 0;
  for (size_t i = 0; i < bounds->rows; i++) {
    pn_bound_row *row = &bounds->row[i];
    is_hit |= row->kind == PN_BOUND_HIT;
    row->flies = row->flies && !row->presses && row->free > 0;
    if (row->kind == PN_BOUND_HIT && row->free < 0 &&
        comes_to_rest(bounds, t, row))
      row->rebound = 0;
  }
  if (!is_hit)
    return GSL_SUCCESS;
  if (hit_once(bounds, t, u, has_jumped) ||
      hit_in_turn(bounds, t, u, has_jumped))
    return GSL_EFAILED;
  bounds->jumped |= *has_jumped;
  return GSL_SUCCESS;
}
