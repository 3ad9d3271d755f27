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
   twice as many, without a further test, or of ODE one; and Pantin's order. */
typedef struct {
  int twice, swept;
  pn_lcp_order order;
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
  of->settings.order = task->order;
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

enum { ROUNDS = 5, RUNS = 3, LIMIT = 60, TASKS = 3 };

/* Who makes the steps. */
typedef struct {
  const char *name;
  const measure_work *work;
  pn_lcp_order order;
  int more; /* sweeps where they are others */
} contender;

/* Measures the three runs of a contender once, and keeps the least times
   [ms]. */
static void measure_wall(const contender *by, double least[TASKS],
                         wall_end *end)
{
  wall_task tasks[TASKS] = {
      {0, 0, by->order}, {1, 0, by->order}, {0, 1, by->order}};
  for (int k = 0; k < TASKS; k++) {
    wall_end other = {0};
    const measurement m =
        measure(by->work, &tasks[k], k == 0 ? end : &other, RUNS, LIMIT);
    least[k] = fmin(least[k], 1e3 / STEPS * m.least);
  }
}

/* Returns what the runs of a contender say of the parts of its step. */
static wall_cost cost_of(const contender *by, const double ms[TASKS],
                         wall_end end)
{
  return (wall_cost){ms[0], ms[1] - ms[0], (ms[2] - ms[0]) * SWEEPS / by->more,
                     end};
}

void show_tuning_step(void)
{
  static const measure_work world = {no_preparation, world_run,
                                     sizeof(wall_end)};
#ifdef HAVE_ODE
  static const measure_work ode = {no_preparation, ode_run, sizeof(wall_end)};
#else
  static const measure_work ode = {NULL, NULL, 0};
#endif
  enum { FORWARD, COLOURS, ODE, CONTENDERS };
  static const contender contenders[CONTENDERS] = {
      [FORWARD] = {"Pantin world", &world, PN_LCP_FORWARD, SWEEPS},
      [COLOURS] = {"by colours", &world, PN_LCP_COLOURS, SWEEPS},
      [ODE] = {"ODE quickstep", &ode, PN_LCP_FORWARD, 1 - SWEEPS},
  };
  static const double wanted = 0.53 / 0.35;
  double ms[CONTENDERS][TASKS];
  wall_end end[CONTENDERS] = {{0}};
  wall_cost cost[CONTENDERS];
  for (size_t k = 0; k < CONTENDERS; k++)
    for (int run = 0; run < TASKS; run++)
      ms[k][run] = NAN;
  for (int round = 0; round < ROUNDS; round++)
    for (size_t k = 0; k < CONTENDERS; k++)
      if (contenders[k].work->run)
        measure_wall(&contenders[k], ms[k], &end[k]);
  printf("%d steps of the wall, %d sweeps each\n\n"
         "%-16s %9s %10s %9s %9s %9s %12s\n",
         STEPS, SWEEPS, "ms/step", "all", "collision", "sweeps", "the rest",
         "contacts", "moved by, m");
  for (size_t k = 0; k < CONTENDERS; k++) {
    cost[k] = cost_of(&contenders[k], ms[k], end[k]);
    if (contenders[k].work->run)
      printf("%-16s %9.3f %10.3f %9.3f %9.3f %9zu %12.1e\n", contenders[k].name,
             cost[k].whole, cost[k].collision, cost[k].sweeps,
             cost[k].whole - cost[k].collision - cost[k].sweeps,
             cost[k].end.contacts, cost[k].end.moved);
  }
  printf("\n");
  bench_note("wall: a step of 20 sweeps", "ms", cost[FORWARD].whole,
             "ODE quickstep", cost[ODE].whole, wanted);
  bench_note("wall: a step by colours", "ms", cost[COLOURS].whole,
             "ODE quickstep", cost[ODE].whole, wanted);
  bench_note("wall: its sweeps", "ms", cost[FORWARD].sweeps, "ODE quickstep",
             cost[ODE].sweeps, NAN);
  bench_note("wall: its collision", "ms", cost[FORWARD].collision,
             "ODE quickstep", cost[ODE].collision, NAN);
}
