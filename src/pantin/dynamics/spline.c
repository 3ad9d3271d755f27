/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Interpolation by B-splines: the curve is sum c_i B_i(x), with B_i of degree
   d, which are piecewise polynomials with d - 1 continuous derivatives. The n
   values are n equations for the c_i, in a band of d + 1 numbers a row.

   With a break at each point there are n + d - 1 coefficients. The d - 1 more
   equations say that the curve rests at both ends; or (d - 1)/2 breaks next to
   each end are left out, which makes both counts n ("not a knot").

   The error of the values is O(h^(d+1)), that of the second derivative
   O(h^(d-1)).

   Source: C. de Boor, A Practical Guide to Splines (1978), chapters 4 and
   13. */
#include "pantin/dynamics/spline.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <math.h>

enum { DERIVATIVES = 3 }; /* the value, the first and the second */

/* An abscissa beyond an end by less than this part of it is the end: 57 steps
   of 0.01 are more than 0.57. */
static const double rounding = 1e-12;

size_t pn_spline_points_min(int degree, pn_spline_ends ends)
{
  return ends == PN_SPLINE_AT_REST ? 2 : (size_t)degree + 1;
}

/* Allocates the basis, with its breaks at the abscissae, and the coefficients.
 */
static int set_basis(pn_spline *s, int degree, pn_spline_ends ends,
                     size_t points, const double *x)
{
  const size_t order = (size_t)degree + 1;
  const size_t skipped =
      ends == PN_SPLINE_NOT_A_KNOT ? (size_t)(degree - 1) / 2 : 0;
  const size_t breaks = points - 2 * skipped;
  s->basis = gsl_bspline_alloc(order, breaks);
  gsl_vector *at = gsl_vector_alloc(breaks);
  if (s->basis && at) {
    for (size_t i = 0; i < breaks; i++)
      gsl_vector_set(at, i, x[i + skipped]);
    gsl_vector_set(at, 0, x[0]);
    gsl_vector_set(at, breaks - 1, x[points - 1]);
    gsl_bspline_knots(at, s->basis);
    s->derivatives = gsl_matrix_alloc(order, DERIVATIVES);
    s->coefficient =
        gsl_matrix_calloc(gsl_bspline_ncoeffs(s->basis), s->curves);
  }
  gsl_vector_free(at);
  return s->derivatives && s->coefficient ? GSL_SUCCESS : GSL_ENOMEM;
}

/* The equations for the coefficients, as a band for gsl_linalg_LU_band. */
typedef struct {
  size_t size, below, above;
  gsl_matrix *band; /* (size x (2 below + above + 1)) */
} equations;

/* Sets row `row`: derivative number d of the curve at x. */
static int set_row(pn_spline *s, equations *of, size_t row, double x, size_t d)
{
  size_t first, last;
  if (gsl_bspline_deriv_eval_nonzero(x, DERIVATIVES - 1, s->derivatives, &first,
                                     &last, s->basis))
    return GSL_EFAILED;
  for (size_t j = first; j <= last; j++)
    if (j + of->below >= row && j <= row + of->above)
      gsl_matrix_set(of->band, j, of->below + of->above + row - j,
                     gsl_matrix_get(s->derivatives, j - first, d));
  return GSL_SUCCESS;
}

/* Sets all rows: the ends' derivatives stand beside their values. */
static int set_equations(pn_spline *s, equations *of, size_t points,
                         const double *x, const double *value)
{
  const size_t rests = (of->size - points) / 2; /* equations at each end */
  int code = GSL_SUCCESS;
  for (size_t i = 0; i < points && !code; i++) {
    const size_t row = i == 0 ? 0 : i == points - 1 ? of->size - 1 : i + rests;
    code = set_row(s, of, row, x[i], 0);
    for (size_t c = 0; c < s->curves; c++)
      gsl_matrix_set(s->coefficient, row, c, value[s->curves * i + c]);
  }
  for (size_t d = 1; d <= rests && !code; d++)
    code = set_row(s, of, d, x[0], d) ||
           set_row(s, of, of->size - 1 - d, x[points - 1], d);
  return code;
}

/* Factors the banded matrix once, and solves for the coefficients of each
   curve, which replace its right-hand side. */
static int solve(pn_spline *s, equations *of)
{
  gsl_vector_uint *pivot = gsl_vector_uint_alloc(of->size);
  int code = pivot ? gsl_linalg_LU_band_decomp(of->size, of->below, of->above,
                                               of->band, pivot)
                   : GSL_ENOMEM;
  for (size_t c = 0; c < s->curves && !code; c++) {
    gsl_vector_view column = gsl_matrix_column(s->coefficient, c);
    code = gsl_linalg_LU_band_svx(of->below, of->above, of->band, pivot,
                                  &column.vector);
  }
  gsl_vector_uint_free(pivot);
  return code;
}

static int increase(size_t points, const double *x)
{
  for (size_t i = 1; i < points; i++)
    if (!(x[i] > x[i - 1]))
      return 0;
  return 1;
}

pn_spline *pn_spline_alloc(int degree, pn_spline_ends ends, size_t points,
                           const double *x, size_t curves, const double *value)
{
  if (points < pn_spline_points_min(degree, ends) || !increase(points, x))
    return NULL;
  pn_spline *s = pn_alloc(1, sizeof *s);
  if (!s)
    return NULL;
  s->curves = curves > 0 ? curves : 1;
  s->first = x[0];
  s->last = x[points - 1];
  int code = set_basis(s, degree, ends, points, x);
  if (!code && curves > 0) {
    const size_t size = s->coefficient->size1, reach = (size_t)degree;
    equations of = {size, reach < size ? reach : size - 1,
                    reach < size ? reach : size - 1, NULL};
    of.band = gsl_matrix_calloc(size, 2 * of.below + of.above + 1);
    code = of.band ? set_equations(s, &of, points, x, value) : GSL_ENOMEM;
    if (!code)
      code = solve(s, &of);
    gsl_matrix_free(of.band);
  }
  if (!code)
    return s;
  pn_spline_free(s);
  return NULL;
}

void pn_spline_free(pn_spline *spline)
{
  if (!spline)
    return;
  gsl_bspline_free(spline->basis);
  gsl_matrix_free(spline->derivatives);
  gsl_matrix_free(spline->coefficient);
  pn_free(spline);
}

void pn_spline_set(const pn_spline *s, double x, double *value, double *rate,
                   double *second)
{
  const double slack = rounding * fmax(fabs(s->first), fabs(s->last));
  const int inside = x >= s->first - slack && x <= s->last + slack;
  double *const out[DERIVATIVES] = {value, rate, second};
  size_t first, last;
  gsl_bspline_deriv_eval_nonzero(fmin(fmax(x, s->first), s->last),
                                 DERIVATIVES - 1, s->derivatives, &first, &last,
                                 s->basis);
  for (size_t d = 0; d < DERIVATIVES; d++)
    for (size_t c = 0; c < s->curves; c++) {
      out[d][c] = 0;
      for (size_t j = first; j <= last && (d == 0 || inside); j++)
        out[d][c] += gsl_matrix_get(s->derivatives, j - first, d) *
                     gsl_matrix_get(s->coefficient, j, c);
    }
}
