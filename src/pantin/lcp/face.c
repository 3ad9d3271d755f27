/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Conjugate gradients to find the face, a sparse factorisation to finish.
   Iterations of renouf.c show which rows are between their bounds (F) long
   before they find the digits of lambda. So now and then a direct step solves

     A_FF d_F = -(A lambda + b)_F,   lambda <- clip(lambda + d),

   by L D L^T. If the energy would not fall, lambda goes along d only to the
   first bound, whose row leaves F; where redundant contacts make A_FF
   singular, d is long and leads to a bound. After a full step that leaves rows
   at a bound that should let them go, conjugate gradients continue, for twice
   as long if the direct step was in vain.

   renouf.c may go round in circles where A is singular. If it finds no face
   that lasts in four times as many iterations as there are rows, or lambda has
   not lost energy from one direct step after a search to the next, the search
   goes on by mprgp.c, which always loses some.

   Converges as mprgp does, and in finitely many steps once the face is right:
   then one factorisation gives nearly all digits, a second one the rest. An
   iteration of conjugate gradients costs a product, a direct step as much as
   some hundred.

   Source: the finish of an active-set method by Dostal (2009), chapter 5, and
   Nocedal and Wright (2006), section 16.7. */
#include "pantin/lcp/face_private.h"
#include "pantin/lcp/solver_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* The face is tried when it has not changed for QUIET iterations and for one
   in PART of those since the last try, or for SURE iterations, and at the
   latest after LATEST. A try in vain doubles QUIET, SURE and LATEST. The
   numbers were chosen on 50 frames of 350 balls, which are not among those
   shipped. */
enum { QUIET = 24, PART = 3, SURE = 60, LATEST = 720 };

/* Looking at the face costs a tenth of an iteration, so only every LOOK-th
   iteration does it. */
enum { LOOK = 4 };

/* On a face of n rows conjugate gradients need n iterations: after so many for
   each row, without a face that lasts, they go round in circles. */
enum { CIRCLING = 4 };

/* How many more direct steps follow at once after one that ends at a bound. */
enum { BLOCKED_MAX = 1 };

typedef struct {
  const pn_lcp_method *method; /* that finds the face */
  void *renouf, *mprgp;        /* its states, owned */
  double energy;               /* at the last direct step; infinite before */
  int has_fallen;              /* it was less than at the one before */
  double *block, *g, *d, *r, *Ad;
  char *face;          /* 1 for rows between their bounds, owned */
  pni_face F;          /* solves on the face */
  size_t quiet, tried; /* iterations since the face changed, since the last
                          direct step */
  size_t wait;         /* 1, doubled by each try in vain */
  size_t blocked;      /* direct steps in a row that ended at a bound */
  int direct;          /* the next step is a direct one */
} face_state;

static int face_alloc(void *vstate, size_t rows)
{
  face_state *state = vstate;
  double **const vectors[] = {&state->g, &state->d, &state->r, &state->Ad};
  state->block = pni_vectors(rows, 4, vectors);
  state->face = pn_alloc(rows, 1);
  state->renouf = pn_alloc(1, pn_lcp_renouf->state_size);
  state->mprgp = pn_alloc(1, pn_lcp_mprgp->state_size);
  return state->block && state->face && state->renouf && state->mprgp &&
                 !pni_face_alloc(&state->F) &&
                 !pn_lcp_mprgp->alloc(state->mprgp, rows)
             ? pn_lcp_renouf->alloc(state->renouf, rows)
             : GSL_ENOMEM;
}

static void face_free(void *vstate)
{
  face_state *state = vstate;
  if (state->renouf)
    pn_lcp_renouf->free(state->renouf);
  if (state->mprgp)
    pn_lcp_mprgp->free(state->mprgp);
  pn_free(state->renouf);
  pn_free(state->mprgp);
  pn_free(state->block);
  pn_free(state->face);
  pni_face_free(&state->F);
}

/* Returns the state of the method that searches. */
static void *searching(const face_state *state)
{
  return state->method == pn_lcp_renouf ? state->renouf : state->mprgp;
}

/* Begins to search, from the present lambda. */
static int begin(face_state *state, pn_lcp_solver *solver, pn_error *error)
{
  return state->method->set(searching(state), solver, error);
}

static int face_set(void *vstate, pn_lcp_solver *solver, pn_error *error)
{
  face_state *state = vstate;
  if (pni_face_set(&state->F, solver->lcp, error))
    return GSL_ENOMEM;
  state->quiet = state->tried = state->blocked = 0;
  state->wait = 1;
  state->direct = 0;
  state->method = pn_lcp_renouf;
  state->energy = INFINITY;
  state->has_fallen = 1;
  return begin(state, solver, error);
}

/* Records the present face; returns 1 if it differs from the last one. */
static int look_at_face(face_state *state, const pn_lcp_solver *solver)
{
  const pn_lcp *lcp = solver->lcp;
  int changed = 0;
  for (size_t i = 0; i < lcp->size; i++) {
    const char on =
        (solver->lambda[i] > lcp->lo[i]) & (solver->lambda[i] < lcp->hi[i]);
    changed |= on != state->face[i];
    state->face[i] = on;
  }
  return changed;
}

/* Tells whether the face has been quiet for long enough to be tried. */
static int is_promising(const face_state *state)
{
  const size_t quiet = state->quiet, tried = state->tried, wait = state->wait;
  return (quiet >= QUIET * wait &&
          (PART * quiet >= tried || quiet >= SURE * wait)) ||
         tried >= LATEST * wait;
}

/* Returns to the search, from the present lambda; by mprgp if energy has not
   fallen. */
static int search_anew(face_state *state, pn_lcp_solver *solver, int in_vain)
{
  state->direct = 0;
  state->quiet = state->tried = state->blocked = 0;
  state->wait *= in_vain ? 2 : 1;
  if (!state->has_fallen)
    state->method = pn_lcp_mprgp;
  return begin(state, solver, NULL);
}

/* Takes one iteration of the search and watches the face. */
static int search(face_state *state, pn_lcp_solver *solver)
{
  const int code = state->method->iterate(searching(state), solver);
  state->tried++;
  if (state->tried % LOOK == 0)
    state->quiet = look_at_face(state, solver) ? 0 : state->quiet + LOOK;
  if (state->method == pn_lcp_renouf &&
      state->tried >= CIRCLING * solver->lcp->size + QUIET) {
    state->method = pn_lcp_mprgp;
    return search_anew(state, solver, 0);
  }
  state->direct = code || is_promising(state);
  return code == GSL_ENOPROG ? GSL_SUCCESS : code;
}

/* Moves lambda to clip(lambda + t d) if the energy falls; returns 1 if it
   did. */
static int try_step(face_state *state, pn_lcp_solver *solver, double t)
{
  const pn_lcp *lcp = solver->lcp;
  const size_t n = lcp->size;
  double *way = state->r;
  for (size_t i = 0; i < n; i++)
    way[i] =
        pni_moved(lcp, solver->lambda, i, t * state->d[i]) - solver->lambda[i];
  pni_product(solver, way, state->Ad);
  if (!(pni_dot(n, way, state->g) + pni_dot(n, way, state->Ad) / 2 < 0))
    return 0;
  for (size_t i = 0; i < n; i++)
    solver->lambda[i] = pni_moved(lcp, solver->lambda, i, t * state->d[i]);
  return 1;
}

/* Notes the energy lambda.A lambda / 2 + lambda.b, of which g tells. */
static void note_energy(face_state *state, const pn_lcp_solver *solver)
{
  const pn_lcp *lcp = solver->lcp;
  const double energy = (pni_dot(lcp->size, solver->lambda, state->g) +
                         pni_dot(lcp->size, solver->lambda, lcp->b)) /
                        2;
  state->has_fallen = energy < state->energy;
  state->energy = energy;
}

/* Takes a direct step on the face, by factorisation. */
static int finish(face_state *state, pn_lcp_solver *solver)
{
  const size_t n = solver->lcp->size;
  look_at_face(state, solver);
  pni_gradient(solver, solver->lambda, state->g);
  if (state->blocked == 0)
    note_energy(state, solver);
  for (size_t i = 0; i < n; i++)
    state->r[i] = -state->g[i];
  const int code = pni_face_solve(&state->F, state->face, state->r, state->d);
  solver->factorisations++;
  int moved = !code && try_step(state, solver, 1);
  if (!code && !moved)
    moved = try_step(
        state, solver,
        fmin(1, pni_step_to_bounds(solver->lcp, solver->lambda, state->d)));
  if (moved && look_at_face(state, solver) && state->blocked++ < BLOCKED_MAX)
    return GSL_SUCCESS; /* a smaller face: once more */
  return search_anew(state, solver, !moved);
}

static int face_iterate(void *vstate, pn_lcp_solver *solver)
{
  face_state *state = vstate;
  if (solver->lcp->size == 0)
    return GSL_ENOPROG;
  return state->direct ? finish(state, solver) : search(state, solver);
}

static const pn_lcp_method face = {
    .name = "face",
    .summary = "conjugate gradients to find the face, then a factorisation",
    .handles_boxes = 1,
    .converges = 1,
    .state_size = sizeof(face_state),
    .alloc = face_alloc,
    .set = face_set,
    .iterate = face_iterate,
    .free = face_free,
};

const pn_lcp_method *const pn_lcp_face = &face;
