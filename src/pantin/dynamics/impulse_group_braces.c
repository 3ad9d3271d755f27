/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Joints may brace the bodies that rest on walls: by dry friction, by limits
   on which they rest, and by those to which the walls lead them from rest.
   Their rows join the problem of impulse_group.c, as in bounds.c:

     dry friction   |p + f h| <= friction h,   against w; w = 0 in between
     limits         0 <= p + f h,  w >= 0,  (p + f h) w = 0

   where f are the forces that they have exerted in the step of length h, when
   it was not known what the walls would do; these become f + p/h. In a
   displacement what friction holds goes back to where it was, and joints to the
   limits that press, unless the walls lead them off.

   Where something has hit in the step, impulses tell no forces. Then only
   limits brace that absorb, and on which joints have come to rest, and those to
   which the walls lead from rest: they are hit again by what walls do, and
   without them a joint would be thrown to and fro between its limit and a wall
   for ever. No displacement leads a joint past a limit, though, whatever its
   restitution. */
#include "pantin/dynamics/bounds_private.h"
#include "pantin/dynamics/impulse_group_private.h"

#include "pantin/body/coordinate.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* A joint that a displacement leads off a limit by no more than this [rad] or
   [m] still rests there: walls and the limit hardly agree on its place. */
static const double slight = 1e-6;

int pni_impulse_row_is_limit(const pn_impulse_row *row)
{
  return row->bound && row->bound->kind != PN_BOUND_FRICTION;
}

double pni_impulse_row_rate(const pn_impulse_group *g, size_t i,
                            const double *u)
{
  const pn_impulse_row *row = &g->row[i];
  return row->bound
             ? row->bound->sign * pni_bound_rate(g->bounds, row->bound->of, u)
             : pni_dot(row->k, u + row->at, PN_BODY_VELOCITIES);
}

const double *pni_impulse_row_response(const pn_impulse_group *g, size_t i)
{
  const size_t n = g->impulse->dynamics->assembly->velocities;
  const size_t contacts = g->rows - g->braces;
  return i < contacts ? g->response + i * n
                      : g->bounds->response + (i - contacts) * n;
}

/* Returns the largest impulse of a limit: 0 until the walls lead to it. */
static double most_of(const pn_bound_row *bound)
{
  return bound->is_near ? 0 : INFINITY;
}

/* Returns a row of the problem for one of a bound that is hit, or may be. */
static pn_impulse_row row_of_hit(const pn_bound_row *bound, size_t number)
{
  return (pn_impulse_row){.contact = number,
                          .before = bound->free,
                          .e = bound->free < 0 ? bound->rebound : 0,
                          .hi = pni_bounds_acts(bound) ? INFINITY : 0,
                          .bound = bound};
}

/* Returns a row of the problem for one of a bound, for a time h. By rounding
   its force may be just beyond what it can be; that is left. */
static pn_impulse_row row_of(const pn_bound_row *bound, size_t number, double h)
{
  const int is_friction = bound->kind == PN_BOUND_FRICTION;
  const double done = *bound->force * h, most = bound->of->friction * h;
  return (pn_impulse_row){.contact = number,
                          .before = bound->free,
                          .lo = fmin(0, (is_friction ? -most : 0) - done),
                          .hi = is_friction ? fmax(0, most - done)
                                            : most_of(bound),
                          .bound = bound};
}

void pni_impulse_group_join(pn_impulse_group *g, size_t count, double h)
{
  const pn_bounds *bounds = g->bounds;
  const size_t old = g->rows, braces = bounds->rows, rows = old + braces;
  for (size_t i = old; i-- > 0;) /* to longer rows */
    memmove(g->B + i * rows, g->B + i * old, old * sizeof *g->B);
  g->rows = rows;
  g->braces = braces;
  for (size_t k = 0; k < braces; k++)
    g->row[old + k] = h > 0 ? row_of(&bounds->row[k], count + k, h)
                            : row_of_hit(&bounds->row[k], count + k);
  for (size_t i = old; i < rows; i++) {
    for (size_t j = 0; j < old; j++)
      g->B[i * rows + j] = g->B[j * rows + i] =
          pni_impulse_row_rate(g, j, pni_impulse_row_response(g, i));
    memcpy(g->B + i * rows + old, bounds->A->A + (i - old) * braces,
           braces * sizeof *g->B);
  }
}

int pni_impulse_group_brace(pn_impulse_group *g, size_t count, double h,
                            const double *u)
{
  pn_bounds *bounds = g->bounds;
  if (!bounds || !(h > 0))
    return GSL_SUCCESS;
  if (pni_bounds_list(bounds, g->is_shaken ? PNI_LIST_STOPPED : PNI_LIST_RESTED,
                      u))
    return GSL_EFAILED;
  pni_impulse_group_join(g, count, h);
  return GSL_SUCCESS;
}

void pni_impulse_group_close_limits(pn_impulse_group *g)
{
  for (size_t i = g->rows - g->braces; i < g->rows; i++)
    if (g->row[i].bound->is_near)
      g->row[i].hi = 0;
}

/* Tells whether the impulses p lead a joint to a limit, by its row i: where
   they act during the whole step, or in the next one. */
static int reaches(const pn_impulse_group *g, size_t i, double h)
{
  const pn_impulse_row *row = &g->row[i];
  const double change = pni_dot(g->B + i * g->rows, g->p, g->rows);
  const double after = row->free + change;
  return row->bound->gap + h * fmin(after, g->bounds->reach * change) < 0 &&
         pni_bounds_leads(row->bound->of, row->bound->start, after);
}

size_t pni_impulse_group_reach_limits(pn_impulse_group *g, double h)
{
  size_t count = 0;
  for (size_t i = g->rows - g->braces; i < g->rows; i++) {
    pn_impulse_row *row = &g->row[i];
    if (!row->bound->is_near || row->hi > 0 || !g->is_coupled[row->contact] ||
        !reaches(g, i, h))
      continue;
    row->hi = INFINITY;
    count++;
  }
  return count;
}

/* Lets a joint slip that friction holds, by its row. */
static void let_slip(pn_impulse_row *row)
{
  row->is_equal = 0;
  row->hi = 0;
}

/* Lets friction not hold what a limit holds, by the limit's row i: both would
   be asked for, but they differ by what the step has left. */
static void prefer_limit(pn_impulse_group *g, size_t i)
{
  for (size_t j = g->rows - g->braces; j < i; j++)
    if (g->row[j].bound->of == g->row[i].bound->of)
      let_slip(&g->row[j]);
}

void pni_impulse_group_set_braces(pn_impulse_group *g)
{
  for (size_t i = g->rows - g->braces; i < g->rows; i++) {
    pn_impulse_row *row = &g->row[i];
    const pn_bound_row *bound = row->bound;
    const size_t b = (size_t)(bound->of - g->bounds->dynamics->system->bound);
    const int is_limit = pni_impulse_row_is_limit(row);
    row->is_equal = is_limit
                        ? (g->is_shaken && !bound->is_near) || *bound->force > 0
                        : g->bounds->held[b];
    row->lo = 0;
    row->hi = is_limit || row->is_equal ? INFINITY : 0;
    row->free = row->before =
        is_limit ? bound->gap
                 : pni_bound_value(g->bounds, b) - g->bounds->value[b];
    if (is_limit && row->is_equal)
      prefer_limit(g, i);
  }
}

size_t pni_impulse_group_slip(pn_impulse_group *g)
{
  size_t count = 0;
  for (size_t i = g->rows - g->braces; i < g->rows; i++) {
    pn_impulse_row *row = &g->row[i];
    if (pni_impulse_row_is_limit(row) || !row->is_equal)
      continue;
    let_slip(row);
    count++;
  }
  return count;
}

void pni_impulse_group_leave_limits(pn_impulse_group *g)
{
  if (g->braces == 0)
    return;
  for (size_t i = g->rows - g->braces; i < g->rows; i++) {
    const pn_impulse_row *row = &g->row[i];
    if (!pni_impulse_row_is_limit(row) || row->is_equal || !row->bound->force ||
        !(*row->bound->force > 0) ||
        row->free + pni_dot(g->B + i * g->rows, g->p, g->rows) <=
            slight * pni_bound_measure(row->bound->of))
      continue;
    *row->bound->force = 0;
    g->bounds->met[pni_bounds_limit(g->bounds, row->bound)] = 0;
    g->bounds->stale = 1;
  }
  pni_bounds_sum_forces(g->bounds);
}

void pni_impulse_group_book_braces(pn_impulse_group *g, double h,
                                   const double *u)
{
  const pn_assembly *a = g->impulse->dynamics->assembly;
  if (g->braces == 0)
    return;
  pn_bound_work *work = &g->bounds->work;
  for (size_t i = g->rows - g->braces; i < g->rows; i++) {
    const pn_impulse_row *row = &g->row[i];
    const pn_bound_row *bound = row->bound;
    const double p = g->p[i], after = pni_impulse_row_rate(g, i, u);
    pn_coordinate_force(a, (pn_coordinate){bound->of->joint, bound->of->axis},
                        bound->sign * p, g->unit);
    for (size_t k = 0; k < a->velocities; k++)
      g->braced[k] += g->unit[k];
    g->impulse->joint_work -= p * (row->before - row->free) / 2;
    if (bound->kind == PN_BOUND_FRICTION) {
      const double freed = g->freed ? pni_impulse_row_rate(g, i, g->freed) : 0;
      work->friction += p * (row->before - freed + after) / 2;
      g->impulse->credit -= p * freed / 2;
    } else
      work->impacts += p * (row->before + after) / 2;
    if (!g->is_shaken)
      *bound->force += p / h;
    else if (p > 0)
      pni_bounds_tell(g->bounds, g->impulse->time, bound, p, after);
  }
  if (!g->is_shaken)
    pni_bounds_note_braces(g->bounds, u);
}
