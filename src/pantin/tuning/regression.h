/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A straight line y = a x + b through points by least squares, and how much
   of the points it explains. */
#ifndef PANTIN_TUNING_REGRESSION_H
#define PANTIN_TUNING_REGRESSION_H

#include <stddef.h>

typedef struct {
  size_t count;              /* points */
  double a, b;               /* slope and value at x = 0 */
  double a_error, b_error;   /* their standard errors */
  double explained;          /* R^2: the share of the variance of y */
  double residual_deviation; /* standard deviation of y about the line */
} pn_regression;

/* Fits (count) points. GSL_EINVAL, and all NaN, for fewer than three points,
   or where x hardly varies: by less than a thousandth of its size. */
int pn_regression_fit(size_t count, const double *x, const double *y,
                      pn_regression *fit);

/* Mean, standard deviation and extremes of (count) values, of which those that
   are not finite are left out. */
typedef struct {
  size_t count;
  double mean, deviation, least, most; /* NaN without values */
} pn_summary;

pn_summary pn_summarise(size_t count, const double *values);

#endif
