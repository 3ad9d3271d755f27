/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The pattern of the multipliers' matrix, and where each body adds its
   terms. */
#include "pantin/multipliers/matrix.h"

#include "pantin/base/alloc.h"
#include "pantin/body/side.h"
#include "pantin/multipliers/matrix_fours.h"

#include <gsl/gsl_errno.h>
#include <stdlib.h>

/* Returns the body of side number s: two of each joint, then the third ones. */
static pn_matrix_side side_of(const pn_matrix *matrix, size_t s, size_t *body)
{
  const pn_assembly *a = matrix->assembly;
  const size_t pairs = 2 * a->system->joints;
  const size_t end = s < pairs ? s % 2 : 2;
  const size_t j = s < pairs ? s / 2 : a->third[s - pairs];
  *body = joint_body(&a->system->joint[j], end);
  const size_t first = a->first[j], rows = a->first[j + 1] - first;
  return (pn_matrix_side){.joint = j,
                          .end = end,
                          .row = matrix->joint_row[j],
                          .rows = rows,
                          .start = end < 2 ? 12 * first + 6 * end * rows
                                           : 12 * a->rows + 6 * first};
}

/* Numbers the block rows. */
static int set_rows(pn_matrix *matrix, const int *keep, const size_t *order)
{
  const pn_system *system = matrix->assembly->system;
  const size_t joints = system->joints, n = system->bodies;
  for (size_t j = 0; j < joints; j++)
    matrix->joint_row[j] = j;
  for (size_t b = 0; b < n; b++)
    matrix->body_row[b] = keep && keep[b] ? joints + matrix->kept++ : PN_NO_ROW;
  if (!order)
    return GSL_SUCCESS;
  size_t *rank = pn_alloc(joints + matrix->kept, sizeof *rank);
  if (!rank)
    return GSL_ENOMEM;
  for (size_t k = 0; k < joints + matrix->kept; k++)
    rank[order[k]] = k;
  for (size_t j = 0; j < joints; j++)
    matrix->joint_row[j] = rank[j];
  for (size_t b = 0; b < n; b++)
    if (matrix->body_row[b] != PN_NO_ROW)
      matrix->body_row[b] = rank[matrix->body_row[b]];
  pn_free(rank);
  return GSL_SUCCESS;
}

/* Lists the sides of each body, joint by joint. */
static void set_sides(pn_matrix *matrix)
{
  const pn_assembly *a = matrix->assembly;
  const pn_system *system = a->system;
  const size_t n = system->bodies, sides = 2 * system->joints + a->thirds;
  size_t *next = matrix->first_target; /* used as counters until the targets
                                          are known */
  for (size_t s = 0; s < sides; s++) {
    size_t b;
    side_of(matrix, s, &b);
    if (b != PN_WORLD)
      matrix->first[b + 1]++;
  }
  for (size_t b = 0; b < n; b++) {
    matrix->first[b + 1] += matrix->first[b];
    matrix->shares_points[b] = 1;
    next[b] = matrix->first[b];
  }
  for (size_t s = 0; s < sides; s++) {
    size_t b;
    const pn_matrix_side side = side_of(matrix, s, &b);
    if (b == PN_WORLD)
      continue;
    matrix->side[next[b]++] = side;
    if (!system->joint[side.joint].type->shares_point || side.rows > 3)
      matrix->shares_points[b] = 0;
  }
}

static int by_row(const void *a, const void *b)
{
  const size_t i = ((const pn_matrix_side *)a)->row;
  const size_t j = ((const pn_matrix_side *)b)->row;
  return (i > j) - (i < j);
}

/* Counts the targets of each body, and sorts its sides by their block rows. */
static void count_targets(pn_matrix *matrix)
{
  const size_t n = matrix->assembly->system->bodies;
  size_t count = 0;
  for (size_t b = 0; b < n; b++) {
    const size_t degree = matrix->first[b + 1] - matrix->first[b];
    qsort(matrix->side + matrix->first[b], degree, sizeof *matrix->side,
          by_row);
    matrix->first_target[b] = count;
    count += matrix->body_row[b] == PN_NO_ROW ? degree * (degree + 1) / 2
                                              : degree + 1;
  }
  matrix->first_target[n] = count;
}

/* Returns the order of a kept body's block: a point does not turn. */
static size_t order_of(const pn_assembly *a, size_t body)
{
  return pn_mat3_determinant(a->body_inverse[body]) > 0 ? 6 : 3;
}

/* Lists the block (i, j), i >= j, of each target. */
static void list_pairs(const pn_matrix *matrix, size_t (*pair)[2])
{
  size_t k = 0;
  for (size_t b = 0; b < matrix->assembly->system->bodies; b++) {
    const size_t from = matrix->first[b], to = matrix->first[b + 1];
    const size_t own = matrix->body_row[b];
    if (own != PN_NO_ROW) {
      pair[k][0] = pair[k][1] = own;
      k++;
    }
    for (size_t p = from; p < to; p++)
      for (size_t q = own == PN_NO_ROW ? from : p; q <= p; q++, k++) {
        const size_t i = own == PN_NO_ROW ? matrix->side[p].row : own;
        const size_t j = matrix->side[q].row;
        pair[k][0] = i > j ? i : j;
        pair[k][1] = i > j ? j : i;
      }
  }
}

/* Finds where each target starts in the values of a matrix. */
static void aim(pn_matrix *matrix, pn_block_matrix *into, size_t (*pair)[2])
{
  const size_t pairs = matrix->first_target[matrix->assembly->system->bodies];
  matrix->into = into;
  for (size_t k = 0; k < pairs; k++)
    matrix->target[k] =
        (size_t)(pn_block_matrix_at(into, pair[k][0], pair[k][1]) -
                 into->value);
  pni_matrix_list_fours(matrix);
}

/* Sets A's pattern, then where each target starts in it. */
static int set_targets(pn_matrix *matrix, size_t *order, size_t (*pair)[2],
                       size_t pairs)
{
  const pn_assembly *a = matrix->assembly;
  const size_t joints = a->system->joints;
  for (size_t j = 0; j < joints; j++)
    order[matrix->joint_row[j]] = a->first[j + 1] - a->first[j];
  for (size_t b = 0; b < a->system->bodies; b++)
    if (matrix->body_row[b] != PN_NO_ROW)
      order[matrix->body_row[b]] = order_of(a, b);
  list_pairs(matrix, pair);
  matrix->A = pn_block_matrix_alloc(joints + matrix->kept, order, pairs,
                                    (const size_t(*)[2])pair);
  if (!matrix->A)
    return GSL_ENOMEM;
  matrix->scale = pn_alloc(matrix->A->rows, sizeof *matrix->scale);
  if (!matrix->scale)
    return GSL_ENOMEM;
  for (size_t j = 0; j < joints; j++)
    matrix->joint_start[j] = matrix->A->first[matrix->joint_row[j]];
  aim(matrix, matrix->A, pair);
  return GSL_SUCCESS;
}

/* Takes the memory of the lists whose sizes the system tells. */
static int alloc_lists(pn_matrix *matrix)
{
  const size_t n = matrix->assembly->system->bodies;
  const size_t joints = matrix->assembly->system->joints;
  matrix->joint_row = pn_alloc(joints, sizeof *matrix->joint_row);
  matrix->joint_start = pn_alloc(joints, sizeof *matrix->joint_start);
  matrix->body_row = pn_alloc(n, sizeof *matrix->body_row);
  matrix->first = pn_alloc(n + 1, sizeof *matrix->first);
  matrix->side =
      pn_alloc(2 * joints + matrix->assembly->thirds, sizeof *matrix->side);
  matrix->shares_points = pn_alloc(n, sizeof *matrix->shares_points);
  matrix->first_target = pn_alloc(n + 1, sizeof *matrix->first_target);
  matrix->by_four = pn_alloc(n, sizeof *matrix->by_four);
  return matrix->joint_row && matrix->joint_start && matrix->body_row &&
                 matrix->first && matrix->side && matrix->shares_points &&
                 matrix->first_target && matrix->by_four
             ? GSL_SUCCESS
             : GSL_ENOMEM;
}

/* Lists, once for a topology, the blocks that each body adds to. */
static int analyse(pn_matrix *matrix, const int *keep, const size_t *order)
{
  if (alloc_lists(matrix) || set_rows(matrix, keep, order))
    return GSL_ENOMEM;
  set_sides(matrix);
  count_targets(matrix);
  const size_t pairs = matrix->first_target[matrix->assembly->system->bodies];
  const size_t rows = matrix->assembly->system->joints + matrix->kept;
  matrix->target = pn_alloc(pairs, sizeof *matrix->target);
  matrix->own = pn_alloc(matrix->assembly->system->joints, sizeof *matrix->own);
  matrix->pair = pn_alloc(pairs, sizeof *matrix->pair);
  size_t(*pair)[2] = pn_alloc(pairs, sizeof *pair);
  size_t *orders = pn_alloc(rows, sizeof *orders);
  const int code =
      matrix->target && matrix->own && matrix->pair && pair && orders
          ? set_targets(matrix, orders, pair, pairs)
          : GSL_ENOMEM;
  pn_free(pair);
  pn_free(orders);
  return code;
}

pn_matrix *pn_matrix_alloc(const pn_assembly *assembly, const int *keep,
                           const size_t *order)
{
  pn_matrix *matrix = pn_alloc(1, sizeof *matrix);
  if (!matrix)
    return NULL;
  matrix->assembly = assembly;
  if (analyse(matrix, keep, order)) {
    pn_matrix_free(matrix);
    return NULL;
  }
  return matrix;
}

int pn_matrix_redirect(pn_matrix *matrix, pn_block_matrix *into)
{
  const size_t pairs = matrix->first_target[matrix->assembly->system->bodies];
  size_t(*pair)[2] = pn_alloc(pairs, sizeof *pair);
  if (!pair)
    return GSL_ENOMEM;
  list_pairs(matrix, pair);
  aim(matrix, into, pair);
  pn_free(pair);
  return GSL_SUCCESS;
}

void pn_matrix_free(pn_matrix *matrix)
{
  if (!matrix)
    return;
  pn_block_matrix_free(matrix->A);
  pn_free(matrix->joint_row);
  pn_free(matrix->joint_start);
  pn_free(matrix->body_row);
  pn_free(matrix->first);
  pn_free(matrix->side);
  pn_free(matrix->shares_points);
  pn_free(matrix->first_target);
  pn_free(matrix->target);
  pn_free(matrix->by_four);
  pn_free(matrix->own);
  pn_free(matrix->pair);
  pn_free(matrix->scale);
  pn_free(matrix);
}
