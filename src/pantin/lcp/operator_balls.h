/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The matrix of a contact problem by its factors, A = J W J^T (in the field:
   the Delassus operator). Row c of J belongs to a contact between bodies i
   and j with the unit normal n from i to j,

     (J v)_c = n_c . (v_j - v_i),

   and W holds the inverse masses. A product J (W (J^T x)) then costs a few
   operations for each contact, however many others touch the same body, and A
   is never formed. */
#ifndef PANTIN_LCP_OPERATOR_BALLS_H
#define PANTIN_LCP_OPERATOR_BALLS_H

#include "pantin/base/vec3.h"
#include "pantin/lcp/operator.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The two bodies of a contact. Body number `bodies` is the one that does not
   move. */
typedef struct {
  uint32_t i, j;
} pn_pair;

typedef struct pn_delassus {
  pn_lcp_operator base;
  size_t rows;          /* contacts */
  size_t room;          /* contacts that fit in the arrays */
  size_t bodies;        /* bodies that move */
  pn_pair *pair;        /* (room), owned */
  pn_vec3 *normal;      /* from i to j, unit length [-], (room), owned */
  double *inverse_mass; /* [1/kg], (bodies + 1), the last 0, owned */
} pn_delassus;

extern const pn_lcp_operator_type *const pn_lcp_operator_balls;

/* Returns the factors, if the operator has them or was assembled from them;
   else NULL. */
const pn_delassus *pn_delassus_of(const pn_lcp_operator *A);

/* Allocates factors with room for so many contacts between so many bodies
   (fewer than 2^32); rows is 0, masses are infinite until they are set. NULL
   when memory is short. */
pn_delassus *pn_delassus_alloc(size_t room, size_t bodies);

void pn_delassus_free(pn_delassus *J);

/* Makes room for at least so many contacts; those that are there are kept.
   GSL_SUCCESS or GSL_ENOMEM. */
int pn_delassus_reserve(pn_delassus *J, size_t room);

/* Computes v = W J^T x, the velocities [m/s], (bodies + 1), that impulses x [N
   s], (rows), give to bodies at rest. */
void pn_delassus_velocities(const pn_delassus *J, const double *x, pn_vec3 *v);

/* Computes y = J v, the velocity at which each contact opens [m/s], (rows). */
void pn_delassus_opening(const pn_delassus *J, const pn_vec3 *v, double *y);

/* Returns the entry of A in row c and column d [1/kg]; 0 for contacts that
   share no body. */
double pn_delassus_entry(const pn_delassus *J, size_t c, size_t d);

#ifdef __cplusplus
}
#endif

#endif
