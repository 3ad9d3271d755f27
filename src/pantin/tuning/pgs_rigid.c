/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sweep by the factors of A = G G^T + C (lcp/rigid_delassus.h): u =
   G^T x is kept up to date, row c needs the parts of its two bodies only,

     w_c = G_c . u + C_c x_c + b_c,

   and moving x_c by d moves u by d G_c: 24 multiplications, however many
   contacts touch the same bodies. After a sweep u is that of x, so that the
   error costs 12 more. Rows of the same two bodies follow each other, four
   contacts with three each in a wall, and find these parts in registers: each
   row waits for the last, and would wait for memory too. */
#include "pantin/tuning/pgs_private.h"

#include <string.h>

enum { BLOCK = PN_RIGID_BLOCK, ROW = PN_RIGID_ROW };

static size_t rigid_scratch(const pn_lcp *lcp)
{
  return BLOCK * (lcp->R->bodies + 1);
}

/* A number of each lane: GCC and Clang keep it in a vector register. */
typedef double lanes __attribute__((vector_size(PNI_LANES * sizeof(double))));

/* u of one body */
typedef struct {
  lanes of[BLOCK];
} part;

PNI_INLINE part load(const pn_pgs *p, size_t body)
{
  part u;
  PNI_UNROLL
  for (size_t k = 0; k < BLOCK; k++)
    memcpy(&u.of[k], &p->u[(BLOCK * body + k) * PNI_LANES], sizeof(lanes));
  return u;
}

PNI_INLINE void store(pn_pgs *p, size_t body, const part *u)
{
  PNI_UNROLL
  for (size_t k = 0; k < BLOCK; k++)
    memcpy(&p->u[(BLOCK * body + k) * PNI_LANES], &u->of[k], sizeof(lanes));
}

/* u += d G of one body */
PNI_INLINE void add(part *u, const lanes *d, const double *G)
{
  PNI_UNROLL
  for (int k = 0; k < BLOCK; k++)
    u->of[k] += *d * G[k];
}

/* sum += G . u of one body */
PNI_INLINE void multiply(lanes *sum, const double *G, const part *u)
{
  PNI_UNROLL
  for (int k = 0; k < BLOCK; k++)
    *sum += u->of[k] * G[k];
}

/* w_c of all lanes; the two bodies' sums do not wait for each other. */
PNI_INLINE void row(const pn_pgs *p, size_t c, const part *ui, const part *uj,
                    double *w)
{
  const pn_rigid_delassus *R = p->lcp->R;
  const double *G = &R->G[ROW * c], b = p->lcp->b[c];
  lanes first = {0}, second;
  memcpy(&second, &p->x[c * PNI_LANES], sizeof second);
  first += b;
  second *= R->C[c];
  multiply(&first, G, ui);
  multiply(&second, G + BLOCK, uj);
  first += second;
  memcpy(w, &first, sizeof first);
}

static void rigid_begin(pn_pgs *p)
{
  const pn_rigid_delassus *R = p->lcp->R;
  memset(p->u, 0, rigid_scratch(p->lcp) * PNI_LANES * sizeof *p->u);
  for (size_t c = 0; c < p->lcp->size; c++)
    for (size_t k = 0; k < ROW; k++) {
      const size_t body = k < BLOCK ? R->pair[c].i : R->pair[c].j;
      double *u = &p->u[(BLOCK * body + k % BLOCK) * PNI_LANES];
      for (size_t l = 0; l < PNI_LANES; l++)
        u[l] += p->x[c * PNI_LANES + l] * R->G[ROW * c + k];
    }
}

/* Whether row c has these bodies. */
PNI_INLINE int is_of(const pn_pgs *p, size_t c, pn_pair pair)
{
  return c < p->lcp->size && p->lcp->R->pair[c].i == pair.i &&
         p->lcp->R->pair[c].j == pair.j;
}

/* All rows of a pair, one after the other, with its u at hand. */
PNI_WIDE static void rigid_sweep(pn_pgs *p)
{
  double w[PNI_LANES], moves[PNI_LANES], moved[PNI_LANES] = {0};
  for (size_t c = 0; c < p->lcp->size;) {
    const pn_pair pair = p->lcp->R->pair[c];
    part ui = load(p, pair.i), uj = load(p, pair.j);
    do {
      const double *G = &p->lcp->R->G[ROW * c];
      lanes d;
      row(p, c, &ui, &uj, w);
      pni_pgs_move(p, c, w, moves, moved);
      memcpy(&d, moves, sizeof d);
      add(&ui, &d, G);
      add(&uj, &d, G + BLOCK);
    } while (is_of(p, ++c, pair));
    store(p, pair.i, &ui);
    store(p, pair.j, &uj);
  }
  memcpy(p->moved, moved, sizeof moved);
}

PNI_WIDE static void rigid_measure(pn_pgs *p)
{
  for (size_t c = 0; c < p->lcp->size;) {
    const pn_pair pair = p->lcp->R->pair[c];
    const part ui = load(p, pair.i), uj = load(p, pair.j);
    do
      row(p, c, &ui, &uj, &p->w[c * PNI_LANES]);
    while (is_of(p, ++c, pair));
  }
}

static const pn_pgs_kernel rigid = {
    .name = "rigid",
    .scratch = rigid_scratch,
    .begin = rigid_begin,
    .sweep = rigid_sweep,
    .measure = rigid_measure,
};

const pn_pgs_kernel *const pn_pgs_rigid = &rigid;
