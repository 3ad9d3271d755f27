/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Drops a ball of 1 kg into a groove whose two sides slope by 30 degrees, the
   smallest problem on which naive impulses and projected Gauss-Seidel differ,
   and prints the impulses and the residual velocities, sweep by sweep. */
#include "pantin/lcp/operator_balls.h"
#include "pantin/lcp/solver.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double fall = 0.0981; /* g dt [m/s] */
static const double slope = M_PI / 6;

/* Makes the problem. Body 0 is the ball, body 1 the groove. */
static pn_lcp *groove(void)
{
  pn_lcp *lcp = pn_lcp_alloc(2);
  pn_delassus *J = lcp ? pn_delassus_alloc(2, 1) : NULL;
  if (!J) {
    pn_lcp_free(lcp);
    return NULL;
  }
  J->rows = 2;
  J->inverse_mass[0] = 1;
  for (size_t c = 0; c < 2; c++) {
    J->pair[c] = (pn_pair){1, 0};
    J->normal[c] = pn_vec3_make(c ? -sin(slope) : sin(slope), 0, cos(slope));
    lcp->b[c] = -fall * J->normal[c].z;
  }
  pn_lcp_set_operator(lcp, &J->base);
  return lcp;
}

/* Prints five sweeps of a method. */
static int sweeps(const pn_lcp *lcp, const pn_lcp_method *method)
{
  const pn_lcp_settings settings = pn_lcp_settings_default();
  pn_lcp_solver *solver = pn_lcp_solver_alloc(method, lcp);
  int code =
      solver ? pn_lcp_solver_set(solver, &settings, NULL, NULL) : GSL_ENOMEM;
  printf("%s\n%5s %11s %11s %11s %11s\n", method->name, "sweep", "lambda_1",
         "lambda_2", "w_1", "w_2");
  for (int k = 1; !code && k <= 5; k++) {
    code = pn_lcp_solver_iterate(solver);
    pn_lcp_solver_measure(solver);
    printf("%5d %11.6f %11.6f %11.6f %11.6f\n", k, solver->lambda[0],
           solver->lambda[1], solver->w[0], solver->w[1]);
  }
  pn_lcp_solver_free(solver);
  return code;
}

int main(void)
{
  gsl_set_error_handler_off();
  pn_lcp *lcp = groove();
  const int code =
      lcp ? sweeps(lcp, pn_lcp_naive) || sweeps(lcp, pn_lcp_pgs) : GSL_ENOMEM;
  pn_lcp_free(lcp);
  return code ? EXIT_FAILURE : EXIT_SUCCESS;
}
