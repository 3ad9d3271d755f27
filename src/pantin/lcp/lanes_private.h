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

#include "pantin/lcp/colours_private.h"
#include "pantin/lcp/operator_balls.h"
#include "pantin/lcp/pieces_private.h"
#include "pantin/lcp/sweep_private.h"

#include <math.h>

#ifdef PNI_LANES

/* PNI_TARGET_LANES, before a function, lets it use registers of four numbers:
   only where pni_has_lanes says so. */
#define PNI_TARGET_LANES __attribute__((target("avx2")))

static inline int pni_has_lanes(void)
{
  return __builtin_cpu_supports("avx2") != 0;
}

/* Four rows of a colour, or what is left of it: the members of pn_delassus and
   pn_lcp_sweep, but for the bounds, which are mostly 0 and infinity and need
   not come from memory. */
typedef struct {
  double n[PNI_LANES][3]; /* x, y, z of each row */
  double b[PNI_LANES], step[PNI_LANES];
  pn_pair pair[PNI_LANES];
  uint32_t row[PNI_LANES]; /* PNI_NO_ROW: none is left */
} pni_four;

#define PNI_NO_ROW UINT32_MAX

/* Packed rows. */
typedef struct {
  int plain;  /* 1: all bounds are 0 and infinity */
  size_t far; /* blocks before this one ask for balls of later blocks */
  pni_four four[];
} pni_fours_packed;

/* How many blocks ahead a block is fetched into the first cache, and the balls
   of a block are. */
enum { PNI_AHEAD = 16, PNI_NEXT = 8 };

/* Returns how many blocks of four so many rows of a colour take. */
static inline size_t pni_fours_of(size_t rows)
{
  return (rows + PNI_LANES - 1) / PNI_LANES;
}

/* Returns the bytes that all colours take. */
static inline size_t pni_fours_size(const pn_lcp_sweep *how)
{
  size_t fours = 0;
  for (size_t k = 0; k < how->colours; k++)
    fours += pni_fours_of(how->colour[k + 1] - how->colour[k]);
  return sizeof(pni_fours_packed) + fours * sizeof(pni_four);
}

/* Writes so many rows to a block of the given piece. */
static inline void pni_four_pack(const pn_delassus *J, const pn_lcp_sweep *how,
                                 const size_t *order, size_t rows, size_t piece,
                                 pni_four *at)
{
  for (size_t l = 0; l < rows; l++) {
    const size_t c = order[l];
    memcpy(at->n[l], &J->normal[c], sizeof at->n[l]);
    at->b[l] = how->b[c];
    at->step[l] = how->step[c];
    at->pair[l] = pni_piece_pair(J->pair[c], J->bodies, piece);
    at->row[l] = (uint32_t)c;
  }
  for (size_t l = rows; l < PNI_LANES; l++) {
    at->row[l] = PNI_NO_ROW;
    at->pair[l] = at->pair[0]; /* for those that ask for its balls */
  }
}

/* Returns how many of so many blocks, of runs, should ask for the balls of a
   later block: all that have one, if what a sweep reads does not stay in a
   cache from one to the next. Colours need not: their rows do not wait for each
   other, so that the processor itself has many loads under way. */
static inline size_t pni_fours_far(const pn_lcp_sweep *how, size_t blocks)
{
  enum { CACHE = 1 << 22 }; /* more than most of a processor's own */
  const size_t rows = how->colour[how->colours];
  return blocks * sizeof(pni_four) > CACHE && how->colours > rows / PNI_WINDOW
             ? blocks - PNI_NEXT
             : 0;
}

/* Writes the blocks to how->packed. */
static inline void pni_fours_pack(const pn_delassus *J, const pn_lcp_sweep *how)
{
  pni_fours_packed *const packed = how->packed;
  pni_four *at = packed->four;
  packed->plain = 1;
  for (size_t c = 0; c < J->rows; c++)
    packed->plain &= (how->lo[c] == 0) & (how->hi[c] == INFINITY);
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
  packed->far = pni_fours_far(how, (size_t)(at - packed->four));
}

/* Computes w of the four rows from the velocities v, (4 (bodies +
   PNI_PIECES)). */
PNI_INLINE void pni_fours_opening(const pni_four *at, const double *v,
                                  pni_lanes *w)
{
  pni_lanes t[PNI_LANES];
  PNI_UNROLL
  for (int l = 0; l < PNI_LANES; l++) {
    const pni_lanes n = lanes_load(at->n[l]); /* and what follows it */
    const pni_lanes vi = lanes_load(&v[PNI_LANES * (size_t)at->pair[l].i]);
    const pni_lanes vj = lanes_load(&v[PNI_LANES * (size_t)at->pair[l].j]);
    t[l] = n * (vj - vi);
  }
  lanes_swap(t);
  *w = (t[0] + t[1]) + (t[2] + lanes_load(at->b));
}

/* Takes `other` where its mask says so. */
PNI_INLINE void pni_choose(pni_lanes *to, const pni_mask *mask,
                           const pni_lanes *other)
{
  *to = lanes_choose(mask, other, to);
}

/* The numbers that a sweep moves, and the bounds; v: (4 (bodies + PNI_PIECES)),
   x, y, z [m/s] and 1/m [1/kg] of each ball. */
typedef struct {
  const pni_fours_packed *packed;
  const double *lo, *hi;
  double *x, *v;
  const pni_four *far; /* where far blocks end */
} pni_fours_job;

/* Brings x of these rows into their bounds; `plain` is a constant. */
PNI_INLINE void pni_fours_clip(const pni_fours_job *job, int plain,
                               const uint32_t *row, pni_lanes *x)
{
  pni_lanes lo = {0}, hi = {0};
  if (!plain) {
    lo = (pni_lanes){job->lo[row[0]], job->lo[row[1]], job->lo[row[2]],
                     job->lo[row[3]]};
    hi = (pni_lanes){job->hi[row[0]], job->hi[row[1]], job->hi[row[2]],
                     job->hi[row[3]]};
  }
  const pni_mask below = *x < lo;
  pni_choose(x, &below, &lo);
  const pni_mask above = *x > hi;
  if (!plain)
    pni_choose(x, &above, &hi);
}

/* Moves x of four rows, given their w, and the velocities of their balls. */
PNI_INLINE void pni_fours_move(const pni_fours_job *job, int plain,
                               const pni_four *at, const pni_lanes *w)
{
  static const pni_mask first_three = {-1, -1, -1, 0};
  double *const x = job->x, *const v = job->v;
  const uint32_t *row = at->row;
  const pni_lanes old = {x[row[0]], x[row[1]], x[row[2]], x[row[3]]};
  pni_lanes to = old - lanes_load(at->step) * *w;
  pni_fours_clip(job, plain, row, &to);
  const pni_lanes d = to - old;
  PNI_UNROLL
  for (int l = 0; l < PNI_LANES; l++) {
    double *const pi = &v[PNI_LANES * (size_t)at->pair[l].i];
    double *const pj = &v[PNI_LANES * (size_t)at->pair[l].j];
    x[row[l]] = to[l];
    const pni_lanes n = (pni_lanes)(lanes_bits(at->n[l]) & first_three);
    const pni_lanes vi = lanes_load(pi) - d[l] * (pi[3] * n);
    const pni_lanes vj = lanes_load(pj) + d[l] * (pj[3] * n);
    lanes_store(pi, &vi);
    lanes_store(pj, &vj);
  }
}

/* Sweeps over the last rows of a colour one by one, in the plain form. */
PNI_INLINE void pni_fours_rest(const pni_fours_job *job, const pni_four *at)
{
  for (size_t l = 0; l < PNI_LANES && at->row[l] != PNI_NO_ROW; l++) {
    double *const vi = &job->v[PNI_LANES * (size_t)at->pair[l].i];
    double *const vj = &job->v[PNI_LANES * (size_t)at->pair[l].j];
    const size_t c = at->row[l];
    const double *n = at->n[l], old = job->x[c];
    const double w = (n[0] * (vj[0] - vi[0]) + n[1] * (vj[1] - vi[1])) +
                     (n[2] * (vj[2] - vi[2]) + at->b[l]);
    const double to = pni_clip(old - at->step[l] * w, job->lo[c], job->hi[c]);
    const double d = to - old;
    job->x[c] = to;
    for (int k = 0; k < 3; k++) {
      vi[k] -= d * (vi[3] * n[k]);
      vj[k] += d * (vj[3] * n[k]);
    }
  }
}

/* Asks for a block some turns before its rows are read: the processor, which
   foresees streams of its own, stops at the end of each page. Before `far` it
   also asks for the second balls of a later block, and for x one window ahead;
   first balls are mostly those of recent rows. */
PNI_INLINE void pni_fours_fetch(const pni_fours_job *job, const pni_four *at)
{
  enum { LINE = 64, WRITE = 1 };
  const uintptr_t ahead = (uintptr_t)at + PNI_AHEAD * sizeof *at;
  for (size_t k = 0; k < sizeof *at; k += LINE)
    __builtin_prefetch((const void *)(ahead + k));
  if (at >= job->far)
    return;
  const uintptr_t x = (uintptr_t)job->x;
  __builtin_prefetch(
      (const void *)(x + ((size_t)at->row[0] + PNI_WINDOW) * sizeof *job->x),
      WRITE);
  for (size_t l = 0; l < PNI_LANES; l++)
    __builtin_prefetch(&job->v[PNI_LANES * (size_t)at[PNI_NEXT].pair[l].j],
                       WRITE);
}

/* Sweeps over blocks of one colour; `plain` is a constant. */
PNI_INLINE void pni_fours_run_as(const pni_fours_job *job, int plain,
                                 const pni_four *at, const pni_four *full)
{
  pni_lanes w, next = {0};
  if (at < full)
    pni_fours_opening(at, job->v, &next);
  for (; at < full; at++) {
    w = next;
    pni_fours_fetch(job, at);
    if (at + 1 < full)
      pni_fours_opening(at + 1, job->v, &next);
    pni_fours_move(job, plain, at, &w);
  }
}

/* Sweeps over blocks of one colour, of which only the last may have less than
   four rows. */
PNI_INLINE void pni_fours_run(const pni_fours_job *job, size_t begin,
                              size_t end)
{
  const pni_four *const at = job->packed->four + begin, *const last =
                                                            job->packed->four +
                                                            end;
  const int rest = at < last && last[-1].row[PNI_LANES - 1] == PNI_NO_ROW;
  if (job->packed->plain)
    pni_fours_run_as(job, 1, at, last - rest);
  else
    pni_fours_run_as(job, 0, at, last - rest);
  if (rest) {
    pni_fours_fetch(job, last - 1);
    pni_fours_rest(job, last - 1);
  }
}

/* Sweeps over packed rows; `run` is pni_fours_run for some processor. */
static inline void pni_fours_sweep(const pn_lcp_sweep *how,
                                   void (*run)(void *job, size_t begin,
                                               size_t end),
                                   double *x, double *v)
{
  const pni_fours_packed *const packed = how->packed;
  const pni_four *const far = packed->four + packed->far;
  pni_fours_job job = {packed, how->lo, how->hi, x, v, far};
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
