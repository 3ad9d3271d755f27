/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Blocks of J W J^T between points, four at a time. With a = s r on body b (see
   matrix_set.c), a joint's own block has a term from its parent and one from
   its child, that of two joints one from the body they share:

     A_jj = sum over b  1 / m_b  1 + [a_j]x I_b^-1 [a_j]x^T,
     A_pq = s_p s_q / m  1 + [a_p]x I^-1 [a_q]x^T.

   The world, and a body whose terms do not belong to A or are added later, are
   `nobody`, of which 1 / m and I^-1 are 0. Blocks are written, not added to:
   where the lists cover the matrix, it need not be cleared. */
#include "pantin/multipliers/matrix_fours.h"

#include "pantin/body/four.h"
#include "pantin/body/side.h"

/* Lists ---------------------------------------------------------------------
 */

/* Fewer joints are set one by one. */
enum { JOINTS_LEAST = 4 };

/* Returns the body on the other side of a joint. */
static size_t other_body(const pn_matrix *matrix, const pn_matrix_side *side)
{
  return joint_body(&matrix->assembly->system->joint[side->joint],
                    1 - side->end);
}

/* Tells whether two joints of a body share another one before it, which sets
   their block already. */
static int shares_block(const pn_matrix *matrix, size_t b)
{
  const size_t from = matrix->first[b], to = matrix->first[b + 1];
  for (size_t p = from; p < to; p++) {
    const size_t other = other_body(matrix, &matrix->side[p]);
    for (size_t q = from; q < p && other < b; q++)
      if (other_body(matrix, &matrix->side[q]) == other)
        return 1;
  }
  return 0;
}

/* Returns what is known of the mass of a body, or of nobody. */
static pn_matrix_mass mass_of(const pn_assembly *a, size_t body)
{
  return (pn_matrix_mass){&a->weight[body], a->inverse[body].m[0]};
}

/* Returns the arm of a joint on one of its bodies. */
static const double *arm_of(const pn_assembly *a, const pn_matrix_side *side)
{
  return &a->arm[2 * side->joint + side->end].x;
}

/* Lists the pairs of joints of a body. */
static void list_pairs(pn_matrix *matrix, size_t b)
{
  const size_t *target = matrix->target + matrix->first_target[b];
  const size_t from = matrix->first[b], to = matrix->first[b + 1];
  for (size_t p = from; p < to; p++, target++)
    for (size_t q = from; q < p; q++, target++) {
      const pn_matrix_side *left = &matrix->side[p], *right = &matrix->side[q];
      matrix->pair[matrix->pairs++] =
          (pn_matrix_pair){.arm = {arm_of(matrix->assembly, left),
                                   arm_of(matrix->assembly, right)},
                           .mass = mass_of(matrix->assembly, b),
                           .sign = left->end == right->end ? 1 : -1,
                           .block = matrix->into->value + *target};
    }
}

/* Lists a joint if one of its bodies is set by four. */
static void list_joint(pn_matrix *matrix, size_t j)
{
  const pn_assembly *a = matrix->assembly;
  const pn_joint *joint = &a->system->joint[j];
  const size_t nobody = a->system->bodies, row = matrix->joint_row[j];
  const pn_block_matrix *into = matrix->into;
  pn_matrix_own own = {.arm = &a->arm[2 * j].x,
                       .block = into->value + into->entry[into->column[row]],
                       .scale = matrix->scale + into->first[row]};
  int is_listed = 0;
  for (size_t side = 0; side < 2; side++) {
    const size_t b = joint_body(joint, side);
    const int counts = b != PN_WORLD && matrix->by_four[b];
    own.mass[side] = mass_of(a, counts ? b : nobody);
    is_listed |= counts;
  }
  if (is_listed)
    matrix->own[matrix->owns++] = own;
}

#ifdef PNI_LANES
static int is_wide(const pn_matrix *matrix)
{
  return matrix->assembly->system->joints >= JOINTS_LEAST;
}
#else
static int is_wide(const pn_matrix *matrix)
{
  (void)matrix;
  return 0;
}
#endif

void pni_matrix_list_fours(pn_matrix *matrix)
{
  const pn_system *system = matrix->assembly->system;
  size_t kept_blocks = 0;
  matrix->owns = matrix->pairs = matrix->singles = 0;
  for (size_t b = 0; b < system->bodies; b++) {
    const int is_kept = matrix->body_row[b] != PN_NO_ROW;
    matrix->by_four[b] = is_wide(matrix) && !is_kept &&
                         matrix->shares_points[b] && !shares_block(matrix, b);
    if (matrix->by_four[b])
      list_pairs(matrix, b);
    else if (!is_kept)
      matrix->singles++;
    if (is_kept)
      kept_blocks += 1 + matrix->first[b + 1] - matrix->first[b];
  }
  for (size_t j = 0; j < system->joints; j++)
    list_joint(matrix, j);
  matrix->covers = matrix->owns + matrix->pairs + kept_blocks ==
                   pn_block_matrix_stored(matrix->into);
}

/* Numbers -------------------------------------------------------------------
 */

#ifdef PNI_LANES

/* Where the numbers of four of a list are. */
typedef struct {
  const double *at[FOUR];
} four_places;

/* Reads a vector of each. */
PNI_INLINE four_vec3 read_vec3(const four_places *from)
{
  pni_lanes v[FOUR];
  four_read_at(from->at, v);
  return (four_vec3){v[0], v[1], v[2]};
}

/* Adds weight 1 + [a]x W [a]x^T, as add_own_point_term does; B = [a]x W. */
PNI_INLINE void add_own(const pni_lanes *weight, const four_vec3 *a,
                        const four_mat3 *W, four_mat3 *A)
{
  const pni_lanes *w = W->m, x = a->x, y = a->y, z = a->z;
  const pni_lanes b0 = y * w[6] - z * w[3], b1 = y * w[7] - z * w[4],
                  b2 = y * w[8] - z * w[5], b3 = z * w[0] - x * w[6],
                  b4 = z * w[1] - x * w[7], b5 = z * w[2] - x * w[8],
                  b6 = x * w[3] - y * w[0], b7 = x * w[4] - y * w[1];
  A->m[0] += *weight + (y * b2 - z * b1);
  A->m[1] += z * b0 - x * b2;
  A->m[2] += x * b1 - y * b0;
  A->m[4] += *weight + (z * b3 - x * b5);
  A->m[5] += x * b4 - y * b3;
  A->m[8] += *weight + (x * b7 - y * b6);
}

/* Sets A = scale 1 + [a]x W [b]x^T, as add_point_term does. */
PNI_INLINE void set_pair(const pni_lanes *scale, const four_vec3 *a,
                         const four_mat3 *W, const four_vec3 *b, four_mat3 *A)
{
  const pni_lanes none = {0}, *w = W->m;
  for (size_t i = 0; i < 3; i++) {
    /* A row of [a]x, p e_k - q e_l, times W, and its product with b. */
    const pni_lanes p = i == 0 ? a->y : i == 1 ? a->z : a->x;
    const pni_lanes q = i == 0 ? a->z : i == 1 ? a->x : a->y;
    const size_t k = i == 0 ? 6 : i == 1 ? 0 : 3;
    const size_t l = i == 0 ? 3 : i == 1 ? 6 : 0;
    const pni_lanes x = p * w[k] - q * w[l], y = p * w[k + 1] - q * w[l + 1],
                    z = p * w[k + 2] - q * w[l + 2];
    const pni_lanes u = b->y * z - b->z * y, v = b->z * x - b->x * z,
                    t = b->x * y - b->y * x;
    A->m[3 * i] = none + (i == 0 ? *scale + u : u);
    A->m[3 * i + 1] = none + (i == 1 ? *scale + v : v);
    A->m[3 * i + 2] = none + (i == 2 ? *scale + t : t);
  }
}

/* Writes the diagonal of each into the scale. */
PNI_INLINE void write_scale(const four_mat3 *A, double *const to[FOUR])
{
  pni_lanes row[FOUR] = {A->m[0], A->m[4], A->m[8], A->m[8]};
  lanes_swap(row);
  PNI_UNROLL
  for (size_t k = 0; k < FOUR; k++)
    lanes_store_3(to[k], &row[k]);
}

/* Adds to A what one side of four joints does. */
PNI_INLINE void add_sides(const pn_matrix_own *const own[FOUR], size_t side,
                          four_mat3 *A)
{
  four_places arm, weight, inverse;
  four_mat3 W;
  PNI_UNROLL
  for (size_t k = 0; k < FOUR; k++) {
    arm.at[k] = own[k]->arm + 3 * side;
    weight.at[k] = own[k]->mass[side].weight;
    inverse.at[k] = own[k]->mass[side].inverse;
  }
  const four_vec3 r = read_vec3(&arm);
  const pni_lanes scale = four_pick_at(weight.at, 0);
  four_read_nine(inverse.at, W.m);
  add_own(&scale, &r, &W, A);
}

/* Sets the own blocks of four joints. */
PNI_INLINE void set_own_four(const pn_matrix_own *const own[FOUR])
{
  four_mat3 A = {{{0}}};
  double *block[FOUR], *scale[FOUR];
  add_sides(own, 0, &A);
  add_sides(own, 1, &A);
  A.m[3] = A.m[1];
  A.m[6] = A.m[2];
  A.m[7] = A.m[5];
  PNI_UNROLL
  for (size_t k = 0; k < FOUR; k++) {
    block[k] = own[k]->block;
    scale[k] = own[k]->scale;
  }
  four_write_nine(A.m, block);
  write_scale(&A, scale);
}

/* Sets the blocks of four pairs. */
PNI_INLINE void set_pair_four(const pn_matrix_pair *const pair[FOUR])
{
  four_places left, right, weight, inverse;
  four_mat3 W, A;
  double *block[FOUR];
  PNI_UNROLL
  for (size_t k = 0; k < FOUR; k++) {
    left.at[k] = pair[k]->arm[0];
    right.at[k] = pair[k]->arm[1];
    weight.at[k] = pair[k]->mass.weight;
    inverse.at[k] = pair[k]->mass.inverse;
    block[k] = pair[k]->block;
  }
  const pni_lanes sign = {pair[0]->sign, pair[1]->sign, pair[2]->sign,
                          pair[3]->sign};
  const pni_lanes scale = sign * four_pick_at(weight.at, 0);
  const four_vec3 p = read_vec3(&left), q = read_vec3(&right);
  four_read_nine(inverse.at, W.m);
  set_pair(&scale, &p, &W, &q, &A);
  four_write_nine(A.m, block);
}

/* Returns the k-th of a list, or the last: blocks may be set twice. */
PNI_INLINE size_t or_last(size_t k, size_t count)
{
  return k < count ? k : count - 1;
}

PNI_WIDE void pni_matrix_set_fours(pn_matrix *matrix)
{
  const size_t owns = matrix->owns, pairs = matrix->pairs;
  for (size_t k = 0; k < owns; k += FOUR) {
    const pn_matrix_own *const four[FOUR] = {
        &matrix->own[k], &matrix->own[or_last(k + 1, owns)],
        &matrix->own[or_last(k + 2, owns)], &matrix->own[or_last(k + 3, owns)]};
    set_own_four(four);
  }
  for (size_t k = 0; k < pairs; k += FOUR) {
    const pn_matrix_pair *const four[FOUR] = {
        &matrix->pair[k], &matrix->pair[or_last(k + 1, pairs)],
        &matrix->pair[or_last(k + 2, pairs)],
        &matrix->pair[or_last(k + 3, pairs)]};
    set_pair_four(four);
  }
}

#else

void pni_matrix_set_fours(pn_matrix *matrix)
{
  (void)matrix; /* whose lists are empty */
}

#endif
