/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests many impacts of limits in one step: of a rotor on its stops, against
   closed forms; of two masses one above the other, and of two carts before a
   wall, against what follows from hit to hit. */
#include "config.h"

#include "pantin/body/coordinate.h"
#include "pantin/dynamics/box.h"
#include "pantin/dynamics/simulation.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>
#include <string.h>

/* Rounding of some hundred operations. */
static const double rounding = 1e-12;

/* Makes a rotor of moment of inertia 0.1 kg m^2 at the angle 0, with a speed
   and a steady torque, between two stops. */
static pn_system *rotor(double omega, double torque, double low, double high,
                        double e)
{
  pn_system *system = pn_system_alloc();
  pn_body body = pn_body_make(pn_shape_point, NULL, 1);
  body.inertia = pn_mat3_diagonal(pn_vec3_make(0.1, 0.1, 0.1));
  body.omega = pn_vec3_make(0, 0, omega);
  body.torque = pn_vec3_make(0, 0, torque);
  pn_system_add_body(system, &body);
  const pn_joint_place place = {.axis = {0, 0, 1}};
  const pn_bound bound = {.low = low, .high = high, .restitution = e};
  pn_system_join(system, pn_joint_revolute, PN_WORLD, 0, &place);
  ck_assert_int_eq(pn_system_add_bound(system, &bound), GSL_SUCCESS);
  return system;
}

/* Starts a run with this time step. */
static pn_simulation *start_run(const pn_system *system, double dt)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.dt = dt;
  return simulate_start(system, &settings);
}

/* A rotor between two stops, whatever their distance and restitution and the
   time step: after n hits its speed is e^n omega, and the next one comes after
   the distance divided by that. */
START_TEST(backlash)
{
  static const double es[] = {1, 0.9, 0.5, 0.1}, gaps[] = {0.02, 0.2, 2},
                      steps[] = {1. / 240, 1. / 60, 0.05};
  const double e = es[_i % 4], gap = gaps[_i / 4 % 3] * M_PI / 180, omega = 5;
  const double dt = steps[_i / 12], half = gap / 2, end = 0.3;
  double t = half / omega, speed = omega, sign = 1;
  size_t hits = 0;
  while (t < end) {
    speed *= e;
    sign = -sign;
    hits++;
    t += gap / speed;
  }
  const double angle = sign * (half - (t - end) * speed);
  pn_system *system = rotor(omega, 0, -half, half, e);
  pn_simulation *s = start_run(system, dt);
  simulate_to(s, end);
  /* Each hit is found within 1e-7 of the distance or 1e-9 rad, and later ones
     come slower. */
  const double allowed = 1e-7 * gap * (double)(hits + 1);
  ck_assert_uint_eq(s->impacts, hits);
  test_close(s->y[12], sign * speed, 1e-9, "speed, e %g, gap %g", e, gap);
  test_close(2 * s->y[6], angle, allowed + 2e-9, "angle, e %g, gap %g", e, gap);
  test_close(pn_simulation_ledger(s, &s->start).impacts,
             0.1 * (speed * speed - omega * omega) / 2, 1e-9, "loss");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A rotor that a torque presses on a stop bounces from it for 2 w / a, w being
   the speed after the hit and a the acceleration. If the stop is elastic it
   keeps that up for ever, also where many such bounces fit in a step. */
START_TEST(short_bounces)
{
  const double w = 0.01, a = 20, pause = 2 * w / a, end = 0.25;
  pn_system *system = rotor(w, -0.1 * a, 0, 1, 1);
  pn_simulation *s = start_run(system, 1. / 240);
  simulate_to(s, end);
  const double left = end - pause * floor(end / pause + 1e-6);
  ck_assert_uint_eq(s->impacts, (size_t)floor(end / pause + 1e-6));
  /* Each hit is found within 1e-9 rad. */
  const double allowed = (double)s->impacts * 1e-9 / w * a;
  test_close(s->y[12], w - a * left, allowed, "speed");
  test_close(pn_simulation_ledger(s, &s->start).impacts, 0, rounding, "loss");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Otherwise it comes to rest, after 2 w / (a (1 - e)) from the first bounce on,
   and has lost all it had, no matter how long the steps are. */
START_TEST(bounces_to_rest)
{
  static const double es[] = {0.9, 0.5, 0.1}, steps[] = {1. / 960, 1. / 60};
  const double e = es[_i % 3], w = 2, a = 20, dt = steps[_i / 3];
  const double rest = 2 * w / a / (1 - e);
  pn_system *system = rotor(w, -0.1 * a, 0, 1, e);
  pn_simulation *s = start_run(system, dt);
  simulate_to(s, rest - 2 * dt);
  ck_assert_double_gt(fabs(s->y[12]), 0);
  simulate_to(s, rest + dt);
  test_close(s->y[12], 0, rounding, "rest, e %g, dt %g", e, dt);
  test_close(2 * s->y[6], 0, 1e-9, "angle, e %g, dt %g", e, dt);
  test_close(pn_simulation_ledger(s, &s->start).impacts, -0.1 * w * w / 2, 1e-8,
             "loss");
  ck_assert_uint_gt(s->impacts, 2);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Accelerates the masses that fall [m/s^2]. */
static const double gravity = 9.81;

/* Lets two masses fall along a line, the lower one on a floor and the other one
   on it, hit by hit, for a time; the laws are those of momentum and of Newton's
   restitution. Sets v, and returns the number of hits. */
static size_t fall(const double m[2], const double e[2], double height,
                   double gap, double time, double v[2])
{
  size_t hits = 0;
  double t = 0;
  v[0] = v[1] = 0;
  for (;;) {
    const double to_floor =
        (v[0] + sqrt(v[0] * v[0] + 2 * gravity * height)) / gravity;
    const double rate = v[1] - v[0], to_other = rate < 0 ? -gap / rate : 1e9;
    const double h = fmin(fmin(to_floor, to_other), time - t);
    height += v[0] * h - gravity * h * h / 2;
    gap += rate * h;
    v[0] -= gravity * h;
    v[1] -= gravity * h;
    t += h;
    if (t >= time)
      return hits;
    hits++;
    if (to_floor <= to_other) {
      height = 0;
      v[0] *= -e[0];
    } else {
      const double momentum = m[0] * v[0] + m[1] * v[1];
      gap = 0;
      v[0] = (momentum + m[1] * e[1] * rate) / (m[0] + m[1]);
      v[1] = v[0] - e[1] * rate;
    }
  }
}

/* A light mass under a heavy one is thrown to and fro between it and the floor,
   several times in a step: each time it rebounds. */
START_TEST(stacked_masses)
{
  static const double steps[] = {1. / 60, 1. / 240, 1. / 1000};
  const double m[2] = {1, 3}, e[2] = {0.8, 0.9}, gap = 0.001, end = 0.5;
  const pn_joint_place place = {.axis = {0, 1, 0}};
  pn_system *system = pn_system_alloc();
  system->gravity = pn_vec3_make(0, -gravity, 0);
  for (size_t b = 0; b < 2; b++) {
    const pn_body body = pn_body_make(pn_shape_point, NULL, m[b]);
    const pn_bound bound = {.joint = b,
                            .axis = PN_COORDINATE_SLIDE,
                            .low = b ? -gap : -1,
                            .high = 100,
                            .restitution = e[b]};
    pn_system_add_body(system, &body);
    pn_system_join(system, pn_joint_prismatic, b ? 0 : PN_WORLD, b, &place);
    ck_assert_int_eq(pn_system_add_bound(system, &bound), GSL_SUCCESS);
  }
  double v[2];
  pn_simulation *s = start_run(system, steps[_i]);
  simulate_to(s, end);
  const size_t hits = fall(m, e, 1, gap, s->t, v);
  ck_assert_uint_gt(hits, 4);
  ck_assert_uint_eq(s->impacts, hits);
  /* Each hit is found within 1e-9 m, of a gap of 1 mm. */
  test_close(s->y[15], v[0], 1e-5, "lower, dt %g", s->settings.dt);
  test_close(s->y[21], v[1], 1e-5, "upper, dt %g", s->settings.dt);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Follows two carts before a wall from hit to hit: the first one, at x from the
   wall, is hit by the other one at a distance `gap`. Sets v, and returns the
   number of hits; they come to rest where there is no end to them. */
static size_t roll(const double m[2], const double e[2], double x, double gap,
                   double time, double v[2])
{
  enum { HITS_MOST = 100000 };
  double t = 0;
  for (size_t hits = 0; hits < HITS_MOST; hits++) {
    const double rate = v[1] - v[0];
    const double to_wall = v[0] < 0 ? -x / v[0] : INFINITY;
    const double to_other = rate < 0 ? -gap / rate : INFINITY;
    const double h = fmax(0, fmin(to_wall, to_other));
    if (!(t + h < time))
      return hits;
    t += h;
    x += v[0] * h;
    gap += rate * h;
    if (to_wall <= to_other) {
      x = 0;
      v[0] *= -e[0];
    } else {
      const double momentum = m[0] * v[0] + m[1] * v[1];
      gap = 0;
      v[0] = (momentum + m[1] * e[1] * rate) / (m[0] + m[1]);
      v[1] = v[0] - e[1] * rate;
    }
  }
  v[0] = v[1] = 0;
  return HITS_MOST;
}

/* A light cart between a wall and a heavy one that comes is thrown to and fro
   ever faster. Either it throws the heavy one back, or its hits take so much
   that both come to rest, infinitely many hits later, in a finite time. */
START_TEST(carts_before_wall)
{
  static const double masses[] = {3, 10, 30, 100, 1000},
                      es[][2] = {{1, 1},     {0.9, 0.9}, {0.8, 0.8},
                                 {0.5, 0.9}, {0.9, 0.5}, {0.7, 1}},
                      steps[] = {1. / 60, 1. / 240, 1. / 1000, 1. / 960,
                                 1. / 4000};
  const double m[2] = {1, masses[_i % 5]}, *e = es[_i / 5 % 6];
  const double x = 0.1, gap = 0.01, speed = 3, end = 0.5;
  const pn_joint_place place = {.axis = {1, 0, 0}};
  pn_system *system = pn_system_alloc();
  for (size_t b = 0; b < 2; b++) {
    pn_body body = pn_body_make(pn_shape_point, NULL, m[b]);
    const pn_bound bound = {.joint = b,
                            .axis = PN_COORDINATE_SLIDE,
                            .low = b ? -gap : -x,
                            .high = 1000,
                            .restitution = e[b]};
    body.v.x = b ? -speed : 0;
    pn_system_add_body(system, &body);
    pn_system_join(system, pn_joint_prismatic, b ? 0 : PN_WORLD, b, &place);
    ck_assert_int_eq(pn_system_add_bound(system, &bound), GSL_SUCCESS);
  }
  double v[2] = {0, -speed};
  const size_t hits = roll(m, e, x, gap, end, v);
  pn_simulation *s = start_run(system, steps[_i / 30]);
  simulate_to(s, end);
  ck_assert_uint_gt(hits, 2);
  /* Each hit is found within 1e-9 m, of a gap of 1 cm. */
  test_close(s->y[14], v[0], 1e-6, "light one, m %g, e %g %g", m[1], e[0],
             e[1]);
  test_close(s->y[20], v[1], 1e-6, "heavy one, m %g, e %g %g", m[1], e[0],
             e[1]);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Lets a carriage on a rail, which runs against a wall, and a mass that touches
   its stop hit each other and the wall in turn, all in one instant. */
static void hit_wall(const double m[2], const double e[2], double v[2])
{
  while (v[0] < -rounding || v[1] - v[0] < -rounding) {
    if (v[0] < 0)
      v[0] *= -e[0];
    const double rate = v[1] - v[0];
    if (rate < 0) {
      const double momentum = m[0] * v[0] + m[1] * v[1];
      v[0] = (momentum + m[1] * e[1] * rate) / (m[0] + m[1]);
      v[1] = v[0] - e[1] * rate;
    }
  }
}

/* A wall that stops a body throws what lies against its limit upon it: the
   limit rebounds by its own restitution, and the account is even. */
START_TEST(wall_throws_against_limit)
{
  static const double es[][2] = {{1, 0},
                                 {1, 0.5},
                                 {1, 0.9},
                                 {0.5, 0.5},
                                 {0.8, 0}},
                      masses[] = {0.1, 1, 3};
  const double *e = es[_i % 5], m[2] = {1, masses[_i / 5]}, speed = 2;
  const pn_joint_place place = {.axis = {1, 0, 0}};
  pn_system *system = pn_system_alloc();
  for (size_t b = 0; b < 2; b++) {
    pn_body body = pn_body_make(pn_shape_point, NULL, m[b]);
    const pn_bound bound = {.joint = 1,
                            .axis = PN_COORDINATE_SLIDE,
                            .low = 0,
                            .high = 100,
                            .restitution = e[1]};
    body.pose.x.x = b ? 1 : 0;
    body.v.x = -speed;
    pn_system_add_body(system, &body);
    pn_system_join(system, pn_joint_prismatic, b ? 0 : PN_WORLD, b, &place);
    if (b == 1)
      ck_assert_int_eq(pn_system_add_bound(system, &bound), GSL_SUCCESS);
  }
  const pn_box box = {
      .low = {-0.1, -9, -9}, .high = {99, 9, 9}, .restitution = e[0]};
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.dt = 1. / 240;
  settings.box = &box;
  pn_simulation *s = pn_simulation_alloc(system, &settings, NULL);
  ck_assert_ptr_nonnull(s);
  simulate_to(s, 0.2); /* hits go on for some steps, below 1e-5 m/s */
  double v[2] = {-speed, -speed};
  hit_wall(m, e, v);
  test_close(s->y[14], v[0], 1e-9, "carriage, e %g %g, m %g", e[0], e[1], m[1]);
  test_close(s->y[20], v[1], 1e-9, "mass, e %g %g, m %g", e[0], e[1], m[1]);
  pn_measure now;
  ck_assert_int_eq(pn_simulation_measure(s, &now), GSL_SUCCESS);
  test_close(pn_simulation_ledger(s, &now).remainder, 0, 1e-9, "account");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* More impacts than a step can have are refused, rather than lost. */
START_TEST(too_many_impacts)
{
  pn_system *system = rotor(5, 0, -1e-6, 1e-6, 1);
  pn_simulation *s = start_run(system, 1. / 240);
  pn_error error = {0};
  ck_assert_int_eq(pn_simulation_step(s, &error), GSL_EFAILED);
  ck_assert_ptr_nonnull(strstr(error.text, "hit more than 1000 times"));
  ck_assert_ptr_nonnull(strstr(error.text, "smaller dt"));
  ck_assert_double_eq(s->t, 0);
  ck_assert_uint_eq(s->impacts, 0);
  pn_simulation_free(s);
  s = start_run(system, 1. / 24000);
  simulate_to(s, 0.01);
  test_close(fabs(s->y[12]), 5, rounding, "speed");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("bound_bounces");
  TCase *bounces = tcase_create("bounces");
  tcase_set_timeout(bounces, 60);
  test_add_family(bounces, backlash, 36);
  tcase_add_test(bounces, short_bounces);
  tcase_add_loop_test(bounces, bounces_to_rest, 0, 6);
  tcase_add_loop_test(bounces, stacked_masses, 0, 3);
  test_add_family(bounces, carts_before_wall, 150);
  tcase_add_loop_test(bounces, wall_throws_against_limit, 0, 15);
  tcase_add_test(bounces, too_many_impacts);
  suite_add_tcase(suite, bounces);
  return test_run(suite);
}
