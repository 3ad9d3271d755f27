/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The parabola of a given length through both ends, y = (b/a) x - s x (a - x),
   with t = x / a in [0, 1] and its sag q = s a^2:

     x = a t,   y = b t - q t (1 - t),   v = dy/dt = b - q (1 - 2 t).

   Its length up to t is the integral of sqrt(a^2 + v^2) dt, with dt = dv/2q:

     l(t) = (G(v) - G(b - q)) / (2 q),
     G(v) = (v sqrt(a^2 + v^2) + a^2 asinh(v / |a|)) / 2.

   l(1) grows with q from the distance of the ends, so that one q gives the
   chain's own length; and the nodes are placed by l in proportion to the bars,
   which makes every bar, as a chord of the curve, a little short.

   Between ends one above the other, the curve would fold onto itself; it is
   opened there by a tiny part of the length, so that a has a sign. */
#include "pantin/chain/start_private.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_roots.h>
#include <math.h>

typedef struct {
  double a, b; /* the far end [m] */
  double q;    /* sag [m] */
  double want; /* length [m] */
  double from; /* G at t = 0 [m^2] */
} parabola;

/* Returns dl/dt. */
static double speed(const parabola *p, double v)
{
  return hypot(p->a, v);
}

static double primitive(const parabola *p, double v)
{
  return (v * speed(p, v) + p->a * p->a * asinh(v / fabs(p->a))) / 2;
}

static double velocity(const parabola *p, double t)
{
  return p->b - p->q * (1 - 2 * t);
}

static void set_sag(parabola *p, double q)
{
  p->q = q;
  p->from = primitive(p, p->b - q);
}

static double length_until(const parabola *p, double t)
{
  const double v = velocity(p, t);
  return (primitive(p, v) - p->from) / (2 * p->q);
}

/* Returns the length for a sag of q, less the wanted one. */
static double length_error(double q, void *vparabola)
{
  parabola *p = vparabola;
  set_sag(p, q);
  return length_until(p, 1) - p->want;
}

/* Below this sag, relative to the distance of the ends, the difference of two
   G loses more digits than the first terms of a series. */
static const double shallow = 1e-4;

/* A start need not be exact, as the bars are chords of the curve. */
static const double sag_accuracy = 1e-14;
enum { SAG_STEPS_MAX = 200 };

/* Finds the root of length_error between low, where it is negative, and high.
 */
static int find_root(parabola *p, double low, double high)
{
  gsl_root_fsolver *root = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
  if (!root)
    return GSL_ENOMEM;
  gsl_function function = {length_error, p};
  int code = gsl_root_fsolver_set(root, &function, low, high);
  double q = low;
  for (int k = 0; !code && k < SAG_STEPS_MAX; k++) {
    code = gsl_root_fsolver_iterate(root);
    q = gsl_root_fsolver_root(root);
    if (gsl_root_test_interval(gsl_root_fsolver_x_lower(root),
                               gsl_root_fsolver_x_upper(root), 0,
                               sag_accuracy) == GSL_SUCCESS)
      break;
  }
  gsl_root_fsolver_free(root);
  set_sag(p, q);
  return code;
}

/* Finds q. For small q, l(1) = d + a^2 q^2 / (6 d^3) + O(q^4), d the distance
   of the ends. Otherwise a root below 4 l(1), as l(1) is at least the integral
   of |v|, which is at least q/2. */
static int find_sag(parabola *p)
{
  const double d = hypot(p->a, p->b), spare = fmax(p->want - d, 0);
  const double low = shallow / 2 * d, high = 4 * p->want;
  p->q = d * sqrt(6 * d * spare) / fabs(p->a);
  if (p->q <= shallow * d)
    return GSL_SUCCESS;
  /* In a chain this near to taut, rounding hides what it has to spare. */
  if (length_error(low, p) >= 0)
    return GSL_SUCCESS;
  return find_root(p, low, high);
}

/* Newton's method stops when its last step was this part of a bar: what then
   remains is about the square of that. */
static const double node_accuracy = 1e-7;
enum { NODE_STEPS_MAX = 60 };

/* Finds the t in [from, 1] with l(t) = length, by Newton's method, with a
   bisection wherever it leaves the interval that holds the root. */
static double find_node(const parabola *p, double from, double length)
{
  double low = from, high = 1, t = from;
  for (int k = 0; k < NODE_STEPS_MAX; k++) {
    const double error = length_until(p, t) - length;
    *(error > 0 ? &high : &low) = t;
    const double next = t - error / speed(p, velocity(p, t));
    if (fabs(next - t) <= node_accuracy * (next - from))
      return next;
    t = next > low && next < high ? next : (low + high) / 2;
  }
  return t;
}

/* Finds that t for a shallow parabola: l(t) / l(1) = t - b q t (1 - t) / d^2 +
   O(q^2) with d the distance of the ends. */
static double find_node_shallow(const parabola *p, double length)
{
  const double d = hypot(p->a, p->b), t = length / p->want;
  return t + p->b * p->q / (d * d) * t * (1 - t);
}

/* The least |a| of a parabola, relative to its length: from 1e-12 to 1e-6 the
   same minima are found. */
static const double narrow = 1e-9;

/* Finds the sag, then the nodes. Upside down, the parabola is the hanging one
   to (a, -b). */
int pni_chain_start_parabola(const pn_chain *chain, double total, double sign,
                             pn_chain_point *point, pn_error *error)
{
  parabola p = {chain->end[0], sign * chain->end[1], 0, total, 0};
  p.a = copysign(fmax(fabs(p.a), narrow * total), p.a);
  const int code = find_sag(&p);
  if (code == GSL_ENOMEM)
    return pn_error_set(error, code, NULL, 0, "out of memory");
  if (code)
    return pn_error_set(error, code, NULL, 0,
                        "no parabola of length %g m found to the end (%g, %g)",
                        total, chain->end[0], chain->end[1]);
  const int deep = p.q > shallow * hypot(p.a, p.b);
  double t = 0, length = 0;
  for (size_t i = 1; i < chain->bars; i++) {
    length += chain->length[i - 1];
    t = deep ? find_node(&p, t, length) : find_node_shallow(&p, length);
    point->x[i] = p.a * t;
    point->y[i] = sign * (p.b * t - p.q * t * (1 - t));
  }
  return GSL_SUCCESS;
}
