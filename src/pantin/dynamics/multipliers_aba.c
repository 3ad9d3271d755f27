/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Multipliers of a tree by Featherstone's articulated bodies. A joint of m rows
   leaves its child 6 - m motions S, with J_c S = 0; for given b it says

     J_c a_c + J_p a_p = b,   hence   a_c = X a_p + c + S qdd,
     X = -P J_p,   c = P b,   P = J_c^+ (J_c P = 1),

   where X carries the parent's acceleration over. From the leaves to the root,
   with I the articulated mass of a body (its own, and what hangs from it) and p
   the force that it needs at rest:

     U = I S,   D = S^T U,
     I_a = I - U D^-1 U^T,     p_a = p + I_a c - U D^-1 S^T p,
     I_parent += X^T I_a X,    p_parent += X^T p_a,

   and back: a' = X a_p + c, qdd = -D^-1 (S^T p + U^T a'), a_c = a' + S qdd. The
   joint's force on the child is f = I a_c + p = J_c^T lambda, so that lambda =
   P^T f.

   It is the elimination of multipliers_kkt.c in other words: I_a is J_c^T (J_c
   I^-1 J_c^T)^-1 J_c. Where that divides by the constraints' part, this divides
   by the motions', which is less work for a joint of few motions.

   Source: R. Featherstone, Rigid Body Dynamics Algorithms (2008), section 7.3.
   There X is a change of frame and S given by the joint's type; here both come
   from J. */
#include "pantin/base/alloc.h"
#include "pantin/dynamics/multipliers_elimination.h"
#include "pantin/dynamics/tree.h"
#include "pantin/linear/pivot.h"

#include <math.h>
#include <string.h>

/* The least share of its diagonal entry that a pivot of D may have: D is
   definite. */
static const double pivot_tolerance = 1e-14;

/* What a body keeps between the two passes; n = 6 motions, 3 for a point. All
   matrices row by row. */
typedef struct {
  size_t n, rows, free;       /* rows m of its joint, free = n - m */
  size_t joint, above;        /* as in pn_tree */
  double I[36];               /* n x n */
  double P[36], S[36], U[36]; /* n x m, n x free, n x free */
  double D[36];               /* D^-1, free x free */
  double X[36];               /* n x (n of the body above) */
  double p[6], c[6], a[6];
} articulated;

typedef struct {
  pn_tree *tree;     /* owned */
  articulated *body; /* (bodies), owned */
} aba_state;

/* C += sign A B; A (m x k), B (k x n). */
static void add_product(double sign, size_t m, size_t n, size_t k,
                        const double *A, const double *B, double *C)
{
  for (size_t i = 0; i < m; i++)
    for (size_t l = 0; l < k; l++)
      for (size_t j = 0; j < n; j++)
        C[i * n + j] += sign * A[i * k + l] * B[l * n + j];
}

/* C += sign A^T B; A (k x m), B (k x n). */
static void add_transposed(double sign, size_t m, size_t n, size_t k,
                           const double *A, const double *B, double *C)
{
  for (size_t l = 0; l < k; l++)
    for (size_t i = 0; i < m; i++)
      for (size_t j = 0; j < n; j++)
        C[i * n + j] += sign * A[l * m + i] * B[l * n + j];
}

static int aba_takes(const pn_assembly *a)
{
  pn_tree *tree = pn_tree_alloc(a->system);
  int takes = tree && tree->loops == 0;
  for (size_t b = 0; takes && b < a->system->bodies; b++)
    takes = tree->joint[b] == PN_NO_JOINT ||
            pni_joint_holds_well(a, tree->joint[b], b);
  pn_tree_free(tree);
  return takes;
}

static int aba_alloc(void *vstate, pn_multipliers *m)
{
  aba_state *state = vstate;
  const pn_assembly *a = m->assembly;
  state->tree = pn_tree_alloc(a->system);
  state->body = pn_alloc(a->system->bodies, sizeof *state->body);
  if (!state->tree || !state->body)
    return GSL_ENOMEM;
  for (size_t b = 0; b < a->system->bodies; b++) {
    articulated *body = &state->body[b];
    body->joint = state->tree->joint[b];
    body->above = state->tree->above[b];
    body->n = pn_mat3_determinant(a->body_inverse[b]) > 0 ? 6 : 3;
    if (body->joint != PN_NO_JOINT)
      body->rows = a->first[body->joint + 1] - a->first[body->joint];
    body->free = body->n - body->rows;
  }
  return GSL_SUCCESS;
}

static void aba_free(void *vstate)
{
  aba_state *state = vstate;
  pn_tree_free(state->tree);
  pn_free(state->body);
}

/* The columns of J that count for a body of n motions, (rows x n). */
static void joint_block(const pn_assembly *a, size_t joint, size_t body,
                        size_t n, double *J)
{
  const double *from = a->system->joint[joint].parent == body
                           ? pn_assembly_parent(a, joint)
                           : pn_assembly_child(a, joint);
  for (size_t r = 0; r < a->first[joint + 1] - a->first[joint]; r++)
    memcpy(J + r * n, from + 6 * r, n * sizeof *J);
}

/* Row k of Q becomes a unit vector normal to those before it (by Gram-Schmidt,
   twice); row[l] += what it had along the l-th, row[k] = what was left. */
static int orthonormalise(size_t n, size_t k, double (*Q)[6], double *row)
{
  for (int again = 0; again < 2; again++)
    for (size_t l = 0; l < k; l++) {
      double along = 0;
      for (size_t i = 0; i < n; i++)
        along += Q[l][i] * Q[k][i];
      for (size_t i = 0; i < n; i++)
        Q[k][i] -= along * Q[l][i];
      row[l] += along;
    }
  double square = 0;
  for (size_t i = 0; i < n; i++)
    square += Q[k][i] * Q[k][i];
  row[k] = sqrt(square);
  for (size_t i = 0; i < n; i++)
    Q[k][i] /= row[k];
  return square > 0 && isfinite(square) ? GSL_SUCCESS : GSL_EDOM;
}

/* The unit vector that is farthest from the first k rows of Q. */
static size_t farthest(size_t n, size_t k, double (*Q)[6])
{
  size_t found = 0;
  double most = -INFINITY;
  for (size_t e = 0; e < n; e++) {
    double left = 1;
    for (size_t l = 0; l < k; l++)
      left -= Q[l][e] * Q[l][e];
    if (left > most) {
      most = left;
      found = e;
    }
  }
  return found;
}

/* P and S of a joint: J_c = R Q with R lower triangular (m x m) and the rows of
   Q orthonormal, so that P = Q^T R^-1; more such rows are S^T. */
static int split(articulated *body, const double *J)
{
  const size_t n = body->n, m = body->rows;
  double Q[6][6], R[6][6] = {{0}};
  for (size_t k = 0; k < n; k++) {
    const size_t unit = k < m ? 0 : farthest(n, k, Q);
    for (size_t i = 0; i < n; i++)
      Q[k][i] = k < m ? J[k * n + i] : i == unit;
    if (orthonormalise(n, k, Q, R[k]))
      return GSL_EDOM;
  }
  for (size_t i = 0; i < n; i++) {
    for (size_t k = m; k-- > 0;) { /* row i of P R = Q^T */
      double sum = Q[k][i];
      for (size_t l = k + 1; l < m; l++)
        sum -= body->P[i * m + l] * R[l][k];
      body->P[i * m + k] = sum / R[k][k];
    }
    for (size_t k = m; k < n; k++)
      body->S[i * body->free + k - m] = Q[k][i];
  }
  return GSL_SUCCESS;
}

/* I = W^-1 of a body alone. */
static void set_mass(const pn_assembly *a, size_t b, articulated *body)
{
  const size_t n = body->n;
  memset(body->I, 0, sizeof body->I);
  for (size_t i = 0; i < 3; i++)
    body->I[i * n + i] = 1 / a->weight[b];
  if (n == 3)
    return;
  const pn_mat3 inertia = pn_mat3_inverse(a->inverse[b]);
  for (size_t i = 0; i < 3; i++)
    for (size_t j = 0; j < 3; j++)
      body->I[(i + 3) * n + j + 3] = inertia.m[i][j];
}

/* U and D^-1. */
static int set_motions(articulated *body)
{
  const size_t n = body->n, f = body->free;
  double diagonal[6], pivot[6];
  size_t dropped = 0;
  memset(body->U, 0, sizeof body->U);
  memset(body->D, 0, sizeof body->D);
  add_product(1, n, f, n, body->I, body->S, body->U);
  add_transposed(1, f, f, n, body->S, body->U, body->D);
  for (size_t i = 0; i < f; i++) {
    diagonal[i] = body->D[i * (f + 1)];
    for (size_t j = 0; j < i; j++) /* its rounding made symmetric */
      body->D[j * f + i] = body->D[i * f + j];
  }
  return pni_pivot_invert(f, body->D, diagonal, pivot_tolerance, pivot,
                          &dropped);
}

/* X, and what the body above feels of this one: X^T I_a X. */
static void hang(const pn_assembly *a, articulated *body, articulated *above)
{
  const size_t n = body->n, f = body->free, np = above->n;
  double J[36], UD[36] = {0}, UT[36], I_a[36], I_a_X[36] = {0};
  joint_block(a, body->joint, body->above, np, J);
  memset(body->X, 0, sizeof body->X);
  add_product(-1, n, np, body->rows, body->P, J, body->X);
  memcpy(I_a, body->I, sizeof I_a);
  add_product(1, n, f, f, body->U, body->D, UD);
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < f; k++)
      UT[k * n + i] = body->U[i * f + k];
  add_product(-1, n, n, f, UD, UT, I_a);
  add_product(1, n, np, n, I_a, body->X, I_a_X);
  add_transposed(1, np, np, n, body->X, I_a_X, above->I);
}

static int aba_set(void *vstate, pn_multipliers *m)
{
  aba_state *state = vstate;
  const pn_assembly *a = m->assembly;
  const size_t bodies = a->system->bodies;
  if (m->soft)
    return GSL_EUNIMPL;
  for (size_t b = 0; b < bodies; b++)
    set_mass(a, b, &state->body[b]);
  for (size_t k = bodies; k-- > 0;) {
    const size_t b = state->tree->order[k];
    articulated *body = &state->body[b];
    double J[36];
    if (body->joint != PN_NO_JOINT)
      joint_block(a, body->joint, b, body->n, J);
    if (split(body, J) || set_motions(body))
      return GSL_EDOM;
    if (body->above != PN_WORLD)
      hang(a, body, &state->body[body->above]);
  }
  return GSL_SUCCESS;
}

/* y += sign S D^-1 x (or U D^-1 x), x (free). */
static void add_motion(double sign, const articulated *body, const double *S,
                       const double *x, double *y)
{
  double qdd[6] = {0};
  add_product(1, body->free, 1, body->free, body->D, x, qdd);
  add_product(sign, body->n, 1, body->free, S, qdd, y);
}

/* p_a of a body, added to what the body above needs. */
static void collect(aba_state *state, articulated *body)
{
  const size_t n = body->n, f = body->free;
  double w[6] = {0}, p_a[6];
  if (body->above == PN_WORLD)
    return;
  articulated *above = &state->body[body->above];
  add_transposed(1, f, 1, n, body->U, body->c, w);
  add_transposed(1, f, 1, n, body->S, body->p, w);
  memcpy(p_a, body->p, sizeof p_a);
  add_product(1, n, 1, n, body->I, body->c, p_a);
  add_motion(-1, body, body->U, w, p_a);
  add_transposed(1, above->n, 1, n, body->X, p_a, above->p);
}

/* a of a body, and the lambda of its joint. */
static void spread(const aba_state *state, articulated *body, double *lambda)
{
  const size_t n = body->n, f = body->free;
  double w[6] = {0}, force[6];
  memcpy(body->a, body->c, sizeof body->a);
  if (body->above != PN_WORLD) {
    const articulated *above = &state->body[body->above];
    add_product(1, n, 1, above->n, body->X, above->a, body->a);
  }
  add_transposed(1, f, 1, n, body->S, body->p, w);
  add_transposed(1, f, 1, n, body->U, body->a, w);
  add_motion(-1, body, body->S, w, body->a);
  if (body->joint == PN_NO_JOINT)
    return;
  memcpy(force, body->p, sizeof force);
  add_product(1, n, 1, n, body->I, body->a, force);
  memset(lambda, 0, body->rows * sizeof *lambda);
  add_transposed(1, body->rows, 1, n, body->P, force, lambda);
}

static int aba_solve(void *vstate, pn_multipliers *m, const double *b,
                     double *lambda)
{
  aba_state *state = vstate;
  const pn_assembly *a = m->assembly;
  for (size_t k = 0; k < a->system->bodies; k++) {
    articulated *body = &state->body[k];
    memset(body->p, 0, sizeof body->p);
    memset(body->c, 0, sizeof body->c);
    if (body->joint != PN_NO_JOINT)
      add_product(1, body->n, 1, body->rows, body->P, b + a->first[body->joint],
                  body->c);
  }
  for (size_t k = a->system->bodies; k-- > 0;)
    collect(state, &state->body[state->tree->order[k]]);
  for (size_t k = 0; k < a->system->bodies; k++) {
    articulated *body = &state->body[state->tree->order[k]];
    spread(state, body,
           body->joint == PN_NO_JOINT ? NULL : lambda + a->first[body->joint]);
  }
  return GSL_SUCCESS;
}

static const pn_multiplier_type aba = {
    .name = "aba",
    .summary = "Featherstone's articulated bodies, for trees",
    .rows_max = 0,
    .state_size = sizeof(aba_state),
    .refuses_soft = 1,
    .takes = aba_takes,
    .alloc = aba_alloc,
    .set = aba_set,
    .solve = aba_solve,
    .free = aba_free,
};

const pn_multiplier_type *const pn_multipliers_aba = &aba;
