/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The conjugate gradient method for A x = b, A symmetric positive
   semidefinite and known only by its products with vectors. */
#ifndef PANTIN_LINEAR_CG_H
#define PANTIN_LINEAR_CG_H

#include <stddef.h>

/* y = A x (or y = M^-1 x for a preconditioner M); never with y == x. */
typedef void pn_cg_product(const double *x, double *y, void *params);

typedef struct {
  size_t size;
  double *r, *z, *p, *Ap; /* residual, M^-1 r, direction, A p; (size) each,
                             owned */
  size_t iterations;      /* taken by the last solve */
  double residual;        /* |b - A x| / |b| at its end */
} pn_cg;

/* NULL when memory is short. */
pn_cg *pn_cg_alloc(size_t size);

void pn_cg_free(pn_cg *cg);

/* Improves x until |b - A x|_2 <= tolerance |b|_2 in at most `iterations`
   steps; precondition may be NULL. From x = 0 (and without preconditioner) a
   singular but consistent system ends in its solution of least norm.
   GSL_SUCCESS, GSL_EMAXITER, or GSL_EDOM if A shows a negative or non-finite
   curvature. */
int pn_cg_solve(pn_cg *cg, pn_cg_product *apply, pn_cg_product *precondition,
                void *params, const double *b, double tolerance,
                size_t iterations, double *x);

#endif
