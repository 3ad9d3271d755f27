/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* MatrixMarket: a banner "%%MatrixMarket matrix coordinate real symmetric",
   comments with '%', the sizes, the entries; by coordinates "i j a", or all of
   them column after column; case does not count. A symmetric matrix has its
   lower triangle only.
   Source: R. Boisvert, R. Pozo, K. Remington, The Matrix Market exchange
   formats (NISTIR 5935, 1996). */
#include "pantin/lcp/lcp_read_private.h"

#include <errno.h>
#include <gsl/gsl_errno.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

static const char banner[] = "%%MatrixMarket";

typedef struct {
  int coordinate; /* else array */
  int symmetric;  /* else general */
  size_t rows, columns, entries;
} layout;

/* Reads a token of the banner, which must be one of two; returns 1 for the
   first. */
static int read_one_of(pni_tokens *tokens, const char *first,
                       const char *second)
{
  if (tokens->error->code)
    return 0;
  const int there = pni_tokens_next(tokens);
  if (there && strcasecmp(tokens->token, first) == 0)
    return 1;
  if (!there || strcasecmp(tokens->token, second) != 0)
    pni_tokens_refuse(tokens, "the banner should say %s%s%s here", first,
                      first == second ? "" : " or ",
                      first == second ? "" : second);
  return 0;
}

/* Reads the banner after its first token, and the sizes; an array has at most
   so many rows. */
static int read_layout(pni_tokens *tokens, size_t array_most, layout *of)
{
  read_one_of(tokens, "matrix", "matrix");
  of->coordinate = read_one_of(tokens, "coordinate", "array");
  read_one_of(tokens, "real", "integer");
  of->symmetric = read_one_of(tokens, "symmetric", "general");
  tokens->comment = '%';
  const size_t most = of->coordinate ? PN_LCP_ROWS_MAX : array_most;
  pni_tokens_count(tokens, "the number of rows", 1, most, &of->rows);
  pni_tokens_count(tokens, "the number of columns", 1, most, &of->columns);
  of->entries = of->rows * of->columns;
  if (of->coordinate)
    pni_tokens_count(tokens, "the number of entries", 0, INT32_MAX,
                     &of->entries);
  return tokens->error->code;
}

/* Adds an entry, and its mirror image if the file has one triangle only. */
static int add(pni_tokens *tokens, const layout *of, size_t i, size_t j,
               double a, pni_triplets *entries)
{
  if (of->symmetric && i < j)
    return pni_tokens_refuse(tokens,
                             "a symmetric matrix has its lower triangle only, "
                             "not (%zu, %zu)",
                             i + 1, j + 1);
  int code = pni_triplets_add(entries, i, j, a, tokens->line);
  if (!code && of->symmetric && i != j)
    code = pni_triplets_add(entries, j, i, a, tokens->line);
  return code ? pn_error_set(tokens->error, code, tokens->name, 0,
                             "out of memory")
              : GSL_SUCCESS;
}

/* Reads a sparse matrix, an entry a line. */
static int read_coordinates(pni_tokens *tokens, const layout *of,
                            pni_triplets *entries)
{
  for (size_t k = 0; k < of->entries && !tokens->error->code; k++) {
    size_t i, j;
    double a;
    pni_tokens_count(tokens, "a row", 1, of->rows, &i);
    pni_tokens_count(tokens, "a column", 1, of->columns, &j);
    if (!pni_tokens_real(tokens, "an entry", 0, &a))
      add(tokens, of, i - 1, j - 1, a, entries);
  }
  return tokens->error->code;
}

/* Reads a dense matrix, column by column; zeros off the diagonal are left out.
 */
static int read_array(pni_tokens *tokens, const layout *of,
                      pni_triplets *entries)
{
  for (size_t j = 0; j < of->columns; j++)
    for (size_t i = of->symmetric ? j : 0; i < of->rows; i++) {
      double a;
      if (pni_tokens_real(tokens, "an entry", 0, &a))
        return tokens->error->code;
      if ((a != 0 || i == j) && add(tokens, of, i, j, a, entries))
        return tokens->error->code;
    }
  return GSL_SUCCESS;
}

/* Reads the file with b, or with b, lo and hi, into a problem whose size is
   known. */
static int read_columns(pni_tokens *tokens, pn_lcp *lcp)
{
  static const char *const names[] = {"b", "lo", "hi"};
  layout of = {0};
  if (!pni_tokens_next(tokens) || strcasecmp(tokens->token, banner) != 0)
    return pni_tokens_refuse(tokens, "the file should begin with '%s'", banner);
  if (read_layout(tokens, PN_LCP_ROWS_MAX, &of))
    return tokens->error->code;
  if (of.coordinate || of.symmetric || of.rows != lcp->size ||
      (of.columns != 1 && of.columns != 3))
    return pni_tokens_refuse(tokens,
                             "this should be a general array of %zu rows and 1 "
                             "column, b, or 3, b lo hi",
                             lcp->size);
  double *const columns[] = {lcp->b, lcp->lo, lcp->hi};
  for (size_t j = 0; j < of.columns; j++)
    for (size_t i = 0; i < of.rows && !tokens->error->code; i++)
      if (!pni_tokens_real(tokens, names[j], j > 0, &columns[j][i]) && j == 2 &&
          lcp->lo[i] > lcp->hi[i])
        pni_tokens_refuse(tokens, "row %zu has lo = %g above hi = %g", i + 1,
                          lcp->lo[i], lcp->hi[i]);
  return tokens->error->code;
}

/* Reads b, and possibly lo and hi, from the file beside the matrix. */
static int read_beside(const char *path, pn_lcp *lcp, pn_error *error)
{
  FILE *stream = fopen(path, "r");
  if (!stream)
    return pn_error_set(error, GSL_EFAILED, path, 0,
                        "b should be in this file, which cannot be opened: %s",
                        strerror(errno));
  pni_tokens tokens = pni_tokens_make(stream, path, '#', error);
  const int code = read_columns(&tokens, lcp);
  fclose(stream);
  return code;
}

int pni_lcp_read_matrix(pni_tokens *tokens, pn_lcp *lcp,
                        const pni_triplets *entries)
{
  gsl_spmatrix *A =
      pni_triplets_compress(entries, lcp->size, tokens->name, tokens->error);
  return A && pn_lcp_set_entries(lcp, A)
             ? pn_error_set(tokens->error, GSL_ENOMEM, tokens->name, 0,
                            "out of memory")
             : tokens->error->code;
}

int pni_lcp_read_market(pni_tokens *tokens, const char *beside, pn_lcp *lcp,
                        pni_triplets *entries)
{
  layout of = {0};
  if (read_layout(tokens, PN_LCP_DENSE_MAX, &of))
    return tokens->error->code;
  if (of.rows != of.columns)
    return pni_tokens_refuse(tokens, "A must be square, got %zu x %zu", of.rows,
                             of.columns);
  if (of.coordinate ? read_coordinates(tokens, &of, entries)
                    : read_array(tokens, &of, entries))
    return tokens->error->code;
  /* Each row needs an entry on the diagonal: fewer entries mean a wrong n, and
     no memory is taken for it. */
  if (entries->count < of.rows)
    return pni_tokens_refuse(tokens, "%zu entries leave a zero on the diagonal",
                             entries->count);
  if (pn_lcp_resize(lcp, of.rows))
    return pn_error_set(tokens->error, GSL_ENOMEM, tokens->name, 0,
                        "out of memory");
  if (pni_lcp_read_matrix(tokens, lcp, entries))
    return tokens->error->code;
  return beside ? read_beside(beside, lcp, tokens->error) : GSL_SUCCESS;
}
