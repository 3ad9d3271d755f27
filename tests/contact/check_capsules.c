/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A capsule touches a box in all its length: at the ends of its axis, where the
   box ends below it, and where it is deepest. */
#include "draw.h"
#include "made_pair.h"
#include "test.h"

#include <math.h>

static const double rounding = 1e-12;
enum { DRAWS = 300, THIRDS = 200 };

/* Places a box of this size, and a capsule with an axis of this length. */
static void set_both(pn_vec3 size, pn_pose box, double length, double radius,
                     pn_pose capsule)
{
  made_pair_set(0, pn_shape_box, size, box);
  made_pair_set(1, pn_shape_capsule, pn_vec3_make(length, radius, 0), capsule);
}

static size_t find_within(double margin, double step)
{
  made_pair.settings.margin = margin;
  made_pair.settings.step = step;
  return made_pair_find();
}

/* Returns how far the point of the axis at t is from the box. */
static double distance_at(double t)
{
  return made_pair_outside(
      0, pn_pose_point(made_pair.body[1].pose, pn_vec3_make(t, 0, 0)));
}

/* Returns the least distance, which is convex along the axis, by thirds. */
static double least_distance(void)
{
  double low = -made_pair.geom[1].size[0] / 2, high = -low;
  for (int k = 0; k < THIRDS; k++) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    if (distance_at(a) < distance_at(b))
      high = b;
    else
      low = a;
  }
  return distance_at((low + high) / 2);
}

/* However they lie, the deepest contact is as deep as they are. */
START_TEST(a_capsule_anyhow_beside_a_box)
{
  const double step = _i / 60.0;
  int deep = 0;
  for (int draw = 0; draw < DRAWS; draw++) {
    const pn_vec3 size = {0.5 + 0.3 * draw_uniform(),
                          0.5 + 0.3 * draw_uniform(), 0.2};
    set_both(size, (pn_pose){{0.1, -0.2, 0.3}, made_pair_turn()}, 0.6, 0.1,
             (pn_pose){pn_vec3_scale(0.7, draw_vec3()), made_pair_turn()});
    const double distance = least_distance();
    if (distance < 1e-3)
      continue; /* the axis is in the box: which way is out is not said */
    const size_t contacts = find_within(0.05, step);
    double gap = INFINITY;
    for (size_t k = 0; k < contacts; k++)
      gap = fmin(gap, made_pair.collision->contact[k].gap);
    deep += contacts > 0;
    if (distance - 0.1 < 0.05 - rounding)
      test_close(gap, distance - 0.1, 1e-9, "draw %d", draw);
  }
  ck_assert_int_gt(deep, DRAWS / 20);
}
END_TEST

/* Lying on a face it rests at both ends; where the face ends below it, at one
   end and above the edge. */
START_TEST(a_capsule_on_a_face)
{
  static const double shift[] = {0, 0.3};
  const pn_vec3 size = {1, 1, 0.2};
  for (int k = 0; k < 2; k++) {
    set_both(size, (pn_pose){{0, 0, -0.1}, pn_quat_identity()}, 0.6, 0.1,
             (pn_pose){{shift[k], 0, 0.0999}, pn_quat_identity()});
    ck_assert_uint_eq(find_within(1e-3, 0), 2);
    double low = INFINITY, high = -INFINITY;
    for (size_t c = 0; c < 2; c++) {
      test_close(made_pair.collision->contact[c].gap, -1e-4, rounding, "gap");
      low = fmin(low, made_pair.collision->contact[c].point.x);
      high = fmax(high, made_pair.collision->contact[c].point.x);
    }
    test_close(low, shift[k] - 0.3, rounding, "the end");
    test_close(high, fmin(0.5, shift[k] + 0.3), rounding, "the other");
  }
}
END_TEST

/* Across two boxes, with both ends in the air, it rests above their edges. */
START_TEST(a_capsule_across_an_edge)
{
  const pn_vec3 size = {0.2, 1, 0.2};
  set_both(size, (pn_pose){{0, 0, -0.1}, pn_quat_identity()}, 0.6, 0.1,
           (pn_pose){{0, 0, 0.1}, pn_quat_identity()});
  ck_assert_uint_eq(find_within(1e-3, 0), 2);
  for (size_t c = 0; c < 2; c++) {
    test_close(made_pair.collision->contact[c].gap, 0, rounding, "gap");
    test_close(fabs(made_pair.collision->contact[c].point.x), 0.1, rounding,
               "edge");
  }
}
END_TEST

/* It does so, too, where it is shorter, or the box narrower, than its radius.
 */
START_TEST(a_short_capsule_on_a_face)
{
  static const double length[] = {0.15, 0.02, 1}, width[] = {1, 1, 0.15};
  const double radius = 0.2, half = fmin(length[_i], width[_i]) / 2;
  set_both(pn_vec3_make(width[_i], 1, 0.2),
           (pn_pose){{0, 0, -0.1}, pn_quat_identity()}, length[_i], radius,
           (pn_pose){{0, 0, radius}, pn_quat_identity()});
  ck_assert_uint_eq(find_within(1e-3, 1. / 60), 2);
  for (size_t c = 0; c < 2; c++)
    test_close(fabs(made_pair.collision->contact[c].point.x), half, rounding,
               "where it rests");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("capsules");
  TCase *pairs = tcase_create("pairs");
  tcase_add_checked_fixture(pairs, made_pair_begin, made_pair_end);
  tcase_add_loop_test(pairs, a_capsule_anyhow_beside_a_box, 0, 2);
  tcase_add_test(pairs, a_capsule_on_a_face);
  tcase_add_test(pairs, a_capsule_across_an_edge);
  tcase_add_loop_test(pairs, a_short_capsule_on_a_face, 0, 3);
  suite_add_tcase(suite, pairs);
  return test_run(suite);
}
