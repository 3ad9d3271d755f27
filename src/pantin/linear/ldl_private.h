/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The inner loop of L D L^T: four columns of L, which have their entries in the
   same rows, subtracted at once. */
#ifndef PANTIN_LINEAR_LDL_PRIVATE_H
#define PANTIN_LINEAR_LDL_PRIVATE_H

#include "pantin/base/lanes.h"

#include <stddef.h>
#include <stdint.h>

/* Columns that are subtracted at once. */
enum { PNI_CHAIN = 4 };

/* Subtracts y -= L_0 x_0 + .. + L_3 x_3 in so many rows, ascending; L[a]: the
   entries of column a. */
PNI_INLINE void chain_subtract_plain(size_t count, const uint32_t *row,
                                     const double *const L[PNI_CHAIN],
                                     const double x[PNI_CHAIN], double *y)
{
  for (size_t q = 0; q < count; q++)
    y[row[q]] -=
        (L[0][q] * x[0] + L[1][q] * x[1]) + (L[2][q] * x[2] + L[3][q] * x[3]);
}

#ifdef PNI_LANES
/* Does the same for four rows at a time, which mostly follow each other, to the
   bit. */
PNI_INLINE void chain_subtract(size_t count, const uint32_t *row,
                               const double *const L[PNI_CHAIN],
                               const double x[PNI_CHAIN], double *y)
{
  size_t q = 0;
  for (; q + PNI_LANES <= count; q += PNI_LANES) {
    const pni_lanes d =
        (lanes_load(L[0] + q) * x[0] + lanes_load(L[1] + q) * x[1]) +
        (lanes_load(L[2] + q) * x[2] + lanes_load(L[3] + q) * x[3]);
    double *const at = y + row[q];
    if (row[q + PNI_LANES - 1] - row[q] == PNI_LANES - 1) {
      const pni_lanes rest = lanes_load(at) - d;
      lanes_store(at, &rest);
    } else
      for (size_t l = 0; l < PNI_LANES; l++)
        y[row[q + l]] -= d[l];
  }
  const double *const tail[PNI_CHAIN] = {L[0] + q, L[1] + q, L[2] + q,
                                         L[3] + q};
  chain_subtract_plain(count - q, row + q, tail, x, y);
}
#else
PNI_INLINE void chain_subtract(size_t count, const uint32_t *row,
                               const double *const L[PNI_CHAIN],
                               const double x[PNI_CHAIN], double *y)
{
  chain_subtract_plain(count, row, L, x, y);
}
#endif

#endif
