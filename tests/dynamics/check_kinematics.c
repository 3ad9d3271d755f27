/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Bodies that are moved and measured four at a time against each by itself, and
   sums of vectors against sums of their numbers: to the bit. */
#include "pantin/base/alloc.h"
#include "pantin/body/motion.h"
#include "pantin/dynamics/dynamics_private.h"
#include "pantin/dynamics/measure.h"
#include "pantin/dynamics/step.h"
#include "draw.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <string.h>

enum { BODIES_LEAST = 4, BODIES_MOST = 13, SAMPLES = 60 };

enum { Q = PN_BODY_POSITIONS, U = PN_BODY_VELOCITIES };

/* Quaternions as a step leaves them, of any length, with sides that vanish, and
   such as have no length to divide by. */
enum { NEAR, FAR, FLAT, STRANGE, KINDS };

static pn_quat random_quat(int kind)
{
  static const double strange[] = {0, NAN, 1e-300, 1e300, 1};
  const double length = kind == FAR ? 3 * draw_uniform()
                        : kind == STRANGE
                            ? strange[gsl_rng_get(draw_source) % 5]
                            : 1;
  const pn_quat q = kind == FLAT
                        ? pn_quat_axis_angle(pn_vec3_make(0, 1e-200, 1),
                                             draw_uniform() > 0 ? 0 : 1e-9)
                        : pn_quat_axis_angle(pn_vec3_normalize(draw_vec3()),
                                             4 * draw_uniform());
  const double scale = length * (1 + 1e-9 * draw_uniform());
  return (pn_quat){scale * q.w, scale * q.x, scale * q.y, scale * q.z};
}

/* Returns loose bodies, one of them perhaps askew, and sets their state. */
static pn_system *random_bodies(int sample, double *y)
{
  const double size[] = {0.5, 0.3, 0.2};
  const size_t bodies =
      BODIES_LEAST + (size_t)sample % (BODIES_MOST - BODIES_LEAST + 1);
  pn_system *sys = pn_system_alloc();
  sys->gravity = draw_vec3();
  for (size_t b = 0; b < bodies; b++) {
    pn_body body = pn_body_make(pn_shape_box, size, 1.5 + draw_uniform());
    body.force = draw_vec3();
    if (sample % 4 == 3 && b == bodies / 2)
      body.inertia.m[0][1] = body.inertia.m[1][0] = 0.1 * body.inertia.m[0][0];
    ck_assert_int_eq(pn_system_add_body(sys, &body), GSL_SUCCESS);
  }
  for (size_t b = 0; b < bodies; b++)
    pn_state_set(sys, y, b, (pn_pose){draw_vec3(), random_quat(sample % KINDS)},
                 draw_vec3(), draw_vec3());
  return sys;
}

/* Returns a system of one body of another, and sets its state. */
static pn_system *alone(const pn_system *of, const double *y, size_t b,
                        double own[Q + U])
{
  pn_system *one = pn_system_alloc();
  one->gravity = of->gravity;
  ck_assert_int_eq(pn_system_add_body(one, &of->body[b]), GSL_SUCCESS);
  memcpy(own, y + Q * b, Q * sizeof *y);
  memcpy(own + Q, y + Q * of->bodies + U * b, U * sizeof *y);
  return one;
}

START_TEST(four_bodies_move_as_four_times_one)
{
  double y[(Q + U) * BODIES_MOST], rate[Q * BODIES_MOST],
      before[(Q + U) * BODIES_MOST], d[U * BODIES_MOST];
  gsl_rng_set(draw_source, 1843 + (unsigned long)_i);
  pn_system *sys = random_bodies(_i, y);
  pn_dynamics *all = pn_dynamics_alloc(sys, pn_multipliers_auto);
  memcpy(before, y, sizeof y);
  for (size_t i = 0; i < U * BODIES_MOST; i++)
    d[i] = (_i % 2 ? 1e-7 : 0.3) * draw_uniform();
  pni_kinematics_rates(sys, y, rate);
  pn_dynamics_displace(all, y, d);
  ck_assert(memcmp(y + Q * sys->bodies, before + Q * sys->bodies,
                   U * sys->bodies * sizeof *y) == 0);
  for (size_t b = 0; b < sys->bodies; b++) {
    double own[Q + U], own_rate[Q];
    pn_system *one = alone(sys, before, b, own);
    pn_dynamics *dynamics = pn_dynamics_alloc(one, pn_multipliers_auto);
    const pn_quat q = {own[3], own[4], own[5], own[6]};
    const pn_vec3 turn = {d[U * b + 3], d[U * b + 4], d[U * b + 5]};
    const pn_quat dq = pn_quat_derivative(q, turn);
    const pn_quat unit = pn_quat_normalize(
        (pn_quat){q.w + dq.w, q.x + dq.x, q.y + dq.y, q.z + dq.z});
    pni_kinematics_rates(one, own, own_rate);
    pn_dynamics_displace(dynamics, own, d + U * b);
    ck_assert(memcmp(rate + Q * b, own_rate, sizeof own_rate) == 0);
    ck_assert(memcmp(y + Q * b, own, Q * sizeof *y) == 0);
    const double *got = own + 3, want[] = {unit.w, unit.x, unit.y, unit.z};
    for (size_t k = 0; k < 4; k++)
      test_close(got[k], want[k], 4e-16, "number %zu of body %zu", k, b);
    pn_dynamics_free(dynamics);
    pn_system_free(one);
  }
  pn_dynamics_free(all);
  pn_system_free(sys);
}
END_TEST

START_TEST(four_quaternions_are_normalised_as_each)
{
  double y[(Q + U) * BODIES_MOST], before[(Q + U) * BODIES_MOST];
  gsl_rng_set(draw_source, 1805 + (unsigned long)_i);
  pn_system *sys = random_bodies(_i, y);
  memcpy(before, y, sizeof y);
  pn_state_normalize(sys, y);
  for (size_t b = 0; b < sys->bodies; b++) {
    const pn_quat unit = motion_unit(before + Q * b + 3);
    const double want[] = {unit.w, unit.x, unit.y, unit.z};
    ck_assert(memcmp(y + Q * b, before + Q * b, 3 * sizeof *y) == 0);
    ck_assert(memcmp(y + Q * b + 3, want, sizeof want) == 0);
  }
  pn_system_free(sys);
}
END_TEST

START_TEST(energies_are_those_of_each_body)
{
  double y[(Q + U) * BODIES_MOST], kinetic, sum = 0, potential = 0;
  gsl_rng_set(draw_source, 1807 + (unsigned long)_i);
  pn_system *sys = random_bodies(_i / STRANGE * KINDS + _i % STRANGE, y);
  const double energy = pn_measure_energy(sys, y, &kinetic);
  for (size_t b = 0; b < sys->bodies; b++) {
    double own[Q + U], part;
    pn_system *one = alone(sys, y, b, own);
    pn_assembly *a = pn_assembly_alloc(one);
    pn_measure measure;
    ck_assert_int_eq(pn_measure_set(&measure, a, own, &part), GSL_SUCCESS);
    sum += measure.kinetic;
    potential += measure.potential;
    pn_assembly_free(a);
    pn_system_free(one);
  }
  ck_assert(kinetic == sum);
  ck_assert(energy == sum + potential);
  pn_system_free(sys);
}
END_TEST

START_TEST(sums_are_those_of_each_number)
{
  enum { MOST = 11 };
  const size_t n = (size_t)_i;
  double a[MOST], b[4][MOST], *const all[4] = {b[0], b[1], b[2], b[3]};
  double out[MOST + 1];
  gsl_rng_set(draw_source, 1901 + (unsigned long)_i);
  for (size_t i = 0; i < MOST; i++) {
    a[i] = draw_uniform();
    for (size_t k = 0; k < 4; k++)
      b[k][i] = draw_uniform();
  }
  out[n] = 2.385; /* behind the last */
  pni_step_sum(n, a, 0.3, b[0], out);
  for (size_t i = 0; i < n; i++)
    ck_assert(out[i] == a[i] + 0.3 * b[0][i]);
  pni_step_sum_of_four(n, a, 0.3, all, out);
  for (size_t i = 0; i < n; i++)
    ck_assert(out[i] ==
              a[i] + 0.3 * (b[0][i] + 2 * b[1][i] + 2 * b[2][i] + b[3][i]));
  ck_assert(out[n] == 2.385);
  memcpy(out, a, sizeof a);
  pni_step_sum(n, out, 0.3, b[0], out);
  for (size_t i = 0; i < n; i++)
    ck_assert(out[i] == a[i] + 0.3 * b[0][i]);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("kinematics");
  TCase *fours = tcase_create("fours");
  tcase_add_checked_fixture(fours, draw_open, draw_close);
  tcase_add_loop_test(fours, four_bodies_move_as_four_times_one, 0, SAMPLES);
  tcase_add_loop_test(fours, four_quaternions_are_normalised_as_each, 0,
                      SAMPLES);
  tcase_add_loop_test(fours, energies_are_those_of_each_body, 0, SAMPLES);
  tcase_add_loop_test(fours, sums_are_those_of_each_number, 0, 11);
  suite_add_tcase(suite, fours);
  return test_run(suite);
}
