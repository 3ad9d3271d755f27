/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One second of the wall with 20 sweeps a step: Pantin's world, and ODE's
   quick step on the contacts that ODE finds, as softly (ERP and CFM of the
   same stiffness and damping), with box friction. All of the step counts: to
   find the contacts, to make the problem, to solve it, to move. What the
   finding costs is seen from a run that finds twice. What sweeps cost is seen
   from one that sweeps as often again in each step; ODE's sweeps cannot be
   repeated, so from one that sweeps once, in which the wall falls otherwise. */
#include "config.h"

#include "tuning_step.h"

#include "pantin/contact/world_scene.h"

#include "bench.h"
#include "measure.h"

#include <math.h>
#include <stdio.h>
#ifdef HAVE_ODE
#include <ode/ode.h>
#endif

enum { SWEEPS = 20, STEPS = 60 };

/* A run: whether contacts are found twice, and whether its sweeps are others:
   twice as many, without a further test, or of ODE one. */
typedef struct {
  int twice, swept;
} wall_task;

/* How far the bricks are from where they were, at most [m]. */
typedef struct {
  double moved;
  size_t contacts; /* at the end */
} wall_end;

static int no_preparation(void *nothing)
{
  (void)nothing;
  return 0;
}

static pn_world_scene *read_wall(void)
{
  pn_error error = {0};
  return pn_world_scene_read(BENCH_DATA "/tuning/wall.cfg", &error);
}

static int world_run(void *vtask, void *vend)
{
  const wall_task *task = vtask;
  wall_end *end = vend;
  pn_world_scene *of = read_wall();
  *end = (wall_end){0};
  if (!of)
    return -1;
  of->settings.method = pn_lcp_psor;
  of->settings.frozen = 0;
  of->settings.iterations = SWEEPS;
  pn_world *world =
      pn_world_alloc(of->system, of->geom, of->geoms, &of->settings, NULL);
  for (int k = 0; k < STEPS && world; k++) {
    if (pn_world_advance(world, NULL) ||
        (task->twice &&
         pn_collision_find(world->collision, world->assembly->motion)))
      return -1;
    for (int s = 0; task->swept && s < SWEEPS; s++)
      if (pn_lcp_solver_iterate(world->solver))
        return -1;
  }
  for (size_t b = 0; b < of->system->bodies && world; b++) {
    const pn_vec3 x = pn_state_motion(of->system, world->y, b).pose.x;
    end->moved = fmax(end->moved,
                      pn_vec3_norm(pn_vec3_sub(x, of->system->body[b].pose.x)));
  }
  end->contacts = world ? world->info.contacts : 0;
  pn_world_free(world);
  pn_world_scene_free(of);
  return 0;
}

#ifdef HAVE_ODE
typedef struct {
  dWorldID world;
  dSpaceID space;
  dJointGroupID contacts;
  size_t count;
  double erp, cfm;
} ode_wall;

enum { MOST = 4 }; /* contacts of a pair */

/* Finds the contacts, and makes nothing of them. */
static void look(void *nothing, dGeomID a, dGeomID b)
{
  dContactGeom contact[MOST];
  (void)nothing;
  dCollide(a, b, MOST, contact, sizeof contact[0]);
}

static void touch(void *vof, dGeomID a, dGeomID b)
{
  ode_wall *of = vof;
  dContact contact[MOST];
  const int count = dCollide(a, b, MOST, &contact[0].geom, sizeof contact[0]);
  for (int k = 0; k < count; k++) {
    contact[k].surface = (dSurfaceParameters){
        .mode = dContactApprox1 | dContactSoftERP | dContactSoftCFM,
        .mu = 1,
        .soft_erp = of->erp,
        .soft_cfm = of->cfm};
    dJointAttach(dJointCreateContact(of->world, of->contacts, &contact[k]),
                 dGeomGetBody(a), dGeomGetBody(b));
    of->count++;
  }
}

static dBodyID add_brick(const ode_wall *of, const pn_body *from)
{
  dMass mass;
  dMassSetBoxTotal(&mass, from->mass, from->size[0], from->size[1],
                   from->size[2]);
  dBodyID body = dBodyCreate(of->world);
  dBodySetMass(body, &mass);
  dBodySetPosition(body, from->pose.x.x, from->pose.x.y, from->pose.x.z);
  dGeomSetBody(
      dCreateBox(of->space, from->size[0], from->size[1], from->size[2]), body);
  return body;
}

static int ode_run(void *vtask, void *vend)
{
  enum { BRICKS = 112 };
  const wall_task *task = vtask;
  wall_end *end = vend;
  pn_world_scene *from = read_wall();
  dBodyID brick[BRICKS];
  *end = (wall_end){0};
  if (!from || from->system->bodies != BRICKS)
    return -1;
  dInitODE2(0);
  const double h = from->settings.step;
  ode_wall of = {.world = dWorldCreate(),
                 .space = dSweepAndPruneSpaceCreate(NULL, dSAP_AXES_XYZ),
                 .contacts = dJointGroupCreate(0),
                 .erp = pn_world_stabilisation(&from->settings),
                 .cfm = h * pn_world_compliance(&from->settings)};
  dWorldSetGravity(of.world, 0, 0, -9.81);
  dWorldSetQuickStepNumIterations(of.world, task->swept ? 1 : SWEEPS);
  dCreatePlane(of.space, 0, 0, 1, 0);
  for (size_t b = 0; b < BRICKS; b++)
    brick[b] = add_brick(&of, &from->system->body[b]);
  for (int k = 0; k < STEPS; k++) {
    of.count = 0;
    if (task->twice)
      dSpaceCollide(of.space, &of, look);
    dSpaceCollide(of.space, &of, touch);
    dWorldQuickStep(of.world, h);
    dJointGroupEmpty(of.contacts);
  }
  for (size_t b = 0; b < BRICKS; b++) {
    const dReal *x = dBodyGetPosition(brick[b]);
    const pn_vec3 at = {x[0], x[1], x[2]};
    end->moved =
        fmax(end->moved,
             pn_vec3_norm(pn_vec3_sub(at, from->system->body[b].pose.x)));
  }
  end->contacts = of.count;
  dJointGroupDestroy(of.contacts);
  dSpaceDestroy(of.space);
  dWorldDestroy(of.world);
  dCloseODE();
  pn_world_scene_free(from);
  return 0;
}
#endif

/* Holds the times of a step and of its parts [ms]. */
typedef struct {
  double whole, collision, sweeps;
  wall_end end;
} wall_cost;

enum { ROUNDS = 5, RUNS = 3, LIMIT = 60 };

/* Measures the three runs of a contender in turn; the last one makes so many
   more sweeps a step than the first. */
static wall_cost measure_wall(const measure_work *work, int more)
{
  wall_task tasks[] = {{0, 0}, {1, 0}, {0, 1}};
  enum { TASKS = sizeof tasks / sizeof tasks[0] };
  double ms[TASKS] = {NAN, NAN, NAN};
  wall_cost cost = {.whole = NAN};
  for (int round = 0; round < ROUNDS; round++)
    for (int k = 0; k < TASKS; k++) {
      wall_end end = {0};
      ms[k] =
          fmin(ms[k],
               1e3 / STEPS * measure(work, &tasks[k], &end, RUNS, LIMIT).least);
      if (k == 0)
        cost.end = end;
    }
  cost.whole = ms[0];
  cost.collision = ms[1] - ms[0];
  cost.sweeps = (ms[2] - ms[0]) * SWEEPS / more;
  return cost;
}

void show_tuning_step(void)
{
  static const struct {
    const char *name;
    measure_work work;
    int more; /* sweeps where they are others */
  } contenders[] = {
      {"Pantin world", {no_preparation, world_run, sizeof(wall_end)}, SWEEPS},
#ifdef HAVE_ODE
      {"ODE quickstep",
       {no_preparation, ode_run, sizeof(wall_end)},
       1 - SWEEPS},
#endif
  };
  enum { CONTENDERS = sizeof contenders / sizeof contenders[0] };
  static const double wanted = 0.53 / 0.35;
  wall_cost cost[2] = {{0}, {.whole = NAN, .collision = NAN, .sweeps = NAN}};
  printf("%d steps of the wall, %d sweeps each\n\n"
         "%-16s %9s %10s %9s %9s %9s %12s\n",
         STEPS, SWEEPS, "ms/step", "all", "collision", "sweeps", "the rest",
         "contacts", "moved by, m");
  for (size_t k = 0; k < CONTENDERS; k++) {
    cost[k] = measure_wall(&contenders[k].work, contenders[k].more);
    printf("%-16s %9.3f %10.3f %9.3f %9.3f %9zu %12.1e\n", contenders[k].name,
           cost[k].whole, cost[k].collision, cost[k].sweeps,
           cost[k].whole - cost[k].collision - cost[k].sweeps,
           cost[k].end.contacts, cost[k].end.moved);
  }
  printf("\n");
  bench_note("wall: a step of 20 sweeps", "ms", cost[0].whole, "ODE quickstep",
             cost[1].whole, wanted);
  bench_note("wall: its sweeps", "ms", cost[0].sweeps, "ODE quickstep",
             cost[1].sweeps, NAN);
  bench_note("wall: its collision", "ms", cost[0].collision, "ODE quickstep",
             cost[1].collision, NAN);
}
