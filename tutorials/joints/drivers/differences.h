/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Derivatives by central differences of order 4, and orders of convergence,
   against which the answers are checked. */
#ifndef PANTIN_TUTORIALS_JOINTS_DIFFERENCES_H
#define PANTIN_TUTORIALS_JOINTS_DIFFERENCES_H

#include "pantin/body/body.h"

#include <gsl/gsl_math.h>
#include <stddef.h>

/* Compute f'(0) and f''(0). For the smooth functions here, with curvatures
   around 10, truncation and rounding stay below the tolerances. */
double joints_first_difference(const gsl_function *f);
double joints_second_difference(const gsl_function *f);
extern const double joints_first_error, joints_second_error;

/* A ball joint, and constant velocities u of its bodies: (v, omega) of the
   parent and of the child. */
typedef struct {
  pn_motion body[2];
  pn_vec3 point[2]; /* in the bodies' frames [m] */
  double u[12];
  int row; /* of C */
} joints_gap;

/* Computes that row of C when the bodies have moved for a time t. It is the
   function of a gsl_function whose parameters are a joints_gap. */
double joints_gap_value(double t, void *gap);

/* Measures the order at which error[0], error[1], .. fall when each comes from
   half the step of the one before: the slope of log2(error) by least
   squares. */
double joints_order(const double *error, size_t count);

/* Tolerance of a measured order. */
extern const double joints_order_error;

#endif
