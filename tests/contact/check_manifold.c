/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests that the points of two geoms are chosen by their distances, which are
   compared by squares where these differ enough. */
#include "pantin/contact/collision_private.h"

#include "test.h"

#include <gsl/gsl_rng.h>
#include <string.h>

enum { CLOUDS = 20000 };

static const double tie = 1e-4;

static double distance(pn_vec3 a, pn_vec3 b)
{
  return pn_vec3_norm(pn_vec3_sub(a, b));
}

/* Chooses by lengths: the farthest from the middle of those that are deep, then
   the farthest from those chosen. */
static void choose_plainly(const pn_contact *point, size_t count, size_t most,
                           char *chosen)
{
  pn_vec3 middle = {0, 0, 0};
  double nearest[PN_COLLISION_POINTS], deepest = INFINITY, farthest = -1;
  size_t best = 0;
  for (size_t k = 0; k < count; k++) {
    middle = pn_vec3_add_scaled(middle, 1 / (double)count, point[k].point);
    deepest = fmin(deepest, point[k].gap);
    nearest[k] = INFINITY;
  }
  for (size_t k = 0; k < count; k++)
    if (point[k].gap <= deepest + tie &&
        distance(middle, point[k].point) > farthest) {
      best = k;
      farthest = distance(middle, point[k].point);
    }
  for (size_t m = 0; m < most; m++) {
    const size_t last = best;
    chosen[best] = 1;
    best = 0;
    for (size_t k = 0; k < count; k++) {
      nearest[k] =
          fmin(nearest[k], distance(point[last].point, point[k].point));
      best = nearest[k] > nearest[best] ? k : best;
    }
  }
}

/* Draws points of a small grid, turned and moved: many distances are equal but
   for rounding. */
static size_t draw_cloud(gsl_rng *random, pn_contact *point)
{
  const size_t count = 5 + gsl_rng_uniform_int(random, 12);
  const pn_vec3 axis = {gsl_rng_uniform(random), gsl_rng_uniform(random), 1};
  const pn_quat q =
      pn_quat_axis_angle(pn_vec3_normalize(axis), 6 * gsl_rng_uniform(random));
  const pn_vec3 from = {gsl_rng_uniform(random), 0.3, 2.385};
  memset(point, 0, count * sizeof *point);
  for (size_t k = 0; k < count; k++) {
    const pn_vec3 x = {0.1 * (double)gsl_rng_uniform_int(random, 4),
                       0.1 * (double)gsl_rng_uniform_int(random, 4), 0};
    point[k].point = pn_vec3_add(from, pn_quat_rotate(q, x));
    point[k].gap = 0.6 * tie * (double)gsl_rng_uniform_int(random, 4);
    point[k].geom[0] = k;
  }
  return count;
}

START_TEST(points_are_chosen_by_their_distances)
{
  enum { MOST = 4 };
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random, 2385);
  for (size_t c = 0; c < CLOUDS; c++) {
    pn_contact point[PN_COLLISION_POINTS];
    char chosen[PN_COLLISION_POINTS] = {0};
    size_t kept = 0;
    const size_t count = draw_cloud(random, point);
    choose_plainly(point, count, MOST, chosen);
    const size_t left = pni_points_reduce(point, count, MOST, tie);
    for (size_t k = 0; k < count; k++)
      if (chosen[k]) {
        ck_assert_uint_lt(kept, left);
        ck_assert_uint_eq(point[kept++].geom[0], k);
      }
    ck_assert_uint_eq(kept, left);
  }
  gsl_rng_free(random);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("manifold");
  TCase *tests = tcase_create("all");
  tcase_add_test(tests, points_are_chosen_by_their_distances);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
