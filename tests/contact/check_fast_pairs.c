/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Bodies that get several times their own size far in a step: the gap of balls
   and capsules is that of their axes, and none flies through another one. */
#include "draw.h"
#include "made_pair.h"
#include "made_world.h"
#include "test.h"

#include <math.h>

enum { DRAWS = 100, THIRDS = 90 };

/* Half the length of the axis of a geom, of which a ball has none, and its
   radius. */
static double half_of(size_t k)
{
  const pn_geom *geom = &made_pair.geom[k];
  return geom->shape == pn_shape_capsule ? geom->size[0] / 2 : 0;
}

static double radius_of(size_t k)
{
  const pn_geom *geom = &made_pair.geom[k];
  return geom->size[geom->shape == pn_shape_capsule];
}

/* Returns how far p is from the axis of the k-th geom. */
static double distance_from_axis(size_t k, pn_vec3 p)
{
  const double half = half_of(k);
  pn_vec3 x = pn_pose_local(made_pair.body[k].pose, p);
  x.x -= fmax(-half, fmin(half, x.x));
  return pn_vec3_norm(x);
}

/* Returns how far the axes are from each other: a distance that is convex along
   the first one, by thirds. */
static double distance_of_axes(void)
{
  double low = -half_of(0), high = half_of(0);
  const pn_pose pose = made_pair.body[0].pose;
  for (int k = 0; k < THIRDS; k++) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    if (distance_from_axis(1, pn_pose_point(pose, pn_vec3_make(a, 0, 0))) <
        distance_from_axis(1, pn_pose_point(pose, pn_vec3_make(b, 0, 0))))
      high = b;
    else
      low = a;
  }
  return distance_from_axis(
      1, pn_pose_point(pose, pn_vec3_make((low + high) / 2, 0, 0)));
}

/* Draws the k-th geom: a ball, or a capsule. */
static void draw_geom(size_t k, int is_capsule, pn_vec3 x)
{
  const double radius = 0.03 + 0.02 * draw_uniform();
  const pn_pose pose = {x, made_pair_turn()};
  if (is_capsule)
    made_pair_set(k, pn_shape_capsule,
                  pn_vec3_make(0.2 + 0.1 * draw_uniform(), radius, 0), pose);
  else
    made_pair_set(k, pn_shape_sphere, pn_vec3_make(radius, 0, 0), pose);
}

/* However they lie and however fast they come, the gap is that of the shapes,
   and the point is on the first one. */
START_TEST(the_gap_is_that_of_the_axes)
{
  size_t found = 0;
  made_pair.settings.margin = 1e-3;
  made_pair.settings.step = 1.0 / 60;
  for (int draw = 0; draw < DRAWS; draw++) {
    const pn_vec3 apart = pn_vec3_scale(0.3, draw_vec3());
    draw_geom(0, _i % 2, pn_vec3_make(0, 0, 0));
    draw_geom(1, _i / 2, apart);
    const double distance = distance_of_axes();
    if (distance < 1e-3)
      continue; /* which way is out is not said */
    const double speed = 20 * (1 + draw_uniform());
    made_pair.body[draw % 2].v =
        pn_vec3_scale((draw % 2 ? -1 : 1) * speed, pn_vec3_normalize(apart));
    const size_t contacts = made_pair_find();
    double gap = INFINITY;
    for (size_t k = 0; k < contacts; k++) {
      const pn_contact *at = &made_pair.collision->contact[k];
      gap = fmin(gap, at->gap);
      test_close(distance_from_axis(0, at->point), radius_of(0), 1e-9,
                 "point, draw %d", draw);
    }
    found += contacts > 0;
    if (contacts > 0)
      test_close(gap, distance - radius_of(0) - radius_of(1), 1e-9,
                 "gap, draw %d", draw);
  }
  ck_assert_uint_gt(found, DRAWS / 3);
}
END_TEST

/* A ball, or a capsule that is turned, hits another one that is three times as
   heavy: both go on with a quarter of its speed, wherever in a step they
   meet. */
START_TEST(none_flies_through_another)
{
  static const double speeds[] = {3, 10, 30, 100};
  const double speed = speeds[_i % 4], radius = 0.02;
  const int turned = _i / 4 % 3, is_capsule[2] = {_i / 12 % 2, _i / 24};
  for (int phase = 0; phase < 10; phase++) {
    made_begin();
    for (size_t k = 0; k < 2; k++) {
      const double capsule[] = {0.1, radius};
      const size_t b =
          made_add(is_capsule[k] ? pn_shape_capsule : pn_shape_sphere,
                   is_capsule[k] ? capsule : &radius, k ? 3 : 1,
                   pn_vec3_make(k ? 1 : -0.1 * phase * speed / 60, 0, 0));
      /* Ahead, across, or the second one across the first. */
      const pn_vec3 axis = {0, turned == 1 || k == 0, turned == 2 && k == 1};
      if (turned > 0)
        made.sys->body[b].pose.q = pn_quat_axis_angle(axis, M_PI / 2);
    }
    made.sys->gravity = pn_vec3_make(0, 0, 0);
    made.sys->body[0].v.x = speed;
    pn_world *world = made_world();
    made_advance(world, (size_t)(60 * 2.5 / speed) + 10);
    test_close(made_motion(world, 0).v.x, speed / 4, speed / 80,
               "speed, phase %d", phase);
    ck_assert_double_lt(made_motion(world, 0).pose.x.x,
                        made_motion(world, 1).pose.x.x);
    pn_world_free(world);
    made_end();
  }
}
END_TEST

/* A cube that is thrown at another one, from anywhere, so that it passes its
   centre by a quarter of an edge at most, pushes it. Level cubes, and turned
   ones. */
START_TEST(no_cube_flies_through_another)
{
  static const double size[] = {0.1, 0.1, 0.1}, speed = 30;
  const int turned = _i;
  size_t passed = 0;
  draw_open();
  for (int draw = 0; draw < 2 * DRAWS; draw++) {
    const pn_vec3 ahead = pn_vec3_normalize(draw_vec3());
    const pn_vec3 from = pn_vec3_add_scaled(pn_vec3_scale(0.015, draw_vec3()),
                                            -0.8 - 0.3 * draw_uniform(), ahead);
    made_begin();
    made.sys->gravity = pn_vec3_make(0, 0, 0);
    made_add(pn_shape_box, size, 1, from);
    made_add(pn_shape_box, size, 1, pn_vec3_make(0, 0, 0));
    made.sys->body[0].v = pn_vec3_scale(speed, ahead);
    for (size_t b = 0; b < 2 && turned; b++)
      made.sys->body[b].pose.q = made_pair_turn();
    pn_world *world = made_world();
    made_advance(world, 8);
    passed += pn_vec3_norm(made_motion(world, 1).v) < speed / 20;
    pn_world_free(world);
    made_end();
  }
  draw_close();
  ck_assert_uint_eq(passed, 0);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("fast_pairs");
  TCase *pairs = tcase_create("pairs"), *worlds = tcase_create("worlds");
  tcase_add_checked_fixture(pairs, made_pair_begin, made_pair_end);
  tcase_add_loop_test(pairs, the_gap_is_that_of_the_axes, 0, 4);
  tcase_add_loop_test(worlds, none_flies_through_another, 0, 48);
  tcase_add_loop_test(worlds, no_cube_flies_through_another, 0, 2);
  suite_add_tcase(suite, pairs);
  suite_add_tcase(suite, worlds);
  return test_run(suite);
}
