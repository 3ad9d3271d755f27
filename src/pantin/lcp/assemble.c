/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Computes the entries of J W J^T row by row. Row c has an entry for each row
   that shares a body with it: with the rows of each body listed in order, its
   columns are the lists of its two bodies merged. */
#include "pantin/lcp/assemble_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>

/* The rows of each body, ascending: those of body k are
   row[first[k]] .. row[first[k + 1] - 1]. */
struct pni_sparsity {
  size_t bodies;     /* that move */
  size_t *first;     /* (bodies + 2), owned */
  size_t *row;       /* (2 rows), owned */
  size_t first_room; /* numbers that fit in `first`, and in `row` */
  size_t row_room;
};

/* Makes room in an array for so many numbers. */
static int enlarge(size_t **array, size_t *room, size_t size)
{
  if (size <= *room)
    return GSL_SUCCESS;
  const size_t more = pni_room(*room, size);
  size_t *larger = pn_realloc(*array, more, sizeof *larger);
  if (!larger)
    return GSL_ENOMEM;
  *array = larger;
  *room = more;
  return GSL_SUCCESS;
}

/* Returns where the rows that have the bodies of row c, and follow it, end. */
static size_t end_of(const pn_pair *pair, size_t c, size_t rows)
{
  const pn_pair at = pair[c];
  while (c < rows && pair[c].i == at.i && pair[c].j == at.j)
    c++;
  return c;
}

/* Counts the rows of each body, in `first`. */
static int count_rows(pni_sparsity *of, const pn_pair *pair, size_t rows,
                      size_t bodies)
{
  if (enlarge(&of->first, &of->first_room, bodies + 2) ||
      enlarge(&of->row, &of->row_room, 2 * rows))
    return GSL_ENOMEM;
  of->bodies = bodies;
  memset(of->first, 0, (bodies + 2) * sizeof *of->first);
  for (size_t c = 0, end; c < rows; c = end) {
    end = end_of(pair, c, rows);
    of->first[pair[c].i] += end - c;
    of->first[pair[c].j] += end - c;
  }
  return GSL_SUCCESS;
}

/* Lists the rows of each body, which are counted, in ascending order: sums up,
   and fills from the end, so that first[k] decreases to its final value. */
static void list_rows(pni_sparsity *of, const pn_pair *pair, size_t rows)
{
  for (size_t k = 0; k <= of->bodies; k++)
    of->first[k + 1] += of->first[k];
  for (size_t c = rows; c-- > 0;) {
    of->row[--of->first[pair[c].i]] = c;
    of->row[--of->first[pair[c].j]] = c;
  }
}

/* Merges the rows of the two bodies of row c into its columns, ascending.
   Returns their number; with column == NULL it only counts. */
static size_t merge(const pni_sparsity *of, const pn_pair *pair, size_t c,
                    int *column)
{
  const pn_pair at = pair[c];
  const size_t none = of->first[of->bodies]; /* the wall joins no rows */
  size_t a = at.i < of->bodies ? of->first[at.i] : none;
  size_t b = at.j < of->bodies ? of->first[at.j] : none;
  const size_t a_end = at.i < of->bodies ? of->first[at.i + 1] : none;
  const size_t b_end = at.j < of->bodies ? of->first[at.j + 1] : none;
  size_t count = 0;
  while (a < a_end || b < b_end) {
    const size_t from_a = a < a_end ? of->row[a] : SIZE_MAX;
    const size_t from_b = b < b_end ? of->row[b] : SIZE_MAX;
    const size_t next = from_a < from_b ? from_a : from_b;
    a += from_a == next;
    b += from_b == next;
    if (column)
      column[count] = (int)next;
    count++;
  }
  return count;
}

/* Returns a lower bound of the number of entries, from the counts: a row has at
   least as many as either of its bodies has rows. */
static size_t fewest_entries(const pni_sparsity *of, const pn_pair *pair,
                             size_t rows)
{
  size_t entries = 0;
  for (size_t c = 0, end; c < rows; c = end) {
    const size_t i = pair[c].i, j = pair[c].j;
    const size_t of_i = i < of->bodies ? of->first[i] : 0;
    const size_t of_j = j < of->bodies ? of->first[j] : 0;
    end = end_of(pair, c, rows);
    entries += (end - c) * (of_i > of_j ? of_i : of_j);
  }
  return entries;
}

int pni_csr_reserve(pn_lcp_csr *into, size_t rows, size_t entries)
{
  if (into->A && rows <= into->rows_room && entries <= into->entries_room)
    return GSL_SUCCESS;
  if (entries > INT_MAX)
    return GSL_ENOMEM;
  const size_t rows_room = pni_room(into->rows_room, rows > 0 ? rows : 1);
  const size_t entries_room = pni_room(into->entries_room, entries);
  if (into->A)
    gsl_spmatrix_free(into->A);
  into->rows_room = into->entries_room = 0;
  into->A = gsl_spmatrix_alloc_nzmax(
      rows_room, rows_room, entries_room < INT_MAX ? entries_room : entries,
      GSL_SPMATRIX_CSR);
  if (!into->A)
    return GSL_ENOMEM;
  into->rows_room = rows_room;
  into->entries_room = into->A->nzmax;
  return GSL_SUCCESS;
}

int pni_assemble(const pn_lcp_operator *A, const pn_pair *pair, size_t rows,
                 size_t bodies,
                 double (*entry)(const pn_lcp_operator *A, size_t c, size_t d),
                 size_t most, pn_lcp_csr *into)
{
  size_t entries = 0;
  if (!into->touching && !(into->touching = pn_alloc(1, sizeof(pni_sparsity))))
    return GSL_ENOMEM;
  const pni_sparsity *of = into->touching;
  if (count_rows(into->touching, pair, rows, bodies))
    return GSL_ENOMEM;
  /* Count the entries first, and reserve memory for them. */
  if (fewest_entries(of, pair, rows) >= most)
    return GSL_EOVRFLW;
  list_rows(into->touching, pair, rows);
  for (size_t c = 0; c < rows && entries < most; c++)
    entries += merge(of, pair, c, NULL);
  if (entries >= most)
    return GSL_EOVRFLW;
  if (pni_csr_reserve(into, rows, entries))
    return GSL_ENOMEM;

  gsl_spmatrix *const M = into->A;
  /* Fill row after row. */
  M->size1 = M->size2 = rows;
  M->nz = 0;
  for (size_t c = 0; c < rows; c++) {
    const size_t begin = M->nz;
    M->p[c] = (int)begin;
    M->nz += merge(of, pair, c, M->i + begin);
    for (size_t k = begin; k < M->nz; k++)
      M->data[k] = entry(A, c, (size_t)M->i[k]);
  }
  M->p[rows] = (int)M->nz;
  return GSL_SUCCESS;
}

void pni_sparsity_free(pni_sparsity *of)
{
  if (!of)
    return;
  pn_free(of->first);
  pn_free(of->row);
  pn_free(of);
}
