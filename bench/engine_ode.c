/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* ODE, with six coordinates per body and multipliers, as Pantin; it corrects
   by a velocity (its ERP). All settings are as they come.

   Source: the interface, ODE 0.16, ode/ode.h. */
#include "engine.h"

#include <ode/ode.h>

#include <stdlib.h>
#include <string.h>

typedef struct {
  dWorldID world;
  size_t bodies;
  dBodyID *body; /* (bodies), owned */
  int quick;     /* iterate, instead of factorising */
  double dt;
} ode_run;

static dBodyID body_make(dWorldID world, const engine_body *from)
{
  const double *I = from->inertia;
  dMass mass;
  dMassSetParameters(&mass, from->mass, 0, 0, 0, I[0], I[1], I[2], 0, 0, 0);
  dBodyID body = dBodyCreate(world);
  dBodySetMass(body, &mass);
  dBodySetPosition(body, from->x[0], from->x[1], from->x[2]);
  dBodySetQuaternion(body, from->q);
  dBodySetLinearVel(body, from->v[0], from->v[1], from->v[2]);
  dBodySetAngularVel(body, from->omega[0], from->omega[1], from->omega[2]);
  return body;
}

static void joint_make(ode_run *of, size_t child, const double *at,
                       size_t parent)
{
  dVector3 point;
  dBodyGetRelPointPos(of->body[child], at[0], at[1], at[2], point);
  dJointID joint = dJointCreateBall(of->world, NULL);
  dJointAttach(joint, of->body[child],
               parent == ENGINE_WORLD ? NULL : of->body[parent]);
  dJointSetBallAnchor(joint, point[0], point[1], point[2]);
}

static void release(void *run)
{
  ode_run *of = run;
  if (!of)
    return;
  dWorldDestroy(of->world);
  dCloseODE();
  free(of->body);
  free(of);
}

static void *start(const engine_tree *tree, const char *method, double dt)
{
  ode_run *of = calloc(1, sizeof *of);
  dBodyID *body = calloc(tree->bodies, sizeof(*body));
  if (!of || !body || !dInitODE2(0)) {
    free(of);
    free(body);
    return NULL;
  }
  *of = (ode_run){dWorldCreate(), tree->bodies, body,
                  strcmp(method, "quick") == 0, dt};
  dWorldSetGravity(of->world, tree->gravity[0], tree->gravity[1],
                   tree->gravity[2]);
  for (size_t b = 0; b < tree->bodies; b++)
    body[b] = body_make(of->world, &tree->body[b]);
  for (size_t b = 0; b < tree->bodies; b++)
    if (tree->body[b].joined)
      joint_make(of, b, tree->body[b].point, tree->body[b].parent);
  for (size_t k = 0; k < tree->loops; k++)
    joint_make(of, tree->loop[k].child, tree->loop[k].point,
               tree->loop[k].parent);
  return of;
}

static int step(void *run)
{
  ode_run *of = run;
  return !(of->quick ? dWorldQuickStep : dWorldStep)(of->world, of->dt);
}

static void read(void *run, double *y)
{
  ode_run *of = run;
  double *u = y + 7 * of->bodies;
  for (size_t b = 0; b < of->bodies; b++) {
    memcpy(y + 7 * b, dBodyGetPosition(of->body[b]), 3 * sizeof *y);
    memcpy(y + 7 * b + 3, dBodyGetQuaternion(of->body[b]), 4 * sizeof *y);
    memcpy(u + 6 * b, dBodyGetLinearVel(of->body[b]), 3 * sizeof *u);
    memcpy(u + 6 * b + 3, dBodyGetAngularVel(of->body[b]), 3 * sizeof *u);
  }
}

static const engine ode = {"ODE", start, step, read, NULL, release};
const engine *const engine_ode = &ode;
