/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Bodies that rest on the walls of a box. An impact takes the speed that a body
   has gained since the last one, but not the way that it has gone: each step it
   would sink by another g h^2 / 2. So points that were beyond a wall before the
   step, too, by their speed before its first impact, and would not be out in
   SLOW more are put back, by the least displacement

     dq = sum over i of  s_i r_i,   k_i dq >= z_i,   s_i >= 0,
                                    s_i (k_i dq - z_i) = 0,

   with the depths z and, as in impulse_group.c, r_i = W (k_i^T + J^T lambda),
   J r_i = 0: least in the measure of the masses. It lifts bodies by as much
   energy as they lost when they sank.

   Source: C. Hildreth, Naval Res. Logist. Q. 4 (1957) 79 (one s after the
   other). */
#include "pantin/dynamics/box.h"

#include "pantin/dynamics/impulse_private.h"
#include "pantin/dynamics/response.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Steps within which a point that rebounds must be out again. */
enum { SLOW = 10 };

/* Passes over the points, and the share of the largest depth that may be left:
   the next step takes that up. */
enum { PASSES = 50 };
static const double left = 1e-6;

/* Returns how far dq moves a contact inwards. */
static double displaced(const pn_impact *contact, const double *dq)
{
  double k[PN_BODY_VELOCITIES], sum = 0;
  pni_impact_row(contact, contact->normal, k);
  for (size_t i = 0; i < PN_BODY_VELOCITIES; i++)
    sum += k[i] * dq[PN_BODY_VELOCITIES * contact->body + i];
  return sum;
}

void pn_box_note(pn_walls *walls)
{
  walls->mets = walls->count;
  memcpy(walls->met, walls->list, walls->count * sizeof *walls->met);
}

/* Moves the noted points that creep to the front; returns their number. */
static size_t find_creeping(pn_walls *walls, double h, const double *y)
{
  const pn_system *system = walls->impulse->dynamics->system;
  size_t count = 0;
  for (size_t i = 0; i < walls->mets && count < PN_IMPULSE_GROUP; i++) {
    const pn_wall_contact of = walls->met[i];
    const double speed = pn_impact_velocity(&of.contact, system, y);
    if (!(of.speed > 0 && of.depth > h * fmax(of.speed, SLOW * speed)))
      continue;
    walls->met[i] = walls->met[count];
    walls->met[count++] = of;
  }
  return count;
}

/* Computes r of each point, and k r. */
static int set_responses(pn_walls *walls, size_t count)
{
  pn_dynamics *d = walls->impulse->dynamics;
  const size_t n = d->assembly->velocities;
  int code = GSL_SUCCESS;
  for (size_t i = 0; i < count && !code; i++) {
    const pn_impact *contact = &walls->met[i].contact;
    double *const unit = walls->displacement;
    memset(unit, 0, n * sizeof *unit);
    pni_impact_row(contact, contact->normal,
                   unit + PN_BODY_VELOCITIES * contact->body);
    code = pn_response(d, unit, walls->lambda, walls->response + i * n);
    walls->own[i] = displaced(contact, walls->response + i * n);
    walls->share[i] = 0;
  }
  return code;
}

/* Changes the share of the i-th point so that the point is out, or the share 0.
   Returns by how much that moves the point. */
static double put_back(pn_walls *walls, size_t i, size_t n)
{
  const pn_wall_contact *of = &walls->met[i];
  const double *r = walls->response + i * n;
  const double gap = of->depth - displaced(&of->contact, walls->displacement);
  const double change = fmax(-walls->share[i], gap / walls->own[i]);
  if (!(walls->own[i] > 0) || !isfinite(change))
    return 0;
  walls->share[i] += change;
  for (size_t k = 0; k < n; k++)
    walls->displacement[k] += change * r[k];
  return fabs(change) * walls->own[i];
}

int pn_box_put_back(pn_walls *walls, double h, double *y, size_t *moved)
{
  pn_dynamics *d = walls->impulse->dynamics;
  const size_t n = d->assembly->velocities;
  const size_t count = *moved = find_creeping(walls, h, y);
  double deepest = 0;
  if (count == 0)
    return GSL_SUCCESS;
  if (pn_assembly_set(d->assembly, y) || pn_multipliers_renew(d->multipliers) ||
      set_responses(walls, count))
    return GSL_EFAILED;
  memset(walls->displacement, 0, n * sizeof *walls->displacement);
  for (size_t i = 0; i < count; i++)
    deepest = fmax(deepest, walls->met[i].depth);
  for (int pass = 0; pass < PASSES; pass++) {
    double most = 0;
    for (size_t i = 0; i < count; i++)
      most = fmax(most, put_back(walls, i, n));
    if (most <= left * deepest)
      break;
  }
  pn_dynamics_displace(d, y, walls->displacement);
  return GSL_SUCCESS;
}
