/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests impacts on several limits at once: what two limits of a double pendulum
   do against an enumeration, and that long chains, which meet many limits
   together, are never given energy by them. And many impacts in one step, of a
   rotor on its stops, against closed forms, and of two masses one above the
   other, followed from hit to hit. */
#include "config.h"

#include "pantin/body/coordinate.h"
#include "pantin/dynamics/bounds.h"
#include "pantin/dynamics/simulation.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* Rounding of some hundred operations. */
static const double rounding = 1e-12;

/* The double pendulum of two rods in line: lengths, masses, and the angle by
   which each is turned before it meets its limit. */
static const double length[2] = {0.8, 0.5}, mass[2] = {2.385, 0.7}, ajar = 0.1;

/* Makes it, at its limits 0, of which `side` says on which side the rods are (1
   or -1), and `e` how they rebound. */
static pn_system *double_pendulum(const double side[2], const double e[2])
{
  pn_system *system = pn_system_alloc();
  for (size_t b = 0; b < 2; b++) {
    const double start = b == 0 ? 0 : length[0];
    pn_body body = pn_body_make(pn_shape_rod, &length[b], mass[b]);
    body.pose.x = pn_vec3_make(start + length[b] / 2, 0, 0);
    pn_system_add_body(system, &body);
    const pn_joint_place place = {.point = {start, 0, 0}, .axis = {0, 0, 1}};
    const pn_bound bound = {.joint = b,
                            .low = side[b] > 0 ? 0 : -1,
                            .high = side[b] > 0 ? 1 : 0,
                            .restitution = e[b]};
    pn_system_join(system, pn_joint_revolute, b ? 0 : PN_WORLD, b, &place);
    ck_assert_int_eq(pn_system_add_bound(system, &bound), GSL_SUCCESS);
  }
  return system;
}

/* Sets the bodies' velocities to those of these rates of the two hinges. */
static void set_rates(pn_system *system, const double rate[2])
{
  const double w[2] = {rate[0], rate[0] + rate[1]};
  for (size_t b = 0; b < 2; b++) {
    pn_body *body = &system->body[b];
    body->omega = pn_vec3_make(0, 0, w[b]);
    body->v =
        pn_vec3_make(0, (b ? length[0] * w[0] : 0) + length[b] / 2 * w[b], 0);
  }
}

/* Sets B, which impulses along the hinges' angles multiply to their rates: the
   inverse of the mass matrix. */
static void set_response(double B[2][2])
{
  const double own = mass[1] * length[1] * length[1] / 3;
  const double cross = mass[1] * length[0] * length[1] / 2;
  const double a =
      (mass[0] / 3 + mass[1]) * length[0] * length[0] + 2 * cross + own;
  const double b = cross + own, det = a * own - b * b;
  B[0][0] = own / det;
  B[0][1] = B[1][0] = -b / det;
  B[1][1] = a / det;
}

/* Finds p >= 0, c + B p >= 0, p (c + B p) = 0 among the four possibilities. */
static void enumerate(double B[2][2], const double c[2], double p[2])
{
  const double det = B[0][0] * B[1][1] - B[0][1] * B[1][0];
  const double tried[4][2] = {{0, 0},
                              {-c[0] / B[0][0], 0},
                              {0, -c[1] / B[1][1]},
                              {(B[0][1] * c[1] - B[1][1] * c[0]) / det,
                               (B[1][0] * c[0] - B[0][0] * c[1]) / det}};
  for (int k = 0; k < 4; k++) {
    memcpy(p, tried[k], sizeof tried[k]);
    if (p[0] >= 0 && p[1] >= 0 &&
        c[0] + B[0][0] * p[0] + B[0][1] * p[1] >= -rounding &&
        c[1] + B[1][0] * p[0] + B[1][1] * p[1] >= -rounding)
      return;
  }
  ck_abort_msg("no impulses");
}

/* Returns the work of the impulses p at the velocities w. */
static double work_of(double B[2][2], const double w[2], const double p[2])
{
  double sum = 0;
  for (int i = 0; i < 2; i++)
    sum += p[i] * (w[i] + (B[i][0] * p[0] + B[i][1] * p[1]) / 2);
  return sum;
}

/* Sets p to the impulses that bounds_impacts.c promises, the share of
   restitution found by bisection. Returns 1 if it is less than 1. */
static int expect(double B[2][2], const double w[2], const double e[2],
                  double p[2])
{
  double c[2], none[2], full[2], low = 0, high = 1;
  for (int i = 0; i < 2; i++)
    c[i] = w[i] * (w[i] < 0 ? 1 + e[i] : 1);
  enumerate(B, c, full);
  enumerate(B, w, none);
  memcpy(p, full, sizeof full);
  if (work_of(B, w, full) <= rounding)
    return 0;
  for (int k = 0; k < 100; k++) {
    const double s = (low + high) / 2;
    for (int i = 0; i < 2; i++)
      p[i] = none[i] + s * (full[i] - none[i]);
    if (work_of(B, w, p) > 0)
      high = s;
    else
      low = s;
  }
  return 1;
}

/* Lets both limits be reached at once at these velocities away from them, and
   compares. Returns 1 if the restitutions had to be less. */
static int compare(const double side[2], const double e[2], const double w[2])
{
  pn_system *system = double_pendulum(side, e);
  const double rate[2] = {side[0] * w[0], side[1] * w[1]};
  double y[2 * (PN_BODY_POSITIONS + PN_BODY_VELOCITIES)], B[2][2], p[2], before,
      after;
  set_response(B);
  B[0][1] *= side[0] * side[1];
  B[1][0] *= side[0] * side[1];
  const int is_less = expect(B, w, e, p);
  pn_dynamics *d = pn_dynamics_alloc(system, pn_multipliers_auto);
  pn_bounds *bounds = pn_bounds_alloc(d, 0.5);

  /* A part of a step that begins ajar and ends at both limits. */
  for (size_t b = 0; b < 2; b++)
    system->body[b].pose.q = pn_quat_axis_angle(
        pn_vec3_make(0, 0, 1), ajar * (b ? side[0] + side[1] : side[0]));
  pn_system_start(system, y);
  ck_assert_int_eq(pn_bounds_begin(bounds, y), GSL_SUCCESS);
  for (size_t b = 0; b < 2; b++)
    system->body[b].pose.q = pn_quat_identity();
  set_rates(system, rate);
  pn_system_start(system, y);
  pn_measure_energy(system, y, &before);
  ck_assert_int_eq(pn_bounds_apply(bounds, 0, 0.01, y), GSL_SUCCESS);
  pn_measure_energy(system, y, &after);

  const double *u = y + pn_system_positions(system);
  const double spin[2] = {u[5], u[PN_BODY_VELOCITIES + 5] - u[5]};
  for (int i = 0; i < 2; i++)
    test_close(side[i] * spin[i], w[i] + B[i][0] * p[0] + B[i][1] * p[1], 1e-9,
               "hinge %d at (%g, %g), e (%g, %g)", i, w[0], w[1], e[0], e[1]);
  test_close(after - before, work_of(B, w, p), 1e-9, "energy");
  test_close(bounds->work.impacts, after - before, 1e-9, "booked work");
  ck_assert_double_le(after - before, 1e-9);
  pn_bounds_free(bounds);
  pn_dynamics_free(d);
  pn_system_free(system);
  return is_less;
}

/* All combinations of sides, restitutions and velocities, of which some would
   give energy by Newton's law. */
START_TEST(two_limits_at_once)
{
  static const double es[] = {0, 0.4, 1}, ws[] = {-2, -0.7, 0.3, 1.9};
  int less = 0, count = 0;
  for (int k = 0; k < 2 * 9 * 16; k++) {
    const double side[2] = {1, k % 2 ? 1 : -1};
    const double e[2] = {es[k / 2 % 3], es[k / 6 % 3]};
    const double w[2] = {ws[k / 18 % 4], ws[k / 72]};
    less += compare(side, e, w);
    count++;
  }
  ck_assert_int_gt(less, 3);
  ck_assert_int_lt(less, count / 4);
}
END_TEST

/* Returns a number below `count` from a sequence. */
static unsigned draw(uint32_t *x, unsigned count)
{
  *x = *x * 1664525u + 1013904223u;
  return (*x >> 16) % count;
}

/* Makes a chain of hinges, level at the start, whose masses, axes, dry
   friction, limits and restitutions are drawn; or without friction, and all
   elastic. */
static pn_system *random_chain(uint32_t seed, size_t bars, int is_elastic)
{
  static const double masses[] = {0.05, 0.1, 0.3}, size[] = {0.1, 0.02, 0.02},
                      frictions[] = {0.001, 0.01, 0.05};
  pn_system *system = pn_system_alloc();
  system->gravity = pn_vec3_make(0, 0, -9.81);
  for (size_t b = 0; b < bars; b++) {
    const double m = masses[draw(&seed, 3)];
    const int turns_level = (int)draw(&seed, 2);
    pn_body body = pn_body_make(pn_shape_box, size, m);
    body.pose.x = pn_vec3_make(0.05 + 0.1 * (double)b, 0, 0);
    pn_system_add_body(system, &body);
    const pn_joint_place place = {
        .point = {0.1 * (double)b, 0, 0},
        .axis = {0, turns_level ? 0 : 1, turns_level ? 1 : 0}};
    pn_bound bound = {.joint = b, .friction = frictions[draw(&seed, 3)]};
    bound.low = -(1 + (double)draw(&seed, 60)) * M_PI / 180;
    bound.high = (1 + (double)draw(&seed, 60)) * M_PI / 180;
    bound.restitution = draw(&seed, 2) ? 0.5 : 0;
    if (is_elastic)
      bound = (pn_bound){
          .joint = b, .low = bound.low, .high = bound.high, .restitution = 1};
    pn_system_join(system, pn_joint_revolute, b ? b - 1 : PN_WORLD, b, &place);
    ck_assert_int_eq(pn_system_add_bound(system, &bound), GSL_SUCCESS);
  }
  return system;
}

/* The chain falls, and meets limits in nearly every step. */
START_TEST(long_chains)
{
  static const uint32_t seeds[] = {5, 6, 9};
  /* Of the kinetic energy, which comes to some 15 J. */
  const double allowed = 0.1;
  pn_system *system = random_chain(seeds[_i], 16, 0);
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_error error = {0};
  pn_simulation *s = pn_simulation_alloc(system, &settings, &error);
  ck_assert_msg(s != NULL, "%s", error.text);
  double impacts = 0;
  while (s->t < 1) {
    ck_assert_msg(pn_simulation_step(s, &error) == GSL_SUCCESS, "%s",
                  error.text);
    ck_assert_double_le(s->bounds->work.impacts, impacts + 1e-9);
    impacts = s->bounds->work.impacts;
  }
  pn_measure m;
  ck_assert_int_eq(pn_simulation_measure(s, &m), GSL_SUCCESS);
  const pn_ledger ledger = pn_simulation_ledger(s, &m);
  test_close(ledger.remainder, 0, allowed, "remainder");
  ck_assert_uint_gt(s->impacts, 20);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Elastic limits take nothing from such a chain, and friction that is not there
   does no work at all. */
START_TEST(elastic_chains)
{
  static const uint32_t seeds[] = {5, 6, 9};
  pn_system *system = random_chain(seeds[_i], 16, 1);
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_error error = {0};
  pn_simulation *s = pn_simulation_alloc(system, &settings, &error);
  ck_assert_msg(s != NULL, "%s", error.text);
  while (s->t < 0.5)
    ck_assert_msg(pn_simulation_step(s, &error) == GSL_SUCCESS, "%s",
                  error.text);
  const pn_ledger ledger = pn_simulation_ledger(s, &s->start);
  test_close(ledger.impacts, 0, 1e-9, "work of impacts");
  ck_assert_double_eq(ledger.friction, 0);
  ck_assert_uint_gt(s->impacts, 100);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

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

/* Starts a run of a rotor with this time step. */
static pn_simulation *turn_rotor(const pn_system *system, double dt)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_error error = {0};
  settings.dt = dt;
  pn_simulation *s = pn_simulation_alloc(system, &settings, &error);
  ck_assert_msg(s != NULL, "%s", error.text);
  return s;
}

/* Runs for a time. */
static void run_for(pn_simulation *s, double time)
{
  pn_error error = {0};
  while (s->t < time - s->settings.dt / 2)
    ck_assert_msg(pn_simulation_step(s, &error) == GSL_SUCCESS, "%s",
                  error.text);
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
  pn_simulation *s = turn_rotor(system, dt);
  run_for(s, end);
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
  pn_simulation *s = turn_rotor(system, 1. / 240);
  run_for(s, end);
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
  pn_simulation *s = turn_rotor(system, dt);
  run_for(s, rest - 2 * dt);
  ck_assert_double_gt(fabs(s->y[12]), 0);
  run_for(s, rest + dt);
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
  pn_simulation *s = turn_rotor(system, steps[_i]);
  run_for(s, end);
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

/* More impacts than a step can have are refused, rather than lost. */
START_TEST(too_many_impacts)
{
  pn_system *system = rotor(5, 0, -1e-6, 1e-6, 1);
  pn_simulation *s = turn_rotor(system, 1. / 240);
  pn_error error = {0};
  ck_assert_int_eq(pn_simulation_step(s, &error), GSL_EFAILED);
  ck_assert_ptr_nonnull(strstr(error.text, "hit more than 1000 times"));
  ck_assert_ptr_nonnull(strstr(error.text, "smaller dt"));
  ck_assert_double_eq(s->t, 0);
  ck_assert_uint_eq(s->impacts, 0);
  pn_simulation_free(s);
  s = turn_rotor(system, 1. / 24000);
  run_for(s, 0.01);
  test_close(fabs(s->y[12]), 5, rounding, "speed");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("bound_impacts");
  TCase *impacts = tcase_create("impacts");
  tcase_set_timeout(impacts, 60);
  tcase_add_test(impacts, two_limits_at_once);
  tcase_add_loop_test(impacts, long_chains, 0, 3);
  tcase_add_loop_test(impacts, elastic_chains, 0, 3);
  tcase_add_loop_test(impacts, backlash, 0, 36);
  tcase_add_test(impacts, short_bounces);
  tcase_add_loop_test(impacts, bounces_to_rest, 0, 6);
  tcase_add_loop_test(impacts, stacked_masses, 0, 3);
  tcase_add_test(impacts, too_many_impacts);
  suite_add_tcase(suite, impacts);
  return test_run(suite);
}
