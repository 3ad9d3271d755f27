/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --check: the accelerations of forward dynamics are given to inverse dynamics,
   which knows no multipliers; both must find the same joint forces. */
#include "programs/joints/study.h"

#include "pantin/base/json.h"
#include "pantin/dynamics/joint_wrench.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>

/* The round trip is good below this part of the largest force, and of the
   largest torque that such a force has at an arm of the system's extent. */
static const double agreed = 1e-9;

/* What both say of the joint by which a body hangs. */
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

static double distance(pn_vec3 a, pn_vec3 b)
{
  return pn_vec3_norm(pn_vec3_sub(a, b));
}

/* The largest values and differences of all joints. */
typedef struct {
  double force, force_error;   /* [N] */
  double torque, torque_error; /* [N m] */
} summary;

static summary sum_up(const pn_simulation *s, const pn_inverse *inverse)
{
  summary all = {0, 0, 0, 0};
  for (size_t b = 0; b < s->system->bodies; b++) {
    if (inverse->tree->joint[b] == PN_NO_JOINT)
      continue;
    const pair p = pair_of(s, inverse, b);
    all.force = fmax(all.force, pn_vec3_norm(p.forward.force));
    all.torque = fmax(all.torque, pn_vec3_norm(p.forward.torque));
    all.force_error =
        fmax(all.force_error, distance(p.forward.force, p.inverse.force));
    all.torque_error =
        fmax(all.torque_error, distance(p.forward.torque, p.inverse.torque));
  }
  return all;
}

static int is_good(const pn_simulation *s, const summary *all)
{
  return all->force_error <= agreed * all->force &&
         all->torque_error <= agreed * (all->torque + all->force * s->extent);
}

static void print_table(const program *self, const pn_simulation *s,
                        const pn_inverse *inverse, const summary *all)
{
  printf("%s at t = %g s: joint forces by the multipliers, and by inverse "
         "dynamics\nof the accelerations\n\n%-30s  %14s  %14s  %10s\n",
         self->scene_name, s->t, "joint", "forward [N]", "inverse [N]",
         "difference");
  for (size_t b = 0; b < s->system->bodies; b++) {
    if (inverse->tree->joint[b] == PN_NO_JOINT)
      continue;
    const pair p = pair_of(s, inverse, b);
    printf("%-30.30s  %14.9f  %14.9f  %10.1e\n", p.joint->name,
           pn_vec3_norm(p.forward.force), pn_vec3_norm(p.inverse.force),
           distance(p.forward.force, p.inverse.force));
  }
  printf("\n%s: forces differ by %.1e N at most (largest %.6g N),\ntorques by "
         "%.1e N m (largest %.6g N m).\n",
         is_good(s, all) ? "The round trip closes" : "NOT THE SAME",
         all->force_error, all->force, all->torque_error, all->torque);
}

static void print_json(const program *self, const pn_simulation *s,
                       const summary *all)
{
  pn_json json = pn_json_make(stdout);
  pn_json_object(&json, NULL);
  pn_json_string(&json, "scene", self->scene_name);
  pn_json_real(&json, "time", s->t);
  pn_json_boolean(&json, "agreed", is_good(s, all));
  pn_json_real(&json, "force_max", all->force);
  pn_json_real(&json, "force_error", all->force_error);
  pn_json_real(&json, "torque_max", all->torque);
  pn_json_real(&json, "torque_error", all->torque_error);
  pn_json_end(&json);
  putchar('\n');
}

static void compare(program *self, pn_simulation *s, pn_inverse *inverse)
{
  if (pn_dynamics_evaluate(s->dynamics, s->t, s->y, NULL) ||
      pn_inverse_set(inverse, s->t, s->y, s->dynamics->acceleration)) {
    pn_error_set(&self->error, GSL_EFAILED, NULL, 0,
                 "there are no accelerations at t = %g s", s->t);
    return;
  }
  const summary all = sum_up(s, inverse);
  if (self->json)
    print_json(self, s, &all);
  else if (!self->quiet)
    print_table(self, s, inverse, &all);
  if (!is_good(s, &all))
    self->status = PROGRAM_NOT_CONVERGED;
}

void joints_check(program *self, const joints_request *asked,
                  const pn_system_scene *of,
                  const pn_simulation_settings *settings)
{
  pn_inverse *inverse = pn_inverse_alloc(of->system, &self->error);
  pn_simulation *s =
      inverse ? joints_simulate_to(self, asked->time, of, settings) : NULL;
  if (s)
    compare(self, s, inverse);
  pn_simulation_free(s);
  pn_inverse_free(inverse);
}
