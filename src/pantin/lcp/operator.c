/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "pantin/lcp/sweep_private.h"

void pn_lcp_operator_free(pn_lcp_operator *A)
{
  if (A)
    A->type->free(A);
}

size_t pni_no_scratch(const pn_lcp_operator *A)
{
  (void)A;
  return 0;
}

void pni_begin_nothing(const pn_lcp_operator *A, size_t columns,
                       const double *x, double *scratch)
{
  (void)A;
  (void)columns;
  (void)x;
  (void)scratch;
}
