/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Gauss-Seidel: satisfy one row after the other, with the newest values of the
   other unknowns,

     x_i = A_ii^-1 (b_i - sum_{j != i} A_ij x_j). */
#include "elimination/exercises.h"

void my_sweep(size_t n, my_entry *const *row, const pn_vec3 *b, pn_vec3 *x)
{
  for (size_t i = 0; i < n; i++) {
    pn_vec3 rest = b[i];
    pn_mat3 D = pn_mat3_identity();
    for (const my_entry *A = row[i]; A; A = A->next) {
      /* TODO: if this is A_ii, keep it in D; if not, subtract A_ij x_j */
    }
    x[i] = pn_mat3_apply(pn_mat3_inverse(D), rest);
  }
}
