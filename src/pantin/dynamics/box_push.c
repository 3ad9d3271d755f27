/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The forces of walls on the bodies that rest on them. In a step of length h
   a steady force f acts on each point that touches, at first that of the
   step before. At the end its effect is taken back: with k the rows of these
   points, and r = W (k^T f h + J^T lambda), J r = 0, velocities change by
   -r, and positions would by -c h r, c = 1/2 for integrators of order 2 and
   more. That is the state without walls, in which the points are found that
   are beyond one, and their impulses. Those on what rests stand for forces
   during the whole step, as in bounds.c: they are the forces of the next
   step, and positions change by c h r of theirs less that of f. So nothing
   remains of f but that joints, springs and friction have felt the walls
   during the step.

   If f was off by more than a little the step is made again, with what has
   been found (simulation_step.c): a wheel with a heavy pendulum in its hub
   may press on the floor with ten times the force for a few steps, and would
   lose half of its energy if that came a step late.

   Walls give no energy: where bodies have gained some, as a rim may whose place
   runs round on a wall, the step is made again without their forces.

   Where something hits in a step, the impulses on what rests, and is joined to
   it, may be part of that, and tell no force; nor do they where they still
   change by much when the step is made again, as when a rim runs round on a
   wall faster than steps can follow. */
#include "pantin/dynamics/box.h"

#include "pantin/dynamics/box_private.h"
#include "pantin/dynamics/dynamics_private.h"
#include "pantin/dynamics/response.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* A force is steady if it changes by at most this share of it from step to
   step, or from trial to trial. */
static const double steady = 0.25;

/* The step is made again if a force was off by more than this share of it, and
   by at most so many times that of before: else something may have hit. */
static const double close = 0.02, surge = 3;

/* Adds a vector in the place of a body's surface that its arm leads to, times a
   number, to forces and torques, or impulses, on the bodies. */
static void add(double *f, size_t body, pn_vec3 arm, double times, pn_vec3 v)
{
  const pn_vec3 turn = pn_vec3_cross(arm, v);
  const double part[PN_BODY_VELOCITIES] = {v.x,    v.y,    v.z,
                                           turn.x, turn.y, turn.z};
  for (size_t k = 0; k < PN_BODY_VELOCITIES; k++)
    f[PN_BODY_VELOCITIES * body + k] += times * part[k];
}

/* Returns the velocity at an arm of a body where bodies move by u. */
static pn_vec3 velocity_of(size_t body, pn_vec3 arm, const double *u)
{
  const double *of = u + PN_BODY_VELOCITIES * body;
  return pn_vec3_add(pn_vec3_make(of[0], of[1], of[2]),
                     pn_vec3_cross(pn_vec3_make(of[3], of[4], of[5]), arm));
}

/* Adds the forces of the walls times a number. */
static void add_pushes(const pn_walls *walls, double times, double *f)
{
  const pn_assembly *a = walls->impulse->dynamics->assembly;
  for (size_t i = 0; i < walls->pushes; i++) {
    const pn_wall_push *of = &walls->push[i];
    const pn_motion *motion = pn_assembly_motion(a, of->at.body);
    add(f, of->at.body, pni_box_arm(&of->at, motion->R), times, of->force);
  }
}

void pni_box_load(struct pn_assembly *assembly, const void *walls)
{
  add_pushes(walls, 1, assembly->F);
}

/* Sets the assembly and the multipliers to the state y, and the group's work to
   0. */
static int begin(pn_walls *walls, const double *y)
{
  pn_dynamics *d = walls->impulse->dynamics;
  memset(walls->group->unit, 0,
         d->assembly->velocities * sizeof *walls->group->unit);
  return pn_assembly_set(d->assembly, y) ||
         pn_multipliers_renew(d->multipliers);
}

/* Computes what the impulses in the group's work do to velocities, instead of
   them. Returns GSL_SUCCESS, or the error of a solve. */
static int respond(pn_walls *walls)
{
  pn_impulse_group *g = walls->group;
  pn_dynamics *d = walls->impulse->dynamics;
  const int code = pn_response(d, g->unit, g->lambda, g->response);
  memcpy(g->unit, g->response, d->assembly->velocities * sizeof *g->unit);
  return code;
}

double pni_box_work(const pn_walls *walls, const double *last, const double *y)
{
  const pn_system *system = walls->impulse->dynamics->system;
  double work = 0;
  for (size_t i = 0; i < walls->pushes; i++) {
    const pn_wall_push *of = &walls->push[i];
    const pn_motion was = pn_state_motion(system, last, of->at.body),
                    is = pn_state_motion(system, y, of->at.body);
    work += pn_vec3_dot(of->force, pni_box_slip(&of->at, &was, &is));
  }
  return work;
}

int pn_box_release(pn_walls *walls, double reach, double h, const double *last,
                   double *y)
{
  const pn_dynamics *d = walls->impulse->dynamics;
  const size_t n = d->assembly->velocities;
  double *u = y + pn_system_positions(d->system);
  memset(walls->way, 0, n * sizeof *walls->way);
  memset(walls->braced, 0, n * sizeof *walls->braced);
  memset(walls->freed, 0, n * sizeof *walls->freed);
  walls->step = h;
  walls->work = pni_box_work(walls, last, y);
  if (walls->pushes == 0)
    return GSL_SUCCESS;
  if (begin(walls, y))
    return GSL_EFAILED;
  add_pushes(walls, -h, walls->group->unit);
  if (respond(walls))
    return GSL_EFAILED;
  for (size_t k = 0; k < n; k++) {
    walls->freed[k] = walls->group->unit[k];
    u[k] += walls->freed[k];
    walls->way[k] = reach * h * walls->freed[k];
  }
  return GSL_SUCCESS;
}

/* Returns the force that the wall has exerted there in the step, or NULL. */
static const pn_vec3 *force_at(const pn_walls *walls, const pn_wall_place *at)
{
  for (size_t i = 0; i < walls->pushes; i++)
    if (pni_box_are_one(&walls->push[i].at, at))
      return &walls->push[i].force;
  return NULL;
}

int pni_box_pushes(const pn_walls *walls, const pn_wall_place *at)
{
  return force_at(walls, at) != NULL;
}

double pni_box_credit(const pn_walls *walls, const pn_wall_place *at,
                      pn_vec3 arm, const double *u)
{
  const pn_vec3 *force = force_at(walls, at);
  if (!force)
    return 0;
  const pn_vec3 mean =
      pn_vec3_add_scaled(velocity_of(at->body, arm, u), -0.5,
                         velocity_of(at->body, arm, walls->freed));
  return -walls->step * pn_vec3_dot(*force, mean);
}

/* Finds out whose impulses on what rests tell forces: not those of a part in
   which something has hit, or was slow when the step began, rather than at
   rest. */
static void find_tellers(pn_walls *walls)
{
  const size_t bodies = walls->impulse->dynamics->system->bodies;
  for (size_t b = 0; b < bodies; b++) {
    pn_wall_part *part = &walls->part[b];
    part->exerts = !part->is_struck && !part->is_shaken;
    part->change = part->before = part->now = 0;
  }
  for (size_t i = 0; i < walls->count; i++) {
    const pn_wall_contact *of = &walls->list[i];
    if ((!of->falls || of->runs) && pn_vec3_norm(of->pushed) > 0)
      pni_box_part(walls, of->contact.body)->exerts = 0;
  }
}

/* Sums up what walls exert on each body, or 0 if their impulses do not tell
   forces, and by how much that has changed in each part. */
static void sum_up(pn_walls *walls, double h)
{
  const size_t bodies = walls->impulse->dynamics->system->bodies;
  pn_vec3 *sum = walls->sum_found;
  memset(sum, 0, bodies * sizeof *sum);
  for (size_t i = 0; i < walls->count; i++) {
    const size_t b = walls->list[i].contact.body;
    if (pni_box_part(walls, b)->exerts)
      sum[b] = pn_vec3_add_scaled(sum[b], 1 / h, walls->list[i].pushed);
  }
  for (size_t b = 0; b < bodies; b++) {
    pn_wall_part *part = pni_box_part(walls, b);
    part->change += pn_vec3_norm(pn_vec3_sub(sum[b], walls->sum[b]));
    part->before += pn_vec3_norm(walls->sum[b]);
    part->now += pn_vec3_norm(sum[b]);
  }
}

/* Finds out which parts ask for the step to be made again, and on which walls
   exert the forces that have been found. Without these, those of limits and of
   dry friction must be found anew. */
static void find_askers(pn_walls *walls)
{
  const size_t bodies = walls->impulse->dynamics->system->bodies;
  const int may_ask = walls->may_ask;
  for (size_t b = 0; b < bodies; b++) {
    pn_wall_part *part = &walls->part[b];
    part->asks = may_ask && part->exerts && part->change > close * part->now &&
                 part->change <= surge * part->before;
    part->exerts &= part->asks || part->change <= steady * part->now;
    walls->asks |= part->asks;
    if (!part->exerts && walls->group->bounds)
      walls->group->bounds->stale = 1;
  }
}

/* Sets the pushes to what has acted on the points that rest, and the group's
   work to their impulses. If the step is to be made again parts that have not
   asked for that keep their forces, so that they do the same again. */
static void set_pushes(pn_walls *walls, double h)
{
  const pn_assembly *a = walls->impulse->dynamics->assembly;
  pn_wall_push *found = walls->found;
  size_t count = 0;
  for (size_t i = 0; i < walls->count; i++) {
    const pn_wall_contact *of = &walls->list[i];
    const pn_wall_part *part = pni_box_part(walls, of->contact.body);
    if (!part->exerts || (walls->asks && !part->asks) ||
        !(pn_vec3_norm(of->pushed) > 0))
      continue;
    add(walls->group->unit, of->contact.body, of->contact.arm, 1, of->pushed);
    found[count++] = (pn_wall_push){
        pni_box_fix(&of->at, pn_assembly_motion(a, of->at.body)->R),
        pn_vec3_scale(1 / h, of->pushed)};
  }
  for (size_t i = 0; i < walls->pushes && walls->asks; i++)
    if (!pni_box_part(walls, walls->push[i].at.body)->asks)
      found[count++] = walls->push[i];
  walls->found = walls->push;
  walls->push = found;
  walls->pushes = count;
}

/* Sets the sums likewise. */
static void set_sums(pn_walls *walls)
{
  const size_t bodies = walls->impulse->dynamics->system->bodies;
  for (size_t b = 0; b < bodies; b++)
    if (!walls->asks || pni_box_part(walls, b)->asks)
      walls->sum[b] = walls->sum_found[b];
}

/* Computes in the group's work by how much the impulses on what rests move
   bodies. Returns GSL_SUCCESS, or the error of a solve. */
static int find_way(pn_walls *walls, double reach, double h)
{
  double *way = walls->group->unit;
  const size_t n = walls->impulse->dynamics->assembly->velocities;
  for (size_t k = 0; k < n; k++)
    if (pni_box_part(walls, k / PN_BODY_VELOCITIES)->exerts)
      way[k] += walls->braced[k];
  const int code = respond(walls);
  for (size_t k = 0; k < n; k++)
    way[k] *= reach * h;
  return code;
}

int pn_box_push(pn_walls *walls, double reach, double h, double *y)
{
  pn_dynamics *d = walls->impulse->dynamics;
  const double *way = walls->group->unit;
  const int are_idle = walls->count + walls->pushes == 0;
  walls->asks = 0;
  if (are_idle || begin(walls, y))
    return are_idle ? GSL_SUCCESS : GSL_EFAILED;
  find_tellers(walls);
  sum_up(walls, h);
  find_askers(walls);
  set_pushes(walls, h);
  set_sums(walls);
  if (walls->pushes > 0 && find_way(walls, reach, h))
    return GSL_EFAILED;
  for (size_t i = 0; i < walls->count; i++) {
    pn_wall_contact *of = &walls->list[i];
    const pn_vec3 moved = velocity_of(of->contact.body, of->contact.arm, way);
    of->depth -= pn_vec3_dot(of->contact.normal, moved);
    of->off = pn_vec3_add(of->off, moved);
  }
  for (size_t k = 0; k < d->assembly->velocities; k++)
    walls->way[k] += way[k];
  pn_dynamics_displace(d, y, walls->way);
  pni_kinematics_turn_along(d->system, walls->way, y);
  return GSL_SUCCESS;
}
