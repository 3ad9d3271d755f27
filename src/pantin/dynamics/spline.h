/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Smooth curves through given points: splines of degree 3 or 5, with their
   first and second derivatives. */
#ifndef PANTIN_DYNAMICS_SPLINE_H
#define PANTIN_DYNAMICS_SPLINE_H

#include <gsl/gsl_bspline.h>

typedef enum {
  PN_SPLINE_AT_REST,   /* the derivatives vanish at both ends: the first, and of
                          degree 5 the second too */
  PN_SPLINE_NOT_A_KNOT /* the pieces at the ends are as smooth as within: the
                          values alone decide */
} pn_spline_ends;

typedef struct pn_spline {
  gsl_bspline_workspace *basis; /* owned */
  gsl_matrix *derivatives;      /* of the basis at one place, owned work */
  size_t curves;                /* that share the abscissae */
  gsl_matrix *coefficient;      /* (coefficients x curves), owned */
  double first, last;           /* the abscissae go from one to the other */
} pn_spline;

/* Returns the least number of points of such a spline: 2 at rest, and one more
   than the degree where the values alone decide. */
size_t pn_spline_points_min(int degree, pn_spline_ends ends);

/* Interpolates `curves` values at each of the `points` increasing abscissae x;
   value: (points x curves). NULL when memory is short, or the abscissae do not
   increase. */
pn_spline *pn_spline_alloc(int degree, pn_spline_ends ends, size_t points,
                           const double *x, size_t curves, const double *value);

void pn_spline_free(pn_spline *spline);

/* Computes the values, and their first and second derivatives, at x: (curves)
   each. Outside the abscissae, but for rounding, the ends' values hold, without
   derivatives. */
void pn_spline_set(const pn_spline *spline, double x, double *value,
                   double *rate, double *second);

#endif
