/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Solves with the KKT matrix, regular or singular, and computes the
   least-squares multipliers. */
#ifndef PANTIN_CHAIN_STEP_H
#define PANTIN_CHAIN_STEP_H

#include "pantin/chain/dense.h"
#include "pantin/chain/kkt.h"

typedef struct pn_chain_step {
  pn_chain_kkt *kkt;     /* to be set by the caller before each solve; owned,
                            and lent to methods between solves, as is work */
  pn_chain_dense *dense; /* NULL for chains too long for it; owned */
  double *work;          /* two vectors, owned */
} pn_chain_step;

/* Allocates the work for chains of so many bars; NULL when memory is short. */
pn_chain_step *pn_chain_step_alloc(size_t bars);

void pn_chain_step_free(pn_chain_step *step);

/* Solves K z = r for the matrix in step->kkt, which it may alter. If K is
   singular, `singular` becomes 1 and z the solution of minimum norm (for a
   long chain: that of a slightly regularised matrix). GSL_ESING if even that
   cannot be had, as when a bar has collapsed to a point. */
int pn_chain_step_solve(pn_chain_step *step, pn_chain_vector r,
                        pn_chain_vector z, int *singular);

/* Computes F = (gradient of l, c) at a point; returns phi = 1/2 |F|^2. */
double pn_chain_step_merit(const pn_chain *chain, const pn_chain_point *point,
                           pn_chain_vector F);

/* Computes F and Newton's direction p = -K^+ F at a point, and *phi. Errors and
   `singular` as above. */
int pn_chain_step_newton(pn_chain_step *step, const pn_chain *chain,
                         const pn_chain_point *point, pn_chain_vector F,
                         pn_chain_vector p, double *phi, int *singular);

/* Moves the trial's nodes and bars' multipliers to point + alpha p. */
void pn_chain_step_advance(const pn_chain_point *point, double alpha,
                           pn_chain_vector p, pn_chain_point *trial);

/* Makes in step->work a vector that is unlikely to miss any eigenvector of K,
   for trying what a solve does to it. */
pn_chain_vector pn_chain_step_probe(pn_chain_step *step);

/* Sets point->lambda = argmin |g + A^T lambda|_2, g the gradient of the energy.
   Errors are as above. */
int pn_chain_step_multipliers(pn_chain_step *step, const pn_chain *chain,
                              pn_chain_point *point);

#endif
