/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Minimum degree beside AMD of SuiteSparse, on the patterns that mechanisms
   with loops give: a block row for each joint, a block for each two joints of
   one body. Skipped where AMD is not installed. */
#include "config.h"

#include "pantin/linear/factor.h"
#include "pantin/linear/order.h"

#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_rng.h>
#include <stdlib.h>

#ifdef HAVE_AMD
#include <suitesparse/amd.h>

/* As much more fill as AMD's is allowed. */
static const double allowed = 1.05;

enum { BODIES_MAX = 200, JOINTS_MAX = 2 * BODIES_MAX, ROWS = 3 };

typedef struct {
  size_t bodies, joints, joint[JOINTS_MAX][2];
} mechanism;

static void join(mechanism *m, size_t i, size_t j)
{
  m->joint[m->joints][0] = i;
  m->joint[m->joints++][1] = j;
}

static void grid(mechanism *m, gsl_rng *r)
{
  (void)r;
  size_t side = 1;
  while ((side + 1) * (side + 1) <= m->bodies)
    side++;
  m->bodies = side * side;
  for (size_t i = 0; i < m->bodies; i++) {
    if (i >= side)
      join(m, i - side, i);
    if (i % side > 0)
      join(m, i - 1, i);
  }
}

static void ladder(mechanism *m, gsl_rng *r)
{
  (void)r;
  for (size_t i = 1; i < m->bodies; i++) {
    if (i >= 2)
      join(m, i - 2, i);
    if (i % 2)
      join(m, i - 1, i);
  }
}

static size_t below(gsl_rng *r, size_t n)
{
  return gsl_rng_uniform_int(r, n);
}

/* Makes a random tree, and a loop for every `share` bodies. */
static void tree_and_loops(mechanism *m, gsl_rng *r, size_t share)
{
  for (size_t i = 1; i < m->bodies; i++)
    join(m, below(r, i), i);
  for (size_t k = 0; k < m->bodies / share; k++) {
    const size_t i = below(r, m->bodies);
    join(m, i, (i + 1 + below(r, m->bodies - 1)) % m->bodies);
  }
}

static void few_loops(mechanism *m, gsl_rng *r)
{
  tree_and_loops(m, r, 8);
}

static void many_loops(mechanism *m, gsl_rng *r)
{
  tree_and_loops(m, r, 2);
}

/* Makes a ring with chords. */
static void chords(mechanism *m, gsl_rng *r)
{
  for (size_t i = 0; i < m->bodies; i++)
    join(m, i, (i + 1) % m->bodies);
  for (size_t k = 0; k < m->bodies / 4; k++) {
    const size_t i = below(r, m->bodies);
    join(m, i, (i + 2 + below(r, m->bodies - 3)) % m->bodies);
  }
}

static const struct {
  const char *name;
  void (*make)(mechanism *m, gsl_rng *r);
} kinds[] = {{"grid", grid},
             {"ladder", ladder},
             {"few loops", few_loops},
             {"many loops", many_loops},
             {"chords", chords}};
static const size_t sizes[] = {12, 25, 50, 100, 200};
enum {
  KINDS = sizeof kinds / sizeof kinds[0],
  SIZES = sizeof sizes / sizeof sizes[0]
};

static int share_body(const mechanism *m, size_t i, size_t j)
{
  int share = 0;
  for (int a = 0; a < 2; a++)
    for (int b = 0; b < 2; b++)
      share |= m->joint[i][a] == m->joint[j][b];
  return share;
}

static pn_block_matrix *pattern_of(const mechanism *m)
{
  size_t(*pair)[2] = calloc(m->joints * m->joints, sizeof *pair), pairs = 0;
  size_t order[JOINTS_MAX];
  for (size_t i = 0; i < m->joints; i++) {
    order[i] = ROWS;
    for (size_t j = 0; j < i; j++)
      if (share_body(m, i, j)) {
        pair[pairs][0] = i;
        pair[pairs++][1] = j;
      }
  }
  pn_block_matrix *A =
      pn_block_matrix_alloc(m->joints, order, pairs, (const size_t(*)[2])pair);
  ck_assert_ptr_nonnull(A);
  free(pair);
  return A;
}

/* AMD's order; it takes the pattern of A + A^T. */
static void order_by_amd(const pn_block_matrix *A, size_t *order)
{
  const size_t stored = pn_block_matrix_stored(A);
  int *column = calloc(A->blocks + 1, sizeof *column);
  int *row = calloc(stored, sizeof *row), *P = calloc(A->blocks, sizeof *P);
  for (size_t j = 0; j <= A->blocks; j++)
    column[j] = (int)A->column[j];
  for (size_t k = 0; k < stored; k++)
    row[k] = (int)A->row[k];
  ck_assert_int_eq(amd_order((int)A->blocks, column, row, P, NULL, NULL),
                   AMD_OK);
  for (size_t k = 0; k < A->blocks; k++)
    order[k] = (size_t)P[k];
  free(column);
  free(row);
  free(P);
}

static size_t fill_of(const pn_block_matrix *A, const size_t *order)
{
  pn_block_factor *factor = pn_block_factor_alloc(A, order);
  ck_assert_ptr_nonnull(factor);
  const size_t fill = factor->fill;
  pn_block_factor_free(factor);
  return fill;
}

START_TEST(fills_no_more_than_amd)
{
  gsl_rng *r = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(r, 271 + (unsigned long)_i);
  mechanism m = {.bodies = sizes[_i % SIZES]};
  kinds[_i / SIZES].make(&m, r);
  pn_block_matrix *A = pattern_of(&m);
  size_t order[JOINTS_MAX];
  ck_assert_int_eq(pn_order_degree->set(A, order), GSL_SUCCESS);
  const size_t ours = fill_of(A, order);
  order_by_amd(A, order);
  const size_t theirs = fill_of(A, order);
  ck_assert_msg((double)ours <= allowed * (double)theirs,
                "%s of %zu bodies: fill %zu, AMD's %zu", kinds[_i / SIZES].name,
                m.bodies, ours, theirs);
  pn_block_matrix_free(A);
  gsl_rng_free(r);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("order_amd");
  TCase *loops = tcase_create("loops");
  tcase_add_loop_test(loops, fills_no_more_than_amd, 0, KINDS * SIZES);
  suite_add_tcase(suite, loops);
  return test_run(suite);
}
#else
#include <stdio.h>

int main(void)
{
  printf("1..0 # SKIP AMD of SuiteSparse is not installed\n");
  return EXIT_SUCCESS;
}
#endif
