/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The rows left by the elimination are U; Delta is its block diagonal. A is
   symmetric, hence

     A = U^T Delta^-1 U,

   which is all that another right-hand side needs. On the way down,
   U^T Delta^-1 y = b: as soon as y_k is known, its part is taken from the rows
   below,

     y_j -= U_kj^T U_kk^-1 y_k,    j > k.

   On the way up, U x = y: x_k = U_kk^-1 (y_k - sum_j U_kj x_j). */
#include "elimination/exercises.h"

void my_solve(size_t n, my_entry *const *row, pn_vec3 *x)
{
  for (size_t k = 0; k < n; k++) {
    const pn_vec3 z = pn_mat3_apply(pn_mat3_inverse(row[k]->block), x[k]);
    for (const my_entry *U = row[k]->next; U; U = U->next)
      x[U->column] =
          pn_vec3_sub(x[U->column], pn_mat3_apply_transposed(U->block, z));
  }
  for (size_t k = n; k-- > 0;) {
    for (const my_entry *U = row[k]->next; U; U = U->next)
      x[k] = pn_vec3_sub(x[k], pn_mat3_apply(U->block, x[U->column]));
    x[k] = pn_mat3_apply(pn_mat3_inverse(row[k]->block), x[k]);
  }
}
