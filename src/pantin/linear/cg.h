/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The conjugate gradient method for A x = b, A symmetric positive
   semidefinite and known only by its products with vectors. */
#ifndef PANTIN_LINEAR_CG_H
#define PANTIN_LINEAR_CG_H

#include <stddef.h>

/* Computes y = A x, or y = M^-1 x for a preconditioner M; y and x differ. */
typedef void pn_cg_product(const double *x, double *y, void *params);

typedef struct {
  size_t size;
  double *r, *z, *p, *Ap; /* residual, M^-1 r, direction, A p; (size) each,
                             owned */
  double *best;           /* the x of the least residual, (size), owned */
  size_t iterations;      /* taken by the last solve */
  double residual;        /* |b - A x| of the x that it returned */

  /* May be changed: */
  double flat;            /* p.Ap <= flat p.Dp says that rows of A are
                             redundant, and stops the search; set 0 */
  const double *diagonal; /* D, (size), borrowed; NULL: 1 */
} pn_cg;

/* Makes a workspace; NULL when memory is short. */
pn_cg *pn_cg_alloc(size_t size);

void pn_cg_free(pn_cg *cg);

/* Improves x until |b - A x|_2 <= relative |b|_2 + absolute in at most
   `iterations` steps; precondition may be NULL. From x = 0 (and without
   preconditioner) a singular but consistent system ends in its solution of
   least norm. x becomes the iterate of least residual. GSL_SUCCESS, also if a
   direction was flat; GSL_EMAXITER; GSL_EDOM if a number is not finite or, with
   flat = 0, a curvature is not positive. */
int pn_cg_solve(pn_cg *cg, pn_cg_product *apply, pn_cg_product *precondition,
                void *params, const double *b, double relative, double absolute,
                size_t iterations, double *x);

#endif
