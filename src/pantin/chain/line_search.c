/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Source: L. Armijo, Minimization of functions having Lipschitz continuous
   first partial derivatives, Pacific J. Math. 16 (1966). */
#include "pantin/chain/line_search.h"

#include <gsl/gsl_errno.h>

int pn_line_search_armijo(const pn_line_search *search, double *alpha)
{
  const double start = search->start, slope = search->slope;
  if (!(slope <= search->slope_error))
    return GSL_ENOPROG;
  *alpha = search->first;
  for (int k = 0; k <= search->halvings; k++) {
    const double phi = search->merit(search->context, *alpha);
    if (phi <= start + search->omega * *alpha * slope + search->rounding)
      return GSL_SUCCESS;
    *alpha /= 2;
  }
  return GSL_ENOPROG;
}
