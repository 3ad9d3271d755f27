/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Multipliers of a tree by Featherstone's articulated bodies. A joint of m rows
   leaves its child 6 - m motions S, with J_c S = 0; for given b it says

     J_c a_c + J_p a_p = b,   hence   a_c = P r + S qdd,
     r = b - J_p a_p,   J_c P = 1.

   From the leaves to the root, with I the articulated mass of a body (its own,
   and what hangs from it) and p the force that it needs at rest:

     U = I S,   D = S^T U,   V = U^T P,
     K = P^T I P - V^T D^-1 V,         I_parent += J_p^T K J_p,
     q = P^T p - V^T D^-1 S^T p,       p_parent -= J_p^T (q + K b),

   and back: qdd = -D^-1 (S^T p + V r), a_c = P r + S qdd. The joint's force on
   the child is I a_c + p = J_c^T lambda, so that lambda = q + K r.

   It is the elimination of kkt.c in other words: K, the mass that
   the parent feels, is (J_c I^-1 J_c^T)^-1. Where that divides by the
   constraints' part, this divides by the motions', D.

   Source: R. Featherstone, Rigid Body Dynamics Algorithms (2008), section 7.3.
   There a change of frame is in the place of -P J_p, and S is given by the
   joint's type; here all come from J (joint_split.c). */
#include "pantin/base/alloc.h"
#include "pantin/multipliers/joint_split.h"
#include "pantin/multipliers/elimination_solver.h"
#include "pantin/multipliers/tree.h"
#include "pantin/linear/kernel.h"
#include "pantin/linear/pivot.h"

#include <string.h>

/* Least share of its diagonal entry that a pivot of D, which is definite, may
   have. */
static const double pivot_tolerance = 1e-14;

/* What a body keeps between the two passes; n = 6 motions, 3 for a point.
   Matrices are stored row by row, so that products run along rows. */
typedef struct {
  size_t n, rows, free; /* rows m of its joint, free = n - m */
  size_t joint, above;  /* as in pn_tree */
  double I[36];         /* n x n; the lower triangle is added to */
  double PT[36];        /* P^T, m x n */
  double ST[36];        /* S^T, free x n */
  double VT[36];        /* V^T, m x free */
  double D[36];         /* D^-1, free x free */
  double N[36];         /* -K, m x m */
  double J[36];         /* J_p, m x (n of the body above) */
  double p[6], a[6];
  double q[6]; /* (m) */
  double h[6]; /* -D^-1 S^T p, (free) */
} articulated;

typedef struct {
  pn_tree *tree;     /* owned */
  articulated *body; /* (bodies), owned */
} aba_state;

/* Tells whether the joints make trees, each holding its body well. */
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

/* Sets I = W^-1 of a body alone. */
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

/* Computes D^-1, V and -K of a body. */
static int set_motions(articulated *body)
{
  const size_t n = body->n, m = body->rows, f = body->free;
  double UT[36], PTI[36], VTD[36], diagonal[6], pivot[6];
  size_t dropped = 0;
  kernel_mirror(n, body->I);
  kernel_product(f, n, n, body->ST, body->I, UT);
  kernel_product(f, f, n, UT, body->ST, body->D);
  for (size_t i = 0; i < f; i++)
    diagonal[i] = body->D[i * (f + 1)];
  kernel_mirror(f, body->D);
  if (pni_pivot_invert(f, body->D, diagonal, pivot_tolerance, pivot, &dropped,
                       NULL))
    return GSL_EDOM;
  kernel_product(m, n, n, body->PT, body->I, PTI);
  kernel_product(m, f, n, PTI, body->ST, body->VT);
  kernel_product(m, f, f, body->VT, body->D, VTD);
  kernel_product(m, m, f, VTD, body->VT, body->N);
  kernel_subtract(m, m, n, PTI, body->PT, body->N);
  return GSL_SUCCESS;
}

/* Adds the mass of a body, as felt through its joint, to the body above. */
static void hang(const pn_assembly *a, articulated *body, articulated *above)
{
  const size_t m = body->rows, n = above->n;
  double JT[36] = {0}, JTN[36];
  pni_joint_columns(a, body->joint, body->above, n, body->J);
  for (size_t i = 0; i < n; i++)
    for (size_t r = 0; r < m; r++)
      JT[i * m + r] = body->J[r * n + i];
  kernel_product(n, m, m, JT, body->N, JTN);
  kernel_subtract_lower(n, m, JTN, JT, above->I);
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
    if (pni_joint_split(a, body->joint, b, body->n, body->PT, body->ST) ||
        set_motions(body))
      return GSL_EDOM;
    if (body->above != PN_WORLD)
      hang(a, body, &state->body[body->above]);
  }
  return GSL_SUCCESS;
}

/* Computes y = -A x; A (m x k). */
static void minus(size_t m, size_t k, const double *A, const double *x,
                  double *y)
{
  memset(y, 0, m * sizeof *y);
  kernel_apply(m, k, A, x, y);
}

/* Computes q of a body and adds its force to the body above. */
static void collect(aba_state *state, articulated *body, const double *b)
{
  const size_t n = body->n, m = body->rows, f = body->free;
  double w[6], needed[6];
  minus(f, n, body->ST, body->p, w);
  minus(f, f, body->D, w, body->h);
  for (size_t i = 0; i < f; i++)
    body->h[i] = -body->h[i];
  minus(m, n, body->PT, body->p, body->q);
  kernel_apply(m, f, body->VT, body->h, body->q);
  for (size_t i = 0; i < m; i++)
    needed[i] = body->q[i] = -body->q[i];
  if (body->above == PN_WORLD)
    return;
  articulated *above = &state->body[body->above];
  kernel_apply(m, m, body->N, b, needed);
  kernel_apply_transposed(m, above->n, body->J, needed, above->p);
}

/* Computes a of a body and the lambda of its joint. */
static void spread(const aba_state *state, articulated *body, const double *b,
                   double *lambda)
{
  const size_t n = body->n, m = body->rows, f = body->free;
  double r[6], w[6] = {0}, qdd[6];
  memcpy(r, b, m * sizeof *r);
  if (body->above != PN_WORLD) {
    const articulated *above = &state->body[body->above];
    kernel_apply(m, above->n, body->J, above->a, r);
  }
  memcpy(lambda, body->q, m * sizeof *lambda);
  kernel_apply(m, m, body->N, r, lambda);
  kernel_apply_transposed(m, f, body->VT, r, w);
  minus(f, f, body->D, w, qdd);
  for (size_t i = 0; i < f; i++)
    qdd[i] = body->h[i] - qdd[i];
  memset(body->a, 0, sizeof body->a);
  kernel_apply_transposed(m, n, body->PT, r, body->a);
  kernel_apply_transposed(f, n, body->ST, qdd, body->a);
  for (size_t i = 0; i < n; i++)
    body->a[i] = -body->a[i];
}

/* Computes a of a free body: I a + p = 0. */
static void rest(articulated *body)
{
  double w[6], qdd[6];
  minus(body->free, body->n, body->ST, body->p, w);
  minus(body->free, body->free, body->D, w, qdd);
  memset(body->a, 0, sizeof body->a);
  kernel_apply_transposed(body->free, body->n, body->ST, qdd, body->a);
}

/* Solves by two passes over the trees: from the leaves inwards, joint by joint,
   then outwards. */
static int aba_solve(void *vstate, pn_multipliers *m, const double *b,
                     double *lambda)
{
  aba_state *state = vstate;
  const pn_assembly *a = m->assembly;
  const pn_tree *tree = state->tree;
  for (size_t k = 0; k < tree->bodies; k++)
    memset(state->body[k].p, 0, sizeof state->body[k].p);
  for (size_t k = tree->bodies; k-- > 0;) {
    articulated *body = &state->body[tree->order[k]];
    if (body->joint != PN_NO_JOINT)
      collect(state, body, b + a->first[body->joint]);
  }
  for (size_t k = 0; k < tree->bodies; k++) {
    articulated *body = &state->body[tree->order[k]];
    if (body->joint == PN_NO_JOINT)
      rest(body);
    else
      spread(state, body, b + a->first[body->joint],
             lambda + a->first[body->joint]);
  }
  return GSL_SUCCESS;
}

static const pn_multiplier_type aba = {
    .name = "aba",
    .summary = "Featherstone's articulated bodies, for trees",
    .rows_max = 0,
    .state_size = sizeof(aba_state),
    .counts_dropped = 1,
    .refuses_soft = 1,
    .takes = aba_takes,
    .condition = "no loops, and point masses on joints of a point or one row",
    .alloc = aba_alloc,
    .set = aba_set,
    .solve = aba_solve,
    .free = aba_free,
};

const pn_multiplier_type *const pn_multipliers_aba = &aba;
