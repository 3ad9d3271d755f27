/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Sweeps of several columns: consecutive rows often share their two bodies
   (four contacts of three rows each at a wall), so u of these bodies stays in
   registers. Each row waits for the last one, and would wait for memory too. */
#include "pantin/lcp/rigid_private.h"

enum { BLOCK = PN_RIGID_BLOCK, ROW = PN_RIGID_ROW };

/* One number per column: GCC and Clang keep it in a vector register. */
typedef double columns
    __attribute__((vector_size(PN_LCP_COLUMNS * sizeof(double))));

/* The u of one body, one for each column. */
typedef struct {
  columns of[BLOCK];
} part;

PNI_INLINE part load(const double *all, size_t body)
{
  part u;
  PNI_UNROLL
  for (size_t k = 0; k < BLOCK; k++)
    memcpy(&u.of[k], &all[(BLOCK * body + k) * PN_LCP_COLUMNS],
           sizeof(columns));
  return u;
}

PNI_INLINE void store(double *all, size_t body, const part *u)
{
  PNI_UNROLL
  for (size_t k = 0; k < BLOCK; k++)
    memcpy(&all[(BLOCK * body + k) * PN_LCP_COLUMNS], &u->of[k],
           sizeof(columns));
}

/* Adds d G to u for one body. */
PNI_INLINE void add_columns(part *u, const columns *d, const double *G)
{
  PNI_UNROLL
  for (int k = 0; k < BLOCK; k++)
    u->of[k] += *d * G[k];
}

/* Adds G . u of one body to the sum. */
PNI_INLINE void add_product(columns *sum, const double *G, const part *u)
{
  PNI_UNROLL
  for (int k = 0; k < BLOCK; k++)
    *sum += u->of[k] * G[k];
}

/* Computes w_c of all columns; the sums of the two bodies do not wait for each
   other. */
PNI_INLINE void row_columns(const pn_rigid_delassus *R, const pn_lcp_sweep *how,
                            size_t c, const double *x, const part *ui,
                            const part *uj, double *w)
{
  const double *G = &R->G[ROW * c], b = how->b[c];
  columns first = {0}, second;
  memcpy(&second, &x[c * PN_LCP_COLUMNS], sizeof second);
  first += b;
  second *= R->C[c];
  add_product(&first, G, ui);
  add_product(&second, G + BLOCK, uj);
  first += second;
  memcpy(w, &first, sizeof first);
}

/* Sweeps over the rows of several columns; those of one pair of bodies keep its
   velocities in registers. */
PNI_WIDE static void sweep(const pn_rigid_delassus *from,
                           const pn_lcp_sweep *with, double *x, double *u)
{
  const pn_rigid_delassus copy = *from, *const R = &copy;
  const pn_lcp_sweep here = *with, *const how = &here;
  double w[PN_LCP_COLUMNS], moves[PN_LCP_COLUMNS], moved[PN_LCP_COLUMNS] = {0};
  for (size_t c = 0; c < R->rows;) {
    const pn_pair pair = R->pair[c];
    part ui = load(u, pair.i), uj = load(u, pair.j);
    do {
      const double *G = &R->G[ROW * c];
      columns d;
      row_columns(R, how, c, x, &ui, &uj, w);
      pni_sweep_row(how, PN_LCP_COLUMNS, c, w, x, moves, moved);
      memcpy(&d, moves, sizeof d);
      add_columns(&ui, &d, G);
      add_columns(&uj, &d, G + BLOCK);
    } while (pni_rigid_is_of(R, ++c, pair));
    store(u, pair.i, &ui);
    store(u, pair.j, &uj);
  }
  pni_sweep_end(how, moved);
}

/* Computes w of all rows and columns from the velocities of the last sweep. */
PNI_WIDE static void measure(const pn_rigid_delassus *R,
                             const pn_lcp_sweep *how, const double *x,
                             double *w, const double *u)
{
  for (size_t c = 0; c < R->rows;) {
    const pn_pair pair = R->pair[c];
    const part ui = load(u, pair.i), uj = load(u, pair.j);
    do
      row_columns(R, how, c, x, &ui, &uj, &w[c * PN_LCP_COLUMNS]);
    while (pni_rigid_is_of(R, ++c, pair));
  }
}

void pni_rigid_sweep_columns(const pn_rigid_delassus *R,
                             const pn_lcp_sweep *how, double *x, double *u)
{
  sweep(R, how, x, u);
}

void pni_rigid_measure_columns(const pn_rigid_delassus *R,
                               const pn_lcp_sweep *how, const double *x,
                               double *w, const double *u)
{
  measure(R, how, x, w, u);
}

/* Adds x g to u for one body, (6 x PN_LCP_COLUMNS). */
static void add_scaled(double *u, const double *x, const double *g)
{
  for (size_t k = 0; k < BLOCK; k++)
    for (size_t l = 0; l < PN_LCP_COLUMNS; l++)
      u[k * PN_LCP_COLUMNS + l] += x[l] * g[k];
}

void pni_rigid_push_columns(const pn_rigid_delassus *R, const double *x,
                            double *u)
{
  for (size_t c = 0; c < R->rows; c++) {
    const double *G = R->G + ROW * c, *xc = x + PN_LCP_COLUMNS * c;
    add_scaled(u + BLOCK * PN_LCP_COLUMNS * R->pair[c].i, xc, G);
    add_scaled(u + BLOCK * PN_LCP_COLUMNS * R->pair[c].j, xc, G + BLOCK);
  }
}
