/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derivatives by central differences of order 4, and orders of convergence,
   against which the answers are checked. */
#ifndef PANTIN_TUTORIALS_JOINTS_DIFFERENCES_H
#define PANTIN_TUTORIALS_JOINTS_DIFFERENCES_H

#include "pantin/body/body.h"

#include <gsl/gsl_math.h>
#include <stddef.h>

/* f'(0) and f''(0). For the smooth functions here, of curvatures around 10,
   their truncation and rounding stay below the tolerances. */
double joints_first_difference(const gsl_function *f);
double joints_second_difference(const gsl_function *f);
extern const double joints_first_error, joints_second_error;

/* One row of C of a ball joint, when its bodies have moved for a time t with
   the steady velocities u, (v, omega) of the parent and of the child. A
   gsl_function's, with a joints_gap for its parameters. */
typedef struct {
  pn_motion body[2];
  pn_vec3 point[2]; /* in the bodies' frames [m] */
  double u[12];
  int row;
} joints_gap;

double joints_gap_value(double t, void *gap);

/* The order at which error[0], error[1], .. of so many halvings of the step
   falls: the slope by least squares of log2(error). */
double joints_order(const double *error, size_t count);

/* What a measured order may be off by. */
extern const double joints_order_error;

#endif
