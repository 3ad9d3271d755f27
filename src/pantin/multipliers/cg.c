/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Multipliers by the conjugate gradient, without ever forming A: a product
   A x = J (W (J^T x)) passes once over the joints, once over the bodies, and
   once more over the joints. It always starts from lambda = 0, so that a step
   does not depend on the one before, and a singular A gives the lambda of
   least norm. Redundant rows show as directions along which A hardly grows: the
   search ends there.

   A straight chain of n bodies takes some n iterations: the method is here to
   be compared.

   Source: G. Peyre, Les contraintes (2001), section 3.2 (see cg.c). */
#include "pantin/multipliers/multipliers.h"

#include "pantin/base/alloc.h"
#include "pantin/linear/cg.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Relative residual |b - A lambda| / |b| to reach; the one to accept when
   rounding ends the descent earlier; and rounding of the products beside the
   largest a_ii lambda_i. */
static const double wanted = 1e-14, accepted = 1e-10, rounding = 1e-14;

/* Relative curvature of a direction taken for redundant, as pivots are in
   linear/factor.c, unless joints have drifted further. The flattest true one of
   a straight chain of n bodies has about 2 / n^2. */
static const double redundant = 1e-9;

/* A smaller residual [m], [m/s], [m/s^2] is rounding of coordinates of some
   metres, and need not be consistent where constraints are redundant. */
static const double invisible = 1e-15;

/* Without rounding m iterations would be enough. */
enum { ITERATIONS_PER_ROW = 10 };

typedef struct {
  pn_cg *cg;
  double *force;    /* J^T x, then W J^T x, (n), owned */
  double *diagonal; /* of A, (m), owned */
} cg_state;

/* Parameters of a product. */
typedef struct {
  const pn_multipliers *m;
  double *force;
} product_params;

static int cg_alloc(void *vstate, pn_multipliers *m)
{
  cg_state *state = vstate;
  state->cg = pn_cg_alloc(m->assembly->rows);
  state->force = pn_alloc(m->assembly->velocities, sizeof *state->force);
  state->diagonal = pn_alloc(m->assembly->rows, sizeof *state->diagonal);
  if (!state->cg || !state->force || !state->diagonal)
    return GSL_ENOMEM;
  state->cg->diagonal = state->diagonal;
  return GSL_SUCCESS;
}

static void cg_free(void *vstate)
{
  cg_state *state = vstate;
  pn_cg_free(state->cg);
  pn_free(state->force);
  pn_free(state->diagonal);
}

static int cg_set(void *vstate, pn_multipliers *m)
{
  cg_state *state = vstate;
  pn_assembly_diagonal(m->assembly, state->diagonal);
  for (size_t i = 0; m->soft && i < m->assembly->rows; i++)
    state->diagonal[i] += m->soft[i];
  return GSL_SUCCESS;
}

/* Computes y = (J W J^T + C) x without a matrix. */
static void apply(const double *x, double *y, void *params)
{
  const product_params *product = params;
  const pn_multipliers *m = product->m;
  double *force = product->force;
  memset(force, 0, m->assembly->velocities * sizeof *force);
  pn_assembly_add_force(m->assembly, x, force);
  pn_assembly_accelerate(m->assembly, force, force);
  pn_assembly_velocity(m->assembly, force, y);
  for (size_t i = 0; m->soft && i < m->assembly->rows; i++)
    y[i] += m->soft[i] * x[i];
}

/* Solves by conjugate gradients from 0, in at most so many iterations for each
   row. */
static int cg_solve(void *vstate, pn_multipliers *m, const double *b,
                    double *lambda)
{
  cg_state *state = vstate;
  const size_t rows = m->assembly->rows;
  product_params product = {m, state->force};
  memset(lambda, 0, rows * sizeof *lambda);
  state->cg->flat = fmax(redundant, m->drift);
  const int code = pn_cg_solve(state->cg, apply, NULL, &product, b, wanted,
                               invisible, ITERATIONS_PER_ROW * rows, lambda);
  m->iterations = state->cg->iterations;
  double good = 0;
  for (size_t i = 0; i < rows; i++)
    good = fmax(good, fmax(accepted * fabs(b[i]),
                           rounding * state->diagonal[i] * fabs(lambda[i])));
  return code == GSL_EMAXITER && state->cg->residual <= good ? GSL_SUCCESS
                                                             : code;
}

static const pn_multiplier_type cg = {
    .name = "cg",
    .summary = "conjugate gradient without a matrix",
    .rows_max = 0,
    .uses_drift = 1,
    .state_size = sizeof(cg_state),
    .alloc = cg_alloc,
    .set = cg_set,
    .solve = cg_solve,
    .free = cg_free,
};

const pn_multiplier_type *const pn_multipliers_cg = &cg;
