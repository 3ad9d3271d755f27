/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "pantin/lcp/lcp_file.h"

#include "pantin/base/file.h"
#include "pantin/base/text.h"
#include "pantin/lcp/lcp_file_private.h"
#include "pantin/lcp/operator_balls.h"
#include "pantin/lcp/operator_csr.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* Writes a number so that it reads back to the same bits, followed by
   `behind`. */
static void put(FILE *stream, double x, char behind)
{
  char text[PN_TEXT_NUMBER];
  fputs(pn_text_number(text, x), stream);
  fputc(behind, stream);
}

/* Writes contacts of balls; in the file body 0 is what does not move. */
static void put_contacts(FILE *stream, const pn_lcp *lcp, const pn_delassus *J)
{
  fprintf(stream, "pantin-lcp 1\nbodies %zu\n", J->bodies);
  for (size_t k = 0; k < J->bodies; k++)
    put(stream, J->inverse_mass[k], '\n');
  fprintf(stream, "contacts %zu\n", lcp->size);
  for (size_t c = 0; c < lcp->size; c++) {
    const pn_pair at = J->pair[c];
    const pn_vec3 n = J->normal[c];
    fprintf(stream, "%zu %zu  ", at.i == J->bodies ? 0 : (size_t)at.i + 1,
            at.j == J->bodies ? 0 : (size_t)at.j + 1);
    put(stream, n.x, ' ');
    put(stream, n.y, ' ');
    put(stream, n.z, ' ');
    put(stream, lcp->b[c], ' ');
    put(stream, lcp->lo[c], ' ');
    put(stream, lcp->hi[c], '\n');
  }
}

/* Writes the lower triangle, which decides where rounding broke the
   symmetry. */
static void put_matrix(FILE *stream, const gsl_spmatrix *A)
{
  size_t entries = 0;
  for (size_t i = 0; i < A->size1; i++)
    for (int k = A->p[i]; k < A->p[i + 1]; k++)
      entries += (size_t)A->i[k] <= i;
  fprintf(stream, "%%%%MatrixMarket matrix coordinate real symmetric\n");
  fprintf(stream, "%zu %zu %zu\n", A->size1, A->size2, entries);
  for (size_t i = 0; i < A->size1; i++)
    for (int k = A->p[i]; k < A->p[i + 1]; k++)
      if ((size_t)A->i[k] <= i) {
        fprintf(stream, "%zu %d ", i + 1, A->i[k] + 1);
        put(stream, A->data[k], '\n');
      }
}

/* Writes b, and beside it the bounds unless they are 0 and infinity. */
static void put_columns(FILE *stream, const pn_lcp *lcp)
{
  const double *const columns[] = {lcp->b, lcp->lo, lcp->hi};
  const size_t count = pn_lcp_is_plain(lcp) ? 1 : 3;
  fprintf(stream, "%%%%MatrixMarket matrix array real general\n");
  fprintf(stream, "%% %s\n%zu %zu\n", count == 1 ? "b" : "b, lo, hi", lcp->size,
          count);
  for (size_t j = 0; j < count; j++)
    for (size_t i = 0; i < lcp->size; i++)
      put(stream, columns[j][i], '\n');
}

/* Writes A and, beside it, b and the bounds: both files or none. */
static int write_market(const pn_lcp *lcp, const char *path, pn_error *error)
{
  char beside[PN_TEXT_PATH];
  pni_lcp_beside(path, beside);
  pn_lcp_csr *csr = pn_lcp_csr_assemble(lcp->A);
  if (!csr)
    return pn_error_set(error, GSL_ENOMEM, path, 0, "out of memory");
  pn_file file[2] = {{0}, {0}};
  int code = pn_file_open(&file[0], path, error);
  if (!code)
    code = pn_file_open(&file[1], beside, error);
  if (!code) {
    put_matrix(file[0].stream, csr->A);
    put_columns(file[1].stream, lcp);
    code = pn_file_commit_all(file, 2, error);
  } else
    pn_file_discard(&file[0]);
  pn_lcp_csr_free(csr);
  return code;
}

int pn_lcp_write(const pn_lcp *lcp, const char *path, pn_error *error)
{
  const char *ending = strrchr(path, '.');
  const pn_delassus *J = pn_delassus_of(lcp->A);
  pn_error_clear(error);
  if (!lcp->A)
    return pn_error_set(error, GSL_EINVAL, path, 0,
                        "the problem has no matrix: pn_lcp_set_operator gives "
                        "it one");
  if (ending && strcmp(ending, ".mtx") == 0)
    return write_market(lcp, path, error);
  if (!J)
    return pn_error_set(error, GSL_EINVAL, path, 0,
                        "only its matrix is known: the name must end in .mtx");
  pn_file file;
  const int code = pn_file_open(&file, path, error);
  if (code)
    return code;
  put_contacts(file.stream, lcp, J);
  return pn_file_commit(&file, error);
}
