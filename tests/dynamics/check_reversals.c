/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests dry friction where a motion turns back within a step: blocks on springs
   that rub, and clutches that close, against their closed form. */
#include "config.h"

#include "pantin/body/coordinate.h"
#include "pantin/dynamics/bounds.h"
#include "pantin/dynamics/convergence.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>

/* Rounding of some hundred steps. */
static const double rounding = 1e-11;

static const double mass = 2, stiffness = 50, friction = 4, amplitude = 0.5;

/* The integrators of order 2 and more. */
static const char *const integrators[] = {"rk4", "rk2",   "leapfrog",
                                          "ab4", "rkf45", "rk8pd"};

/* Adds a block that hangs by a spring in the world at height y, drawn out by
   x, and rubs with this force. */
static void add_block(pn_system *system, double x, double y, double force)
{
  const double size[] = {0.3, 0.2, 0.1};
  const size_t b = system->bodies;
  pn_body body = pn_body_make(pn_shape_box, size, mass);
  body.pose.x = pn_vec3_make(x, y, 0);
  pn_system_add_body(system, &body);
  const pn_joint_place place = {.point = {0, y, 0}, .axis = {1, 0, 0}};
  const pn_bound bound = {.joint = system->joints,
                          .axis = PN_COORDINATE_SLIDE,
                          .low = -INFINITY,
                          .high = INFINITY,
                          .friction = force};
  const pn_spring spring = {.body = {PN_WORLD, b},
                            .point = {{-1, y, 0}, {0, 0, 0}},
                            .stiffness = stiffness,
                            .length = 1};
  pn_system_join(system, pn_joint_prismatic, PN_WORLD, b, &place);
  ck_assert_int_eq(pn_system_add_bound(system, &bound), GSL_SUCCESS);
  ck_assert_int_eq(pn_system_add_spring(system, &spring), GSL_SUCCESS);
}

/* Returns where such a block is that is let go at x > 0: it swings about a
   centre that friction shifts to the side it comes from, until the spring at
   its turn holds no more than friction. */
static double exact(double x, double force, double t)
{
  const double shift = force / stiffness, half = M_PI * sqrt(mass / stiffness);
  double side = 1;
  while (fabs(x) > shift && t > half) {
    x = 2 * side * shift - x;
    t -= half;
    side = -side;
  }
  return fabs(x) > shift
             ? side * shift + (x - side * shift) * cos(M_PI * t / half)
             : x;
}

/* Runs the system with equal steps; returns the run. */
static pn_simulation *run(const pn_system *system, const char *integrator,
                          double time, size_t steps)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.integrator = pn_integrator_find(integrator);
  settings.dt = time / (double)steps;
  pn_simulation *s = simulate_start(system, &settings);
  while (s->steps < steps)
    simulate_step(s);
  return s;
}

/* Every integrator keeps order 2 beyond turns: the error is at most that share
   of the square of the step. */
START_TEST(a_block_turns_back)
{
  static const double times[] = {0.6, 1, 1.7, 2.5}; /* 0, 1, 2 turns, at rest */
  const double square = amplitude * stiffness / mass;
  pn_system *system = pn_system_alloc();
  add_block(system, amplitude, 0, friction);
  for (size_t k = 0; k < sizeof times / sizeof times[0]; k++) {
    const double t = times[k], x = exact(amplitude, friction, t);
    for (size_t n = 50; n <= 3200; n *= 2) {
      const double dt = t / (double)n;
      pn_simulation *s = run(system, integrators[_i], t, n);
      test_close(s->y[0], x, square * dt * dt + rounding, "%s, %g s, %zu steps",
                 integrators[_i], t, n);
      pn_simulation_free(s);
    }
  }
  pn_system_free(system);
}
END_TEST

/* The table of --convergence shows that order. */
START_TEST(convergence_shows_it)
{
  pn_error error = {0};
  pn_system *system = pn_system_alloc();
  add_block(system, amplitude, 0, friction);
  pn_convergence *c = pn_convergence_alloc(system, NULL, 1, 5120, &error);
  ck_assert_msg(c != NULL, "%s", error.text);
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_convergence_point coarse, fine;
  settings.integrator = pn_integrator_find("rk4");
  pn_convergence_measure(c, &settings, 20, &coarse, &error);
  pn_convergence_measure(c, &settings, 320, &fine, &error);
  ck_assert_double_gt(
      pn_convergence_order(coarse.position, 20, fine.position, 320), 1.9);
  pn_convergence_free(c);
  pn_system_free(system);
}
END_TEST

/* Several blocks that turn at the same time, at others within one step, or are
   held from the beginning, each as if it were alone. */
START_TEST(several_blocks)
{
  static const double x[] = {0.5, 0.5, 0.4, 0.3, 0.0799, 0.5, 0.5},
                      force[] = {4, 4, 4, 2, 4, 4.01, 3.99};
  const size_t blocks = sizeof x / sizeof x[0];
  pn_system *system = pn_system_alloc();
  for (size_t b = 0; b < blocks; b++)
    add_block(system, x[b], (double)b, force[b]);
  for (size_t n = 30; n <= 480; n *= 2) {
    const double t = 1.7, dt = t / (double)n;
    pn_simulation *s = run(system, "rk4", t, n);
    for (size_t b = 0; b < blocks; b++)
      test_close(s->y[PN_BODY_POSITIONS * b], exact(x[b], force[b], t),
                 amplitude * stiffness / mass * dt * dt + rounding,
                 "block %zu, %zu steps", b, n);
    pn_simulation_free(s);
  }
  pn_system_free(system);
}
END_TEST

/* Asserts that a held block stays, once the first step has told how much
   friction that takes, and divides no step. */
START_TEST(what_holds_stays)
{
  const double dt = 0.01, x = 0.0799;
  pn_system *system = pn_system_alloc();
  add_block(system, x, 0, friction);
  pn_simulation *s = run(system, "rk4", 10 * dt, 10);
  const double there = s->y[0];
  test_close(there, x, pow(stiffness / mass, 2) * x * pow(dt, 4) / 20,
             "first step");
  s->dynamics->evaluations = 0;
  for (int k = 0; k < 1000; k++)
    simulate_step(s);
  test_close(s->y[0], there, 1e-15, "held");
  ck_assert_uint_eq(s->dynamics->evaluations, 4 * 1000);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* The block meets a limit on its way back, and rebounds, while another turns:
   both are located, and the order stays. */
START_TEST(turns_between_limits)
{
  const double wall = -0.1, e = 0.5, shift = friction / stiffness,
               omega = sqrt(stiffness / mass), t = 1.1;
  pn_system *system = pn_system_alloc();
  add_block(system, amplitude, 0, friction);
  system->bound[0].low = wall - amplitude; /* slides count from the start */
  system->bound[0].restitution = e;

  /* From the amplitude to the wall about +shift, from there about -shift up to
     its turn, and about +shift again. */
  const double hit = acos((wall - shift) / (amplitude - shift)) / omega;
  const double v = e * omega * (amplitude - shift) * sin(omega * hit);
  const double radius = hypot(wall + shift, v / omega);
  const double rise = atan2(v / omega, wall + shift) / omega;
  const double left = t - hit - rise, turn = radius - shift;
  ck_assert_double_gt(left, 0);
  ck_assert_double_gt(turn, shift);
  const double x = shift + (turn - shift) * cos(omega * left);
  ck_assert_double_gt(x, wall);
  for (size_t n = 50; n <= 3200; n *= 2) {
    const double dt = t / (double)n;
    pn_simulation *s = run(system, "rk4", t, n);
    ck_assert_uint_eq(s->impacts, 1);
    test_close(s->y[0], x, amplitude * stiffness / mass * dt * dt + rounding,
               "%zu steps", n);
    pn_simulation_free(s);
  }
  pn_system_free(system);
}
END_TEST

/* Adds a wheel on the axis x that turns at omega about the one before, and rubs
   on it with this torque. */
static void add_wheel(pn_system *system, double inertia, double omega,
                      double torque)
{
  const double size[] = {0.3, 0.2, 0.1};
  const size_t b = system->bodies;
  const pn_joint_place place = {.axis = {1, 0, 0}};
  const pn_bound bound = {.joint = system->joints,
                          .low = -INFINITY,
                          .high = INFINITY,
                          .friction = torque};
  pn_body body = pn_body_make(pn_shape_box, size, mass);
  body.inertia = pn_mat3_diagonal(pn_vec3_make(inertia, inertia, inertia));
  body.omega = pn_vec3_make(omega, 0, 0);
  pn_system_add_body(system, &body);
  pn_system_join(system, pn_joint_revolute, b > 0 ? b - 1 : PN_WORLD, b,
                 &place);
  if (torque > 0)
    ck_assert_int_eq(pn_system_add_bound(system, &bound), GSL_SUCCESS);
}

/* A wheel that a brake holds carries one that spins freely, on which a third
   one rubs until both turn alike, by the balance of momentum: at any speed,
   beside any brake, and in steps of any length. */
START_TEST(clutches_close)
{
  enum { STEPS = 40 };
  static const double inertia[] = {0.15, 9.2, 0.37}, torque[] = {44, 1e9};
  static const double fastest[] = {1, 170, 1e4};
  const double omega[] = {109. / 170, 1}; /* shares of the fastest */
  const double together = (inertia[1] * omega[0] + inertia[2] * omega[1]) /
                          (inertia[1] + inertia[2]);
  for (int k = 0; k < 3 * 2; k++) {
    const double w = fastest[k % 3];
    pn_system *system = pn_system_alloc();
    add_wheel(system, inertia[0], 0, torque[k / 3]);
    add_wheel(system, inertia[1], w * omega[0], 0);
    add_wheel(system, inertia[2], w * omega[1], 98.85 * w / 170);
    for (size_t n = 100; n < 100 + 10 * STEPS; n += 10) {
      const double t = 0.3; /* closes at 0.2195 s */
      pn_simulation *s = run(system, "rk4", t, n);
      const double *u = s->y + 3 * PN_BODY_POSITIONS;
      test_close(u[3], 0, w * rounding, "brake, %zu steps", n);
      for (int b = 1; b < 3; b++)
        test_close(u[b * PN_BODY_VELOCITIES + 3], w * together, w * rounding,
                   "wheel %d of %g rad/s, %zu steps", b, w, n);
      pn_simulation_free(s);
    }
    pn_system_free(system);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("reversals");
  TCase *reversals = tcase_create("reversals");
  const int count = sizeof integrators / sizeof integrators[0];
  test_add_family(reversals, a_block_turns_back, count);
  tcase_add_test(reversals, convergence_shows_it);
  tcase_add_test(reversals, several_blocks);
  tcase_add_test(reversals, what_holds_stays);
  tcase_add_test(reversals, turns_between_limits);
  tcase_add_test(reversals, clutches_close);
  suite_add_tcase(suite, reversals);
  return test_run(suite);
}
