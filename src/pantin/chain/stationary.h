/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* All stationary points of a small chain without floor: every minimum, maximum
   and saddle. */
#ifndef PANTIN_CHAIN_STATIONARY_H
#define PANTIN_CHAIN_STATIONARY_H

#include "pantin/chain/classify.h"
#include "pantin/chain/forces.h"

/* There are 2^bars patterns of pulled and pushed bars to look through: this
   many take a quarter of a second. */
enum { PN_CHAIN_STATIONARY_BARS_MAX = PN_CHAIN_FORCES_BARS_MAX };

typedef struct {
  pn_chain_point *point; /* nodes and multipliers, owned */
  double energy;         /* [N m] */
  double residual;       /* the greater of its relative residuals, as in
                            pn_chain_info */
  pn_chain_class verdict;
  char signs[PN_CHAIN_STATIONARY_BARS_MAX + 1]; /* of lambda, as "++-++" */
} pn_chain_stationary_point;

typedef struct {
  size_t count;
  pn_chain_stationary_point *found; /* (count), by energy, lowest first */
  size_t boxes;   /* boxes of the plane of forces that were looked at */
  size_t doubted; /* boxes too small to be cut further that may still hold a
                     point. 0: the list is complete, and every point in it is
                     isolated. (Shown by interval arithmetic, with a margin
                     for rounding but no directed rounding.) */
  struct pn_chain_search *search; /* private: what is left to do, owned */
} pn_chain_stationary;

/* Begins a search for all stationary points. The chain is borrowed, and must
   have passed pn_chain_check. Not sought are points where the chain lies
   straight: they have no unique multipliers. NULL with the reason in error:
   GSL_EINVAL for too many bars, a taut chain, a floor, or ends on a vertical
   along which the chain can lie straight; GSL_ENOMEM. */
pn_chain_stationary *pn_chain_stationary_alloc(const pn_chain *chain,
                                               pn_error *error);

/* Looks at one box more, and adds what it holds to the list. GSL_CONTINUE;
   GSL_SUCCESS when none is left; GSL_ENOMEM; GSL_EMAXITER if the search does
   not end. */
int pn_chain_stationary_iterate(pn_chain_stationary *list, pn_error *error);

/* Finds all stationary points: both of these, to the end. NULL with the reason
   in error. */
pn_chain_stationary *pn_chain_stationary_find(const pn_chain *chain,
                                              pn_error *error);

void pn_chain_stationary_free(pn_chain_stationary *list);

#endif
