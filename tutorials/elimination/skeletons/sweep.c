/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One sweep of Gauss-Seidel over A x = b: make one block row after the other
   right, with the newest values of all other unknowns.

   In:  the n rows of A, not eliminated; b; x, any guess.
   Out: x, improved.

   Example, with numbers for the blocks:

     A = [ 2 1 ]    b = (4, 5), x = (0, 0) give x_0 = 2 and then x_1 = 1.5.
         [ 1 2 ]                                                           */
#include "elimination/exercises.h"

void my_sweep(size_t n, my_entry *const *row, const pn_vec3 *b, pn_vec3 *x)
{
  for (size_t i = 0; i < n; i++) {
    /* TODO: x[i]. The entries of the row: A = row[i], A->next, .. until NULL */
  }
}
