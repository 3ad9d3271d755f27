/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Balls and capsules that slide without friction along two rows of boxes at
   once, as along a wall or in a trough, keep their speed along both, whichever
   they meet first, and seams of either. */
#include "draw.h"
#include "made_row.h"
#include "test.h"

#include <math.h>

enum { DRAWS = 100, STEPS = 20 };

/* Speeds [m/s] are kept within this: bodies sink in by up to 1e-6 m. */
static const double kept_within = 3e-6;

/* The largest share of a speed that compliant contacts may leave. */
static const double stopped = 1e-4;

/* The normals of the two faces of a trough along x. */
typedef struct {
  pn_vec3 n[2];
} trough;

/* Returns the vector across x with these parts along the normals. */
static pn_vec3 across(const trough *of, double first, double second)
{
  const double k = pn_vec3_dot(of->n[0], of->n[1]), s = 1 - k * k;
  return pn_vec3_add(pn_vec3_scale((first - k * second) / s, of->n[0]),
                     pn_vec3_scale((second - k * first) / s, of->n[1]));
}

/* Adds the two rows, which make an angle between 60 and 150 degrees, so that
   they touch a ball of this radius about the origin; a floor and a wall make a
   right one. */
static trough add_trough(int is_floor, double radius, double far)
{
  const double open =
                   is_floor ? M_PI / 2 : M_PI * (7 + 3 * draw_uniform()) / 12,
               lean = is_floor ? 0 : (M_PI - open) / 2 * draw_uniform(),
               first = is_floor ? 0 : lean - (M_PI - open) / 2,
               turn[] = {first, first + M_PI - open};
  trough made_trough;
  for (int i = 0; i < 2; i++) {
    const pn_quat q = pn_quat_axis_angle(pn_vec3_make(1, 0, 0), turn[i]);
    const pn_vec3 n = pn_quat_rotate(q, pn_vec3_make(0, 0, 1));
    made_add_row_at(far, (pn_pose){pn_vec3_scale(-radius, n), q});
    made_trough.n[i] = n;
  }
  return made_trough;
}

/* Adds a ball, or a capsule along x, whose distances from both faces are
   these. */
static void add_round(const trough *in, int is_capsule, double radius,
                      double first, double second)
{
  made_add_round(is_capsule, radius, 0, 0);
  made.sys->body[0].pose.x = across(in, first, second);
}

/* Throws a ball or a capsule into the corner of a floor and a wall, or of a
   trough, half of the time along the first face, on which it lies. */
START_TEST(landing_in_a_corner_is_landing_on_planes)
{
  for (int draw = 0; draw < DRAWS; draw++) {
    const double speed = draw_between(1, 30), radius = draw_between(0.03, 0.2),
                 fall = draw_between(1, 8), push = draw_between(1, 8);
    made_begin_smooth();
    made.sys->gravity = pn_vec3_make(0, 0, 0);
    const trough in =
        add_trough(_i % 2, radius, speed * STEPS / 60 + 5 * radius);
    add_round(&in, _i / 2, radius,
              draw % 2 ? fall * draw_between(0.1, 2) / 60 : 0,
              push * draw_between(0.1, 2) / 60);
    made.sys->body[0].v = across(&in, -fall, -push);
    made.sys->body[0].v.x = speed;
    pn_world *world = made_world();
    made_advance(world, STEPS);
    const pn_motion at = made_motion(world, 0);
    test_close(at.v.x, speed, stopped * (fall + push), "speed, draw %d", draw);
    for (int i = 0; i < 2; i++)
      ck_assert_double_ge(pn_vec3_dot(in.n[i], at.pose.x),
                          -(fall + push) / 60 * 1e-2);
    pn_world_free(world);
    made_end();
  }
}
END_TEST

/* Lays it in one, with its weight on both faces. */
START_TEST(along_a_corner_it_keeps_its_speed)
{
  for (int draw = 0; draw < DRAWS; draw++) {
    const double speed = draw_between(1, 30), radius = draw_between(0.03, 0.2);
    made_begin_smooth();
    const trough in =
        add_trough(_i % 2, radius, speed * STEPS / 60 + 5 * radius);
    made.sys->gravity =
        across(&in, -MADE_GRAVITY, -draw_between(0.01, 1) * MADE_GRAVITY);
    add_round(&in, _i / 2, radius, 0, 0);
    made.sys->body[0].v.x = speed;
    pn_world *world = made_world();
    for (int step = 0; step < STEPS; step++) {
      made_advance(world, 1);
      const pn_motion at = made_motion(world, 0);
      test_close(at.v.x, speed, kept_within, "draw %d, step %d", draw, step);
      test_close(pn_vec3_norm(at.omega), 0, stopped, "spin, draw %d", draw);
    }
    pn_world_free(world);
    made_end();
  }
}
END_TEST

/* A wall across both faces stops it. */
START_TEST(a_wall_across_a_corner_stops_it)
{
  for (int draw = 0; draw < DRAWS; draw++) {
    const double speed = draw_between(1, 30), radius = draw_between(0.03, 0.2),
                 end = speed * draw_between(0.1, STEPS) / 60,
                 fall = draw_between(1, 8), push = draw_between(1, 8);
    made_begin_smooth();
    made.sys->gravity = pn_vec3_make(0, 0, 0);
    const trough in = add_trough(_i % 2, radius, end + 5 * radius);
    made_add_box(pn_vec3_make(1, 9, 9),
                 pn_vec3_make(end + (_i / 2 ? 3 : 1) * radius + 0.5, 0, 0));
    add_round(&in, _i / 2, radius, fall / 60 * draw_between(0.1, 2),
              push / 60 * draw_between(0.1, 2));
    made.sys->body[0].v = across(&in, -fall, -push);
    made.sys->body[0].v.x = speed;
    pn_world *world = made_world();
    made_advance(world, 2 * STEPS);
    const pn_motion at = made_motion(world, 0);
    test_close(at.v.x, 0, stopped * speed, "speed, draw %d", draw);
    test_close(at.pose.x.x, end, speed / 60 * 1e-2, "end, draw %d", draw);
    pn_world_free(world);
    made_end();
  }
}
END_TEST

/* The largest change of speed of what falls on tiles, as a share. */
static const double sunk_change = 1e-4;

/* A ball or a capsule falls beside a wall against which it is pressed, on tiles
   of its size. */
START_TEST(falling_along_a_wall_it_keeps_its_speed)
{
  for (int draw = 0; draw < DRAWS; draw++) {
    const double speed = draw_between(0.5, 3), radius = 0.1,
                 size[] = {3 * radius, radius},
                 height = draw_between(1e-3, 0.1);
    made_begin_smooth();
    made.sys->gravity = pn_vec3_make(0, 5, -MADE_GRAVITY);
    for (int k = -5; k < 20; k++)
      made_add_box(pn_vec3_make(radius, 1, 1),
                   pn_vec3_make((k + 0.5) * radius, 0, -0.5));
    made.geom[made.geoms++] =
        pn_geom_make_plane(pn_vec3_make(0, radius, 0), pn_vec3_make(0, -1, 0));
    made_add(_i ? pn_shape_capsule : pn_shape_sphere, _i ? size : &size[1], 1,
             pn_vec3_make(radius * draw_uniform(), 0, radius + height));
    made.sys->body[0].v.x = speed;
    pn_world *world = made_world();
    made_advance(world, STEPS);
    test_close(made_motion(world, 0).v.x, speed, sunk_change * speed, "draw %d",
               draw);
    pn_world_free(world);
    made_end();
  }
}
END_TEST

/* A ball or a capsule that rolls slowly to a gap between two boxes, as wide as
   its radius, sinks into it, by half at least of what both edges let it. */
START_TEST(a_gap_is_no_floor)
{
  for (int draw = 0; draw < DRAWS; draw++) {
    const double radius = draw_between(0.02, 0.1), size[] = {0.3, radius},
                 slow = sqrt(MADE_GRAVITY * radius) / 2,
                 speed = slow * draw_between(0.2, 1);
    double lowest = radius;
    made_begin_smooth();
    for (int side = -1; side < 2; side += 2)
      made_add_box(pn_vec3_make(1, 1, 1),
                   pn_vec3_make(side * (0.5 + radius / 2), 0, -0.5));
    made_add(_i ? pn_shape_capsule : pn_shape_sphere, _i ? size : &radius,
             MADE_LIGHT, pn_vec3_make(-radius, 0, radius));
    made.sys->body[0].pose.q =
        pn_quat_axis_angle(pn_vec3_make(0, 0, 1), M_PI / 2);
    made.sys->body[0].v.x = speed;
    pn_world *world = made_world();
    for (int step = 0; step < 3 * STEPS; step++) {
      made_advance(world, 1);
      lowest = fmin(lowest, made_motion(world, 0).pose.x.z);
    }
    ck_assert_double_lt(lowest, radius * (1 + sqrt(0.75)) / 2);
    pn_world_free(world);
    made_end();
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("corners");
  TCase *corners = tcase_create("corners");
  tcase_add_checked_fixture(corners, draw_open, draw_close);
  tcase_add_loop_test(corners, landing_in_a_corner_is_landing_on_planes, 0, 4);
  tcase_add_loop_test(corners, along_a_corner_it_keeps_its_speed, 0, 4);
  tcase_add_loop_test(corners, a_wall_across_a_corner_stops_it, 0, 4);
  tcase_add_loop_test(corners, falling_along_a_wall_it_keeps_its_speed, 0, 2);
  tcase_add_loop_test(corners, a_gap_is_no_floor, 0, 2);
  suite_add_tcase(suite, corners);
  return test_run(suite);
}
