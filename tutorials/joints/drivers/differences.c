/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "joints/drivers/differences.h"

#include "joints/drivers/inputs.h"

/* The step h. For |f^(6)| up to 100 it leaves 5e-12 of truncation in f'',
   beside 1e-16 / h^2 = 1e-10 of rounding. */
static const double step = 1e-3;

const double joints_first_error = 1e-9;
const double joints_second_error = 1e-7;
const double joints_order_error = 0.15;

double joints_first_difference(const gsl_function *f)
{
  const double h = step;
  return (GSL_FN_EVAL(f, -2 * h) - 8 * GSL_FN_EVAL(f, -h) +
          8 * GSL_FN_EVAL(f, h) - GSL_FN_EVAL(f, 2 * h)) /
         (12 * h);
}

double joints_second_difference(const gsl_function *f)
{
  const double h = step;
  return (-GSL_FN_EVAL(f, -2 * h) + 16 * GSL_FN_EVAL(f, -h) -
          30 * GSL_FN_EVAL(f, 0) + 16 * GSL_FN_EVAL(f, h) -
          GSL_FN_EVAL(f, 2 * h)) /
         (12 * h * h);
}

double joints_gap_value(double t, void *gap)
{
  const joints_gap *of = gap;
  pn_vec3 p[2];
  for (int b = 0; b < 2; b++) {
    const double *u = of->u + 6 * b;
    const pn_motion m = joints_displaced(
        &of->body[b], pn_vec3_scale(t, pn_vec3_make(u[0], u[1], u[2])),
        pn_vec3_scale(t, pn_vec3_make(u[3], u[4], u[5])));
    p[b] = pn_pose_point(m.pose, of->point[b]);
  }
  const pn_vec3 C = pn_vec3_sub(p[0], p[1]);
  return of->row == 0 ? C.x : of->row == 1 ? C.y : C.z;
}

double joints_order(const double *error, size_t count)
{
  const double middle = (double)(count - 1) / 2;
  double slope = 0, squares = 0;
  for (size_t k = 0; k < count; k++) {
    const double x = (double)k - middle;
    slope -= x * log2(error[k]);
    squares += x * x;
  }
  return slope / squares;
}
