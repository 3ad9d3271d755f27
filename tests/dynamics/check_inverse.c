/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Inverse dynamics: round trips with the forward dynamics, and an arm held
   still, whose torques follow from levers. */
#include "dynamics/models.h"
#include "pantin/base/alloc.h"
#include "pantin/dynamics/inverse.h"
#include "pantin/multipliers/tree.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Relative to the largest of the forces. */
static const double round_trip = 1e-9;

enum { Y_MAX = 13 * 20 };

static model_maker *const trees[] = {model_puppet, model_chain10,  model_tree15,
                                     model_chain3, model_tumbling, model_arm};

/* Motors: a torque about the axis of each hinge. */
static void drive(double t, const pn_system *system, const pn_motion *motion,
                  double *load, void *params)
{
  (void)t;
  const double *torque = params;
  for (size_t j = 0; j < system->joints; j++) {
    const pn_joint *joint = &system->joint[j];
    if (joint->type != pn_joint_revolute)
      continue;
    const pn_vec3 axis =
        pn_mat3_apply(motion[joint->child].R, joint->axis[1][0]);
    const double part[] = {axis.x, axis.y, axis.z};
    for (int k = 0; k < 3; k++) {
      load[6 * joint->child + 3 + (size_t)k] += torque[j] * part[k];
      if (joint->parent != PN_WORLD)
        load[6 * joint->parent + 3 + (size_t)k] -= torque[j] * part[k];
    }
  }
}

/* Returns what J^T lambda of its joint, and the motor, do on a body, about the
   joint's point. */
static pn_wrench forward_wrench(const pn_dynamics *d, size_t b, size_t j)
{
  const pn_assembly *a = d->assembly;
  const pn_joint *joint = &d->system->joint[j];
  const int side = joint->child == b;
  const double *J = side ? pn_assembly_child(a, j) : pn_assembly_parent(a, j);
  double f[6] = {0};
  for (size_t i = a->first[j]; i < a->first[j + 1]; i++, J += 6)
    for (int k = 0; k < 6; k++)
      f[k] += J[k] * d->lambda[i];
  const pn_vec3 arm = pn_mat3_apply(a->motion[b].R, joint->point[side]);
  pn_wrench w = {.force = {f[0], f[1], f[2]}, .torque = {f[3], f[4], f[5]}};
  w.torque = pn_vec3_sub(w.torque, pn_vec3_cross(arm, w.force));
  return w;
}

START_TEST(inverse_after_forward)
{
  double torque[20], y[Y_MAX], largest = 0;
  for (int k = 0; k < 20; k++)
    torque[k] = 3 * sin(2.385 * k + 1);
  pn_system *system = trees[_i]();
  system->gravity = pn_vec3_make(0.3, -9.81, 0.2);
  pn_dynamics *d = pn_dynamics_alloc(system, pn_multipliers_sparse);
  pn_system_start(system, y);
  system->load = drive;
  system->load_params = torque;
  ck_assert_int_eq(pn_dynamics_evaluate(d, 0, y, NULL), GSL_SUCCESS);
  for (size_t i = 0; i < d->assembly->rows; i++)
    largest = fmax(largest, fabs(d->lambda[i]));

  /* The motors are what the inverse must find. */
  system->load = NULL;
  pn_inverse *inverse = pn_inverse_alloc(system, NULL);
  ck_assert_ptr_nonnull(inverse);
  ck_assert_int_eq(pn_inverse_set(inverse, 0, y, d->acceleration), GSL_SUCCESS);
  const double allowed = round_trip * (1 + largest);
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_wrench *got = &inverse->wrench[b];
    const size_t j = inverse->tree->joint[b];
    if (j == PN_NO_JOINT) {
      test_close(pn_vec3_norm(got->force), 0, allowed, "force on the root");
      test_close(pn_vec3_norm(got->torque), 0, allowed, "torque on the root");
      continue;
    }
    pn_wrench want = forward_wrench(d, b, j);
    const int motor = system->joint[j].type == pn_joint_revolute;
    if (motor) {
      test_close(got->turn, torque[j], allowed, "motor %zu", j);
      const pn_vec3 axis =
          pn_mat3_apply(d->assembly->motion[b].R, system->joint[j].axis[1][0]);
      want.torque = pn_vec3_add_scaled(want.torque, torque[j], axis);
    }
    test_close(pn_vec3_norm(pn_vec3_sub(got->force, want.force)), 0, allowed,
               "force on body %zu", b);
    test_close(pn_vec3_norm(pn_vec3_sub(got->torque, want.torque)), 0, allowed,
               "torque on body %zu", b);
  }
  pn_inverse_free(inverse);
  pn_dynamics_free(d);
  pn_system_free(system);
}
END_TEST

/* Forward after inverse: with the motors that the inverse asks for, the arm
   moves as was prescribed. */
START_TEST(forward_after_inverse)
{
  double y[Y_MAX], motor[6], wanted[36] = {0};
  const double rate[] = {0.3, -0.7, 0.5, 1.1, -0.2, 0.9};
  pn_system *system = model_arm();
  pn_system_start(system, y);

  /* Accelerations of the hinges from rest: each turns all after it. */
  for (size_t j = 0; j < 6; j++)
    for (size_t b = j; b < 6; b++) {
      const pn_pose pose = system->body[j].pose;
      const pn_vec3 turn = pn_vec3_scale(
          rate[j], pn_quat_rotate(pose.q, system->joint[j].axis[1][0]));
      const pn_vec3 point = pn_pose_point(pose, system->joint[j].point[1]);
      const pn_vec3 a =
          pn_vec3_cross(turn, pn_vec3_sub(system->body[b].pose.x, point));
      const double part[] = {a.x, a.y, a.z, turn.x, turn.y, turn.z};
      for (int k = 0; k < 6; k++)
        wanted[6 * b + (size_t)k] += part[k];
    }
  pn_inverse *inverse = pn_inverse_alloc(system, NULL);
  ck_assert_int_eq(pn_inverse_set(inverse, 0, y, wanted), GSL_SUCCESS);
  for (size_t b = 0; b < 6; b++)
    motor[inverse->tree->joint[b]] = inverse->wrench[b].turn;
  system->load = drive;
  system->load_params = motor;
  pn_dynamics *d = pn_dynamics_alloc(system, pn_multipliers_sparse);
  ck_assert_int_eq(pn_dynamics_evaluate(d, 0, y, NULL), GSL_SUCCESS);
  for (size_t k = 0; k < 36; k++)
    test_close(d->acceleration[k], wanted[k], round_trip, "u'[%zu]", k);
  pn_inverse_free(inverse);
  pn_dynamics_free(d);
  pn_system_free(system);
}
END_TEST

START_TEST(an_arm_held_still)
{
  /* The arm lies along x: a hinge about y carries weights by levers, one about
     x or z nothing. */
  pn_system *system = model_arm();
  double y[Y_MAX];
  const double still[36] = {0};
  pn_system_start(system, y);
  pn_inverse *inverse = pn_inverse_alloc(system, NULL);
  ck_assert_int_eq(pn_inverse_set(inverse, 0, y, still), GSL_SUCCESS);
  for (size_t b = 0; b < 6; b++) {
    double weight = 0, lever = 0;
    for (size_t c = b; c < 6; c++) {
      weight += 9.81 * system->body[c].mass;
      lever += 9.81 * system->body[c].mass *
               (system->body[c].pose.x.x - 0.3 * (double)b);
    }
    const int about_y = b == 1 || b == 2 || b == 4;
    test_close(inverse->wrench[b].force.z, weight, 1e-12, "weight at %zu", b);
    test_close(inverse->wrench[b].turn, about_y ? -lever : 0, 1e-12,
               "motor %zu", b);
  }
  pn_inverse_free(inverse);
  pn_system_free(system);
}
END_TEST

START_TEST(loops_are_refused)
{
  pn_system *system = model_four_bar();
  pn_error error = {0};
  ck_assert_ptr_null(pn_inverse_alloc(system, &error));
  ck_assert_str_eq(
      error.text, "inverse dynamics needs a tree: loops are closed by 1 of its "
                  "4 joints");
  pn_system_free(system);

  system = model_arm();
  pn_inverse *inverse = NULL;
  size_t k = 0;
  while (!inverse) {
    pn_error short_memory = {0};
    pn_alloc_fail_at(++k);
    inverse = pn_inverse_alloc(system, &short_memory);
    ck_assert_int_eq(short_memory.code, inverse ? 0 : GSL_ENOMEM);
  }
  pn_alloc_fail_at(0);
  ck_assert_uint_gt(k, 15);
  pn_inverse_free(inverse);
  pn_inverse_free(NULL);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("inverse");
  TCase *inverse = tcase_create("inverse");
  tcase_add_loop_test(inverse, inverse_after_forward, 0,
                      sizeof trees / sizeof trees[0]);
  tcase_add_test(inverse, forward_after_inverse);
  tcase_add_test(inverse, an_arm_held_still);
  tcase_add_test(inverse, loops_are_refused);
  suite_add_tcase(suite, inverse);
  return test_run(suite);
}
