/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One second of the wall with 20 sweeps a step: Pantin's world, and ODE's
   quick step on the contacts that ODE finds, as softly (ERP and CFM of the
   same stiffness and damping), with box friction. All of the step counts: to
   find the contacts, to make the problem, to solve it, to move. */
#include "config.h"

#include "tuning_step.h"

#include "pantin/contact/world_scene.h"

#include "measure.h"

#include <math.h>
#include <stdio.h>
#ifdef HAVE_ODE
#include <ode/ode.h>
#endif

enum { SWEEPS = 20, STEPS = 60 };

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

static int world_run(void *nothing, void *vend)
{
  wall_end *end = vend;
  pn_world_scene *of = read_wall();
  (void)nothing;
  *end = (wall_end){0};
  if (!of)
    return -1;
  of->settings.method = pn_lcp_psor;
  of->settings.frozen = 0;
  of->settings.iterations = SWEEPS;
  pn_world *world =
      pn_world_alloc(of->system, of->geom, of->geoms, &of->settings, NULL);
  for (int k = 0; k < STEPS && world; k++)
    if (pn_world_advance(world, NULL))
      return -1;
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

static void touch(void *vof, dGeomID a, dGeomID b)
{
  enum { MOST = 4 };
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

static int ode_run(void *nothing, void *vend)
{
  enum { BRICKS = 112 };
  wall_end *end = vend;
  pn_world_scene *from = read_wall();
  dBodyID brick[BRICKS];
  (void)nothing;
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
  dWorldSetQuickStepNumIterations(of.world, SWEEPS);
  dCreatePlane(of.space, 0, 0, 1, 0);
  for (size_t b = 0; b < BRICKS; b++)
    brick[b] = add_brick(&of, &from->system->body[b]);
  for (int k = 0; k < STEPS; k++) {
    of.count = 0;
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

void show_tuning_step(void)
{
  enum { RUNS = 3, LIMIT = 60 };
  static const struct {
    const char *name;
    measure_work work;
  } contenders[] = {
      {"Pantin world", {no_preparation, world_run, sizeof(wall_end)}},
#ifdef HAVE_ODE
      {"ODE quick step", {no_preparation, ode_run, sizeof(wall_end)}},
#endif
  };
  printf("%d steps of the wall, %d sweeps each\n\n%-16s %9s %10s %12s\n", STEPS,
         SWEEPS, "", "ms/step", "contacts", "moved by, m");
  for (size_t k = 0; k < sizeof contenders / sizeof contenders[0]; k++) {
    wall_end end = {0};
    const measurement m = measure(&contenders[k].work, NULL, &end, RUNS, LIMIT);
    printf("%-16s %9.2f %10zu %12.1e\n", contenders[k].name,
           m.end == MEASURE_DONE ? 1e3 * m.least / STEPS : NAN, end.contacts,
           end.moved);
  }
  printf("\n");
}
