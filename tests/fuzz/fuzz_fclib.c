/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Any file as a problem of FCLIB (hdf5_input.h): either refused with a reason,
   or one that passes its check and comes back from a file of our own. */
#include "pantin/lcp/fclib.h"
#include "pantin/lcp/operator_csr.h"

#include "fuzz.h"
#include "hdf5_input.h"

#include <gsl/gsl_errno.h>
#include <string.h>

const char fuzz_topic[] = "fclib";

static void require_same(const pn_lcp *a, const pn_lcp *b)
{
  const size_t n = a->size;
  fuzz_require(b && b->size == n);
  const gsl_spmatrix *A = pn_lcp_entries(a->A), *B = pn_lcp_entries(b->A);
  fuzz_require(A->nz == B->nz);
  fuzz_require(memcmp(a->b, b->b, n * sizeof *a->b) == 0);
  fuzz_require(memcmp(a->mu, b->mu, n * sizeof *a->mu) == 0);
  fuzz_require(memcmp(A->p, B->p, (n + 1) * sizeof *A->p) == 0);
  fuzz_require(memcmp(A->i, B->i, A->nz * sizeof *A->i) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
  gsl_set_error_handler_off();
  pn_error error = {0};
  pn_fclib about;
  const char *path = fuzz_hdf5_file(bytes, length);
  pn_lcp *lcp = pn_fclib_read(path, &about, &error);
  if (!lcp) {
    fuzz_require(error.code != GSL_SUCCESS && error.text[0] != '\0');
    fuzz_require(strcmp(error.file, path) == 0);
    return 0;
  }
  fuzz_require(pn_fclib_is(path));
  fuzz_require(pn_lcp_check(lcp, NULL, NULL) == GSL_SUCCESS);
  fuzz_require(lcp->size == about.contacts * about.dimension + about.equations);
  fuzz_require(!pn_fclib_write(lcp, path, about.title, &error));
  pn_lcp *back = pn_fclib_read(path, &about, &error);
  require_same(lcp, back);
  pn_lcp_free(back);
  pn_lcp_free(lcp);
  return 0;
}
