/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* J W J^T, body by body. With J_ib the block of joint i on body b,

     A_ij = sum over the bodies b of both  J_ib W_b J_jb^T,

   one term per body that the joints share: the world is none. Where both
   blocks hold a point, s [1 -[r]x], with a = s r a term is

     s_i s_j / m  1  +  [a_i]x I^-1 [a_j]x^T.

   A body that is kept has its J^T and -M instead (see matrix.h). A point does
   not turn: it has three rows, those of its v. */
#include "pantin/multipliers/matrix.h"

#include "pantin/body/point.h"
#include "pantin/multipliers/matrix_fours.h"

#include <string.h>

/* Computes to = from W, both (rows x 6). */
static void times_inverse_mass(size_t rows, const double *from, double weight,
                               const pn_mat3 *inverse, double *to)
{
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

/* Adds L R^T to A; L (m x 6), R (n x 6), A (m x n). */
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

/* Copies the diagonal of a joint's block to the scale after a body's term was
   added: the last body leaves the full one. */
static inline void note_diagonal(pn_matrix *matrix, size_t row, size_t n,
                                 const double *D)
{
  double *scale = matrix->scale + matrix->A->first[row];
  for (size_t i = 0; i < n; i++)
    scale[i] = D[i * (n + 1)];
}

/* Adds the terms of a body with joints of any kind. */
static void add_body(pn_matrix *matrix, size_t b)
{
  const pn_assembly *a = matrix->assembly;
  const double weight = a->weight[b];
  const size_t *target = matrix->target + matrix->first_target[b];
  const size_t from = matrix->first[b], to = matrix->first[b + 1];
  double JW[6 * PN_BLOCK_ORDER_MAX], *value = matrix->into->value;
  for (size_t p = from; p < to; p++) {
    const pn_matrix_side *left = &matrix->side[p];
    times_inverse_mass(left->rows, pn_assembly_block(a, left->joint, left->end),
                       weight, &a->inverse[b], JW);
    for (size_t q = from; q <= p; q++)
      add_term(left->rows, matrix->side[q].rows, JW,
               a->J + matrix->side[q].start, value + *target++);
    note_diagonal(matrix, left->row, left->rows, value + target[-1]);
  }
}

/* Adds scale 1 + B [a]x^T to A, the rows of B being x, y, z. */
static inline void add_point_term(double scale, pn_vec3 x, pn_vec3 y, pn_vec3 z,
                                  pn_vec3 a, double *A)
{
  const pn_vec3 i = pn_vec3_cross(a, x), j = pn_vec3_cross(a, y),
                k = pn_vec3_cross(a, z);
  A[0] += scale + i.x;
  A[1] += i.y;
  A[2] += i.z;
  A[3] += j.x;
  A[4] += scale + j.y;
  A[5] += j.z;
  A[6] += k.x;
  A[7] += k.y;
  A[8] += scale + k.z;
}

/* Adds a term scale 1 + B [a]x^T that is known to be symmetric. */
static inline void add_own_point_term(double scale, pn_vec3 x, pn_vec3 y,
                                      pn_vec3 z, pn_vec3 a, double *A)
{
  const double xy = a.z * x.x - a.x * x.z, xz = a.x * x.y - a.y * x.x;
  const double yz = a.x * y.y - a.y * y.x;
  A[0] += scale + (a.y * x.z - a.z * x.y);
  A[1] += xy;
  A[2] += xz;
  A[3] += xy;
  A[4] += scale + (a.z * y.x - a.x * y.z);
  A[5] += yz;
  A[6] += xz;
  A[7] += yz;
  A[8] += scale + (a.x * z.y - a.y * z.x);
}

static inline point_block point_of(const pn_assembly *assembly,
                                   const pn_matrix_side *side)
{
  return point_block_of(assembly->arm + 2 * side->joint, side->end);
}

/* Adds the terms of a body whose joints all hold nothing but a point.
   matrix_fours.c sets those of most such bodies, to the same bits. */
static void add_points(pn_matrix *matrix, size_t b)
{
  const pn_assembly *assembly = matrix->assembly;
  const double weight = assembly->weight[b];
  const double(*W)[3] = assembly->inverse[b].m;
  const size_t *target = matrix->target + matrix->first_target[b];
  const size_t from = matrix->first[b], to = matrix->first[b + 1];
  double *value = matrix->into->value;
  for (size_t p = from; p < to; p++) {
    const point_block left = point_of(assembly, &matrix->side[p]);
    const pn_vec3 a = left.a; /* the rows of [a]x I^-1: */
    const pn_vec3 x = {a.y * W[2][0] - a.z * W[1][0],
                       a.y * W[2][1] - a.z * W[1][1],
                       a.y * W[2][2] - a.z * W[1][2]};
    const pn_vec3 y = {a.z * W[0][0] - a.x * W[2][0],
                       a.z * W[0][1] - a.x * W[2][1],
                       a.z * W[0][2] - a.x * W[2][2]};
    const pn_vec3 z = {a.x * W[1][0] - a.y * W[0][0],
                       a.x * W[1][1] - a.y * W[0][1],
                       a.x * W[1][2] - a.y * W[0][2]};
    for (size_t q = from; q < p; q++) {
      const point_block right = point_of(assembly, &matrix->side[q]);
      add_point_term(weight * left.s * right.s, x, y, z, right.a,
                     value + *target++);
    }
    double *own = value + *target++;
    add_own_point_term(weight, x, y, z, a, own);
    note_diagonal(matrix, matrix->side[p].row, 3, own);
  }
}

/* Sets -M = -W^-1 of a body, a block of order n, and its diagonal. */
static void set_mass(const pn_assembly *a, size_t b, size_t n, double *M,
                     double *diagonal)
{
  memset(M, 0, n * n * sizeof *M);
  for (size_t i = 0; i < 3; i++) {
    diagonal[i] = 1 / a->weight[b];
    M[i * n + i] = -diagonal[i];
  }
  if (n == 3)
    return;
  const pn_mat3 I = pn_mat3_inverse(a->inverse[b]);
  for (size_t i = 0; i < 3; i++) {
    for (size_t j = 0; j < 3; j++)
      M[(i + 3) * n + j + 3] = -I.m[i][j];
    diagonal[i + 3] = I.m[i][i];
  }
}

/* Transposes the first n columns of from, (rows x 6). */
static inline void transpose_block(size_t rows, size_t n, const double *from,
                                   double *to)
{
  if (rows == 3) { /* a ball joint's */
    for (size_t c = 0; c < n; c++, to += 3) {
      to[0] = from[c];
      to[1] = from[6 + c];
      to[2] = from[12 + c];
    }
    return;
  }
  for (size_t r = 0; r < rows; r++, from += 6)
    for (size_t c = 0; c < n; c++)
      to[c * rows + r] = from[c];
}

/* Copies the first n columns of from, (rows x 6). */
static inline void copy_block(size_t rows, size_t n, const double *from,
                              double *to)
{
  for (size_t r = 0; r < rows; r++, from += 6, to += n)
    for (size_t c = 0; c < n; c++)
      to[c] = from[c];
}

/* Adds the part of a body to the diagonal of J W J^T: scale[r] += J_r W
   J_r^T. */
static void add_scale(const pn_assembly *a, size_t b, size_t rows,
                      const double *J, double *scale)
{
  double JW[6 * PN_BLOCK_ORDER_MAX];
  times_inverse_mass(rows, J, a->weight[b], &a->inverse[b], JW);
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < 6; c++)
      scale[r] += JW[6 * r + c] * J[6 * r + c];
}

/* Returns J on a kept body; `made` is room for that of a point, (3 x 6). */
static inline const double *kept_block(const pn_matrix *matrix, size_t b,
                                       const pn_matrix_side *side, double *made)
{
  const pn_assembly *a = matrix->assembly;
  if (!matrix->shares_points[b])
    return pn_assembly_block(a, side->joint, side->end);
  point_block_rows(point_of(a, side), made);
  return made;
}

/* Sets -M and J^T of a kept body, and its part in the scale of the joints that
   come after it; pivots of the others do not contain it. */
static void set_kept(pn_matrix *matrix, size_t b)
{
  const pn_assembly *a = matrix->assembly;
  pn_block_matrix *A = matrix->into;
  const size_t *target = matrix->target + matrix->first_target[b];
  const size_t own = matrix->body_row[b], n = A->order[own];
  set_mass(a, b, n, A->value + *target++, matrix->scale + A->first[own]);
  for (size_t p = matrix->first[b]; p < matrix->first[b + 1]; p++) {
    const pn_matrix_side *side = &matrix->side[p];
    double made[18], *block = A->value + *target++;
    if (own > side->row && n == 6 && matrix->shares_points[b]) {
      point_block_columns(point_of(a, side), block);
      continue;
    }
    const double *J = kept_block(matrix, b, side, made);
    if (own > side->row) {
      transpose_block(side->rows, n, J, block);
    } else {
      copy_block(side->rows, n, J, block);
      add_scale(a, b, side->rows, J, matrix->scale + A->first[side->row]);
    }
  }
}

void pn_matrix_set(pn_matrix *matrix)
{
  const size_t bodies = matrix->assembly->system->bodies;
  if (!matrix->covers)
    pn_block_matrix_clear(matrix->into);
  if (matrix->kept > 0) /* some joints have no eliminated body that would set
                           it */
    memset(matrix->scale, 0, matrix->A->rows * sizeof *matrix->scale);
  if (matrix->owns > 0)
    pni_matrix_set_fours(matrix);
  for (size_t b = 0; b < bodies && matrix->singles > 0; b++)
    if (matrix->body_row[b] != PN_NO_ROW || matrix->by_four[b])
      continue;
    else if (matrix->shares_points[b])
      add_points(matrix, b);
    else
      add_body(matrix, b);
  for (size_t b = 0; b < bodies && matrix->kept > 0; b++)
    if (matrix->body_row[b] != PN_NO_ROW)
      set_kept(matrix, b);
}
