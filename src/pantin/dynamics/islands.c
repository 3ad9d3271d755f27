/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "pantin/dynamics/islands.h"

#include "pantin/base/alloc.h"
#include "pantin/base/parts.h"
#include "pantin/base/pool.h"
#include "pantin/body/side.h"
#include "pantin/dynamics/bounds.h"
#include "pantin/dynamics/impulse.h"
#include "pantin/dynamics/ledger_private.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* Where bodies and joints of the whole are. */
typedef struct {
  size_t *up;     /* parts of bodies, (bodies) */
  size_t *island; /* of each body, (bodies) */
  size_t *body;   /* number of each body in its island, (bodies) */
  size_t *joint;  /* number of each joint in its island, (joints) */
  size_t *bound;  /* number of each bound in its island, (bounds) */
} places;

static void places_free(places *at)
{
  pn_free(at->up);
  pn_free(at->island);
  pn_free(at->body);
  pn_free(at->joint);
  pn_free(at->bound);
}

static int places_alloc(places *at, const pn_system *system)
{
  at->up = pn_alloc(system->bodies, sizeof *at->up);
  at->island = pn_alloc(system->bodies, sizeof *at->island);
  at->body = pn_alloc(system->bodies, sizeof *at->body);
  at->joint = pn_alloc(system->joints, sizeof *at->joint);
  at->bound = pn_alloc(system->bounds, sizeof *at->bound);
  return at->up && at->island && at->body && at->joint && at->bound
             ? GSL_SUCCESS
             : GSL_ENOMEM;
}

/* Finds the islands, numbered by their first bodies; returns how many there
   are. */
static size_t find_islands(places *at, const pn_system *system)
{
  const size_t n = system->bodies;
  size_t count = 0;
  for (size_t b = 0; b < n; b++)
    at->up[b] = b;
  for (size_t j = 0; j < system->joints; j++)
    joint_connect(at->up, &system->joint[j]);
  for (size_t s = 0; s < system->springs; s++) {
    const size_t *body = system->spring[s].body;
    if (body[0] != PN_WORLD && body[1] != PN_WORLD)
      at->up[parts_find(at->up, body[0])] = parts_find(at->up, body[1]);
  }
  for (size_t b = 0; b < n; b++)
    at->island[b] = n; /* not yet numbered */
  for (size_t b = 0; b < n; b++) {
    const size_t part = parts_find(at->up, b);
    if (at->island[part] == n)
      at->island[part] = count++;
    at->island[b] = at->island[part];
  }
  return count;
}

/* Returns a body of the whole as its island numbers it. */
static size_t number_of(const places *at, size_t body)
{
  return body == PN_WORLD ? PN_WORLD : at->body[body];
}

/* Returns the island of a joint: that of one of its bodies. */
static pn_island *island_of(pn_islands *islands, const places *at,
                            const pn_joint *joint)
{
  size_t side = 0;
  while (joint_body(joint, side) == PN_WORLD)
    side++;
  return &islands->island[at->island[joint_body(joint, side)]];
}

/* Copies bodies and joints to the systems of their islands. GSL_SUCCESS or
   GSL_ENOMEM. */
static int copy_bodies(pn_islands *islands, places *at, const pn_system *system)
{
  int code = GSL_SUCCESS;
  for (size_t b = 0; b < system->bodies && !code; b++) {
    pn_island *island = &islands->island[at->island[b]];
    at->body[b] = island->system->bodies;
    code = pn_system_add_body(island->system, &system->body[b]);
  }
  for (size_t j = 0; j < system->joints && !code; j++) {
    pn_joint joint = system->joint[j];
    pn_system *to = island_of(islands, at, &joint)->system;
    joint.parent = number_of(at, joint.parent);
    joint.child = number_of(at, joint.child);
    joint.third =
        joint_sides(&joint) > 2 ? number_of(at, joint.third) : PN_WORLD;
    at->joint[j] = to->joints;
    code = pn_system_add_joint(to, &joint);
  }
  return code;
}

/* Copies springs, motors and bounds. GSL_SUCCESS or GSL_ENOMEM. */
static int copy_loads(pn_islands *islands, places *at, const pn_system *system)
{
  int code = GSL_SUCCESS;
  for (size_t s = 0; s < system->springs && !code; s++) {
    pn_spring spring = system->spring[s];
    const size_t b = spring.body[spring.body[0] == PN_WORLD];
    for (int k = 0; k < 2; k++)
      spring.body[k] = number_of(at, spring.body[k]);
    code = pn_system_add_spring(islands->island[at->island[b]].system, &spring);
  }
  for (size_t m = 0; m < system->motors && !code; m++) {
    pn_motor motor = system->motor[m];
    pn_island *island = island_of(islands, at, &system->joint[motor.joint]);
    motor.joint = at->joint[motor.joint];
    code = pn_system_add_motor(island->system, &motor);
  }
  for (size_t b = 0; b < system->bounds && !code; b++) {
    pn_bound bound = system->bound[b];
    pn_island *island = island_of(islands, at, &system->joint[bound.joint]);
    bound.joint = at->joint[bound.joint];
    at->bound[b] = island->system->bounds;
    code = pn_system_add_bound(island->system, &bound);
  }
  return code;
}

/* Lists the bodies and the bounds of the islands by their numbers in the whole.
   GSL_SUCCESS or GSL_ENOMEM. */
static int set_numbers(pn_islands *islands, const places *at,
                       const pn_system *system)
{
  for (size_t k = 0; k < islands->count; k++) {
    pn_island *island = &islands->island[k];
    island->body = pn_alloc(island->system->bodies, sizeof *island->body);
    island->bound = pn_alloc(island->system->bounds, sizeof *island->bound);
    if (!island->body || !island->bound)
      return GSL_ENOMEM;
  }
  for (size_t b = 0; b < system->bodies; b++)
    islands->island[at->island[b]].body[at->body[b]] = b;
  for (size_t b = 0; b < system->bounds; b++) {
    const pn_joint *joint = &system->joint[system->bound[b].joint];
    island_of(islands, at, joint)->bound[at->bound[b]] = b;
  }
  return GSL_SUCCESS;
}

/* Makes the systems of the islands. GSL_SUCCESS or GSL_ENOMEM. */
static int set_systems(pn_islands *islands, places *at, const pn_system *system)
{
  for (size_t k = 0; k < islands->count; k++) {
    islands->island[k].all = islands;
    islands->island[k].system = pn_system_alloc();
    if (!islands->island[k].system)
      return GSL_ENOMEM;
    islands->island[k].system->gravity = system->gravity;
  }
  return copy_bodies(islands, at, system) || copy_loads(islands, at, system)
             ? GSL_ENOMEM
             : set_numbers(islands, at, system);
}

/* Tells the listener of the whole of an impact in an island. */
static void tell(const pn_impact_event *event, void *params)
{
  const pn_island *island = params;
  const pn_simulation_settings *settings = &island->all->whole->settings;
  pn_impact_event of_whole = *event;
  of_whole.body = island->body[event->body];
  settings->listener(&of_whole, settings->listener_params);
}

/* Makes the runs of the islands, and the threads: one where there is somebody
   to be told of impacts, who hears of them in the order of the islands. */
static int set_runs(pn_islands *islands, size_t threads)
{
  pn_simulation_settings settings = islands->whole->settings;
  const int is_heard =
      settings.listener && (settings.box || islands->whole->bounds);
  islands->pool = pn_pool_alloc(is_heard ? 1 : threads);
  if (!islands->pool)
    return GSL_ENOMEM;
  settings.listener = settings.listener ? tell : NULL;
  for (size_t k = 0; k < islands->count; k++) {
    pn_island *island = &islands->island[k];
    settings.listener_params = island;
    island->simulation = pn_simulation_alloc(island->system, &settings, NULL);
    if (!island->simulation)
      return GSL_ENOMEM;
  }
  return GSL_SUCCESS;
}

/* Divides the whole into its islands. GSL_SUCCESS or GSL_ENOMEM. */
static int divide(pn_islands *islands, places *at, size_t threads)
{
  const pn_system *system = islands->whole->system;
  if (places_alloc(at, system))
    return GSL_ENOMEM;
  const size_t count = system->load ? 0 : find_islands(at, system);
  if (count < 2)
    return GSL_SUCCESS;
  islands->island = pn_alloc(count, sizeof *islands->island);
  islands->count = islands->island ? count : 0;
  return islands->island && !set_systems(islands, at, system)
             ? set_runs(islands, threads)
             : GSL_ENOMEM;
}

pn_islands *pn_islands_alloc(pn_simulation *whole, size_t threads)
{
  places at = {0};
  pn_islands *islands = pn_alloc(1, sizeof *islands);
  if (!islands)
    return NULL;
  islands->whole = whole;
  const int code = divide(islands, &at, threads);
  places_free(&at);
  if (!code)
    return islands;
  pn_islands_free(islands);
  return NULL;
}

void pn_islands_free(pn_islands *islands)
{
  if (!islands)
    return;
  pn_pool_free(islands->pool);
  for (size_t k = 0; k < islands->count; k++) {
    pn_island *island = &islands->island[k];
    pn_simulation_free(island->simulation);
    if (island->system)
      island->system->motors = 0; /* their tables are the whole's */
    pn_system_free(island->system);
    pn_free(island->body);
    pn_free(island->bound);
  }
  pn_free(islands->island);
  pn_free(islands);
}

/* Copies the states of an island's bodies to the whole, or from it. */
static void copy_state(const pn_island *island, int to_whole)
{
  const pn_simulation *whole = island->all->whole, *own = island->simulation;
  const struct {
    size_t numbers;
    double *of_whole, *own;
  } part[2] = {{PN_BODY_POSITIONS, whole->y, own->y},
               {PN_BODY_VELOCITIES,
                whole->y + pn_system_positions(whole->system),
                own->y + pn_system_positions(own->system)}};
  for (int k = 0; k < 2; k++)
    for (size_t b = 0; b < island->system->bodies; b++) {
      double *there = part[k].of_whole + part[k].numbers * island->body[b];
      double *here = part[k].own + part[k].numbers * b;
      memcpy(to_whole ? there : here, to_whole ? here : there,
             part[k].numbers * sizeof *here);
    }
}

/* Makes the step of an island, from where its bodies are in the whole. */
static void step_one(void *params, size_t k)
{
  pn_island *island = &((pn_islands *)params)->island[k];
  copy_state(island, 0);
  island->code = pn_simulation_step(island->simulation, &island->error);
}

/* Adds what an island has booked to the whole. */
static void gather_works(const pn_island *island)
{
  const pn_simulation *s = island->simulation;
  pn_simulation *whole = island->all->whole;
  double *work = whole->y + pn_system_dimension(whole->system);
  for (int k = 0; k < PNI_WORKS; k++)
    work[k] += pni_simulation_works(s)[k];
  whole->correction_work += s->correction_work;
  whole->impulse->work += s->impulse->work;
  whole->impulse->joint_work += s->impulse->joint_work;
  whole->impacts += s->impacts;
  if (s->dynamics->evaluations > whole->dynamics->evaluations)
    whole->dynamics->evaluations = s->dynamics->evaluations;
}

/* Adds the works of an island's bounds to those of the whole, and copies the
   forces of the bounds, with which the whole's multipliers are measured. */
static void gather_bounds(const pn_island *island)
{
  const pn_bounds *own = island->simulation->bounds;
  pn_bounds *whole = island->all->whole->bounds;
  if (!own)
    return;
  whole->work.friction += own->work.friction;
  whole->work.impacts += own->work.impacts;
  whole->work.corrections += own->work.corrections;
  whole->work.motors += own->work.motors;
  whole->work.undone += own->work.undone;
  for (size_t b = 0; b < own->bounds; b++)
    whole->force_of[island->bound[b]] = own->force_of[b];
}

/* Puts states, works and the forces of bounds of all islands into the whole;
   works are added up anew. */
static void gather(pn_islands *islands)
{
  pn_simulation *whole = islands->whole;
  memset(whole->y + pn_system_dimension(whole->system), 0,
         PNI_WORKS * sizeof *whole->y);
  whole->correction_work = 0;
  whole->impulse->work = whole->impulse->joint_work = 0;
  whole->impacts = 0;
  whole->dynamics->evaluations = 0;
  if (whole->bounds)
    whole->bounds->work = (pn_bound_work){0};
  for (size_t k = 0; k < islands->count; k++) {
    copy_state(&islands->island[k], 1);
    gather_works(&islands->island[k]);
    gather_bounds(&islands->island[k]);
  }
  whole->steps++;
  whole->t = (double)whole->steps * whole->settings.dt;
}

int pn_islands_step(pn_islands *islands, pn_error *error)
{
  pn_island *failed = NULL;
  if (islands->count == 0)
    return pn_simulation_step(islands->whole, error);
  pn_error_clear(error);
  pn_pool_run(islands->pool, islands->count, step_one, islands);
  for (size_t k = islands->count; k-- > 0;)
    if (islands->island[k].code)
      failed = &islands->island[k];
  for (size_t k = 0; k < islands->count && failed; k++)
    if (!islands->island[k].code)
      pni_simulation_undo(islands->island[k].simulation);
  if (!failed) {
    gather(islands);
    return GSL_SUCCESS;
  }
  if (error)
    *error = failed->error;
  return GSL_EFAILED;
}
