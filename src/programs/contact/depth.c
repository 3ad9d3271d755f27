/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/contact/depth.h"

#include <math.h>

/* Points beside the deepest one may be so many times as fast. */
static const double faster = 2;

/* Returns the velocity of a point of a body as the step begins. */
static pn_vec3 velocity_at(const pn_world *world, size_t body, pn_vec3 point)
{
  const pn_motion *motion = pn_assembly_motion(world->assembly, body);
  const pn_vec3 arm = pn_vec3_sub(point, motion->pose.x);
  return pn_vec3_add(motion->v, pn_vec3_cross(motion->omega, arm));
}

/* Returns how far the surfaces of the deepest contact moved against each other
   in the step before, at most. */
static double way(const pn_world *world)
{
  const pn_contact *deepest = world->collision->contact;
  for (size_t c = 1; c < world->info.contacts; c++) {
    const pn_contact *at = &world->collision->contact[c];
    if (at->gap < deepest->gap)
      deepest = at;
  }
  const pn_vec3 slip =
      pn_vec3_sub(velocity_at(world, deepest->body[1], deepest->point),
                  velocity_at(world, deepest->body[0], deepest->point));
  return faster * world->settings.step * pn_vec3_norm(slip);
}

/* Returns the deepest overlap with which contacts let the step end. */
static double foresee(const pn_world *world)
{
  const pn_world_settings *of = &world->settings;
  const double give = of->step * pn_world_compliance(of),
               kept = 1 - pn_world_stabilisation(of);
  const size_t first = pn_world_joint_rows(world),
               each = pn_world_contact_rows(world);
  double deepest = 0;
  for (size_t c = 0; c < world->info.contacts; c++) {
    const double impulse = world->solver->lambda[first + each * c];
    const double overlap = fmax(-world->collision->contact[c].gap, 0);
    deepest = fmax(deepest, give * impulse + kept * overlap);
  }
  return deepest;
}

/* Moves at most so much from a rest to a part. */
static void take(double *rest, double most, double *part)
{
  const double taken = fmin(fmax(most, 0), *rest);
  *rest -= taken;
  *part += taken;
}

void contact_depth_step(contact_depth *of, const pn_world *world)
{
  const double most = contact_depth_most(of);
  const double deeper = world->info.penetration - most;
  if (world->info.steps == 1)
    of->start = world->info.penetration;
  else if (deeper > 0) {
    double rest = deeper;
    take(&rest, of->foreseen - most, &of->given);
    take(&rest, of->residual, &of->unsolved);
    take(&rest, way(world), &of->moved);
    of->overlooked += rest;
  }
  of->foreseen = foresee(world);
  of->residual = world->settings.step * world->info.residual.scaled.inf;
}
