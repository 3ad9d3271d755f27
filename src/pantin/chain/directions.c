/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A stationary point is a minimum on the constraints if the reduced Hessian
   Z^T H Z is positive definite, where the columns of Z span the null space of
   the Jacobian A: the directions in which the chain can move. Z is never
   formed. For A of full rank (bars) and any t,

     inertia [ H - t I   A^T ]  =  inertia(Z^T H Z - t Z^T Z) + (bars, bars, 0)
             [ A         0   ]

   (N. Gould, 1985), and with orthonormal Z the number of eigenvalues of the
   reduced Hessian below t is the number of negative ones of this matrix, less
   `bars`: one block L D L^T. Twice, for t = -tolerance and t = tolerance,
   gives those that are negative, zero and positive.

   A contact of the floor with mu > 0 may take away a direction a. Instead of a
   row it becomes a spring, E = rho a a^T in its node's block. Write M for the
   reduced Hessian and B = a^T Z: as rho grows, M + rho B^T B has rank(B)
   eigenvalues that grow with rho, and the others tend to those of M on the
   null space of B, from below: they still lack c / rho. So a direction in which
   the energy is flat may seem to fall. With -rho the others come from above,
   and what is negative then, but for those that fall with -rho, is so; the rest
   is lost in the springs and counts as zero.

   Contacts may take away fewer directions than they are: where more than two
   facets meet at a node, or bars hold it, too. The null space of B is what is
   left, and without H its directions are the eigenvalues of rho B^T B that are
   zero. No more can be negative or zero with H: any that are belong to
   directions which a contact holds so weakly that its spring is too soft. */
#include "pantin/chain/directions.h"

#include "pantin/chain/simulator.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>
#include <string.h>

/* An eigenvalue is zero if it is below this part of T / (n S), T the largest
   tension, n the bars, S their total length: a string under tension T has its
   slowest mode at pi^2 of these. Below that, what an iterate accurate to 1e-7
   leaves uncertain would pass for a sign. */
static const double zero_mode = 1e-7;

/* An eigenvalue below this part of H's largest entry is lost in rounding. */
static const double zero_rounding = 8 * DBL_EPSILON;

/* A contact pushes if its mu exceeds this part of its node's weight. */
static const double pushing = 1e-6;

/* rho, in the largest lambda: large beside H, and far from 1 / epsilon; and
   what lies between their eigenvalues. */
static const double spring = 1e6, between = 1e3;

/* Shifts tried, each ten times the last, until a factorisation is reliable. */
enum { SHIFTS_MAX = 6 };

/* Tells whether the last factorisation, L D L^T = K + R, is so close to K that
   both have the same inertia. They do if |R (L D L^T)^-1| < 1, because then no
   matrix K + s R between them is singular. Iterative refinement converges under
   the same condition, so it is tried on one vector. */
static int is_reliable(pn_chain_step *step)
{
  const size_t n = step->kkt->bars, size = pn_chain_vector_size(n);
  pn_chain_vector r = pn_chain_step_probe(step);
  pn_chain_vector z = pn_chain_vector_view(step->work + size, n);
  return pn_chain_kkt_solve(step->kkt, r, z) == GSL_SUCCESS;
}

/* Counts the eigenvalues of the reduced Hessian below t. GSL_ELOSS if the
   inertia is in doubt. */
static int count_below(pn_chain_step *step, double t, size_t *below)
{
  pn_chain_kkt *kkt = step->kkt;
  const size_t n = kkt->bars;
  size_t negative = 0;
  /* K - t I in the nodes' part. */
  for (size_t i = 1; i < n; i++) {
    kkt->node[i].xx -= t;
    kkt->node[i].yy -= t;
  }
  /* The block factorisation serves if it is reliable; otherwise a short chain
     is taken to eigenvalues. */
  if (pn_chain_kkt_factor(kkt) == GSL_SUCCESS && is_reliable(step))
    negative = kkt->negative;
  else if (step->dense && !pn_chain_dense_factor(step->dense, kkt) &&
           step->dense->zero == 0)
    negative = step->dense->negative;
  for (size_t i = 1; i < n; i++) {
    kkt->node[i].xx += t;
    kkt->node[i].yy += t;
  }
  *below = negative - n;
  return negative >= n ? GSL_SUCCESS : GSL_ELOSS;
}

/* Counts the eigenvalues below t, or below the first of 10 t, 100 t, ... for
   which the factorisation is reliable: where a pivot vanishes but for t, a
   small t costs digits. */
static int count_near(pn_chain_step *step, double t, size_t *below)
{
  int code = GSL_ELOSS;
  for (int k = 0; code && k < SHIFTS_MAX; k++, t *= 10)
    code = count_below(step, t, below);
  return code;
}

/* Returns the largest |lambda|. */
static double largest_multiplier(const pn_chain_point *point)
{
  double lambda = 0;
  for (size_t i = 0; i < point->bars; i++)
    lambda = fmax(lambda, fabs(point->lambda[i]));
  return lambda;
}

double pni_chain_zero_mode(const pn_chain *chain, const pn_chain_point *point)
{
  double tension = 0;
  for (size_t i = 0; i < chain->bars; i++)
    tension = fmax(tension, fabs(pn_chain_tension(chain, point, i)));
  return zero_mode * tension / (pn_chain_length(chain) * (double)chain->bars) +
         /* H has entries of up to 4 lambda */
         zero_rounding * 8 * largest_multiplier(point);
}

/* Tells whether facet j pushes node i. */
static int pushes(const pn_chain *chain, const pn_chain_point *point, size_t j,
                  size_t i)
{
  return point->mu[j * (chain->bars + 1) + i] >
         pushing * pn_chain_node_weight(chain, i);
}

/* Adds a spring rho to K for each contact that pushes; returns their number. */
static size_t put_springs(const pn_chain *chain, const pn_chain_point *point,
                          double rho, pn_chain_kkt *kkt)
{
  size_t active = 0;
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < chain->bars; i++)
      if (pushes(chain, point, j, i)) {
        pn_chain_kkt_add_spring(kkt, i, rho, chain->slope[j]);
        active++;
      }
  return active;
}

/* Counts the nodes that contacts hold where all bars are parallel: each node
   can move across them, but for a facet that pushes it and does not lie across
   them, too. */
static size_t nodes_held(const pn_chain *chain, const pn_chain_point *point,
                         const pn_chain_kkt *kkt)
{
  const double x = kkt->dx[0], y = kkt->dy[0], d = hypot(x, y);
  size_t held = 0;
  for (size_t i = 1; i < chain->bars; i++)
    for (size_t j = 0; j < chain->facets; j++) {
      const double along = x + chain->slope[j] * y; /* of facet and bars */
      const double least = PNI_CHAIN_PARALLEL * d * hypot(1, chain->slope[j]);
      if (pushes(chain, point, j, i) && fabs(along) > least) {
        held++;
        break;
      }
    }
  return held;
}

int pni_chain_count_free(const pn_chain *chain, const pn_chain_point *point,
                         size_t moves, pn_chain_step *step,
                         pn_chain_class *verdict)
{
  pn_chain_kkt *kkt = step->kkt;
  const size_t n = chain->bars;
  const double rho = pn_chain_weight(chain) / pn_chain_length(chain);
  memset(kkt->weight, 0, n * sizeof *kkt->weight);
  verdict->active = put_springs(chain, point, rho, kkt);
  verdict->dof = moves;
  if (verdict->active == 0 || moves == 0)
    return GSL_SUCCESS;
  if (moves > n - 2) {
    verdict->dof = moves - nodes_held(chain, point, kkt);
    return GSL_SUCCESS;
  }
  return count_near(step, PNI_CHAIN_PARALLEL * PNI_CHAIN_PARALLEL * rho,
                    &verdict->dof);
}

int pni_chain_count_signs(const pn_chain *chain, const pn_chain_point *point,
                          pn_chain_step *step, pn_chain_class *verdict)
{
  const double zero = pni_chain_zero_mode(chain, point);
  size_t negative, not_positive;
  pn_chain_kkt_set(step->kkt, point);
  (void)put_springs(chain, point, spring * largest_multiplier(point),
                    step->kkt);
  int code = count_near(step, -zero, &negative);
  if (!code)
    code = count_near(step, zero, &not_positive);
  if (!code) {
    verdict->index = GSL_MIN(negative, verdict->dof);
    verdict->nullity =
        GSL_MIN(GSL_MAX(not_positive, negative), verdict->dof) - verdict->index;
  }
  return code;
}

void pni_chain_count_surely_negative(const pn_chain *chain,
                                     const pn_chain_point *point,
                                     pn_chain_step *step,
                                     pn_chain_class *verdict)
{
  const size_t n = chain->bars;
  const double lambda = largest_multiplier(point);
  const pn_chain_vector change =
      pn_chain_vector_view(step->work + pn_chain_vector_size(n), n);
  size_t negative, springs;
  pn_chain_kkt_set(step->kkt, point);
  for (size_t i = 0; i < n && !verdict->unique; i++)
    if (change.lambda[i] != 0)
      step->kkt->weight[i] += between * lambda;
  (void)put_springs(chain, point, -spring * lambda, step->kkt);
  if (count_near(step, -pni_chain_zero_mode(chain, point), &negative) ||
      count_near(step, -between * lambda, &springs))
    return;
  const size_t sure = negative > springs ? negative - springs : 0;
  if (sure < verdict->index) {
    verdict->nullity += verdict->index - sure;
    verdict->index = sure;
  }
}
