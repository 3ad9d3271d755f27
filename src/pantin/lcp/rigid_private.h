/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The rows of the operator by factors, as its sweeps read them: the products
   with u of a row's two bodies, and those sweeps that have their own files. */
#ifndef PANTIN_LCP_RIGID_PRIVATE_H
#define PANTIN_LCP_RIGID_PRIVATE_H

#include "pantin/lcp/operator_rigid.h"
#include "pantin/lcp/sweep_private.h"

/* Two numbers side by side: every processor with vectors has registers for
   them, and GCC and Clang take them as one. */
typedef double pni_two __attribute__((vector_size(2 * sizeof(double))));

PNI_INLINE pni_two pni_load_two(const double *from)
{
  pni_two v;
  memcpy(&v, from, sizeof v);
  return v;
}

/* Returns the product of the row's first half with ui and that of its second
   with uj, taken side by side. */
PNI_INLINE pni_two pni_rigid_dots(const double *G, const double *ui,
                                  const double *uj)
{
  pni_two part[PN_RIGID_BLOCK / 2];
  PNI_UNROLL
  for (int k = 0; k < PN_RIGID_BLOCK / 2; k++) {
    const pni_two i = pni_load_two(G + 2 * k) * pni_load_two(ui + 2 * k);
    const pni_two j =
        pni_load_two(G + PN_RIGID_BLOCK + 2 * k) * pni_load_two(uj + 2 * k);
    part[k] = (pni_two){i[0], j[0]} + (pni_two){i[1], j[1]};
  }
  return part[0] + part[1] + part[2];
}

/* Adds d g to u for one body. */
PNI_INLINE void pni_rigid_add(double *u, double d, const double *g)
{
  PNI_UNROLL
  for (int k = 0; k < PN_RIGID_BLOCK; k += 2) {
    const pni_two sum = pni_load_two(u + k) + d * pni_load_two(g + k);
    memcpy(u + k, &sum, sizeof sum);
  }
}

/* rigid_packed.c: one column, by colours. */
size_t pni_rigid_packed_size(const pn_lcp_operator *A, const pn_lcp_sweep *how);
void pni_rigid_pack(const pn_lcp_operator *A, const pn_lcp_sweep *how);
void pni_rigid_sweep_packed(const pn_lcp_sweep *how, double *x, double *u);

/* rigid_pairs.c, rigid_pairs_pack.c: one column, by runs or colours of pairs;
   `many`: with registers that only
   a processor with pni_has_many has. */
int pni_rigid_takes_pairs(const pn_lcp_operator *A);
size_t pni_rigid_pairs_size(const pn_lcp_operator *A, const pn_lcp_sweep *how);
void pni_rigid_pairs_pack(const pn_lcp_operator *A, const pn_lcp_sweep *how);
void pni_rigid_pairs_sweep(const pn_lcp_sweep *how, int many, double *x,
                           double *u);

/* rigid_columns.c: PN_LCP_COLUMNS columns; the first function adds G^T x to u
   in each. */
void pni_rigid_push_columns(const pn_rigid_delassus *R, const double *x,
                            double *u);
void pni_rigid_sweep_columns(const pn_rigid_delassus *R,
                             const pn_lcp_sweep *how, double *x, double *u);
void pni_rigid_measure_columns(const pn_rigid_delassus *R,
                               const pn_lcp_sweep *how, const double *x,
                               double *w, const double *u);

/* rigid_product.c: adds G^T x to u, (6 (bodies + 1)); computes y = A x, with u
   as scratch, and the diagonal of A. */
void pni_rigid_push(const pn_rigid_delassus *R, const double *x, double *u);
void pni_rigid_multiply(const pn_rigid_delassus *R, const double *x, double *y,
                        double *u);
void pni_rigid_diagonal(const pn_rigid_delassus *R, double *D);

/* rigid_contact.c: the rows of a contact. */
typedef struct {
  pn_pair pair;
  pn_vec3 arm[2]; /* from the two bodies to the point [m] */
  pn_vec3 d[3];   /* directions of the rows */
  double C[3];    /* their compliance [1/kg] */
} pni_rigid_contact;

/* Sets so many rows from `first` on, one in each direction, and their rates J u
   at the velocities u, (6 (bodies + 1)). */
void pni_rigid_set_rows(pn_rigid_delassus *R, size_t first, size_t rows,
                        const pni_rigid_contact *at, const double *u,
                        double *rate);

/* Does so with three rows, side by side. */
void pni_rigid_set_three(pn_rigid_delassus *R, size_t first,
                         const pni_rigid_contact *at, const double *u,
                         double *rate);

/* Tells whether row c has these two bodies. */
PNI_INLINE int pni_rigid_is_of(const pn_rigid_delassus *R, size_t c,
                               pn_pair pair)
{
  return c < R->rows && R->pair[c].i == pair.i && R->pair[c].j == pair.j;
}

#endif
