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
   the same within a colour, where no ball occurs twice. What does not move is
   in many rows; so that they need not wait for each other's stores, blocks that
   follow each other have copies of it of their own. */
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

/* The same with 32 such registers, twice as many: those of four rows then stay
   in them from their loads to their stores. */
#define PNI_TARGET_MANY __attribute__((target("avx512vl,avx512dq")))

static inline int pni_has_many(void)
{
  return __builtin_cpu_supports("avx512vl") != 0 &&
         __builtin_cpu_supports("avx512dq") != 0;
}

/* Four rows of a colour: the members of pn_delassus and pn_lcp_sweep, but for
   the bounds, which are mostly 0 and infinity and need not come from memory. In
   the last block of a colour the first row fills the lanes that are left. */
typedef struct {
  double n[PNI_LANES][3]; /* x, y, z of each row */
  double b[PNI_LANES], step[PNI_LANES];
  pn_pair pair[PNI_LANES]; /* where the velocities of its balls begin */
  uint32_t row[PNI_LANES];
} pni_four;

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

/* Writes so many rows, 1 to 4, to a block, with the given copy of what does not
   move. Lanes that are left repeat the first row: they load what it loads and
   store the same as it. */
static inline void pni_four_pack(const pn_delassus *J, const pn_lcp_sweep *how,
                                 const size_t *order, size_t rows, size_t copy,
                                 pni_four *at)
{
  for (size_t l = 0; l < PNI_LANES; l++) {
    const size_t c = order[l < rows ? l : 0];
    const pn_pair pair = pni_piece_pair(J->pair[c], J->bodies, copy);
    memcpy(at->n[l], &J->normal[c], sizeof at->n[l]);
    at->b[l] = how->b[c];
    at->step[l] = how->step[c];
    at->pair[l] = (pn_pair){PNI_LANES * pair.i, PNI_LANES * pair.j};
    at->row[l] = (uint32_t)c;
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
        const size_t copy = (size_t)(at - packed->four) % PNI_COPIES;
        pni_four_pack(J, how, order, taken, PNI_COPIES * p + copy, at++);
        order += taken;
        rows -= taken;
      }
  }
  packed->far = pni_fours_far(how, (size_t)(at - packed->four));
}

/* The velocities of the balls of four rows, as they were loaded, and w. */
typedef struct {
  pni_lanes i[PNI_LANES], j[PNI_LANES], w;
} pni_fours_state;

/* Loads the velocities of the balls of four rows and computes w. */
PNI_INLINE void pni_fours_opening(const pni_four *at, const double *v,
                                  pni_fours_state *of)
{
  pni_lanes t[PNI_LANES];
  PNI_UNROLL
  for (int l = 0; l < PNI_LANES; l++) {
    const pni_lanes n = lanes_load(at->n[l]); /* and what follows it */
    of->i[l] = lanes_load(&v[at->pair[l].i]);
    of->j[l] = lanes_load(&v[at->pair[l].j]);
    t[l] = n * (of->j[l] - of->i[l]);
  }
  lanes_swap(t);
  of->w = (t[0] + t[1]) + (t[2] + lanes_load(at->b));
}

/* Takes `other` where its mask says so. */
PNI_INLINE void pni_choose(pni_lanes *to, const pni_mask *mask,
                           const pni_lanes *other)
{
  *to = lanes_choose(mask, other, to);
}

/* The numbers that a sweep moves, and the bounds; v: (4 (bodies + PNI_FIXED)),
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

/* Moves x of four rows, and the velocities of their balls. */
PNI_INLINE void pni_fours_move(const pni_fours_job *job, int plain,
                               const pni_four *at, const pni_fours_state *of)
{
  static const pni_mask first_three = {-1, -1, -1, 0};
  double *const x = job->x, *const v = job->v;
  const uint32_t *row = at->row;
  const pni_lanes old = {x[row[0]], x[row[1]], x[row[2]], x[row[3]]};
  pni_lanes to = old - lanes_load(at->step) * of->w;
  pni_fours_clip(job, plain, row, &to);
  const pni_lanes d = to - old;
  PNI_UNROLL
  for (int l = 0; l < PNI_LANES; l++) {
    x[row[l]] = to[l];
    const pni_lanes n = (pni_lanes)(lanes_bits(at->n[l]) & first_three);
    const pni_lanes mi =
        __builtin_shufflevector(of->i[l], of->i[l], 3, 3, 3, 3);
    const pni_lanes mj =
        __builtin_shufflevector(of->j[l], of->j[l], 3, 3, 3, 3);
    const pni_lanes vi = of->i[l] - d[l] * (mi * n);
    const pni_lanes vj = of->j[l] + d[l] * (mj * n);
    lanes_store(&v[at->pair[l].i], &vi);
    lanes_store(&v[at->pair[l].j], &vj);
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
    __builtin_prefetch(&job->v[at[PNI_NEXT].pair[l].j], WRITE);
}

/* Sweeps over blocks of one colour; `plain` is a constant. */
PNI_INLINE void pni_fours_run_as(const pni_fours_job *job, int plain,
                                 const pni_four *at, const pni_four *end)
{
  pni_fours_state now, next = {0};
  if (at < end)
    pni_fours_opening(at, job->v, &next);
  for (; at < end; at++) {
    now = next;
    pni_fours_fetch(job, at);
    if (at + 1 < end)
      pni_fours_opening(at + 1, job->v, &next);
    pni_fours_move(job, plain, at, &now);
  }
}

/* Sweeps over blocks of one colour. */
PNI_INLINE void pni_fours_run(const pni_fours_job *job, size_t begin,
                              size_t end)
{
  const pni_four *const all = job->packed->four;
  if (job->packed->plain)
    pni_fours_run_as(job, 1, all + begin, all + end);
  else
    pni_fours_run_as(job, 0, all + begin, all + end);
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

static inline int pni_has_many(void)
{
  return 0;
}
#endif

#endif
