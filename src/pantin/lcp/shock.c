/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Shock propagation: after each Gauss-Seidel sweep, a pass from the ground
   upwards, layer by layer, in which the lower body of a contact cannot be
   moved, as if its mass were infinite:

     w_c = (J u)_c + b_c,
     lambda_c <- clip(lambda_c - w_c / D_c),   D_c = J W J^T of the bodies that
                                               can move,
     u += W J^T times the change, for these bodies only.

   So what has been stopped below stays so, and one pass stops a whole stack;
   but the push on the lower body is forgotten, which Newton's third law does
   not allow. What the pass leaves is shown, and forgotten by the next sweep.
   Its impulses are those of the velocities u, not of A lambda, so that the
   residual is mostly larger than without the pass (tutorials/contact measures
   it).
   A solution has w_c = 0 wherever lambda_c can move, so the pass leaves it.

   Converges as pgs does, whose iterates it is shown of. Needs the bodies of
   each row; the layers are counted in contacts from what does not move, where
   the source orders bodies by gravity. Costs two sweeps and a half.

   Source: Guendelman, Bridson, Fedkiw (2003), Nonconvex rigid bodies with
   stacking; Erleben (2007) for layers without gravity. */
#include "pantin/lcp/order_private.h"
#include "pantin/lcp/solver_private.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/operator_rigid.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { BLOCK = PN_RIGID_BLOCK, ROW = PN_RIGID_ROW };

/* Sweeps over a layer. */
enum { LAYER_SWEEPS = 4 };

typedef struct {
  double *x;     /* the iterate of pgs, (rows), owned */
  size_t *order; /* the rows by height, (rows), owned */
  size_t *level; /* of each body, (bodies + 1), owned */
  double *u;     /* G^T lambda, (6 (bodies + 1)), owned */
  size_t room;   /* bodies + 1 that fit in `level`, and in `u` */
  size_t u_room;
} shock_state;

static int shock_alloc(void *vstate, size_t rows)
{
  shock_state *state = vstate;
  state->x = pn_alloc(rows, sizeof *state->x);
  state->order = pn_alloc(rows, sizeof *state->order);
  return state->x && state->order ? GSL_SUCCESS : GSL_ENOMEM;
}

static void shock_free(void *vstate)
{
  shock_state *state = vstate;
  pn_free(state->x);
  pn_free(state->order);
  pn_free(state->level);
  pn_free(state->u);
}

/* Makes room in u for so many bodies. */
static int reserve(shock_state *state, size_t bodies)
{
  if (bodies <= state->u_room)
    return GSL_SUCCESS;
  double *larger = pn_realloc(state->u, BLOCK * bodies, sizeof *larger);
  if (!larger)
    return GSL_ENOMEM;
  state->u = larger;
  state->u_room = bodies;
  return GSL_SUCCESS;
}

static int shock_set(void *vstate, pn_lcp_solver *solver, pn_error *error)
{
  shock_state *state = vstate;
  const pn_lcp *lcp = solver->lcp;
  size_t bodies;
  pni_pairs(lcp->A, &bodies);
  if (pni_levels(lcp, &state->level, &state->room) ||
      reserve(state, bodies + 1))
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  pni_order_by_height(lcp, state->level, state->order);
  memcpy(state->x, solver->lambda, lcp->size * sizeof *state->x);
  return GSL_SUCCESS;
}

/* Writes row c of G = J W^(1/2), (12); returns its compliance. */
static double factor_row(const pn_lcp_operator *A, size_t c, double *G)
{
  const pn_rigid_delassus *R = pn_rigid_delassus_of(A);
  if (R) {
    memcpy(G, &R->G[ROW * c], ROW * sizeof *G);
    return R->C[c];
  }
  const pn_delassus *J = pn_delassus_of(A);
  const pn_vec3 n = J->normal[c];
  memset(G, 0, ROW * sizeof *G);
  for (int side = 0; side < 2; side++) {
    const uint32_t body = side ? J->pair[c].j : J->pair[c].i;
    const double s = (side ? 1 : -1) * sqrt(J->inverse_mass[body]);
    memcpy(G + BLOCK * side, (double[]){s * n.x, s * n.y, s * n.z},
           3 * sizeof *G);
  }
  return 0;
}

/* Relaxes row c with its lower body at rest. */
static void relax(const shock_state *state, pn_lcp_solver *solver, size_t c,
                  pn_pair pair)
{
  const pn_lcp *lcp = solver->lcp;
  const size_t *level = state->level;
  double *x = solver->lambda, G[ROW], lo = lcp->lo[c], hi = lcp->hi[c];
  const double C = factor_row(lcp->A, c, G);
  double w = lcp->b[c] + C * x[c], D = C;
  /* The parts of the two bodies; the second half of `moves` is j's. */
  const int moves[] = {level[pair.i] >= level[pair.j],
                       level[pair.j] >= level[pair.i]};
  double *const part[] = {state->u + BLOCK * pair.i, state->u + BLOCK * pair.j};
  for (int side = 0; side < 2; side++)
    for (int k = 0; k < BLOCK; k++) {
      const double g = G[BLOCK * side + k];
      w += g * part[side][k];
      D += moves[side] ? g * g : 0;
    }
  if (!(D > 0))
    return;
  if (solver->settings.coupled && lcp->mu && lcp->normal[c] != c) {
    hi = pni_friction_bound(lcp->mu[c], x[lcp->normal[c]]);
    lo = -hi;
  }
  const double d = pni_clip(x[c] - w / D, lo, hi) - x[c];
  x[c] += d;
  for (int side = 0; side < 2; side++)
    for (int k = 0; moves[side] && k < BLOCK; k++)
      part[side][k] += d * G[BLOCK * side + k];
}

/* Passes upwards through the layers, over solver->lambda. */
static void propagate(const shock_state *state, pn_lcp_solver *solver)
{
  const pn_lcp *lcp = solver->lcp;
  size_t bodies, last;
  const pn_pair *pair = pni_pairs(lcp->A, &bodies);
  memset(state->u, 0, BLOCK * (bodies + 1) * sizeof *state->u);
  for (size_t c = 0; c < lcp->size; c++) {
    double G[ROW];
    factor_row(lcp->A, c, G);
    for (size_t k = 0; k < BLOCK; k++) {
      state->u[BLOCK * pair[c].i + k] += solver->lambda[c] * G[k];
      state->u[BLOCK * pair[c].j + k] += solver->lambda[c] * G[BLOCK + k];
    }
  }
  for (size_t first = 0; first < lcp->size; first = last) {
    const size_t height = pni_height(pair, state->level, state->order[first]);
    last = first;
    while (last < lcp->size &&
           pni_height(pair, state->level, state->order[last]) == height)
      last++;
    for (int s = 0; s < LAYER_SWEEPS; s++)
      for (size_t k = first; k < last; k++)
        relax(state, solver, state->order[k], pair[state->order[k]]);
  }
}

static int shock_iterate(void *vstate, pn_lcp_solver *solver)
{
  shock_state *state = vstate;
  const size_t bytes = solver->lcp->size * sizeof *state->x;
  memcpy(solver->lambda, state->x, bytes);
  pni_begin(solver, solver->lambda);
  pni_sweep(solver);
  memcpy(state->x, solver->lambda, bytes);
  propagate(state, solver);
  solver->products += LAYER_SWEEPS; /* each row is in one layer */
  return GSL_SUCCESS;
}

static const pn_lcp_method shock = {
    .name = "shock",
    .summary = "Gauss-Seidel sweeps, each shown after shock propagation",
    .handles_boxes = 1,
    .handles_coupled = 1,
    .converges = 1,
    .needs = PN_LCP_NEEDS_BODIES,
    .state_size = sizeof(shock_state),
    .alloc = shock_alloc,
    .set = shock_set,
    .iterate = shock_iterate,
    .free = shock_free,
};

const pn_lcp_method *const pn_lcp_shock = &shock;
