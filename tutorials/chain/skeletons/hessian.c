/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The Hessian H of the Lagrangian with respect to the free nodes. Differentiate
   the gradient of the first exercise, on paper: which coordinates occur in
   dl/dx_i, and with which factors?

   In:  lambda of the bars 0 .. bars - 1.
   Out: H, (2 nn x 2 nn) with nn = bars - 1 free nodes; it comes filled with
        zeros. Rows and columns are x_1 .. x_nn, then y_1 .. y_nn.

   Example, for two bars with lambda = (1, 2): H = [ 6 0 ]
                                                   [ 0 6 ].
   To check your formula: what must a row of H sum to, if the node is no
   neighbour of a fixed one? (Move the whole chain to the right.) */
#include "chain/exercises.h"

void my_hessian(const pn_chain *chain, const double *lambda, gsl_matrix *H)
{
  const size_t nn = chain->bars - 1;
  /* TODO: all entries that are not zero. To set one:
     gsl_matrix_set(H, row, column, value); */
}
