/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reads the matrices of an FCLIB file and joins them to one. A file is not
   trusted: its sizes must agree, and its indices must lie in range. */
#include "config.h"

#include "pantin/lcp/fclib_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

const char pni_fclib_no_memory[] = "out of memory";

int pni_fclib_has(hid_t at, const char *name)
{
  return H5Lexists(at, name, H5P_DEFAULT) > 0;
}

hid_t pni_fclib_group(hid_t at, const char *name)
{
  return pni_fclib_has(at, name) ? H5Gopen2(at, name, H5P_DEFAULT) : -1;
}

/* How a matrix is stored, in place of the number of triplets. */
enum { COMPRESSED_COLUMNS = -1, COMPRESSED_ROWS = -2 };

/* The place of a block in A, and whether it stands there transposed too, or
   instead. */
typedef struct {
  const char *name;
  size_t row, rows, column, columns;
  int twice, transposed;
} block;

void pni_fclib_add(pni_entries *all, size_t row, size_t column, double x,
                   int twice)
{
  all->entry[all->count++] = (pni_entry){row, column, x};
  if (twice)
    all->entry[all->count++] = (pni_entry){column, row, x};
}

int pni_fclib_reserve(pni_entries *all, size_t more)
{
  pni_entry *larger = pn_realloc(all->entry, all->count + more, sizeof *larger);
  all->entry = larger ? larger : all->entry;
  return larger ? 0 : -1;
}

/* Reads all of a data set of whole numbers, which must have at least `least`;
   to be freed. */
static int64_t *get_all(hid_t at, const char *name, int64_t least)
{
  const int64_t count = pni_hdf5_length(at, name);
  if (count < least || count > INT_MAX)
    return NULL;
  int64_t *values = pn_alloc((size_t)count, sizeof *values);
  if (values && pni_hdf5_get_counts(at, name, (size_t)count, values)) {
    pn_free(values);
    return NULL;
  }
  return values;
}

/* Expands the pointers of a compressed matrix, where p[k] is the end of line k,
   to the line of each entry; to be freed. */
static int64_t *lines_of(const int64_t *p, size_t lines)
{
  if (p[0] != 0)
    return NULL;
  for (size_t k = 0; k < lines; k++)
    if (p[k] > p[k + 1])
      return NULL;
  int64_t *line = pn_alloc((size_t)p[lines], sizeof *line);
  for (size_t k = 0; k < lines && line; k++)
    for (int64_t e = p[k]; e < p[k + 1]; e++)
      line[e] = (int64_t)k;
  return line;
}

/* Adds entry (row, column) of the block; -1 if it lies outside. */
static int add(pni_entries *all, const block *of, int64_t row, int64_t column,
               double x)
{
  if (row < 0 || (uint64_t)row >= of->rows || column < 0 ||
      (uint64_t)column >= of->columns)
    return -1;
  const size_t r = of->row + (size_t)row, c = of->column + (size_t)column;
  if (of->transposed)
    pni_fclib_add(all, c, r, x, 0);
  else
    pni_fclib_add(all, r, c, x, of->twice);
  return 0;
}

static pni_fault add_all(pni_entries *all, const block *of, size_t count,
                         const int64_t *row, const int64_t *column,
                         const double *x)
{
  if (pni_fclib_reserve(all, count * (of->twice ? 2 : 1)))
    return pni_fclib_no_memory;
  for (size_t k = 0; k < count; k++)
    if (add(all, of, row[k], column[k], x[k]))
      return "an index of its matrices is out of range";
  return NULL;
}

/* Adds the entries of a matrix whose arrays have been read. */
static pni_fault get_entries(hid_t at, const block *of, int64_t stored,
                             const int64_t *p, const int64_t *i,
                             pni_entries *all)
{
  const size_t lines = stored == COMPRESSED_ROWS ? of->rows : of->columns;
  const int64_t there = pni_hdf5_length(at, "x");
  const int64_t count = stored >= 0 ? stored : p[lines];
  if (count < 0 || count > there || there > INT_MAX ||
      pni_hdf5_length(at, "i") < count)
    return "the sizes of its matrices do not agree";
  int64_t *line = stored >= 0 ? NULL : lines_of(p, lines);
  double *x = pn_alloc((size_t)there, sizeof *x);
  pni_fault wrong = !x ? pni_fclib_no_memory : NULL;
  if (stored < 0 && !line)
    wrong = "the pointers of its matrices do not ascend";
  if (!wrong && pni_hdf5_get_reals(at, "x", (size_t)there, x))
    wrong = "the entries of its matrices cannot be read";
  if (!wrong && stored >= 0)
    wrong = add_all(all, of, (size_t)count, i, p, x); /* p: the columns */
  else if (!wrong && stored == COMPRESSED_ROWS)
    wrong = add_all(all, of, (size_t)count, line, i, x);
  else if (!wrong)
    wrong = add_all(all, of, (size_t)count, i, line, x);
  pn_free(line);
  pn_free(x);
  return wrong;
}

/* Reads a matrix, in whatever of the three forms it is, and adds its entries at
   the block's place. Returns what is wrong, or NULL. */
static pni_fault get_matrix(hid_t at, const block *of, pni_entries *all)
{
  int64_t m, n, stored;
  if (pni_hdf5_get_counts(at, "m", 1, &m) ||
      pni_hdf5_get_counts(at, "n", 1, &n) ||
      pni_hdf5_get_counts(at, "nz", 1, &stored))
    return "m, n or nz of its matrices is missing";
  if (m != (int64_t)of->rows || n != (int64_t)of->columns ||
      stored < COMPRESSED_ROWS)
    return "the sizes of its matrices do not agree";
  const int64_t pointers = stored >= 0                 ? stored
                           : stored == COMPRESSED_ROWS ? m + 1
                                                       : n + 1;
  int64_t *p = get_all(at, "p", pointers), *i = get_all(at, "i", 0);
  const pni_fault wrong = p && i ? get_entries(at, of, stored, p, i, all)
                                 : "p or i of its matrices is missing or wrong";
  pn_free(p);
  pn_free(i);
  return wrong;
}

static pni_fault get_block(hid_t problem, block of, pni_entries *all)
{
  const hid_t at = pni_fclib_group(problem, of.name);
  if (at < 0)
    return "one of its matrices is missing";
  const pni_fault wrong = get_matrix(at, &of, all);
  H5Gclose(at);
  return wrong;
}

static int by_row(const void *va, const void *vb)
{
  const pni_entry *a = va, *b = vb;
  if (a->row != b->row)
    return a->row < b->row ? -1 : 1;
  return (a->column > b->column) - (a->column < b->column);
}

pni_fault pni_fclib_compress(pni_entries *all, size_t rows, size_t columns,
                             gsl_spmatrix **made)
{
  if (all->count == 0)
    return "its matrix is empty";
  if (all->count > INT_MAX)
    return "its matrix is too large";
  /* Bring the entries into the order of rows. */
  qsort(all->entry, all->count, sizeof *all->entry, by_row);
  gsl_spmatrix *const A =
      gsl_spmatrix_alloc_nzmax(rows, columns, all->count, GSL_SPMATRIX_CSR);
  if (!A)
    return pni_fclib_no_memory;
  /* Write each entry, or add it to the one before if that has the same
     place. */
  size_t k = 0, row = 0;
  A->p[0] = 0;
  for (size_t e = 0; e < all->count; e++) {
    const pni_entry *at = &all->entry[e];
    if (e > 0 && by_row(at - 1, at) == 0) {
      A->data[k - 1] += at->x;
      continue;
    }
    while (row < at->row)
      A->p[++row] = (int)k;
    A->i[k] = (int)at->column;
    A->data[k++] = at->x;
  }
  while (row < rows)
    A->p[++row] = (int)k;
  A->nz = k;
  *made = A;
  return NULL;
}

/* Returns by how much A and its transpose differ, as a share of the larger
   of the two diagonal entries. */
static double asymmetry_of(const gsl_spmatrix *A)
{
  double most = 0;
  for (size_t i = 0; i < A->size1; i++)
    for (int k = A->p[i]; k < A->p[i + 1]; k++) {
      const size_t j = (size_t)A->i[k];
      const double apart = fabs(A->data[k] - gsl_spmatrix_get(A, j, i));
      const double scale =
          fmax(gsl_spmatrix_get(A, i, i), gsl_spmatrix_get(A, j, j));
      if (apart > 0)
        most = fmax(most, apart / scale);
    }
  return most;
}

pni_fault pni_fclib_set_matrix(pn_lcp *lcp, gsl_spmatrix *A, double *asymmetry)
{
  *asymmetry = asymmetry_of(A);
  if (*asymmetry > 0 && *asymmetry <= PN_FCLIB_ASYMMETRY) {
    pni_entries halves = {NULL, 0};
    pni_fault wrong =
        pni_fclib_reserve(&halves, 2 * A->nz) ? pni_fclib_no_memory : NULL;
    for (size_t i = 0; i < A->size1 && !wrong; i++)
      for (int k = A->p[i]; k < A->p[i + 1]; k++)
        pni_fclib_add(&halves, i, (size_t)A->i[k], A->data[k] / 2, 1);
    gsl_spmatrix_free(A);
    if (!wrong)
      wrong = pni_fclib_compress(&halves, lcp->size, lcp->size, &A);
    pn_free(halves.entry);
    if (wrong)
      return wrong;
  }
  return pn_lcp_set_entries(lcp, A) ? pni_fclib_no_memory : NULL;
}

pni_fault pni_fclib_get_one(hid_t problem, const char *name, size_t rows,
                            size_t columns, int how, gsl_spmatrix **A)
{
  pni_entries all = {NULL, 0};
  const int turned = how == PNI_TRANSPOSED;
  pni_fault wrong =
      get_block(problem, (block){name, 0, rows, 0, columns, 0, turned}, &all);
  if (!wrong)
    wrong = pni_fclib_compress(&all, turned ? columns : rows,
                               turned ? rows : columns, A);
  pn_free(all.entry);
  return wrong;
}

pni_fault pni_fclib_get_matrix(hid_t problem, pn_lcp *lcp, size_t m,
                               double *asymmetry)
{
  const size_t p = lcp->size - m;
  pni_entries all = {NULL, 0};
  gsl_spmatrix *A;
  pni_fault wrong = get_block(problem, (block){"W", 0, m, 0, m, 0, 0}, &all);
  if (!wrong && p > 0)
    wrong = get_block(problem, (block){"V", 0, m, m, p, 1, 0}, &all);
  if (!wrong && p > 0)
    wrong = get_block(problem, (block){"R", m, p, m, p, 0, 0}, &all);
  if (!wrong)
    wrong = pni_fclib_compress(&all, lcp->size, lcp->size, &A);
  if (!wrong)
    wrong = pni_fclib_set_matrix(lcp, A, asymmetry);
  pn_free(all.entry);
  return wrong;
}
