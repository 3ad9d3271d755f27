/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: does not transpose the blocks on the way down */
/* WRONG 2: leaves out Delta^-1 on the way down */
/* WRONG 3: adds the other unknowns on the way up */
#include "elimination/exercises.h"

void my_solve(size_t n, my_entry *const *row, pn_vec3 *x)
{
  for (size_t k = 0; k < n; k++) {
#if WRONG == 2
    const pn_vec3 z = x[k];
#else
    const pn_vec3 z = pn_mat3_apply(pn_mat3_inverse(row[k]->block), x[k]);
#endif
    for (const my_entry *U = row[k]->next; U; U = U->next)
#if WRONG == 1
      x[U->column] = pn_vec3_sub(x[U->column], pn_mat3_apply(U->block, z));
#else
      x[U->column] =
          pn_vec3_sub(x[U->column], pn_mat3_apply_transposed(U->block, z));
#endif
  }
  for (size_t k = n; k-- > 0;) {
    for (const my_entry *U = row[k]->next; U; U = U->next)
#if WRONG == 3
      x[k] = pn_vec3_add(x[k], pn_mat3_apply(U->block, x[U->column]));
#else
      x[k] = pn_vec3_sub(x[k], pn_mat3_apply(U->block, x[U->column]));
#endif
    x[k] = pn_mat3_apply(pn_mat3_inverse(row[k]->block), x[k]);
  }
}
