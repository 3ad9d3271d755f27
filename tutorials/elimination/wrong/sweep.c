/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: uses the values of the sweep before in all rows */
/* WRONG 2: adds the terms of the other unknowns to b */
/* WRONG 3: takes the first block of each row for the diagonal one */
#include "elimination/exercises.h"

#include <string.h>

void my_sweep(size_t n, my_entry *const *row, const pn_vec3 *b, pn_vec3 *x)
{
#if WRONG == 1
  pn_vec3 before[MY_ROWS_MAX];
  memcpy(before, x, n * sizeof *x);
#endif
  for (size_t i = 0; i < n; i++) {
    pn_vec3 rest = b[i];
    pn_mat3 D = pn_mat3_identity();
    for (const my_entry *A = row[i]; A; A = A->next)
#if WRONG == 3
      if (A == row[i])
#else
      if (A->column == i)
#endif
        D = A->block;
      else
#if WRONG == 1
        rest = pn_vec3_sub(rest, pn_mat3_apply(A->block, before[A->column]));
#elif WRONG == 2
        rest = pn_vec3_add(rest, pn_mat3_apply(A->block, x[A->column]));
#else
        rest = pn_vec3_sub(rest, pn_mat3_apply(A->block, x[A->column]));
#endif
    x[i] = pn_mat3_apply(pn_mat3_inverse(D), rest);
  }
}
