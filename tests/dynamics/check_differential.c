/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A joint of three bodies: a differential between two wheels against its closed
   form by every solver, and in a carrier that tumbles freely against what is
   conserved, by every integrator. */
#include "config.h"

#include "pantin/body/scene.h"
#include "pantin/dynamics/inverse_loops.h"
#include "pantin/dynamics/simulation.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>
#include <string.h>

/* What iterative solvers leave of accelerations of some 10 rad/s^2. */
static const double solved = 1e-9;

static const double size[] = {0.3, 0.12};

/* Makes carrier, child and other body with the cylinder's axis along the
   joint's, each turned about it by an angle of its own. */
static pn_system *train(pn_vec3 axis, int child_teeth, int other_teeth,
                        int is_free)
{
  pn_system *system = pn_system_alloc();
  const double mass[] = {2.385, 1.1, 1.9};
  const pn_vec3 x = {1, 0, 0};
  const pn_vec3 across = pn_vec3_normalize(pn_vec3_cross(x, axis));
  const pn_quat lean = pn_quat_axis_angle(across, acos(pn_vec3_dot(x, axis)));
  for (int k = 0; k < 3; k++) {
    pn_body body = pn_body_make(pn_shape_cylinder, size, mass[k]);
    snprintf(body.name, sizeof body.name, "body-%d", k);
    body.pose.x = pn_vec3_scale(0.4 * (k == 1) - 0.3 * (k == 2), axis);
    body.pose.q = pn_quat_multiply(pn_quat_axis_angle(axis, 0.7 * k), lean);
    ck_assert_int_eq(pn_system_add_body(system, &body), GSL_SUCCESS);
  }
  for (size_t k = 0; k < 3; k++) {
    const pn_joint_place place = {.point = system->body[k].pose.x,
                                  .axis = axis};
    if (!is_free || k > 0)
      pn_system_join(system, pn_joint_revolute, is_free ? 0 : PN_WORLD, k,
                     &place);
  }
  const pn_joint_place place = {.axis = axis};
  pn_joint *joint = pn_system_join(system, pn_joint_differential, 0, 1, &place);
  pn_joint_set_third(joint, system->body[0].pose, 2, system->body[2].pose);
  joint->teeth[0] = child_teeth;
  joint->teeth[1] = other_teeth;
  return system;
}

/* Returns the moment of inertia of body k about the axis of the train. */
static double moment(const pn_system *system, int k)
{
  return system->body[k].inertia.m[0][0];
}

/* With I of carrier, child and other body, torques T on them, and the row J =
   (-n_1 - n_2, n_1, n_2):  I_k a_k = T_k + J_k lambda,  J a = 0. */
START_TEST(accelerations_have_a_closed_form)
{
  const pn_multiplier_type *type = pn_multiplier_type_get((size_t)_i / 2);
  const int n1 = _i % 2 ? 24 : 30, n2 = _i % 2 ? 72 : 30;
  const pn_vec3 axis = pn_vec3_normalize(pn_vec3_make(0.3, -0.5, 0.8));
  pn_system *system = train(axis, n1, n2, 0);
  const double torque[] = {3.1, -0.7, 0.9}, J[] = {-n1 - n2, n1, n2};
  const double most = n1 > n2 ? n1 : n2;
  double above = 0, below = 0;
  for (int k = 0; k < 3; k++) {
    system->body[k].torque = pn_vec3_scale(torque[k], axis);
    above -= J[k] / most * torque[k] / moment(system, k);
    below += J[k] / most * J[k] / most / moment(system, k);
  }
  pn_dynamics *d = pn_dynamics_alloc(system, type);
  if (type == pn_multipliers_aba) { /* for trees */
    ck_assert_ptr_null(d);
    pn_system_free(system);
    return;
  }
  double y[3 * 13];
  pn_system_start(system, y);
  ck_assert_int_eq(pn_dynamics_evaluate(d, 0, y, NULL), GSL_SUCCESS);
  const double lambda = above / below;
  test_close(d->lambda[d->assembly->rows - 1], lambda, solved, "%s: lambda",
             type->name);
  for (size_t k = 0; k < 3; k++) {
    const double *u = d->acceleration + PN_BODY_VELOCITIES * k;
    const double a =
        (torque[k] + J[k] / most * lambda) / moment(system, (int)k);
    test_close(u[3], a * axis.x, solved, "%s: body %zu", type->name, k);
    test_close(u[4], a * axis.y, solved, "%s: body %zu", type->name, k);
    test_close(u[5], a * axis.z, solved, "%s: body %zu", type->name, k);
  }
  pn_dynamics_free(d);
  pn_system_free(system);
}
END_TEST

/* What is left of what is conserved at the end of a run. */
typedef struct {
  double energy, momentum, gap;
} leftover;

/* Lets a train tumble for a second. */
static leftover tumble(const char *integrator, const pn_correction *correction,
                       double dt)
{
  const pn_vec3 axis = pn_vec3_normalize(pn_vec3_make(0.3, -0.5, 0.8));
  pn_system *system = train(axis, 1, 1, 1);
  const pn_vec3 turn = {0.4, 1.3, -0.9};
  const double own[] = {0.2, 2.2, -1.8}; /* child + other = 2 carrier */
  for (int k = 0; k < 3; k++) {
    pn_body *body = &system->body[k];
    body->omega = pn_vec3_add_scaled(turn, own[k], axis);
    body->v = pn_vec3_cross(turn, body->pose.x);
  }
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.integrator = pn_integrator_find(integrator);
  settings.correction = correction;
  settings.dt = dt;
  pn_simulation *s = simulate_start(system, &settings);
  pn_measure m;
  simulate_to(s, 1);
  ck_assert_int_eq(pn_simulation_measure(s, &m), GSL_SUCCESS);
  const leftover left = {
      fabs(m.energy - s->start.energy),
      pn_vec3_norm(pn_vec3_sub(m.angular_momentum, s->start.angular_momentum)),
      m.constraint_inf};
  pn_simulation_free(s);
  pn_system_free(system);
  return left;
}

static const struct {
  const char *name;
  double least; /* by which halving the step reduces what is left */
} integrators[] = {{"euler", 1.8},    {"semi-implicit-euler", 1.8},
                   {"leapfrog", 3.5}, {"rk2", 3.5},
                   {"rk4", 14},       {"ab4", 12}};

/* Drift, and the errors of energy and momentum, fall with the order. */
START_TEST(errors_fall_with_the_order)
{
  const char *name = integrators[_i].name;
  const double least = integrators[_i].least;
  const leftover coarse = tumble(name, pn_correction_none, 1. / 100);
  const leftover fine = tumble(name, pn_correction_none, 1. / 200);
  ck_assert_msg(coarse.energy > least * fine.energy, "%s: %g, %g", name,
                coarse.energy, fine.energy);
  ck_assert_msg(coarse.momentum > least * fine.momentum, "%s: %g, %g", name,
                coarse.momentum, fine.momentum);
  ck_assert_msg(coarse.gap > least * fine.gap, "%s: %g, %g", name, coarse.gap,
                fine.gap);
}
END_TEST

START_TEST(every_correction_keeps_it_closed)
{
  const pn_correction *correction = pn_correction_get((size_t)_i);
  const double dt =
      correction->penalty ? 1. / 20000 : 1. / 200; /* it is stiff */
  const leftover left = tumble("rk4", correction, dt);
  ck_assert_msg(left.gap < 1e-3, "%s: %g", correction->name, left.gap);
  ck_assert_msg(left.energy < 1e-3, "%s: %g J", correction->name, left.energy);
}
END_TEST

/* Accelerations that motors in the axles have made are given back to inverse
   dynamics: with motors at carrier and child alone it finds these. */
START_TEST(motors_are_found_again)
{
  const pn_vec3 axis = {0, 0.6, 0.8};
  pn_system *system = train(axis, 24, 72, 0);
  const pn_motor motor[] = {{.joint = 0, .torque = {2.1, 0, 0}},
                            {.joint = 1, .torque = {-0.6, 0, 0}}};
  for (int k = 0; k < 2; k++)
    pn_system_add_motor(system, &motor[k]);
  double y[3 * 13], u[3 * 6];
  pn_system_start(system, y);
  pn_dynamics *d = pn_dynamics_alloc(system, pn_multipliers_auto);
  ck_assert_int_eq(pn_dynamics_evaluate(d, 0, y, NULL), GSL_SUCCESS);
  memcpy(u, d->acceleration, sizeof u);
  const double lambda = d->lambda[d->assembly->rows - 1];
  pn_dynamics_free(d);
  system->motors = 0;
  const int has_motor[] = {1, 1, 0, 0};
  pn_inverse_loops *inverse = pn_inverse_loops_alloc(system, has_motor, NULL);
  ck_assert_int_eq(pn_inverse_loops_set(inverse, 0, y, u), GSL_SUCCESS);
  test_close(inverse->torque[0], 2.1, solved, "carrier");
  test_close(inverse->torque[1], -0.6, solved, "child");
  test_close(inverse->missing, 0, solved, "missing");
  test_close(inverse->dynamics->lambda[inverse->dynamics->assembly->rows - 1],
             lambda, solved, "lambda");
  pn_inverse_loops_free(inverse);
  pn_system_free(system);
}
END_TEST

START_TEST(what_is_refused)
{
  pn_system *system = train(pn_vec3_make(0, 0, 1), 1, 1, 0);
  pn_error error;
  ck_assert_int_eq(pn_system_check(system, &error), GSL_SUCCESS);
  ck_assert_ptr_null(pn_inverse_alloc(system, &error)); /* it closes a loop */
  pn_joint *joint = &system->joint[3];
  for (int k = 0; k < 3; k++) {
    joint->third = (size_t)(k < 2 ? k : 3); /* one of the others, or no body */
    ck_assert_int_eq(pn_system_check(system, &error), GSL_EINVAL);
    ck_assert_ptr_nonnull(strstr(error.text, "three different bodies"));
  }
  joint->third = 2;
  joint->teeth[1] = 0;
  ck_assert_int_eq(pn_system_check(system, &error), GSL_EINVAL);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("differential");
  TCase *differential = tcase_create("differential");
  int solvers = 0, corrections = 0;
  while (pn_multiplier_type_get((size_t)solvers))
    solvers++;
  while (pn_correction_get((size_t)corrections))
    corrections++;
  tcase_add_loop_test(differential, accelerations_have_a_closed_form, 0,
                      2 * solvers);
  tcase_add_loop_test(differential, errors_fall_with_the_order, 0,
                      sizeof integrators / sizeof integrators[0]);
  tcase_add_loop_test(differential, every_correction_keeps_it_closed, 0,
                      corrections);
  tcase_add_test(differential, motors_are_found_again);
  tcase_add_test(differential, what_is_refused);
  suite_add_tcase(suite, differential);
  return test_run(suite);
}
