/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Balls, capsules and boxes that slide without friction over boxes side by
   side, or along them, or fall past them, keep their speed and their distance:
   what lies flush is one plane. What they truly hit stops them along the normal
   at the place where they meet. */
#include "draw.h"
#include "made_row.h"
#include "test.h"

#include <math.h>

enum { DRAWS = 60, STEPS = 20 };

/* Speeds [m/s] and places [m] are kept within this: bodies sink in by up to
   1e-6 m. */
static const double kept_within = 3e-6;

/* Contacts of a capsule that sink in unevenly turn it [rad/s]. */
static const double turned_within = 1e-4;

/* A box that they turn leans, and is slowed by less than this [m/s]. */
static const double slowed_within = 1e-5;

/* The largest share of a speed that compliant contacts may leave. */
static const double stopped = 1e-4;

/* Takes the steps, and checks after each that the body moves along x with its
   speed at this height. */
static void check_goes_on(double speed, double height, int draw)
{
  pn_world *world = made_world();
  for (int step = 0; step < STEPS; step++) {
    made_advance(world, 1);
    const pn_motion at = made_motion(world, 0);
    test_close(at.v.x, speed, kept_within, "v_x, draw %d, step %d", draw, step);
    test_close(at.v.y, 0, kept_within, "v_y, draw %d, step %d", draw, step);
    test_close(at.pose.x.z, height, kept_within, "height, draw %d, step %d",
               draw, step);
    test_close(pn_vec3_norm(at.omega), 0, turned_within, "spin, draw %d", draw);
  }
  pn_world_free(world);
}

/* A ball, a capsule ahead, across and anyhow, at 1 to 30 m/s. */
START_TEST(over_seams_it_keeps_its_speed_and_height)
{
  static const double angles[] = {0, 0, M_PI / 2};
  for (int draw = 0; draw < DRAWS; draw++) {
    const double speed = draw_between(1, 30), radius = draw_between(0.03, 0.3);
    made_begin_smooth();
    made_add_row(speed * STEPS / 60 + 5 * radius);
    made_add_round(_i > 0, radius, _i < 3 ? angles[_i] : M_PI * draw_uniform(),
                   0);
    made.sys->body[0].v.x = speed;
    check_goes_on(speed, radius, draw);
    made_end();
  }
}
END_TEST

/* Beside a wall without weight, which it touches or passes at a small
   distance. */
START_TEST(along_a_wall_it_keeps_its_speed_and_distance)
{
  for (int draw = 0; draw < DRAWS; draw++) {
    const double speed = draw_between(1, 30), radius = draw_between(0.03, 0.3);
    const double gap = draw % 2 ? draw_between(1e-6, 0.1) : 0;
    made_begin_smooth();
    made.sys->gravity = pn_vec3_make(0, 0, 0);
    made_add_row(draw_between(0.3, 3));
    made_add_round(_i > 0, radius, _i == 2 ? M_PI / 2 : 0, gap);
    made.sys->body[0].pose.x.x = -draw_between(0.1, 10);
    made.sys->body[0].v.x = speed;
    check_goes_on(speed, radius + gap, draw);
    made_end();
  }
}
END_TEST

/* What is thrown down past a wall, along its face, falls freely. */
START_TEST(past_a_wall_it_falls_freely)
{
  for (int draw = 0; draw < DRAWS; draw++) {
    const double radius = draw_between(0.03, 0.3);
    made_begin_smooth();
    made.sys->gravity = pn_vec3_make(MADE_GRAVITY, 0, 0);
    made_add_row(draw_between(0.3, 3));
    made_add_round(_i, radius, 0, 0);
    made.sys->body[0].pose.x.x = -draw_between(0.1, 10);
    made.sys->body[0].v.x = 1;
    pn_world *world = made_world();
    made_advance(world, 60);
    const pn_motion at = made_motion(world, 0);
    test_close(at.v.x, 1 + MADE_GRAVITY, kept_within, "speed, draw %d", draw);
    test_close(at.pose.x.z, radius, kept_within, "distance, draw %d", draw);
    pn_world_free(world);
    made_end();
  }
}
END_TEST

/* What comes down on a row of boxes lands as on a plane: it keeps the speed
   along it. */
START_TEST(landing_beside_a_seam_is_landing_on_a_plane)
{
  for (int draw = 0; draw < DRAWS; draw++) {
    const double speed = draw_between(1, 30), radius = draw_between(0.03, 0.3);
    const double fall = draw_between(1, 30);
    made_begin_smooth();
    made.sys->gravity = pn_vec3_make(0, 0, 0);
    made_add_row(speed * STEPS / 60 + 5 * radius);
    made_add_round(_i > 0, radius, _i == 2 ? M_PI / 2 : 0,
                   fall * draw_between(1, 3) / 60);
    made.sys->body[0].v = pn_vec3_make(speed, 0, -fall);
    pn_world *world = made_world();
    made_advance(world, STEPS);
    const pn_motion at = made_motion(world, 0);
    test_close(at.v.x, speed, stopped * fall, "speed, draw %d", draw);
    test_close(at.pose.x.z, radius, fall / 60 * 1e-2, "height, draw %d", draw);
    pn_world_free(world);
    made_end();
  }
}
END_TEST

/* A ball that meets an edge within the step keeps its speed across the normal n
   of the place where they meet; of that along it as much as takes it to the
   plane there. */
START_TEST(an_edge_is_hit_where_it_is)
{
  for (int draw = 0; draw < DRAWS; draw++) {
    const double speed = draw_between(1, 30), radius = draw_between(0.03, 0.3);
    const double sine = 0.55 + 0.35 * draw_uniform(),
                 cosine = sqrt(1 - sine * sine), /* n = (-cosine, 0, sine) */
        ahead = draw_between(0.01, 0.9) * speed / 60;
    made_begin_smooth();
    made.sys->gravity = pn_vec3_make(0, 0, 0);
    made_add_box(pn_vec3_make(1, 1, 1), pn_vec3_make(0.5, 0, -0.5));
    made_add_round(0, radius, 0, -radius * (1 - sine));
    made.sys->body[0].pose.x.x = -radius * cosine - ahead;
    made.sys->body[0].v.x = speed;
    pn_world *world = made_world();
    made_advance(world, 1);
    const pn_vec3 v = made_motion(world, 0).v;
    test_close(v.x * sine + v.z * cosine, speed * sine, kept_within * speed,
               "across, draw %d", draw);
    test_close(v.x * cosine - v.z * sine, 60 * ahead * cosine, stopped * speed,
               "along, draw %d", draw);
    pn_world_free(world);
    made_end();
  }
}
END_TEST

/* Adds a box of random size, turned about z, whose lowest points are at this
   height. Returns half its length. */
static double add_brick(double angle, double height)
{
  const double size[] = {draw_between(0.1, 0.5), draw_between(0.1, 0.5),
                         draw_between(0.05, 0.3)};
  const size_t b = made_add(pn_shape_box, size, MADE_LIGHT,
                            pn_vec3_make(0, 0.013, size[2] / 2 + height));
  made.sys->body[b].pose.q = pn_quat_axis_angle(pn_vec3_make(0, 0, 1), angle);
  return size[0] / 2;
}

/* Returns how fast the body moves at a place that is so far ahead of its middle
   and above its foot. */
static pn_vec3 speed_at(const pn_world *world, double ahead, double above)
{
  const pn_motion at = made_motion(world, 0);
  const pn_vec3 arm = {ahead, 0, above - made.sys->body[0].size[2] / 2};
  return pn_vec3_add(at.v, pn_vec3_cross(at.omega, arm));
}

/* So does a box, level or turned about z, with weight or thrown down; then it
   slides on over the seams. */
START_TEST(a_box_lands_beside_a_seam_as_on_a_plane)
{
  for (int draw = 0; draw < DRAWS; draw++) {
    const double speed = draw_between(0.3, 20),
                 fall = _i / 2 ? 0 : draw_between(1, 10),
                 height = _i / 2 ? draw_between(1e-3, 0.1)
                                 : fall * draw_between(0.1, 3) / 60;
    made_begin_smooth();
    if (_i / 2 == 0)
      made.sys->gravity = pn_vec3_make(0, 0, 0);
    made_add_row(speed * 3 * STEPS / 60 + 1);
    add_brick(_i % 2 ? M_PI * draw_uniform() : 0, height);
    made.sys->body[0].v = pn_vec3_make(speed, 0, -fall);
    const double rest = made.sys->body[0].pose.x.z - height,
                 landed = sqrt(fall * fall + 2 * MADE_GRAVITY * height) / 60;
    pn_world *world = made_world();
    made_advance(world, 3 * STEPS);
    const pn_motion at = made_motion(world, 0);
    test_close(at.v.x, speed, slowed_within, "v_x, draw %d", draw);
    test_close(at.v.y, 0, slowed_within, "v_y, draw %d", draw);
    test_close(at.pose.x.z, rest, landed, "height, draw %d", draw);
    pn_world_free(world);
    made_end();
  }
}
END_TEST

/* A box that gets over the edge of another one, and then down to its top, lands
   there, midway between its front and that edge, and keeps its speed. */
START_TEST(a_box_lands_on_the_box_that_it_gets_over)
{
  for (int draw = 0; draw < DRAWS; draw++) {
    const double speed = draw_between(1, 20), fall = draw_between(1, 10),
                 over = 0.1 + 0.3 * fabs(draw_uniform()),
                 down = over + 0.1 + 0.3 * fabs(draw_uniform());
    made_begin_smooth();
    made.sys->gravity = pn_vec3_make(0, 0, 0);
    const double front = add_brick(0, down * fall / 60);
    made_add_box(pn_vec3_make(1, 1, 1),
                 pn_vec3_make(front + over * speed / 60 + 0.5, 0, -0.5));
    made.sys->body[0].v = pn_vec3_make(speed, 0, -fall);
    pn_world *world = made_world();
    made_advance(world, 1);
    test_close(made_motion(world, 0).v.x, speed, kept_within, "speed, draw %d",
               draw);
    test_close(speed_at(world, front + over * speed / 60 / 2, 0).z,
               -down * fall, stopped * fall, "front, draw %d", draw);
    pn_world_free(world);
    made_end();
  }
}
END_TEST

/* A box that comes down before a curb, which it meets from the side, before it
   lands or after that, goes no farther in the step, and no deeper than the
   ground: at the curb midway between its foot and the edge. */
START_TEST(a_box_that_lands_hits_a_curb)
{
  for (int draw = 0; draw < DRAWS; draw++) {
    const double speed = draw_between(5, 20), fall = draw_between(5, 20),
                 landing = 0.2 + 0.7 * fabs(draw_uniform()),
                 soonest = 0.6 * landing,
                 ahead = soonest + 0.9 * (1 - soonest) * fabs(draw_uniform()),
                 height = landing * fall / 60,
                 curb = height * (0.5 + 0.4 * fabs(draw_uniform()));
    made_begin_smooth();
    made.sys->gravity = pn_vec3_make(0, 0, 0);
    const double front = add_brick(0, height);
    made_add_box(pn_vec3_make(4, 1, 1), pn_vec3_make(0, 0, -0.5));
    made_add_box(pn_vec3_make(1, 1, curb),
                 pn_vec3_make(front + ahead * speed / 60 + 0.5, 0, curb / 2));
    made.sys->body[0].v = pn_vec3_make(speed, 0, -fall);
    pn_world *world = made_world();
    made_advance(world, 1);
    test_close(speed_at(world, front, (curb - height) / 2).x, ahead * speed,
               stopped * speed, "draw %d", draw);
    ck_assert_double_ge(speed_at(world, front, 0).z,
                        -(landing + stopped) * fall);
    pn_world_free(world);
    made_end();
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("seams");
  TCase *seams = tcase_create("seams"), *hits = tcase_create("hits");
  tcase_add_checked_fixture(seams, draw_open, draw_close);
  tcase_add_checked_fixture(hits, draw_open, draw_close);
  tcase_add_loop_test(seams, over_seams_it_keeps_its_speed_and_height, 0, 4);
  tcase_add_loop_test(seams, along_a_wall_it_keeps_its_speed_and_distance, 0,
                      3);
  tcase_add_loop_test(seams, past_a_wall_it_falls_freely, 0, 2);
  tcase_add_loop_test(seams, landing_beside_a_seam_is_landing_on_a_plane, 0, 3);
  tcase_add_loop_test(seams, a_box_lands_beside_a_seam_as_on_a_plane, 0, 4);
  tcase_add_test(hits, an_edge_is_hit_where_it_is);
  tcase_add_test(hits, a_box_lands_on_the_box_that_it_gets_over);
  tcase_add_test(hits, a_box_that_lands_hits_a_curb);
  suite_add_tcase(suite, seams);
  suite_add_tcase(suite, hits);
  return test_run(suite);
}
