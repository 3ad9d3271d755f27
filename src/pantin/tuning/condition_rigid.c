/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Finds the condition of rigid bodies' A by matrices smaller than it. With
   A = G G^T + C, (rows x rows), and M = G^T G, which has six rows for each
   body and is sparse, a block for each pair of bodies that touch:

   - G G^T has the eigenvalues of M, apart from zeros. M falls into groups of
     bodies that are connected by contacts.
   - For C > 0, with z the velocities (Sherman, Morrison, Woodbury),

       (I + G^T C^-1 G) z = G^T C^-1 x,   A^-1 x = C^-1 (x - G z).

   Source: Golub, Van Loan (2013), Matrix computations, sections 2.1.4 and
   10.1. */
#include "pantin/tuning/condition_private.h"

#include "pantin/base/alloc.h"
#include "pantin/linear/factor.h"
#include "pantin/linear/lanczos.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { BLOCK = PN_RIGID_BLOCK, ROW = PN_RIGID_ROW };

/* Groups of so few bodies are decomposed at once: a matrix of order 60 takes
   less time than Lanczos' method needs to find its least eigenvalue. */
enum { FEW = 10 };

/* A^-1 computed from the velocities is a difference of numbers as large as 1 /
   C: when its largest eigenvalue is below 1 / C by this factor, one digit is
   lost, and no more is given away. */
static const double cancelled = 10;

static const size_t nowhere = (size_t)-1;

/* Returns the block of a body; place: (bodies), NULL: all in their order. */
static size_t place_of(const pn_rigid_delassus *R, const size_t *place,
                       size_t body)
{
  if (body >= R->bodies)
    return nowhere;
  return place ? place[body] : body;
}

/* Adds up the blocks g_s w g_t^T of all rows to M. */
static void add_rows(const pn_rigid_delassus *R, const size_t *place,
                     const double *C, pn_block_matrix *M)
{
  for (size_t r = 0; r < R->rows; r++) {
    const size_t at[2] = {place_of(R, place, R->pair[r].i),
                          place_of(R, place, R->pair[r].j)};
    const double weight = C ? 1 / C[r] : 1;
    for (int s = 0; s < 2; s++)
      for (int t = 0; t < 2; t++) {
        if (at[s] == nowhere || at[t] == nowhere || at[s] < at[t])
          continue;
        const double *gs = R->G + r * ROW + s * BLOCK;
        const double *gt = R->G + r * ROW + t * BLOCK;
        double *block = pn_block_matrix_at(M, at[s], at[t]);
        for (int i = 0; i < BLOCK; i++)
          for (int j = 0; j < BLOCK; j++)
            block[BLOCK * i + j] += weight * gs[i] * gt[j];
      }
  }
}

/* Makes G^T G, or with C G^T C^-1 G, of so many bodies: those that have a place
   in it. NULL when memory is short. */
static pn_block_matrix *gram(const pn_rigid_delassus *R, size_t bodies,
                             const size_t *place, const double *C)
{
  size_t *order = pn_alloc(bodies, sizeof *order), pairs = 0;
  size_t(*pair)[2] = pn_alloc(R->rows, sizeof *pair);
  pn_block_matrix *M = NULL;
  for (size_t k = 0; k < bodies && order; k++)
    order[k] = BLOCK;
  for (size_t r = 0; r < R->rows && pair; r++) {
    const size_t i = place_of(R, place, R->pair[r].i);
    const size_t j = place_of(R, place, R->pair[r].j);
    const int again = r > 0 && R->pair[r].i == R->pair[r - 1].i &&
                      R->pair[r].j == R->pair[r - 1].j;
    if (i != nowhere && j != nowhere && i != j && !again) {
      pair[pairs][0] = i;
      pair[pairs++][1] = j;
    }
  }
  if (order && pair)
    M = pn_block_matrix_alloc(bodies, order, pairs,
                              (const size_t(*)[2])(void *)pair);
  if (M)
    add_rows(R, place, C, M);
  pn_free(pair);
  pn_free(order);
  return M;
}

/* Returns the body that stands for the group of body k, and shortens the way
   there. */
static size_t group_of(size_t *above, size_t k)
{
  while (above[k] != k)
    k = above[k] = above[above[k]];
  return k;
}

/* Joins the bodies that share a row into groups: `above` leads from a body to
   the one that stands for its group. */
static void join(const pn_rigid_delassus *R, size_t *above)
{
  for (size_t k = 0; k < R->bodies; k++)
    above[k] = k;
  for (size_t r = 0; r < R->rows; r++)
    if (R->pair[r].i < R->bodies && R->pair[r].j < R->bodies)
      above[group_of(above, R->pair[r].i)] = group_of(above, R->pair[r].j);
}

/* Finds the least eigenvalue of M above `zero`, INFINITY if there is none. */
static int least_above(const pn_block_matrix *M, double zero, double *least)
{
  *least = INFINITY;
  if (M->blocks > FEW) {
    double inverse = 0;
    const int code = pni_condition_invert(M, &inverse);
    if (code == GSL_ENOMEM)
      return code;
    if (!code && 1 / inverse > zero) {
      *least = 1 / inverse;
      return GSL_SUCCESS;
    }
  }
  double *values = pn_alloc(M->rows, sizeof *values);
  const int code = values ? pni_condition_decompose(M, values) : GSL_ENOMEM;
  for (size_t k = 0; k < M->rows && !code; k++)
    if (values[k] > zero)
      *least = fmin(*least, values[k]);
  pn_free(values);
  return code;
}

/* Gives the bodies of a group places 0, 1, ..; returns their number. */
static size_t find_places(const pn_rigid_delassus *R, size_t *above,
                          size_t group, size_t *place)
{
  size_t bodies = 0;
  for (size_t k = 0; k < R->bodies; k++)
    place[k] = group_of(above, k) == group ? bodies++ : nowhere;
  return bodies;
}

static void apply_blocks(const double *x, double *y, void *M)
{
  pn_block_matrix_apply(M, x, y);
}

/* Finds the largest eigenvalue of G^T G, of all bodies. */
static int largest_of(const pn_rigid_delassus *R, double *most)
{
  pn_block_matrix *M = gram(R, R->bodies, NULL, NULL);
  const int code = M ? pn_lanczos_largest(M->rows, apply_blocks, M,
                                          PNI_EIGENVALUE_SHARE, most)
                     : GSL_ENOMEM;
  pn_block_matrix_free(M);
  return code;
}

int pni_condition_range(const pn_rigid_delassus *R, double *range)
{
  size_t *above = pn_alloc(R->bodies, sizeof *above);
  size_t *place = pn_alloc(R->bodies, sizeof *place);
  double most = 0, least = INFINITY;
  int code = above && place ? GSL_SUCCESS : GSL_ENOMEM;
  if (!code) {
    join(R, above);
    code = largest_of(R, &most);
  }
  for (size_t k = 0; k < R->bodies && !code; k++)
    if (above[k] == k) {
      const size_t bodies = find_places(R, above, k, place);
      pn_block_matrix *M = gram(R, bodies, place, NULL);
      double of = INFINITY;
      code = M ? least_above(M, PNI_RANK_SHARE * most, &of) : GSL_ENOMEM;
      least = fmin(least, of);
      pn_block_matrix_free(M);
    }
  *range = most / least;
  pn_free(place);
  pn_free(above);
  return code;
}

/* The data of a product with A^-1 by the velocities. */
typedef struct {
  const pn_rigid_delassus *R;
  pn_block_factor *factor; /* of I + G^T C^-1 G */
  double *z;               /* scratch, (6 (bodies + 1)) */
} inverse;

/* Returns where z has what entry k of row r is multiplied with. */
static double *velocity(const inverse *of, size_t r, size_t k)
{
  const pn_pair pair = of->R->pair[r];
  return k < BLOCK ? &of->z[BLOCK * pair.i + k]
                   : &of->z[BLOCK * pair.j + k - BLOCK];
}

/* Computes y = A^-1 x, A = G G^T + C, by Woodbury's formula: the matrix that is
   factored has the order of the velocities. */
static void apply_inverse(const double *x, double *y, void *params)
{
  const inverse *of = params;
  const pn_rigid_delassus *R = of->R;
  memset(of->z, 0, BLOCK * (R->bodies + 1) * sizeof *of->z);
  for (size_t r = 0; r < R->rows; r++)
    for (size_t k = 0; k < ROW; k++)
      *velocity(of, r, k) += R->G[r * ROW + k] * x[r] / R->C[r];
  pn_block_factor_solve(of->factor, 1, of->z, of->z);
  for (size_t r = 0; r < R->rows; r++) {
    double sum = x[r];
    for (size_t k = 0; k < ROW; k++)
      sum -= R->G[r * ROW + k] * *velocity(of, r, k);
    y[r] = sum / R->C[r];
  }
}

int pni_condition_invert_rigid(const pn_rigid_delassus *R, double *largest)
{
  double least = INFINITY;
  for (size_t r = 0; r < R->rows; r++)
    least = fmin(least, R->C[r]);
  if (!(least > 0))
    return GSL_EDOM;
  pn_block_matrix *K = gram(R, R->bodies, NULL, R->C);
  for (size_t k = 0; k < R->bodies && K; k++)
    for (int i = 0; i < BLOCK; i++)
      pn_block_matrix_at(K, k, k)[(BLOCK + 1) * i] += 1;
  inverse of = {.R = R, .factor = K ? pn_block_factor_alloc(K, NULL) : NULL};
  of.z = pn_alloc(BLOCK * (R->bodies + 1), sizeof *of.z);
  int code = of.factor && of.z ? GSL_SUCCESS : GSL_ENOMEM;
  if (!code) {
    of.factor->tolerance = 0; /* K is definite */
    code = pn_block_factor_set(of.factor, K);
  }
  if (!code)
    code = pn_lanczos_largest(R->rows, apply_inverse, &of, PNI_EIGENVALUE_SHARE,
                              largest);
  pn_free(of.z);
  pn_block_factor_free(of.factor);
  pn_block_matrix_free(K);
  return !code && *largest < 1 / (cancelled * least) ? GSL_EDOM : code;
}
