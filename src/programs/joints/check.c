/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* --check: the accelerations of forward dynamics are given to inverse dynamics,
   which knows no multipliers; both must find the same joint forces. */
#include "programs/joints/run.h"

#include "pantin/dynamics/joint_wrench.h"
#include "pantin/multipliers/tree.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>

/* The round trip is good below this part of the largest force, in a joint or on
   a body, whose rounding is all that passes where bodies fall freely; and of
   the largest torque, or that of such a force at an arm of the system's
   extent. */
static const double agreed = 1e-9;

/* What both find for the joint by which a body hangs. */
typedef struct {
  const pn_joint *joint;
  pn_wrench forward, inverse; /* on the body */
} pair;

static pair pair_of(const pn_simulation *s, const pn_inverse *inverse, size_t b)
{
  const size_t j = inverse->tree->joint[b];
  const pn_joint *joint = &s->system->joint[j];
  const pn_dynamics *d = s->dynamics;
  return (pair){joint,
                pn_joint_wrench(d->assembly, d->lambda, j, joint->child == b),
                inverse->wrench[b]};
}

/* Holds forces and torques on a body, which are large beside the rounding of
   joint forces. */
typedef struct {
  double force, torque; /* [N], [N m] */
} body_loads;

static double distance(pn_vec3 a, pn_vec3 b)
{
  return pn_vec3_norm(pn_vec3_sub(a, b));
}

/* What is told: the largest values and differences of all joints. */
typedef struct {
  const char *scene;
  double time;                     /* [s] */
  int solved;                      /* both agree */
  double force_max, force_error;   /* [N] */
  double torque_max, torque_error; /* [N m] */

  const pn_simulation *simulation;
  const pn_inverse *inverse;
} check;

static const quantity quantities[] = {
    {QUANTITY_AT(check, scene), .kind = QUANTITY_TEXT},
    {QUANTITY_AT(check, time), .unit = "s"},
    {QUANTITY_AT(check, solved), .kind = QUANTITY_FLAG},
    {QUANTITY_AT(check, force_max), .unit = "N"},
    {QUANTITY_AT(check, force_error), .unit = "N"},
    {QUANTITY_AT(check, torque_max), .unit = "N m"},
    {QUANTITY_AT(check, torque_error), .unit = "N m"},
};

/* Returns the largest force and torque [N], [N m] of the loads on bodies, and
   of what accelerates them. */
static body_loads scale_of(const pn_simulation *s)
{
  body_loads most = {0, 0};
  for (size_t b = 0; b < s->system->bodies; b++) {
    const double *F = s->dynamics->assembly->F + PN_BODY_VELOCITIES * b;
    const double *a = s->dynamics->acceleration + PN_BODY_VELOCITIES * b;
    const double mass = s->system->body[b].mass;
    for (size_t k = 0; k < 3; k++) {
      most.force = fmax(most.force, fmax(fabs(F[k]), mass * fabs(a[k])));
      most.torque = fmax(most.torque, fabs(F[3 + k]));
    }
  }
  return most;
}

/* Returns the larger number; a NaN counts as infinite. */
static double larger(double a, double b)
{
  return isnan(b) ? INFINITY : fmax(a, b);
}

/* Finds the largest force and torque, and the largest differences. */
static void sum_up(check *c)
{
  const pn_simulation *s = c->simulation;
  for (size_t b = 0; b < s->system->bodies; b++) {
    if (c->inverse->tree->joint[b] == PN_NO_JOINT)
      continue;
    const pair p = pair_of(s, c->inverse, b);
    c->force_max = fmax(c->force_max, pn_vec3_norm(p.forward.force));
    c->torque_max = fmax(c->torque_max, pn_vec3_norm(p.forward.torque));
    c->force_error =
        larger(c->force_error, distance(p.forward.force, p.inverse.force));
    c->torque_error =
        larger(c->torque_error, distance(p.forward.torque, p.inverse.torque));
  }
  const body_loads on_bodies = scale_of(s);
  const double force = fmax(c->force_max, on_bodies.force);
  const double torque = fmax(c->torque_max, on_bodies.torque);
  c->solved = c->force_error <= agreed * force &&
              c->torque_error <= agreed * (torque + force * s->extent);
}

/* Prints the forces in each joint both ways, and how far they differ. */
static void print_table(FILE *stream, const void *result)
{
  const check *c = result;
  fprintf(stream,
          "%s at t = %g s: joint forces by the multipliers, and by inverse "
          "dynamics\nof the accelerations\n\n%-30s  %14s  %14s  %10s\n",
          c->scene, c->time, "joint", "forward [N]", "inverse [N]",
          "difference");
  for (size_t b = 0; b < c->simulation->system->bodies; b++) {
    if (c->inverse->tree->joint[b] == PN_NO_JOINT)
      continue;
    const pair p = pair_of(c->simulation, c->inverse, b);
    fprintf(stream, "%-30.30s  %14.9f  %14.9f  %10.1e\n", p.joint->name,
            pn_vec3_norm(p.forward.force), pn_vec3_norm(p.inverse.force),
            distance(p.forward.force, p.inverse.force));
  }
  fprintf(stream,
          "\n%s: forces differ by %.1e N at most (largest %.6g N),\ntorques by "
          "%.1e N m (largest %.6g N m).\n",
          c->solved ? "The round trip closes" : "NOT THE SAME", c->force_error,
          c->force_max, c->torque_error, c->torque_max);
}

static void write_json(pn_json *json, const void *result)
{
  const quantity_rows rows = {QUANTITY_LIST(quantities), .row = result};
  quantity_json_row(json, &rows, 0);
}

/* Compares the forces at the present state, and writes what comes out. */
static void compare(program *self, pn_simulation *s, pn_inverse *inverse)
{
  static const program_outputs outputs = {print_table, write_json, NULL, NULL,
                                          NULL};
  check c = {.scene = self->scene_name,
             .time = s->t,
             .simulation = s,
             .inverse = inverse};
  if (pn_dynamics_evaluate(s->dynamics, s->t, s->y, NULL) ||
      pn_inverse_set(inverse, s->t, s->y, s->dynamics->acceleration)) {
    pn_error_set(&self->error, GSL_EFAILED, NULL, 0,
                 "there are no accelerations at t = %g s", s->t);
    return;
  }
  sum_up(&c);
  program_write(self, &outputs, &c);
  if (!c.solved)
    self->status = PROGRAM_NOT_CONVERGED;
}

void joints_check(const joints_task *task)
{
  program *self = task->self;
  pn_inverse *inverse = pn_inverse_alloc(task->of->system, &self->error);
  pn_simulation *s = inverse ? joints_run_to(task, task->asked->time) : NULL;
  if (s)
    compare(self, s, inverse);
  pn_simulation_free(s);
  pn_inverse_free(inverse);
}
