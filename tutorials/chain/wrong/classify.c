/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: counts the positive eigenvalues, not the negative ones */
/* WRONG 2: always says MY_SADDLE, as of every K if one takes it for H */
/* WRONG 3: counts the fixed node at the end as a free one */
#include "chain/exercises.h"

my_kind my_classify(const double *eigenvalue, size_t size, size_t bars)
{
#if WRONG == 3
  const size_t freedoms = 2 * bars - bars;
#else
  const size_t freedoms = 2 * (bars - 1) - bars;
#endif
  size_t negative = 0;
  for (size_t k = 0; k < size; k++)
#if WRONG == 1
    negative += eigenvalue[k] > 0;
#else
    negative += eigenvalue[k] < 0;
#endif
#if WRONG == 2
  if (negative == 0)
#else
  if (negative == bars)
#endif
    return MY_MINIMUM;
#if WRONG == 2
  if (negative == 2 * bars + freedoms)
#else
  if (negative == bars + freedoms)
#endif
    return MY_MAXIMUM;
  return MY_SADDLE;
}
