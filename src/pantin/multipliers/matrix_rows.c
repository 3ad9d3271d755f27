/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Copies between the rows of the joints, as the assembly numbers them, and the
   block rows of the matrix. */
#include "pantin/multipliers/matrix.h"

#include <string.h>

/* Copies the rows of a joint; ball joints have three. */
static inline void copy_rows(size_t rows, const double *from, double *to)
{
  if (rows == 3)
    memcpy(to, from, 3 * sizeof *to);
  else
    for (size_t i = 0; i < rows; i++)
      to[i] = from[i];
}

void pn_matrix_gather(const pn_matrix *matrix, const double *lambda, double *x)
{
  const pn_assembly *a = matrix->assembly;
  const size_t *first = a->first, *start = matrix->joint_start;
  for (size_t j = 0; j < a->system->joints; j++)
    copy_rows(first[j + 1] - first[j], lambda + first[j], x + start[j]);
}

void pn_matrix_scatter(const pn_matrix *matrix, const double *x, double *lambda)
{
  const pn_assembly *a = matrix->assembly;
  const size_t *first = a->first, *start = matrix->joint_start;
  for (size_t j = 0; j < a->system->joints; j++)
    copy_rows(first[j + 1] - first[j], x + start[j], lambda + first[j]);
}

void pn_matrix_add_soft(pn_matrix *matrix, const double *soft)
{
  const pn_assembly *a = matrix->assembly;
  pn_block_matrix *A = matrix->into;
  for (size_t j = 0; j < a->system->joints; j++) {
    const size_t row = matrix->joint_row[j], n = A->order[row];
    double *D = A->value + A->entry[A->column[row]];
    double *scale = matrix->scale + A->first[row];
    for (size_t i = 0; i < n; i++) {
      D[i * (n + 1)] += soft[a->first[j] + i];
      scale[i] += soft[a->first[j] + i];
    }
  }
}
