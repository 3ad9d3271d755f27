/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The symmetric matrix A of a complementarity problem, as a family of
   operators: a kind is a table of functions that know how to multiply by A and
   how to sweep over its rows. An operator knows nothing of a problem.

   Kinds keep A by its entries (operator_csr.h), or by the factors of
   A = J W J^T for balls (operator_balls.h) and A = J W J^T + C for rigid bodies
   (operator_rigid.h), or as a full array (operator_dense.h). The struct of each
   kind begins with its pn_lcp_operator.

   `scratch` is the caller's, so that threads can share an operator. */
#ifndef PANTIN_LCP_OPERATOR_H
#define PANTIN_LCP_OPERATOR_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Columns that a sweep takes side by side, so that A is read once for all. */
enum { PN_LCP_COLUMNS = 4 };

/* What a sweep does to x, (n x columns), one column or PN_LCP_COLUMNS of them.
   In each row i and each column, with w = A x + b of the newest x,

     x_i <- clip(x_i - step_i (w_i + kappa x_i), lo_i, hi_i),

   where a friction row has the bounds -+ mu_i x_normal of the newest x. */
typedef struct {
  size_t columns;            /* 1 or PN_LCP_COLUMNS */
  const double *b, *lo, *hi; /* (n) each; lo may be x if there is one column */
  const double *step;  /* omega / (D_i + kappa), (n x columns); omega = 1 is
                          Gauss-Seidel */
  const double *kappa; /* regularisation [1/kg], (columns); NULL, of one column:
                          none */
  int backward;        /* 1: from the last row to the first; one column only */
  const size_t *order; /* the rows to visit, in this order, (count); NULL: all
                          of them; one column only */
  size_t count;        /* rows in `order` */
  const size_t *colour; /* where in `order` each run of rows begins that share
                           no body, (colours + 1); NULL: not known */
  size_t colours;       /* such runs */
  int by_pairs;         /* 1: but rows of the same two bodies, which then follow
                           each other, are in one run */
  void *packed;         /* the rows in this order, as `pack` wrote them; NULL:
                           not packed */
  struct pn_pool *pool; /* shares the packed rows of a colour; NULL: one thread
                           takes them all */
  const size_t *normal; /* of a friction row the row of its normal, of any other
                           its own, (n); NULL: all bounds are lo and hi */
  const double *mu; /* coefficients of friction [-], (n), if normal is set */
  double *moved;    /* receives |dx|^2 of each column; NULL: not asked */
} pn_lcp_sweep;

struct pn_lcp_operator_type;

/* What every kind of operator begins with. */
typedef struct pn_lcp_operator {
  const struct pn_lcp_operator_type *type; /* its kind */
} pn_lcp_operator;

struct pn_lcp_csr;

/* A kind of operators: what can be done with the matrix A, (n x n). */
typedef struct pn_lcp_operator_type {
  const char *name; /* as programs print it */
  /* Returns n. */
  size_t (*rows)(const pn_lcp_operator *A);
  /* Returns how many reals of scratch the functions below need for each
     column. */
  size_t (*scratch)(const pn_lcp_operator *A);
  /* Copies the diagonal of A to D, (n). */
  void (*diagonal)(const pn_lcp_operator *A, double *D);
  /* Computes y = A x for one column; overwrites what `begin` left in
     scratch. */
  void (*multiply)(const pn_lcp_operator *A, const double *x, double *y,
                   double *scratch);
  /* Prepares scratch for sweeps from x. Call it before the first sweep, and
     again after x was changed by anything but a sweep. */
  void (*begin)(const pn_lcp_operator *A, size_t columns, const double *x,
                double *scratch);
  /* Sweeps over the rows of x, (n x columns), after `begin` or another sweep.
   */
  void (*sweep)(const pn_lcp_operator *A, const pn_lcp_sweep *how, double *x,
                double *scratch);
  /* Computes w = A x + b, (n x columns), after `begin` or a sweep, whose
     scratch it uses and keeps. */
  void (*measure)(const pn_lcp_operator *A, const pn_lcp_sweep *how,
                  const double *x, double *w, double *scratch);
  /* Writes the entries of A to `into`, whose memory is used again, if there are
     fewer than `most` (SIZE_MAX: no limit). GSL_SUCCESS, GSL_EOVRFLW if there
     are more, GSL_ENOMEM. */
  int (*assemble)(const pn_lcp_operator *A, size_t most,
                  struct pn_lcp_csr *into);
  /* Makes a copy, to be freed; NULL when memory is short. */
  pn_lcp_operator *(*copy)(const pn_lcp_operator *A);
  /* Frees the operator. */
  void (*free)(pn_lcp_operator *A);
  /* Returns the bytes that sweeps of this kind, whose `colour` is known, need
     for packed rows; 0 if they do without. NULL: all do. */
  size_t (*packed_size)(const pn_lcp_operator *A, const pn_lcp_sweep *how);
  /* Writes all that sweeps read of the rows to how->packed, in their order.
     Call it again after b, the bounds, steps or the order have changed. */
  void (*pack)(const pn_lcp_operator *A, const pn_lcp_sweep *how);
  /* Tells whether packed sweeps take runs by pairs. NULL: they do not. */
  int (*takes_pairs)(const pn_lcp_operator *A);
} pn_lcp_operator_type;

/* Frees an operator of any kind, or NULL. */
void pn_lcp_operator_free(pn_lcp_operator *A);

#ifdef __cplusplus
}
#endif

#endif
