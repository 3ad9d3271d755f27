/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Sweeps of one column by colours. Rows of a colour stand apart; packed, they
   come from memory one after the other, and none waits for the last. */
#include "pantin/lcp/lanes_private.h"
#include "pantin/lcp/pieces_private.h"
#include "pantin/lcp/rigid_private.h"

enum { BLOCK = PN_RIGID_BLOCK, ROW = PN_RIGID_ROW };

/* Holds all that a sweep reads of a row. */
typedef struct {
  double G[ROW], C, b, step, lo, hi, mu;
  pn_pair pair;
  uint32_t row, normal; /* its number, and that of its normal or its own */
} packed_row;

size_t pni_rigid_packed_size(const pn_lcp_operator *A, const pn_lcp_sweep *how)
{
  if (how->moved)
    return 0;
  return how->by_pairs
             ? pni_rigid_pairs_size(A, how)
             : ((const pn_rigid_delassus *)A)->rows * sizeof(packed_row);
}

/* Packs a row of the given piece. */
static void pack_row(const pn_rigid_delassus *R, const pn_lcp_sweep *how,
                     size_t c, size_t piece, packed_row *at)
{
  const size_t n = how->normal ? how->normal[c] : c;
  at->C = R->C[c];
  at->b = how->b[c];
  at->step = how->step[c];
  at->lo = how->lo[c];
  at->hi = how->hi[c];
  at->mu = n == c ? 0 : how->mu[c];
  at->pair = pni_piece_pair(R->pair[c], R->bodies, piece);
  at->row = (uint32_t)c;
  at->normal = (uint32_t)n;
  memcpy(at->G, R->G + ROW * c, sizeof at->G);
}

void pni_rigid_pack(const pn_lcp_operator *A, const pn_lcp_sweep *how)
{
  packed_row *at = how->packed;
  if (how->by_pairs) {
    pni_rigid_pairs_pack(A, how);
    return;
  }
  for (size_t k = 0; k < how->colours; k++) {
    const size_t *order = how->order + how->colour[k];
    const size_t rows = how->colour[k + 1] - how->colour[k];
    for (size_t p = 0; p < PNI_PIECES; p++)
      for (size_t r = pni_piece(rows, p); r < pni_piece(rows, p + 1); r++)
        pack_row((const pn_rigid_delassus *)A, how, order[r], p, at++);
  }
}

/* Computes w of a packed row. */
PNI_INLINE double packed_w(const packed_row *at, const double *x,
                           const double *u)
{
  const pni_two dots =
      pni_rigid_dots(at->G, u + BLOCK * at->pair.i, u + BLOCK * at->pair.j);
  return (at->C * x[at->row] + at->b) + (dots[0] + dots[1]);
}

/* Moves x of a packed row, given its w, and u of its bodies. */
PNI_INLINE void packed_move(const packed_row *at, const double *kappa, double w,
                            double *x, double *u)
{
  const double old = x[at->row], r = kappa ? w + *kappa * old : w;
  const int slides = at->normal != at->row;
  const double bound = pni_friction_bound(at->mu, x[at->normal]);
  const double to = pni_clip(old - at->step * r, slides ? -bound : at->lo,
                             slides ? bound : at->hi);
  x[at->row] = to;
  pni_rigid_add(u + BLOCK * at->pair.i, to - old, at->G);
  pni_rigid_add(u + BLOCK * at->pair.j, to - old, at->G + BLOCK);
}

/* A sweep, and the numbers that it moves. */
typedef struct {
  const pn_lcp_sweep *how;
  double *x, *u;
} job;

/* Sweeps over packed rows of one colour: as sweep() of operator_rigid.c, to the
   bit. A row waits some 50 cycles from its loads to its stores, so w of the
   next one, which shares no body with it, is computed first. */
PNI_WIDE static void sweep(const job *of, size_t begin, size_t end)
{
  const packed_row *at = of->how->packed, *const last = at + end;
  double *const x = of->x, *const u = of->u, w, next = 0;
  at += begin;
  if (at < last)
    next = packed_w(at, x, u);
  for (; at < last; at++) {
    w = next;
    if (at + 1 < last)
      next = packed_w(at + 1, x, u);
    packed_move(at, of->how->kappa, w, x, u);
  }
}

static void run(void *vjob, size_t begin, size_t end)
{
  sweep(vjob, begin, end);
}

void pni_rigid_sweep_packed(const pn_lcp_sweep *how, double *x, double *u)
{
  job of = {how, x, u};
  if (how->by_pairs) {
    pni_rigid_pairs_sweep(how, pni_has_many(), x, u);
    return;
  }
  for (size_t k = 0; k < how->colours; k++) {
    const size_t rows = how->colour[k + 1] - how->colour[k];
    pni_pieces_run(how, rows, how->colour[k], rows, run, &of);
  }
}
