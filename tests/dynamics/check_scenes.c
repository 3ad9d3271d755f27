/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The shipped scenes in motion: each runs under the default settings, keeps its
   joints, and makes no energy; those that are reference models accelerate as
   these do. */
#include "dynamics/models.h"
#include "pantin/dynamics/simulation.h"
#include "shipped.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Steps of 1 ms; large systems are left after a few. */
enum { STEPS = 300, LARGE = 100, STEPS_LARGE = 20 };

static void run(const char *name, const pn_system_scene *of)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.dt = 1e-3;
  pn_error error = {0};
  pn_simulation *s = pn_simulation_alloc(of->system, &settings, &error);
  ck_assert_msg(s != NULL, "%s: %s", name, error.text);
  const size_t steps = of->system->bodies > LARGE ? STEPS_LARGE : STEPS;
  while (s->steps < steps)
    ck_assert_msg(pn_simulation_step(s, &error) == 0, "%s: %s", name,
                  error.text);
  pn_measure end;
  ck_assert_int_eq(pn_simulation_measure(s, &end), 0);
  test_close(end.constraint_inf, 0, 1e-9, "%s: gap", name);
  test_close(end.velocity_inf, 0, 1e-9, "%s: gap's rate", name);
  const double scale = 1 + fabs(s->start.energy) + s->start.kinetic;
  const double paid = pn_simulation_ledger(s, &end).motors;
  ck_assert_msg(end.energy <= s->start.energy + paid + 1e-6 * scale,
                "%s: energy from %g to %g, motors %g", name, s->start.energy,
                end.energy, paid);
  ck_assert_msg(of->system->motors > 0 ? paid > 1e-3 : paid == 0,
                "%s: motors %g", name, paid);
  pn_simulation_free(s);
}

START_TEST(every_scene_runs)
{
  shipped_each(run);
}
END_TEST

/* Files that say what the models of the tests say. */
static const double agreed = 1e-9;
static const struct {
  const char *name;
  model_maker *make;
} same[] = {
    {"puppet", model_puppet},         {"ring-6", model_ring6},
    {"ring-10", model_ring10},        {"four-bar", model_four_bar},
    {"bricard", model_bricard_brick}, {"tumbling", model_tumbling},
};

START_TEST(files_are_the_reference_models)
{
  enum { Y_MAX = 13 * 20 };
  pn_system_scene *of = shipped_read(same[_i].name);
  pn_system *want = same[_i].make();
  double y[2][Y_MAX];
  pn_dynamics *d[2] = {pn_dynamics_alloc(of->system, pn_multipliers_dense),
                       pn_dynamics_alloc(want, pn_multipliers_dense)};
  ck_assert_uint_eq(of->system->bodies, want->bodies);
  pn_system_start(of->system, y[0]);
  pn_system_start(want, y[1]);
  for (int k = 0; k < 2; k++)
    ck_assert_int_eq(pn_dynamics_evaluate(d[k], 0, y[k], NULL), 0);
  for (size_t k = 0; k < d[0]->assembly->velocities; k++)
    test_close(d[0]->acceleration[k], d[1]->acceleration[k], agreed,
               "%s: u'[%zu]", same[_i].name, k);
  for (int k = 0; k < 2; k++)
    pn_dynamics_free(d[k]);
  pn_system_free(want);
  pn_system_scene_free(of);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("scenes");
  TCase *scenes = tcase_create("scenes");
  tcase_set_timeout(scenes, 60);
  tcase_add_test(scenes, every_scene_runs);
  tcase_add_loop_test(scenes, files_are_the_reference_models, 0,
                      sizeof same / sizeof same[0]);
  suite_add_tcase(suite, scenes);
  return test_run(suite);
}
