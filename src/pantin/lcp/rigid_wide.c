/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Sweeps of 8 or 16 columns, one or two vectors of eight numbers: those of
   rigid_columns.c otherwise, where the formulas are. */
#include "pantin/lcp/wide_private.h"

#include "pantin/lcp/rigid_private.h"

enum { BLOCK = PN_RIGID_BLOCK, ROW = PN_RIGID_ROW };

#ifdef PNI_LANES
#include <immintrin.h>

enum { EIGHT = 8, MOST = PNI_WIDE_COLUMNS / EIGHT };

#define TARGET_WIDE __attribute__((target("avx512f")))

typedef double eight __attribute__((vector_size(EIGHT * sizeof(double))));
typedef long long eight_bits __attribute__((vector_size(EIGHT * 8)));

int pni_takes_wide(const pn_lcp_operator *A)
{
  return A->type == pn_lcp_operator_rigid &&
         __builtin_cpu_supports("avx512f") != 0;
}

/* u of one body in eight columns. */
typedef struct {
  eight of[BLOCK];
} part;

/* `vectors`, of eight columns, is a constant in all functions but the last; q
   is the number of one. */

/* Loads u of a body in the q-th vector of columns. */
PNI_INLINE TARGET_WIDE void load(const double *all, size_t vectors, size_t body,
                                 size_t q, part *u)
{
  PNI_UNROLL
  for (size_t k = 0; k < BLOCK; k++)
    memcpy(&u->of[k], &all[((BLOCK * body + k) * vectors + q) * EIGHT],
           sizeof(eight));
}

/* Stores u of a body in the q-th vector of columns. */
PNI_INLINE TARGET_WIDE void store(double *all, size_t vectors, size_t body,
                                  size_t q, const part *u)
{
  PNI_UNROLL
  for (size_t k = 0; k < BLOCK; k++)
    memcpy(&all[((BLOCK * body + k) * vectors + q) * EIGHT], &u->of[k],
           sizeof(eight));
}

/* Sets all eight numbers to one. */
PNI_INLINE TARGET_WIDE void set_all(eight *to, double a)
{
  *to = (eight){a, a, a, a, a, a, a, a};
}

/* Brings x into [lo, hi], as pni_clip does: max(a, b) is a > b ? a : b, and
   min(a, b) is a < b ? a : b. */
PNI_INLINE TARGET_WIDE void clip(const eight *lo, const eight *hi, eight *x)
{
  *x = _mm512_min_pd(*hi, _mm512_max_pd(*lo, *x));
}

/* Sets the bounds of row c in the q-th vector of columns. */
PNI_INLINE TARGET_WIDE void bounds(const pn_lcp_sweep *how, size_t vectors,
                                   size_t c, size_t q, const double *x,
                                   eight *lo, eight *hi)
{
  set_all(lo, how->lo[c]);
  set_all(hi, how->hi[c]);
  if (how->normal && how->normal[c] != c) {
    const double *n = &x[(how->normal[c] * vectors + q) * EIGHT];
    for (int l = 0; l < EIGHT; l++)
      (*hi)[l] = pni_friction_bound(how->mu[c], n[l]);
    *lo = -*hi;
  }
}

/* Computes w of row c in eight columns, where x is `old`. The sum begins with
   0 + b, which is never -0. */
PNI_INLINE TARGET_WIDE void product(const pn_rigid_delassus *R,
                                    const pn_lcp_sweep *how, size_t c,
                                    const eight *old, const part *ui,
                                    const part *uj, eight *w)
{
  const double *G = &R->G[ROW * c];
  eight second = *old * R->C[c];
  set_all(w, 0 + how->b[c]);
  PNI_UNROLL
  for (int k = 0; k < BLOCK; k++)
    *w += ui->of[k] * G[k];
  PNI_UNROLL
  for (int k = 0; k < BLOCK; k++)
    second += uj->of[k] * G[BLOCK + k];
  *w += second;
}

/* Moves row c in the q-th vector of columns. */
PNI_INLINE TARGET_WIDE void move(const pn_rigid_delassus *R,
                                 const pn_lcp_sweep *how, size_t vectors,
                                 size_t c, size_t q, double *x, part *ui,
                                 part *uj, eight *moved)
{
  const double *G = &R->G[ROW * c];
  const size_t at = (c * vectors + q) * EIGHT;
  eight old, w, step, kappa, lo, hi;
  memcpy(&old, &x[at], sizeof old);
  memcpy(&step, &how->step[at], sizeof step);
  memcpy(&kappa, &how->kappa[q * EIGHT], sizeof kappa);
  product(R, how, c, &old, ui, uj, &w);
  bounds(how, vectors, c, q, x, &lo, &hi);
  eight to = old - step * (w + kappa * old);
  clip(&lo, &hi, &to);
  memcpy(&x[at], &to, sizeof to);
  const eight d = to - old;
  *moved += d * d;
  PNI_UNROLL
  for (int k = 0; k < BLOCK; k++) {
    ui->of[k] += d * G[k];
    uj->of[k] += d * G[BLOCK + k];
  }
}

/* Sweeps over all rows; those of one pair of bodies keep its velocities in
   registers. */
PNI_INLINE TARGET_WIDE void sweep(const pn_rigid_delassus *from,
                                  const pn_lcp_sweep *with, size_t vectors,
                                  double *x, double *u)
{
  const pn_rigid_delassus copy = *from, *const R = &copy;
  const pn_lcp_sweep here = *with, *const how = &here;
  eight moved[MOST] = {{0}};
  for (size_t c = 0; c < R->rows;) {
    const pn_pair pair = R->pair[c];
    part ui[MOST], uj[MOST];
    PNI_UNROLL
    for (size_t q = 0; q < vectors; q++) {
      load(u, vectors, pair.i, q, &ui[q]);
      load(u, vectors, pair.j, q, &uj[q]);
    }
    do {
      PNI_UNROLL
      for (size_t q = 0; q < vectors; q++)
        move(R, how, vectors, c, q, x, &ui[q], &uj[q], &moved[q]);
    } while (pni_rigid_is_of(R, ++c, pair));
    PNI_UNROLL
    for (size_t q = 0; q < vectors; q++) {
      store(u, vectors, pair.i, q, &ui[q]);
      store(u, vectors, pair.j, q, &uj[q]);
    }
  }
  memcpy(how->moved, moved, vectors * sizeof(eight));
}

/* Sums of errors, as pni_wide_errors has them, in one vector of columns. */
typedef struct {
  eight one, two, inf;
} sums;

/* Adds the errors of row c in the q-th vector of columns. */
PNI_INLINE TARGET_WIDE void add_errors(const pn_rigid_delassus *R,
                                       const pn_lcp_sweep *how, size_t vectors,
                                       size_t c, size_t q, const double *x,
                                       const double *u, sums *e)
{
  static const eight_bits all_but_sign = {INT64_MAX, INT64_MAX, INT64_MAX,
                                          INT64_MAX, INT64_MAX, INT64_MAX,
                                          INT64_MAX, INT64_MAX};
  part ui, uj;
  eight old, w, lo, hi;
  load(u, vectors, R->pair[c].i, q, &ui);
  load(u, vectors, R->pair[c].j, q, &uj);
  memcpy(&old, &x[(c * vectors + q) * EIGHT], sizeof old);
  product(R, how, c, &old, &ui, &uj, &w);
  bounds(how, vectors, c, q, x, &lo, &hi);
  eight to = old - w;
  clip(&lo, &hi, &to);
  const eight error = (eight)((eight_bits)(old - to) & all_but_sign);
  e->one += error;
  e->two += error * error;
  e->inf = _mm512_max_pd(error, e->inf);
}

/* Computes the errors of all rows in all columns. */
PNI_INLINE TARGET_WIDE void measure(const pn_rigid_delassus *from,
                                    const pn_lcp_sweep *with, size_t vectors,
                                    const double *x, const double *u,
                                    pni_wide_errors *to)
{
  const pn_rigid_delassus copy = *from, *const R = &copy;
  const pn_lcp_sweep here = *with, *const how = &here;
  sums e[MOST] = {0};
  for (size_t c = 0; c < R->rows; c++) {
    PNI_UNROLL
    for (size_t q = 0; q < vectors; q++)
      add_errors(R, how, vectors, c, q, x, u, &e[q]);
  }
  for (size_t q = 0; q < vectors; q++) {
    memcpy(&to->one[q * EIGHT], &e[q].one, sizeof(eight));
    memcpy(&to->two[q * EIGHT], &e[q].two, sizeof(eight));
    memcpy(&to->inf[q * EIGHT], &e[q].inf, sizeof(eight));
  }
}

TARGET_WIDE void pni_wide_sweep(const pn_lcp_operator *A,
                                const pn_lcp_sweep *how, double *x, double *u)
{
  if (how->columns == EIGHT)
    sweep((const pn_rigid_delassus *)A, how, 1, x, u);
  else
    sweep((const pn_rigid_delassus *)A, how, 2, x, u);
}

TARGET_WIDE void pni_wide_measure(const pn_lcp_operator *A,
                                  const pn_lcp_sweep *how, const double *x,
                                  const double *u, pni_wide_errors *e)
{
  if (how->columns == EIGHT)
    measure((const pn_rigid_delassus *)A, how, 1, x, u, e);
  else
    measure((const pn_rigid_delassus *)A, how, 2, x, u, e);
}
#else
int pni_takes_wide(const pn_lcp_operator *A)
{
  (void)A;
  return 0;
}

void pni_wide_sweep(const pn_lcp_operator *A, const pn_lcp_sweep *how,
                    double *x, double *u)
{
  (void)A, (void)how, (void)x, (void)u;
}

void pni_wide_measure(const pn_lcp_operator *A, const pn_lcp_sweep *how,
                      const double *x, const double *u, pni_wide_errors *e)
{
  (void)A, (void)how, (void)x, (void)u, (void)e;
}
#endif

/* Adds x g to u for one body, (6 x columns). */
static void add_scaled(double *u, size_t columns, const double *x,
                       const double *g)
{
  for (size_t k = 0; k < BLOCK; k++)
    for (size_t l = 0; l < columns; l++)
      u[k * columns + l] += x[l] * g[k];
}

void pni_wide_begin(const pn_lcp_operator *A, size_t columns, const double *x,
                    double *u)
{
  const pn_rigid_delassus *R = (const pn_rigid_delassus *)A;
  memset(u, 0, BLOCK * (R->bodies + 1) * columns * sizeof *u);
  for (size_t c = 0; c < R->rows; c++) {
    const double *G = R->G + ROW * c, *xc = x + columns * c;
    add_scaled(u + BLOCK * columns * R->pair[c].i, columns, xc, G);
    add_scaled(u + BLOCK * columns * R->pair[c].j, columns, xc, G + BLOCK);
  }
}
