/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MatrixMarket: a banner "%%MatrixMarket matrix coordinate real symmetric",
   comments with '%', the sizes, the entries; by coordinates "i j a", or all of
   them column after column. A symmetric matrix has its lower triangle only.
   Source: R. Boisvert, R. Pozo, K. Remington, The Matrix Market exchange
   formats (NISTIR 5935, 1996). */
#include "pantin/lcp/lcp_read_private.h"

#include <errno.h>
#include <gsl/gsl_errno.h>
#include <stdint.h>
#include <string.h>

static const char banner[] = "%%MatrixMarket";

typedef struct {
  int coordinate; /* else array */
  int symmetric;  /* else general */
  size_t rows, columns, entries;
} layout;

/* One word of the banner, of two that are known: 1 for the first. */
static int read_one_of(pni_tokens *words, const char *first, const char *second)
{
  if (words->error->code)
    return 0;
  const int there = pni_tokens_next(words);
  if (there && strcmp(words->token, first) == 0)
    return 1;
  if (!there || strcmp(words->token, second) != 0)
    pni_tokens_refuse(words, "the banner should say %s%s%s here", first,
                      first == second ? "" : " or ",
                      first == second ? "" : second);
  return 0;
}

/* The banner behind its first word, and the sizes. */
static int read_layout(pni_tokens *words, layout *of)
{
  read_one_of(words, "matrix", "matrix");
  of->coordinate = read_one_of(words, "coordinate", "array");
  read_one_of(words, "real", "integer");
  of->symmetric = read_one_of(words, "symmetric", "general");
  words->comment = '%';
  const size_t most = of->coordinate ? PN_LCP_ROWS_MAX : PN_LCP_DENSE_MAX;
  pni_tokens_count(words, "the number of rows", 1, most, &of->rows);
  pni_tokens_count(words, "the number of columns", 1, most, &of->columns);
  of->entries = of->rows * of->columns;
  if (of->coordinate)
    pni_tokens_count(words, "the number of entries", 0, INT32_MAX,
                     &of->entries);
  return words->error->code;
}

static int add(pni_tokens *words, const layout *of, size_t i, size_t j,
               double a, pni_triplets *entries)
{
  if (of->symmetric && i < j)
    return pni_tokens_refuse(words,
                             "a symmetric matrix has its lower triangle only, "
                             "not (%zu, %zu)",
                             i + 1, j + 1);
  int code = pni_triplets_add(entries, i, j, a, words->line);
  if (!code && of->symmetric && i != j)
    code = pni_triplets_add(entries, j, i, a, words->line);
  return code
             ? pn_error_set(words->error, code, words->name, 0, "out of memory")
             : GSL_SUCCESS;
}

static int read_coordinates(pni_tokens *words, const layout *of,
                            pni_triplets *entries)
{
  for (size_t k = 0; k < of->entries && !words->error->code; k++) {
    size_t i, j;
    double a;
    pni_tokens_count(words, "a row", 1, of->rows, &i);
    pni_tokens_count(words, "a column", 1, of->columns, &j);
    if (!pni_tokens_real(words, "an entry", 0, &a))
      add(words, of, i - 1, j - 1, a, entries);
  }
  return words->error->code;
}

static int read_array(pni_tokens *words, const layout *of,
                      pni_triplets *entries)
{
  for (size_t j = 0; j < of->columns; j++)
    for (size_t i = of->symmetric ? j : 0; i < of->rows; i++) {
      double a;
      if (pni_tokens_real(words, "an entry", 0, &a))
        return words->error->code;
      if ((a != 0 || i == j) && add(words, of, i, j, a, entries))
        return words->error->code;
    }
  return GSL_SUCCESS;
}

/* The file with b, or b, lo and hi; lcp has its rows. */
static int read_columns(pni_tokens *words, pn_lcp *lcp)
{
  static const char *const names[] = {"b", "lo", "hi"};
  layout of = {0};
  if (!pni_tokens_next(words) || strcmp(words->token, banner) != 0)
    return pni_tokens_refuse(words, "the file should begin with '%s'", banner);
  if (read_layout(words, &of))
    return words->error->code;
  if (of.coordinate || of.symmetric || of.rows != lcp->size ||
      (of.columns != 1 && of.columns != 3))
    return pni_tokens_refuse(words,
                             "this should be a general array of %zu rows and 1 "
                             "column, b, or 3, b lo hi",
                             lcp->size);
  double *const columns[] = {lcp->b, lcp->lo, lcp->hi};
  for (size_t j = 0; j < of.columns; j++)
    for (size_t i = 0; i < of.rows && !words->error->code; i++)
      if (!pni_tokens_real(words, names[j], j > 0, &columns[j][i]) && j == 2 &&
          lcp->lo[i] > lcp->hi[i])
        pni_tokens_refuse(words, "row %zu has lo = %g above hi = %g", i + 1,
                          lcp->lo[i], lcp->hi[i]);
  return words->error->code;
}

static int read_beside(const char *path, pn_lcp *lcp, pn_error *error)
{
  FILE *stream = fopen(path, "r");
  if (!stream)
    return pn_error_set(error, GSL_EFAILED, path, 0,
                        "b should be in this file, which cannot be opened: %s",
                        strerror(errno));
  pni_tokens words = pni_tokens_make(stream, path, '#', error);
  const int code = read_columns(&words, lcp);
  fclose(stream);
  return code;
}

int pni_lcp_read_matrix(pni_tokens *words, pn_lcp *lcp,
                        const pni_triplets *entries)
{
  gsl_spmatrix *A =
      pni_triplets_compress(entries, lcp->size, words->name, words->error);
  return A && pn_lcp_set_entries(lcp, A)
             ? pn_error_set(words->error, GSL_ENOMEM, words->name, 0,
                            "out of memory")
             : words->error->code;
}

int pni_lcp_read_market(pni_tokens *words, const char *beside, pn_lcp *lcp,
                        pni_triplets *entries)
{
  layout of = {0};
  if (read_layout(words, &of))
    return words->error->code;
  if (of.rows != of.columns)
    return pni_tokens_refuse(words, "A must be square, got %zu x %zu", of.rows,
                             of.columns);
  if (of.coordinate ? read_coordinates(words, &of, entries)
                    : read_array(words, &of, entries))
    return words->error->code;
  /* Without an entry in each row there is no diagonal: do not believe n. */
  if (entries->count < of.rows)
    return pni_tokens_refuse(words, "%zu entries leave a zero on the diagonal",
                             entries->count);
  if (pn_lcp_resize(lcp, of.rows))
    return pn_error_set(words->error, GSL_ENOMEM, words->name, 0,
                        "out of memory");
  if (pni_lcp_read_matrix(words, lcp, entries))
    return words->error->code;
  return beside ? read_beside(beside, lcp, words->error) : GSL_SUCCESS;
}
