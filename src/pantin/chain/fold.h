/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Chains that hang folded, or nearly: all bars along one vertical line; not
   installed. */
#ifndef PANTIN_CHAIN_FOLD_H
#define PANTIN_CHAIN_FOLD_H

#include "pantin/chain/chain.h"

/* How far the bars of a point are from hanging along one line. */
typedef struct {
  double share; /* of the bar that leans most, by which its height falls short
                   of its length; 1 if the floor pushes a node */
  double sum;   /* over all bars, of what their heights fall short [m] */
} pn_chain_lean;

/* Tells whether the ends are one above the other, as far as rounding tells. */
int pni_chain_is_aligned(const pn_chain *chain);

/* Measures how far the bars of a point lean. */
pn_chain_lean pni_chain_lean(const pn_chain *chain,
                             const pn_chain_point *point);

/* Measures how far the bars of a point lean from the line that they are nearest
   to, whatever its direction and that of gravity, and whatever the floor does.
 */
pn_chain_lean pni_chain_lean_along(const pn_chain *chain,
                                   const pn_chain_point *point);

/* Tells whether the chain can hang exactly folded, each bar up or down as it is
   at the point, from which lengths cannot tell the point: they are wrong, or
   rounded, by more than `share` of what the bars' leaning takes away. */
int pni_chain_hides_fold(const pn_chain *chain, const pn_chain_point *point,
                         double share);

/* Hangs `to`, which has its ends in place, exactly folded, each bar up or down
   as it is at the point, and in balance: if all bars can be pulled, those at
   the fold share the weight of its node, or where the ends are off to the side,
   take it as they then must; otherwise the first one keeps its tension. No
   floor pushes. */
void pni_chain_fold(const pn_chain *chain, const pn_chain_point *point,
                    pn_chain_point *to);

/* Tells whether the chain hangs from one point, without a floor, and its
   longest bar is as long as all others together: then its bars lie on one line,
   which swings about that point as one. */
int pni_chain_is_pendulum(const pn_chain *chain);

/* Hangs a pendulum straight down: of all forces in its bars, which any one of
   them determines, with those that push the least. */
void pni_chain_hang_rigid(const pn_chain *chain, pn_chain_point *point);

/* Tells whether a pendulum that is in balance hangs: no point of it is lower
   then. */
int pni_chain_hangs_rigid(const pn_chain *chain, const pn_chain_point *point);

/* Estimates by which share rounding may make tensions wrong, where they go with
   slack or the bars hang nearly along one line. Infinite for a taut chain, and
   for one that is folded; at least 1/2 for one that is folded as far as lengths
   tell, between ends that are off to the side. */
double pn_chain_tension_error_at(const pn_chain *chain,
                                 const pn_chain_point *point);

#endif
