/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts of a chain.

   The parabola through both ends, y = (b/a) x - s x (a - x), is written with
   t = x / a in [0, 1] and its sag q = s a^2:

     x = a t,   y = b t - q t (1 - t),   v = dy/dt = b - q (1 - 2 t).

   Its length up to t is the integral of sqrt(a^2 + v^2) dt, with dt = dv/2q:

     l(t) = (G(v) - G(b - q)) / (2 q),
     G(v) = (v sqrt(a^2 + v^2) + a^2 asinh(v / |a|)) / 2.

   l(1) grows with q from the distance of the ends, so that one q gives the
   chain's own length; and the nodes are placed by l in proportion to the bars,
   which makes every bar, as a chord of the curve, a little short. */
#include "pantin/chain/start.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_roots.h>
#include <string.h>

static double total_length(const pn_chain *chain)
{
  double total = 0;
  for (size_t i = 0; i < chain->bars; i++)
    total += chain->length[i];
  return total;
}

/* The parabola --------------------------------------------------------- */

typedef struct {
  double a, b; /* the far end [m] */
  double q;    /* sag [m] */
  double want; /* length [m] */
  double from; /* G at t = 0 [m^2] */
} parabola;

/* dl/dt */
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

/* The length for a sag of q, less the wanted one. */
static double length_error(double q, void *vparabola)
{
  parabola *p = vparabola;
  set_sag(p, q);
  return length_until(p, 1) - p->want;
}

/* Below this sag, relative to the distance of the ends, the difference of two
   G loses more digits than the first terms of a series. */
static const double shallow = 1e-4;

/* A start need not be exact: the bars are chords anyhow. */
static const double sag_accuracy = 1e-14;
enum { SAG_STEPS_MAX = 200 };

/* The root of length_error between low, where it is negative, and high. */
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
  /* A chain so nearly taut that rounding hides what it has to spare. */
  if (length_error(low, p) >= 0)
    return GSL_SUCCESS;
  return find_root(p, low, high);
}

/* Newton's method stops when its last step was this part of a bar: what then
   remains is about the square of that. */
static const double node_accuracy = 1e-7;
enum { NODE_STEPS_MAX = 60 };

/* The t in [from, 1] with l(t) = length: Newton's method, and a bisection
   wherever it leaves what is known to hold the root. */
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

/* The same for a shallow parabola: l(t) / l(1) = t - b q t (1 - t) / d^2 +
   O(q^2) with d the distance of the ends. */
static double find_node_shallow(const parabola *p, double length)
{
  const double d = hypot(p->a, p->b), t = length / p->want;
  return t + p->b * p->q / (d * d) * t * (1 - t);
}

/* sign = 1: hanging; -1: upside down, as the hanging one to (a, -b). */
static int fill_parabola(const pn_chain *chain, double sign,
                         pn_chain_point *point, pn_error *error)
{
  const double total = total_length(chain);
  parabola p = {chain->end[0], sign * chain->end[1], 0, total, 0};
  if (!(fabs(p.a) > DBL_EPSILON * total))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "there is no parabola between two ends one above the "
                        "other: start from \"circle\"");
  const int code = find_sag(&p);
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

static int parabola_fill(const pn_chain *chain, unsigned long seed,
                         pn_chain_point *point, pn_error *error)
{
  (void)seed;
  return fill_parabola(chain, 1, point, error);
}

static int arch_fill(const pn_chain *chain, unsigned long seed,
                     pn_chain_point *point, pn_error *error)
{
  (void)seed;
  return fill_parabola(chain, -1, point, error);
}

/* The others ----------------------------------------------------------- */

/* All bars parallel: the Jacobian has lost a rank. */
static int line_fill(const pn_chain *chain, unsigned long seed,
                     pn_chain_point *point, pn_error *error)
{
  (void)seed;
  (void)error;
  const double total = total_length(chain);
  double length = 0;
  for (size_t i = 1; i < chain->bars; i++) {
    length += chain->length[i - 1];
    point->x[i] = chain->end[0] * length / total;
    point->y[i] = chain->end[1] * length / total;
  }
  return GSL_SUCCESS;
}

/* Every other node is moved off the line, as far as gives bars of equal length
   theirs. */
static int zigzag_fill(const pn_chain *chain, unsigned long seed,
                       pn_chain_point *point, pn_error *error)
{
  const double total = total_length(chain);
  const double d = hypot(chain->end[0], chain->end[1]);
  const double mean = total / (double)chain->bars;
  const double height = mean * sqrt(fmax(1 - d / total * (d / total), 0));
  const double x = d > 0 ? chain->end[0] / d : 1;
  const double y = d > 0 ? chain->end[1] / d : 0;
  line_fill(chain, seed, point, error);
  for (size_t i = 1; i < chain->bars; i += 2) {
    point->x[i] += height * y;
    point->y[i] -= height * x;
  }
  return GSL_SUCCESS;
}

/* Uniform in the square of side sum L about the middle of the ends: all that
   the chain can reach lies in it. */
static int random_fill(const pn_chain *chain, unsigned long seed,
                       pn_chain_point *point, pn_error *error)
{
  gsl_rng *source = gsl_rng_alloc(gsl_rng_mt19937);
  if (!source)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  gsl_rng_set(source, seed);
  const double side = total_length(chain);
  for (size_t i = 1; i < chain->bars; i++) {
    point->x[i] = chain->end[0] / 2 + side * (gsl_rng_uniform(source) - 0.5);
    point->y[i] = chain->end[1] / 2 + side * (gsl_rng_uniform(source) - 0.5);
  }
  gsl_rng_free(source);
  return GSL_SUCCESS;
}

/* Once around a circle of that circumference, clockwise from its top. */
static void fill_circle(const pn_chain *chain, double circumference,
                        double top_x, double top_y, pn_chain_point *point)
{
  const double total = total_length(chain);
  const double radius = circumference / (2 * M_PI);
  double length = 0;
  for (size_t i = 1; i < chain->bars; i++) {
    length += chain->length[i - 1];
    const double angle = 2 * M_PI * length / total;
    point->x[i] = top_x + radius * sin(angle);
    point->y[i] = top_y + radius * (cos(angle) - 1);
  }
}

/* Back to where it began: the last bar alone has to reach the far end. */
static int circle_fill(const pn_chain *chain, unsigned long seed,
                       pn_chain_point *point, pn_error *error)
{
  (void)seed;
  (void)error;
  fill_circle(chain, total_length(chain), 0, 0, point);
  return GSL_SUCCESS;
}

/* A hundredth of the length: first and last bar too long, all others much
   too short. */
static int bunched_fill(const pn_chain *chain, unsigned long seed,
                        pn_chain_point *point, pn_error *error)
{
  static const double shrunk = 0.01;
  (void)seed;
  (void)error;
  fill_circle(chain, shrunk * total_length(chain), chain->end[0] / 2,
              chain->end[1] / 2, point);
  return GSL_SUCCESS;
}

/* The family. A new start is a function and one line here. */
static const pn_chain_start starts[] = {
    {"parabola", "hanging parabola of the chain's length", parabola_fill},
    {"line", "straight from end to end", line_fill},
    {"arch", "the parabola upside down", arch_fill},
    {"zigzag", "nodes on both sides of the straight line", zigzag_fill},
    {"random", "nodes anywhere in a square about the chain", random_fill},
    {"bunched", "all nodes close together half-way", bunched_fill},
    {"circle", "once around a circle, back to the first end", circle_fill},
};

const pn_chain_start *pn_chain_start_get(size_t k)
{
  return k < sizeof starts / sizeof starts[0] ? &starts[k] : NULL;
}

const pn_chain_start *pn_chain_start_find(const char *name)
{
  const pn_chain_start *start;
  for (size_t k = 0; (start = pn_chain_start_get(k)); k++)
    if (strcmp(start->name, name) == 0)
      break;
  return start;
}

int pn_chain_start_set(const pn_chain_start *start, const pn_chain *chain,
                       unsigned long seed, pn_chain_point *point,
                       pn_error *error)
{
  const size_t n = chain->bars;
  point->x[0] = point->y[0] = 0;
  point->x[n] = chain->end[0];
  point->y[n] = chain->end[1];
  memset(point->lambda, 0, n * sizeof *point->lambda);
  memset(point->mu, 0, chain->facets * (n + 1) * sizeof *point->mu);
  return start->fill(chain, seed, point, error);
}
