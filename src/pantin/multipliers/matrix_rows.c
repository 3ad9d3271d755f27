/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Copies between the rows of the joints, as the assembly numbers them, and the
   block rows of the matrix. */
#include "pantin/multipliers/matrix.h"

void pn_matrix_gather(const pn_matrix *matrix, const double *lambda, double *x)
{
  const pn_assembly *a = matrix->assembly;
  const size_t *first = matrix->A->first;
  for (size_t j = 0; j < a->system->joints; j++) {
    const double *from = lambda + a->first[j];
    double *to = x + first[matrix->joint_row[j]];
    for (size_t i = 0; i < a->first[j + 1] - a->first[j]; i++)
      to[i] = from[i];
  }
}

void pn_matrix_scatter(const pn_matrix *matrix, const double *x, double *lambda)
{
  const pn_assembly *a = matrix->assembly;
  const size_t *first = matrix->A->first;
  for (size_t j = 0; j < a->system->joints; j++) {
    const double *from = x + first[matrix->joint_row[j]];
    double *to = lambda + a->first[j];
    for (size_t i = 0; i < a->first[j + 1] - a->first[j]; i++)
      to[i] = from[i];
  }
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
