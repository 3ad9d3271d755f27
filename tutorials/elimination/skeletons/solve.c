/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Another right-hand side after the elimination, by A = U^T Delta^-1 U.

   In:  the n rows of U, each beginning with its diagonal block; x holds the
        right-hand side b.
   Out: x holds the solution of A x = b.

   Walk down first: U^T Delta^-1 y = b. As soon as y_k is known, what it
   contributes to the rows below can be taken from them. Then walk up: U x = y.
   For vectors there are pn_mat3_apply(A, v), pn_mat3_apply_transposed(A, v)
   and pn_vec3_sub(v, w); pn_mat3_inverse(A) inverts a block.

   Example, with numbers for the blocks:

     U = [ 2 4 ]    belongs to    A = [ 2 4 ]
         [ 0 1 ]                      [ 4 9 ].

   For b = (6, 13) the walk down gives y = (6, 1), the walk up x = (1, 1). */
#include "elimination/exercises.h"

void my_solve(size_t n, my_entry *const *row, pn_vec3 *x)
{
  for (size_t k = 0; k < n; k++) {
    /* TODO: x[k] is y_k now; take its part from the rows below */
  }
  for (size_t k = n; k-- > 0;) {
    /* TODO: x_k */
  }
}
