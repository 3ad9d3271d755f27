/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the methods share. */
#ifndef PANTIN_LCP_SOLVER_PRIVATE_H
#define PANTIN_LCP_SOLVER_PRIVATE_H

#include "pantin/lcp/operator_csr.h"
#include "pantin/lcp/solver.h"
#include "pantin/lcp/sweep_private.h"

/* A residual is computed anew after so many updates r += a A p. */
enum { PNI_REFRESH = 50 };

/* Allocates one block for `count` vectors of n, and sets *vector[k] to the k-th
   of them. Returns the block, to be freed, or NULL. */
double *pni_vectors(size_t n, size_t count, double **const *vector);

double pni_dot(size_t n, const double *x, const double *y);

/* Computes y = A x. */
void pni_product(pn_lcp_solver *solver, const double *x, double *y);

/* Computes g = A lambda + b, the gradient of 1/2 lambda^T A lambda + b^T
   lambda. */
void pni_gradient(pn_lcp_solver *solver, const double *lambda, double *g);

/* Returns the entries of A: the operator's own, or assembled into *own, which
   is made at the first call and used again. NULL when memory is short. */
const gsl_spmatrix *pni_matrix(const pn_lcp *lcp, pn_lcp_csr **own);

/* Prepares the scratch of A for sweeps that start from x. */
void pni_begin(pn_lcp_solver *solver, const double *x);

/* Sweeps once over solver->lambda, with the steps of the solver. */
void pni_sweep(pn_lcp_solver *solver);

/* A last iterate whose residual is so many times the least one's has diverged:
   few sweeps leave residuals that rise and fall by less. */
static const double pni_diverged = 2;

/* Measures the iterate anew and, unless it was found to solve the problem, goes
   back to solver->best where its residual is `diverged` times the least: call
   it once the solver has ended. The reason and the iteration stay those of the
   end. */
const pn_lcp_residual *pni_take_best(pn_lcp_solver *solver, double diverged);

/* Estimates the largest eigenvalue of A, or of D^-1 A, from below and to about
   a percent, by some steps of the power iteration. x, y: (n). */
double pni_largest_eigenvalue(pn_lcp_solver *solver, int over_D, double *x,
                              double *y);

/* Lets block pivoting, prepared for this problem, begin at solver->lambda. */
void pni_bpp_begin(void *state, const pn_lcp_solver *solver);

/* Returns the largest t, possibly infinite, for which lambda + t d is within
   the bounds. */
double pni_step_to_bounds(const pn_lcp *lcp, const double *lambda,
                          const double *d);

/* Returns lambda_i + step within its bounds: exactly on a bound, if the step
   ends there but for rounding. */
static inline double pni_moved(const pn_lcp *lcp, const double *lambda,
                               size_t i, double step)
{
  const double nearly = 1 - 1e-14;
  if (-step >= nearly * (lambda[i] - lcp->lo[i]))
    return lcp->lo[i];
  return step >= nearly * (lcp->hi[i] - lambda[i]) ? lcp->hi[i]
                                                   : lambda[i] + step;
}

/* Tells whether row i is held at its bound by a gradient g_i that pushes
   outwards. With g_i = 0 it is not: a row that only just touches may move at
   any time. */
static inline int pni_is_held(const pn_lcp *lcp, const double *lambda, size_t i,
                              double g)
{
  return (lambda[i] <= lcp->lo[i] && g > 0) ||
         (lambda[i] >= lcp->hi[i] && g < 0);
}

/* Does nothing and succeeds: for methods that need nothing when set, or keep no
   state. */
int pni_set_nothing(void *state, pn_lcp_solver *solver, pn_error *error);
int pni_alloc_nothing(void *state, size_t rows);
void pni_free_nothing(void *state);

#endif
