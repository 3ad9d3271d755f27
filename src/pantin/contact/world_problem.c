/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The rows of the step's problem. For a contact at p, in the direction d,

     J u = d . (velocity of p on j) - d . (velocity of p on i),
     J = ( -d, -(p - x_i) x d | d, (p - x_j) x d ),

   with d = n, and for friction t and b, normal to it and to each other. */
#include "pantin/contact/collision_private.h"
#include "pantin/contact/world_private.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/rigid_private.h"

#include <gsl/gsl_errno.h>
#include <string.h>

size_t pn_world_contact_rows(const pn_world *world)
{
  return world->settings.friction > 0 ? 3 : 1;
}

size_t pn_world_joint_rows(const pn_world *world)
{
  return world->assembly->rows + world->viscous;
}

/* Makes room for so many rows, and keeps what was allocated if memory ends in
   between. */
static int make_room(pn_world *world, size_t rows)
{
  pn_lcp *lcp = world->lcp;
  if (pn_lcp_resize(lcp, rows) || pn_rigid_delassus_reserve(world->R, rows))
    return GSL_ENOMEM;
  if (rows <= world->room)
    return GSL_SUCCESS;
  const size_t room = pni_room(world->room, rows);
  double *start = pn_realloc(world->start, room, sizeof *start);
  world->start = start ? start : world->start;
  double *round = pn_realloc(world->round, room, sizeof *round);
  world->round = round ? round : world->round;
  double *last = pn_realloc(world->last, room, sizeof *last);
  world->last = last ? last : world->last;
  pn_contact *contact = pn_realloc(world->last_contact, room, sizeof *contact);
  world->last_contact = contact ? contact : world->last_contact;
  if (!start || !round || !last || !contact)
    return GSL_ENOMEM;
  world->room = room;
  return GSL_SUCCESS;
}

/* Sets the rows of a joint, which pull its C back by a share in each step. */
static void set_joint(pn_world *world, size_t j)
{
  const pn_assembly *a = world->assembly;
  const pn_joint *joint = &world->system->joint[j];
  const size_t body[] = {joint->parent, joint->child};
  const double *Jp = pn_assembly_parent(a, j), *Jc = pn_assembly_child(a, j);
  const double pull =
      pn_world_stabilisation(&world->settings) / world->settings.step;
  for (size_t r = a->first[j]; r < a->first[j + 1]; r++) {
    const size_t k = PN_RIGID_BLOCK * (r - a->first[j]);
    pni_world_set_equation(world, r, body, Jp + k, Jc + k, 0, pull * a->C[r]);
  }
}

/* Finds the directions of a contact's rows: n, and two normal to it, starting
   from the axis that is least along it. */
static void directions(pn_vec3 n, pn_vec3 d[3])
{
  const double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
  const pn_vec3 axis = x <= y && x <= z ? pn_vec3_make(1, 0, 0)
                       : y <= z         ? pn_vec3_make(0, 1, 0)
                                        : pn_vec3_make(0, 0, 1);
  d[0] = n;
  d[1] = pn_vec3_normalize(pn_vec3_cross(axis, n));
  d[2] = pn_vec3_cross(n, d[1]);
}

/* Holds what contacts that follow each other may share. */
typedef struct {
  double gamma; /* of a normal */
  size_t rows;  /* of a contact */
  pni_rigid_contact last;
} shared;

/* Sets the rows of a contact. Those of a pair of boxes have one normal. */
static void set_contact(pn_world *world, size_t first, const pn_contact *at,
                        shared *of)
{
  const pn_world_settings *s = &world->settings;
  pn_lcp *const lcp = world->lcp;
  pni_rigid_contact *const to = &of->last;
  double rates[3];
  to->pair = (pn_pair){pni_world_number(world, at->body[0]),
                       pni_world_number(world, at->body[1])};
  const pn_vec3 p = pni_contact_acts_at(at);
  for (int k = 0; k < 2; k++)
    to->arm[k] = pn_vec3_sub(
        p, pn_assembly_motion(world->assembly, at->body[k])->pose.x);
  if (memcmp(&at->normal, &to->d[0], sizeof at->normal) != 0)
    directions(at->normal, to->d);
  if (of->rows == 3)
    pni_rigid_set_three(world->R, first, to, world->u, rates);
  else
    pni_rigid_set_rows(world->R, first, of->rows, to, world->u, rates);
  const double share = at->gap < 0 ? of->gamma : 1;
  for (size_t k = 0; k < of->rows; k++) {
    pni_world_set_row(world, first + k,
                      rates[k] + (k == 0 ? share * at->gap / s->step : 0));
    if (k > 0) {
      lcp->normal[first + k] = first;
      lcp->mu[first + k] = s->friction;
    }
  }
}

pn_vec3 pn_world_contact_impulse(const pn_world *world, size_t k)
{
  pn_vec3 sum = {0, 0, 0}, d[3];
  const size_t each = pn_world_contact_rows(world);
  if (!world->solver || k >= world->info.contacts)
    return sum;
  const double *lambda =
      world->solver->lambda + pn_world_joint_rows(world) + each * k;
  directions(world->collision->contact[k].normal, d);
  for (size_t r = 0; r < each; r++)
    sum = pn_vec3_add_scaled(sum, lambda[r], d[r]);
  return sum;
}

int pni_world_set_rows(pn_world *world)
{
  const pn_collision *found = world->collision;
  const size_t joints = pn_world_joint_rows(world);
  const double C = world->settings.tangent_compliance;
  shared of = {.gamma = pn_world_stabilisation(&world->settings),
               .rows = pn_world_contact_rows(world),
               .last.C = {pn_world_compliance(&world->settings), C, C}};
  const size_t rows = joints + of.rows * found->contacts;
  if (make_room(world, rows))
    return GSL_ENOMEM;
  for (size_t k = 0; k < world->system->bodies; k++)
    pn_rigid_delassus_set_body(world->R, k, world->assembly->weight[k],
                               world->assembly->inverse[k]);
  for (size_t j = 0; j < world->system->joints; j++)
    set_joint(world, j);
  pni_world_set_viscous(world);
  world->info.penetration = 0;
  for (size_t c = 0; c < found->contacts; c++) {
    const pn_contact *at = &found->contact[c];
    set_contact(world, joints + of.rows * c, at, &of);
    if (-at->gap > world->info.penetration)
      world->info.penetration = -at->gap;
  }
  world->R->rows = rows;
  world->info.contacts = found->contacts;
  world->info.rows = rows;
  world->info.joint_gap = pn_assembly_gap(world->assembly);
  pn_lcp_set_operator(world->lcp, &world->R->base);
  return GSL_SUCCESS;
}
