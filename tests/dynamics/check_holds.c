/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests that what dry friction holds against a motor stays where it is, and
   breaks away in time: a block in a rail, a linkage, and a hinge on a bar that
   swings, against closed forms. */
#include "config.h"

#include "pantin/body/coordinate.h"
#include "pantin/dynamics/simulation.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>

/* Rounding of some hundred steps, and of their joints' correction. */
static const double rounding = 1e-10;

static const double g = 9.81, friction = 5, force = 9;

/* The integrators of order 2 and more. */
static const char *const integrators[] = {"rk4", "rk2",   "leapfrog",
                                          "ab4", "rkf45", "rk8pd"};

/* Adds a box of 1 kg at a point. */
static void add_box(pn_system *system, double x, double y)
{
  const double size[] = {0.1, 0.1, 0.1};
  pn_body body = pn_body_make(pn_shape_box, size, 1);
  body.pose.x = pn_vec3_make(x, y, 0);
  pn_system_add_body(system, &body);
}

/* Adds a hinge about z at a point, with this friction. */
static void add_hinge(pn_system *system, size_t parent, size_t child, double x,
                      double y, double torque)
{
  const pn_joint_place place = {.point = {x, y, 0}, .axis = {0, 0, 1}};
  const pn_bound bound = {.joint = system->joints,
                          .low = -INFINITY,
                          .high = INFINITY,
                          .friction = torque};
  pn_system_join(system, pn_joint_revolute, parent, child, &place);
  if (torque > 0)
    ck_assert_int_eq(pn_system_add_bound(system, &bound), GSL_SUCCESS);
}

static pn_simulation *start(const pn_system *system, const char *integrator,
                            double dt)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.integrator = pn_integrator_find(integrator);
  settings.dt = dt;
  return simulate_start(system, &settings);
}

/* Friction of 5 N holds 1 kg in a vertical rail against 9 cos(pi t) N until 9
   cos(pi t) = 4.81; then x'' = 9 cos(pi t) - 4.81. The error of what follows is
   at most this share of the square of the step, and that of the motor's work,
   while it is none, of its cube. */
START_TEST(a_block_breaks_away)
{
  const double pull = g - friction, most = force * M_PI,
               leaves = acos(pull / force) / M_PI;
  const double v =
      force / M_PI * (sin(M_PI) - sin(M_PI * leaves)) - pull * (1 - leaves);
  const double x = force / M_PI / M_PI * (cos(M_PI * leaves) - cos(M_PI)) -
                   force / M_PI * sin(M_PI * leaves) * (1 - leaves) -
                   pull * pow(1 - leaves, 2) / 2;
  pn_system *system = pn_system_alloc();
  system->gravity = pn_vec3_make(0, -g, 0);
  add_box(system, 0, 0);
  const pn_joint_place place = {.axis = {0, 1, 0}};
  const pn_bound bound = {.axis = PN_COORDINATE_SLIDE,
                          .low = -INFINITY,
                          .high = INFINITY,
                          .friction = friction};
  const pn_motor motor = {.force = force, .frequency = 0.5, .phase = M_PI_2};
  pn_system_join(system, pn_joint_prismatic, PN_WORLD, 0, &place);
  ck_assert_int_eq(pn_system_add_bound(system, &bound), GSL_SUCCESS);
  ck_assert_int_eq(pn_system_add_motor(system, &motor), GSL_SUCCESS);
  for (size_t n = 50; n <= 3200; n *= 2) {
    const double dt = 1 / (double)n;
    pn_simulation *s = start(system, integrators[_i], dt);
    while (s->t + dt < leaves) {
      simulate_step(s);
      test_close(s->y[1], 0, rounding, "held at %g s of %s", s->t,
                 integrators[_i]);
    }
    pn_measure m;
    ck_assert_int_eq(pn_simulation_measure(s, &m), GSL_SUCCESS);
    test_close(pn_simulation_ledger(s, &m).motors, 0, most * most * pow(dt, 3),
               "work, %zu steps", n);
    while (s->steps < n)
      simulate_step(s);
    test_close(s->y[1], x, most * dt * dt, "x, %zu steps", n);
    test_close(s->y[PN_BODY_POSITIONS + 1], v, most * dt * dt, "v, %zu steps",
               n);
    pn_simulation_free(s);
  }
  pn_system_free(system);
}
END_TEST

/* A parallelogram whose hinges hold 1 + 1 + 1 N m against 2.9 sin(t) N m in the
   first: no bar moves, though their rows follow from each other; and against
   3.1 sin(t) N m it does. */
START_TEST(a_linkage_stays)
{
  static const double torque[] = {2.9, 3.1};
  for (int moves = 0; moves < 2; moves++) {
    pn_system *system = pn_system_alloc();
    const pn_motor motor = {.torque = {torque[moves], 0, 0},
                            .frequency = 0.5 / M_PI};
    add_box(system, 0, 0.5);
    add_box(system, 1, 1);
    add_box(system, 2, 0.5);
    add_hinge(system, PN_WORLD, 0, 0, 0, 1);
    add_hinge(system, 0, 1, 0, 1, 1);
    add_hinge(system, 1, 2, 2, 1, 1);
    add_hinge(system, PN_WORLD, 2, 2, 0, 0);
    ck_assert_int_eq(pn_system_add_motor(system, &motor), GSL_SUCCESS);
    pn_simulation *s = start(system, integrators[_i], 0.01);
    while (s->t < 3)
      simulate_step(s);
    if (moves)
      ck_assert_double_gt(fabs(s->y[PN_BODY_POSITIONS] - 1), 1e-4);
    else
      test_close(s->y[PN_BODY_POSITIONS], 1, rounding, "coupler");
    pn_simulation_free(s);
    pn_system_free(system);
  }
}
END_TEST

/* A box that is held in a hinge at the end of a swinging bar, on which a motor
   pulls it to and fro, turns as the bar does; and no energy is lost but by the
   integrator. */
START_TEST(held_on_what_moves)
{
  const double lost = 1e-2; /* of 10 J */
  pn_system *system = pn_system_alloc();
  const pn_motor motor = {.joint = 1, .torque = {20, 0, 0}, .frequency = 2};
  pn_measure m;
  system->gravity = pn_vec3_make(0, -g, 0);
  add_box(system, 0.5, 0);
  add_box(system, 1.3, 0);
  add_hinge(system, PN_WORLD, 0, 0, 0, 0);
  add_hinge(system, 0, 1, 1, 0, 40);
  ck_assert_int_eq(pn_system_add_motor(system, &motor), GSL_SUCCESS);
  pn_simulation *s = start(system, integrators[_i], 0.002);
  while (s->t < 2) {
    simulate_step(s);
    const double *q = s->y + 3, *held = q + PN_BODY_POSITIONS;
    test_close(q[0] * held[3] - q[3] * held[0], 0, rounding, "turn at %g s",
               s->t);
  }
  ck_assert_int_eq(pn_simulation_measure(s, &m), GSL_SUCCESS);
  const pn_ledger l = pn_simulation_ledger(s, &m);
  test_close(m.energy, s->start.energy, lost, "energy");
  test_close(l.motors, 0, lost, "work of the motor");
  test_close(l.friction, 0, lost, "work of friction");
  test_close(l.remainder, 0, lost, "remainder");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A cube that a ball joint holds in its middle spins about x, with next to no
   friction, which holds the other axes: by 2 rad in a second, about no other
   axis. */
START_TEST(an_axis_is_held_while_another_turns)
{
  const pn_joint_place place = {.point = {0, 0, 0}};
  pn_system *system = pn_system_alloc();
  add_box(system, 0, 0);
  pn_system_join(system, pn_joint_ball, PN_WORLD, 0, &place);
  for (int axis = 0; axis < 3; axis++) {
    const pn_bound bound = {.joint = 0,
                            .axis = axis,
                            .low = -INFINITY,
                            .high = INFINITY,
                            .friction = 1e-12};
    ck_assert_int_eq(pn_system_add_bound(system, &bound), GSL_SUCCESS);
  }
  system->body[0].omega = pn_vec3_make(2, 0, 0);
  pn_simulation *s = start(system, integrators[_i], 0.01);
  while (s->steps < 100)
    simulate_step(s);
  const double *q = s->y + 3;
  test_close(q[0], cos(1), 1e-4, "w"); /* of order 2 at least */
  test_close(q[1], sin(1), 1e-4, "x");
  test_close(hypot(q[2], q[3]), 0, 1e-6, "y and z");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("holds");
  TCase *holds = tcase_create("holds");
  const int count = sizeof integrators / sizeof integrators[0];
  test_add_family(holds, a_block_breaks_away, count);
  test_add_family(holds, a_linkage_stays, count);
  test_add_family(holds, held_on_what_moves, count);
  test_add_family(holds, an_axis_is_held_while_another_turns, count);
  suite_add_tcase(suite, holds);
  return test_run(suite);
}
