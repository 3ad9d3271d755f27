/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/market.h"

#include "pantin/base/alloc.h"
#include "pantin/base/file.h"
#include "pantin/base/text.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* Makes the name PREFIX-NAME.mtx. Returns GSL_EINVAL if it is too long. */
static int name_one(char path[PN_TEXT_PATH], const char *prefix,
                    const char *name, pn_error *error)
{
  if (snprintf(path, PN_TEXT_PATH, "%s-%s.mtx", prefix, name) < PN_TEXT_PATH)
    return GSL_SUCCESS;
  return pn_error_set(error, GSL_EINVAL, NULL, 0, "the prefix is too long");
}

/* Keeps other runs from writing the matrices of this prefix. */
static int lock_all(pn_file *lock, const char *prefix, pn_error *error)
{
  char path[PN_TEXT_PATH];
  *lock = (pn_file){0};
  const int code = name_one(path, prefix, "A", error);
  return code ? code : pn_file_lock(lock, path, error);
}

/* Writes PREFIX-NAME.mtx, to be committed. */
static int write_one(const market_matrix *matrix, const char *prefix,
                     pn_file *file, pn_error *error)
{
  char path[PN_TEXT_PATH];
  int code = name_one(path, prefix, matrix->name, error);
  if (!code)
    code = pn_file_open(file, path, error);
  if (code)
    return code;
  fprintf(file->stream, "%%%%MatrixMarket matrix %s\n%% %s\n%zu %zu",
          matrix->format, matrix->comment, matrix->rows, matrix->columns);
  if (strncmp(matrix->format, "coordinate", 10) == 0)
    fprintf(file->stream, " %zu", matrix->lines(NULL, matrix->of));
  fputc('\n', file->stream);
  matrix->lines(file->stream, matrix->of);
  return GSL_SUCCESS;
}

int market_write(const market_matrix *matrix, size_t count, const char *prefix,
                 pn_file *text, pn_error *error)
{
  pn_file *file = pn_alloc(count + 1, sizeof *file), lock;
  size_t open = 0;
  if (!file) {
    if (text)
      pn_file_discard(text);
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  }
  if (text)
    file[open++] = *text;
  int code = lock_all(&lock, prefix, error);
  for (size_t k = 0; k < count && !code; k++) {
    code = write_one(&matrix[k], prefix, &file[open], error);
    open += !code;
  }
  if (!code)
    code = pn_file_commit_all(file, open, error);
  for (size_t k = 0; k < open && code; k++)
    pn_file_discard(&file[k]);
  pn_file_discard(&lock);
  pn_free(file);
  return code;
}

size_t market_entry(FILE *stream, size_t row, size_t column, double value)
{
  if (stream)
    fprintf(stream, "%zu %zu %.17g\n", row + 1, column + 1, value);
  return 1;
}
