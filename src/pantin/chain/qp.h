/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The quadratic subproblem of the chain's SQP, for a step d of the nodes:

     minimise    1/2 d^T H d + g^T d + sum_i sigma_i |c_i + (A d)_i|
     subject to  y + d_y >= r + s (x + d_x)    for every free node and facet

   H, positive definite, and A stand in a KKT matrix (kkt.h). The bars are
   *elastic*: their constraints cost at most sigma_i for each unit that they
   are missed by, so that there always is a solution, |lambda_i| <= sigma_i,
   and where sigma_i is large enough it is that of A d + c = 0. */
#ifndef PANTIN_CHAIN_QP_H
#define PANTIN_CHAIN_QP_H

#include "pantin/chain/kkt.h"

typedef struct {
  const pn_chain *chain; /* borrowed */
  double *sigma;         /* price of each bar's constraint [N/m], (bars);
                            set by the caller */

  /* Pairs u, v >= 0 with u v = 0 at the solution, (pairs) each: for every
     facet and free node the multiplier mu and the gap left; for every bar
     the two parts, one of them 0, of c + A d and what they leave of sigma. */
  size_t pairs;      /* facets (bars - 1) + 2 bars */
  double *u, *v;     /* owned */
  double *v_new;     /* v of the Newton step, owned */
  double *target;    /* what u v shall become, owned */
  double *work;      /* two vectors, owned */
  size_t iterations; /* factorisations that the last solve took */
} pn_chain_qp;

/* Allocates the work for chains like this one; NULL when memory is short. */
pn_chain_qp *pn_chain_qp_alloc(const pn_chain *chain);

void pn_chain_qp_free(pn_chain_qp *qp);

/* Solves for d and lambda, both in z, and for mu, (facets x (bars + 1)),
   with exact zeros where the floor is not touched. kkt: weight (all positive),
   dx and dy set; its node and soft are overwritten. x, y: the nodes now;
   r = -(g, c). GSL_EMAXITER or GSL_ELOSS if no accurate solution is found. */
int pn_chain_qp_solve(pn_chain_qp *qp, pn_chain_kkt *kkt, const double *x,
                      const double *y, pn_chain_vector r, pn_chain_vector z,
                      double *mu);

#endif
