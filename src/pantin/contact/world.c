/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "pantin/contact/world_private.h"

#include "pantin/base/alloc.h"
#include "pantin/dynamics/measure.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* Squares of norms that differ by a larger share differ not by rounding. */
static const double rounding = 1e-12;

/* Says that a body is too far away, or too fast. */
static int refuse_flight(const pn_world *world, int code, pn_error *error)
{
  return pn_error_set(error, code, NULL, 0,
                      "a body flew away at t = %.6g s, more than 1e9 m: a "
                      "smaller step may keep it",
                      world->info.time);
}

int pni_world_check_joints(const pn_system *system, pn_error *error)
{
  if (system->bounds > 0)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "joint '%s' has limits or dry friction, which worlds "
                        "do not know: pantin-joints does",
                        system->joint[system->bound[0].joint].name);
  for (size_t j = 0; j < system->joints; j++)
    if (system->joint[j].type->has_third)
      return pn_error_set(error, GSL_EINVAL, NULL, 0,
                          "joint '%s' holds three bodies, which worlds do not "
                          "know: pantin-joints does",
                          system->joint[j].name);
  return GSL_SUCCESS;
}

/* Checks that each geom is on a body that exists; what else a geom must be,
   pn_collision_alloc checks. */
static int check_geoms(const pn_system *system, const pn_geom *geom,
                       size_t geoms, pn_error *error)
{
  for (size_t k = 0; k < geoms; k++)
    if (geom[k].body != PN_WORLD && geom[k].body >= system->bodies)
      return pn_error_set(
          error, GSL_EINVAL, NULL, 0,
          "geom %zu: its body must be PN_WORLD or below %zu, got %zu", k,
          system->bodies, geom[k].body);
  return GSL_SUCCESS;
}

/* Makes the collision, in which moving bodies that a joint holds pass through
   each other. */
static pn_collision *make_collision(const pn_world *world, pn_error *error)
{
  const pn_system *system = world->system;
  const pn_world_settings *of = &world->settings;
  const pn_collision_settings settings = {.margin = of->margin,
                                          .step =
                                              of->anticipation ? of->step : 0,
                                          .per_pair = of->per_pair,
                                          .gravity = system->gravity,
                                          .friction = of->friction,
                                          .body = system->body};
  size_t(*joined)[2] = pn_alloc(system->joints, sizeof *joined);
  if (!joined)
    return NULL;
  for (size_t j = 0; j < system->joints; j++) {
    joined[j][0] = system->joint[j].parent;
    joined[j][1] = system->joint[j].child;
  }
  pn_collision *collision =
      pn_collision_alloc(world->geom, world->geoms, &settings,
                         (const size_t(*)[2])joined, system->joints, error);
  pn_free(joined);
  return collision;
}

/* Takes all memory but that of rows, whose number is not known before a step.
 */
static int take_memory(pn_world *world, pn_error *error)
{
  const pn_system *system = world->system;
  const size_t velocities = PN_RIGID_BLOCK * (system->bodies + 1);
  world->y = pn_alloc(pn_system_dimension(system), sizeof *world->y);
  world->u = pn_alloc(velocities, sizeof *world->u);
  world->change = pn_alloc(velocities, sizeof *world->change);
  world->assembly = pn_assembly_alloc(system);
  world->collision = make_collision(world, error);
  world->entries = pn_lcp_csr_alloc(NULL);
  world->lcp = pn_lcp_alloc(0);
  world->R = world->lcp ? pn_rigid_delassus_alloc(0, system->bodies) : NULL;
  if (world->R)
    pn_lcp_set_operator(world->lcp, &world->R->base);
  return world->y && world->u && world->change && world->assembly &&
                 world->collision && world->entries && world->lcp && world->R &&
                 !pn_lcp_add_friction(world->lcp)
             ? GSL_SUCCESS
             : GSL_ENOMEM;
}

/* Measures the energy at the state y; the assembly stays where the step began.
 */
static void measure(pn_world *world)
{
  world->info.energy =
      pn_measure_energy(world->system, world->y, &world->info.kinetic);
  world->info.speed = 0;
  const double *u = world->y + pn_system_positions(world->system);
  for (size_t b = 0; b < world->system->bodies; b++, u += PN_RIGID_BLOCK) {
    /* Squares tell, but for rounding, that the norm is no larger. */
    const double square = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
    if (square < (1 - rounding) * world->info.speed * world->info.speed)
      continue;
    world->info.speed =
        fmax(world->info.speed, pn_vec3_norm(pn_vec3_make(u[0], u[1], u[2])));
  }
}

pn_world *pn_world_alloc(const pn_system *system, const pn_geom *geom,
                         size_t geoms, const pn_world_settings *settings,
                         pn_error *error)
{
  pn_error_clear(error);
  if (pn_world_settings_check(settings, error) ||
      pn_system_check(system, error) || pni_world_check_joints(system, error) ||
      check_geoms(system, geom, geoms, error))
    return NULL;
  pn_world *world = pn_alloc(1, sizeof *world);
  if (world) {
    world->system = system;
    world->geom = geom;
    world->geoms = geoms;
    world->settings = *settings;
  }
  if (!world || take_memory(world, error)) {
    pn_world_free(world);
    pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
    return NULL;
  }
  pn_system_start(system, world->y);
  pn_assembly_set(world->assembly, world->y);
  world->assembly->leaves_viscous = 1;
  world->viscous = pni_world_count_viscous(world);
  measure(world);
  return world;
}

void pn_world_free(pn_world *world)
{
  if (!world)
    return;
  pn_lcp_solver_free(world->solver);
  pn_lcp_solver_free(world->second);
  pn_lcp_free(world->lcp);
  pn_lcp_csr_free(world->entries);
  pn_collision_free(world->collision);
  pn_assembly_free(world->assembly);
  pn_free(world->y);
  pn_free(world->u);
  pn_free(world->change);
  pn_free(world->start);
  pn_free(world->round);
  pn_free(world->last);
  pn_free(world->last_contact);
  pn_free(world);
}

/* Predicts the velocities without contacts and joints, u* = u + h W F; that of
   the world is 0. */
static int predict(pn_world *world)
{
  const pn_system *system = world->system;
  const double *u = world->y + pn_system_positions(system);
  pn_assembly *assembly = world->assembly;
  if (pn_assembly_set(assembly, world->y))
    return GSL_EFAILED;
  pn_assembly_load(assembly, world->info.time);
  pn_assembly_accelerate(assembly, assembly->F, world->u);
  for (size_t k = 0; k < assembly->velocities; k++)
    world->u[k] = u[k] + world->settings.step * world->u[k];
  pni_world_spin(world);
  return GSL_SUCCESS;
}

/* Applies the impulses, u = u* + W J^T lambda, and moves the bodies. */
static void move(pn_world *world)
{
  const pn_system *system = world->system;
  const double h = world->settings.step,
               kept = exp(-world->settings.damping * h);
  if (world->lcp->size > 0)
    pn_rigid_delassus_velocities(world->R, world->solver->lambda,
                                 world->change);
  else
    memset(world->change, 0,
           world->assembly->velocities * sizeof *world->change);
  for (size_t b = 0; b < system->bodies; b++) {
    double *u = world->u + PN_RIGID_BLOCK * b;
    for (size_t k = 0; k < PN_RIGID_BLOCK; k++)
      u[k] = kept * (u[k] + world->change[PN_RIGID_BLOCK * b + k]);
    const pn_vec3 v = {u[0], u[1], u[2]}, omega = {u[3], u[4], u[5]};
    const pn_pose pose = world->assembly->motion[b].pose;
    pn_pose moved =
        pn_pose_displace(pose, pn_vec3_scale(h, v), pn_vec3_scale(h, omega));
    moved.q = pn_quat_normalize(moved.q);
    pn_state_set(system, world->y, b, moved, v, omega);
  }
}

int pn_world_advance(pn_world *world, pn_error *error)
{
  pn_error_clear(error);
  /* The velocities without impulses, the contacts, and the problem. */
  if (predict(world))
    return pn_error_set(error, GSL_EFAILED, NULL, 0,
                        "a joint has no direction: its points coincide");
  int code = pn_collision_find(world->collision, world->assembly->motion);
  if (code == GSL_ERANGE)
    return refuse_flight(world, code, error);
  if (code == GSL_ETABLE)
    return pn_error_set(error, code, NULL, 0,
                        "more than %d pairs of bodies are within the margin, "
                        "%g m, of each other: lower it, or move them apart",
                        PN_COLLISION_PAIRS, world->settings.margin);
  if (code || pni_world_set_rows(world))
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");

  /* The impulses, which move the bodies. */
  code = pni_world_solve(world, error);
  if (code)
    return code;
  move(world);

  /* What is known of the step. */
  pni_world_remember(world);
  world->info.steps++;
  world->info.time = (double)world->info.steps * world->settings.step;
  measure(world);
  return isfinite(world->info.energy)
             ? GSL_SUCCESS
             : refuse_flight(world, GSL_EFAILED, error);
}
