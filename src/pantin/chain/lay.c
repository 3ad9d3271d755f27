/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Lays a chain down on its floor: nodes that all but touch a facet are put on
   it, and all nodes are moved as little as gives the bars their lengths again,

     minimise  |d|^2 + (1 / soft) sum (l_i - L_i + u_i . (d_{i+1} - d_i))^2
     where     d_y = s_j d_x  at the nodes that were laid down,

   from the last place each time, until lengths are right. Bars that are
   dependent there, as those of a chain that lies flat are, do no harm; and one
   that hangs straight down to the floor, which it can just reach, goes half the
   way to the vertical each time.

   Source: D. Marquardt, An algorithm for least-squares estimation of nonlinear
   parameters, SIAM J. Appl. Math. 11 (1963). */
#include "pantin/chain/lay.h"

#include "pantin/chain/floor.h"
#include "pantin/chain/lengths.h"

#include <math.h>
#include <string.h>

/* Weighs leaving the floor by `stiff` beside 1 for moving a node: what that
   leaves is rounding. */
static const double stiff = 1e15;

/* Weighs a bar's error by 1 / soft. Lengths are right at this share, and are
   given up after so many steps. Finely, a bar that can just reach the floor
   ends up vertical to half the digits. */
typedef struct {
  double soft, right;
  int steps;
} precision;
static const precision coarse = {1e-13, 1e-13, 40}, fine = {1e-15, 1e-15, 100};

/* Lengths are right at this share, too, where so many steps in a row have not
   helped. */
static const double nearly_right = 1e-13;
enum { STALE_MAX = 4 };

/* Puts the nodes that are marked back on their facets. */
static void press(const pn_chain *chain, pn_chain_point *to)
{
  for (size_t i = 1; i < chain->bars; i++) {
    double ground = -INFINITY;
    for (size_t j = 0; j < chain->facets; j++)
      if (to->mu[j * (chain->bars + 1) + i] > 0)
        ground = fmax(ground, chain->height[j] + chain->slope[j] * to->x[i]);
    if (isfinite(ground))
      to->y[i] = ground;
  }
  pn_chain_floor_lift(chain, to);
}

/* Marks the facets that are touched up to `reach` by mu = 1; returns their
   number. */
static size_t mark(const pn_chain *chain, double reach, pn_chain_point *to)
{
  size_t touched = 0;
  memset(to->mu, 0, chain->facets * (chain->bars + 1) * sizeof *to->mu);
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < chain->bars; i++) {
      const double ground = chain->height[j] + chain->slope[j] * to->x[i];
      if (to->y[i] - ground < reach) {
        to->mu[j * (chain->bars + 1) + i] = 1;
        touched++;
      }
    }
  return touched;
}

/* Sets the matrix and the right-hand side of a step, with bars weighed by
   1 / soft; returns the largest relative error of a bar. */
static double linearise(const pn_chain *chain, double soft,
                        const pn_chain_point *to, pn_chain_kkt *kkt,
                        pn_chain_vector r)
{
  const size_t n = chain->bars;
  double worst = 0;
  pn_chain_lengths_linearise(chain, to, kkt, r);
  kkt->is_uniform = 0;
  for (size_t i = 0; i < n; i++) {
    const double twice = 2 * chain->length[i];
    worst = fmax(worst, fabs(r.lambda[i]) / (twice * chain->length[i]));
    kkt->weight[i] = 0;
    kkt->soft[i] = soft * twice * twice;
    kkt->node[i] = (pn_chain_block){1, 0, 1};
    r.x[i] = r.y[i] = 0;
  }
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < n; i++)
      if (to->mu[j * (n + 1) + i] > 0)
        pn_chain_kkt_add_spring(kkt, i, stiff, chain->slope[j]);
  return worst;
}

size_t pni_chain_lay_down(const pn_chain *chain, double reach, int finely,
                          pn_chain_step *step, pn_chain_point *to)
{
  const size_t n = chain->bars, size = pn_chain_vector_size(n);
  pn_chain_vector r = pn_chain_vector_view(step->work, n);
  pn_chain_vector z = pn_chain_vector_view(step->work + size, n);
  const size_t laid = mark(chain, reach, to);
  press(chain, to);
  const precision want = finely ? fine : coarse;
  double best = INFINITY;
  int stale = 0;
  for (int k = 0; k < want.steps; k++) {
    const double worst = linearise(chain, want.soft, to, step->kkt, r);
    stale = worst < best ? 0 : stale + 1;
    best = fmin(best, worst);
    if (worst <= (stale < STALE_MAX ? want.right : nearly_right))
      break;
    if (pn_chain_kkt_factor_solve(step->kkt, r, z))
      break;
    for (size_t i = 1; i < n; i++) {
      to->x[i] += z.x[i];
      to->y[i] += z.y[i];
    }
    press(chain, to);
  }
  return laid;
}
