/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The boxed linear complementarity problem: find lambda with

     lo <= lambda <= hi,   w = A lambda + b,   and in each row
     w >= 0 if lambda = lo,  w = 0 if lo < lambda < hi,  w <= 0 if lambda = hi,

   for a symmetric positive semidefinite A with a positive diagonal. With lo = 0
   and hi = infinity it is the contact problem 0 <= lambda, w >= 0, lambda^T w =
   0: impulses push, contacts open, and no impulse acts where a contact opens.
   Its solutions are the minima of 1/2 lambda^T A lambda + b^T lambda in the
   box.

   A is an operator (operator.h) by its entries or by its factors; what can be
   done with it, products and sweeps, is the same for all kinds. solver.h
   solves. */
#ifndef PANTIN_LCP_LCP_H
#define PANTIN_LCP_LCP_H

#include "pantin/base/error.h"
#include "pantin/lcp/operator.h"

#include <gsl/gsl_spmatrix.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A complementarity problem. */
typedef struct {
  size_t size;    /* rows n */
  size_t room;    /* rows that fit in the arrays */
  double *b;      /* w at lambda = 0 [m/s], (room), owned */
  double *lo;     /* least lambda, may be -infinity [N s], (room), owned */
  double *hi;     /* greatest, may be infinity [N s], (room), owned */
  double *D;      /* diagonal of A [1/kg], (room), owned, set by
                     pn_lcp_set_operator */
  size_t *normal; /* of a friction row: the row of its normal impulse; of any
                     other: its own number; (room), owned; NULL when no row
                     has friction */
  double *mu;     /* coefficient of a friction row [-], (room), owned, or
                     NULL: |lambda_i| <= mu_i lambda_normal_i when the bounds
                     are coupled; lo and hi are the frozen ones */
  pn_lcp_operator *A; /* (n x n), owned; NULL until pn_lcp_set_operator */
  double *guess;      /* of lambda, as from the step before [N s], (n), owned,
                         or NULL: set by pn_lcp_set_guess */
} pn_lcp;

/* Makes a problem from arrays, which are copied: A by its entries in CSR, where
   row i has those with k = p[i] .. p[i + 1] - 1 in column i[k] with the value
   x[k], in any order, and b, (n); bounds 0 and infinity. NULL and the reason in
   error when row pointers or columns are out of range, an entry is there twice
   or not finite, A is not symmetric with a positive diagonal (pn_lcp_check), or
   memory is short. */
pn_lcp *pn_lcp_from_csr(size_t n, const int *p, const int *i, const double *x,
                        const double *b, pn_error *error);

/* Sets the bounds of all rows, (n) each; NULL leaves lo or hi as they are.
   GSL_EINVAL, with the reason, if lo <= hi does not hold in each row: then they
   are as they were. */
int pn_lcp_set_bounds(pn_lcp *lcp, const double *lo, const double *hi,
                      pn_error *error);

/* Makes a problem with room for so many rows: b = 0, lo = 0, hi = infinity, and
   no matrix yet. NULL when memory is short. */
pn_lcp *pn_lcp_alloc(size_t size);

/* Frees a problem with its matrix; NULL is fine. */
void pn_lcp_free(pn_lcp *lcp);

/* Copies a problem; the copy shares nothing with it. NULL when memory is
   short. */
pn_lcp *pn_lcp_copy(const pn_lcp *lcp);

/* Sets the number of rows; new ones are to be filled. GSL_ENOMEM. */
int pn_lcp_resize(pn_lcp *lcp, size_t size);

/* Copies a guess of lambda, (n), into the problem, which must not be resized
   afterwards. GSL_ENOMEM. */
int pn_lcp_set_guess(pn_lcp *lcp, const double *guess);

/* Makes the arrays `normal` and `mu`, without any friction yet. GSL_ENOMEM. */
int pn_lcp_add_friction(pn_lcp *lcp);

/* Gives the problem its matrix, which it then owns; an earlier one is freed.
   Call it again with the same matrix when its numbers have changed: it reads
   the diagonal. */
void pn_lcp_set_operator(pn_lcp *lcp, pn_lcp_operator *A);

/* Gives the problem a matrix by its entries, in CSR with ascending columns,
   which it then owns. GSL_ENOMEM: the entries are freed. */
int pn_lcp_set_entries(pn_lcp *lcp, gsl_spmatrix *A);

/* Replaces the factors by the entries of their product, and keeps the factors
   beside them (pn_lcp_factors). GSL_ENOMEM; GSL_EINVAL if the problem has rows
   but no matrix. */
int pn_lcp_assemble(pn_lcp *lcp);

/* Computes the bounds of all rows, (n); those of friction rows are -+ mu
   lambda_normal for this lambda, (n). lo and hi may be the problem's own: this
   freezes them. */
void pn_lcp_friction_bounds(const pn_lcp *lcp, const double *lambda, double *lo,
                            double *hi);

/* Checks a problem: every number finite (but for infinite bounds), lo <= hi, A
   symmetric with a positive diagonal and without a negative 2 x 2 minor.
   GSL_SUCCESS; otherwise GSL_EINVAL, the reason in `error`, and in row (may be
   NULL) the row to blame. */
int pn_lcp_check(const pn_lcp *lcp, size_t *row, pn_error *error);

/* Checks that A is positive semidefinite but for rounding, by a sparse
   factorisation, which takes long for many thousands of rows. GSL_SUCCESS;
   GSL_EINVAL and the reason; GSL_ENOMEM. */
int pn_lcp_check_definite(const pn_lcp *lcp, pn_error *error);

/* Tells whether all bounds are those of plain contacts, 0 and infinity. */
int pn_lcp_is_plain(const pn_lcp *lcp);

/* Three norms of a vector. */
typedef struct {
  double one, two, inf; /* |.|_1, |.|_2 and |.|_inf */
} pn_norms;

/* How far lambda is from solving the problem: a certificate, computed from
   lambda and the problem alone. All are 0 at a solution, and only there. */
typedef struct {
  pn_norms natural; /* min(lambda - lo, max(lambda - hi, w)), as it is
                       printed: impulses and velocities mixed */
  pn_norms scaled;  /* min(D (lambda - lo), max(D (lambda - hi), w)) [m/s] */
  double complementarity; /* sum of |lambda - bound| |w| over the bounds that
                             the sign of w pushes to [J] */
  double infeasible;      /* largest amount by which a bound is passed [N s] */
  double unsupported;     /* largest |w| that pushes to an infinite bound: for
                             plain contacts the largest -w [m/s] */
  size_t active;          /* rows strictly between their bounds */
  double scale; /* the largest |b_i| [m/s], for a relative tolerance */
  double terms; /* the largest D_i |lambda_i| [m/s]: w is a sum of terms of this
                   size, so that its rounding grows with it */
} pn_lcp_residual;

/* The residual of a lambda that cannot be measured. */
extern const pn_lcp_residual pn_lcp_residual_unknown;

/* Measures lambda; w, (n), receives A lambda + b; `scratch` has the room that A
   asks for. If lambda is not finite, or the problem has no matrix, the
   residuals are infinite. */
void pn_lcp_measure(const pn_lcp *lcp, const double *lambda, double *w,
                    double *scratch, pn_lcp_residual *residual);

#ifdef __cplusplus
}
#endif

#endif
