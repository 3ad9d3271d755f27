/* Wrong, off by one: the blocks below are not transposed. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "elimination/exercises.h"

void my_solve(size_t n, my_entry *const *row, pn_vec3 *x)
{
  for (size_t k = 0; k < n; k++) {
    const pn_vec3 z = pn_mat3_apply(pn_mat3_inverse(row[k]->block), x[k]);
    for (const my_entry *U = row[k]->next; U; U = U->next)
      x[U->column] = pn_vec3_sub(x[U->column], pn_mat3_apply(U->block, z));
  }
  for (size_t k = n; k-- > 0;) {
    for (const my_entry *U = row[k]->next; U; U = U->next)
      x[k] = pn_vec3_sub(x[k], pn_mat3_apply(U->block, x[U->column]));
    x[k] = pn_mat3_apply(pn_mat3_inverse(row[k]->block), x[k]);
  }
}
