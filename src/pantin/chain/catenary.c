/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The catenary through two points, of length S. With d = |a| / (2 c) and
   m the mean of (x - x0) / c at the two ends (taken from the left),

     S = 2 c sinh d cosh m,    b = 2 c sinh d sinh m,

   so that m = atanh(b / S), and S^2 - b^2 = (2 c sinh d)^2 leaves one equation
   for d,

     sinh d / d = sqrt(S^2 - b^2) / |a| = 1 + r.

   The energy, the integral of c (cosh u - cosh u_0) cosh u c du over the u of
   both ends, is

     e = b S / 2 - c^2 (sinh 2d - 2d) / 2.

   Everything is written so that a nearly straight cable (c much larger than
   the span) loses no digits. */
#include "pantin/chain/catenary.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <math.h>

/* Returns sinh t - t for t >= 0; below 1, by its series t^3/3! + t^5/5! + ...
 */
static double sinh_less(double t)
{
  if (t >= 1)
    return sinh(t) - t;
  double term = t * t * t / 6, sum = 0;
  for (int k = 4; sum + term != sum; k += 2) {
    sum += term;
    term *= t * t / (k * (k + 1));
  }
  return sum;
}

/* Newton's method approaches the root of a convex function from above and
   converges quadratically: far fewer steps are needed. */
enum { STEPS_MAX = 100 };

/* Finds the root d of sinh d - d = r d, r > 0. It is at most sqrt(6 r), because
   sinh d / d >= 1 + d^2 / 6, and for r > 2 at most 2 log(2 r + 2). */
static double solve_shape(double r)
{
  double d = r < 2 ? sqrt(6 * r) : 2 * log(2 * r + 2);
  for (int k = 0; k < STEPS_MAX; k++) {
    const double step = (sinh_less(d) - r * d) / (cosh(d) - 1 - r);
    if (!(step > DBL_EPSILON * d))
      break;
    d -= step;
  }
  return d;
}

int pn_chain_catenary_set(pn_chain_catenary *cable, double length, double a,
                          double b, pn_error *error)
{
  const double span = hypot(a, b);
  pn_error_clear(error);
  if (!(length > span && isfinite(length)))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "a cable of %g m does not hang between ends that are "
                        "%g m apart: it must be longer",
                        length, span);
  if (!(fabs(a) > DBL_EPSILON * length))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "there is no catenary between two ends one above the "
                        "other");
  /* Find the shape d from r, where excess = (1 + r)^2 - 1 is computed without
     cancellation; everything else follows from it. */
  const double excess = (length - span) / a * ((length + span) / a);
  const double r = excess / (1 + sqrt(1 + excess));
  const double d = solve_shape(r), m = atanh(b / length);
  const double c = fabs(a) / (2 * d);
  *cable = (pn_chain_catenary){
      .length = length,
      .end = {a, b},
      .c = c,
      .x0 = a / 2 - (a > 0 ? c * m : -c * m),
      .energy = b * length / 2 - c * c * sinh_less(2 * d) / 2,
  };
  cable->k = -c * cosh(cable->x0 / c);
  return GSL_SUCCESS;
}

/* Computes c (cosh u - cosh u_0) as 2 c sinh((u + u_0) / 2) sinh((u - u_0) / 2)
 */
double pn_chain_catenary_height(const pn_chain_catenary *cable, double x)
{
  const double c = cable->c;
  return 2 * c * sinh((x - 2 * cable->x0) / (2 * c)) * sinh(x / (2 * c));
}

static double slope(const pn_chain_catenary *cable, double x)
{
  return sinh((x - cable->x0) / cable->c);
}

/* Computes the force from its horizontal part, which is c all along, and its
   vertical part, which is c times the slope at (0, 0) and then grows by the
   weight. */
void pn_chain_catenary_force(const pn_chain_catenary *cable, double s,
                             double f[2])
{
  const double c = cable->c, direction = cable->end[0] > 0 ? 1 : -1;
  f[0] = direction * c;
  f[1] = direction * c * slope(cable, 0) + s;
}

/* Finds the foot of the perpendicular, (X - x) + (Y(X) - y) Y'(X) = 0, by the
   Gauss-Newton method, which leaves out the term (Y - y) Y''. Each step reduces
   the error by the ratio of the distance to the radius of curvature. */
double pn_chain_catenary_distance(const pn_chain_catenary *cable, double x,
                                  double y)
{
  double foot = x, gap = 0;
  for (int k = 0; k < STEPS_MAX; k++) {
    const double s = slope(cable, foot);
    gap = pn_chain_catenary_height(cable, foot) - y;
    const double step = (foot - x + gap * s) / (1 + s * s);
    foot -= step;
    if (fabs(step) <= DBL_EPSILON * cable->length)
      break;
  }
  return hypot(foot - x, pn_chain_catenary_height(cable, foot) - y);
}
