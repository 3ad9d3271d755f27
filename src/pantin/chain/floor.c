/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The touched facets enter the chain's KKT matrix by the method of
   multipliers: stiff springs rho (s, -1)^T (s, -1) at the nodes' blocks,
   whose forces are passed on to mu,

     mu <- mu + rho (G d + h),     h_ji = r_j + s_j x_i - y_i,

   until G d + h = 0. What is left of it shrinks at each turn by the ratio
   of the chain's stiffness to rho, so that two or three turns do, and the
   matrix is factored once for each set of touched facets. Revising that set by
   the signs of mu and of the gaps is a semismooth Newton method.

   Source: M. R. Hestenes, Multiplier and gradient methods, J. Optim. Theory
   Appl. 4 (1969). */
#include "pantin/chain/floor.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* rho, relative to the largest entry of the Hessian: leaves half the digits
   to the refinement. */
static const double stiffness = 1e6;

/* Turns of the method of multipliers: each gains some six digits. */
enum { TURNS_MAX = 5 };

/* Sets of touched facets that are tried: near a solution one or two do. */
enum { REVISIONS_MAX = 10 };

/* The largest gap that counts as touching, relative to the longest bar. */
static const double touching = 1e-14;

void pn_chain_floor_lift(const pn_chain *chain, pn_chain_point *point)
{
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < chain->bars; i++)
      point->y[i] =
          fmax(point->y[i], chain->height[j] + chain->slope[j] * point->x[i]);
}

pn_chain_floor *pn_chain_floor_alloc(const pn_chain *chain)
{
  pn_chain_floor *floor = pn_alloc(1, sizeof *floor);
  if (!floor)
    return NULL;
  floor->chain = chain;
  floor->touched = pn_alloc(chain->facets * (chain->bars + 1), 1);
  const size_t size = pn_chain_vector_size(chain->bars);
  floor->right = pn_alloc(chain->facets > 0 ? size : 0, sizeof *floor->right);
  if (!floor->touched || !floor->right) {
    pn_chain_floor_free(floor);
    return NULL;
  }
  return floor;
}

void pn_chain_floor_free(pn_chain_floor *floor)
{
  if (!floor)
    return;
  pn_free(floor->touched);
  pn_free(floor->right);
  pn_free(floor);
}

static double largest(const double *values, size_t count)
{
  double most = 0;
  for (size_t i = 0; i < count; i++)
    most = fmax(most, fabs(values[i]));
  return most;
}

/* Sets the node blocks of K to the springs of the touched facets. */
static void put_springs(const pn_chain_floor *floor, double rho,
                        pn_chain_kkt *kkt)
{
  const pn_chain *chain = floor->chain;
  memset(kkt->node, 0, (chain->bars + 1) * sizeof *kkt->node);
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < chain->bars; i++)
      if (floor->touched[j * (chain->bars + 1) + i])
        pn_chain_kkt_add_spring(kkt, i, rho, chain->slope[j]);
}

/* Returns how far below facet j node i is at p + d: its part of h + G d. */
static double depth(const pn_chain *chain, const pn_chain_point *point,
                    pn_chain_vector d, size_t j, size_t i)
{
  const double s = chain->slope[j];
  const double h = chain->height[j] + s * point->x[i] - point->y[i];
  return h + (s * d.x[i] - d.y[i]);
}

/* Computes the right-hand side, r - G^T (mu + rho h). */
static void put_forces(const pn_chain_floor *floor, const pn_chain_point *point,
                       double rho, const double *mu, pn_chain_vector r,
                       pn_chain_vector right)
{
  const pn_chain *chain = floor->chain;
  memcpy(right.x, r.x, pn_chain_vector_size(chain->bars) * sizeof *r.x);
  for (size_t j = 0; j < chain->facets; j++) {
    const double s = chain->slope[j];
    for (size_t i = 1; i < chain->bars; i++) {
      const size_t k = j * (chain->bars + 1) + i;
      if (!floor->touched[k])
        continue;
      const double h = chain->height[j] + s * point->x[i] - point->y[i];
      right.x[i] -= s * (mu[k] + rho * h);
      right.y[i] += mu[k] + rho * h;
    }
  }
}

/* Passes the springs' forces on to mu: mu += rho (h + G d). Returns the largest
   |h + G d|. */
static double pass_on(const pn_chain_floor *floor, const pn_chain_point *point,
                      double rho, pn_chain_vector d, double *mu)
{
  const pn_chain *chain = floor->chain;
  double worst = 0;
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < chain->bars; i++) {
      const size_t k = j * (chain->bars + 1) + i;
      if (!floor->touched[k])
        continue;
      const double h = depth(chain, point, d, j, i);
      mu[k] += rho * h;
      worst = fmax(worst, fabs(h));
    }
  return worst;
}

/* Releases the nodes that the floor would pull, and catches those that would go
   through it. Returns the number of changes. */
static size_t revise(pn_chain_floor *floor, const pn_chain_point *point,
                     pn_chain_vector d, double *mu, double small)
{
  const pn_chain *chain = floor->chain;
  size_t changes = 0;
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < chain->bars; i++) {
      const size_t k = j * (chain->bars + 1) + i;
      const int touched =
          floor->touched[k] ? mu[k] > 0 : depth(chain, point, d, j, i) > small;
      if (touched == floor->touched[k])
        continue;
      floor->touched[k] = (unsigned char)touched;
      mu[k] = 0;
      changes++;
    }
  return changes;
}

int pn_chain_floor_newton(pn_chain_floor *floor, const pn_chain_point *point,
                          pn_chain_kkt *kkt, pn_chain_vector r,
                          pn_chain_vector z, double *mu)
{
  const pn_chain *chain = floor->chain;
  const size_t n = chain->bars;
  if (chain->facets == 0)
    return pn_chain_kkt_solve_new(kkt, r, z) ? GSL_ELOSS : GSL_SUCCESS;
  pn_chain_vector right = pn_chain_vector_view(floor->right, n);
  const double rho = stiffness * largest(kkt->weight, n);
  const double small = touching * largest(chain->length, n);
  /* The facets touched at first are those that push now. */
  memcpy(mu, point->mu, chain->facets * (n + 1) * sizeof *mu);
  for (size_t k = 0; k < chain->facets * (n + 1); k++)
    floor->touched[k] = mu[k] > 0;
  for (int revision = 0; revision < REVISIONS_MAX; revision++) {
    /* One factorisation for this set, and a few turns for its mu. */
    put_springs(floor, rho, kkt);
    if (pn_chain_kkt_factor(kkt))
      return GSL_ELOSS;
    for (int turn = 0; turn < TURNS_MAX; turn++) {
      put_forces(floor, point, rho, mu, r, right);
      if (pn_chain_kkt_solve(kkt, right, z))
        return GSL_ELOSS;
      if (pass_on(floor, point, rho, z, mu) <= small)
        break;
    }
    /* Revise the set; it is right when nothing changes. */
    if (revise(floor, point, z, mu, small) == 0)
      return GSL_SUCCESS;
  }
  return GSL_EMAXITER;
}
