/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What is a stationary point: minimum, maximum or saddle? */
#ifndef PANTIN_CHAIN_CLASSIFY_H
#define PANTIN_CHAIN_CLASSIFY_H

#include "pantin/chain/chain.h"

typedef enum {
  PN_CHAIN_MINIMUM,   /* the energy rises in every direction that is free */
  PN_CHAIN_MAXIMUM,   /* it falls in every such direction */
  PN_CHAIN_SADDLE,    /* it rises in some and falls in others */
  PN_CHAIN_ISOLATED,  /* there is no free direction: the chain cannot move */
  PN_CHAIN_DEGENERATE /* second derivatives do not tell */
} pn_chain_kind;

/* Returns the name of a kind in one word, "minimum" and so on. */
const char *pn_chain_kind_name(pn_chain_kind kind);

typedef struct {
  pn_chain_kind kind;
  size_t active;  /* number of floor contacts that push, mu > 0 */
  size_t dof;     /* degrees of freedom that bars and these contacts leave, to
                     first order: bars - 2, one more if all bars are parallel
                     and can yet move, less what the contacts hold of that; 0
                     for a taut chain */
  int unique;     /* 0 if the multipliers are not: all bars are parallel, and
                     the ends one above the other, or bars hold the nodes
                     against each other and the floor */
  size_t index;   /* directions in which the energy falls: the number of
                     negative eigenvalues of the reduced Hessian */
  size_t nullity; /* the number of its eigenvalues that are zero, as far as
                     rounding can tell, and of those that only seem negative:
                     other multipliers, or facets that yield less, may leave
                     none */
  int global;     /* 1 if the signs of lambda prove the minimum or maximum to
                     be the lowest or highest point of all. 0 says nothing. */
} pn_chain_class;

/* Classifies a point that is stationary for its own multipliers (which is not
   checked). O(bars), by the inertia of the KKT matrix; directions.c tells how.
   GSL_SUCCESS; GSL_ENOMEM; GSL_ELOSS if rounding leaves the inertia in
   doubt. An isolated point has index and nullity 0; where more than two bars
   are parallel and yet can move, index is 0 and nullity 1, or 0 if the floor
   leaves no direction, or they are rigid and hang; where all lambda are 0,
   nullity is dof. index + nullity is never above dof. */
int pn_chain_classify(const pn_chain *chain, const pn_chain_point *point,
                      pn_chain_class *verdict);

#endif
