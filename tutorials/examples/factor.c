/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A sparse symmetric matrix of 99 blocks of 2 x 2, each coupled to the next:
   A = tridiag(-I, 2 I, -I). With a right-hand side of ones the k-th unknown of
   each kind, from 1, is k (100 - k) / 2. */
#include <pantin/pantin.h>
#include <stdio.h>

int main(void)
{
  enum { BLOCKS = 99, ORDER = 2 };
  size_t order[BLOCKS], pair[BLOCKS - 1][2];
  double b[ORDER * BLOCKS], x[ORDER * BLOCKS];
  for (size_t k = 0; k < BLOCKS; k++)
    order[k] = ORDER;
  for (size_t k = 0; k + 1 < BLOCKS; k++) {
    pair[k][0] = k + 1;
    pair[k][1] = k;
  }
  pn_block_matrix *A = pn_block_matrix_alloc(BLOCKS, order, BLOCKS - 1,
                                             (const size_t(*)[2])pair);
  for (size_t k = 0; k < BLOCKS; k++)
    for (size_t i = 0; i < ORDER; i++) {
      pn_block_matrix_at(A, k, k)[ORDER * i + i] = 2;
      if (k + 1 < BLOCKS)
        pn_block_matrix_at(A, k + 1, k)[ORDER * i + i] = -1;
      b[ORDER * k + i] = 1;
    }
  pn_block_factor *factor = pn_block_factor_alloc(A, NULL);
  const int code = pn_block_factor_set(factor, A);
  pn_block_factor_solve(factor, 1, b, x);
  printf("fill %zu blocks\nmiddle %.6f\nlast %.6f\n", factor->fill,
         x[ORDER * (BLOCKS / 2)], x[ORDER * BLOCKS - 1]);
  pn_block_factor_free(factor);
  pn_block_matrix_free(A);
  return code;
}
