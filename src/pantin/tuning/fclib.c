/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading. A file is not believed: sizes agree, indices lie in range, and the
   problem passes pn_lcp_check. */
#include "config.h"

#include "pantin/tuning/fclib.h"

#include "pantin/base/alloc.h"
#include "pantin/contact/lcp_file.h"
#include "pantin/tuning/hdf5_private.h"

#include <gsl/gsl_errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is wrong with a file, for the message; NULL: nothing. */
typedef const char *fault;

static const char no_memory[] = "out of memory";

/* How a matrix is stored, in place of the number of triplets. */
enum { COMPRESSED_COLUMNS = -1, COMPRESSED_ROWS = -2 };

enum { TITLE_MOST = 1 << 16 };

/* An entry of A. */
typedef struct {
  size_t row, column;
  double x;
} entry;

/* Those that were read so far. */
typedef struct {
  entry *entry; /* (count), owned */
  size_t count;
} entries;

/* Where a block stands in A, and whether it stands there transposed too. */
typedef struct {
  const char *name;
  size_t row, rows, column, columns;
  int twice;
} block;

static int has(hid_t at, const char *name)
{
  return H5Lexists(at, name, H5P_DEFAULT) > 0;
}

static hid_t open_group(hid_t at, const char *name)
{
  return has(at, name) ? H5Gopen2(at, name, H5P_DEFAULT) : -1;
}

static int get_integer(hid_t at, const char *name, int64_t *value)
{
  return pni_hdf5_get_counts(at, name, 1, value);
}

/* All of a data set of numbers, at least `least`, to be freed. */
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

/* One that is compressed, made triplets: in p, which has an end for each line,
   the line of each entry, to be freed. */
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
static int add(entries *all, const block *of, int64_t row, int64_t column,
               double x)
{
  if (row < 0 || (uint64_t)row >= of->rows || column < 0 ||
      (uint64_t)column >= of->columns)
    return -1;
  const size_t r = of->row + (size_t)row, c = of->column + (size_t)column;
  all->entry[all->count++] = (entry){r, c, x};
  if (of->twice)
    all->entry[all->count++] = (entry){c, r, x};
  return 0;
}

static fault add_all(entries *all, const block *of, size_t count,
                     const int64_t *row, const int64_t *column, const double *x)
{
  const size_t room = all->count + count * (of->twice ? 2 : 1);
  entry *larger = pn_realloc(all->entry, room, sizeof *larger);
  if (!larger)
    return no_memory;
  all->entry = larger;
  for (size_t k = 0; k < count; k++)
    if (add(all, of, row[k], column[k], x[k]))
      return "an index of its matrices is out of range";
  return NULL;
}

/* The entries of a matrix whose arrays are there. */
static fault get_entries(hid_t at, const block *of, int64_t stored,
                         const int64_t *p, const int64_t *i, entries *all)
{
  const size_t lines = stored == COMPRESSED_ROWS ? of->rows : of->columns;
  const int64_t there = pni_hdf5_length(at, "x");
  const int64_t count = stored >= 0 ? stored : p[lines];
  if (count < 0 || count > there || there > INT_MAX ||
      pni_hdf5_length(at, "i") < count)
    return "the sizes of its matrices do not agree";
  int64_t *line = stored >= 0 ? NULL : lines_of(p, lines);
  double *x = pn_alloc((size_t)there, sizeof *x);
  fault wrong = !x ? no_memory : NULL;
  if (stored < 0 && !line)
    wrong = "the pointers of its matrices do not ascend";
  if (!wrong && pni_hdf5_get_reals(at, "x", (size_t)there, x))
    wrong = "the entries of its matrices cannot be read";
  if (!wrong && stored >= 0)
    wrong = add_all(all, of, (size_t)count, p, i, x);
  else if (!wrong && stored == COMPRESSED_ROWS)
    wrong = add_all(all, of, (size_t)count, line, i, x);
  else if (!wrong)
    wrong = add_all(all, of, (size_t)count, i, line, x);
  pn_free(line);
  pn_free(x);
  return wrong;
}

static fault get_matrix(hid_t at, const block *of, entries *all)
{
  int64_t m, n, stored;
  if (get_integer(at, "m", &m) || get_integer(at, "n", &n) ||
      get_integer(at, "nz", &stored))
    return "m, n or nz of its matrices is missing";
  if (m != (int64_t)of->rows || n != (int64_t)of->columns ||
      stored < COMPRESSED_ROWS)
    return "the sizes of its matrices do not agree";
  const int64_t pointers = stored >= 0                 ? stored
                           : stored == COMPRESSED_ROWS ? m + 1
                                                       : n + 1;
  int64_t *p = get_all(at, "p", pointers), *i = get_all(at, "i", 0);
  const fault wrong = p && i ? get_entries(at, of, stored, p, i, all)
                             : "p or i of its matrices is missing or wrong";
  pn_free(p);
  pn_free(i);
  return wrong;
}

static fault get_block(hid_t problem, block of, entries *all)
{
  const hid_t at = open_group(problem, of.name);
  if (at < 0)
    return "one of its matrices is missing";
  const fault wrong = get_matrix(at, &of, all);
  H5Gclose(at);
  return wrong;
}

static int by_row(const void *va, const void *vb)
{
  const entry *a = va, *b = vb;
  if (a->row != b->row)
    return a->row < b->row ? -1 : 1;
  return (a->column > b->column) - (a->column < b->column);
}

/* A in compressed rows; entries of one place are added up. */
static fault compress(entries *all, pn_lcp *lcp)
{
  const size_t n = lcp->size;
  if (all->count == 0)
    return "its matrix is empty";
  if (all->count > INT_MAX)
    return "its matrix is too large";
  qsort(all->entry, all->count, sizeof *all->entry, by_row);
  lcp->A = gsl_spmatrix_alloc_nzmax(n, n, all->count, GSL_SPMATRIX_CSR);
  if (!lcp->A)
    return no_memory;
  size_t k = 0, row = 0;
  lcp->A->p[0] = 0;
  for (size_t e = 0; e < all->count; e++) {
    const entry *at = &all->entry[e];
    if (e > 0 && by_row(at - 1, at) == 0) {
      lcp->A->data[k - 1] += at->x;
      continue;
    }
    while (row < at->row)
      lcp->A->p[++row] = (int)k;
    lcp->A->i[k] = (int)at->column;
    lcp->A->data[k++] = at->x;
  }
  while (row < n)
    lcp->A->p[++row] = (int)k;
  lcp->A->nz = k;
  return NULL;
}

static fault get_blocks(hid_t problem, pn_lcp *lcp, size_t m)
{
  const size_t p = lcp->size - m;
  entries all = {NULL, 0};
  fault wrong = get_block(problem, (block){"W", 0, m, 0, m, 0}, &all);
  if (!wrong && p > 0)
    wrong = get_block(problem, (block){"V", 0, m, m, p, 1}, &all);
  if (!wrong && p > 0)
    wrong = get_block(problem, (block){"R", m, p, m, p, 0}, &all);
  if (!wrong)
    wrong = compress(&all, lcp);
  pn_free(all.entry);
  return wrong;
}

/* b, bounds, friction. */
static fault get_vectors(hid_t at, pn_lcp *lcp, const pn_fclib *about)
{
  const size_t d = about->dimension, m = d * about->contacts;
  double *mu = pn_alloc(about->contacts, sizeof *mu);
  fault wrong = !mu || pn_lcp_add_friction(lcp) ? no_memory : NULL;
  if (!wrong && (pni_hdf5_get_reals(at, "mu", about->contacts, mu) ||
                 pni_hdf5_get_reals(at, "q", m, lcp->b) ||
                 (about->equations > 0 &&
                  pni_hdf5_get_reals(at, "s", about->equations, lcp->b + m))))
    wrong = "mu, q or s is missing, or its size does not fit";
  for (size_t i = 0; i < lcp->size && !wrong; i++) {
    const int free = i >= m, tangent = !free && i % d > 0;
    lcp->lo[i] = free ? -INFINITY : 0;
    lcp->hi[i] = tangent ? 0 : INFINITY;
    if (tangent) {
      lcp->normal[i] = i - i % d;
      lcp->mu[i] = mu[i / d];
    }
  }
  pn_free(mu);
  return wrong;
}

/* The numbers of rows, from the lengths of the vectors. */
static fault get_sizes(hid_t problem, hid_t vectors, pn_fclib *about)
{
  int64_t d;
  const int64_t m = pni_hdf5_length(vectors, "q");
  const int64_t p = has(problem, "V") ? pni_hdf5_length(vectors, "s") : 0;
  if (get_integer(problem, "spacedim", &d) || d < 2 || d > 3)
    return "spacedim is missing, or neither 2 nor 3";
  if (m < d || m > PN_LCP_ROWS_MAX || m % d != 0)
    return "q is missing, or its size does not fit";
  if (p < 0 || p > PN_LCP_ROWS_MAX - m)
    return "there is V, but s is missing or too long";
  about->dimension = (size_t)d;
  about->contacts = (size_t)(m / d);
  about->equations = (size_t)p;
  return NULL;
}

/* The title, as one line; "" if there is none. */
static void get_title(hid_t problem, char title[PN_FCLIB_TITLE])
{
  const hid_t at = open_group(problem, "info");
  char *text = at >= 0 ? pni_hdf5_get_text(at, "title", TITLE_MOST) : NULL;
  snprintf(title, PN_FCLIB_TITLE, "%s", text ? text : "");
  for (char *c = title; *c; c++)
    if ((unsigned char)*c < ' ')
      *c = ' ';
  pn_free(text);
  if (at >= 0)
    H5Gclose(at);
}

static fault get_problem(hid_t problem, pn_fclib *about, pn_lcp **lcp)
{
  const hid_t vectors = open_group(problem, "vectors");
  if (vectors < 0)
    return "its vectors are missing";
  get_title(problem, about->title);
  fault wrong = get_sizes(problem, vectors, about);
  if (!wrong) {
    const size_t m = about->contacts * about->dimension;
    *lcp = pn_lcp_alloc(m + about->equations);
    wrong = *lcp ? get_vectors(vectors, *lcp, about) : no_memory;
    if (!wrong)
      wrong = get_blocks(problem, *lcp, m);
  }
  H5Gclose(vectors);
  return wrong;
}

static fault get_file(hid_t file, pn_fclib *about, pn_lcp **lcp)
{
  const hid_t problem = open_group(file, "fclib_local");
  if (problem < 0 && has(file, "fclib_global"))
    return "this is a global problem of FCLIB; only local ones are read";
  if (problem < 0 && has(file, "kind"))
    return "these are recorded frames, and no problem of FCLIB";
  if (problem < 0)
    return "this HDF5 file holds no local problem of FCLIB";
  const fault wrong = get_problem(problem, about, lcp);
  H5Gclose(problem);
  return wrong;
}

int pn_fclib_is(const char *path)
{
  int found = 0;
  const hid_t file = pni_hdf5_open(path, NULL);
  if (file < 0)
    return 0;
  PNI_QUIET_BEGIN
  {
    found = has(file, "fclib_local") || has(file, "fclib_global");
    H5Fclose(file);
  }
  PNI_QUIET_END
  return found;
}

pn_lcp *pn_fclib_read(const char *path, pn_fclib *about, pn_error *error)
{
  pn_fclib own;
  pn_error reason = {0};
  pn_lcp *lcp = NULL;
  fault wrong = NULL;
  about = about ? about : &own;
  *about = (pn_fclib){.title = ""};
  const hid_t file = pni_hdf5_open(path, error);
  if (file < 0)
    return NULL;
  PNI_QUIET_BEGIN
  {
    wrong = get_file(file, about, &lcp);
    H5Fclose(file);
  }
  PNI_QUIET_END
  if (!wrong) {
    pn_lcp_complete(lcp);
    if (!pn_lcp_check(lcp, NULL, &reason))
      return lcp;
  }
  pn_lcp_free(lcp);
  pn_error_set(error, wrong == no_memory ? GSL_ENOMEM : GSL_EINVAL, path, 0,
               "%s", wrong ? wrong : reason.text);
  return NULL;
}
