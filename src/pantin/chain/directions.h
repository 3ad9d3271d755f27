/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* In how many directions a chain can move, and in how many of them the
   Lagrangian falls or is flat; not installed. */
#ifndef PANTIN_CHAIN_DIRECTIONS_H
#define PANTIN_CHAIN_DIRECTIONS_H

#include "pantin/chain/classify.h"
#include "pantin/chain/step.h"

/* Bars are parallel if the sines of their angles are no more than this, which
   is about what a chain with 1e-12 of its length to spare has left. */
#define PNI_CHAIN_PARALLEL 1e-6

/* Counts the contacts that push, and the directions that these leave of those
   in which the bars let the nodes move, `moves` in number, more than bars - 2
   if all bars are parallel: sets verdict->active and dof. step->kkt must be set
   at the point; it is overwritten but for dx and dy. GSL_SUCCESS, or GSL_ELOSS
   if rounding leaves a count in doubt. */
int pni_chain_count_free(const pn_chain *chain, const pn_chain_point *point,
                         size_t moves, pn_chain_step *step,
                         pn_chain_class *verdict);

/* Counts the directions, of verdict->dof, in which the Lagrangian falls, and in
   which it is flat: sets verdict->index and nullity. It takes bars that are not
   all parallel. Errors are as above. */
int pni_chain_count_signs(const pn_chain *chain, const pn_chain_point *point,
                          pn_chain_step *step, pn_chain_class *verdict);

/* Counts as flat the directions of verdict->index in which the Lagrangian does
   not fall with springs below zero, or if bars whose multipliers are free
   (settle.h) were stiff. step->work must be as pni_chain_settles_otherwise
   leaves it. */
void pni_chain_count_surely_negative(const pn_chain *chain,
                                     const pn_chain_point *point,
                                     pn_chain_step *step,
                                     pn_chain_class *verdict);

/* Returns the size below which an eigenvalue counts as zero. */
double pni_chain_zero_mode(const pn_chain *chain, const pn_chain_point *point);

#endif
