/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Sweeps over contacts of balls by colours, four rows side by side. Each row is
   that of operator_balls.c,

     w = (n_x dv_x + n_y dv_y) + (n_z dv_z + b),   dv = v_j - v_i,
     to = clip(x - step w, lo, hi),   d = to - x,
     v_i <- v_i - d n / m_i,   v_j <- v_j + d n / m_j,

   in the same operations, so that the bits are those of the plain sweep in the
   same order. Four numbers (x, y, z, 1/m) of a ball are loaded and stored at
   once; the four sums of w, and the clipping, are taken across the rows.

   A row waits some 50 cycles from its loads to its stores. So w of four rows is
   computed before the velocities of the four before them are changed, which is
   the same within a colour, where no ball occurs twice. */
#ifndef PANTIN_LCP_LANES_PRIVATE_H
#define PANTIN_LCP_LANES_PRIVATE_H

#include "pantin/lcp/operator_balls.h"
#include "pantin/lcp/pieces_private.h"
#include "pantin/lcp/sweep_private.h"

#ifdef PNI_LANES

/* PNI_TARGET_LANES, before a function, lets it use registers of four numbers:
   only where pni_has_lanes says so. */
#define PNI_TARGET_LANES __attribute__((target("avx2")))

static inline int pni_has_lanes(void)
{
  return __builtin_cpu_supports("avx2") != 0;
}

/* Four rows of a colour, or what is left of it: the members of pn_delassus and
   pn_lcp_sweep. */
typedef struct {
  double n[PNI_LANES][PNI_LANES]; /* x, y, z, 0 of each row */
  double b[PNI_LANES], step[PNI_LANES], lo[PNI_LANES], hi[PNI_LANES];
  pn_pair pair[PNI_LANES];
  uint32_t row[PNI_LANES];
  size_t rows; /* of them */
} pni_four;

/* Returns how many blocks of four so many rows of a colour take. */
static inline size_t pni_fours_of(size_t rows)
{
  return (rows + PNI_LANES - 1) / PNI_LANES;
}

/* Returns how many all colours take. */
static inline size_t pni_fours(const pn_lcp_sweep *how)
{
  size_t fours = 0;
  for (size_t k = 0; k < how->colours; k++)
    fours += pni_fours_of(how->colour[k + 1] - how->colour[k]);
  return fours;
}

/* Writes so many rows to a block of the given piece. */
static inline void pni_four_pack(const pn_delassus *J, const pn_lcp_sweep *how,
                                 const size_t *order, size_t rows, size_t piece,
                                 pni_four *at)
{
  *at = (pni_four){.rows = rows};
  for (size_t l = 0; l < rows; l++) {
    const size_t c = order[l];
    memcpy(at->n[l], &J->normal[c], sizeof J->normal[c]);
    at->b[l] = how->b[c];
    at->step[l] = how->step[c];
    at->lo[l] = how->lo[c];
    at->hi[l] = how->hi[c];
    at->pair[l] = pni_piece_pair(J->pair[c], J->bodies, piece);
    at->row[l] = (uint32_t)c;
  }
}

/* Writes the blocks to how->packed. */
static inline void pni_fours_pack(const pn_delassus *J, const pn_lcp_sweep *how)
{
  pni_four *at = how->packed;
  for (size_t k = 0; k < how->colours; k++) {
    const size_t *order = how->order + how->colour[k];
    size_t rows = how->colour[k + 1] - how->colour[k];
    const size_t blocks = pni_fours_of(rows);
    for (size_t p = 0; p < PNI_PIECES; p++)
      for (size_t f = pni_piece(blocks, p); f < pni_piece(blocks, p + 1); f++) {
        const size_t taken = rows < PNI_LANES ? rows : PNI_LANES;
        pni_four_pack(J, how, order, taken, p, at++);
        order += taken;
        rows -= taken;
      }
  }
}

PNI_INLINE void pni_load(const double *from, pni_lanes *v)
{
  memcpy(v, from, sizeof *v);
}

/* The same component of four vectors. */
typedef struct {
  pni_lanes x, y, z;
} pni_across;

/* Turns four vectors into their components. */
PNI_INLINE pni_across pni_turn(const pni_lanes *t)
{
  const pni_lanes xz01 = __builtin_shufflevector(t[0], t[1], 0, 4, 2, 6);
  const pni_lanes xz23 = __builtin_shufflevector(t[2], t[3], 0, 4, 2, 6);
  const pni_lanes y01 = __builtin_shufflevector(t[0], t[1], 1, 5, 3, 7);
  const pni_lanes y23 = __builtin_shufflevector(t[2], t[3], 1, 5, 3, 7);
  return (pni_across){__builtin_shufflevector(xz01, xz23, 0, 1, 4, 5),
                      __builtin_shufflevector(y01, y23, 0, 1, 4, 5),
                      __builtin_shufflevector(xz01, xz23, 2, 3, 6, 7)};
}

/* Computes w of the four rows from the velocities v, (4 (bodies + 1)). */
PNI_INLINE void pni_fours_opening(const pni_four *at, const double *v,
                                  pni_lanes *w)
{
  pni_lanes t[PNI_LANES], b;
  PNI_UNROLL
  for (int l = 0; l < PNI_LANES; l++) {
    pni_lanes n, vi;
    pni_load(at->n[l], &n);
    pni_load(&v[PNI_LANES * (size_t)at->pair[l].i], &vi);
    pni_load(&v[PNI_LANES * (size_t)at->pair[l].j], &t[l]);
    t[l] = n * (t[l] - vi);
  }
  const pni_across a = pni_turn(t);
  pni_load(at->b, &b);
  *w = (a.x + a.y) + (a.z + b);
}

/* Takes `other` where its mask says so. */
PNI_INLINE void pni_choose(pni_lanes *to, const pni_mask *mask,
                           const pni_lanes *other)
{
  *to = (pni_lanes)((*mask & (pni_mask)*other) | (~*mask & (pni_mask)*to));
}

/* Moves x of four rows, given their w, and the velocities of their balls. */
PNI_INLINE void pni_fours_move(const pni_four *at, const pni_lanes *w,
                               double *x, double *v)
{
  pni_lanes step, lo, hi;
  const uint32_t *row = at->row;
  const pni_lanes old = {x[row[0]], x[row[1]], x[row[2]], x[row[3]]};
  pni_load(at->step, &step);
  pni_load(at->lo, &lo);
  pni_load(at->hi, &hi);
  pni_lanes to = old - step * *w;
  const pni_mask below = to < lo;
  pni_choose(&to, &below, &lo);
  const pni_mask above = to > hi;
  pni_choose(&to, &above, &hi);
  const pni_lanes d = to - old;
  PNI_UNROLL
  for (int l = 0; l < PNI_LANES; l++) {
    double *const pi = &v[PNI_LANES * (size_t)at->pair[l].i];
    double *const pj = &v[PNI_LANES * (size_t)at->pair[l].j];
    pni_lanes n, vi, vj;
    x[row[l]] = to[l];
    pni_load(at->n[l], &n);
    pni_load(pi, &vi);
    pni_load(pj, &vj);
    vi -= d[l] * (pi[3] * n);
    memcpy(pi, &vi, sizeof vi);
    vj += d[l] * (pj[3] * n);
    memcpy(pj, &vj, sizeof vj);
  }
}

/* Does the same, row after row, with what is left of a colour: the plain
   form. */
PNI_INLINE void pni_fours_rest(const pni_four *at, double *x, double *v)
{
  for (size_t l = 0; l < at->rows; l++) {
    double *const vi = &v[PNI_LANES * (size_t)at->pair[l].i];
    double *const vj = &v[PNI_LANES * (size_t)at->pair[l].j];
    const double *n = at->n[l], old = x[at->row[l]];
    const double w = (n[0] * (vj[0] - vi[0]) + n[1] * (vj[1] - vi[1])) +
                     (n[2] * (vj[2] - vi[2]) + at->b[l]);
    const double to = pni_clip(old - at->step[l] * w, at->lo[l], at->hi[l]);
    const double d = to - old;
    x[at->row[l]] = to;
    for (int k = 0; k < 3; k++) {
      vi[k] -= d * (vi[3] * n[k]);
      vj[k] += d * (vj[3] * n[k]);
    }
  }
}

/* Asks for a block some turns before its rows are read: the processor, which
   foresees streams of its own, stops at the end of each page. */
PNI_INLINE void pni_fours_fetch(const pni_four *at)
{
  enum { AHEAD = 8, LINE = 64 };
  for (size_t k = 0; k < sizeof *at; k += LINE)
    __builtin_prefetch((const char *)(at + AHEAD) + k);
}

/* What a sweep moves; v: (4 (bodies + PNI_PIECES)), x, y, z [m/s] and 1/m
   [1/kg] of each ball. */
typedef struct {
  const pni_four *packed;
  double *x, *v;
} pni_fours_job;

/* Sweeps over blocks of one colour, of which only the last may have less than
   four rows. */
PNI_INLINE void pni_fours_run(const pni_fours_job *job, size_t begin,
                              size_t end)
{
  double *const x = job->x, *const v = job->v;
  const pni_four *at = job->packed + begin, *const last = job->packed + end;
  const pni_four *const full =
      at < last && last[-1].rows < PNI_LANES ? last - 1 : last;
  pni_lanes w, next = {0};
  if (at < full)
    pni_fours_opening(at, v, &next);
  for (; at < full; at++) {
    w = next;
    pni_fours_fetch(at);
    if (at + 1 < full)
      pni_fours_opening(at + 1, v, &next);
    pni_fours_move(at, &w, x, v);
  }
  if (at < last)
    pni_fours_rest(at, x, v);
}

/* Sweeps over packed rows; `run` is pni_fours_run for some processor. */
static inline void pni_fours_sweep(const pn_lcp_sweep *how,
                                   void (*run)(void *job, size_t begin,
                                               size_t end),
                                   double *x, double *v)
{
  pni_fours_job job = {how->packed, x, v};
  for (size_t k = 0, first = 0; k < how->colours; k++) {
    const size_t rows = how->colour[k + 1] - how->colour[k];
    pni_pieces_run(how, rows, first, pni_fours_of(rows), run, &job);
    first += pni_fours_of(rows);
  }
}
#else
#define PNI_TARGET_LANES

static inline int pni_has_lanes(void)
{
  return 0;
}
#endif

#endif
