/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Projected Gauss-Seidel, and its over-relaxation (PSOR): row after row,

     lambda_i <- clip(lambda_i - omega (w_i + kappa lambda_i) / (D_i + kappa),
                      lo_i, hi_i),

   with w = A lambda + b of the newest lambda. The regularisation kappa, 0 but
   where it is asked for, makes it converge sooner, to the solution of
   A + kappa I. `pgs` has omega = 1: each row
   minimises 1/2 lambda^T A lambda + b^T lambda in its own variable. The sum
   of impulses is clipped, not each impulse (naive.c), so that one given too
   much is taken back.

   Converges for 0 < omega < 2 if A is positive definite, and for semidefinite
   A if the problem is strictly feasible; linearly, slowly where a heavy ball
   lies on a light one, as the rate is that of Gauss-Seidel on the active
   face. Costs one sweep.

   Source: Cryer (1971), The solution of a quadratic programming problem using
   systematic overrelaxation; Benet (2019). */
#include "pantin/lcp/solver_private.h"

#include <gsl/gsl_errno.h>

/* Sets omega / (D + kappa), and begins. */
static int begin(pn_lcp_solver *solver, double omega)
{
  const double kappa = solver->settings.kappa;
  for (size_t i = 0; i < solver->lcp->size; i++)
    solver->step[i] = omega / (solver->lcp->D[i] + kappa);
  pni_begin(solver, solver->lambda);
  return GSL_SUCCESS;
}

static int pgs_set(void *state, pn_lcp_solver *solver, pn_error *error)
{
  (void)state;
  (void)error;
  return begin(solver, 1);
}

static int psor_set(void *state, pn_lcp_solver *solver, pn_error *error)
{
  (void)state;
  (void)error;
  return begin(solver, solver->settings.omega);
}

/* Makes one sweep. What operators update in sweeps gathers rounding errors, so
   it is computed anew now and then. */
static int pgs_iterate(void *state, pn_lcp_solver *solver)
{
  (void)state;
  if (solver->iteration % PNI_REFRESH == PNI_REFRESH - 1)
    pni_begin(solver, solver->lambda);
  pni_sweep(solver);
  return GSL_SUCCESS;
}

static const pn_lcp_method pgs = {
    .name = "pgs",
    .summary = "projected Gauss-Seidel",
    .handles_boxes = 1,
    .handles_coupled = 1,
    .handles_kappa = 1,
    .converges = 1,
    .state_size = 1,
    .alloc = pni_alloc_nothing,
    .set = pgs_set,
    .iterate = pgs_iterate,
    .free = pni_free_nothing,
};

static const pn_lcp_method psor = {
    .name = "psor",
    .summary = "projected Gauss-Seidel with over-relaxation",
    .handles_boxes = 1,
    .handles_coupled = 1,
    .handles_kappa = 1,
    .converges = 1,
    .state_size = 1,
    .alloc = pni_alloc_nothing,
    .set = psor_set,
    .iterate = pgs_iterate,
    .free = pni_free_nothing,
};

const pn_lcp_method *const pn_lcp_pgs = &pgs;
const pn_lcp_method *const pn_lcp_psor = &psor;
