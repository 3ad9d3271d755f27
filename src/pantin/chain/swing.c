/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Minimises the energy over the angles a_i of the bars, in which no length is
   ever wrong: where the lengths of bars nearly close, their errors along steps
   of the nodes outweigh all that could be gained. With u_i = (cos a_i, sin a_i)
   and c_i the weight of the nodes behind bar i,

     minimise    sum c_i L_i sin a_i
     subject to  sum L_i u_i = end,

   in which the Hessian of the Lagrangian is diagonal, for any force p at the
   far end: L_i t_i, t_i = (p - (0, c_i)) . u_i, the bars' tensions. With q_i =
   (-sin a_i, cos a_i), Newton's step to where p balances the chain is

     S p = sum L_i / (t_i + s) c_i cos a_i q_i,
     S = sum L_i / (t_i + s) q_i q_i^T,
     turn_i = (q_i . p - c_i cos a_i) / (t_i + s).

   It goes down if s >= 0 makes the Hessian positive definite along the
   constraints: if as many t_i + s are negative as eigenvalues of S
   (Haynsworth). Each step is closed again by Newton's method with the least
   turns, and cut by Armijo's rule.

   It starts from the polygon that is inscribed in a circle of diameter D: its
   sides, the gap between the ends among them, see 2 asin(l / D) of it, which
   add up to a full turn; or those but the longest to what the longest sees, if
   the centre is outside.

   Source: E. Haynsworth, Determination of the inertia of a partitioned
   Hermitian matrix, Linear Algebra Appl. 1 (1968). */
#include "pantin/chain/swing.h"

#include "pantin/chain/line_search.h"
#include "pantin/chain/simulator.h"

#include <gsl/gsl_math.h>
#include <math.h>
#include <string.h>

/* A chain has come to rest where no bar would turn by more [rad]. */
static const double at_rest = 1e-8;

/* The first s that is tried after 0, in weights of the chain, and how it grows;
   and one that hides all tensions. */
static const double shift_first = 1e-3, shift_growth = 4, shift_huge = 1e6;

/* A chain that cannot move, as a folded one, may take more force than this, in
   weights, and is not in balance. */
static const double force_most = 1e6;

/* No step turns a bar by more [rad]. */
static const double turn_most = 1;

/* Ends that are off by this part of the length are closed. */
static const double closed = 1e-12;

/* The part of the predicted decrease that Armijo's rule asks for, and what
   rounding hides, in weights times lengths of the chain. */
static const double omega = 1e-4, rounding = 1e-15;

enum { STEPS_MAX = 200, CLOSINGS_MAX = 12, CUTS_MAX = 30, HALVINGS = 60 };

typedef struct {
  const pn_chain *chain;
  double *angle, *turn, *trial; /* of every bar [rad] */
  double p[2];                  /* force at the far end [N] */
  double weight, total;         /* of the chain [N], [m] */
} swing;

/* A symmetric 2x2 matrix and a right-hand side. */
typedef struct {
  double xx, xy, yy, x, y;
} pair_system;

/* Adds weight q q^T, and weight value q, for q = (-sin a, cos a). */
static void add_bar(pair_system *s, double a, double weight, double value)
{
  const double qx = -sin(a), qy = cos(a);
  s->xx += weight * qx * qx;
  s->xy += weight * qx * qy;
  s->yy += weight * qy * qy;
  s->x += weight * value * qx;
  s->y += weight * value * qy;
}

static double determinant(const pair_system *s)
{
  return s->xx * s->yy - s->xy * s->xy;
}

/* Solves the system; 0 if it is singular, and p stays. */
static int solve_pair(const pair_system *s, double p[2])
{
  const double d = determinant(s);
  const double x = (s->yy * s->x - s->xy * s->y) / d;
  const double y = (s->xx * s->y - s->xy * s->x) / d;
  if (!isfinite(x) || !isfinite(y))
    return 0;
  p[0] = x;
  p[1] = y;
  return 1;
}

/* Returns how many eigenvalues are positive. */
static int count_positive(const pair_system *s)
{
  return determinant(s) < 0 ? 1 : s->xx + s->yy > 0 ? 2 : 0;
}

/* The circle ------------------------------------------------------------- */

/* Returns what all sides but the longest see of a circle of diameter 1 / q,
   halved. */
static double seen_by_rest(const pn_chain *chain, double gap, double longest,
                           double q)
{
  double sum = asin(GSL_MIN(1, gap * q)) - asin(GSL_MIN(1, longest * q));
  for (size_t i = 0; i < chain->bars; i++)
    sum += asin(GSL_MIN(1, chain->length[i] * q));
  return sum;
}

/* Returns 1 / D of the circle. */
static double inscribe(const pn_chain *chain, double gap, double longest,
                       int *is_inside)
{
  double low = 0, high = 1 / longest;
  *is_inside = seen_by_rest(chain, gap, longest, high) >= M_PI_2;
  for (int k = 0; k < HALVINGS; k++) {
    const double q = (low + high) / 2, own = asin(GSL_MIN(1, longest * q));
    const double rest = seen_by_rest(chain, gap, longest, q);
    *((*is_inside ? rest + own < M_PI : own < rest) ? &low : &high) = q;
  }
  return (low + high) / 2;
}

/* Sets the angles to those of the inscribed polygon, which turns so that a
   chain between level ends hangs below them. */
static void place_on_circle(swing *s)
{
  const pn_chain *chain = s->chain;
  const double gap = hypot(chain->end[0], chain->end[1]);
  const double side = chain->end[0] < 0 ? -1 : 1;
  double longest = gap, turned = 0, x = 0, y = 0;
  int is_inside;
  for (size_t i = 0; i < chain->bars; i++)
    longest = fmax(longest, chain->length[i]);
  const double q = inscribe(chain, gap, longest, &is_inside);
  int is_outside = !is_inside && gap < longest; /* of that bar, not yet met */
  for (size_t i = 0; i < chain->bars; i++) {
    const double length = chain->length[i];
    double half = asin(GSL_MIN(1, length * q));
    if (is_outside && length == longest) {
      half = M_PI - half;
      is_outside = 0;
    }
    s->angle[i] = side * (turned + half);
    turned += 2 * half;
    x += length * cos(s->angle[i]);
    y += length * sin(s->angle[i]);
  }
  const double off =
      gap > 0 ? atan2(chain->end[1], chain->end[0]) - atan2(y, x) : -M_PI;
  for (size_t i = 0; i < chain->bars; i++)
    s->angle[i] += off;
}

/* Steps ------------------------------------------------------------------ */

/* Turns bars as little as closes the chain; 0 if that fails. */
static int close_chain(const swing *s, double *angle)
{
  const pn_chain *chain = s->chain;
  for (int k = 0; k < CLOSINGS_MAX; k++) {
    pair_system all = {.x = chain->end[0], .y = chain->end[1]};
    double p[2] = {0};
    for (size_t i = 0; i < chain->bars; i++) {
      const double L = chain->length[i];
      add_bar(&all, angle[i], L * L, 0);
      all.x -= L * cos(angle[i]);
      all.y -= L * sin(angle[i]);
    }
    if (hypot(all.x, all.y) <= closed * s->total)
      return 1;
    if (!solve_pair(&all, p) || hypot(p[0], p[1]) * s->total > turn_most)
      return 0;
    for (size_t i = 0; i < chain->bars; i++)
      angle[i] +=
          chain->length[i] * (cos(angle[i]) * p[1] - sin(angle[i]) * p[0]);
  }
  return 0;
}

/* Returns the energy, but for a constant. */
static double energy(const swing *s, const double *angle)
{
  const pn_chain *chain = s->chain;
  double behind = 0, sum = 0;
  for (size_t i = chain->bars; i-- > 0;) {
    sum += behind * chain->length[i] * sin(angle[i]);
    behind += i > 0 ? pn_chain_node_weight(chain, i) : 0;
  }
  return sum;
}

/* Returns (p - (0, behind)) . u, no closer to -shift than rounding. */
static double stiffness(const swing *s, size_t i, double behind, double shift)
{
  const double a = s->angle[i];
  const double t = s->p[0] * cos(a) + (s->p[1] - behind) * sin(a) + shift;
  return fabs(t) > rounding * s->weight ? t : rounding * s->weight;
}

/* Sets up S p = .. for a shift; returns whether the step goes down. */
static int try_shift(const swing *s, double shift, pair_system *system)
{
  const pn_chain *chain = s->chain;
  double behind = 0;
  size_t negative = 0;
  *system = (pair_system){0};
  for (size_t i = chain->bars; i-- > 0;) {
    const double t = stiffness(s, i, behind, shift);
    negative += t < 0;
    add_bar(system, s->angle[i], chain->length[i] / t,
            behind * cos(s->angle[i]));
    behind += i > 0 ? pn_chain_node_weight(chain, i) : 0;
  }
  return negative + (size_t)count_positive(system) == 2;
}

/* Computes the step, and p. Returns the slope of the energy along it. */
static double set_turns(swing *s)
{
  const pn_chain *chain = s->chain;
  double shift = 0, behind = 0, slope = 0, p[2] = {s->p[0], s->p[1]};
  pair_system system;
  while (!try_shift(s, shift, &system) && shift < shift_huge * s->weight)
    shift = shift > 0 ? shift * shift_growth : shift_first * s->weight;
  (void)solve_pair(&system, p);
  for (size_t i = chain->bars; i-- > 0;) {
    const double a = s->angle[i], pull = behind * cos(a);
    s->turn[i] =
        (p[1] * cos(a) - p[0] * sin(a) - pull) / stiffness(s, i, behind, shift);
    slope += chain->length[i] * pull * s->turn[i];
    behind += i > 0 ? pn_chain_node_weight(chain, i) : 0;
  }
  memcpy(s->p, p, sizeof p);
  return slope;
}

/* Returns the energy after a part of the step, which becomes the trial. */
static double swing_merit(void *vs, double alpha)
{
  swing *s = vs;
  for (size_t i = 0; i < s->chain->bars; i++)
    s->trial[i] = s->angle[i] + alpha * s->turn[i];
  return close_chain(s, s->trial) ? energy(s, s->trial) : INFINITY;
}

/* Takes a step; 0 if the chain is at rest, or nothing helps. */
static int take_step(swing *s)
{
  const double slope = set_turns(s);
  double most = 0, alpha;
  for (size_t i = 0; i < s->chain->bars; i++)
    most = fmax(most, fabs(s->turn[i]));
  if (most <= at_rest)
    return 0;
  const pn_line_search line = {
      .merit = swing_merit,
      .context = s,
      .start = energy(s, s->angle),
      .slope = slope,
      .slope_error = 0,
      .rounding = rounding * s->weight * s->total,
      .omega = omega,
      .first = fmin(1, turn_most / most),
      .halvings = CUTS_MAX,
  };
  if (pn_line_search_armijo(&line, &alpha))
    return 0;
  double *const before = s->angle;
  s->angle = s->trial;
  s->trial = before;
  return 1;
}

/* Places the nodes, with the multipliers of p. */
static void place(const swing *s, pn_chain_point *point)
{
  const pn_chain *chain = s->chain;
  double behind = 0;
  for (size_t i = 0; i + 1 < chain->bars; i++) {
    point->x[i + 1] = point->x[i] + chain->length[i] * cos(s->angle[i]);
    point->y[i + 1] = point->y[i] + chain->length[i] * sin(s->angle[i]);
  }
  for (size_t i = chain->bars; i-- > 0;) {
    point->lambda[i] = stiffness(s, i, behind, 0) / (2 * chain->length[i]);
    behind += i > 0 ? pn_chain_node_weight(chain, i) : 0;
  }
}

void pni_chain_arch(const pn_chain *chain, pn_chain_vector work,
                    pn_chain_point *point)
{
  const double end = atan2(chain->end[1], chain->end[0]);
  swing s = {.chain = chain, .angle = work.x};
  place_on_circle(&s);
  for (size_t i = 0; i + 1 < chain->bars; i++) {
    const double a = 2 * end - s.angle[i]; /* beyond the line of the ends */
    point->x[i + 1] = point->x[i] + chain->length[i] * cos(a);
    point->y[i + 1] = point->y[i] + chain->length[i] * sin(a);
  }
}

int pni_chain_swing(const pn_chain *chain, pn_chain_vector work,
                    pn_chain_point *point)
{
  swing s = {
      .chain = chain,
      .angle = work.x,
      .turn = work.y,
      .trial = work.lambda,
      .weight = pn_chain_weight(chain),
      .total = pn_chain_length(chain),
  };
  pair_system system;
  place_on_circle(&s);
  if (!close_chain(&s, s.angle))
    return 0;
  (void)try_shift(&s, shift_huge * s.weight, &system);
  (void)solve_pair(&system, s.p);
  for (int k = 0; k < STEPS_MAX && take_step(&s); k++)
    ;
  place(&s, point);
  return hypot(s.p[0], s.p[1]) <= force_most * s.weight;
}
