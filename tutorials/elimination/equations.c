/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "equations.h"

#include <stdlib.h>

/* Reads a block, row by row. */
static pn_mat3 block_of(const double *value)
{
  pn_mat3 block;
  for (size_t i = 0; i < 3; i++)
    for (size_t j = 0; j < 3; j++)
      block.m[i][j] = value[3 * i + j];
  return block;
}

/* Inserts the blocks of column j as the first entries of their rows; the
   columns must come from the last to the first. */
static void list_column(const pn_block_matrix *A, size_t j, my_entry **row)
{
  for (size_t k = A->column[j + 1]; k-- > A->column[j];) {
    const pn_mat3 block = block_of(A->value + A->entry[k]);
    row[A->row[k]] = my_entry_new(j, block, row[A->row[k]]);
  }
}

/* Appends what is right of the diagonal to each row: the transposed blocks of
   what is left of it. */
static void mirror(my_entry **row, size_t n)
{
  my_entry **right = calloc(n, sizeof *right);
  mechanism_require(right != NULL, "out of memory");
  for (size_t i = n; i-- > 0;)
    for (const my_entry *a = row[i]; a; a = a->next)
      if (a->column < i)
        right[a->column] =
            my_entry_new(i, pn_mat3_transpose(a->block), right[a->column]);
  for (size_t i = 0; i < n; i++) {
    my_entry *last = row[i];
    while (last->next)
      last = last->next;
    last->next = right[i];
  }
  free(right);
}

my_entry **equations_rows(pn_matrix *matrix)
{
  pn_matrix_set(matrix);
  const pn_block_matrix *A = matrix->A;
  my_entry **row = calloc(A->blocks, sizeof *row);
  mechanism_require(row != NULL, "out of memory");
  mechanism_require(A->rows == 3 * A->blocks, "all joints must be ball joints");
  for (size_t j = A->blocks; j-- > 0;)
    list_column(A, j, row);
  mirror(row, A->blocks);
  return row;
}

size_t equations_count(my_entry *const *row, size_t first, size_t last)
{
  size_t count = 0;
  for (size_t i = first; i < last; i++)
    for (const my_entry *a = row[i]; a; a = a->next)
      count++;
  return count;
}

void equations_free(my_entry **row, size_t n)
{
  for (size_t i = 0; i < n; i++)
    my_row_free(row[i]);
  free(row);
}
