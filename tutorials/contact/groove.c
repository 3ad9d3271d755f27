/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Drops a ball of 1 kg into a groove with two sides, a contact problem with two
   unknowns, and prints the impulses and the residual velocities of each method,
   sweep by sweep.

     groove [-a DEGREES] [-v SPEED] [-n SWEEPS] [-w OMEGA] [METHOD]...

   The sides slope by 30 degrees, or by -a; the ball falls straight, or moves to
   the right at -v m/s as well; 5 sweeps, or -n, of naive and pgs, or of the
   methods named; psor takes 1.75 as its omega, or -w. */
#include "pantin/lcp/operator_balls.h"
#include "pantin/lcp/solver.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const double fall = 0.0981; /* g dt [m/s] */

/* Makes the problem; slope [rad], speed [m/s]. Body 0 is the ball, body 1 the
   groove; contact 0 is with the left side, contact 1 with the right one. */
static pn_lcp *groove(double slope, double speed)
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
    lcp->b[c] = speed * J->normal[c].x - fall * J->normal[c].z;
  }
  pn_lcp_set_operator(lcp, &J->base);
  return lcp;
}

/* Prints some sweeps of a method, fewer if it can get no further. */
static int sweeps(const pn_lcp *lcp, const pn_lcp_method *method, double omega,
                  int count)
{
  pn_lcp_settings settings = pn_lcp_settings_default();
  settings.omega = omega;
  pn_lcp_solver *solver = pn_lcp_solver_alloc(method, lcp);
  int code =
      solver ? pn_lcp_solver_set(solver, &settings, NULL, NULL) : GSL_ENOMEM;
  printf("%s\n%5s %11s %11s %11s %11s\n", method->name, "sweep", "lambda_1",
         "lambda_2", "w_1", "w_2");
  for (int k = 1; !code && k <= count; k++) {
    code = pn_lcp_solver_iterate(solver);
    if (code)
      break;
    pn_lcp_solver_measure(solver);
    printf("%5d %11.6f %11.6f %11.6f %11.6f\n", k, solver->lambda[0],
           solver->lambda[1], solver->w[0], solver->w[1]);
  }
  pn_lcp_solver_free(solver);
  return code == GSL_ENOPROG ? GSL_SUCCESS : code;
}

int main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  double slope = 30, speed = 0, omega = pn_lcp_settings_default().omega;
  int count = 5, option, code = GSL_SUCCESS;
  while ((option = getopt(argc, argv, "a:v:n:w:")) != -1)
    switch (option) {
    case 'a':
      slope = atof(optarg);
      break;
    case 'v':
      speed = atof(optarg);
      break;
    case 'n':
      count = atoi(optarg);
      break;
    case 'w':
      omega = atof(optarg);
      break;
    default:
      fputs("say: groove [-a DEGREES] [-v SPEED] [-n SWEEPS] [-w OMEGA] "
            "[METHOD]...\n",
            stderr);
      return 2;
    }
  pn_lcp *lcp = groove(slope * M_PI / 180, speed);
  if (lcp && optind == argc)
    code = sweeps(lcp, pn_lcp_naive, omega, count) ||
           sweeps(lcp, pn_lcp_pgs, omega, count);
  for (int k = optind; lcp && !code && k < argc; k++) {
    const pn_lcp_method *method = pn_lcp_method_find(argv[k]);
    if (!method)
      fprintf(stderr, "groove: there is no method %s\n", argv[k]);
    code = method ? sweeps(lcp, method, omega, count) : GSL_EINVAL;
  }
  const int done = lcp && !code;
  pn_lcp_free(lcp);
  return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
