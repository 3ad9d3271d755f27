/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The simulator of the source: energy, constraints and their derivatives at a
   configuration, each on request. Node arrays are (bars + 1) long; entries of
   the two fixed nodes are 0 in every gradient. Formulas above each function
   in simulator.c. */
#ifndef PANTIN_CHAIN_SIMULATOR_H
#define PANTIN_CHAIN_SIMULATOR_H

#include "pantin/chain/chain.h"

#include <gsl/gsl_matrix.h>

/* Returns the potential energy e [N m] of bars and loads. */
double pn_chain_energy(const pn_chain *chain, const double *y);

/* Writes the constraints c_i = l_i^2 - L_i^2 [m^2] to c, (bars). */
void pn_chain_constraints(const pn_chain *chain, const double *x,
                          const double *y, double *c);

/* Returns the weight of bar i [N]: 1 N for each metre unless it is given. */
static inline double pn_chain_bar_weight(const pn_chain *chain, size_t i)
{
  return (chain->weight ? chain->weight : chain->length)[i];
}

/* Returns the weight that node i carries, half of its two bars' and its load
   [N]: the derivative of the energy by y_i, for 0 < i < bars. */
static inline double pn_chain_node_weight(const pn_chain *chain, size_t i)
{
  const double load = chain->load ? chain->load[i] : 0;
  return (pn_chain_bar_weight(chain, i - 1) + pn_chain_bar_weight(chain, i)) /
             2 +
         load;
}

/* Writes the gradient of the Lagrangian e + lambda^T c + mu^T (r + s x - y)
   with respect to the nodes to gx and gy [N], (bars + 1) each. With lambda and
   mu zero it is the gradient of the energy. */
void pn_chain_gradient(const pn_chain *chain, const pn_chain_point *point,
                       double *gx, double *gy);

/* Sets the Jacobian A of the constraints [m], (bars x 2 (bars - 1)), columns in
   the source's order x_1 .. x_nn, y_1 .. y_nn. GSL_EBADLEN if A has another
   shape. For small chains: it is dense. */
int pn_chain_jacobian(const pn_chain *chain, const double *x, const double *y,
                      gsl_matrix *A);

/* Sets the Hessian H of the Lagrangian [N/m], (2 (bars - 1))^2, in the same
   order. It depends on lambda, (bars), alone. GSL_EBADLEN if H has another
   shape. It is dense, too. */
int pn_chain_hessian(const pn_chain *chain, const double *lambda,
                     gsl_matrix *H);

#endif
