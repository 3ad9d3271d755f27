/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The boxed linear complementarity problem: find lambda with

     lo <= lambda <= hi,   w = A lambda + b,   and in each row
     w >= 0 if lambda = lo,  w = 0 if lo < lambda < hi,  w <= 0 if lambda = hi,

   for a symmetric positive semidefinite A. With lo = 0 and hi = infinity it
   is the contact problem 0 <= lambda, w >= 0, lambda^T w = 0: impulses push,
   contacts open, and no impulse acts where a contact opens. Its solutions are
   the minima of 1/2 lambda^T A lambda + b^T lambda in the box.

   A is given by its entries or by its factors (delassus.h for balls,
   rigid_delassus.h for rigid bodies); what can be done with it, products and
   sweeps, is the same for all. solver.h solves. */
#ifndef PANTIN_LCP_LCP_H
#define PANTIN_LCP_LCP_H

#include "pantin/base/error.h"
#include "pantin/lcp/delassus.h"
#include "pantin/lcp/rigid_delassus.h"

#include <stddef.h> /* gsl_spmatrix.h forgets it */
#include <gsl/gsl_spmatrix.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pn_lcp_form;

typedef struct {
  size_t size;    /* rows n */
  size_t room;    /* rows that fit in the arrays */
  double *b;      /* w at lambda = 0 [m/s], (room), owned */
  double *lo;     /* least lambda, may be -infinity [N s], (room), owned */
  double *hi;     /* greatest, may be infinity [N s], (room), owned */
  double *D;      /* diagonal of A [1/kg], (room), owned; by pn_lcp_complete */
  size_t *normal; /* of a friction row: the row of its normal impulse; of any
                     other: its own number; (room), owned; NULL when no row has
                     friction */
  double *mu;     /* coefficient of a friction row [-], (room), owned, or NULL:
                     |lambda_i| <= mu_i lambda_normal_i when the bounds are
                     coupled; lo and hi are the frozen ones */
  const struct pn_lcp_form *form; /* which of them is worked with */
  gsl_spmatrix *A;      /* (n x n) in CSR, owned (but R->matrix); or NULL */
  pn_delassus *J;       /* A = J W J^T, owned; or NULL */
  pn_rigid_delassus *R; /* A = J W J^T + C, owned; or NULL */
} pn_lcp;

/* What a sweep over the rows does to lambda: in each row
   lambda_i <- clip(lambda_i - omega w_i / D_i, lo_i, hi_i), at once, with
   w_i of the newest lambda. With `normal` the bounds of friction rows are
   those of the newest lambda too: -+ mu_i lambda_normal_i. */
typedef struct {
  const double *b, *lo, *hi; /* (n) each; lo may be lambda itself */
  double omega;              /* 1: Gauss-Seidel */
  int backward;              /* 1: from the last row to the first */
  const size_t *normal;      /* as in pn_lcp, (n); NULL: all bounds frozen */
  const double *mu;          /* the same */
} pn_lcp_sweep;

/* The ways to work with A. `scratch` is the solver's, so that a problem
   can be shared. */
typedef struct pn_lcp_form {
  const char *name;
  /* How many reals of scratch all this needs. */
  size_t (*scratch)(const pn_lcp *lcp);
  /* y = A x; spoils what `begin` left in scratch. */
  void (*multiply)(const pn_lcp *lcp, const double *x, double *y,
                   double *scratch);
  /* To be called before the first sweep, and before the next one after lambda
     was changed by anything but a sweep. */
  void (*begin)(const pn_lcp *lcp, const double *lambda, double *scratch);
  void (*sweep)(const pn_lcp *lcp, const pn_lcp_sweep *how, double *lambda,
                double *scratch);
} pn_lcp_form;

extern const pn_lcp_form *const pn_lcp_assembled;   /* by A; lcp_assembled.c */
extern const pn_lcp_form *const pn_lcp_matrix_free; /* by J; lcp_free.c */
extern const pn_lcp_form *const pn_lcp_rigid;       /* by R; lcp_rigid.c */

/* A problem with room for so many rows: b = 0, lo = 0, hi = infinity, and no
   matrix yet. NULL when memory is short. */
pn_lcp *pn_lcp_alloc(size_t size);

void pn_lcp_free(pn_lcp *lcp);

/* Sets the number of rows; new ones are to be filled. GSL_ENOMEM. */
int pn_lcp_resize(pn_lcp *lcp, size_t size);

/* Makes the arrays `normal` and `mu`, without any friction yet. GSL_ENOMEM. */
int pn_lcp_add_friction(pn_lcp *lcp);

/* To be called when A, J or R is in place: sets D, and the form to work with
   the factors if there are any. An A that was made of R before is
   forgotten. */
void pn_lcp_complete(pn_lcp *lcp);

/* Makes A from J or R, if it is not there, and works with it. GSL_ENOMEM. */
int pn_lcp_assemble(pn_lcp *lcp);

/* For a problem of rigid bodies: works with A where it has fewer than
   PN_LCP_ASSEMBLED_MAX entries a row, for then sweeps are faster, and with the
   factors otherwise. GSL_ENOMEM. */
enum { PN_LCP_ASSEMBLED_MAX = 15 };
int pn_lcp_choose_form(pn_lcp *lcp);

/* The bounds of all rows, (n), where those of friction are -+ mu lambda_normal
   for this lambda, (n). lo and hi may be the problem's own, which are then
   frozen so. */
void pn_lcp_friction_bounds(const pn_lcp *lcp, const double *lambda, double *lo,
                            double *hi);

/* GSL_SUCCESS if this is a problem: every number finite (but for infinite
   bounds), lo <= hi, A symmetric with a positive diagonal and without a 2 x 2
   minor that is negative. Otherwise GSL_EINVAL, the reason in `error`, and in
   row (may be NULL) the row to blame. */
int pn_lcp_check(const pn_lcp *lcp, size_t *row, pn_error *error);

/* GSL_SUCCESS if A is positive semidefinite but for rounding: by a sparse
   factorisation, which for many thousand rows takes its time. Otherwise
   GSL_EINVAL and the reason; GSL_ENOMEM. */
int pn_lcp_check_definite(const pn_lcp *lcp, pn_error *error);

/* True if the bounds are those of plain contacts, 0 and infinity. */
int pn_lcp_is_plain(const pn_lcp *lcp);

/* Three norms of a vector. */
typedef struct {
  double one, two, inf;
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
} pn_lcp_residual;

/* Measures lambda; w, (n), receives A lambda + b. A lambda that is not finite
   has residuals of infinity. */
void pn_lcp_measure(const pn_lcp *lcp, const double *lambda, double *w,
                    double *scratch, pn_lcp_residual *residual);

#ifdef __cplusplus
}
#endif

#endif
