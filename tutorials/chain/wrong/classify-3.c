/* Wrong, off by one: the fixed node at the end is counted as free. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chain/exercises.h"

my_kind my_classify(const double *eigenvalue, size_t size, size_t bars)
{
  const size_t freedoms = 2 * bars - bars;
  size_t negative = 0;
  for (size_t k = 0; k < size; k++)
    negative += eigenvalue[k] < 0;
  if (negative == bars)
    return MY_MINIMUM;
  if (negative == bars + freedoms)
    return MY_MAXIMUM;
  return MY_SADDLE;
}
