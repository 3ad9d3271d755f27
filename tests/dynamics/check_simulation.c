/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Runs: conservation on the puppet, every solver and integrator on every
   model, settings and divergence. */
#include "dynamics/models.h"
#include "dynamics/reference.h"
#include "pantin/base/alloc.h"
#include "pantin/dynamics/simulation.h"
#include "pantin/dynamics/box.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static double position_error(const pn_simulation *s, const double (*rows)[3])
{
  double largest = 0;
  for (size_t b = 0; b < s->system->bodies; b++) {
    const pn_vec3 x = pn_state_motion(s->system, s->y, b).pose.x;
    const double *want = rows[b];
    largest = fmax(largest, pn_vec3_norm(pn_vec3_sub(
                                x, pn_vec3_make(want[0], want[1], want[2]))));
  }
  return largest;
}

/* The puppet for ten seconds, by RK4 with both corrections. The limits are
   those that a careful engine is held to; one that turns by an averaged omega
   leaves 1e-3 of the energy at 1/60 s. */
typedef struct {
  double dt, gap, energy, position;
  int position_time;
  const double (*want)[3];
} quality;

static const quality qualities[] = {
    {1. / 60, 1e-10, 1e-5, 1e-6, 2, reference_puppet_2},
    {1e-3, 1e-14, 1e-10, 1e-8, 10, reference_puppet_10},
};

START_TEST(the_puppet_keeps_what_it_should)
{
  const quality *q = &qualities[_i];
  pn_system *system = model_puppet();
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.dt = q->dt;
  pn_simulation *s = pn_simulation_alloc(system, &settings, NULL);
  const int steps = (int)lround(10 / q->dt);
  double gap = 0;
  for (int k = 1; k <= steps; k++) {
    simulate_step(s);
    ck_assert_int_eq(pn_assembly_set(s->dynamics->assembly, s->y), GSL_SUCCESS);
    gap = fmax(gap, pn_assembly_gap(s->dynamics->assembly));
    if (k * 10 == q->position_time * steps)
      test_close(position_error(s, q->want), 0, q->position,
                 "position error after %d s", q->position_time);
  }
  pn_measure end;
  ck_assert_int_eq(pn_simulation_measure(s, &end), GSL_SUCCESS);
  test_close(gap, 0, q->gap, "joint gap [m]");
  test_close(end.energy / s->start.energy, 1, q->energy, "energy");
  test_close(pn_vec3_norm(end.momentum), 0, 1e-11, "momentum");
  test_close(pn_vec3_norm(
                 pn_vec3_sub(end.angular_momentum, s->start.angular_momentum)) /
                 pn_vec3_norm(s->start.angular_momentum),
             0, q->energy, "angular momentum");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Sweeps are not for redundant rows: they need not end. */
static int suits(const pn_multiplier_type *type, const model *m,
                 const pn_system *system)
{
  pn_assembly *a = pn_assembly_alloc(system);
  const int takes = pn_multiplier_type_takes(type, a);
  pn_assembly_free(a);
  return takes && (m->redundant == 0 || (type != pn_multipliers_gauss_seidel &&
                                         type != pn_multipliers_sor));
}

/* Everything with everything, for a while: the constraints are kept, and
   energy is not made of nothing. */
START_TEST(all_with_all)
{
  const model *m = model_get((size_t)_i);
  pn_system *system = m->make();
  for (size_t i = 0; pn_integrator_get(i); i++)
    for (size_t k = 0; pn_multiplier_type_get(k); k++) {
      if (!suits(pn_multiplier_type_get(k), m, system))
        continue;
      pn_simulation_settings settings = pn_simulation_settings_default();
      settings.integrator = pn_integrator_get(i);
      settings.solver = pn_multiplier_type_get(k);
      settings.tolerance = 1e-6;
      settings.dt = 1e-3;
      pn_error error = {0};
      pn_simulation *s = simulate_start(system, &settings);
      while (s->steps < 10)
        ck_assert_msg(pn_simulation_step(s, &error) == GSL_SUCCESS,
                      "%s, %s, %s: %s", m->name, settings.integrator->name,
                      settings.solver->name, error.text);
      pn_measure end;
      ck_assert_int_eq(pn_simulation_measure(s, &end), GSL_SUCCESS);
      ck_assert_msg(end.constraint_inf < 1e-7, "%s, %s, %s: gap %g", m->name,
                    settings.integrator->name, settings.solver->name,
                    end.constraint_inf);
      const double scale = 1 + fabs(s->start.energy) + s->start.kinetic;
      ck_assert_msg(end.energy <= s->start.energy + 0.02 * scale,
                    "%s, %s, %s: energy %g, then %g", m->name,
                    settings.integrator->name, settings.solver->name,
                    s->start.energy, end.energy);
      pn_simulation_free(s);
    }
  pn_system_free(system);
}
END_TEST

/* Thin rods in loops with redundant rows, where pivots of all sizes meet: all
   but sweeps follow the motion, and keep its energy. */
START_TEST(thin_rods_move)
{
  const pn_multiplier_type *type = pn_multiplier_type_get((size_t)_i / 2);
  pn_system *system = _i % 2 ? model_bricard_rod() : model_four_bar();
  pn_assembly *a = pn_assembly_alloc(system);
  const int takes = pn_multiplier_type_takes(type, a);
  pn_assembly_free(a);
  if (takes && type != pn_multipliers_gauss_seidel &&
      type != pn_multipliers_sor) {
    pn_simulation_settings settings = pn_simulation_settings_default();
    settings.solver = type;
    settings.dt = 1e-3;
    pn_error error = {0};
    pn_simulation *s = pn_simulation_alloc(system, &settings, &error);
    while (s->steps < 1000)
      ck_assert_msg(pn_simulation_step(s, &error) == GSL_SUCCESS, "%s: %s",
                    type->name, error.text);
    pn_measure end;
    ck_assert_int_eq(pn_simulation_measure(s, &end), GSL_SUCCESS);
    test_close(end.constraint_inf, 0, 1e-12, "%s: gap", type->name);
    test_close(end.energy, s->start.energy, 1e-8, "%s: energy", type->name);
    pn_simulation_free(s);
  }
  pn_system_free(system);
}
END_TEST

START_TEST(the_same_run_gives_the_same_bits)
{
  pn_system *system = model_puppet();
  double first[13 * REFERENCE_PUPPET];
  for (int turn = 0; turn < 2; turn++) {
    const pn_simulation_settings settings = pn_simulation_settings_default();
    pn_simulation *s = pn_simulation_alloc(system, &settings, NULL);
    while (s->steps < 100)
      simulate_step(s);
    if (turn == 0)
      memcpy(first, s->y, sizeof first);
    else
      ck_assert(memcmp(first, s->y, sizeof first) == 0);
    pn_simulation_free(s);
  }
  pn_system_free(system);
}
END_TEST

START_TEST(baumgarte_holds_a_run)
{
  pn_system *system = model_chain3();
  pn_simulation_settings settings = pn_simulation_settings_default();
  double gap[2];
  for (int turn = 0; turn < 2; turn++) {
    settings.correction = turn ? pn_correction_baumgarte : pn_correction_none;
    settings.dt = 1. / 120;
    pn_simulation *s = pn_simulation_alloc(system, &settings, NULL);
    while (s->t < 5)
      simulate_step(s);
    pn_measure end;
    ck_assert_int_eq(pn_simulation_measure(s, &end), GSL_SUCCESS);
    gap[turn] = end.constraint_inf;
    pn_simulation_free(s);
  }
  ck_assert_msg(gap[1] < gap[0] / 10, "%g without, %g with", gap[0], gap[1]);
  pn_system_free(system);
}
END_TEST

/* An integrator that remembers its past is let to: it needs fewer evaluations
   than one of order 8, its joints within some tolerances. */
START_TEST(adams_goes_on_from_its_past)
{
  const char *names[] = {"msadams", "rk8pd"};
  size_t evaluations[2];
  pn_system *system = model_puppet();
  for (int k = 0; k < 2; k++) {
    pn_simulation_settings settings = pn_simulation_settings_default();
    settings.integrator = pn_integrator_find(names[k]);
    pn_simulation *s = pn_simulation_alloc(system, &settings, NULL);
    while (s->t < 2)
      simulate_step(s);
    evaluations[k] = s->dynamics->evaluations;
    pn_measure end;
    ck_assert_int_eq(pn_simulation_measure(s, &end), GSL_SUCCESS);
    test_close(position_error(s, reference_puppet_2), 0, 1e-7, "%s: position",
               names[k]);
    test_close(end.constraint_inf, 0, 1e-6, "%s: gap", names[k]);
    pn_simulation_free(s);
  }
  ck_assert_msg(evaluations[0] < evaluations[1], "%zu, and %zu of rk8pd",
                evaluations[0], evaluations[1]);
  pn_system_free(system);
}
END_TEST

START_TEST(a_run_that_diverges_stops)
{
  pn_system *system = model_chain3();
  system->body[2].omega = pn_vec3_make(4000, -3000, 5000);
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.integrator = pn_integrator_find("euler");
  settings.correction = pn_correction_none;
  settings.dt = 0.5;
  pn_simulation *s = pn_simulation_alloc(system, &settings, NULL);
  pn_error error = {0};
  int code = GSL_SUCCESS;
  for (int k = 0; k < 2000 && !code; k++)
    code = pn_simulation_step(s, &error);
  ck_assert_int_eq(code, GSL_EFAILED);
  ck_assert_msg(strstr(error.text, "a step of 0.5 s is probably too long for "
                                   "euler"),
                "%s", error.text);
  for (size_t k = 0; k < pn_system_dimension(system); k++)
    ck_assert(isfinite(s->y[k]));
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

static void refused(pn_simulation_settings settings, const char *words)
{
  pn_system *system = model_tumbling();
  pn_error error = {0};
  ck_assert_ptr_null(pn_simulation_alloc(system, &settings, &error));
  ck_assert_int_eq(error.code, GSL_EINVAL);
  ck_assert_msg(strstr(error.text, words) != NULL, "%s", error.text);
  pn_system_free(system);
}

START_TEST(bad_settings_are_refused)
{
  const pn_simulation_settings good = pn_simulation_settings_default();
  pn_box box = {{0, 0, 0}, {1, 1, 1}, 0.5, 0};
  pn_simulation_settings bad = good;
  bad.integrator = NULL;
  refused(bad, "there is no integrator");
  bad = good;
  bad.solver = NULL;
  refused(bad, "there is no solver");
  bad = good;
  bad.correction = NULL;
  refused(bad, "there is no correction");
  refused((pn_simulation_settings){.dt = 0}, "there is no integrator");
  bad = good;
  bad.dt = 0;
  refused(bad, "time step must be positive");
  bad.dt = NAN;
  refused(bad, "time step must be positive");
  bad = good;
  bad.tolerance = 0;
  refused(bad, "tolerance");
  bad = good;
  bad.baumgarte_time = 0;
  refused(bad, "Baumgarte's time");
  bad = good;
  bad.box = &box;
  box.restitution = 1.1;
  refused(bad, "restitution");
  box.restitution = 1;
  box.high.z = 0;
  refused(bad, "low corner");

  pn_error error = {0};
  pn_system *empty = pn_system_alloc();
  ck_assert_ptr_null(pn_simulation_alloc(empty, &good, &error));
  ck_assert_str_eq(error.text, "there is no body to move");
  pn_system_free(empty);
}
END_TEST

/* Returns x after a second of a damped oscillator that begins in its middle,
   where the ends of its spring coincide. */
static double oscillator_after(double dt)
{
  pn_system *system = pn_system_alloc();
  pn_body body = pn_body_make(pn_shape_point, NULL, 1);
  body.v = pn_vec3_make(1, 0, 0);
  pn_system_add_body(system, &body);
  const pn_spring spring = {
      .body = {PN_WORLD, 0}, .stiffness = 100, .damping = 1};
  pn_system_add_spring(system, &spring);
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.integrator = pn_integrator_find("rk4");
  settings.dt = dt;
  pn_simulation *s = pn_simulation_alloc(system, &settings, NULL);
  for (int k = 0; k < (int)lround(1 / dt); k++)
    simulate_step(s);
  const double x = pn_state_motion(system, s->y, 0).pose.x.x;
  pn_simulation_free(s);
  pn_system_free(system);
  return x;
}

/* The spring damps in its middle, too: x = exp(-t/2) sin(w t)/w, with the
   order of rk4. */
START_TEST(a_spring_without_length_damps)
{
  const double w = sqrt(100 - 0.25), exact = exp(-0.5) * sin(w) / w;
  const double coarse = oscillator_after(1. / 120) - exact;
  const double fine = oscillator_after(1. / 240) - exact;
  test_close(fine, 0, 1e-7, "error of x(1 s) = %.9g", exact);
  test_close(log2(coarse / fine), 4, 0.1, "order");
}
END_TEST

START_TEST(short_memory_is_survived)
{
  pn_system *system = model_four_bar();
  const pn_simulation_settings settings = pn_simulation_settings_default();
  pn_simulation *s = NULL;
  size_t k = 0;
  while (!s) {
    pn_error error = {0};
    pn_alloc_fail_at(++k);
    s = pn_simulation_alloc(system, &settings, &error);
    ck_assert_int_eq(error.code, s ? 0 : GSL_ENOMEM);
  }
  pn_alloc_fail_at(1); /* and none is asked for in a step */
  simulate_step(s);
  ck_assert_ptr_null(pn_alloc(1, 1));
  ck_assert_uint_gt(k, 40);
  pn_simulation_free(s);
  pn_simulation_free(NULL);
  pn_system_free(system);
}
END_TEST

static int count_models(void)
{
  int models = 0;
  while (model_get((size_t)models))
    models++;
  return models;
}

int main(void)
{
  int solvers = 0;
  while (pn_multiplier_type_get((size_t)solvers))
    solvers++;
  Suite *suite = suite_create("simulation");
  TCase *run = tcase_create("run");
  tcase_set_timeout(run, 60);
  tcase_add_loop_test(run, the_puppet_keeps_what_it_should, 0, 2);
  test_add_family(run, all_with_all, count_models());
  test_add_family(run, thin_rods_move, 2 * solvers);
  tcase_add_test(run, the_same_run_gives_the_same_bits);
  tcase_add_test(run, baumgarte_holds_a_run);
  tcase_add_test(run, adams_goes_on_from_its_past);
  tcase_add_test(run, a_run_that_diverges_stops);
  tcase_add_test(run, bad_settings_are_refused);
  tcase_add_test(run, a_spring_without_length_damps);
  tcase_add_test(run, short_memory_is_survived);
  suite_add_tcase(suite, run);
  return test_run(suite);
}
