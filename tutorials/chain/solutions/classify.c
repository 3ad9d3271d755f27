/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The kind of a stationary point, from the signs of the eigenvalues of its KKT
   matrix K. With nn = bars - 1 free nodes, K has 2 nn + bars eigenvalues. Each
   of the `bars` constraints uses up one positive and one negative eigenvalue;
   the other 2 nn - bars have the signs of the curvature along the constraints:

     minimum: all of these are positive,   maximum: all negative.       */
#include "chain/exercises.h"

my_kind my_classify(const double *eigenvalue, size_t size, size_t bars)
{
  const size_t freedoms = 2 * (bars - 1) - bars;
  size_t negative = 0;
  for (size_t k = 0; k < size; k++)
    negative += eigenvalue[k] < 0;
  if (negative == bars)
    return MY_MINIMUM;
  if (negative == bars + freedoms)
    return MY_MAXIMUM;
  return MY_SADDLE;
}
