/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests balls that are wedged between walls a little too near for them, so that
   no impulses undo the overlap: whatever solver is asked, none throws them. */
#include "pantin/contact/stepper.h"

#include "pantin/base/alloc.h"

#include "test.h"

#include <math.h>

enum { BALLS = 4, STEPS = 20, METHODS = 22 };

/* Makes balls in a row on the floor of a box, each wider by twice this amount
   than its share of the room. */
static pn_balls *make_wedge(double wider)
{
  pn_balls *balls = pn_balls_alloc(BALLS);
  ck_assert_ptr_nonnull(balls);
  for (int k = 0; k < BALLS; k++) {
    balls->radius[k] = 1. / BALLS + wider;
    balls->mass[k] = 1;
    balls->x[k] = pn_vec3_make(-1 + (2. * k + 1) / BALLS, 0, -1 + 1. / BALLS);
  }
  balls->container = (pn_container){pn_container_box, {1, 1, 1}};
  balls->gravity = pn_vec3_make(0, 0, -9.81);
  return balls;
}

START_TEST(no_solver_throws_what_is_wedged)
{
  static const double wider[] = {1e-12, 1e-9, 1e-6}, slow = 0.01;
  const pn_lcp_method *method = pn_lcp_method_get((size_t)_i);
  ck_assert_ptr_nonnull(method);
  if (method->needs & PN_LCP_NEEDS_FRICTION)
    return;
  for (size_t k = 0; k < sizeof wider / sizeof *wider; k++) {
    pn_stepper_settings settings = pn_stepper_settings_default();
    pn_error error = {0};
    settings.method = method;
    settings.tolerance = 1e-10;
    settings.iterations = 2000;
    pn_balls *balls = make_wedge(wider[k]);
    pn_stepper *stepper = pn_stepper_alloc(balls, &settings, &error);
    ck_assert_msg(stepper != NULL, "%s", error.text);
    for (int step = 0; step < STEPS; step++) {
      ck_assert_msg(!pn_stepper_advance(stepper, &error), "%s", error.text);
      ck_assert_msg(stepper->info.speed < slow,
                    "%s throws balls with %g m/s in step %d, residual %g",
                    method->name, stepper->info.speed, step,
                    stepper->info.residual.scaled.inf);
    }
    pn_stepper_free(stepper);
    pn_balls_free(balls);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("wedged");
  TCase *tcase = tcase_create("wedged");
  tcase_set_timeout(tcase, 60);
  tcase_add_loop_test(tcase, no_solver_throws_what_is_wedged, 0, METHODS);
  suite_add_tcase(suite, tcase);
  return test_run(suite);
}
