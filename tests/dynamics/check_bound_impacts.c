/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests impacts on several limits at once: what two limits of a double pendulum
   do against an enumeration, and that long chains, which meet many limits
   together, are never given energy by them. */
#include "config.h"

#include "pantin/body/coordinate.h"
#include "pantin/dynamics/bounds.h"
#include "pantin/dynamics/simulation.h"
#include "simulate.h"
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
  /* 1 % of the kinetic energy, which comes to some 15 J. */
  const double allowed = 0.15;
  pn_system *system = random_chain(seeds[_i], 16, 0);
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_simulation *s = simulate_start(system, &settings);
  double impacts = 0;
  while (s->t < 1) {
    simulate_step(s);
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
  pn_simulation *s = simulate_start(system, &settings);
  while (s->t < 0.5)
    simulate_step(s);
  const pn_ledger ledger = pn_simulation_ledger(s, &s->start);
  test_close(ledger.impacts, 0, 1e-9, "work of impacts");
  ck_assert_double_eq(ledger.friction, 0);
  ck_assert_uint_gt(s->impacts, 100);
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
  suite_add_tcase(suite, impacts);
  return test_run(suite);
}
