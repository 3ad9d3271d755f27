/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Between ends one above the other, or nearly, a chain may hang along one
   vertical line, bars going down (s_i = -1) and up (s_i = 1). Let x_i be what
   bar i goes to the side. Then

     sum_i s_i L_i - b = sum_i s_i x_i^2 / 2 L_i

   to second order: lengths that are wrong by a small share of the right side's
   terms make the x_i, and the tensions that balance them, wrong by that share.
   Where the left side vanishes, and the ends are one above the other, the chain
   can hang exactly folded, all x_i = 0; what lengths do not tell from that is
   so, also where the ends are off by less than lengths tell. With w_i the
   weight of node i, bar i then pulls its left node up by

     f_i = F + w_1 + ... + w_i,   2 lambda_i s_i L_i = f_i,

   for any F. All bars are pulled if s_i f_i >= 0, which bounds F from below and
   from above by the two bars at the fold; in the middle they share the weight
   of its node. But if the ends are off, by however little, each bar goes to the
   side as the horizontal force H pulls it, x_i = H s_i L_i / f_i, and only one
   F keeps the lengths right:

     sum_i s_i L_i / f_i^2 = 0,

   whose left side falls all the way from one bound to the other. Newton's
   method does not find these: it ends, slowly, where the x_i are free to second
   order, which takes a bar that is pushed (A. Izmailov, M. Solodov, Newton-type
   methods for optimization and variational problems, 2014, on critical
   multipliers). */
#include "pantin/chain/fold.h"

#include "pantin/chain/chain_private.h"
#include "pantin/chain/lengths.h"
#include "pantin/chain/simulator.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Ends are one above the other if they are off by this part of the length. */
static const double aligned = 4 * DBL_EPSILON;

/* Bars that all lean by less than this share hang nearly along one line. */
static const double nearly = 1e-2;

/* Halvings of an interval of forces: to the last digit. */
enum { HALVINGS = 60 };

/* Tells whether the floor pushes a node. */
static int is_carried(const pn_chain_point *point)
{
  for (size_t k = 0; k < point->facets * (point->bars + 1); k++)
    if (point->mu[k] > 0)
      return 1;
  return 0;
}

/* Adds a bar that goes this far to the side. */
static void add_lean(pn_chain_lean *lean, double length, double aside)
{
  const double short_by = aside * aside / (2 * length);
  lean->sum += short_by;
  lean->share = fmax(lean->share, short_by / length);
}

/* Measures how far bars lean, whatever the floor does. */
static pn_chain_lean lean_of_bars(const pn_chain *chain,
                                  const pn_chain_point *point)
{
  pn_chain_lean lean = {0};
  for (size_t i = 0; i < chain->bars; i++)
    add_lean(&lean, chain->length[i], point->x[i + 1] - point->x[i]);
  return lean;
}

pn_chain_lean pni_chain_lean(const pn_chain *chain, const pn_chain_point *point)
{
  pn_chain_lean lean = lean_of_bars(chain, point);
  if (is_carried(point))
    lean.share = 1;
  return lean;
}

pn_chain_lean pni_chain_lean_along(const pn_chain *chain,
                                   const pn_chain_point *point)
{
  double x = 0, y = 0; /* along twice the angle of the line: it has no sense */
  pn_chain_lean lean = {0};
  for (size_t i = 0; i < chain->bars; i++) {
    const double dx = point->x[i + 1] - point->x[i];
    const double dy = point->y[i + 1] - point->y[i];
    x += (dx * dx - dy * dy) / chain->length[i];
    y += 2 * dx * dy / chain->length[i];
  }
  const double angle = atan2(y, x) / 2, c = cos(angle), s = sin(angle);
  for (size_t i = 0; i < chain->bars; i++)
    add_lean(&lean, chain->length[i],
             c * (point->y[i + 1] - point->y[i]) -
                 s * (point->x[i + 1] - point->x[i]));
  return lean;
}

/* Returns the length of bar i, below 0 if it goes down. */
static double way(const pn_chain *chain, const pn_chain_point *point, size_t i)
{
  return point->y[i + 1] < point->y[i] ? -chain->length[i] : chain->length[i];
}

int pni_chain_is_aligned(const pn_chain *chain)
{
  return fabs(chain->end[0]) <= aligned * pn_chain_length(chain);
}

/* Returns sum s_i L_i / f_i^2. */
static double long_by(const pn_chain *chain, const pn_chain_point *point,
                      double force)
{
  double sum = 0;
  for (size_t i = 0; i < chain->bars; i++) {
    force += i > 0 ? pn_chain_node_weight(chain, i) : 0;
    sum += way(chain, point, i) / (force * force);
  }
  return sum;
}

/* Returns that F between these bounds which keeps the lengths right where the
   ends are off. */
static double only_force(const pn_chain *chain, const pn_chain_point *point,
                         double low, double high)
{
  for (int k = 0; k < HALVINGS; k++) {
    const double F = (low + high) / 2;
    *(long_by(chain, point, F) > 0 ? &low : &high) = F;
  }
  return (low + high) / 2;
}

/* Finds the least F that pulls all bars going up, and the largest that pulls
   all others. */
static void bound_force(const pn_chain *chain, const pn_chain_point *point,
                        double *low, double *high)
{
  double weight = 0;
  *low = -INFINITY;
  *high = INFINITY;
  for (size_t i = 0; i < chain->bars; i++) {
    if (i > 0)
      weight += pn_chain_node_weight(chain, i);
    if (way(chain, point, i) > 0)
      *low = fmax(*low, -weight);
    else
      *high = fmin(*high, -weight);
  }
}

/* Returns F: of those with which all bars are pulled, that in the middle, or
   the only one if the ends are off; that of the point, if there are none. */
static double first_force(const pn_chain *chain, const pn_chain_point *point)
{
  double low, high;
  bound_force(chain, point, &low, &high);
  if (!(low <= high))
    return 2 * point->lambda[0] * way(chain, point, 0);
  return pni_chain_is_aligned(chain) ? (low + high) / 2
                                     : only_force(chain, point, low, high);
}

/* Returns the horizontal force H of a fold: 0 between ends one above the other.
   If these are off by so little that lengths do not tell it, every bar goes
   H L_i / |f_i| to the side, which takes bars that are pulled. NaN if lengths
   would tell, or a bar is not pulled. */
static double side_force(const pn_chain *chain, const pn_chain_point *point,
                         double force)
{
  double sum = 0, squares = 0;
  if (pni_chain_is_aligned(chain))
    return 0;
  for (size_t i = 0; i < chain->bars; i++) {
    force += i > 0 ? pn_chain_node_weight(chain, i) : 0;
    const double part = way(chain, point, i) / force;
    if (!(part > 0 && isfinite(part)))
      return NAN;
    sum += part;
    squares += part * part / chain->length[i];
  }
  const double H = chain->end[0] / sum;
  return H * H * squares / 2 <= pni_chain_slack_rounding(chain) ? H : NAN;
}

int pni_chain_hides_fold(const pn_chain *chain, const pn_chain_point *point,
                         double share)
{
  const pn_chain_lean lean = lean_of_bars(chain, point);
  const double rounding = pni_chain_slack_rounding(chain);
  const double off = chain->end[0]; /* bars lean by off^2 / 2 sum L or more */
  const double misfit = pn_chain_lengths_misfit(chain, point);
  if (off * off > 2 * pn_chain_length(chain) * rounding ||
      fmax(misfit, rounding) < share * lean.sum)
    return 0;
  double gap = chain->end[1];
  for (size_t i = 0; i < chain->bars; i++)
    gap -= way(chain, point, i);
  return fabs(gap) <= rounding &&
         !isnan(side_force(chain, point, first_force(chain, point)));
}

void pni_chain_fold(const pn_chain *chain, const pn_chain_point *point,
                    pn_chain_point *to)
{
  double force = first_force(chain, point);
  const double H = side_force(chain, point, force);
  memset(to->mu, 0, to->facets * (to->bars + 1) * sizeof *to->mu);
  for (size_t i = 0; i < chain->bars; i++) {
    const double up = way(chain, point, i);
    if (i > 0)
      force += pn_chain_node_weight(chain, i);
    to->lambda[i] = force / (2 * up);
    if (i + 1 == chain->bars)
      break;
    to->x[i + 1] = to->x[i] + (H != 0 ? H * up / force : 0);
    to->y[i + 1] = to->y[i] + up;
  }
}

/* Pendulums ---------------------------------------------------------------- */

int pni_chain_is_pendulum(const pn_chain *chain)
{
  const double rounding = pni_chain_slack_rounding(chain);
  return chain->facets == 0 &&
         hypot(chain->end[0], chain->end[1]) <=
             aligned * pn_chain_length(chain) &&
         fabs(pn_chain_slack(chain)) <= rounding;
}

/* Returns sum w_i y_i. */
static double moment(const pn_chain *chain, const pn_chain_point *point)
{
  double sum = 0;
  for (size_t i = 1; i < chain->bars; i++)
    sum += pn_chain_node_weight(chain, i) * point->y[i];
  return sum;
}

int pni_chain_hangs_rigid(const pn_chain *chain, const pn_chain_point *point)
{
  return pni_chain_is_pendulum(chain) && moment(chain, point) <= 0;
}

void pni_chain_hang_rigid(const pn_chain *chain, pn_chain_point *point)
{
  const size_t n = chain->bars;
  size_t longest = 0;
  double low, high;
  for (size_t i = 1; i < n; i++)
    if (chain->length[i] > chain->length[longest])
      longest = i;
  for (size_t i = 0; i + 1 < n; i++) {
    point->x[i + 1] = 0;
    point->y[i + 1] =
        point->y[i] + (i == longest ? -chain->length[i] : chain->length[i]);
  }
  const double turn = moment(chain, point) > 0 ? -1 : 1;
  for (size_t i = 1; i < n; i++)
    point->y[i] *= turn;
  bound_force(chain, point, &low, &high);
  double force = (low + high) / 2;
  for (size_t i = 0; i < n; i++) {
    force += i > 0 ? pn_chain_node_weight(chain, i) : 0;
    point->lambda[i] = force / (2 * way(chain, point, i));
  }
}

double pn_chain_tension_error_at(const pn_chain *chain,
                                 const pn_chain_point *point)
{
  const double error = pn_chain_tension_error(chain);
  const pn_chain_lean lean = pni_chain_lean(chain, point);
  return lean.share < nearly
             ? fmax(error, pni_chain_slack_rounding(chain) / (2 * lean.sum))
             : error;
}
