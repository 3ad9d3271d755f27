/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Runs the stepped solver in one call. */
#include "pantin/lcp/solver_private.h"

#include <gsl/gsl_errno.h>
#include <string.h>

const char *pn_lcp_reason_name(pn_lcp_reason reason)
{
  static const char *const names[] = {
      [PN_LCP_SOLVED] = "reached",
      [PN_LCP_ITERATIONS] = "iterations used up",
      [PN_LCP_STAGNATED] = "stagnated",
      [PN_LCP_SINGULAR] = "singular block",
      [PN_LCP_RAY] = "ray: no solution",
      [PN_LCP_DIVERGED] = "diverged",
      [PN_LCP_CUT] = "cut amid pivoting",
      [PN_LCP_REFUSED] = "refused",
  };
  const size_t k = (size_t)reason;
  return k < sizeof names / sizeof names[0] ? names[k] : "unknown";
}

/* Steps the solver until it ends; returns GSL_SUCCESS or why it did not solve
   the problem. */
static int run(pn_lcp_solver *solver)
{
  int code;
  while ((code = pn_lcp_solver_test(solver)) == GSL_CONTINUE)
    if ((code = pn_lcp_solver_iterate(solver)))
      break;
  /* The last step may have solved the problem. */
  const pn_lcp_reason reason = solver->reason;
  if (!code || pn_lcp_solver_test(solver) == GSL_SUCCESS)
    return GSL_SUCCESS;
  solver->reason = reason;
  pni_take_best(solver, pni_diverged);
  return code;
}

int pn_lcp_solve(const pn_lcp *lcp, const pn_lcp_method *method,
                 const pn_lcp_settings *settings, double *lambda,
                 pn_lcp_info *info, pn_error *error)
{
  const pn_lcp_settings usual = pn_lcp_settings_default();
  pn_lcp_info own = {.residual = pn_lcp_residual_unknown,
                     .reason = PN_LCP_REFUSED};
  pn_lcp_solver *solver = pn_lcp_solver_alloc(method, lcp);
  pn_error_clear(error);
  int code = solver ? pn_lcp_solver_set(solver, settings ? settings : &usual,
                                        NULL, error)
                    : pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  if (solver && !code) {
    code = run(solver);
    own = (pn_lcp_info){solver->iteration, solver->residual, solver->reason};
    if (lcp->size > 0)
      memcpy(lambda, solver->lambda, lcp->size * sizeof *lambda);
  }
  pn_lcp_solver_free(solver);
  if (info)
    *info = own;
  return code;
}
