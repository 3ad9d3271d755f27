/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Which blocks of L are not zero. Eliminating block j joins all rows of its
   column with each other, so that with p the first row below the diagonal of
   column j (its parent in the elimination tree)

     rows of column p  contain  rows of column j, less p itself.

   Hence a column's rows are those of A, with those of its children.

   Source: T. Davis, Direct Methods for Sparse Linear Systems (2006), sections
   4.1 and 4.3; R. Schreiber, ACM TOMS 8 (1982) 256. */
#include "pantin/linear/pattern.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <stdint.h>

/* The pairs (row, column) of L found so far, column after column. */
typedef struct {
  size_t count, room;
  size_t (*pair)[2];
} pair_list;

/* Adds a pair to the list. */
static int add_pair(pair_list *list, size_t row, size_t column)
{
  if (list->count == list->room) {
    const size_t room = 2 * list->room + 16;
    size_t(*more)[2] = pn_realloc(list->pair, room, sizeof *more);
    if (!more)
      return GSL_ENOMEM;
    list->pair = more;
    list->room = room;
  }
  list->pair[list->count][0] = row;
  list->pair[list->count][1] = column;
  list->count++;
  return GSL_SUCCESS;
}

/* Workspace of the analysis. */
typedef struct {
  size_t *order;        /* of each diagonal block of P A P^T, (blocks) */
  size_t *rank;         /* rank[order[k]] = k, (blocks) */
  size_t *mark;         /* 1 + the last column that took each row, (blocks) */
  size_t *start;        /* of each column of L in the list, (blocks + 1) */
  size_t *child;        /* first child of each column, or none, (blocks) */
  size_t *next;         /* next child of the same parent, or none, (blocks) */
  pn_block_matrix *PAP; /* the pattern of P A P^T */
  pair_list L;          /* the blocks of L below the diagonal */
} merge;

static const size_t none = SIZE_MAX;

static void merge_free(merge *m)
{
  pn_free(m->order);
  pn_free(m->rank);
  pn_free(m->mark);
  pn_free(m->start);
  pn_free(m->child);
  pn_free(m->next);
  pn_free(m->L.pair);
  pn_block_matrix_free(m->PAP);
}

static int merge_alloc(merge *m, size_t n)
{
  m->order = pn_alloc(n, sizeof *m->order);
  m->rank = pn_alloc(n, sizeof *m->rank);
  m->mark = pn_alloc(n, sizeof *m->mark);
  m->start = pn_alloc(n + 1, sizeof *m->start);
  m->child = pn_alloc(n, sizeof *m->child);
  m->next = pn_alloc(n, sizeof *m->next);
  return m->order && m->rank && m->mark && m->start && m->child && m->next
             ? GSL_SUCCESS
             : GSL_ENOMEM;
}

/* Makes PAP, the pattern of P A P^T. */
static int permute(merge *m, const pn_block_matrix *A, const size_t *order)
{
  for (size_t k = 0; k < A->blocks; k++) {
    m->rank[order[k]] = k;
    m->order[k] = A->order[order[k]];
  }
  pair_list list = {0};
  int code = GSL_SUCCESS;
  for (size_t j = 0; j < A->blocks && !code; j++)
    for (size_t k = A->column[j] + 1; k < A->column[j + 1] && !code; k++)
      code = add_pair(&list, m->rank[A->row[k]], m->rank[j]);
  if (!code)
    m->PAP = pn_block_matrix_alloc(A->blocks, m->order, list.count,
                                   (const size_t(*)[2])list.pair);
  pn_free(list.pair);
  return m->PAP ? GSL_SUCCESS : GSL_ENOMEM;
}

/* Adds row i to column j of L unless it is there. */
static int take(merge *m, size_t i, size_t j)
{
  if (i <= j || m->mark[i] == j + 1)
    return GSL_SUCCESS;
  m->mark[i] = j + 1;
  return add_pair(&m->L, i, j);
}

/* Sets the rows of column j of L. */
static int merge_column(merge *m, size_t j)
{
  int code = GSL_SUCCESS;
  m->start[j] = m->L.count;

  /* Those of A, and those of its children. */
  const size_t *column = m->PAP->column;
  for (size_t k = column[j]; k < column[j + 1] && !code; k++)
    code = take(m, m->PAP->row[k], j);
  for (size_t c = m->child[j]; c != none && !code; c = m->next[c])
    for (size_t k = m->start[c]; k < m->start[c + 1] && !code; k++)
      code = take(m, m->L.pair[k][0], j);
  m->start[j + 1] = m->L.count;

  /* Its parent in the tree is the first of its rows. */
  size_t parent = none;
  for (size_t k = m->start[j]; k < m->L.count; k++)
    if (m->L.pair[k][0] < parent)
      parent = m->L.pair[k][0];
  if (parent != none) {
    m->next[j] = m->child[parent];
    m->child[parent] = j;
  }
  return code;
}

pn_block_matrix *pn_block_pattern(const pn_block_matrix *matrix,
                                  const size_t *order)
{
  const size_t n = matrix->blocks;
  merge m = {0};
  pn_block_matrix *L = NULL;
  int code = merge_alloc(&m, n);
  if (!code)
    code = permute(&m, matrix, order);
  for (size_t j = 0; j < n && !code; j++)
    m.child[j] = m.next[j] = none;
  for (size_t j = 0; j < n && !code; j++)
    code = merge_column(&m, j);
  if (!code)
    L = pn_block_matrix_alloc(n, m.order, m.L.count,
                              (const size_t(*)[2])m.L.pair);
  merge_free(&m);
  return L;
}
