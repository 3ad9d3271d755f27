/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests that J and Jdot u of a custom joint are right whatever the size of what
   its function describes, against their formulas. */
#include "pantin/body/custom.h"

#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* A point at x of the child is on a wave of this size: y = a cos(x / a). */
static int wave(const pn_pose *parent, const pn_pose *child, void *params,
                double *C)
{
  (void)parent;
  const double a = *(const double *)params;
  C[0] = child->x.y - a * cos(child->x.x / a);
  return GSL_SUCCESS;
}

/* It is at the distance a from the origin; at 0 there is no value. */
static int circle(const pn_pose *parent, const pn_pose *child, void *params,
                  double *C)
{
  (void)parent;
  const double a = *(const double *)params;
  const double square = pn_vec3_dot(child->x, child->x);
  C[0] = a * log(square / (a * a));
  return square > 0 ? GSL_SUCCESS : GSL_EFAILED;
}

/* Returns a body at (x, y) of the size a, which gets as far in a second. */
static pn_motion at(double a, double x, double y)
{
  return (pn_motion){
      .pose = {pn_vec3_make(a * x, a * y, 0), pn_quat_identity()},
      .v = pn_vec3_make(0.7 * a, -0.4 * a, 0)};
}

static void compare(const pn_custom *custom, double a, double x, double y,
                    double Jx, double Jy, double bias)
{
  const pn_motion world = {.pose.q = pn_quat_identity()}, child = at(a, x, y);
  double C, Jp[6], Jc[6], u;
  pn_joint_rows rows = {.C = &C, .Jp = Jp, .Jc = Jc, .bias = &u};
  ck_assert_int_eq(pn_custom_evaluate(custom, &world, &child, &rows),
                   GSL_SUCCESS);
  test_close(Jc[0], Jx, 1e-8, "dC/dx, size %g", a);
  test_close(Jc[1], Jy, 1e-8, "dC/dy, size %g", a);
  test_close(u, bias, 1e-7 * a, "Jdot u, size %g", a);
}

START_TEST(derivatives_have_no_size)
{
  static const double sizes[] = {1, 0.1, 0.01, 1e-3, 1e-4};
  double a = sizes[_i];
  const pn_custom on_wave = {.rows = 1, .position = wave, .params = &a};
  const pn_custom on_circle = {.rows = 1, .position = circle, .params = &a};
  for (double x = -2; x < 2; x += 0.3)
    compare(&on_wave, a, x, cos(x), sin(x), 1, 0.7 * 0.7 * a * cos(x));
  for (double t = 0; t < 6; t += 0.3) {
    const double x = cos(t), y = sin(t), along = 0.7 * x - 0.4 * y;
    compare(&on_circle, a, x, y, 2 * x, 2 * y,
            2 * a * (0.7 * 0.7 + 0.4 * 0.4 - 2 * along * along));
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("custom");
  TCase *derivatives = tcase_create("derivatives");
  tcase_add_loop_test(derivatives, derivatives_have_no_size, 0, 5);
  suite_add_tcase(suite, derivatives);
  return test_run(suite);
}
