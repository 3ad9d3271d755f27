/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The chain on its floor: lifting it there, and Newton's step while the nodes
   that touch keep touching. */
#ifndef PANTIN_CHAIN_FLOOR_H
#define PANTIN_CHAIN_FLOOR_H

#include "pantin/chain/kkt.h"

/* Moves every free node that is below a facet straight up to it. The floor is
   convex: on a straight way between two chains above it, all chains are. */
void pn_chain_floor_lift(const pn_chain *chain, pn_chain_point *point);

/* What a step with touched facets needs. */
typedef struct {
  const pn_chain *chain;  /* borrowed */
  unsigned char *touched; /* 1: the facet's row is an equation of the last
                             step; (facets x (bars + 1)), owned */
  double *right; /* a right-hand side, a vector if there are facets, owned */
} pn_chain_floor;

/* Allocates the work for chains like this one; NULL when memory is short. */
pn_chain_floor *pn_chain_floor_alloc(const pn_chain *chain);

void pn_chain_floor_free(pn_chain_floor *floor);

/* Solves the SQP's equations at `point`,

     [ H  A^T  G^T ] [ d      ]
     [ A  0    0   ] [ lambda ] = -(g, c, h),     r = -(g, c),
     [ G  0    0   ] [ mu     ]

   where G d + h = 0 holds for the facets that are touched: at first those with
   point->mu > 0, then less those that would pull (mu < 0) and more those that
   the step would go through, until none of either is left. The matrix of kkt
   must be set; its node blocks are overwritten. z = (d, lambda); mu, (facets
   x (bars + 1)), is 0 where nothing is touched. Afterwards kkt->negative is
   `bars` if and only if H is positive definite on what the bars and the
   touched facets leave free. GSL_ELOSS if the equations are singular,
   GSL_EMAXITER if the touched facets do not settle. */
int pn_chain_floor_newton(pn_chain_floor *floor, const pn_chain_point *point,
                          pn_chain_kkt *kkt, pn_chain_vector r,
                          pn_chain_vector z, double *mu);

#endif
