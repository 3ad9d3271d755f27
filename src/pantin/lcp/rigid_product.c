/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Products with the factors of rigid bodies, u = G^T x and y = G u + C x, and
   the diagonal. A row has twelve numbers, six on each of its bodies i and j,
   and takes four of them at a time: the second four are the last two of i and
   the first two of j. Sums are those of pni_rigid_dots, which sweeps use, to
   the bit. Four rows are taken side by side. */
#include "pantin/lcp/rigid_private.h"

enum { BLOCK = PN_RIGID_BLOCK, ROW = PN_RIGID_ROW, QUADS = ROW / 4 };

/* Four numbers side by side, or whatever a processor makes of them. */
typedef double quad __attribute__((vector_size(4 * sizeof(double))));

/* u of two bodies. */
typedef struct {
  quad of[QUADS];
} both;

PNI_INLINE void load_both(const double *i, const double *j, both *u)
{
  const pni_two last = pni_load_two(i + 4), first = pni_load_two(j);
  both to = {{{0}}};
  memcpy(&to.of[0], i, sizeof to.of[0]);
  to.of[1] = (quad){last[0], last[1], first[0], first[1]};
  memcpy(&to.of[2], j + 2, sizeof to.of[2]);
  *u = to;
}

PNI_INLINE void store_both(const both *u, double *i, double *j)
{
  const pni_two last = {u->of[1][0], u->of[1][1]};
  const pni_two first = {u->of[1][2], u->of[1][3]};
  memcpy(i, &u->of[0], sizeof u->of[0]);
  memcpy(i + 4, &last, sizeof last);
  memcpy(j, &first, sizeof first);
  memcpy(j + 2, &u->of[2], sizeof u->of[2]);
}

/* Adds x G to u, of a row G. */
PNI_INLINE void add_both(both *u, double x, const double *G)
{
  PNI_UNROLL
  for (int k = 0; k < QUADS; k++) {
    quad g;
    memcpy(&g, G + 4 * k, sizeof g);
    u->of[k] += x * g;
  }
}

/* Returns G u: ((0 + 1) + (2 + 3)) + (4 + 5) of i, and the same of j, whose
   numbers are those from 6 on. */
PNI_INLINE void multiply_both(const double *G, const both *u, double sum[2])
{
  quad p[QUADS];
  PNI_UNROLL
  for (int k = 0; k < QUADS; k++) {
    quad g;
    memcpy(&g, G + 4 * k, sizeof g);
    p[k] = g * u->of[k];
  }
  const quad s = (quad){p[0][0], p[1][0], p[0][2], p[1][2]} +
                 (quad){p[0][1], p[1][1], p[0][3], p[1][3]};
  sum[0] = s[0] + s[2] + s[1];
  sum[1] = s[3] + (p[2][0] + p[2][1]) + (p[2][2] + p[2][3]);
}

/* Adds G^T x to u. Rows that follow each other often have the same two bodies,
   whose u stays in registers then: each row waits for the last one, and would
   wait for memory too. Stores to u cannot change the local copy, so compilers
   keep its members in registers. */
PNI_INLINE void push(const pn_rigid_delassus *from, const double *x, double *u)
{
  const pn_rigid_delassus copy = *from, *const R = &copy;
  for (size_t c = 0; c < R->rows;) {
    const pn_pair pair = R->pair[c];
    double *const i = u + BLOCK * pair.i, *const j = u + BLOCK * pair.j;
    both at;
    if (i == j) {
      pni_rigid_add(i, x[c], R->G + ROW * c);
      pni_rigid_add(j, x[c], R->G + ROW * c + BLOCK);
      c++;
      continue;
    }
    load_both(i, j, &at);
    do
      add_both(&at, x[c], R->G + ROW * c);
    while (pni_rigid_is_of(R, ++c, pair));
    store_both(&at, i, j);
  }
}

PNI_WIDE void pni_rigid_push(const pn_rigid_delassus *R, const double *x,
                             double *u)
{
  push(R, x, u);
}

#ifdef PNI_LANES
/* Adds G u to y of four rows, or C to it; of[r] is u of the bodies of row r. */
PNI_INLINE void multiply_four(const double *G, const both of[PNI_LANES],
                              pni_lanes *y)
{
  pni_lanes p[ROW], i, j;
  PNI_UNROLL
  for (int k = 0; k < QUADS; k++) {
    pni_lanes *const row = p + PNI_LANES * k;
    PNI_UNROLL
    for (int r = 0; r < PNI_LANES; r++)
      row[r] = lanes_load(G + ROW * r + 4 * k) * of[r].of[k];
    lanes_swap(row);
  }
  i = (p[0] + p[1]) + (p[2] + p[3]) + (p[4] + p[5]);
  j = (p[6] + p[7]) + (p[8] + p[9]) + (p[10] + p[11]);
  *y = *y + i + j;
}

/* Computes y = G u + C x of all rows but the last three or less. Returns how
   many. */
PNI_INLINE size_t multiply_fours(const pn_rigid_delassus *R, const double *x,
                                 double *y, const double *u)
{
  size_t c = 0;
  for (; c + PNI_LANES <= R->rows; c += PNI_LANES) {
    both of[PNI_LANES];
    pni_lanes sum = lanes_load(R->C + c) * lanes_load(x + c);
    PNI_UNROLL
    for (size_t r = 0; r < PNI_LANES; r++)
      load_both(u + BLOCK * R->pair[c + r].i, u + BLOCK * R->pair[c + r].j,
                &of[r]);
    multiply_four(R->G + ROW * c, of, &sum);
    lanes_store(y + c, &sum);
  }
  return c;
}

/* Does so with the diagonal: u is the row itself. */
PNI_INLINE size_t square_fours(const pn_rigid_delassus *R, double *D)
{
  size_t c = 0;
  for (; c + PNI_LANES <= R->rows; c += PNI_LANES) {
    both of[PNI_LANES];
    pni_lanes sum = lanes_load(R->C + c);
    PNI_UNROLL
    for (size_t r = 0; r < PNI_LANES; r++)
      load_both(R->G + ROW * (c + r), R->G + ROW * (c + r) + BLOCK, &of[r]);
    multiply_four(R->G + ROW * c, of, &sum);
    lanes_store(D + c, &sum);
  }
  return c;
}
#else
#define multiply_fours(R, x, y, u) 0
#define square_fours(R, D)         0
#endif

PNI_WIDE void pni_rigid_multiply(const pn_rigid_delassus *from, const double *x,
                                 double *y, double *u)
{
  const pn_rigid_delassus copy = *from, *const R = &copy;
  memset(u, 0, BLOCK * (R->bodies + 1) * sizeof *u);
  push(R, x, u);
  for (size_t c = multiply_fours(R, x, y, u); c < R->rows; c++) {
    both at;
    double sum[2];
    load_both(u + BLOCK * R->pair[c].i, u + BLOCK * R->pair[c].j, &at);
    multiply_both(R->G + ROW * c, &at, sum);
    y[c] = R->C[c] * x[c] + sum[0] + sum[1];
  }
}

/* Multiplies each row by itself; one of a body with itself has G_i + G_j there.
 */
PNI_WIDE void pni_rigid_diagonal(const pn_rigid_delassus *from, double *D)
{
  const pn_rigid_delassus copy = *from, *const R = &copy;
  both at;
  double sum[2];
  for (size_t c = square_fours(R, D); c < R->rows; c++) {
    const double *G = R->G + ROW * c;
    load_both(G, G + BLOCK, &at);
    multiply_both(G, &at, sum);
    D[c] = R->C[c] + sum[0] + sum[1];
  }
  for (size_t c = 0; c < R->rows; c++) {
    const double *G = R->G + ROW * c;
    if (R->pair[c].i != R->pair[c].j)
      continue;
    load_both(G + BLOCK, G, &at);
    multiply_both(G, &at, sum);
    D[c] = D[c] + sum[0] + sum[1];
  }
}

void pn_rigid_delassus_velocities(const pn_rigid_delassus *R, const double *x,
                                  double *u)
{
  memset(u, 0, BLOCK * (R->bodies + 1) * sizeof *u);
  pni_rigid_push(R, x, u);
  for (size_t k = 0; k <= R->bodies; k++) {
    double *at = u + BLOCK * k;
    const pn_rigid_root *S = &R->root[k];
    const pn_vec3 turn =
        pn_mat3_apply(S->angular, pn_vec3_make(at[3], at[4], at[5]));
    for (int i = 0; i < 3; i++)
      at[i] *= S->linear;
    at[3] = turn.x;
    at[4] = turn.y;
    at[5] = turn.z;
  }
}
