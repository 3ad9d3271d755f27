/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derivatives by central differences of order 4, and orders of convergence,
   against which the answers are checked. */
#ifndef PANTIN_TUTORIALS_JOINTS_DIFFERENCES_H
#define PANTIN_TUTORIALS_JOINTS_DIFFERENCES_H

#include <gsl/gsl_math.h>
#include <stddef.h>

/* f'(0) and f''(0). For the smooth functions here, of curvatures around 10,
   their truncation and rounding stay below the tolerances. */
double joints_first_difference(const gsl_function *f);
double joints_second_difference(const gsl_function *f);
extern const double joints_first_error, joints_second_error;

/* The order at which error[0], error[1], .. of so many halvings of the step
   falls: the slope by least squares of log2(error). */
double joints_order(const double *error, size_t count);

/* What a measured order may be off by. */
extern const double joints_order_error;

#endif
