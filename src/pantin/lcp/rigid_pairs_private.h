/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Rows of pairs of bodies, four pairs side by side: as rigid_pairs_pack.c
   writes them and rigid_pairs.c sweeps over them. */
#ifndef PANTIN_LCP_RIGID_PAIRS_PRIVATE_H
#define PANTIN_LCP_RIGID_PAIRS_PRIVATE_H

#include "pantin/lcp/lanes_private.h"
#include "pantin/lcp/rigid_private.h"

#ifdef PNI_LANES

/* Holds all that a sweep reads of four rows. `normal` is the row of a friction
   row's normal, and lo its mu; of any other row it is its own. */
typedef struct {
  double G[PN_RIGID_ROW][PNI_LANES];
  double C[PNI_LANES], b[PNI_LANES], step[PNI_LANES];
  double lo[PNI_LANES], hi[PNI_LANES];
  uint32_t row[PNI_LANES], normal[PNI_LANES];
} pni_four_rows;

/* Four pairs, and where the rows of the first of them, the longest, are. */
typedef struct {
  uint32_t i[PNI_LANES], j[PNI_LANES];
  size_t begin, end;
} pni_four_pairs;

/* Counts what is packed behind these sizes: rows, fours of pairs, and the first
   four of each run, (runs + 1). */
typedef struct {
  size_t rows, fours, runs;
} pni_packed_sizes;

typedef struct {
  pni_four_rows *row;
  pni_four_pairs *four;
  size_t *first;
} pni_packed_parts;

/* Rows begin where a line of the cache does. */
enum { PNI_LINE = 64 };

static inline pni_packed_parts
pni_packed_parts_of(void *packed, const pni_packed_sizes *sizes)
{
  const uintptr_t end = (uintptr_t)packed + sizeof *sizes + PNI_LINE - 1;
  pni_packed_parts at = {.row = (pni_four_rows *)(end - end % PNI_LINE)};
  at.four = (pni_four_pairs *)(at.row + sizes->rows);
  at.first = (size_t *)(at.four + sizes->fours);
  return at;
}

/* Loads four numbers into a vector. Clang lets no function for AVX2 alone have
   a vector returned by another one. */
PNI_INLINE void pni_load(const double *from, pni_lanes *to)
{
  *to = lanes_load(from);
}

#endif
#endif
