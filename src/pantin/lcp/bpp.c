/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Block principal pivoting. Every row is at lo (L), at hi (U) or free (F);

     A_FF lambda_F = -(b + A_FL lo_L + A_FU hi_U)_F,   w = A lambda + b,

   and all rows that are wrong change at once: free ones below lo go to L,
   above hi to U; those in L with w < 0 and in U with w > 0 become free. Such
   blocks change as long as the number of wrong rows reaches a new minimum at
   least once in ten iterations. Otherwise only the last wrong row changes
   (Murty's rule, which always ends), until there is a new minimum. Before it
   comes to that, Gauss-Seidel sweeps from the last lambda guess the places
   anew, a few times and ever more of them: Murty's rule may take very long.

   Ends for every positive definite A, mostly after some ten iterations;
   without Murty's rule it may cycle. Costs one sparse factorisation in an
   iteration. Where A_FF is singular (redundant contacts) the pivots are
   perturbed from then on: the method solves the problem of

     A + epsilon D,   b - epsilon D c

   with c the last lambda found so, again and again. These proximal steps go to
   a solution of the problem itself if it has one, and to that nearest the
   first c, as a rule in a few.

   Source: Judice, Pires (1994), A block principal pivoting algorithm for
   large-scale strictly monotone linear complementarity problems; Rockafellar
   (1976), Monotone operators and the proximal point algorithm. */
#include "pantin/lcp/assemble_private.h"
#include "pantin/lcp/face_private.h"
#include "pantin/lcp/solver_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* How many blocks may change without making fewer rows wrong than ever
   before. */
enum { ATTEMPTS = 10 };

/* A row is wrong if it breaks its condition by more than this share of the
   largest b. */
static const double rounding = 1e-13;

/* Sweeps of the first guess, doubled with each, and the guesses before Murty's
   rule. */
enum { SWEEPS = 50, GUESSES = 11 };

/* epsilon of the perturbed pivots, and the rounding of lambda that it leaves,
   as a share of the largest one. */
static const double epsilon = 1e-8, blurred = 1e-9;

/* Proximal steps, of which a problem that has a solution needs a few. */
enum { STEPS_MOST = 200 };

typedef enum { AT_LO, FREE, AT_HI } place;

typedef struct {
  double *block, *x, *r, *w, *c;
  char *face;            /* 1 for free rows, owned */
  place *of;             /* owned */
  pni_face F;            /* solves for the free rows, with A or P */
  const gsl_spmatrix *A; /* the problem's, borrowed */
  pn_lcp_csr *P;         /* A + epsilon D, owned */
  size_t steps;    /* proximal steps, from 1; 0: pivots are not perturbed */
  double slack;    /* of w [m/s] */
  double blur;     /* of D lambda with perturbed pivots [m/s] */
  size_t fewest;   /* wrong rows, ever */
  size_t attempts; /* left */
  size_t guesses;  /* made by sweeps */
} bpp_state;

static int bpp_alloc(void *vstate, size_t rows)
{
  bpp_state *state = vstate;
  double **const vectors[] = {&state->x, &state->r, &state->w, &state->c};
  state->block = pni_vectors(rows, 4, vectors);
  state->face = pn_alloc(rows, 1);
  state->of = pn_alloc(rows, sizeof *state->of);
  state->P = pn_lcp_csr_alloc(NULL);
  return state->block && state->face && state->of && state->P
             ? pni_face_alloc(&state->F)
             : GSL_ENOMEM;
}

static void bpp_free(void *vstate)
{
  bpp_state *state = vstate;
  pn_free(state->block);
  pn_free(state->face);
  pn_free(state->of);
  pn_lcp_csr_free(state->P);
  pni_face_free(&state->F);
}

/* Makes the matrix of the perturbed pivots. */
static int perturb(bpp_state *state, const pn_lcp *lcp)
{
  const gsl_spmatrix *A = state->F.A;
  if (lcp->size == 0)
    return GSL_SUCCESS;
  if (pni_csr_reserve(state->P, lcp->size, A->nz))
    return GSL_ENOMEM;
  state->P->A->size1 = state->P->A->size2 = lcp->size;
  memcpy(state->P->A->p, A->p, (lcp->size + 1) * sizeof *A->p);
  memcpy(state->P->A->i, A->i, A->nz * sizeof *A->i);
  state->P->A->nz = A->nz;
  for (size_t i = 0; i < lcp->size; i++)
    for (int k = A->p[i]; k < A->p[i + 1]; k++)
      state->P->A->data[k] =
          A->data[k] + ((size_t)A->i[k] == i ? epsilon * lcp->D[i] : 0);
  return GSL_SUCCESS;
}

/* Sets the place of each row from lambda. */
static void set_places(bpp_state *state, const pn_lcp_solver *solver)
{
  const pn_lcp *lcp = solver->lcp;
  for (size_t i = 0; i < lcp->size; i++)
    state->of[i] = solver->lambda[i] <= lcp->lo[i]   ? AT_LO
                   : solver->lambda[i] >= lcp->hi[i] ? AT_HI
                                                     : FREE;
  state->fewest = lcp->size + 1;
  state->attempts = ATTEMPTS;
}

/* Guesses the places by sweeps. */
static void guess(bpp_state *state, pn_lcp_solver *solver)
{
  pni_begin(solver, solver->lambda);
  for (size_t k = 0; k < (size_t)SWEEPS << state->guesses; k++)
    pni_sweep(solver);
  state->guesses++;
  set_places(state, solver);
}

void pni_bpp_begin(void *vstate, const pn_lcp_solver *solver)
{
  bpp_state *state = vstate;
  state->steps = state->guesses = 0;
  state->F.A = state->A;
  set_places(state, solver);
}

/* Prepares for the problem, from the start. */
static int bpp_set(void *vstate, pn_lcp_solver *solver, pn_error *error)
{
  bpp_state *state = vstate;
  const pn_lcp *lcp = solver->lcp;
  if (pni_face_set(&state->F, lcp, error))
    return GSL_ENOMEM;
  if (perturb(state, lcp))
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  state->A = state->F.A;
  pni_bpp_begin(state, solver);
  state->slack = 0;
  for (size_t i = 0; i < lcp->size; i++)
    state->slack = fmax(state->slack, rounding * fabs(lcp->b[i]));
  return GSL_SUCCESS;
}

/* Computes x and w for the present places; GSL_EDOM where A_FF is singular. */
static int solve(bpp_state *state, pn_lcp_solver *solver)
{
  const pn_lcp *lcp = solver->lcp;
  for (size_t i = 0; i < lcp->size; i++) {
    state->face[i] = state->of[i] == FREE;
    state->w[i] = state->of[i] == AT_LO   ? lcp->lo[i]
                  : state->of[i] == AT_HI ? lcp->hi[i]
                  : state->steps > 0      ? state->c[i]
                                          : 0;
  }
  pni_gradient(solver, state->w, state->r);
  for (size_t i = 0; i < lcp->size; i++)
    state->r[i] = -state->r[i];
  const int code = pni_face_solve(&state->F, state->face, state->r, state->x);
  solver->factorisations++;
  if (code || state->F.ldl->vanished > 0)
    return GSL_EDOM;
  for (size_t i = 0; i < lcp->size; i++)
    state->x[i] += state->w[i];
  pni_gradient(solver, state->x, state->w);
  double largest = 0;
  for (size_t i = 0; i < lcp->size && state->steps > 0; i++) {
    state->w[i] += epsilon * lcp->D[i] * (state->x[i] - state->c[i]);
    largest = fmax(largest, lcp->D[i] * fabs(state->x[i]));
  }
  state->blur = blurred * largest;
  return GSL_SUCCESS;
}

/* Takes the next proximal step, from lambda. */
static int step_on(bpp_state *state, pn_lcp_solver *solver)
{
  if (state->steps++ == STEPS_MOST)
    return GSL_EDOM;
  memcpy(state->c, solver->lambda, solver->lcp->size * sizeof *state->c);
  state->F.A = state->P->A;
  state->fewest = solver->lcp->size + 1;
  state->attempts = ATTEMPTS;
  return GSL_SUCCESS;
}

/* Returns the place where row i should be: its present one if nothing is
   wrong. */
static place better_place(const bpp_state *state, const pn_lcp *lcp, size_t i)
{
  const double slack = (state->slack + state->blur) / lcp->D[i],
               x = state->x[i];
  switch (state->of[i]) {
  case AT_LO:
    return state->w[i] < -state->slack && lcp->lo[i] < lcp->hi[i] ? FREE
                                                                  : AT_LO;
  case AT_HI:
    return state->w[i] > state->slack && lcp->lo[i] < lcp->hi[i] ? FREE : AT_HI;
  case FREE:
    break;
  }
  return x < lcp->lo[i] - slack ? AT_LO : x > lcp->hi[i] + slack ? AT_HI : FREE;
}

static int bpp_iterate(void *vstate, pn_lcp_solver *solver)
{
  bpp_state *state = vstate;
  const pn_lcp *lcp = solver->lcp;
  if (lcp->size == 0 || (state->fewest == 0 && state->steps == 0))
    return GSL_ENOPROG;
  int code = state->fewest == 0 ? step_on(state, solver) : GSL_SUCCESS;
  if (!code)
    code = solve(state, solver);
  if (code && state->steps == 0 && !step_on(state, solver))
    code = solve(state, solver);
  if (code) {
    solver->reason = PN_LCP_SINGULAR;
    return GSL_ENOPROG;
  }
  size_t wrong = 0, last = 0;
  for (size_t i = 0; i < lcp->size; i++) {
    solver->lambda[i] = pni_clip(state->x[i], lcp->lo[i], lcp->hi[i]);
    if (better_place(state, lcp, i) != state->of[i]) {
      wrong++;
      last = i;
    }
  }
  const int fewer = wrong < state->fewest;
  const int single = !fewer && state->attempts == 0;
  if (single && state->guesses < GUESSES) {
    guess(state, solver);
    return GSL_SUCCESS;
  }
  if (fewer) {
    state->fewest = wrong;
    state->attempts = ATTEMPTS;
  } else if (!single)
    state->attempts--;
  for (size_t i = single ? last : 0; i < lcp->size; i++)
    state->of[i] = better_place(state, lcp, i);
  return GSL_SUCCESS;
}

static const pn_lcp_method bpp = {
    .name = "bpp",
    .summary = "block principal pivoting",
    .handles_boxes = 1,
    .converges = 1,
    .pivots = 1,
    .state_size = sizeof(bpp_state),
    .alloc = bpp_alloc,
    .set = bpp_set,
    .iterate = bpp_iterate,
    .free = bpp_free,
};

const pn_lcp_method *const pn_lcp_bpp = &bpp;
