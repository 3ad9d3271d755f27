/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Four things of a kind side by side: their numbers are turned from rows (all
   of one) into columns (one of each) and back. */
#ifndef PANTIN_BASE_FOURS_H
#define PANTIN_BASE_FOURS_H

#include "pantin/base/lanes.h"

#include <stddef.h>

#ifdef PNI_LANES

enum { FOUR = PNI_LANES };

/* Reads four numbers of each as columns, from where those of each are. */
PNI_INLINE void four_read_at(const double *const from[FOUR], pni_lanes to[FOUR])
{
  to[0] = lanes_load(from[0]);
  to[1] = lanes_load(from[1]);
  to[2] = lanes_load(from[2]);
  to[3] = lanes_load(from[3]);
  lanes_swap(to);
}

/* Reads four numbers of each, `stride` apart, as columns. */
PNI_INLINE void four_read(const double *from, size_t stride, pni_lanes to[FOUR])
{
  const double *const at[FOUR] = {from, from + stride, from + 2 * stride,
                                  from + 3 * stride};
  four_read_at(at, to);
}

/* Writes four numbers of each. */
PNI_INLINE void four_write(const pni_lanes from[FOUR], double *to,
                           size_t stride)
{
  pni_lanes row[FOUR] = {from[0], from[1], from[2], from[3]};
  lanes_swap(row);
  lanes_store(to, &row[0]);
  lanes_store(to + stride, &row[1]);
  lanes_store(to + 2 * stride, &row[2]);
  lanes_store(to + 3 * stride, &row[3]);
}

/* Reads a number of each. */
PNI_INLINE pni_lanes four_pick(const double *from, size_t stride)
{
  return (pni_lanes){from[0], from[stride], from[2 * stride], from[3 * stride]};
}

/* Reads a number of each, from where those of each are. */
PNI_INLINE pni_lanes four_pick_at(const double *const from[FOUR], size_t offset)
{
  return (pni_lanes){from[0][offset], from[1][offset], from[2][offset],
                     from[3][offset]};
}

/* Reads nine numbers of each, a matrix row by row: by four, four and one, as
   four_write_nine stores them, so that it need not wait for them. */
PNI_INLINE void four_read_nine(const double *const from[FOUR], pni_lanes to[9])
{
  const double *const rest[FOUR] = {from[0] + 4, from[1] + 4, from[2] + 4,
                                    from[3] + 4};
  four_read_at(from, to);
  four_read_at(rest, to + 4);
  to[8] = four_pick_at(from, 8);
}

/* Writes nine numbers of each. */
PNI_INLINE void four_write_nine(const pni_lanes from[9], double *const to[FOUR])
{
  pni_lanes low[FOUR] = {from[0], from[1], from[2], from[3]};
  pni_lanes high[FOUR] = {from[4], from[5], from[6], from[7]};
  lanes_swap(low);
  lanes_swap(high);
  PNI_UNROLL
  for (size_t k = 0; k < FOUR; k++) {
    lanes_store(to[k], &low[k]);
    lanes_store(to[k] + 4, &high[k]);
    to[k][8] = from[8][k];
  }
}

/* Writes a number of each. */
PNI_INLINE void four_put(const pni_lanes *from, double *to, size_t stride)
{
  to[0] = (*from)[0];
  to[stride] = (*from)[1];
  to[2 * stride] = (*from)[2];
  to[3 * stride] = (*from)[3];
}

#endif

#endif
