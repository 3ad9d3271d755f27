/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "joints/drivers/differences.h"

/* The step h: for |f^(6)| up to 100, 5e-12 of truncation in f'' against 1e-16
   / h^2 = 1e-10 of rounding. */
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
