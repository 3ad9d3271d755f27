/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Storage of a block-sparse symmetric matrix: see block.h. */
#include "pantin/linear/block.h"

#include "pantin/base/alloc.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
  const size_t i = *(const size_t *)a, j = *(const size_t *)b;
  return (i > j) - (i < j);
}

/* Sorts each column's rows and drops the repeated ones. */
static void sort_columns(pn_block_matrix *matrix)
{
  size_t kept = 0;
  for (size_t j = 0; j < matrix->blocks; j++) {
    const size_t from = matrix->column[j], to = matrix->column[j + 1];
    qsort(matrix->row + from, to - from, sizeof *matrix->row, compare);
    matrix->column[j] = kept;
    for (size_t k = from; k < to; k++)
      if (k == from || matrix->row[k] != matrix->row[k - 1])
        matrix->row[kept++] = matrix->row[k];
  }
  matrix->column[matrix->blocks] = kept;
}

/* Sets the pattern: the diagonal, and each pair in the column of its lesser
   block. */
static void set_pattern(pn_block_matrix *matrix, size_t pairs,
                        const size_t (*pair)[2])
{
  const size_t n = matrix->blocks;
  size_t *next = matrix->entry; /* borrowed until the entries are known */

  /* Count the blocks of each column, and sum up to where it starts. */
  for (size_t j = 0; j < n; j++)
    matrix->column[j + 1] = 1;
  for (size_t k = 0; k < pairs; k++) {
    const size_t *p = pair[k];
    matrix->column[(p[0] < p[1] ? p[0] : p[1]) + 1]++;
  }
  for (size_t j = 0; j < n; j++)
    matrix->column[j + 1] += matrix->column[j];

  /* Fill in the rows. */
  for (size_t j = 0; j < n; j++) {
    next[j] = matrix->column[j];
    matrix->row[next[j]++] = j;
  }
  for (size_t k = 0; k < pairs; k++) {
    const size_t *p = pair[k];
    matrix->row[next[p[0] < p[1] ? p[0] : p[1]]++] = p[0] < p[1] ? p[1] : p[0];
  }
  sort_columns(matrix);
}

/* Computes where the entries of each block start. */
static void set_entries(pn_block_matrix *matrix)
{
  matrix->entry[0] = 0;
  for (size_t j = 0; j < matrix->blocks; j++)
    for (size_t k = matrix->column[j]; k < matrix->column[j + 1]; k++)
      matrix->entry[k + 1] =
          matrix->entry[k] + matrix->order[matrix->row[k]] * matrix->order[j];
}

pn_block_matrix *pn_block_matrix_alloc(size_t blocks, const size_t *order,
                                       size_t pairs, const size_t (*pair)[2])
{
  pn_block_matrix *matrix = pn_alloc(1, sizeof *matrix);
  if (!matrix)
    return NULL;
  matrix->blocks = blocks;
  matrix->order = pn_alloc(blocks, sizeof *matrix->order);
  matrix->first = pn_alloc(blocks + 1, sizeof *matrix->first);
  matrix->column = pn_alloc(blocks + 1, sizeof *matrix->column);
  matrix->row = pn_alloc(blocks + pairs, sizeof *matrix->row);
  matrix->entry = pn_alloc(blocks + pairs + 1, sizeof *matrix->entry);
  if (!matrix->order || !matrix->first || !matrix->column || !matrix->row ||
      !matrix->entry) {
    pn_block_matrix_free(matrix);
    return NULL;
  }

  /* The values come last: their number follows from the pattern. */
  for (size_t i = 0; i < blocks; i++) {
    matrix->order[i] = order[i];
    matrix->first[i + 1] = matrix->first[i] + order[i];
  }
  matrix->rows = matrix->first[blocks];
  set_pattern(matrix, pairs, pair);
  set_entries(matrix);
  matrix->value = pn_alloc(matrix->entry[pn_block_matrix_stored(matrix)],
                           sizeof *matrix->value);
  if (!matrix->value) {
    pn_block_matrix_free(matrix);
    return NULL;
  }
  return matrix;
}

void pn_block_matrix_free(pn_block_matrix *matrix)
{
  if (!matrix)
    return;
  pn_free(matrix->order);
  pn_free(matrix->first);
  pn_free(matrix->column);
  pn_free(matrix->row);
  pn_free(matrix->entry);
  pn_free(matrix->value);
  pn_free(matrix);
}

size_t pn_block_matrix_stored(const pn_block_matrix *matrix)
{
  return matrix->column[matrix->blocks];
}

double *pn_block_matrix_at(const pn_block_matrix *matrix, size_t i, size_t j)
{
  const size_t from = matrix->column[j], to = matrix->column[j + 1];
  const size_t *found =
      bsearch(&i, matrix->row + from, to - from, sizeof i, compare);
  return found ? matrix->value + matrix->entry[found - matrix->row] : NULL;
}

void pn_block_matrix_clear(pn_block_matrix *matrix)
{
  const size_t entries = matrix->entry[pn_block_matrix_stored(matrix)];
  memset(matrix->value, 0, entries * sizeof *matrix->value);
}

void pn_block_matrix_apply(const pn_block_matrix *matrix, const double *x,
                           double *y)
{
  memset(y, 0, matrix->rows * sizeof *y);
  for (size_t j = 0; j < matrix->blocks; j++) {
    const double *xj = x + matrix->first[j];
    double *yj = y + matrix->first[j];
    for (size_t k = matrix->column[j]; k < matrix->column[j + 1]; k++) {
      const size_t i = matrix->row[k];
      const double *a = matrix->value + matrix->entry[k];
      const double *xi = x + matrix->first[i];
      double *yi = y + matrix->first[i];
      for (size_t r = 0; r < matrix->order[i]; r++)
        for (size_t c = 0; c < matrix->order[j]; c++, a++) {
          yi[r] += *a * xj[c];
          if (i != j) /* the block above the diagonal, not stored */
            yj[c] += *a * xi[r];
        }
    }
  }
}

void pn_block_matrix_to_dense(const pn_block_matrix *matrix, gsl_matrix *dense)
{
  gsl_matrix_set_zero(dense);
  for (size_t j = 0; j < matrix->blocks; j++)
    for (size_t k = matrix->column[j]; k < matrix->column[j + 1]; k++) {
      const size_t i = matrix->row[k];
      const double *a = matrix->value + matrix->entry[k];
      for (size_t r = 0; r < matrix->order[i]; r++)
        for (size_t c = 0; c < matrix->order[j]; c++, a++) {
          const size_t row = matrix->first[i] + r, col = matrix->first[j] + c;
          gsl_matrix_set(dense, row, col, *a);
          gsl_matrix_set(dense, col, row, *a);
        }
    }
}
