/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Projected Jacobi: all rows at once,

     lambda <- clip(lambda - omega D^-1 (A lambda + b), lo, hi).

   Converges for 0 < omega < 2 / rho, rho the largest eigenvalue of D^-1 A,
   and diverges for larger omega where the face is large enough: without
   damping, two contacts of one ball both correct the same velocity, which is
   then corrected twice. rho is below the most contacts that a ball has:
   measured are 2 in a stack, 3.5 in a settled pile of spheres, 5.4 at an
   impact. Unless it is given, omega is 1.8 / rho, and rho comes from the power
   iteration (once for a problem, some 25 products). Costs one product.

   Source: Benet (2019), who damps by trial. */
#include "pantin/lcp/solver_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>

/* omega rho: as far below 2 as the estimate of rho may err. */
static const double nearly_two = 1.8;

typedef struct {
  double *block, *g, *x;
  double omega;
} jacobi_state;

static int jacobi_alloc(void *vstate, size_t rows)
{
  jacobi_state *state = vstate;
  double **const vectors[] = {&state->g, &state->x};
  state->block = pni_vectors(rows, 2, vectors);
  return state->block ? GSL_SUCCESS : GSL_ENOMEM;
}

static void jacobi_free(void *vstate)
{
  jacobi_state *state = vstate;
  pn_free(state->block);
}

static int jacobi_set(void *vstate, pn_lcp_solver *solver, pn_error *error)
{
  (void)error;
  jacobi_state *state = vstate;
  state->omega = solver->settings.damping;
  if (state->omega == 0 && solver->lcp->size > 0)
    state->omega =
        nearly_two / pni_largest_eigenvalue(solver, 1, state->x, state->g);
  return GSL_SUCCESS;
}

static int jacobi_iterate(void *vstate, pn_lcp_solver *solver)
{
  jacobi_state *state = vstate;
  const pn_lcp *lcp = solver->lcp;
  double *lambda = solver->lambda;
  pni_gradient(solver, lambda, state->g);
  for (size_t i = 0; i < lcp->size; i++)
    lambda[i] = pni_clip(lambda[i] - state->omega * state->g[i] / lcp->D[i],
                         lcp->lo[i], lcp->hi[i]);
  return GSL_SUCCESS;
}

static const pn_lcp_method jacobi = {
    .name = "jacobi",
    .summary = "projected Jacobi, damped",
    .handles_boxes = 1,
    .converges = 1,
    .state_size = sizeof(jacobi_state),
    .alloc = jacobi_alloc,
    .set = jacobi_set,
    .iterate = jacobi_iterate,
    .free = jacobi_free,
};

const pn_lcp_method *const pn_lcp_jacobi = &jacobi;
