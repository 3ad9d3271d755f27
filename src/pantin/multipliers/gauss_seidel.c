/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Multipliers by Gauss-Seidel, joint after joint, without a matrix: with v =
   W J^T lambda kept up to date,

     delta = omega D_j^-1 (b_j - J_j v),   D_j = J_j W J_j^T,
     lambda_j += delta,   v += W J_j^T delta.

   On a straight chain of n bodies a sweep takes the error down by cos^2(pi/n)
   only, so that it needs some n^2 sweeps. Over-relaxation (SOR) takes omega >
   1: with rho the rate of Gauss-Seidel, seen in its first sweeps, the best is

     omega = 2 / (1 + sqrt(1 - rho))

   where joints can be told apart in two colours, as in a chain. Redundant rows
   do no harm where the joints are closed: lambda stays consistent. Where these
   gape the equations are not, and the sweeps do not converge.

   Sources: P. Benet, Moteur physique avec des contraintes rigides (2016),
   section V-C (whose "higher" convergence is linear, and slow); D. Young,
   Iterative Solution of Large Linear Systems (1971), chapter 6; Y. Saad,
   Iterative Methods for Sparse Linear Systems (2003), section 4.2. */
#include "pantin/base/alloc.h"
#include "pantin/body/side.h"
#include "pantin/multipliers/multipliers.h"
#include "pantin/linear/pivot.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Relative residual to reach, and to accept; and one that is rounding, as in
   cg.c, of which the part of redundant rows never vanishes. */
static const double wanted = 1e-13, accepted = 1e-10, invisible = 1e-13;

/* Share of its diagonal below which a pivot of a joint's own block is
   dropped. */
static const double pivot_tolerance = 1e-10;

/* The most sweeps; the most without a smaller residual, after which rounding
   has stopped them; and those that show the rate. */
enum { SWEEPS = 100000, STALLED = 5000, PROBE = 40 };
static const double rate_max = 0.99999;

typedef struct {
  double *inverse; /* D_j^-1, 36 numbers each, owned */
  double *v;       /* W J^T lambda, (n), owned */
} sweep_state;

/* A joint with its blocks of J. */
typedef struct {
  size_t first, rows, sides, body[JOINT_SIDES_MAX];
  const double *J[JOINT_SIDES_MAX];
} joint_blocks;

/* Returns the blocks of J in the rows of joint j, one for each of its bodies.
 */
static joint_blocks blocks_of(const pn_assembly *a, size_t j)
{
  const pn_joint *joint = &a->system->joint[j];
  joint_blocks of = {.first = a->first[j],
                     .rows = a->first[j + 1] - a->first[j],
                     .sides = joint_sides(joint)};
  for (size_t s = 0; s < of.sides; s++) {
    of.body[s] = joint_body(joint, s);
    of.J[s] = pn_assembly_block(a, j, s);
  }
  return of;
}

static int sweep_alloc(void *vstate, pn_multipliers *m)
{
  sweep_state *state = vstate;
  state->inverse =
      pn_alloc(m->assembly->system->joints, 36 * sizeof *state->inverse);
  state->v = pn_alloc(m->assembly->velocities, sizeof *state->v);
  return state->inverse && state->v ? GSL_SUCCESS : GSL_ENOMEM;
}

static void sweep_free(void *vstate)
{
  sweep_state *state = vstate;
  pn_free(state->inverse);
  pn_free(state->v);
}

/* Computes W f of one body. */
static void accelerate(const pn_assembly *a, size_t body, const double *f,
                       double *u)
{
  const pn_vec3 turn =
      pn_mat3_apply(a->inverse[body], pn_vec3_make(f[3], f[4], f[5]));
  for (int k = 0; k < 3; k++)
    u[k] = a->weight[body] * f[k];
  u[3] = turn.x;
  u[4] = turn.y;
  u[5] = turn.z;
}

/* Computes D = J_j W J_j^T + soft, (rows x rows). */
static void own_block(const pn_multipliers *m, const joint_blocks *of,
                      double *D)
{
  memset(D, 0, of->rows * of->rows * sizeof *D);
  for (size_t s = 0; s < of->sides; s++)
    for (size_t r = 0; r < of->rows && of->body[s] != PN_WORLD; r++) {
      double u[6];
      accelerate(m->assembly, of->body[s], of->J[s] + 6 * r, u);
      for (size_t c = 0; c < of->rows; c++)
        for (size_t k = 0; k < 6; k++)
          D[r * of->rows + c] += u[k] * of->J[s][6 * c + k];
    }
  for (size_t r = 0; r < of->rows && m->soft; r++)
    D[r * of->rows + r] += m->soft[of->first + r];
}

static int sweep_set(void *vstate, pn_multipliers *m)
{
  sweep_state *state = vstate;
  for (size_t j = 0; j < m->assembly->system->joints; j++) {
    const joint_blocks of = blocks_of(m->assembly, j);
    double *D = state->inverse + 36 * j, scale[6], pivot[6];
    own_block(m, &of, D);
    for (size_t r = 0; r < of.rows; r++)
      scale[r] = D[r * (of.rows + 1)];
    if (pni_pivot_invert(of.rows, D, scale, pivot_tolerance, pivot, &m->dropped,
                         NULL))
      return GSL_EDOM;
  }
  return GSL_SUCCESS;
}

/* Makes the step of one joint; returns the square of its residual. */
static double step(sweep_state *state, const pn_multipliers *m, size_t j,
                   double omega, const double *b, double *lambda)
{
  const joint_blocks of = blocks_of(m->assembly, j);
  const double *inverse = state->inverse + 36 * j;
  double residual[6], square = 0, f[JOINT_SIDES_MAX][6] = {{0}}, u[6];
  for (size_t r = 0; r < of.rows; r++) {
    residual[r] = b[of.first + r];
    if (m->soft)
      residual[r] -= m->soft[of.first + r] * lambda[of.first + r];
    for (size_t s = 0; s < of.sides; s++)
      for (size_t k = 0; k < 6 && of.body[s] != PN_WORLD; k++)
        residual[r] -=
            of.J[s][6 * r + k] * state->v[PN_BODY_VELOCITIES * of.body[s] + k];
    square += residual[r] * residual[r];
  }
  for (size_t r = 0; r < of.rows; r++) {
    double delta = 0;
    for (size_t c = 0; c < of.rows; c++)
      delta += inverse[r * of.rows + c] * residual[c];
    delta *= omega;
    lambda[of.first + r] += delta;
    for (size_t s = 0; s < of.sides; s++)
      for (size_t k = 0; k < 6; k++)
        f[s][k] += of.J[s][6 * r + k] * delta;
  }
  for (size_t s = 0; s < of.sides; s++)
    if (of.body[s] != PN_WORLD) {
      accelerate(m->assembly, of.body[s], f[s], u);
      for (size_t k = 0; k < 6; k++)
        state->v[PN_BODY_VELOCITIES * of.body[s] + k] += u[k];
    }
  return square;
}

/* Sweeps over all joints; returns the norm of the residuals met. */
static double sweep(sweep_state *state, const pn_multipliers *m, double omega,
                    const double *b, double *lambda)
{
  double square = 0;
  for (size_t j = 0; j < m->assembly->system->joints; j++)
    square += step(state, m, j, omega, b, lambda);
  return sqrt(square);
}

/* Sweeps until the residual is small; relaxed sweeps take omega from the rate
   of the first ones. */
static int solve(sweep_state *state, pn_multipliers *m, int relaxed,
                 const double *b, double *lambda)
{
  double size = 0, before = 0, residual = 0, omega = 1, least = INFINITY;
  size_t stalled = 0;
  for (size_t i = 0; i < m->assembly->rows; i++)
    size = hypot(size, b[i]);
  memset(lambda, 0, m->assembly->rows * sizeof *lambda);
  memset(state->v, 0, m->assembly->velocities * sizeof *state->v);
  for (m->iterations = 0; m->iterations < SWEEPS && stalled < STALLED;
       m->iterations++) {
    residual = sweep(state, m, omega, b, lambda);
    if (residual <= wanted * size + invisible)
      return GSL_SUCCESS;
    if (!isfinite(residual))
      return GSL_EDOM;
    if (relaxed && m->iterations == PROBE) {
      const double rate = fmin(residual / before, rate_max);
      omega = 2 / (1 + sqrt(1 - rate));
    }
    stalled = residual < least ? 0 : stalled + 1;
    least = fmin(least, residual);
    before = residual;
  }
  return residual <= accepted * size ? GSL_SUCCESS : GSL_EMAXITER;
}

static int gauss_seidel_solve(void *vstate, pn_multipliers *m, const double *b,
                              double *lambda)
{
  return solve(vstate, m, 0, b, lambda);
}

static int sor_solve(void *vstate, pn_multipliers *m, const double *b,
                     double *lambda)
{
  return solve(vstate, m, 1, b, lambda);
}

static const pn_multiplier_type gauss_seidel = {
    .name = "gauss-seidel",
    .summary = "Gauss-Seidel, joint after joint, without a matrix",
    .rows_max = 0,
    .state_size = sizeof(sweep_state),
    .alloc = sweep_alloc,
    .set = sweep_set,
    .solve = gauss_seidel_solve,
    .free = sweep_free,
};

static const pn_multiplier_type sor = {
    .name = "sor",
    .summary = "Gauss-Seidel, over-relaxed by the rate that it shows",
    .rows_max = 0,
    .state_size = sizeof(sweep_state),
    .alloc = sweep_alloc,
    .set = sweep_set,
    .solve = sor_solve,
    .free = sweep_free,
};

const pn_multiplier_type *const pn_multipliers_gauss_seidel = &gauss_seidel;
const pn_multiplier_type *const pn_multipliers_sor = &sor;
