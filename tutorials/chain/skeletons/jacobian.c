/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The Jacobian A of the constraints c_i = |p_{i+1} - p_i|^2 - L_i^2: how fast
   the constraint of each bar changes when a free node moves.

   In:  x and y of the nodes 0 .. bars, of which the first and last are fixed.
   Out: A, (bars x 2 nn) with nn = bars - 1 free nodes; it comes filled with
        zeros. Row i is bar i. Column i - 1 is x_i and column nn + i - 1 is y_i,
        for the free nodes i = 1 .. nn.

   Example, for the nodes (0, 0), (0.5, -0.3), (1, 0):

     A = [  1  -0.6 ]
         [ -1  -0.6 ]                                                    */
#include "chain/exercises.h"

void my_jacobian(const pn_chain *chain, const double *x, const double *y,
                 gsl_matrix *A)
{
  const size_t bars = chain->bars, nn = bars - 1;
  for (size_t i = 0; i < bars; i++) {
    /* TODO: the entries of row i. To set one:
       gsl_matrix_set(A, row, column, value); */
  }
}
