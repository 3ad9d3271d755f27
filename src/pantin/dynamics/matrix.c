/* SPDX-License-Identifier: GPL-3.0-or-later */
/* J W J^T. With J_ib the block of joint i on body b,

     A_ij = sum over the bodies b of both  J_ib W_b J_jb^T,

   one term per body that the joints share: the world is none. A body with d
   joints makes d (d + 1) / 2 terms, so that a chain has O(n) of them, a star
   O(n^2). */
#include "pantin/dynamics/matrix.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>

/* The joints of each body: side[first[b]] .. side[first[b + 1] - 1], a joint's
   parent side being 2 joint, its child side 2 joint + 1. */
typedef struct {
  size_t *first, *side;
} incidence;

static void incidence_free(incidence *sides)
{
  pn_free(sides->first);
  pn_free(sides->side);
}

static size_t body_of(const pn_system *system, size_t side)
{
  const pn_joint *joint = &system->joint[side / 2];
  return side % 2 ? joint->child : joint->parent;
}

static int incidence_set(incidence *sides, const pn_system *system)
{
  const size_t n = system->bodies, count = 2 * system->joints;
  sides->first = pn_alloc(n + 2, sizeof *sides->first);
  sides->side = pn_alloc(count, sizeof *sides->side);
  if (!sides->first || !sides->side)
    return GSL_ENOMEM;
  /* Counted two places up, so that filling leaves each start in its place. */
  for (size_t s = 0; s < count; s++)
    if (body_of(system, s) != PN_WORLD)
      sides->first[body_of(system, s) + 2]++;
  for (size_t b = 2; b < n + 2; b++)
    sides->first[b] += sides->first[b - 1];
  for (size_t s = 0; s < count; s++)
    if (body_of(system, s) != PN_WORLD)
      sides->side[sides->first[body_of(system, s) + 1]++] = s;
  return GSL_SUCCESS;
}

static size_t count_terms(const incidence *sides, size_t bodies)
{
  size_t terms = 0;
  for (size_t b = 0; b < bodies; b++) {
    const size_t degree = sides->first[b + 1] - sides->first[b];
    terms += degree * (degree + 1) / 2;
  }
  return terms;
}

/* Where the block of a side starts in J. */
static size_t block_start(const pn_assembly *a, size_t side)
{
  const size_t joint = side / 2;
  return 6 * (a->first[joint] + a->first[joint + side % 2]);
}

/* A's pattern, then each term's place in it. */
static int set_terms(pn_matrix *matrix, const incidence *sides)
{
  const pn_assembly *a = matrix->assembly;
  const size_t bodies = a->system->bodies, joints = a->system->joints;
  size_t(*pair)[2] = pn_alloc(matrix->terms, sizeof *pair);
  size_t *order = pn_alloc(joints, sizeof *order), pairs = 0, k = 0;
  if (pair && order) {
    for (size_t j = 0; j < joints; j++)
      order[j] = a->first[j + 1] - a->first[j];
    for (size_t b = 0; b < bodies; b++)
      for (size_t p = sides->first[b]; p < sides->first[b + 1]; p++)
        for (size_t q = sides->first[b]; q < p; q++, pairs++) {
          pair[pairs][0] = sides->side[p] / 2;
          pair[pairs][1] = sides->side[q] / 2;
        }
    matrix->A =
        pn_block_matrix_alloc(joints, order, pairs, (const size_t(*)[2])pair);
  }
  pn_free(pair);
  pn_free(order);
  if (!matrix->A)
    return GSL_ENOMEM;
  for (size_t b = 0; b < bodies; b++)
    for (size_t p = sides->first[b]; p < sides->first[b + 1]; p++)
      for (size_t q = sides->first[b]; q <= p; q++) {
        const size_t i = sides->side[p] / 2, j = sides->side[q] / 2;
        const double *block = pn_block_matrix_at(matrix->A, i, j);
        matrix->term[k++] = (pn_matrix_term){
            .target = (size_t)(block - matrix->A->value),
            .left = block_start(a, sides->side[p]),
            .right = block_start(a, sides->side[q]),
            .m = matrix->A->order[i],
            .n = matrix->A->order[j],
        };
      }
  return GSL_SUCCESS;
}

static int analyse(pn_matrix *matrix)
{
  const pn_assembly *a = matrix->assembly;
  incidence sides = {0};
  int code = incidence_set(&sides, a->system);
  if (!code) {
    matrix->terms = count_terms(&sides, a->system->bodies);
    matrix->term = pn_alloc(matrix->terms, sizeof *matrix->term);
    matrix->JW = pn_alloc(a->rows, 12 * sizeof *matrix->JW);
    code = matrix->term && matrix->JW ? set_terms(matrix, &sides) : GSL_ENOMEM;
  }
  incidence_free(&sides);
  return code;
}

pn_matrix *pn_matrix_alloc(const pn_assembly *assembly)
{
  pn_matrix *matrix = pn_alloc(1, sizeof *matrix);
  if (!matrix)
    return NULL;
  matrix->assembly = assembly;
  if (analyse(matrix)) {
    pn_matrix_free(matrix);
    return NULL;
  }
  return matrix;
}

void pn_matrix_free(pn_matrix *matrix)
{
  if (!matrix)
    return;
  pn_block_matrix_free(matrix->A);
  pn_free(matrix->JW);
  pn_free(matrix->term);
  pn_free(matrix);
}

/* to = from W, both (rows x 6). */
static void times_inverse_mass(size_t rows, const double *from, double mass,
                               const pn_mat3 *inverse, double *to)
{
  const double weight = 1 / mass;
  for (size_t i = 0; i < rows; i++, from += 6, to += 6) {
    const pn_vec3 turned =
        pn_mat3_apply(*inverse, pn_vec3_make(from[3], from[4], from[5]));
    for (int k = 0; k < 3; k++)
      to[k] = weight * from[k];
    to[3] = turned.x;
    to[4] = turned.y;
    to[5] = turned.z;
  }
}

/* A += L R^T; L (m x 6), R (n x 6), A (m x n). */
static void add_term(size_t m, size_t n, const double *L, const double *R,
                     double *A)
{
  for (size_t i = 0; i < m; i++, L += 6) {
    const double a = L[0], b = L[1], c = L[2], d = L[3], e = L[4], f = L[5];
    const double *r = R;
    for (size_t j = 0; j < n; j++, r += 6)
      *A++ += a * r[0] + b * r[1] + c * r[2] + d * r[3] + e * r[4] + f * r[5];
  }
}

void pn_matrix_set(pn_matrix *matrix)
{
  const pn_assembly *a = matrix->assembly;
  const pn_system *system = a->system;
  for (size_t s = 0; s < 2 * system->joints; s++) {
    const size_t body = body_of(system, s), start = block_start(a, s);
    if (body != PN_WORLD)
      times_inverse_mass(a->first[s / 2 + 1] - a->first[s / 2], a->J + start,
                         system->body[body].mass, &a->inverse[body],
                         matrix->JW + start);
  }
  pn_block_matrix_clear(matrix->A);
  for (size_t k = 0; k < matrix->terms; k++) {
    const pn_matrix_term *term = &matrix->term[k];
    add_term(term->m, term->n, matrix->JW + term->left, a->J + term->right,
             matrix->A->value + term->target);
  }
}
