/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Block elimination of the multipliers' matrix: see elimination.h.

   Where bodies are kept, a joint is eliminated after the bodies below it, but
   before the body above: its pivot is then -J_c Mh^-1 J_c^T with Mh the mass
   that the part below shows at the joint, and regular since the rows of J_c
   are independent. Joints that close loops come last, when all bodies are
   gone. Their pivots are those of the Schur complement of the tree in J W J^T,
   in which redundant rows can be told and dropped.

   A point does not turn, so that its J_c has three columns that count: a joint
   that holds more of it than its position is left to the end, too.

   Source: D. Baraff, Linear-time dynamics using Lagrange multipliers, SIGGRAPH
   96, sections 6 and 7. */
#include "pantin/multipliers/elimination.h"

#include "pantin/base/alloc.h"
#include "pantin/multipliers/elimination_solver.h"
#include "pantin/multipliers/tree.h"

#include <gsl/gsl_errno.h>
#include <string.h>

void pn_elimination_free(pn_elimination *e)
{
  if (!e)
    return;
  pn_matrix_free(e->matrix);
  pn_block_factor_free(e->factor);
  pn_free(e->negative);
  pn_free(e->work);
  pn_free(e);
}

/* Returns the order that the factorisation finds by itself. */
static size_t *best_order(const pn_assembly *assembly, const int *keep)
{
  pn_matrix *matrix = pn_matrix_alloc(assembly, keep, NULL);
  pn_block_factor *factor =
      matrix ? pn_block_factor_alloc(matrix->A, NULL) : NULL;
  size_t *order = factor ? pn_alloc(matrix->A->blocks, sizeof *order) : NULL;
  if (order)
    memcpy(order, factor->order, matrix->A->blocks * sizeof *order);
  pn_block_factor_free(factor);
  pn_matrix_free(matrix);
  return order;
}

/* Tells whether no row can be redundant: the joints are those of a tree, and
   each holds the body below it well. */
static int tell_tree(const pn_assembly *a, int *is_tree)
{
  pn_tree *tree = pn_tree_alloc(a->system);
  if (!tree)
    return GSL_ENOMEM;
  *is_tree = tree->loops == 0;
  for (size_t b = 0; b < tree->bodies; b++)
    if (tree->joint[b] != PN_NO_JOINT &&
        !pni_joint_holds_well(a, tree->joint[b], b))
      *is_tree = 0;
  pn_tree_free(tree);
  return GSL_SUCCESS;
}

/* Allocates matrix and factor for the pattern of this topology. Pivots are
   negative in the rows of bodies that are kept. */
static int analyse(pn_elimination *e, const pn_assembly *assembly,
                   const int *keep, const size_t *order)
{
  e->matrix = pn_matrix_alloc(assembly, keep, order);
  if (!e->matrix)
    return GSL_ENOMEM;
  const pn_block_matrix *A = e->matrix->A;
  size_t *same = pn_alloc(A->blocks, sizeof *same);
  for (size_t k = 0; same && k < A->blocks; k++)
    same[k] = k;
  e->factor = same ? pn_block_factor_alloc(A, same) : NULL;
  pn_free(same);
  e->negative = pn_alloc(A->blocks, sizeof *e->negative);
  e->work = pn_alloc(A->rows, sizeof *e->work);
  if (!e->factor || !e->negative || !e->work ||
      pn_matrix_redirect(e->matrix, e->factor->L))
    return GSL_ENOMEM;
  for (size_t b = 0; b < assembly->system->bodies; b++)
    if (e->matrix->body_row[b] != PN_NO_ROW)
      e->negative[e->matrix->body_row[b]] = 1;
  e->factor->scale = e->matrix->scale;
  int is_tree;
  if (tell_tree(assembly, &is_tree))
    return GSL_ENOMEM;
  if (is_tree)
    e->factor->tolerance = pni_tree_tolerance;
  e->tolerance = e->factor->tolerance;
  if (e->matrix->kept > 0)
    e->factor->negative = e->negative;
  return GSL_SUCCESS;
}

pn_elimination *pn_elimination_alloc(const pn_assembly *assembly,
                                     const int *keep, const size_t *order)
{
  pn_elimination *e = pn_alloc(1, sizeof *e);
  size_t *own = order ? NULL : best_order(assembly, keep);
  if (e && (order || own) && analyse(e, assembly, keep, order ? order : own)) {
    pn_elimination_free(e);
    e = NULL;
  } else if (!order && !own) {
    pn_free(e);
    e = NULL;
  }
  pn_free(own);
  return e;
}

int pni_joint_holds_well(const pn_assembly *a, size_t joint, size_t body)
{
  const size_t rows = a->first[joint + 1] - a->first[joint];
  const pn_joint_type *type = a->system->joint[joint].type;
  const int is_point = !(pn_mat3_determinant(a->body_inverse[body]) > 0);
  return !is_point || rows == 1 || (type->shares_point && rows == 3);
}

/* Compares det B / (trace B)^3 of the inverse moments, which is about 1 / r^2
   where they are (r, 1, 1), with the r of a thin rod. */
int pni_has_thin_body(const pn_assembly *a)
{
  static const double thin = 1e3;
  for (size_t b = 0; b < a->system->bodies; b++) {
    const pn_mat3 *B = &a->body_inverse[b];
    const double trace = B->m[0][0] + B->m[1][1] + B->m[2][2];
    if (pn_mat3_determinant(*B) * thin * thin < trace * trace * trace)
      return 1;
  }
  return 0;
}

/* What is known of a system while its blocks are listed. */
typedef struct {
  pn_tree *tree;
  size_t *row;  /* block row of each body that is kept, (bodies) */
  int *is_late; /* 1 for joints that are left to the end, (joints) */
} listing;

/* Lists the rows from the leaves of the trees to their roots, a body before the
   joint that holds it; joints that close loops, or do not hold their bodies
   well, come last. */
static void list_blocks(const pn_assembly *a, listing *l, const int *keep,
                        size_t *order, size_t *late)
{
  const size_t joints = a->system->joints, n = a->system->bodies;
  size_t next = joints, count = 0;
  for (size_t j = 0; j < joints; j++)
    l->is_late[j] = 1;
  for (size_t b = 0; b < n; b++)
    l->row[b] = keep && keep[b] ? next++ : PN_NO_ROW;
  for (size_t k = n; k-- > 0;) {
    const size_t b = l->tree->order[k], joint = l->tree->joint[b];
    if (l->row[b] != PN_NO_ROW)
      order[count++] = l->row[b];
    if (joint != PN_NO_JOINT && pni_joint_holds_well(a, joint, b)) {
      order[count++] = joint;
      l->is_late[joint] = 0;
    }
  }
  *late = next - count;
  for (size_t j = 0; j < joints; j++)
    if (l->is_late[j])
      order[count++] = j;
}

int pn_elimination_tree_order(const pn_assembly *assembly, const int *keep,
                              size_t *order, size_t *late)
{
  const pn_system *system = assembly->system;
  listing l = {.tree = pn_tree_alloc(system),
               .row = pn_alloc(system->bodies, sizeof *l.row),
               .is_late = pn_alloc(system->joints, sizeof *l.is_late)};
  const int is_ready = l.tree && l.row && l.is_late;
  if (is_ready)
    list_blocks(assembly, &l, keep, order, late);
  pn_tree_free(l.tree);
  pn_free(l.row);
  pn_free(l.is_late);
  return is_ready ? GSL_SUCCESS : GSL_ENOMEM;
}

/* Multiply-adds of one entry of a term: rows of six numbers are multiplied. */
enum { TERM = 6 };

uint64_t pn_elimination_operations(const pn_elimination *e)
{
  const pn_matrix *matrix = e->matrix;
  uint64_t terms = 0;
  for (size_t b = 0; b < matrix->assembly->system->bodies; b++) {
    uint64_t rows = 0;
    for (size_t p = matrix->first[b]; p < matrix->first[b + 1]; p++)
      rows += matrix->side[p].rows;
    terms += matrix->body_row[b] == PN_NO_ROW ? rows * (rows + 1) / 2 : 0;
  }
  return TERM * terms + e->factor->operations + e->factor->solve_operations;
}

int pn_elimination_set(pn_elimination *e, const double *soft)
{
  pn_matrix_set(e->matrix);
  if (soft)
    pn_matrix_add_soft(e->matrix, soft);
  return pn_block_factor_set_in_place(e->factor);
}

/* Copies the right-hand side into the order of elimination. */
static void gather(pn_elimination *e, const double *b)
{
  if (e->matrix->kept > 0)
    memset(e->work, 0, e->matrix->A->rows * sizeof *e->work);
  pn_matrix_gather(e->matrix, b, e->work);
}

int pn_elimination_set_and_solve(pn_elimination *e, const double *soft,
                                 const double *b, double *lambda)
{
  pn_matrix_set(e->matrix);
  if (soft)
    pn_matrix_add_soft(e->matrix, soft);
  gather(e, b);
  const int code = pn_block_factor_set_and_solve(e->factor, e->work);
  if (code == GSL_SUCCESS)
    pn_matrix_scatter(e->matrix, e->work, lambda);
  return code;
}

void pn_elimination_solve(pn_elimination *e, const double *b, double *lambda)
{
  gather(e, b);
  pn_block_factor_solve(e->factor, 1, e->work, e->work);
  pn_matrix_scatter(e->matrix, e->work, lambda);
}
