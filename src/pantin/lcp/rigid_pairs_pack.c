/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Packs the rows of pairs of bodies for the sweeps of rigid_pairs.c.

   Where a pair has fewer rows than the longest of its four, which is the first,
   it repeats the rows of that one with G = 0, which changes no u; their x is
   then stored by the first pair once more, as the last one. */
#include "pantin/lcp/rigid_pairs_private.h"

#ifdef PNI_LANES

enum { ROW = PN_RIGID_ROW };

/* The rows of a pair within a run, which follow each other in the problem. */
typedef struct {
  size_t first, rows;
} pair_rows;

/* Finds the next four pairs of a run, the longest first. Returns where the
   others begin. */
static const size_t *take_four(const pn_rigid_delassus *R, const size_t *order,
                               const size_t *end, pair_rows taken[PNI_LANES])
{
  for (size_t l = 0; l < PNI_LANES; l++) {
    const size_t first = order < end ? *order : 0, rows = (size_t)(end - order);
    size_t count = rows > 0;
    while (count < rows && pni_rigid_is_of(R, first + count, R->pair[first]))
      count++;
    taken[l] = (pair_rows){first, count};
    order += count;
    if (taken[l].rows > taken[0].rows) {
      const pair_rows longest = taken[l];
      taken[l] = taken[0];
      taken[0] = longest;
    }
  }
  return order;
}

int pni_rigid_takes_pairs(const pn_lcp_operator *A)
{
  const pn_rigid_delassus *R = (const pn_rigid_delassus *)A;
  size_t loops = 0; /* rows of a body with itself, whose u is one */
  for (size_t c = 0; c < R->rows; c++)
    loops += R->pair[c].i == R->pair[c].j;
  return pni_has_lanes() && loops == 0;
}

static pni_packed_sizes sizes_of(const pn_rigid_delassus *R,
                                 const pn_lcp_sweep *how)
{
  pni_packed_sizes sizes = {.runs = how->colours};
  pair_rows taken[PNI_LANES];
  for (size_t k = 0; k < how->colours; k++) {
    const size_t *order = how->order + how->colour[k];
    const size_t *const end = how->order + how->colour[k + 1];
    while (order < end) {
      order = take_four(R, order, end, taken);
      sizes.rows += taken[0].rows;
      sizes.fours++;
    }
  }
  return sizes;
}

size_t pni_rigid_pairs_size(const pn_lcp_operator *A, const pn_lcp_sweep *how)
{
  const pni_packed_sizes of = sizes_of((const pn_rigid_delassus *)A, how);
  return sizeof of + PNI_LINE + of.rows * sizeof(pni_four_rows) +
         of.fours * sizeof(pni_four_pairs) + (of.runs + 1) * sizeof(size_t);
}

/* Writes what is a number of row c to place l of four. */
PNI_INLINE void pack_numbers(const pn_rigid_delassus *R,
                             const pn_lcp_sweep *how, size_t c, size_t l,
                             pni_four_rows *at)
{
  const size_t n = how->normal ? how->normal[c] : c;
  at->C[l] = R->C[c];
  at->b[l] = how->b[c];
  at->step[l] = how->step[c];
  at->lo[l] = n == c ? how->lo[c] : how->mu[c];
  at->hi[l] = how->hi[c];
  at->row[l] = (uint32_t)c;
  at->normal[l] = (uint32_t)n;
}

/* Loads a number of four rows of each pair, and turns rows into places. */
PNI_INLINE PNI_TARGET_LANES void load_turned(const double *from,
                                             const size_t c[PNI_LANES],
                                             pni_lanes to[PNI_LANES])
{
  PNI_UNROLL
  for (size_t l = 0; l < PNI_LANES; l++)
    pni_load(from + c[l], &to[l]);
  lanes_swap(to);
}

/* Does what pack_numbers does, with the rows of four pairs from c on, four of
   each. */
PNI_INLINE PNI_TARGET_LANES void pack_all_numbers(const pn_rigid_delassus *R,
                                                  const pn_lcp_sweep *how,
                                                  const size_t c[PNI_LANES],
                                                  pni_four_rows *at)
{
  pni_lanes C[PNI_LANES], b[PNI_LANES], step[PNI_LANES];
  pni_lanes lo[PNI_LANES], hi[PNI_LANES], mu[PNI_LANES];
  const pni_mask first = {(long long)c[0], (long long)c[1], (long long)c[2],
                          (long long)c[3]};
  load_turned(R->C, c, C);
  load_turned(how->b, c, b);
  load_turned(how->step, c, step);
  load_turned(how->lo, c, lo);
  load_turned(how->hi, c, hi);
  load_turned(how->normal ? how->mu : how->lo, c, mu);
  PNI_UNROLL
  for (size_t r = 0; r < PNI_LANES; r++) {
    const pni_mask row = first + (long long)r;
    pni_mask normal = row;
    for (size_t l = 0; how->normal && l < PNI_LANES; l++)
      normal[l] = (long long)how->normal[c[l] + r];
    const pni_mask slides = normal != row;
    pni_choose(&lo[r], &slides, &mu[r]);
    lanes_store(at[r].C, &C[r]);
    lanes_store(at[r].b, &b[r]);
    lanes_store(at[r].step, &step[r]);
    lanes_store(at[r].lo, &lo[r]);
    lanes_store(at[r].hi, &hi[r]);
    for (size_t l = 0; l < PNI_LANES; l++) {
      at[r].row[l] = (uint32_t)row[l];
      at[r].normal[l] = (uint32_t)normal[l];
    }
  }
}

/* Writes the numbers of the r-th rows of four pairs, or of up to four rows from
   there on. Returns of how many. */
PNI_TARGET_LANES static size_t pack_some(const pn_rigid_delassus *R,
                                         const pn_lcp_sweep *how,
                                         const pair_rows taken[PNI_LANES],
                                         size_t r, pni_four_rows *at)
{
  size_t c[PNI_LANES], rows = PNI_LANES;
  PNI_UNROLL
  for (size_t l = 0; l < PNI_LANES; l++) {
    const int has = r < taken[l].rows;
    const pair_rows *const of = &taken[has ? l : 0];
    c[l] = of->first + r;
    if (of->rows - r < PNI_LANES)
      rows = 1;
  }
  if (rows > 1)
    pack_all_numbers(R, how, c, at);
  else
    for (size_t l = 0; l < PNI_LANES; l++)
      pack_numbers(R, how, c[l], l, at);
  return rows;
}

/* Writes G of the r-th rows of four pairs. */
PNI_TARGET_LANES static void pack_G(const pn_rigid_delassus *R,
                                    const pair_rows taken[PNI_LANES], size_t r,
                                    pni_four_rows *at)
{
  static const double none[ROW] = {0};
  const double *G[PNI_LANES];
  PNI_UNROLL
  for (size_t l = 0; l < PNI_LANES; l++)
    G[l] = r < taken[l].rows ? R->G + ROW * (taken[l].first + r) : none;
  PNI_UNROLL
  for (size_t k = 0; k < ROW; k += PNI_LANES) {
    pni_lanes g[4];
    PNI_UNROLL
    for (int l = 0; l < 4; l++)
      pni_load(G[l] + k, &g[l]);
    lanes_swap(g);
    memcpy(at->G[k], g, sizeof g);
  }
}

/* Writes four pairs of the given piece, and their rows from at[four->begin]
   on. */
static void pack_four(const pn_rigid_delassus *R, const pn_lcp_sweep *how,
                      const pair_rows taken[PNI_LANES], size_t piece,
                      pni_four_pairs *four, pni_four_rows *at)
{
  for (size_t l = 0; l < PNI_LANES; l++) {
    const pn_pair none = {(uint32_t)R->bodies, (uint32_t)R->bodies};
    const pn_pair pair = taken[l].rows > 0 ? R->pair[taken[l].first] : none;
    four->i[l] = pni_piece_pair(pair, R->bodies, piece).i;
    four->j[l] = pni_piece_pair(pair, R->bodies, piece).j;
  }
  four->end = four->begin + taken[0].rows;
  at += four->begin;
  for (size_t r = 0; r < taken[0].rows; r++)
    pack_G(R, taken, r, &at[r]);
  for (size_t r = 0; r < taken[0].rows;)
    r += pack_some(R, how, taken, r, &at[r]);
}

void pni_rigid_pairs_pack(const pn_lcp_operator *A, const pn_lcp_sweep *how)
{
  const pn_rigid_delassus *R = (const pn_rigid_delassus *)A;
  const pni_packed_sizes sizes = sizes_of(R, how);
  memcpy(how->packed, &sizes, sizeof sizes);
  const pni_packed_parts to = pni_packed_parts_of(how->packed, &sizes);
  size_t rows = 0;
  to.first[0] = 0;
  for (size_t k = 0; k < how->colours; k++) {
    const size_t *order = how->order + how->colour[k];
    const size_t *const end = how->order + how->colour[k + 1];
    pair_rows taken[PNI_LANES];
    /* Count the fours of the run, which make its pieces. Mostly it is one. */
    size_t fours = order < end, piece = 0;
    const size_t *const second = take_four(R, order, end, taken);
    for (const size_t *at = second; at < end; fours++)
      at = take_four(R, at, end, taken);
    to.first[k + 1] = to.first[k] + fours;
    for (size_t f = 0; f < fours; f++) {
      pni_four_pairs *const four = &to.four[to.first[k] + f];
      while (f >= pni_piece(fours, piece + 1))
        piece++;
      order = fours == 1 ? second : take_four(R, order, end, taken);
      four->begin = rows;
      pack_four(R, how, taken, piece, four, to.row);
      rows = four->end;
    }
  }
}
#else
int pni_rigid_takes_pairs(const pn_lcp_operator *A)
{
  (void)A;
  return 0;
}

size_t pni_rigid_pairs_size(const pn_lcp_operator *A, const pn_lcp_sweep *how)
{
  (void)A, (void)how;
  return 0;
}

void pni_rigid_pairs_pack(const pn_lcp_operator *A, const pn_lcp_sweep *how)
{
  (void)A, (void)how;
}
#endif
