/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests exact methods on the contact problems of the scenes of Kraiem (2022),
   with friction and redundant rows: five steps of each scene that falls, and
   frame 30 of the wall. */
#include "pantin/contact/world_scene.h"

#include "test.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The residual to which each problem is solved [m/s], and the largest
   difference in w that this leaves between two methods. */
static const double tolerance = 1e-8, w_error = 1e-6;

enum { STEPS = 5, METHODS = 2, PIVOTS = 100000 };

/* Scenes, the steps whose problems are solved, and by which methods. */
static const struct {
  const char *name;
  size_t step[STEPS];
  const char *method[METHODS];
} scenes[] = {
    {"tripods", {20, 30, 40, 50, 60}, {"lemke", "bpp"}},
    {"marbles", {16, 20, 24, 28, 32}, {"lemke", "bpp"}},
    {"falling-chain", {30, 40, 60, 75, 90}, {"lemke", "bpp"}},
    {"wall", {30}, {"ipm", "bpp"}},
};
enum { SCENES = sizeof scenes / sizeof scenes[0] };

static pn_world_scene *of;
static pn_world *world;

static void begin(const char *name)
{
  char path[1024];
  pn_error error = {0};
  snprintf(path, sizeof path, "%s/tuning/%s.cfg", getenv("PANTIN_DATA"), name);
  of = pn_world_scene_read(path, &error);
  ck_assert_msg(of != NULL, "%s:%d: %s", path, error.line, error.text);
  world =
      pn_world_alloc(of->system, of->geom, of->geoms, &of->settings, &error);
  ck_assert_msg(world != NULL, "%s", error.text);
}

static void end(void)
{
  pn_world_free(world);
  pn_world_scene_free(of);
}

/* Solves the problem of the last step, from lambda = 0, and copies its w. */
static void solve(const char *name, double *w)
{
  pn_lcp_settings settings = pn_lcp_settings_default();
  pn_error error = {0};
  settings.tolerance = tolerance;
  settings.iterations = PIVOTS;
  pn_lcp_solver *solver =
      pn_lcp_solver_alloc(pn_lcp_method_find(name), world->lcp);
  ck_assert_msg(!pn_lcp_solver_set(solver, &settings, NULL, &error), "%s",
                error.text);
  while (pn_lcp_solver_test(solver) == GSL_CONTINUE)
    if (pn_lcp_solver_iterate(solver))
      break;
  const double residual = pn_lcp_solver_measure(solver)->scaled.inf;
  ck_assert_msg(residual <= tolerance, "step %zu, %zu rows: %s stops at %g, %s",
                world->info.steps, world->lcp->size, name, residual,
                pn_lcp_reason_name(solver->reason));
  memcpy(w, solver->w, world->lcp->size * sizeof *w);
  pn_lcp_solver_free(solver);
}

START_TEST(exact_methods_solve_steps_of_the_scenes)
{
  pn_error error = {0};
  begin(scenes[_i].name);
  for (size_t k = 0; k < STEPS && scenes[_i].step[k] > 0; k++) {
    while (world->info.steps < scenes[_i].step[k])
      ck_assert_msg(!pn_world_advance(world, &error), "%s", error.text);
    ck_assert_uint_gt(world->info.contacts, 0);
    double *w[METHODS];
    for (size_t m = 0; m < METHODS; m++) {
      w[m] = calloc(world->lcp->size, sizeof **w);
      solve(scenes[_i].method[m], w[m]);
    }
    for (size_t i = 0; i < world->lcp->size; i++)
      test_close(w[1][i], w[0][i], w_error, "%s, step %zu, w(%zu)",
                 scenes[_i].name, world->info.steps, i + 1);
    for (size_t m = 0; m < METHODS; m++)
      free(w[m]);
  }
  end();
}
END_TEST

int main(void)
{
  enum { TIMEOUT = 120 };
  Suite *suite = suite_create("world problems");
  TCase *tests = tcase_create("exact");
  tcase_set_timeout(tests, TIMEOUT);
  test_add_family(tests, exact_methods_solve_steps_of_the_scenes, SCENES);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
