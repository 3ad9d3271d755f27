/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests how often `face` factorises. A factorisation costs as much as a hundred
   of its other iterations, and an earlier version made tens of them in vain on
   heaps whose contacts just touch or are redundant. */
#include "pantin/contact/balls_scene.h"

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

int main(void)
{
  Suite *suite = suite_create("face");
  TCase *heaps = tcase_create("heaps");
  tcase_set_timeout(heaps, 200);
  tcase_add_loop_test(heaps, few_factorisations_solve_a_heap, 0, SEEDS);
  suite_add_tcase(suite, heaps);
  return test_run(suite);
}
