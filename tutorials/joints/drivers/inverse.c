/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Checks an example by hand. Then computes the accelerations of chains by
   multipliers, and asks which forces
   and torques make the chains move like that: they must be those of the
   multipliers. */
#include "joints/drivers/inputs.h"
#include "joints/exercises.h"

#include <stdlib.h>

/* Rounding, for forces of some 100 N. */
static const double rounding = 1e-8;

enum { BODIES_MAX = 6 };

/* Describes the motion of body b. */
static my_body body_of(const joints_input *in, size_t b)
{
  const pn_dynamics *d = in->dynamics;
  const pn_body *body = &in->system->body[b];
  const pn_motion *m = &d->assembly->motion[b];
  const double *du = d->acceleration + PN_BODY_VELOCITIES * b;
  const pn_pose parent = b > 0 ? d->assembly->motion[b - 1].pose
                               : pn_system_pose(in->system, PN_WORLD);
  my_body out = {.mass = body->mass, .gravity = in->system->gravity};
  out.I = joints_in_world(m->R, body->inertia);
  out.x = m->pose.x;
  out.a = pn_vec3_make(du[0], du[1], du[2]);
  out.omega = m->omega;
  out.alpha = pn_vec3_make(du[3], du[4], du[5]);
  out.A = pn_pose_point(parent, in->system->joint[b].point[0]);
  return out;
}

/* Computes Jc^T lambda of joint b: its force, and its torque about the
   joint. */
static my_wrench force_of(const joints_input *in, size_t b, const my_body *body)
{
  const pn_assembly *a = in->dynamics->assembly;
  const double *J = pn_assembly_child(a, b);
  const double *lambda = in->dynamics->lambda + a->first[b];
  double f[6] = {0};
  for (size_t i = 0; i < a->first[b + 1] - a->first[b]; i++)
    for (size_t k = 0; k < 6; k++)
      f[k] += J[6 * i + k] * lambda[i];
  my_wrench out = {body->A, {f[0], f[1], f[2]}, {f[3], f[4], f[5]}};
  const pn_vec3 arm = pn_vec3_sub(body->A, body->x);
  out.t = pn_vec3_sub(out.t, pn_vec3_cross(arm, out.f));
  return out;
}

static void compare(exercise *e, my_wrench got, my_wrench expected, size_t b)
{
  const double g[] = {got.f.x, got.f.y, got.f.z, got.t.x, got.t.y, got.t.z};
  const double x[] = {expected.f.x, expected.f.y, expected.f.z,
                      expected.t.x, expected.t.y, expected.t.z};
  for (int k = 0; k < 6; k++)
    exercise_value(e, g[k], x[k], rounding, "%c.%c on body %zu",
                   k < 3 ? 'f' : 't', "xyz"[k % 3], b);
}

/* Asks for what a body's joint exerts, and shows the body. */
static my_wrench ask(exercise *e, const my_body *b, size_t children,
                     const my_wrench *child)
{
  exercise_given(e, "mass", &b->mass, 1);
  exercise_given_matrix(e, "I", b->I.m[0], 3, 3);
  joints_given(e, "gravity", b->gravity);
  joints_given(e, "x", b->x);
  joints_given(e, "a", b->a);
  joints_given(e, "omega", b->omega);
  joints_given(e, "alpha", b->alpha);
  joints_given(e, "A", b->A);
  for (size_t c = 0; c < children; c++) {
    joints_given(e, "child's A", child[c].A);
    joints_given(e, "its f", child[c].f);
    joints_given(e, "its t", child[c].t);
  }
  return my_inverse(b, children, child);
}

/* Checks a level rod from which a weight hangs. */
static void check_example(exercise *e)
{
  const my_body rod = {.mass = 2,
                       .I = pn_mat3_diagonal(pn_vec3_make(0.01, 0.17, 0.17)),
                       .gravity = {0, -10, 0},
                       .x = {0.5, 0, 0}};
  const my_wrench weight = {.A = {1, 0, 0}, .f = {0, 30, 0}};
  const my_wrench expected = {.f = {0, 50, 0}, .t = {0, 0, 40}};
  exercise_input(e, "a rod that is held level, with a weight at its end");
  compare(e, ask(e, &rod, 1, &weight), expected, 0);
}

static void check(exercise *e, const joints_input *in)
{
  my_wrench got = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  const size_t bodies = in->system->bodies;
  for (size_t b = bodies; b-- > 0;) {
    const my_body body = body_of(in, b);
    const my_wrench last = got;
    got = bodies == 1 ? ask(e, &body, 0, NULL)
                      : my_inverse(&body, b + 1 < bodies, &last);
    compare(e, got, force_of(in, b, &body), b);
  }
}

/* Checks a body from which several others hang: its joint must bear what all of
   theirs bear. */
static void check_sum(exercise *e, gsl_rng *random)
{
  enum { CHILDREN = 3 };
  my_wrench child[CHILDREN];
  my_body body = {.mass = 1.3, .gravity = {0, 0, -9.81}};
  body.I = pn_mat3_diagonal(pn_vec3_make(1, 2, 2.385));
  body.x = joints_vec3(random, 1);
  body.A = joints_vec3(random, 1);
  my_wrench expected = my_inverse(&body, 0, NULL);
  for (size_t c = 0; c < CHILDREN; c++) {
    child[c] = (my_wrench){joints_vec3(random, 1), joints_vec3(random, 1),
                           joints_vec3(random, 1)};
    const pn_vec3 arm = pn_vec3_sub(child[c].A, body.A);
    expected.f = pn_vec3_add(expected.f, child[c].f);
    expected.t = pn_vec3_add(
        expected.t, pn_vec3_add(child[c].t, pn_vec3_cross(arm, child[c].f)));
  }
  exercise_input(e, "a body at rest from which three others hang");
  compare(e, my_inverse(&body, CHILDREN, child), expected, 0);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "joints/inverse");
  check_example(&e);
  for (size_t k = 0; k < 2 * BODIES_MAX; k++) {
    const pn_joint_type *type = k % 2 ? pn_joint_revolute : pn_joint_ball;
    joints_input in = joints_chain(type, 1 + k / 2, 0, e.random);
    exercise_input(&e, "a chain of %zu by %s joints", 1 + k / 2, type->name);
    check(&e, &in);
    joints_input_free(&in);
  }
  check_sum(&e, e.random);
  return exercise_end(&e);
}
