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

   Where a pair has fewer rows than the longest of its four, which is the first,
   it repeats the rows of that one with G = 0, which changes no u; their x is
   then stored by the first pair once more, as the last one. */
#include "pantin/lcp/lanes_private.h"
#include "pantin/lcp/rigid_private.h"

#ifdef PNI_LANES

enum { BLOCK = PN_RIGID_BLOCK, ROW = PN_RIGID_ROW };

/* Holds all that a sweep reads of four rows. */
typedef struct {
  double G[ROW][PNI_LANES];
  double C[PNI_LANES], b[PNI_LANES], step[PNI_LANES];
  double lo[PNI_LANES], hi[PNI_LANES], mu[PNI_LANES];
  long long slides[PNI_LANES]; /* -1: a friction row */
  uint32_t row[PNI_LANES], normal[PNI_LANES];
} four_rows;

/* Four pairs, and where the rows of the first of them, the longest, are. */
typedef struct {
  uint32_t i[PNI_LANES], j[PNI_LANES];
  size_t begin, end;
} four_pairs;

/* Counts what is packed behind these sizes: rows, fours of pairs, and the first
   four of each run, (runs + 1). */
typedef struct {
  size_t rows, fours, runs;
} packed_sizes;

typedef struct {
  four_rows *row;
  four_pairs *four;
  size_t *first;
} packed_parts;

/* Rows begin where a line of the cache does. */
enum { LINE = 64 };

static packed_parts parts_of(void *packed, const packed_sizes *sizes)
{
  const uintptr_t end = (uintptr_t)packed + sizeof *sizes + LINE - 1;
  packed_parts at = {.row = (four_rows *)(end - end % LINE)};
  at.four = (four_pairs *)(at.row + sizes->rows);
  at.first = (size_t *)(at.four + sizes->fours);
  return at;
}

/* The rows of a pair within a run: where they are in the order. */
typedef struct {
  const size_t *row;
  size_t rows;
} pair_rows;

/* Finds the next four pairs of a run, the longest first. Returns where the
   others begin. */
static const size_t *take_four(const pn_rigid_delassus *R, const size_t *order,
                               const size_t *end, pair_rows taken[PNI_LANES])
{
  for (size_t l = 0; l < PNI_LANES; l++) {
    const size_t *const begin = order;
    while (order < end && R->pair[*order].i == R->pair[*begin].i &&
           R->pair[*order].j == R->pair[*begin].j)
      order++;
    taken[l] = (pair_rows){begin, (size_t)(order - begin)};
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

static packed_sizes sizes_of(const pn_rigid_delassus *R,
                             const pn_lcp_sweep *how)
{
  packed_sizes sizes = {.runs = how->colours};
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
  const packed_sizes of = sizes_of((const pn_rigid_delassus *)A, how);
  return sizeof of + LINE + of.rows * sizeof(four_rows) +
         of.fours * sizeof(four_pairs) + (of.runs + 1) * sizeof(size_t);
}

/* Writes what is a number of row c to place l of four. */
PNI_INLINE void pack_numbers(const pn_rigid_delassus *R,
                             const pn_lcp_sweep *how, size_t c, size_t l,
                             four_rows *at)
{
  const size_t n = how->normal ? how->normal[c] : c;
  at->C[l] = R->C[c];
  at->b[l] = how->b[c];
  at->step[l] = how->step[c];
  at->lo[l] = how->lo[c];
  at->hi[l] = how->hi[c];
  at->mu[l] = n == c ? 0 : how->mu[c];
  at->slides[l] = n == c ? 0 : -1;
  at->row[l] = (uint32_t)c;
  at->normal[l] = (uint32_t)n;
}

/* Loads four numbers into a vector. Clang lets no function for AVX2 alone have
   a vector returned by another one. */
PNI_INLINE void load(const double *from, pni_lanes *to)
{
  *to = lanes_load(from);
}

/* Writes the r-th rows of four pairs. */
PNI_TARGET_LANES static void pack_rows(const pn_rigid_delassus *R,
                                       const pn_lcp_sweep *how,
                                       const pair_rows taken[PNI_LANES],
                                       size_t r, four_rows *at)
{
  static const double none[ROW] = {0};
  const double *G[PNI_LANES];
  PNI_UNROLL
  for (size_t l = 0; l < PNI_LANES; l++) {
    const int has = r < taken[l].rows;
    const size_t c = taken[has ? l : 0].row[r];
    pack_numbers(R, how, c, l, at);
    G[l] = has ? R->G + ROW * c : none;
  }
  PNI_UNROLL
  for (size_t k = 0; k < ROW; k += PNI_LANES) {
    pni_lanes g[4];
    PNI_UNROLL
    for (int l = 0; l < 4; l++)
      load(G[l] + k, &g[l]);
    lanes_swap(g);
    memcpy(at->G[k], g, sizeof g);
  }
}

/* Writes four pairs of the given piece, and their rows from at[four->begin]
   on. */
static void pack_four(const pn_rigid_delassus *R, const pn_lcp_sweep *how,
                      const pair_rows taken[PNI_LANES], size_t piece,
                      four_pairs *four, four_rows *at)
{
  for (size_t l = 0; l < PNI_LANES; l++) {
    const pn_pair none = {(uint32_t)R->bodies, (uint32_t)R->bodies};
    const pn_pair pair = taken[l].rows > 0 ? R->pair[*taken[l].row] : none;
    four->i[l] = pni_piece_pair(pair, R->bodies, piece).i;
    four->j[l] = pni_piece_pair(pair, R->bodies, piece).j;
  }
  four->end = four->begin + taken[0].rows;
  for (size_t r = 0; r < taken[0].rows; r++)
    pack_rows(R, how, taken, r, &at[four->begin + r]);
}

void pni_rigid_pairs_pack(const pn_lcp_operator *A, const pn_lcp_sweep *how)
{
  const pn_rigid_delassus *R = (const pn_rigid_delassus *)A;
  const packed_sizes sizes = sizes_of(R, how);
  memcpy(how->packed, &sizes, sizeof sizes);
  const packed_parts to = parts_of(how->packed, &sizes);
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
      four_pairs *const four = &to.four[to.first[k] + f];
      while (f >= pni_piece(fours, piece + 1))
        piece++;
      order = fours == 1 ? second : take_four(R, order, end, taken);
      four->begin = rows;
      pack_four(R, how, taken, piece, four, to.row);
      rows = four->end;
    }
  }
}

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
PNI_INLINE PNI_TARGET_LANES void clip(const four_rows *at, const double *x,
                                      pni_lanes *to)
{
  const pni_lanes zero = {0, 0, 0, 0};
  pni_lanes lo, hi, mu, bound;
  load(at->lo, &lo);
  load(at->hi, &hi);
  load(at->mu, &mu);
  gather(x, at->normal, &bound);
  bound = mu * __builtin_ia32_maxpd256(bound, zero);
  const pni_lanes below = -bound;
  pni_mask slides;
  memcpy(&slides, at->slides, sizeof slides);
  pni_choose(&hi, &slides, &bound);
  pni_choose(&lo, &slides, &below);
  *to = __builtin_ia32_minpd256(hi, __builtin_ia32_maxpd256(lo, *to));
}

/* Moves x of four rows and u of their bodies. */
PNI_INLINE PNI_TARGET_LANES void move(const four_rows *at, const double *kappa,
                                      double *x, part *ui, part *uj)
{
  pni_lanes i, j, old, C, b, step;
  multiply(at->G, ui, &i);
  multiply(at->G + BLOCK, uj, &j);
  i += j;
  gather(x, at->row, &old);
  load(at->C, &C);
  load(at->b, &b);
  load(at->step, &step);
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
  packed_parts packed;
  const double *kappa;
  double *x, *u;
} job;

/* Sweeps over the fours from `begin` to `end`, all of one run. */
PNI_INLINE PNI_TARGET_LANES void run(const void *vjob, size_t begin, size_t end)
{
  const job of = *(const job *)vjob;
  for (size_t f = begin; f < end; f++) {
    const four_pairs *const four = &of.packed.four[f];
    const four_rows *const last = of.packed.row + four->end;
    part ui = load_part(of.u, four->i), uj = load_part(of.u, four->j);
    for (const four_rows *at = of.packed.row + four->begin; at < last; at++)
      move(at, of.kappa, of.x, &ui, &uj);
    store_part(of.u, four->i, &ui);
    store_part(of.u, four->j, &uj);
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
  packed_sizes sizes;
  memcpy(&sizes, how->packed, sizeof sizes);
  job of = {parts_of(how->packed, &sizes), how->kappa, x, u};
  const size_t *const first = of.packed.first;
  for (size_t k = 0; k < how->colours; k++)
    pni_pieces_run(how, how->colour[k + 1] - how->colour[k], first[k],
                   first[k + 1] - first[k], many ? run_many : run_lanes, &of);
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

void pni_rigid_pairs_sweep(const pn_lcp_sweep *how, int many, double *x,
                           double *u)
{
  (void)how, (void)many, (void)x, (void)u;
}
#endif
