/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The hanging chain: rigid bars, joined end to end, between two fixed points
   and possibly above a floor. This is the problem; solver.h solves it.

   Nodes are counted 0 .. bars: node 0 is fixed at (0, 0), node `bars` at
   (a, b), those between are free. Bar i joins nodes i and i + 1. (The source
   counts bars from 1: its bar i is our bar i - 1, its nodes are ours.)

   Source: the course report on the articulated chain (2019), section 1. */
#ifndef PANTIN_CHAIN_CHAIN_H
#define PANTIN_CHAIN_CHAIN_H

#include "pantin/base/error.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A single bar has no free node; and 10^7 bars fill about 4 GB. */
enum { PN_CHAIN_BARS_MIN = 2, PN_CHAIN_BARS_MAX = 10000000 };

/* A chain to be hung, and the floor below it. */
typedef struct {
  size_t bars;    /* number of bars, n_b >= 2 */
  double *length; /* bar lengths L_i [m], (bars), owned */
  double *weight; /* of the bars [N], (bars), owned; NULL: 1 N for each metre */
  double *load;   /* hung at the nodes [N], (bars + 1), those of the fixed nodes
                     not read, owned; NULL: nothing is */
  double end[2];  /* the far end (a, b) [m] */

  /* The floor: y >= height_j + slope_j x for each of its facets j. */
  size_t facets;
  double *height; /* r_j [m], (facets), owned */
  double *slope;  /* s_j [-], (facets), owned */
} pn_chain;

/* Allocates a chain with all lengths and facets zero, to be filled; NULL when
   memory is short. */
pn_chain *pn_chain_alloc(size_t bars, size_t facets);

/* Frees a chain; NULL is fine. */
void pn_chain_free(pn_chain *chain);

/* Makes room for weights other than 1 N/m: `weight` with the lengths as they
   are now, `load` with zeros. GSL_SUCCESS or GSL_ENOMEM. */
int pn_chain_add_weights(pn_chain *chain);

/* The part of a chain that pn_chain_check blames. */
typedef enum {
  PN_CHAIN_LENGTHS,
  PN_CHAIN_END,
  PN_CHAIN_FLOOR,
  PN_CHAIN_WEIGHTS,
  PN_CHAIN_LOADS
} pn_chain_part;

/* Checks that the chain can be hung up: every number is finite, every length is
   positive, no weight or load is negative, and not all are 0, the far end is
   within reach, no bar is longer than all others together with the distance of
   the ends (such a chain cannot close), and no fixed end is below the floor.
   GSL_SUCCESS, or GSL_EINVAL with the reason in `error` and the part to blame
   in `part`; either may be NULL. */
int pn_chain_check(const pn_chain *chain, pn_chain_part *part, pn_error *error);

/* Returns the sum of the lengths [m]. */
double pn_chain_length(const pn_chain *chain);

/* Returns the weight of all bars and loads [N]. */
double pn_chain_weight(const pn_chain *chain);

/* Returns by how much the chain could be shortened, or its longest bar be
   lengthened, before it can no longer close [m]: the smaller of sum L - |(a,
   b)| and sum L - 2 max L + |(a, b)|. At 0 the chain is *taut*: straight, so
   that no node can move and the constraints' Jacobian has lost a rank. */
double pn_chain_slack(const pn_chain *chain);

/* Tells whether the chain is taut: its slack is 0 up to rounding, and its ends
   are apart. With the ends together a folded chain still turns about them. */
int pn_chain_is_taut(const pn_chain *chain);

/* Estimates by which share rounding may make tensions wrong: they go with
   slack^-1/2, and a slack is known up to rounding only. Infinite for a taut
   chain; next to nothing with the ends together. */
double pn_chain_tension_error(const pn_chain *chain);

/* A configuration with its multipliers: the unknowns of the problem. The four
   arrays follow each other in one block, which begins at x and is owned. */
typedef struct {
  size_t bars, facets; /* of the chain that it belongs to */
  double *x, *y;       /* nodes [m], (bars + 1) each, the fixed ones too */
  double *lambda;      /* multipliers of the bars [N/m], (bars) */
  double *mu;          /* multipliers of the floor [N], (facets x (bars + 1)),
                          facet by facet; 0 at the fixed nodes */
} pn_chain_point;

/* Allocates a point for this chain, with the end nodes in place and all else
   zero; NULL when memory is short. */
pn_chain_point *pn_chain_point_alloc(const pn_chain *chain);

/* Returns the number of entries in a point's block. */
size_t pn_chain_point_size(const pn_chain_point *point);

/* Frees a point; NULL is fine. */
void pn_chain_point_free(pn_chain_point *point);

/* Copies all entries; both points must be of the same size. */
void pn_chain_point_copy(pn_chain_point *to, const pn_chain_point *from);

/* Returns the largest difference of a free node's coordinate between two points
 * [m]. */
double pn_chain_displacement(const pn_chain_point *from,
                             const pn_chain_point *to);

/* Sets the nodes of a taut chain to its only configuration, for ends that are
   apart: all bars in line, the longest towards the far end, the others with
   it or, if it is longer than the way, against it. */
void pn_chain_straighten(const pn_chain *chain, pn_chain_point *point);

/* Returns the tension of a bar, 2 lambda_i L_i [N], positive when it is
   pulled. */
double pn_chain_tension(const pn_chain *chain, const pn_chain_point *point,
                        size_t bar);

#ifdef __cplusplus
}
#endif

#endif
