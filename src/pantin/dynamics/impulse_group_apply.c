/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Applies solutions of the problem of impulse_group.c: to the velocities of
   bodies that hit, and to the places of bodies that rest. */
#include "pantin/dynamics/impulse_group.h"

#include "pantin/dynamics/impulse_group_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* How well velocities and places are found: these are corrected again in the
   next step. */
static const pni_accuracy exact = {1e-9, 5, 30}, rough = {1e-2, 1, 1};

/* How many times as far as contacts are off a displacement may move a body, by
   grip. Contacts that stick and do not agree with each other would move bodies
   by any multiple; without tangents it is that of a lever, 100 of a bar that is
   half a degree from straight behind its hinge. */
static const double reach[] = {[PN_GRIP_SLIDES] = 100, [PN_GRIP_STICKS] = 3};

/* Books the works of one contact's rows, from row i on, and counts and tells of
   it if it is struck. Returns the row after them. */
static size_t book(pn_impulse_group *g, size_t i, const pn_impact *contact,
                   const double *u, size_t *struck)
{
  pn_impulse *impulse = g->impulse;
  const size_t c = g->row[i].contact, normal = i;
  pn_impact_event event = {.time = impulse->time,
                           .body = contact[c].body,
                           .before = g->row[i].before};
  for (; i < g->rows - g->braces && g->row[i].contact == c; i++) {
    const pn_impulse_row *row = &g->row[i];
    const double after = pni_dot(row->k, u + row->at, PN_BODY_VELOCITIES);
    event.loss -= g->p[i] * (row->before + after) / 2;
    event.impulse = pn_vec3_add_scaled(event.impulse, g->p[i], row->direction);
    event.after = i == normal ? after : event.after;
    impulse->joint_work -= g->p[i] * row->closed / 2;
  }
  impulse->impulse = g->p[normal];
  impulse->vector = event.impulse;
  impulse->rebound = g->B[normal * g->rows + normal];
  const int is_struck = pn_vec3_norm(event.impulse) > 0;
  event.loss -= is_struck ? contact[c].credit : 0;
  impulse->credit += is_struck ? contact[c].credit : 0;
  impulse->work -= event.loss;
  *struck += (size_t)is_struck;
  if (is_struck && impulse->listener)
    impulse->listener(&event, impulse->listener_params);
  return i;
}

/* Adds B p, as changes of the velocities, to what is in `change`. */
static void add_responses(const pn_impulse_group *g, double *change)
{
  const size_t n = g->impulse->dynamics->assembly->velocities;
  for (size_t k = 0; k < n; k++)
    for (size_t i = 0; i < g->rows; i++)
      change[k] += g->p[i] * pni_impulse_row_response(g, i)[k];
}

/* Finds the impulses of contacts in the state y, and the changes of velocities
   that the joints' own make, in the impulse's work. *found becomes 1; it is 0
   where nothing is coupled to the first contact, or the problem is not solved.
   GSL_SUCCESS, or the error of a solve. */
static int find(pn_impulse_group *g, const pn_impact *contact, size_t count,
                double restitution, double h, const double *y, int *found)
{
  pn_impulse *impulse = g->impulse;
  pn_dynamics *d = impulse->dynamics;
  const double *u = y + pn_system_positions(d->system);
  *found = 0;
  memset(g->braced, 0, d->assembly->velocities * sizeof *g->braced);
  int code = pni_impulse_group_set(g, contact, count, restitution, y) ||
             pni_impulse_group_brace(g, count, h, u);
  if (code || pni_impulse_group_couple(g, count) < (g->is_alone ? 1 : 2))
    return code;
  code = pn_dynamics_least_change(d, g->right, impulse->force);
  if (code)
    return code;
  for (size_t i = 0; i < g->rows; i++)
    g->row[i].free =
        g->row[i].before + pni_impulse_row_rate(g, i, impulse->force);
  *found = !pni_impulse_group_rebound(g, h, &exact);
  return GSL_SUCCESS;
}

/* Adds what the impulses that have been found do to the velocities u. */
static void change(const pn_impulse_group *g, double *u)
{
  for (size_t k = 0; k < g->impulse->dynamics->assembly->velocities; k++)
    u[k] += g->impulse->force[k];
  add_responses(g, u);
}

int pn_impulse_group_foresee(pn_impulse_group *g, const pn_impact *contact,
                             size_t count, double restitution, const double *y,
                             double *u, int *found)
{
  const pn_dynamics *d = g->impulse->dynamics;
  const int code = find(g, contact, count, restitution, 0, y, found);
  memcpy(u, y + pn_system_positions(d->system),
         d->assembly->velocities * sizeof *u);
  if (*found)
    change(g, u);
  return code;
}

int pn_impulse_group_apply(pn_impulse_group *g, const pn_impact *contact,
                           size_t count, double restitution, double h,
                           double *y, size_t *struck)
{
  const pn_dynamics *d = g->impulse->dynamics;
  double *u = y + pn_system_positions(d->system);
  int found;
  *struck = 0;
  const int code = find(g, contact, count, restitution, h, y, &found);
  if (!found)
    return code;
  change(g, u);
  g->impulse->joint_work -=
      pni_dot(d->impulse, g->right, d->assembly->rows) / 2;
  for (size_t i = 0; i < g->rows - g->braces;)
    i = book(g, i, contact, u, struck);
  pni_impulse_group_book_braces(g, h, u);
  return GSL_SUCCESS;
}

int pn_impulse_group_bear(pn_impulse_group *g, const pn_impact *contact,
                          size_t count, double restitution, double *y,
                          int *solved)
{
  const pn_dynamics *d = g->impulse->dynamics;
  const size_t n = d->assembly->velocities;
  double *u = y + pn_system_positions(d->system);
  pn_bounds *bounds = g->bounds;
  *solved = 0;
  const int code = pni_impulse_group_set(g, contact, count, restitution, y);
  if (code)
    return code;
  pni_impulse_group_join(g, count, 0);
  for (size_t c = 0; c < count + g->braces; c++)
    g->is_coupled[c] = 1;
  for (size_t i = 0; i < g->rows; i++) {
    g->row[i].free = g->row[i].before;
    g->row[i].closed = 0;
  }
  if (pni_impulse_group_rebound(g, 0, &exact))
    return GSL_SUCCESS;
  memset(bounds->change, 0, n * sizeof *bounds->change);
  add_responses(g, bounds->change);
  for (size_t k = 0; k < n; k++)
    u[k] += bounds->change[k];
  size_t struck = 0;
  for (size_t i = 0; i < g->rows - g->braces;)
    i = book(g, i, contact, u, &struck);
  bounds->impacts += struck;
  memcpy(bounds->impulse, g->p + g->rows - g->braces,
         g->braces * sizeof *bounds->impulse);
  *solved = 1;
  return GSL_SUCCESS;
}

/* Returns how far a displacement moves a body, in the root mean square of its
   points, but for a factor that its shape has. */
static double way_of(const pn_body *body, const double *d)
{
  const pn_vec3 way = pn_vec3_make(d[0], d[1], d[2]),
                turn = pn_vec3_make(d[3], d[4], d[5]);
  const double trace =
      body->inertia.m[0][0] + body->inertia.m[1][1] + body->inertia.m[2][2];
  return hypot(pn_vec3_norm(way),
               pn_vec3_norm(turn) * sqrt(trace / (2 * body->mass)));
}

/* Computes the displacement, in `unit`, by which `count` contacts of this grip
   come to their places. Fails where it would move bodies too far, for the
   largest way of a contact. */
static int find_displacement(pn_impulse_group *g, size_t count, int grip,
                             double most)
{
  const pn_system *system = g->impulse->dynamics->system;
  for (size_t c = 0; c < count; c++)
    g->grip[c] = grip;
  memset(g->unit, 0,
         g->impulse->dynamics->assembly->velocities * sizeof *g->unit);
  if (pni_impulse_group_solve(g, 0, &rough))
    return GSL_EFAILED;
  add_responses(g, g->unit);
  for (size_t b = 0; b < system->bodies; b++)
    if (!(way_of(&system->body[b], g->unit + PN_BODY_VELOCITIES * b) <=
          reach[grip] * most))
      return GSL_EFAILED;
  return GSL_SUCCESS;
}

/* Tells whether a contact is to move: not one that is short of its wall, and is
   only not to pass it. */
static int comes_back(const pn_impact *contact, pn_vec3 off, int presses)
{
  return presses || contact->sticks || pn_vec3_dot(off, contact->normal) <= 0;
}

int pn_impulse_group_displace(pn_impulse_group *g, const pn_impact *contact,
                              const pn_vec3 *off, const int *presses,
                              size_t count, double h, double *y, int *done)
{
  double most = 0;
  *done = 0;
  const double *u = y + pn_system_positions(g->impulse->dynamics->system);
  const int code = pni_impulse_group_set(g, contact, count, 0, y) ||
                   pni_impulse_group_brace(g, count, h, u);
  if (code)
    return code;
  pni_impulse_group_couple(g, count);
  for (size_t c = 0; c < count; c++)
    if (g->is_coupled[c] && comes_back(&contact[c], off[c], presses[c]))
      most = fmax(most, pn_vec3_norm(off[c]));
  pni_impulse_group_set_braces(g);
  for (size_t i = 0; i < g->rows; i++) {
    pn_impulse_row *row = &g->row[i];
    if (row->bound) {
      most = fmax(most, row->hi > 0 ? fabs(row->free) : 0);
      continue;
    }
    row->free = row->before = pn_vec3_dot(row->direction, off[row->contact]);
    row->is_equal |= presses[row->contact];
  }
  int fails = find_displacement(g, count, PN_GRIP_STICKS, most);
  if (fails && pni_impulse_group_slip(g) > 0) {
    fails = find_displacement(g, count, PN_GRIP_STICKS, most);
    if (fails)
      pni_impulse_group_set_braces(g);
  }
  if (fails) {
    for (size_t i = 0; i < g->rows; i++)
      g->row[i].is_equal &=
          !g->row[i].is_normal && !pni_impulse_row_is_limit(&g->row[i]);
    fails = find_displacement(g, count, PN_GRIP_SLIDES, most);
  }
  if (!fails)
    pni_impulse_group_leave_limits(g);
  if (!fails)
    pn_dynamics_displace(g->impulse->dynamics, y, g->unit);
  *done = !fails;
  return GSL_SUCCESS;
}
