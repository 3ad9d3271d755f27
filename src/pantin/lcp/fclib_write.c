/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "config.h"

#include "pantin/lcp/fclib.h"

#include "pantin/base/alloc.h"
#include "pantin/base/hdf5_private.h"
#include "pantin/lcp/operator_csr.h"

#include <gsl/gsl_errno.h>
#include <math.h>

static const char no_contacts[] =
    "FCLIB is for contacts with friction, and this problem has none";

/* The order of the rows in the file. */
typedef struct {
  size_t *row;   /* of the problem, for each in the file, (size), owned */
  size_t *place; /* the inverse, (size), owned */
  size_t contacts, dimension;
} layout;

static int is_free(const pn_lcp *lcp, size_t i)
{
  return lcp->normal[i] == i && lcp->lo[i] == -INFINITY &&
         lcp->hi[i] == INFINITY;
}

static int is_normal(const pn_lcp *lcp, size_t i)
{
  return lcp->normal[i] == i && lcp->lo[i] == 0 && lcp->hi[i] == INFINITY;
}

/* Counts the tangents of each normal. Returns the first row that FCLIB cannot
   hold, or the number of rows if there is none. */
static size_t count_tangents(const pn_lcp *lcp, size_t *tangents)
{
  size_t wrong = lcp->size;
  for (size_t i = lcp->size; i-- > 0;) {
    const size_t normal = lcp->normal[i];
    if (normal != i && is_normal(lcp, normal))
      tangents[normal]++;
    else if (!is_free(lcp, i) && !is_normal(lcp, i))
      wrong = i;
  }
  return wrong;
}

/* Gives every row its place in the file: normals take every d-th place,
   tangents follow their normals, free rows come last. `next` holds the next
   place for a tangent of each normal. Returns the first tangent whose mu
   differs from that of the one before, or the number of rows. */
static size_t place_rows(const pn_lcp *lcp, layout *rows, size_t *next)
{
  const size_t d = rows->dimension;
  size_t contact = 0, free = d * rows->contacts, wrong = lcp->size;
  for (size_t i = 0; i < lcp->size; i++) {
    if (is_normal(lcp, i)) {
      rows->place[i] = d * contact++;
      next[i] = rows->place[i] + 1;
    } else if (is_free(lcp, i))
      rows->place[i] = free++;
  }
  for (size_t i = 0; i < lcp->size; i++)
    if (lcp->normal[i] != i)
      rows->place[i] = next[lcp->normal[i]]++;
  for (size_t i = 0; i < lcp->size; i++)
    rows->row[rows->place[i]] = i;
  for (size_t k = 2; k < d * rows->contacts; k++)
    if (k % d == 2 && lcp->mu[rows->row[k]] != lcp->mu[rows->row[k - 1]])
      wrong = rows->row[k];
  return wrong;
}

/* Lists the rows in FCLIB's order: contact after contact, then the equations.
   Refuses other rows, contacts of which some have one tangent and some two, and
   tangents of one contact with two mu. */
static int lay_out(const pn_lcp *lcp, layout *rows, size_t *count,
                   const char *path, pn_error *error)
{
  const size_t misfit = count_tangents(lcp, count);
  if (misfit < lcp->size)
    return pn_error_set(error, GSL_EINVAL, path, 0,
                        "row %zu is neither of a contact nor free, and FCLIB "
                        "knows no others",
                        misfit + 1);
  /* All contacts must have the same number of tangents, one or two. */
  for (size_t i = 0; i < lcp->size; i++) {
    if (!is_normal(lcp, i))
      continue;
    rows->contacts++;
    if (rows->dimension == 0)
      rows->dimension = 1 + count[i];
    if (1 + count[i] != rows->dimension || count[i] < 1 || count[i] > 2)
      return pn_error_set(error, GSL_EINVAL, path, 0,
                          "the contact of row %zu has %zu rows of friction; "
                          "FCLIB wants one, or two, for every contact",
                          i + 1, count[i]);
  }
  if (rows->contacts == 0)
    return pn_error_set(error, GSL_EINVAL, path, 0, "%s", no_contacts);
  /* Order the rows; the tangents of a contact must share their mu. */
  const size_t other = place_rows(lcp, rows, count);
  if (other < lcp->size)
    return pn_error_set(error, GSL_EINVAL, path, 0,
                        "row %zu has another mu than its contact's other "
                        "tangent; FCLIB wants one for each contact",
                        other + 1);
  return GSL_SUCCESS;
}

static int put_integer(hid_t at, const char *name, size_t value)
{
  const int number = (int)value;
  return pni_hdf5_put_ints(at, name, 1, &number);
}

/* A block of A in compressed columns; A is symmetric, so a column is a row. */
typedef struct {
  const char *name;
  size_t row, rows, column, columns;
} block;

/* Fills p, and i and x unless they are NULL; returns the number of entries. */
static size_t compress(const gsl_spmatrix *A, const layout *rows, block of,
                       int *p, int *i, double *x)
{
  size_t entries = 0;
  for (size_t c = 0; c < of.columns; c++) {
    const size_t r = rows->row[of.column + c];
    p[c] = (int)entries;
    for (int k = A->p[r]; k < A->p[r + 1]; k++) {
      const size_t at = rows->place[A->i[k]];
      if (at < of.row || at >= of.row + of.rows)
        continue;
      if (i) {
        i[entries] = (int)(at - of.row);
        x[entries] = A->data[k];
      }
      entries++;
    }
  }
  p[of.columns] = (int)entries;
  return entries;
}

/* Writes a matrix in compressed columns. Returns -1 on failure. */
static int put_matrix(hid_t problem, const block *of, size_t entries,
                      const int *p, const int *i, const double *x)
{
  static const int compressed_columns = -1;
  const hid_t at =
      H5Gcreate2(problem, of->name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const int failed = at < 0 || put_integer(at, "m", of->rows) ||
                     put_integer(at, "n", of->columns) ||
                     put_integer(at, "nzmax", entries) ||
                     pni_hdf5_put_ints(at, "nz", 1, &compressed_columns) ||
                     pni_hdf5_put_ints(at, "p", of->columns + 1, p) ||
                     pni_hdf5_put_ints(at, "i", entries, i) ||
                     pni_hdf5_put_reals(at, "x", entries, 0, x);
  if (at >= 0)
    H5Gclose(at);
  return failed ? -1 : 0;
}

/* Writes a block of A, its rows and columns in FCLIB's order. Returns -1 on
   failure. */
static int put_block(hid_t problem, const gsl_spmatrix *A, const layout *rows,
                     block of)
{
  int *p = pn_alloc(of.columns + 1, sizeof *p);
  const size_t entries = p ? compress(A, rows, of, p, NULL, NULL) : 0;
  int *i = pn_alloc(entries, sizeof *i);
  double *x = pn_alloc(entries, sizeof *x);
  int code = -1;
  if (p && i && x) {
    compress(A, rows, of, p, i, x);
    code = put_matrix(problem, &of, entries, p, i, x);
  }
  pn_free(p);
  pn_free(i);
  pn_free(x);
  return code;
}

/* Writes b as q and s, and mu. Returns -1 on failure. */
static int put_vectors(hid_t problem, const pn_lcp *lcp, const layout *rows)
{
  const size_t n = lcp->size, m = rows->contacts * rows->dimension;
  double *b = pn_alloc(n, sizeof *b);
  double *mu = pn_alloc(rows->contacts, sizeof *mu);
  const hid_t at =
      H5Gcreate2(problem, "vectors", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  int code = -1;
  if (b && mu && at >= 0) {
    for (size_t k = 0; k < n; k++)
      b[k] = lcp->b[rows->row[k]];
    for (size_t c = 0; c < rows->contacts; c++)
      mu[c] = lcp->mu[rows->row[c * rows->dimension + 1]];
    code = pni_hdf5_put_reals(at, "q", m, 0, b) ||
                   pni_hdf5_put_reals(at, "mu", rows->contacts, 0, mu) ||
                   (n > m && pni_hdf5_put_reals(at, "s", n - m, 0, b + m))
               ? -1
               : 0;
  }
  if (at >= 0)
    H5Gclose(at);
  pn_free(b);
  pn_free(mu);
  return code;
}

/* Writes the title, beside the texts that FCLIB wants. Returns -1 on failure.
 */
static int put_info(hid_t problem, const char *title)
{
  const hid_t at =
      H5Gcreate2(problem, "info", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const int failed =
      at < 0 || pni_hdf5_put_text(at, "title", title) ||
      pni_hdf5_put_text(at, "description", "written by Pantin") ||
      pni_hdf5_put_text(at, "math_info", "");
  if (at >= 0)
    H5Gclose(at);
  return failed ? -1 : 0;
}

/* Writes a local problem: W alone where there are no equations. Returns -1 on
   failure. */
static int put_problem(hid_t file, const pn_lcp *lcp, const gsl_spmatrix *A,
                       const layout *rows, const char *title)
{
  const size_t m = rows->contacts * rows->dimension, p = lcp->size - m;
  const hid_t at =
      H5Gcreate2(file, "fclib_local", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  int failed = at < 0 || put_integer(at, "spacedim", rows->dimension) ||
               put_info(at, title) || put_vectors(at, lcp, rows) ||
               put_block(at, A, rows, (block){"W", 0, m, 0, m});
  if (!failed && p > 0)
    failed = put_block(at, A, rows, (block){"V", 0, m, m, p}) ||
             put_block(at, A, rows, (block){"R", m, p, m, p});
  if (at >= 0)
    H5Gclose(at);
  return failed ? -1 : 0;
}

/* Makes the file in memory and writes it, complete or not at all. */
static int save(const pn_lcp *lcp, const gsl_spmatrix *A, const layout *rows,
                const char *path, const char *title, pn_error *error)
{
  int code = GSL_ENOMEM;
  PNI_QUIET_BEGIN
  {
    const hid_t file = pni_hdf5_create();
    if (!put_problem(file, lcp, A, rows, title))
      code = pni_hdf5_save(file, path, error);
    H5Fclose(file);
  }
  PNI_QUIET_END
  return code == GSL_ENOMEM
             ? pn_error_set(error, code, path, 0, "out of memory")
             : code;
}

int pn_fclib_write(const pn_lcp *lcp, const char *path, const char *title,
                   pn_error *error)
{
  layout rows = {NULL, NULL, 0, 0};
  pn_error_clear(error);
  if (!lcp->mu || !lcp->A || lcp->size == 0)
    return pn_error_set(error, GSL_EINVAL, path, 0, "%s", no_contacts);
  rows.row = pn_alloc(lcp->size, sizeof *rows.row);
  rows.place = pn_alloc(lcp->size, sizeof *rows.place);
  size_t *count = pn_alloc(lcp->size, sizeof *count);
  pn_lcp_csr *csr = pn_lcp_csr_assemble(lcp->A);
  int code = GSL_ENOMEM;
  if (rows.row && rows.place && count && csr) {
    code = lay_out(lcp, &rows, count, path, error);
    if (!code)
      code = save(lcp, csr->A, &rows, path, title, error);
  } else
    pn_error_set(error, code, path, 0, "out of memory");
  pn_lcp_csr_free(csr);
  pn_free(rows.row);
  pn_free(rows.place);
  pn_free(count);
  return code;
}
