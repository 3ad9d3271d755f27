/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Direct correction along a tree: from the root to the leaves each body is put
   back to the one that it hangs from, which stays. In the measure of the
   body's own mass,

     dq = W J^T (J W J^T)^-1 (-C)

   with C, J of its one joint and on this body alone: a system of at most six
   equations. It costs less than Newton's method on all bodies, but moves the
   centre of mass, and leaves loops open.

   Source: P. Benet, Moteur physique avec des contraintes rigides (2016),
   section IV-C, for ball joints. */
#include "pantin/dynamics/correction.h"
#include "pantin/multipliers/tree.h"

#include <gsl/gsl_errno.h>

enum { ROWS = PN_JOINT_ROWS_MAX };

/* Newton steps for each body: each squares the gap. */
enum { STEPS = 2 };

/* Solves A x = x by Cholesky for a positive definite A of order n, which is
   overwritten. */
static int solve(size_t n, double A[ROWS][ROWS], double *x)
{
  for (size_t k = 0; k < n; k++) {
    if (!(A[k][k] > 0))
      return GSL_ESING;
    A[k][k] = sqrt(A[k][k]);
    for (size_t i = k + 1; i < n; i++)
      A[i][k] /= A[k][k];
    for (size_t j = k + 1; j < n; j++)
      for (size_t i = j; i < n; i++)
        A[i][j] -= A[i][k] * A[j][k];
  }
  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k < i; k++)
      x[i] -= A[i][k] * x[k];
    x[i] /= A[i][i];
  }
  for (size_t i = n; i-- > 0;) {
    for (size_t k = i + 1; k < n; k++)
      x[i] -= A[k][i] * x[k];
    x[i] /= A[i][i];
  }
  return GSL_SUCCESS;
}

/* Makes one Newton step on the joint by which the body hangs. */
static int put_back(pn_dynamics *d, double *y, size_t body, size_t joint_index)
{
  const pn_system *system = d->system;
  const pn_joint *joint = &system->joint[joint_index];
  const pn_motion parent = pn_state_motion(system, y, joint->parent);
  const pn_motion child = pn_state_motion(system, y, joint->child);
  double C[ROWS], J[2][6 * ROWS], bias[ROWS];
  pn_joint_rows rows = {.C = C, .Jp = J[0], .Jc = J[1], .bias = bias};
  if (joint->type->evaluate(joint, &parent, &child, &rows))
    return GSL_EFAILED;
  const double(*Jb)[6] = (const double(*)[6])J[joint->child == body];
  const size_t m = pn_joint_rows_count(joint);

  /* A = J W J^T, W with the body's mass and inertia. */
  const pn_motion *motion = joint->child == body ? &child : &parent;
  const pn_mat3 inverse = pn_mat3_multiply(
      motion->R, pn_mat3_multiply(d->assembly->body_inverse[body],
                                  pn_mat3_transpose(motion->R)));
  double A[ROWS][ROWS], JW[ROWS][6];
  for (size_t i = 0; i < m; i++) {
    const pn_vec3 turn =
        pn_mat3_apply(inverse, pn_vec3_make(Jb[i][3], Jb[i][4], Jb[i][5]));
    for (size_t k = 0; k < 3; k++)
      JW[i][k] = Jb[i][k] / system->body[body].mass;
    JW[i][3] = turn.x;
    JW[i][4] = turn.y;
    JW[i][5] = turn.z;
  }
  for (size_t i = 0; i < m; i++)
    for (size_t j = 0; j < m; j++) {
      A[i][j] = 0;
      for (size_t k = 0; k < 6; k++)
        A[i][j] += JW[i][k] * Jb[j][k];
    }
  if (solve(m, A, C))
    return GSL_ESING;
  double dq[6] = {0};
  for (size_t i = 0; i < m; i++)
    for (size_t k = 0; k < 6; k++)
      dq[k] -= JW[i][k] * C[i];
  const pn_pose moved =
      pn_pose_displace(motion->pose, pn_vec3_make(dq[0], dq[1], dq[2]),
                       pn_vec3_make(dq[3], dq[4], dq[5]));
  pn_state_set(system, y, body, moved, motion->v, motion->omega);
  return GSL_SUCCESS;
}

static void *tree_alloc(const pn_system *system)
{
  return pn_tree_alloc(system);
}

static void tree_free(void *state)
{
  pn_tree_free(state);
}

static int tree_apply(void *state, pn_dynamics *dynamics, double *y)
{
  const pn_tree *tree = state;
  int code = GSL_SUCCESS;
  for (size_t k = 0; k < tree->bodies && !code; k++) {
    const size_t body = tree->order[k], joint = tree->joint[body];
    for (int step = 0; step < STEPS && joint != PN_NO_JOINT && !code; step++)
      code = put_back(dynamics, y, body, joint);
  }
  return code;
}

static const pn_correction tree = {
    .name = "tree",
    .summary = "each body put back to the one that it hangs from",
    .alloc = tree_alloc,
    .apply = tree_apply,
    .free = tree_free,
};

const pn_correction *const pn_correction_tree = &tree;
