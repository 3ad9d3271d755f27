/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Impacts in one instant, as of the corners of a block that falls flat. With
   the rows k and velocities w of impulse.c, r = W (k^T + J^T lambda) what a
   unit impulse along a row does, J r = 0, and w_free the velocities that the
   joints' own impulses, which put right -J u, leave, the impulses p change
   w_free to w_free + B p, B_ij = k_i r_j, such that

     normals    p >= 0,  w_free + B p + e w >= 0,  p (w_free + B p + e w) = 0
     tangents of contacts that stick                w_free + B p = 0
     other tangents                                 p = 0

   A contact of a rough wall sticks that hits, or that has held until now, or
   that the others press on, unless that throws it off. Then its friction acts
   alone, as in impulse.c, against its sliding, d p_t: that is the limit of
   Coulomb's law for much friction, in which the normal part vanishes. Its p_n
   above stands for that p_t, and its column of B is that of d. Where others
   hold what d drives, no p_t of a sensible size may do: then the contact
   rebounds without friction.

   The restitution e is Newton's. Where tangents stick it may make energy; so
   may it where the joints were drifting. Then the impulses are led back to
   those with e = 0, which never do, as in bounds_impacts.c: E(p) = p w_free +
   p B p / 2 is not positive. With e = 0, too, hits what cannot rebound: a block
   that meets two rough walls at once, each of which holds what should rebound
   from the other.

   The corners of a rigid body depend on each other: B is singular, and many p
   do the same. The shortest is taken, as symmetry demands, by the proximal
   point iteration: with E = diag(B) times a small number, it solves

     B p + E (p - p_before) + ..

   in the place of B p, from p_before = 0. Each pass leaves E (p - p_before),
   which falls by that number from pass to pass.

   Source: J. Moreau, Unilateral contact and dry friction in finite freedom
   dynamics (1988); R. Rockafellar, SIAM J. Control Optim. 14 (1976) 877. */
#include "pantin/dynamics/impulse_group.h"

#include "pantin/base/alloc.h"
#include "pantin/dynamics/bounds_private.h"
#include "pantin/dynamics/impulse_group_private.h"
#include "pantin/dynamics/impulse_private.h"
#include "pantin/dynamics/response.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { SIX = 6 };

/* Contacts per body for which there is room, the corners of a box, and those
   that there is room for besides, as in edges, where corners touch two walls.
 */
enum { BODY_CONTACTS = 8, BESIDES = 16 };

/* Rows are coupled from this share of their own responses on. */
static const double coupled = 1e-12;

/* A row is held by the joints if they leave it less than this share of how it
   would move without them: far above rounding, and below what a light body
   leaves of a heavy one. */
static const double held = 1e-10;

/* Returns for how many contacts of so many bodies there is to be room. */
static size_t room_for(size_t bodies)
{
  const size_t all = BESIDES + BODY_CONTACTS * bodies;
  return all < PN_IMPULSE_GROUP ? all : PN_IMPULSE_GROUP;
}

pn_impulse_group *pn_impulse_group_alloc(pn_impulse *impulse, pn_bounds *bounds)
{
  const pn_assembly *a = impulse->dynamics->assembly;
  pn_impulse_group *g = pn_alloc(1, sizeof *g);
  if (!g)
    return NULL;
  const size_t braces = bounds ? PNI_BOUND_ROWS * bounds->bounds : 0;
  g->most = room_for(impulse->dynamics->system->bodies);
  const size_t rows = PN_IMPACT_ROWS * g->most, most = rows + braces;
  g->impulse = impulse;
  g->bounds = bounds;
  g->row = pn_alloc(most, sizeof *g->row);
  g->response = pn_alloc(a->velocities, rows * sizeof *g->response);
  g->unit = pn_alloc(a->velocities, sizeof *g->unit);
  g->braced = pn_alloc(a->velocities, sizeof *g->braced);
  g->right = pn_alloc(a->rows, sizeof *g->right);
  g->lambda = pn_alloc(a->rows, sizeof *g->lambda);
  g->B = pn_alloc(most, most * sizeof *g->B);
  g->p = pn_alloc(most, sizeof *g->p);
  g->with_e = pn_alloc(most, sizeof *g->with_e);
  g->is_coupled = pn_alloc(g->most + braces, sizeof *g->is_coupled);
  g->grip = pn_alloc(g->most, sizeof *g->grip);
  g->drag = pn_alloc(g->most, sizeof *g->drag);
  g->act = pn_alloc(most, sizeof *g->act);
  g->reduced = pn_alloc(most, most * sizeof *g->reduced);
  g->next = pn_alloc(most, sizeof *g->next);
  const size_t normals = g->most + braces;
  g->places = most;
  g->place = pn_alloc(most, sizeof *g->place);
  g->face = pn_alloc(normals, sizeof *g->face);
  g->factor = pn_alloc(normals, normals * sizeof *g->factor);
  g->tried = pn_alloc(normals, sizeof *g->tried);
  g->part = pn_alloc(normals, sizeof *g->part);
  g->lcp = pn_lcp_alloc(normals);
  g->A = pn_lcp_dense_alloc(normals);
  if (g->lcp && g->A) {
    pn_lcp_set_operator(g->lcp, &g->A->base);
    g->solver = pn_lcp_solver_alloc(pn_lcp_lemke, g->lcp);
  }
  if (g->row && g->response && g->unit && g->braced && g->right && g->lambda &&
      g->B && g->p && g->with_e && g->is_coupled && g->grip && g->drag &&
      g->act && g->reduced && g->next && g->place && g->face && g->factor &&
      g->tried && g->part && g->solver)
    return g;
  pn_impulse_group_free(g);
  return NULL;
}

void pn_impulse_group_free(pn_impulse_group *g)
{
  if (!g)
    return;
  if (g->A && (!g->lcp || !g->lcp->A)) /* not yet the lcp's */
    pn_lcp_dense_free(g->A);
  pn_lcp_solver_free(g->solver);
  pn_lcp_free(g->lcp);
  pn_free(g->row);
  pn_free(g->response);
  pn_free(g->unit);
  pn_free(g->braced);
  pn_free(g->right);
  pn_free(g->lambda);
  pn_free(g->B);
  pn_free(g->p);
  pn_free(g->with_e);
  pn_free(g->is_coupled);
  pn_free(g->grip);
  pn_free(g->drag);
  pn_free(g->act);
  pn_free(g->reduced);
  pn_free(g->next);
  pn_free(g->place);
  pn_free(g->face);
  pn_free(g->factor);
  pn_free(g->tried);
  pn_free(g->part);
  pn_free(g);
}

/* Adds the row of a contact along a direction: its velocity at u, and r. What
   the joints hold along it, as a plane linkage across its plane, it cannot
   move. */
static int add_row(pn_impulse_group *g, const pn_impact *contact, size_t which,
                   pn_vec3 n, const double *u)
{
  pn_dynamics *d = g->impulse->dynamics;
  const pn_assembly *a = d->assembly;
  pn_impulse_row *row = &g->row[g->rows];
  *row = (pn_impulse_row){.contact = which,
                          .at = PN_BODY_VELOCITIES * contact->body,
                          .holds = contact->holds,
                          .is_equal = g->rows > 0 &&
                                      which == g->row[g->rows - 1].contact,
                          .lo = 0,
                          .hi = INFINITY,
                          .direction = n};
  pni_impact_row(contact, n, row->k);
  row->before = pni_dot(row->k, u + row->at, SIX);
  memset(g->unit, 0, a->velocities * sizeof *g->unit);
  memcpy(g->unit + row->at, row->k, sizeof row->k);
  double *r = g->response + g->rows * a->velocities;
  pn_assembly_accelerate(a, g->unit, r);
  const double loose = pni_dot(row->k, r + row->at, SIX);
  const int code = pn_response(d, g->unit, g->lambda, r);
  row->is_held = pni_dot(row->k, r + row->at, SIX) <= held * loose;
  row->closed = pni_dot(g->lambda, g->right, a->rows);
  g->rows++;
  return code;
}

int pni_impulse_group_set(pn_impulse_group *g, const pn_impact *contact,
                          size_t count, double restitution, const double *y)
{
  pn_dynamics *d = g->impulse->dynamics;
  const pn_assembly *a = d->assembly;
  const size_t n = a->velocities;
  const double *u = y + pn_system_positions(d->system);
  if (pn_assembly_set(d->assembly, y) || pn_multipliers_renew(d->multipliers))
    return GSL_EFAILED;
  pn_assembly_velocity(a, u, g->right);
  for (size_t i = 0; i < a->rows; i++)
    g->right[i] = -g->right[i];
  int code = GSL_SUCCESS;
  g->rows = g->braces = 0;
  g->is_reduced = 0;
  memset(g->place, 0, g->places * sizeof *g->place);
  for (size_t c = 0; c < count && !code; c++) {
    const pn_vec3 across = pn_vec3_some_normal(contact[c].normal);
    code = add_row(g, &contact[c], c, contact[c].normal, u);
    g->row[g->rows - 1].is_normal = 1;
    g->row[g->rows - 1].e = restitution;
    if (!code && contact[c].sticks)
      code = add_row(g, &contact[c], c, across, u);
    if (!code && contact[c].sticks)
      code = add_row(g, &contact[c], c,
                     pn_vec3_cross(contact[c].normal, across), u);
  }
  for (size_t i = 0; i < g->rows; i++)
    for (size_t j = 0; j <= i; j++)
      g->B[i * g->rows + j] = g->B[j * g->rows + i] =
          pni_dot(g->row[i].k, g->response + j * n + g->row[i].at, SIX);
  return code;
}

size_t pni_impulse_group_couple(pn_impulse_group *g, size_t count)
{
  const size_t m = g->rows;
  size_t found = 1, before = 0;
  memset(g->is_coupled, 0, (count + g->braces) * sizeof *g->is_coupled);
  g->is_coupled[0] = 1;
  while (found > before) {
    before = found;
    for (size_t i = 0; i < m; i++)
      for (size_t j = 0; j < m; j++) {
        const double own = sqrt(g->B[i * m + i] * g->B[j * m + j]);
        int *other = &g->is_coupled[g->row[j].contact];
        if (!g->is_coupled[g->row[i].contact] || *other ||
            !(fabs(g->B[i * m + j]) > coupled * own))
          continue;
        *other = 1;
        found++;
      }
  }
  return found;
}
