/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Limits and dry friction. In a step of length h each exerts a steady force f
   along its coordinate, that of the step before. At the end impulses make it
   right. With k the row of the Jacobian of a coordinate, as in coordinate.h,
   and r = W (k^T + J^T lambda) what a unit impulse along it does, J r = 0, the
   impulses p of all rows change the velocities by sum r p, and

     w = B p + w_free,   B_ij = k_i r_j,

   shall fulfil, in a boxed complementarity problem,

     dry friction      |p + f h| <= friction h,   against w; w = 0 in between
     a limit at rest   0 <= p + f h,  w >= 0,  (p + f h) w = 0

   Limits are hit after these have acted, and friction then has no time to
   (bounds_impacts.c). Then f + p/h is the force of the next step, so
   that p is small as long as nothing sticks, slides or comes loose anew. Dry
   friction is Coulomb's with a given normal force, so that its bound is a
   number. The p of friction and of limits at rest stand for forces during the
   whole step: positions change by c h sum r p, with c = 1/2 for integrators of
   order 2 and more. What sticks stays where it is (bounds_holds.c), and
   constant friction is exact. Limits that are passed all the same are returned
   to by the same problem for positions. The forces of a part of a step that was
   short, or of one before a rebound, are found otherwise where there are
   several limits, or one beside friction (bounds_forces.c).

   The work of friction is (f h + p) (w_start + w) / 2, of which f h (w_start +
   w_free) / 2 has been integrated with the motion; that of a rebound is
   p (w_free + w) / 2. A limit at rest does none: what it does is an error of
   the step, and is not booked.

   Source: J. Moreau, Unilateral contact and dry friction in finite freedom
   dynamics (1988); D. Stewart, J. Trinkle, Int. J. Numer. Meth. Engng. 39
   (1996) 2673. */
#include "pantin/dynamics/bounds_private.h"

#include "pantin/base/alloc.h"
#include "pantin/body/coordinate.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <string.h>

const double pn_bounds_reached = 1e-9;

/* Share of the longest step from which on a part of one tells forces. */
static const double telling = 0.1;

/* A joint comes to a limit from rest if it approached it before with at most
   this share of its speed. */
static const double from_rest = 0.25;

static int lcp_alloc(pn_bounds *bounds, size_t most)
{
  bounds->lcp = pn_lcp_alloc(most);
  bounds->A = pn_lcp_dense_alloc(most);
  if (!bounds->lcp || !bounds->A)
    return GSL_ENOMEM;
  pn_lcp_set_operator(bounds->lcp, &bounds->A->base);
  bounds->solver = pn_lcp_solver_alloc(pn_lcp_lemke, bounds->lcp);
  return bounds->solver ? GSL_SUCCESS : GSL_ENOMEM;
}

pn_bounds *pn_bounds_alloc(pn_dynamics *dynamics, double reach)
{
  const pn_assembly *a = dynamics->assembly;
  const size_t count = a->system->bounds, most = PNI_BOUND_ROWS * count;
  pn_bounds *bounds = pn_alloc(1, sizeof *bounds);
  if (!bounds)
    return NULL;
  bounds->dynamics = dynamics;
  bounds->bounds = count;
  bounds->reach = reach;
  bounds->value = pn_alloc(count, sizeof *bounds->value);
  bounds->rate = pn_alloc(count, sizeof *bounds->rate);
  bounds->dry = pn_alloc(count, sizeof *bounds->dry);
  bounds->press = pn_alloc(2 * count, sizeof *bounds->press);
  bounds->met = pn_alloc(2 * count, sizeof *bounds->met);
  bounds->led = pn_alloc(2 * count, sizeof *bounds->led);
  bounds->hits = pn_alloc(2 * count, sizeof *bounds->hits);
  bounds->out = pn_alloc(2 * count, sizeof *bounds->out);
  bounds->way = pn_alloc(count, sizeof *bounds->way);
  bounds->held = pn_alloc(count, sizeof *bounds->held);
  bounds->struck = pn_alloc(count, sizeof *bounds->struck);
  bounds->swing = pn_alloc(count, sizeof *bounds->swing);
  bounds->force_of = pn_alloc(count, sizeof *bounds->force_of);
  bounds->kept.force = pn_alloc(10 * count, sizeof *bounds->kept.force);
  bounds->row = pn_alloc(most, sizeof *bounds->row);
  bounds->impulse = pn_alloc(most, sizeof *bounds->impulse);
  bounds->response = pn_alloc(most * a->velocities, sizeof *bounds->response);
  bounds->unit = pn_alloc(a->velocities, sizeof *bounds->unit);
  bounds->change = pn_alloc(a->velocities, sizeof *bounds->change);
  bounds->lambda = pn_alloc(a->rows, sizeof *bounds->lambda);
  if (bounds->value && bounds->rate && bounds->dry && bounds->press &&
      bounds->met && bounds->led && bounds->hits && bounds->out &&
      bounds->way && bounds->held && bounds->struck && bounds->swing &&
      bounds->force_of && bounds->kept.force && bounds->row &&
      bounds->impulse && bounds->response && bounds->unit && bounds->change &&
      bounds->lambda && !lcp_alloc(bounds, most)) {
    bounds->jumped = 1;
    for (size_t b = 0; b < count; b++) {
      bounds->met[2 * b] = bounds->met[2 * b + 1] = 1;
      bounds->value[b] = pn_bound_start(&a->system->bound[b], a->system);
      bounds->frictions += a->system->bound[b].friction > 0;
    }
    dynamics->assembly->bound_force = bounds->force_of;
    dynamics->assembly->bound_friction = bounds->dry;
    return bounds;
  }
  pn_bounds_free(bounds);
  return NULL;
}

void pn_bounds_free(pn_bounds *bounds)
{
  if (!bounds)
    return;
  bounds->dynamics->assembly->bound_force = NULL;
  bounds->dynamics->assembly->bound_friction = NULL;
  if (bounds->A && (!bounds->lcp || !bounds->lcp->A)) /* not yet the lcp's */
    pn_lcp_dense_free(bounds->A);
  pn_lcp_solver_free(bounds->solver);
  pn_lcp_free(bounds->lcp);
  pn_free(bounds->dry);
  pn_free(bounds->way);
  pn_free(bounds->swing);
  pn_free(bounds->held);
  pn_free(bounds->struck);
  pn_free(bounds->press);
  pn_free(bounds->met);
  pn_free(bounds->led);
  pn_free(bounds->hits);
  pn_free(bounds->out);
  pn_free(bounds->force_of);
  pn_free(bounds->kept.force);
  pn_free(bounds->value);
  pn_free(bounds->rate);
  pn_free(bounds->row);
  pn_free(bounds->impulse);
  pn_free(bounds->response);
  pn_free(bounds->unit);
  pn_free(bounds->change);
  pn_free(bounds->lambda);
  pn_free(bounds);
}

int pn_bounds_begin(pn_bounds *bounds, const double *y)
{
  const pn_system *system = bounds->dynamics->system;
  if (pn_assembly_set(bounds->dynamics->assembly, y))
    return GSL_EFAILED;
  for (size_t b = 0; b < bounds->bounds; b++) {
    bounds->value[b] = pni_bound_value(bounds, b);
    bounds->rate[b] = pni_bound_rate(bounds, &system->bound[b],
                                     y + pn_system_positions(system));
  }
  bounds->elapsed = 0;
  pni_bounds_note_strikes(bounds);
  memset(bounds->out, 0, 2 * bounds->bounds * sizeof *bounds->out);
  bounds->turns = 0;
  if (bounds->frictions > 0) {
    pni_bounds_set_ways(bounds, y);
    pni_bounds_sum_forces(bounds);
  }
  return GSL_SUCCESS;
}

/* Sets the problem of what lasts, and solves it. */
static int solve_lasting(pn_bounds *bounds, double h)
{
  for (size_t i = 0; i < bounds->rows; i++) {
    const pn_bound_row *row = &bounds->row[i];
    const int is_friction = row->kind == PN_BOUND_FRICTION;
    const double done = row->force ? *row->force * h : 0;
    const double most = row->of->friction * h;
    bounds->lcp->b[i] = row->free;
    bounds->lcp->lo[i] = row->force ? (is_friction ? -most : 0) - done : 0;
    bounds->lcp->hi[i] = is_friction ? most - done : row->force ? INFINITY : 0;
  }
  return pni_bounds_solve(bounds);
}

/* Sets the forces of the next step to those of this one with its impulses. A
   part of a step that is so short tells none: what rounding leaves of a
   velocity is no force; but a limit that is left exerts none any more, unless
   a turn ended the part, since nothing leaves a limit fast at a turn. */
static void renew_forces(pn_bounds *bounds, double h, int is_short)
{
  for (size_t i = 0; i < bounds->rows; i++) {
    const pn_bound_row *row = &bounds->row[i];
    if (!row->force)
      continue;
    const double force = *row->force + bounds->solver->lambda[i] / h;
    if (!is_short ||
        (row->kind == PN_BOUND_REST && !(force > 0) && bounds->turns == 0))
      *row->force = force;
  }
  pni_bounds_sum_forces(bounds);
}

/* Adds what friction and limits at rest lack to the forces that have acted, as
   if it had acted during the step. */
static int act(pn_bounds *bounds, double t, double h, double *y)
{
  pn_dynamics *d = bounds->dynamics;
  double *u = y + pn_system_positions(d->system);
  if (solve_lasting(bounds, h))
    return GSL_EFAILED;
  pni_bounds_change(bounds, u);
  for (size_t i = 0; i < bounds->rows; i++) {
    pn_bound_row *row = &bounds->row[i];
    const double after = row->sign * pni_bound_rate(bounds, row->of, u);
    if (row->kind == PN_BOUND_FRICTION)
      bounds->work.friction +=
          bounds->solver->lambda[i] * (row->start + after) / 2 +
          *row->force * h * (after - row->free) / 2;
    row->presses =
        row->force && *row->force * h + bounds->solver->lambda[i] > 0;
    row->free = after;
  }
  bounds->longest = fmax(bounds->longest, h);
  const int is_short = h < telling * bounds->longest;
  pni_bounds_note_ways(bounds, h, is_short);
  for (size_t k = 0; k < d->assembly->velocities; k++)
    bounds->change[k] *= bounds->reach * h;
  pni_bounds_hold(bounds, u);
  renew_forces(bounds, h, is_short);
  pni_bounds_book_motors(bounds, t - h / 2);
  pn_dynamics_displace(d, y, bounds->change);
  return GSL_SUCCESS;
}

/* Returns to the limits that have been passed, by the least displacement, and
   brings back those that press: their gap is the error of the step. */
static int change_positions(pn_bounds *bounds, double *y)
{
  pn_dynamics *d = bounds->dynamics;
  double kinetic, least = 0;
  if (pn_assembly_set(d->assembly, y))
    return GSL_EFAILED;
  for (size_t i = 0; i < bounds->rows; i++) {
    const pn_bound_row *row = &bounds->row[i];
    const size_t b = (size_t)(row->of - d->system->bound);
    const int is_limit = row->kind != PN_BOUND_FRICTION;
    const int is_kept = row->stays || (row->kind == PN_BOUND_REST &&
                                       row->force && *row->force > 0);
    const double gap =
        is_limit ? pni_bound_gap(row->of, row->sign, pni_bound_value(bounds, b))
                 : 0;
    bounds->lcp->b[i] = gap;
    bounds->lcp->lo[i] = is_kept ? -INFINITY : 0;
    bounds->lcp->hi[i] = is_limit ? INFINITY : 0;
    least =
        fmin(least, (is_kept ? -fabs(gap) : gap) / pni_bound_measure(row->of));
  }
  if (least > -pn_bounds_reached / 2)
    return GSL_SUCCESS;
  if (pni_bounds_solve(bounds))
    return GSL_EFAILED;
  const double before = pn_measure_energy(d->system, y, &kinetic);
  pni_bounds_sum_change(bounds);
  pn_dynamics_displace(d, y, bounds->change);
  bounds->work.corrections +=
      pn_measure_energy(d->system, y, &kinetic) - before;
  return GSL_SUCCESS;
}

/* Sets the assembly and the multipliers to the state y. */
static int set_state(pn_bounds *bounds, const double *y)
{
  pn_dynamics *d = bounds->dynamics;
  return pn_assembly_set(d->assembly, y) || pn_multipliers_renew(d->multipliers)
             ? GSL_EFAILED
             : GSL_SUCCESS;
}

/* Lets the limits that were hit rebound; at the end of a part of a step that
   `is_short`. */
static int rebound(pn_bounds *bounds, double t, int is_short, double *y)
{
  double *u = y + pn_system_positions(bounds->dynamics->system);
  int has_jumped = 0;
  if (pni_bounds_rebound(bounds, t, u, &has_jumped))
    return GSL_EFAILED;
  pni_bounds_note_limits(bounds, is_short || has_jumped, u);
  return GSL_SUCCESS;
}

int pn_bounds_strike(pn_bounds *bounds, double t, double *y)
{
  const double *u = y + pn_system_positions(bounds->dynamics->system);
  if (set_state(bounds, y) || pni_bounds_list(bounds, PNI_LIST_REACHED, u))
    return GSL_EFAILED;
  return rebound(bounds, t, 0, y) || change_positions(bounds, y);
}

void pn_bounds_forget_led(pn_bounds *bounds)
{
  memset(bounds->led, 0, 2 * bounds->bounds * sizeof *bounds->led);
}

int pni_bounds_leads(const pn_bound *of, double before, double after)
{
  return after < 0 && before >= from_rest * after && of->restitution < 1;
}

/* Takes note of the limits to which an impact has led their joints from rest,
   with the velocities u. */
static void note_led(pn_bounds *bounds, const double *u)
{
  for (size_t l = 0; l < 2 * bounds->bounds; l++) {
    const pn_bound *of = &bounds->dynamics->system->bound[l / 2];
    const double sign = l % 2 == 0 ? 1 : -1;
    if (pni_bounds_leads(of, sign * bounds->rate[l / 2],
                         sign * pni_bound_rate(bounds, of, u)))
      bounds->led[l] = 1;
  }
}

int pn_bounds_throw(pn_bounds *bounds, double t, int at_rest, double *y)
{
  const double *u = y + pn_system_positions(bounds->dynamics->system);
  if (set_state(bounds, y))
    return GSL_EFAILED;
  if (at_rest)
    note_led(bounds, u);
  if (pni_bounds_list(bounds, PNI_LIST_REACHED, u))
    return GSL_EFAILED;
  pni_bounds_hit_thrown(bounds);
  const int was_stale = bounds->stale; /* no forces are found here */
  const int code = rebound(bounds, t, 0, y);
  bounds->stale |= was_stale;
  return code;
}

int pn_bounds_apply(pn_bounds *bounds, double t, double h, double *y)
{
  const double *u = y + pn_system_positions(bounds->dynamics->system);
  if (set_state(bounds, y) || pni_bounds_list(bounds, PNI_LIST_REACHED, u))
    return GSL_EFAILED;
  if (bounds->rows == 0)
    return GSL_SUCCESS;
  if (act(bounds, t, h, y))
    return GSL_EFAILED;
  return rebound(bounds, t, h < telling * bounds->longest, y) ||
         change_positions(bounds, y);
}

int pn_bounds_find_forces(pn_bounds *bounds, double h, const double *y)
{
  const double *u = y + pn_system_positions(bounds->dynamics->system);
  if (set_state(bounds, y))
    return GSL_EFAILED;
  pni_bounds_note_rests(bounds, h);
  if (pni_bounds_list(bounds, PNI_LIST_PRESSED, u))
    return GSL_EFAILED;
  return pni_bounds_set_forces(bounds, h);
}
