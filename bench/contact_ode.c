/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* ODE's quick step on given contacts without friction. All balls are put into
   the origin, where the contacts are too: nothing turns. Its corrections of
   overlaps (ERP) and its softness (CFM) are switched off, so that it solves
   the same problem; all else is as it comes. The step includes making and
   moving, not finding the contacts.

   Source: the interface, ODE 0.16, ode/ode.h. */
#include "contact_peer.h"

#include <ode/ode.h>

#include <stdlib.h>

/* [s]; of no weight, as only velocities are looked at. */
static const double dt = 0.01;

typedef struct {
  const contact_problem *problem;
  dWorldID world;
  dBodyID *body;
  dJointFeedback *feedback;
} ode_state;

static dBodyID body_of(const ode_state *of, unsigned k)
{
  return k < of->problem->bodies ? of->body[k] : NULL;
}

static void add_body(ode_state *of, size_t k)
{
  dMass mass;
  dMassSetSphereTotal(&mass, 1 / of->problem->inverse_mass[k], 1);
  of->body[k] = dBodyCreate(of->world);
  dBodySetMass(of->body[k], &mass);
}

static void add_contact(ode_state *of, size_t c)
{
  const contact_problem *problem = of->problem;
  dContact contact = {.surface = {.mu = 0}};
  for (int k = 0; k < 3; k++)
    contact.geom.normal[k] = problem->normal[c][k];
  dJointID joint = dJointCreateContact(of->world, NULL, &contact);
  dJointAttach(joint, body_of(of, problem->pair[c][1]),
               body_of(of, problem->pair[c][0]));
  dJointSetFeedback(joint, &of->feedback[c]);
}

static void *start(const contact_problem *problem, const contact_order *order)
{
  ode_state *of = calloc(1, sizeof *of);
  if (!of || !dInitODE2(0))
    return NULL;
  of->problem = problem;
  of->world = dWorldCreate();
  of->body = calloc(problem->bodies, sizeof(*of->body));
  of->feedback = calloc(problem->rows, sizeof *of->feedback);
  if (!of->body || !of->feedback)
    return NULL;
  dWorldSetERP(of->world, 0);
  dWorldSetCFM(of->world, 0);
  dWorldSetQuickStepNumIterations(of->world, (int)order->iterations);
  for (size_t k = 0; k < problem->bodies; k++)
    add_body(of, k);
  for (size_t c = 0; c < problem->rows; c++)
    add_contact(of, c);
  return of;
}

static int run(void *state, double *lambda)
{
  ode_state *of = state;
  const contact_problem *problem = of->problem;
  for (size_t k = 0; k < problem->bodies; k++) {
    const double *v = problem->velocity[k];
    dBodySetPosition(of->body[k], 0, 0, 0);
    dBodySetLinearVel(of->body[k], v[0], v[1], v[2]);
  }
  if (!dWorldQuickStep(of->world, dt))
    return -1;
  for (size_t c = 0; c < problem->rows; c++) {
    const double *n = problem->normal[c], *f = of->feedback[c].f1;
    lambda[c] = dt * (n[0] * f[0] + n[1] * f[1] + n[2] * f[2]);
  }
  return 0;
}

static const contact_peer ode = {start, run};
const contact_peer *const contact_ode = &ode;
