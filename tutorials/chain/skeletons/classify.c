/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The kind of a stationary point, from the eigenvalues of its matrix K.

   In:  the eigenvalues of K, (size); none is 0; A has full rank. The chain has
        so many bars, and so bars - 1 free nodes.
   Out: MY_MINIMUM, MY_MAXIMUM or MY_SADDLE.

   Work out first how many eigenvalues there are, how many of them belong to the
   constraints, and how many are left for the curvature of the energy. For five
   bars: 13 eigenvalues, in 3 directions the chain can move. If 7 of the 13 are
   negative, it is a saddle. How many are negative at a minimum? */
#include "chain/exercises.h"

my_kind my_classify(const double *eigenvalue, size_t size, size_t bars)
{
  /* TODO: count the negative eigenvalues, then decide. */
  return MY_SADDLE;
}
