/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The matrix of a problem of rigid bodies by its factors, A = J W J^T + C
   (operator_balls.h is the same for balls that do not turn). Each row of J
   belongs to a contact's normal or tangent, or to an equation of a joint, and
   has 6 entries on each of two bodies,

     (J u)_c = Ji . (v_i, omega_i) + Jj . (v_j, omega_j);

   W is block-diagonal, with 1/m and the inverse inertia in the world's frame
   of each body; C is diagonal, the compliance of the rows.

   With W = S S^T what is kept is G = J S, so that A = G G^T + C: a product or
   a sweep reads 12 numbers for a row, however many others its bodies have. */
#ifndef PANTIN_LCP_OPERATOR_RIGID_H
#define PANTIN_LCP_OPERATOR_RIGID_H

#include "pantin/base/mat3.h"
#include "pantin/lcp/operator_balls.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Entries of a row on one body, and on both. */
enum { PN_RIGID_BLOCK = 6, PN_RIGID_ROW = 2 * PN_RIGID_BLOCK };

/* The root of a body's W: S = diag(linear 1, angular). */
typedef struct {
  double linear;   /* 1 / sqrt(m) */
  pn_mat3 angular; /* lower triangle L with L L^T = I^-1 */
} pn_rigid_root;

typedef struct pn_rigid_delassus {
  pn_lcp_operator base;
  size_t rows;         /* of J */
  size_t room;         /* rows that fit in the arrays */
  size_t bodies;       /* bodies that move */
  pn_pair *pair;       /* the two bodies of each row, (room), owned; what does
                          not move is body number `bodies` */
  double *G;           /* J S, (room x 12), owned */
  double *C;           /* compliance [1/kg], (room), owned */
  pn_rigid_root *root; /* (bodies + 1), the last 0, owned */
} pn_rigid_delassus;

extern const pn_lcp_operator_type *const pn_lcp_operator_rigid;

/* Returns the factors, if the operator has them or was assembled from them;
   else NULL. */
const pn_rigid_delassus *pn_rigid_delassus_of(const pn_lcp_operator *A);

/* Allocates factors with room for so many rows between so many bodies (fewer
   than 2^32); rows is 0, masses are infinite until they are set. NULL when
   memory is short. */
pn_rigid_delassus *pn_rigid_delassus_alloc(size_t room, size_t bodies);

void pn_rigid_delassus_free(pn_rigid_delassus *R);

/* Makes room for at least so many rows; those that are there are kept.
   GSL_SUCCESS or GSL_ENOMEM. */
int pn_rigid_delassus_reserve(pn_rigid_delassus *R, size_t room);

/* Gives body k its inverse mass [1/kg] and inverse inertia in the world's frame
   [1/(kg m^2)]. Call it before the rows of the body are set. */
void pn_rigid_delassus_set_body(pn_rigid_delassus *R, size_t k,
                                double inverse_mass, pn_mat3 inverse_inertia);

/* Sets row c < room: J on (v, omega) of both bodies, (6) each, and C. The block
   of body number `bodies`, which does not move, is not read. */
void pn_rigid_delassus_set_row(pn_rigid_delassus *R, size_t c, pn_pair pair,
                               const double *Ji, const double *Jj, double C);

/* Computes u = W J^T x, the velocities, (6 (bodies + 1)), that impulses x [N
   s], (rows), give to bodies at rest. */
void pn_rigid_delassus_velocities(const pn_rigid_delassus *R, const double *x,
                                  double *u);

/* Returns the entry of A in row c and column d [1/kg]; 0 for rows that share no
   body. */
double pn_rigid_delassus_entry(const pn_rigid_delassus *R, size_t c, size_t d);

#ifdef __cplusplus
}
#endif

#endif
