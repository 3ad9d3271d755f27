/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The cell grid against all pairs, and the walls of the containers. */
#include "pantin/contact/grid.h"

#include "pantin/base/alloc.h"
#include "pantin/contact/container.h"

#include "draw.h"
#include "test.h"

#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>

enum { POINTS = 500 };

/* Points in [-spread, spread[^3. */
static pn_vec3 *draw_points(double spread)
{
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  pn_vec3 *x = malloc(POINTS * sizeof *x);
  for (size_t i = 0; i < POINTS; i++) {
    double c[3];
    for (int k = 0; k < 3; k++)
      c[k] = spread * (2 * gsl_rng_uniform(random) - 1);
    x[i] = pn_vec3_make(c[0], c[1], c[2]);
  }
  gsl_rng_free(random);
  return x;
}

static const double edges[] = {0.05, 0.3, 1.7, 40};

/* With short edges the cubes are found by hash, with long ones in a box. */
START_TEST(no_near_pair_is_missed_and_none_comes_twice)
{
  const double edge = edges[_i];
  pn_vec3 *x = draw_points(3);
  uint32_t near[POINTS];
  pn_grid *grid = pn_grid_alloc(POINTS);
  pn_grid_set(grid, x, edge);
  ck_assert_int_eq(grid->along[0] > 0, edge > 0.5);
  size_t twice = 0, missed = 0, backwards = 0, far = 0;
  for (size_t i = 0; i < POINTS; i++) {
    int seen[POINTS] = {0};
    const size_t count = pn_grid_near(grid, i, x[i], near);
    for (size_t k = 0; k < count; k++) {
      backwards += near[k] <= i;
      twice += (size_t)seen[near[k]]++;
      far += pn_vec3_norm(pn_vec3_sub(x[i], x[near[k]])) > (1 + 1e-6) * edge;
    }
    for (size_t j = i + 1; j < POINTS; j++)
      missed += !seen[j] && pn_vec3_norm(pn_vec3_sub(x[i], x[j])) <= edge;
  }
  ck_assert_uint_eq(twice, 0);
  ck_assert_uint_eq(missed, 0);
  ck_assert_uint_eq(backwards, 0);
  ck_assert_uint_eq(far, 0);
  pn_grid_free(grid);
  free(x);
}
END_TEST

/* Draws points in a box of these half edges around a place. */
static void draw_box(pn_vec3 place, pn_vec3 half, pn_vec3 *x)
{
  for (size_t i = 0; i < POINTS; i++) {
    const pn_vec3 c = draw_vec3();
    x[i] = pn_vec3_add(place,
                       pn_vec3_make(half.x * c.x, half.y * c.y, half.z * c.z));
  }
}

/* Counts the pairs in which the neighbours of points differ from those that a
   comparison with all finds. */
static size_t count_faults(const pn_grid *grid, const pn_vec3 *x, double edge)
{
  uint32_t near[POINTS];
  size_t faults = 0;
  for (size_t i = 0; i < POINTS; i++) {
    int found[POINTS] = {0};
    const size_t count = pn_grid_near(grid, i, x[i], near);
    for (size_t k = 0; k < count; k++)
      found[near[k]]++;
    for (size_t j = 0; j < POINTS; j++) {
      const double distance = pn_vec3_norm(pn_vec3_sub(x[i], x[j]));
      faults += found[j] != (j > i && distance <= edge);
    }
  }
  return faults;
}

/* Clouds of all proportions, at the origin and far from it. */
START_TEST(pairs_in_a_box_are_those_of_all_pairs)
{
  enum { CLOUDS = 60, BOXES_LEAST = 30 };
  size_t boxes = 0;
  pn_grid *grid = pn_grid_alloc(POINTS);
  for (int k = 0; k < CLOUDS; k++) {
    pn_vec3 x[POINTS];
    const pn_vec3 place = pn_vec3_scale(k % 3 * 100, draw_vec3());
    const double a = exp(2 * draw_uniform()), b = exp(2 * draw_uniform()),
                 c = exp(2 * draw_uniform());
    const double edge = cbrt(a * b * c) * exp(draw_uniform());
    draw_box(place, pn_vec3_make(a, b, c), x);
    pn_grid_set(grid, x, edge);
    boxes += grid->along[0] > 0;
    ck_assert_uint_eq(count_faults(grid, x, edge), 0);
  }
  ck_assert_uint_ge(boxes, BOXES_LEAST);
  pn_grid_free(grid);
}
END_TEST

/* What comes is near: of many points in a long row, only a few. */
START_TEST(far_points_are_left_out)
{
  pn_vec3 x[POINTS];
  uint32_t near[POINTS];
  for (size_t i = 0; i < POINTS; i++)
    x[i] = pn_vec3_make(0, (double)i, 0);
  pn_grid *grid = pn_grid_alloc(POINTS);
  pn_grid_set(grid, x, 1.5);
  for (size_t i = 0; i < POINTS; i++)
    ck_assert_uint_le(pn_grid_near(grid, i, x[i], near), 4);
  pn_grid_free(grid);
}
END_TEST

START_TEST(points_out_of_the_world_do_no_harm)
{
  pn_vec3 x[3] = {{1e300, 0, 0}, {NAN, -INFINITY, 0}, {1e300, 0, 0}};
  uint32_t near[3];
  pn_grid *grid = pn_grid_alloc(3);
  pn_grid_set(grid, x, 0.1);
  for (size_t i = 0; i < 3; i++)
    ck_assert_uint_le(pn_grid_near(grid, i, x[i], near), 2);
  pn_grid_free(grid);
}
END_TEST

/* Moved by its gap against the normal a ball just touches. */
START_TEST(gaps_and_normals_of_walls_belong_together)
{
  const pn_container_shape *shape;
  for (size_t s = 0; (shape = pn_container_shape_get(s)); s++) {
    const pn_container container = {shape, {2.385, 3.1, 2.7}};
    pn_vec3 x = {0, 0, 0.4};
    if (shape->dimensions > 1)
      x.x = -0.7;
    if (shape->dimensions > 2)
      x.y = 0.3;
    pn_wall wall[PN_CONTAINER_WALLS], moved[PN_CONTAINER_WALLS];
    const size_t walls = shape->walls(&container, x, 0.25, wall);
    ck_assert(walls > 0 && pn_container_holds(&container, x, 0.25));
    for (size_t k = 0; k < walls; k++) {
      const pn_vec3 n = wall[k].normal;
      test_close(pn_vec3_norm(n), 1, 1e-15, "%s, normal", shape->name);
      const pn_vec3 to = pn_vec3_add_scaled(x, -wall[k].gap, n);
      shape->walls(&container, to, 0.25, moved);
      test_close(moved[k].gap, 0, 1e-15, "%s, wall %zu", shape->name, k);
      const pn_vec3 out = pn_vec3_add_scaled(to, -1e-6, n);
      ck_assert_msg(!pn_container_holds(&container, out, 0.25),
                    "%s, wall %zu lets through", shape->name, k);
    }
  }
}
END_TEST

START_TEST(memory_that_fails_leaves_nothing_behind)
{
  pn_grid *grid = NULL;
  for (size_t k = 1; !grid; k++) {
    ck_assert_uint_lt(k, 20);
    pn_alloc_fail_at(k);
    grid = pn_grid_alloc(POINTS);
    pn_alloc_fail_at(0);
  }
  pn_grid_free(grid);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("grid");
  TCase *cells = tcase_create("cells");
  tcase_add_loop_test(cells, no_near_pair_is_missed_and_none_comes_twice, 0, 4);
  tcase_add_test(cells, far_points_are_left_out);
  tcase_add_test(cells, points_out_of_the_world_do_no_harm);
  tcase_add_test(cells, memory_that_fails_leaves_nothing_behind);
  suite_add_tcase(suite, cells);
  TCase *drawn = tcase_create("drawn");
  tcase_add_checked_fixture(drawn, draw_open, draw_close);
  tcase_add_test(drawn, pairs_in_a_box_are_those_of_all_pairs);
  suite_add_tcase(suite, drawn);
  TCase *walls = tcase_create("walls");
  tcase_add_test(walls, gaps_and_normals_of_walls_belong_together);
  suite_add_tcase(suite, walls);
  return test_run(suite);
}
