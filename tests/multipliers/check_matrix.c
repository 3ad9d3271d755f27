/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Blocks of J W J^T that are set four at a time against the same blocks set one
   by one, to the bit, on random mechanisms of a fixed seed. */
#include "pantin/multipliers/matrix.h"

#include "pantin/base/alloc.h"
#include "pantin/base/lanes.h"
#include "draw.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <string.h>

enum { SAMPLES = 60, BODIES_LEAST = 3, BODIES_MOST = 14 };

/* Joins two bodies, or a body with the world, at a random point. */
static void join(pn_system *sys, const pn_joint_type *type, size_t parent,
                 size_t child)
{
  const pn_joint_place place = {.point = draw_vec3(), .axis = {0, 0.6, 0.8}};
  ck_assert_ptr_nonnull(pn_system_join(sys, type, parent, child, &place));
}

/* Makes a mechanism of ball joints, the last of which closes a loop to the
   world; with has_hinge one of the others is a hinge. */
static pn_system *make_system(size_t bodies, int has_hinge)
{
  const double size[] = {0.5, 0.3, 0.2};
  pn_system *sys = pn_system_alloc();
  for (size_t b = 0; b < bodies; b++) {
    pn_body body = pn_body_make(pn_shape_box, size, 0.5 + (double)b);
    body.pose.x = draw_vec3();
    body.pose.q = pn_quat_axis_angle(pn_vec3_normalize(draw_vec3()), 1.9);
    ck_assert_int_eq(pn_system_add_body(sys, &body), GSL_SUCCESS);
    const size_t parent =
        b == 0 ? PN_WORLD : gsl_rng_uniform_int(draw_source, b);
    join(sys, has_hinge && b == bodies / 2 ? pn_joint_revolute : pn_joint_ball,
         parent, b);
  }
  join(sys, pn_joint_ball, bodies - 1, PN_WORLD);
  if (bodies % 2)
    join(sys, pn_joint_ball, bodies - 1, sys->joint[bodies - 1].parent);
  return sys;
}

/* Sets the matrix one by one: without the lists of fours. */
static void set_plain(pn_matrix *matrix)
{
  matrix->owns = matrix->pairs = 0;
  matrix->covers = 0;
  matrix->singles = matrix->assembly->system->bodies;
  memset(matrix->by_four, 0,
         matrix->assembly->system->bodies * sizeof *matrix->by_four);
  pn_matrix_set(matrix);
}

/* Fills a matrix with what nobody may read. */
static void poison(pn_matrix *matrix)
{
  const size_t count = matrix->A->entry[pn_block_matrix_stored(matrix->A)];
  for (size_t k = 0; k < count; k++)
    matrix->A->value[k] = NAN;
  for (size_t i = 0; i < matrix->A->rows; i++)
    matrix->scale[i] = NAN;
}

static void compare(const pn_assembly *a, const int *keep)
{
  pn_matrix *fast = pn_matrix_alloc(a, keep, NULL);
  pn_matrix *plain = pn_matrix_alloc(a, keep, NULL);
  const size_t count = fast->A->entry[pn_block_matrix_stored(fast->A)];
  poison(fast);
  poison(plain);
  pn_matrix_set(fast);
  set_plain(plain);
  ck_assert(memcmp(fast->A->value, plain->A->value, count * sizeof(double)) ==
            0);
  ck_assert(memcmp(fast->scale, plain->scale,
                   fast->A->rows * sizeof *fast->scale) == 0);
  pn_matrix_free(fast);
  pn_matrix_free(plain);
}

START_TEST(four_blocks_are_as_four_times_one)
{
  gsl_rng_set(draw_source, 1996 + (unsigned long)_i);
  const size_t bodies =
      BODIES_LEAST + (size_t)_i % (BODIES_MOST - BODIES_LEAST + 1);
  pn_system *sys = make_system(bodies, _i % 3 == 0);
  pn_assembly *a = pn_assembly_alloc(sys);
  double *y = pn_alloc(pn_system_dimension(sys), sizeof *y);
  int keep[BODIES_MOST] = {0};
  pn_system_start(sys, y);
  ck_assert_int_eq(pn_assembly_set(a, y), GSL_SUCCESS);
  compare(a, NULL);
  for (size_t b = 0; b < bodies; b++)
    keep[b] = gsl_rng_uniform_int(draw_source, 3) == 0;
  compare(a, keep);
  pn_free(y);
  pn_assembly_free(a);
  pn_system_free(sys);
}
END_TEST

/* The matrix of a mechanism in which no two bodies share two joints is set by
   fours alone. */
START_TEST(lists_cover_a_tree)
{
  gsl_rng_set(draw_source, 1983);
  pn_system *sys = make_system(BODIES_MOST, 0);
  pn_assembly *a = pn_assembly_alloc(sys);
  pn_matrix *matrix = pn_matrix_alloc(a, NULL, NULL);
#ifdef PNI_LANES
  ck_assert_int_eq(matrix->covers, 1);
  ck_assert_uint_eq(matrix->owns, sys->joints);
#else
  ck_assert_uint_eq(matrix->owns, 0);
#endif
  pn_matrix_free(matrix);
  pn_assembly_free(a);
  pn_system_free(sys);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("matrix");
  TCase *set = tcase_create("set");
  tcase_add_checked_fixture(set, draw_open, draw_close);
  tcase_add_loop_test(set, four_blocks_are_as_four_times_one, 0, SAMPLES);
  tcase_add_test(set, lists_cover_a_tree);
  suite_add_tcase(suite, set);
  return test_run(suite);
}
