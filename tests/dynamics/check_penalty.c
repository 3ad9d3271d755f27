/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Springs in the place of multipliers, and Baumgarte's own ks and kd, against
   closed forms of a body on a ball joint at its centre: an oscillator. */
#include "dynamics/models.h"
#include "pantin/dynamics/simulation.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>

static const double mass = 2.385, g = 9.81;

/* Makes a ball that a joint holds at its centre, `open` metres away from it. */
static pn_system *held(double open, double gravity)
{
  const double radius = 0.1;
  const pn_joint_place place = {.point = {0, 0, 0}};
  pn_system *system = pn_system_alloc();
  pn_body ball = pn_body_make(pn_shape_sphere, &radius, mass);
  system->gravity = pn_vec3_make(0, -gravity, 0);
  ck_assert_int_eq(pn_system_add_body(system, &ball), GSL_SUCCESS);
  ck_assert_ptr_nonnull(
      pn_system_join(system, pn_joint_ball, PN_WORLD, 0, &place));
  system->body[0].pose.x.x = open;
  return system;
}

static pn_simulation_settings penalty(double stiffness, double damping,
                                      double dt)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.correction = pn_correction_penalty;
  settings.stiffness = stiffness;
  settings.damping = damping;
  settings.dt = dt;
  return settings;
}

/* It sags by m g / k, and lambda carries the weight. */
START_TEST(it_sags)
{
  const double k = 1e4;
  pn_system *system = held(0, g);
  const pn_simulation_settings settings =
      penalty(k, 2 * sqrt(k * mass), 1. / 500);
  pn_simulation *s = simulate_start(system, &settings);
  while (s->t < 2)
    simulate_step(s);
  pn_measure m;
  ck_assert_int_eq(pn_simulation_measure(s, &m), GSL_SUCCESS);
  test_close(s->y[1], -mass * g / k, 1e-9, "height");
  test_close(m.constraint_inf, mass * g / k, 1e-9, "gap");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* It swings with sqrt(k / m), or as Baumgarte's C'' = -ks C - kd C' says. */
START_TEST(it_swings)
{
  const double k = 300, c = 4, speed = 1e-2, t = 0.5;
  pn_system *system = held(0, 0);
  system->body[0].v.x = speed;
  pn_simulation_settings settings = penalty(k, c, 1e-3);
  double ks = k / mass, kd = c / mass;
  if (_i == 1) {
    settings.correction = pn_correction_baumgarte;
    settings.baumgarte_ks = ks = 97;
    settings.baumgarte_kd = kd = 2.385;
  }
  pn_simulation *s = simulate_start(system, &settings);
  while (s->steps < 500)
    simulate_step(s);
  const double w = sqrt(ks - kd * kd / 4);
  test_close(s->y[0], speed / w * exp(-kd * t / 2) * sin(w * t), 1e-10, "x");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* RK4 follows an oscillator in steps of up to 2.828 / omega, with multipliers
   in any. */
START_TEST(its_step_is_limited)
{
  const double k = 1e5, omega = sqrt(k / mass);
  const double h[] = {2.80 / omega, 2.86 / omega, 2.86 / omega};
  pn_system *system = held(1e-3, 0);
  pn_simulation_settings settings = penalty(k, 0, h[_i]);
  if (_i == 2)
    settings.correction = pn_correction_both;
  pn_simulation *s = simulate_start(system, &settings);
  int code = GSL_SUCCESS;
  while (s->steps < 2000 && !code)
    code = pn_simulation_step(s, NULL);
  if (_i == 1)
    ck_assert(code || fabs(s->y[0]) > 1);
  else
    ck_assert(!code && fabs(s->y[0]) < 2e-3);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* The stiffer the springs, the nearer the puppet is to that on joints. */
START_TEST(stiff_springs_are_joints)
{
  pn_system *system = model_puppet();
  pn_simulation_settings settings = penalty(1e4, 100, 1e-4);
  double off[2];
  for (int k = 0; k < 2; k++) {
    settings.stiffness = k == 0 ? 1e4 : 1e5;
    settings.damping = settings.stiffness / 100;
    settings.correction = pn_correction_penalty;
    pn_simulation *soft = simulate_start(system, &settings);
    settings.correction = pn_correction_both;
    pn_simulation *hard = simulate_start(system, &settings);
    while (soft->steps < 2000) {
      ck_assert_int_eq(pn_simulation_step(soft, NULL), GSL_SUCCESS);
      ck_assert_int_eq(pn_simulation_step(hard, NULL), GSL_SUCCESS);
    }
    off[k] = 0;
    for (size_t i = 0; i < pn_system_positions(system); i++)
      off[k] = fmax(off[k], fabs(soft->y[i] - hard->y[i]));
    pn_simulation_free(soft);
    pn_simulation_free(hard);
  }
  ck_assert_msg(off[1] < off[0] / 5 && off[1] > 0, "%g after %g", off[1],
                off[0]);
  pn_system_free(system);
}
END_TEST

/* A joint that is open at the start lets go what its spring holds: the motion
   does not diverge. */
START_TEST(an_open_joint_swings)
{
  const double k = 300, open = 0.3;
  pn_system *system = held(open, 0);
  const pn_simulation_settings settings = penalty(k, 0, 1e-3);
  pn_simulation *s = simulate_start(system, &settings);
  while (s->t < 1 - settings.dt / 2) {
    simulate_step(s);
  }
  test_close(s->y[0], open * cos(sqrt(k / mass) * s->t), 1e-7, "place");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("penalty");
  TCase *all = tcase_create("all");
  tcase_add_test(all, it_sags);
  tcase_add_loop_test(all, it_swings, 0, 2);
  tcase_add_loop_test(all, its_step_is_limited, 0, 3);
  tcase_add_test(all, an_open_joint_swings);
  tcase_add_test(all, stiff_springs_are_joints);
  suite_add_tcase(suite, all);
  return test_run(suite);
}
