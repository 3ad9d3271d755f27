/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the stepped solver in one call. */
#include "pantin/lcp/solver_private.h"

#include <gsl/gsl_errno.h>
#include <string.h>

const char *pn_lcp_reason_name(pn_lcp_reason reason)
{
  static const char *const names[] = {"solved", "all iterations were made",
                                      "the method can do no more",
                                      "the iterate is not finite", "refused"};
  const size_t k = (size_t)reason;
  return k < sizeof names / sizeof names[0] ? names[k] : "unknown";
}

static pn_lcp_reason reason_of(int code)
{
  return code == GSL_SUCCESS    ? PN_LCP_SOLVED
         : code == GSL_EMAXITER ? PN_LCP_ITERATIONS
         : code == GSL_ENOPROG  ? PN_LCP_STUCK
                                : PN_LCP_DIVERGED;
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
  return code && pn_lcp_solver_test(solver) == GSL_SUCCESS ? GSL_SUCCESS : code;
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
  if (!code) {
    code = run(solver);
    own = (pn_lcp_info){solver->iteration, solver->residual, reason_of(code)};
    if (lcp->size > 0)
      memcpy(lambda, solver->lambda, lcp->size * sizeof *lambda);
  }
  pn_lcp_solver_free(solver);
  if (info)
    *info = own;
  return code;
}
