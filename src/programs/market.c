/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/market.h"

#include "pantin/base/file.h"
#include "pantin/base/text.h"

#include <gsl/gsl_errno.h>
#include <string.h>

int market_lock(pn_file *lock, const char *prefix, pn_error *error)
{
  char path[PN_TEXT_PATH];
  snprintf(path, sizeof path, "%s-A.mtx", prefix);
  return pn_file_lock(lock, path, error);
}

int market_write(const market_matrix *matrix, const char *prefix,
                 pn_error *error)
{
  char path[PN_TEXT_PATH];
  pn_file file;
  if (snprintf(path, sizeof path, "%s-%s.mtx", prefix, matrix->name) >=
      (int)sizeof path)
    return pn_error_set(error, GSL_EINVAL, NULL, 0, "the prefix is too long");
  const int code = pn_file_open(&file, path, error);
  if (code)
    return code;
  fprintf(file.stream, "%%%%MatrixMarket matrix %s\n%% %s\n%zu %zu",
          matrix->format, matrix->comment, matrix->rows, matrix->columns);
  if (strncmp(matrix->format, "coordinate", 10) == 0)
    fprintf(file.stream, " %zu", matrix->lines(NULL, matrix->of));
  fputc('\n', file.stream);
  matrix->lines(file.stream, matrix->of);
  return pn_file_commit(&file, error);
}

size_t market_entry(FILE *stream, size_t row, size_t column, double value)
{
  if (stream)
    fprintf(stream, "%zu %zu %.17g\n", row + 1, column + 1, value);
  return 1;
}
