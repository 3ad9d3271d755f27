/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Chebyshev's semi-iteration over a step x^ = S(x) that converges slowly:
   `cheb-jacobi` over damped Jacobi, `cheb-gs` over a Gauss-Seidel sweep
   forward and one backward,

     x_{k+1} = clip(omega_{k+1} (gamma (S(x_k) - x_k) + x_k - x_{k-1}) +
                    x_{k-1}),
     omega_1 = 1,  omega_2 = 2 / (2 - r^2),  omega_{k+1} = 4 / (4 - r^2
   omega_k),

   where the eigenvalues of S on the face lie in [-rho, rho] (Jacobi: gamma = 1,
   r = rho) or in [0, rho] (both sweeps together: gamma = 2 / (2 - rho),
   r = rho / (2 - rho)). An error that S alone divides by 1 / rho is then
   divided by some 1 + sqrt(2 (1 - r)) in each iteration.

   Any rho < 1 converges on a face that stays; the right one is the fastest. It
   is what plain steps show, rho = |d_{k+1}| / |d_k| with d = S(x) - x, which
   tends to it from below; so some plain steps begin each stretch of accelerated
   ones. The source tries rho out.

   With bounds the energy 1/2 lambda^T A lambda + b^T lambda may rise. Where it
   does, (x_k - x_{k-1}).(g_k + g_{k-1}) > 0 with the gradients g, S(x_{k-1})
   takes the place of x_k, and a stretch begins. So the energy falls in each
   iteration, hence convergence where S converges. Costs one product, or about
   three with the sweeps.

   Source: Golub and Varga (1961); Wang (2015), A Chebyshev semi-iterative
   approach for accelerating projective and position-based dynamics. */
#include "pantin/lcp/solver_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Plain steps of a stretch; accelerated steps, in units of those that divide an
   error by e. */
enum { PLAIN = 4 };
static const double stretch = 4;

/* The largest rho, beyond which it is rounding. */
static const double rho_most = 1 - 1e-8;

/* Jacobi's damping times the largest eigenvalue of D^-1 A. */
static const double wanted = 1.8, weaker = 0.8;

/* A rise of the energy below this share of its terms is rounding. */
static const double rounding = 1e-10;

typedef struct {
  double *block, *g, *plain; /* the gradient at lambda, and S(lambda) */
  double *last, *last_g;     /* x_{k-1} and its gradient */
  double omega_jacobi, rho, omega;
  double dd;     /* |d|^2 of the step before */
  size_t turn;   /* steps of this stretch so far */
  size_t length; /* steps of this stretch */
} chebyshev_state;

static int chebyshev_alloc(void *vstate, size_t rows)
{
  chebyshev_state *state = vstate;
  double **const vectors[] = {&state->g, &state->plain, &state->last,
                              &state->last_g};
  state->block = pni_vectors(rows, 4, vectors);
  return state->block ? GSL_SUCCESS : GSL_ENOMEM;
}

static void chebyshev_free(void *vstate)
{
  chebyshev_state *state = vstate;
  pn_free(state->block);
}

static int over_jacobi(const pn_lcp_solver *solver)
{
  return solver->method == pn_lcp_cheb_jacobi;
}

static int chebyshev_set(void *vstate, pn_lcp_solver *solver, pn_error *error)
{
  (void)error;
  chebyshev_state *state = vstate;
  state->turn = 0;
  state->rho = 0;
  state->omega_jacobi = 0;
  if (over_jacobi(solver) && solver->lcp->size > 0)
    state->omega_jacobi =
        wanted / pni_largest_eigenvalue(solver, 1, state->g, state->last);
  return GSL_SUCCESS;
}

/* Tells whether the energy rose with the last step, by more than rounding. */
static int climbed(const chebyshev_state *state, const pn_lcp_solver *solver)
{
  double climb = 0, all = 0;
  for (size_t i = 0; i < solver->lcp->size; i++) {
    const double rise =
        (solver->lambda[i] - state->last[i]) * (state->g[i] + state->last_g[i]);
    climb += rise;
    all += fabs(rise);
  }
  return climb > rounding * all;
}

/* Takes the last step back, to S(x_{k-1}); if that was the step, Jacobi's
   damping was too weak. */
static void take_back(chebyshev_state *state, pn_lcp_solver *solver)
{
  const size_t bytes = solver->lcp->size * sizeof *solver->lambda;
  if (state->turn <= PLAIN) {
    memcpy(solver->lambda, state->last, bytes);
    state->omega_jacobi *= weaker;
  } else
    memcpy(solver->lambda, state->plain, bytes);
  pni_gradient(solver, solver->lambda, state->g);
  state->turn = 0;
}

/* Computes plain = S(lambda). */
static void step(chebyshev_state *state, pn_lcp_solver *solver)
{
  const pn_lcp *lcp = solver->lcp;
  double *plain = state->plain;
  memcpy(plain, solver->lambda, lcp->size * sizeof *plain);
  if (over_jacobi(solver)) {
    for (size_t i = 0; i < lcp->size; i++)
      plain[i] =
          pni_clip(plain[i] - state->omega_jacobi * state->g[i] / lcp->D[i],
                   lcp->lo[i], lcp->hi[i]);
    return;
  }
  pn_lcp_sweep how = {.columns = 1,
                      .b = lcp->b,
                      .lo = lcp->lo,
                      .hi = lcp->hi,
                      .step = solver->step};
  pni_begin(solver, plain);
  lcp->A->type->sweep(lcp->A, &how, plain, solver->scratch);
  how.backward = 1;
  lcp->A->type->sweep(lcp->A, &how, plain, solver->scratch);
  solver->products += 2;
}

/* Learns rho from the lengths of two plain steps. */
static void learn(chebyshev_state *state, const pn_lcp_solver *solver)
{
  double dd = 0;
  for (size_t i = 0; i < solver->lcp->size; i++) {
    const double d = state->plain[i] - solver->lambda[i];
    dd += d * solver->lcp->D[i] * d;
  }
  if (state->turn > 0 && state->turn < PLAIN && state->dd > 0)
    state->rho = fmin(sqrt(dd / state->dd), rho_most);
  state->dd = dd;
}

/* Sets the weight omega of the step, and at the first accelerated one the
   length of the stretch. */
static void weigh(chebyshev_state *state, double r)
{
  if (state->turn <= PLAIN)
    state->omega = 1;
  else if (state->turn == PLAIN + 1)
    state->omega = 2 / (2 - r * r);
  else
    state->omega = 4 / (4 - r * r * state->omega);
  if (state->turn == PLAIN)
    state->length = PLAIN + 1 + (size_t)(stretch / sqrt(2 * (1 - r)));
}

static int chebyshev_iterate(void *vstate, pn_lcp_solver *solver)
{
  chebyshev_state *state = vstate;
  const pn_lcp *lcp = solver->lcp;
  double *lambda = solver->lambda, *last = state->last;
  pni_gradient(solver, lambda, state->g);
  if (state->turn > 0 && climbed(state, solver))
    take_back(state, solver);
  if (state->turn > PLAIN && state->turn == state->length)
    state->turn = 0;
  step(state, solver);
  learn(state, solver);

  /* The eigenvalues of S are taken to lie in [low, rho]. */
  const double rho = state->rho, low = over_jacobi(solver) ? -rho : 0;
  const double gamma = 2 / (2 - low - rho), r = (rho - low) / (2 - low - rho);
  weigh(state, r);
  for (size_t i = 0; i < lcp->size; i++) {
    const double x = lambda[i], d = state->plain[i] - x;
    if (state->turn < PLAIN)
      lambda[i] = state->plain[i];
    else
      lambda[i] = pni_clip(state->omega * (gamma * d + x - last[i]) + last[i],
                           lcp->lo[i], lcp->hi[i]);
    last[i] = x;
    state->last_g[i] = state->g[i];
  }
  state->turn++;
  return GSL_SUCCESS;
}

static const pn_lcp_method jacobi = {
    .name = "cheb-jacobi",
    .summary = "Chebyshev's acceleration of damped Jacobi",
    .handles_boxes = 1,
    .converges = 1,
    .state_size = sizeof(chebyshev_state),
    .alloc = chebyshev_alloc,
    .set = chebyshev_set,
    .iterate = chebyshev_iterate,
    .free = chebyshev_free,
};

static const pn_lcp_method sweeps = {
    .name = "cheb-gs",
    .summary = "Chebyshev's acceleration of symmetric Gauss-Seidel",
    .handles_boxes = 1,
    .converges = 1,
    .state_size = sizeof(chebyshev_state),
    .alloc = chebyshev_alloc,
    .set = chebyshev_set,
    .iterate = chebyshev_iterate,
    .free = chebyshev_free,
};

const pn_lcp_method *const pn_lcp_cheb_jacobi = &jacobi;
const pn_lcp_method *const pn_lcp_cheb_gs = &sweeps;
