/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Accelerated projected gradients, in the metric of the diagonal:

     x+ = clip(y - (L D)^-1 (A y + b)),
     L doubled until (x+ - y)^T A (x+ - y) <= L (x+ - y)^T D (x+ - y),
     theta+ = theta (sqrt(theta^2 + 4) - theta) / 2,
     y+ = x+ + theta (1 - theta) / (theta^2 + theta+) (x+ - x),

   and y+ = x+, theta+ = 1 where the momentum would climb, that is where
   (A y + b).(x+ - x) > 0. The source has D = 1 and tests L by the energies of
   x+ and y, which cancels below 1e-5; for a quadratic the line above is the
   same test, without cancellation.

   Converges always, the energy's excess as 1 / k^2. As A x+ is known from the
   test, an iteration costs one product, and one more for a doubling.

   Source: Nesterov (1983); Mazhar, Heyn, Negrut, Tasora (2015), Using
   Nesterov's method to accelerate multibody dynamics. */
#include "pantin/lcp/solver_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* The factor by which L shrinks in each iteration. */
static const double shrinking = 0.9;

/* L is at most the largest eigenvalue of D^-1 A, and so below the rows. */
enum { DOUBLINGS_MAX = 60 };

typedef struct {
  double *block, *x, *y, *Ax, *Ay, *d, *Ad; /* x is the last lambda */
  double L, theta;
  size_t since; /* updates of A x since it was computed from x */
} apgd_state;

static int apgd_alloc(void *vstate, size_t rows)
{
  apgd_state *state = vstate;
  double **const vectors[] = {&state->x,  &state->y, &state->Ax,
                              &state->Ay, &state->d, &state->Ad};
  state->block = pni_vectors(rows, 6, vectors);
  return state->block ? GSL_SUCCESS : GSL_ENOMEM;
}

static void apgd_free(void *vstate)
{
  apgd_state *state = vstate;
  pn_free(state->block);
}

/* Sets x = y = lambda, without momentum. */
static void start_at(apgd_state *state, pn_lcp_solver *solver)
{
  pni_product(solver, solver->lambda, state->Ax);
  for (size_t i = 0; i < solver->lcp->size; i++) {
    state->x[i] = state->y[i] = solver->lambda[i];
    state->Ay[i] = state->Ax[i];
  }
  state->since = 0;
}

static int apgd_set(void *vstate, pn_lcp_solver *solver, pn_error *error)
{
  (void)error;
  apgd_state *state = vstate;
  state->L = state->theta = 1;
  start_at(state, solver);
  return GSL_SUCCESS;
}

/* Computes lambda = x+ and d = x+ - y with the first L that passes its test. */
static int project(apgd_state *state, pn_lcp_solver *solver)
{
  const pn_lcp *lcp = solver->lcp;
  for (int k = 0; k < DOUBLINGS_MAX; k++) {
    double dDd = 0;
    for (size_t i = 0; i < lcp->size; i++) {
      const double g = state->Ay[i] + lcp->b[i];
      solver->lambda[i] = pni_clip(state->y[i] - g / (state->L * lcp->D[i]),
                                   lcp->lo[i], lcp->hi[i]);
      state->d[i] = solver->lambda[i] - state->y[i];
      dDd += state->d[i] * lcp->D[i] * state->d[i];
    }
    if (dDd == 0)
      return GSL_ENOPROG;
    pni_product(solver, state->d, state->Ad);
    if (pni_dot(lcp->size, state->d, state->Ad) <= state->L * dDd)
      return GSL_SUCCESS;
    state->L *= 2;
  }
  return GSL_ENOPROG;
}

static int apgd_iterate(void *vstate, pn_lcp_solver *solver)
{
  apgd_state *state = vstate;
  const pn_lcp *lcp = solver->lcp;
  const size_t n = lcp->size;
  if (project(state, solver))
    return GSL_ENOPROG;
  /* Restart the momentum where it would climb. */
  double climb = 0;
  for (size_t i = 0; i < n; i++)
    climb += (state->Ay[i] + lcp->b[i]) * (solver->lambda[i] - state->x[i]);
  const double theta = climb > 0 ? 1 : state->theta;
  const double next = theta * (sqrt(theta * theta + 4) - theta) / 2;
  const double momentum = theta * (1 - theta) / (theta * theta + next);
  /* Extrapolate x to y, and A x to A y without a product. */
  for (size_t i = 0; i < n; i++) {
    const double Ax = state->Ay[i] + state->Ad[i]; /* A x+ */
    state->y[i] =
        solver->lambda[i] + momentum * (solver->lambda[i] - state->x[i]);
    state->Ay[i] = Ax + momentum * (Ax - state->Ax[i]);
    state->x[i] = solver->lambda[i];
    state->Ax[i] = Ax;
  }
  state->theta = climb > 0 ? 1 : next;
  state->L *= shrinking;
  /* Shed the rounding errors of A x now and then. */
  if (++state->since == PNI_REFRESH) {
    state->since = 0;
    pni_product(solver, state->x, state->Ax);
    pni_product(solver, state->y, state->Ay);
  }
  return GSL_SUCCESS;
}

static const pn_lcp_method apgd = {
    .name = "apgd",
    .summary = "Nesterov's accelerated projected gradients",
    .handles_boxes = 1,
    .converges = 1,
    .state_size = sizeof(apgd_state),
    .alloc = apgd_alloc,
    .set = apgd_set,
    .iterate = apgd_iterate,
    .free = apgd_free,
};

const pn_lcp_method *const pn_lcp_apgd = &apgd;
