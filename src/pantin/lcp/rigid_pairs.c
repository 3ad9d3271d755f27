/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Sweeps of one column over pairs of bodies, four pairs side by side. Rows of
   the same two bodies that follow each other (of boxes four contacts of three
   rows each) wait one for the other, and so would four vectors of their own;
   but pairs that share no body do not. So a vector holds the same number of
   four pairs, u of their bodies stays in registers from row to row, and the
   sums of a row, as those of sweep() in operator_rigid.c,

     w = (C x + b) + (((G_0 u_0 + G_1 u_1) + (G_2 u_2 + G_3 u_3)) +
                      (G_4 u_4 + G_5 u_5) of i, + the same of j),

   are taken in the same operations, hence with the same bits.

   Two fours of a run share no body: their rows come in turn, so that one's do
   not wait for those of the other. */
#include "pantin/lcp/rigid_pairs_private.h"

#ifdef PNI_LANES

enum { BLOCK = PN_RIGID_BLOCK };

/* u of one body of each of four pairs. */
typedef struct {
  pni_lanes of[BLOCK];
} part;

PNI_INLINE part load_part(const double *u, const uint32_t *body)
{
  part to = {{{0}}};
  pni_two last[PNI_LANES];
  PNI_UNROLL
  for (size_t l = 0; l < PNI_LANES; l++) {
    const double *from = u + BLOCK * (size_t)body[l];
    to.of[l] = lanes_load(from);
    last[l] = pni_load_two(from + PNI_LANES);
  }
  lanes_swap(to.of);
  to.of[4] = (pni_lanes){last[0][0], last[1][0], last[2][0], last[3][0]};
  to.of[5] = (pni_lanes){last[0][1], last[1][1], last[2][1], last[3][1]};
  return to;
}

PNI_INLINE void store_part(double *u, const uint32_t *body, const part *from)
{
  pni_lanes first[PNI_LANES];
  memcpy(first, from->of, sizeof first);
  lanes_swap(first);
  PNI_UNROLL
  for (size_t l = 0; l < PNI_LANES; l++) {
    double *const to = u + BLOCK * (size_t)body[l];
    const pni_two last = {from->of[4][l], from->of[5][l]};
    lanes_store(to, &first[l]);
    memcpy(to + PNI_LANES, &last, sizeof last);
  }
}

/* Multiplies four blocks of G with u of their bodies. */
PNI_INLINE void multiply(const double (*G)[PNI_LANES], const part *u,
                         pni_lanes *sum)
{
  pni_lanes p[BLOCK];
  PNI_UNROLL
  for (int k = 0; k < BLOCK; k++)
    p[k] = lanes_load(G[k]) * u->of[k];
  *sum = (p[0] + p[1]) + (p[2] + p[3]) + (p[4] + p[5]);
}

/* Adds d G to u of both bodies. What the next row's sums need first comes
   first. */
PNI_INLINE void add(part *ui, part *uj, const pni_lanes *d,
                    const double (*G)[PNI_LANES])
{
  PNI_UNROLL
  for (int k = 0; k < BLOCK; k++) {
    ui->of[k] += *d * lanes_load(G[k]);
    uj->of[k] += *d * lanes_load(G[BLOCK + k]);
  }
}

/* Loads four numbers of x. */
PNI_INLINE void gather(const double *x, const uint32_t *row, pni_lanes *to)
{
  *to = (pni_lanes){x[row[0]], x[row[1]], x[row[2]], x[row[3]]};
}

/* Brings x of four rows into their bounds, as pni_clip and pni_friction_bound
   do; max(a, b) is a > b ? a : b, and min(a, b) is a < b ? a : b. */
PNI_INLINE PNI_TARGET_LANES void clip(const pni_four_rows *at, const double *x,
                                      pni_lanes *to)
{
  const pni_lanes zero = {0, 0, 0, 0};
  uint32_t row __attribute__((vector_size(sizeof at->row)));
  uint32_t normal __attribute__((vector_size(sizeof at->normal)));
  pni_lanes lo, hi, bound;
  pni_load(at->lo, &lo);
  pni_load(at->hi, &hi);
  memcpy(&row, at->row, sizeof row);
  memcpy(&normal, at->normal, sizeof normal);
  const pni_mask slides = __builtin_convertvector(row != normal, pni_mask);
  gather(x, at->normal, &bound);
  bound = lo * __builtin_ia32_maxpd256(bound, zero);
  const pni_lanes below = -bound;
  pni_choose(&hi, &slides, &bound);
  pni_choose(&lo, &slides, &below);
  *to = __builtin_ia32_minpd256(hi, __builtin_ia32_maxpd256(lo, *to));
}

/* Moves x of four rows and u of their bodies. */
PNI_INLINE PNI_TARGET_LANES void move(const pni_four_rows *at,
                                      const double *kappa, double *x, part *ui,
                                      part *uj)
{
  pni_lanes i, j, old, C, b, step;
  multiply(at->G, ui, &i);
  multiply(at->G + BLOCK, uj, &j);
  i += j;
  gather(x, at->row, &old);
  pni_load(at->C, &C);
  pni_load(at->b, &b);
  pni_load(at->step, &step);
  pni_lanes r = (C * old + b) + i;
  if (kappa)
    r += *kappa * old;
  pni_lanes to = old - step * r;
  clip(at, x, &to);
  const pni_lanes d = to - old;
  x[at->row[3]] = to[3];
  x[at->row[2]] = to[2];
  x[at->row[1]] = to[1];
  x[at->row[0]] = to[0];
  add(ui, uj, &d, at->G);
}

/* A sweep, and the numbers that it moves. */
typedef struct {
  pni_packed_parts packed;
  const double *kappa;
  double *x, *u;
} job;

/* u of the bodies of four pairs, and their rows. */
typedef struct {
  const pni_four_pairs *four;
  const pni_four_rows *at, *end;
  part i, j;
} way;

PNI_INLINE void set_out(const job *of, size_t f, way *on)
{
  const pni_four_pairs *const four = on->four = &of->packed.four[f];
  on->at = of->packed.row + four->begin;
  on->end = of->packed.row + four->end;
  on->i = load_part(of->u, four->i);
  on->j = load_part(of->u, four->j);
}

PNI_INLINE PNI_TARGET_LANES void go_on(const job *of, way *on)
{
  move(on->at++, of->kappa, of->x, &on->i, &on->j);
}

PNI_INLINE PNI_TARGET_LANES void arrive(const job *of, way *on)
{
  while (on->at < on->end)
    go_on(of, on);
  store_part(of->u, on->four->i, &on->i);
  store_part(of->u, on->four->j, &on->j);
}

/* Sweeps over the fours from `begin` to `end`, all of one run: by two of them,
   whose rows do not wait for each other. */
PNI_INLINE PNI_TARGET_LANES void run(const void *vjob, size_t begin, size_t end)
{
  const job of = *(const job *)vjob;
  size_t f = begin;
  way one, two;
  for (; f + 1 < end; f += 2) {
    set_out(&of, f, &one);
    set_out(&of, f + 1, &two);
    while (one.at < one.end && two.at < two.end) {
      go_on(&of, &one);
      go_on(&of, &two);
    }
    arrive(&of, &one);
    arrive(&of, &two);
  }
  if (f < end) {
    set_out(&of, f, &one);
    arrive(&of, &one);
  }
}

PNI_TARGET_LANES static void run_lanes(void *of, size_t begin, size_t end)
{
  run(of, begin, end);
}

/* The same with registers for u of both bodies, twelve, and what a row needs:
   with sixteen, two of u go to memory and back in each row. */
PNI_TARGET_MANY static void run_many(void *of, size_t begin, size_t end)
{
  run(of, begin, end);
}

void pni_rigid_pairs_sweep(const pn_lcp_sweep *how, int many, double *x,
                           double *u)
{
  pni_packed_sizes sizes;
  memcpy(&sizes, how->packed, sizeof sizes);
  job of = {pni_packed_parts_of(how->packed, &sizes), how->kappa, x, u};
  const size_t *const first = of.packed.first;
  for (size_t k = 0; k < how->colours; k++)
    pni_pieces_run(how, how->colour[k + 1] - how->colour[k], first[k],
                   first[k + 1] - first[k], many ? run_many : run_lanes, &of);
}
#else
void pni_rigid_pairs_sweep(const pn_lcp_sweep *how, int many, double *x,
                           double *u)
{
  (void)how, (void)many, (void)x, (void)u;
}
#endif
