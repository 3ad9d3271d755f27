/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests how often `face` factorises. A factorisation costs as much as a hundred
   of its other iterations, and an earlier version made tens of them in vain on
   heaps whose contacts just touch or are redundant. */
#include "pantin/contact/balls_scene.h"
#include "pantin/lcp/lcp_file.h"

#include "test.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <string.h>

/* The heaps that need the most factorisations of 20 made in the same way; the
   first version took up to 42. Other roundings make other heaps. */
static const unsigned long seeds[] = {5, 8, 11, 20};
enum { SEEDS = sizeof seeds / sizeof seeds[0], MOST = 6 };

enum { STEPS = 600, ITERATIONS = 3000 };
static const double tolerance = 1e-12;

static pn_balls_scene *heap(unsigned long seed)
{
  char text[300];
  pn_error error = {0};
  snprintf(text, sizeof text,
           "container = \"sphere\"; size = 1; balls = 350; radius = 0.1;"
           "mass = 1; seed = %lu; solver = \"psor\"; iterations = 100;",
           seed);
  pn_balls_scene *of =
      pn_balls_scene_read_string("heap", text, strlen(text), &error);
  ck_assert_msg(of != NULL, "%s", error.text);
  return of;
}

START_TEST(few_factorisations_solve_a_heap)
{
  pn_balls_scene *of = heap(seeds[_i]);
  pn_stepper *stepper = pn_stepper_alloc(of->balls, &of->settings, NULL);
  for (int k = 0; k < STEPS; k++)
    ck_assert(!pn_stepper_advance(stepper, NULL));

  pn_lcp_settings settings = pn_lcp_settings_default();
  settings.tolerance = tolerance;
  settings.iterations = ITERATIONS;
  pn_lcp_solver *face = pn_lcp_solver_alloc(pn_lcp_face, stepper->lcp);
  ck_assert(!pn_lcp_solver_set(face, &settings, NULL, NULL));
  int status;
  while ((status = pn_lcp_solver_test(face)) == GSL_CONTINUE)
    ck_assert_int_eq(pn_lcp_solver_iterate(face), 0);
  const size_t count = face->factorisations;
  ck_assert_msg(status == 0, "seed %lu: residual %g after %zu iterations",
                seeds[_i], face->residual.scaled.inf, face->iteration);
  ck_assert_msg(count > 0 && count <= MOST, "seed %lu: %zu factorisations",
                seeds[_i], count);
  pn_lcp_solver_free(face);
  pn_stepper_free(stepper);
  pn_balls_scene_free(of);
}
END_TEST

/* Problems of redundant rows, on which the search alone goes round in
   circles. */
static const char *const circles[] = {
    "7\n10 12 -2 6 2 -2 4\n12 16 4 4 4 -4 0\n-2 4 26 -14 6 -6 -20\n"
    "6 4 -14 10 -2 2 12\n2 4 6 -2 2 -2 -4\n-2 -4 -6 2 -2 2 4\n"
    "4 0 -20 12 -4 4 16\n-60 -56 78 -68 6 -2 -72\n",
    /* Unit vectors of a plane in four directions, and a push. */
    "4\n1 0.8826091029647929 0.8465241042931734 -0.9508450976147224\n"
    "0.8826091029647929 1 0.9974118548447303 -0.6936477616636308\n"
    "0.8465241042931734 0.9974118548447303 1 -0.6400619889007987\n"
    "-0.9508450976147224 -0.6936477616636308 -0.6400619889007987 1\n"
    "-0.6568763657775594 -0.2715974091799716 -0.2070922835256861 "
    "0.8275823128422309\n",
};
enum { CIRCLES = sizeof circles / sizeof circles[0] };

START_TEST(it_leaves_circles)
{
  pn_error error = {0};
  pn_lcp_settings settings = pn_lcp_settings_default();
  settings.tolerance = tolerance;
  settings.iterations = 100;
  pn_lcp *lcp =
      pn_lcp_read_string("x", circles[_i], strlen(circles[_i]), &error);
  ck_assert_msg(lcp != NULL, "%s", error.text);
  pn_lcp_solver *solver = pn_lcp_solver_alloc(pn_lcp_face, lcp);
  ck_assert(!pn_lcp_solver_set(solver, &settings, NULL, NULL));
  while (pn_lcp_solver_test(solver) == GSL_CONTINUE)
    ck_assert_int_eq(pn_lcp_solver_iterate(solver), 0);
  ck_assert_int_eq(pn_lcp_solver_test(solver), GSL_SUCCESS);
  pn_lcp_solver_free(solver);
  pn_lcp_free(lcp);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("face");
  TCase *heaps = tcase_create("heaps");
  tcase_set_timeout(heaps, 200);
  test_add_family(heaps, few_factorisations_solve_a_heap, SEEDS);
  test_add_family(heaps, it_leaves_circles, CIRCLES);
  suite_add_tcase(suite, heaps);
  return test_run(suite);
}
