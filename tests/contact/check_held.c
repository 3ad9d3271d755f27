/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests contacts of bodies that a joint holds to the world: they touch the
   ground, but for what of it they touch at the start. */
#include "pantin/contact/world.h"

#include "pantin/base/alloc.h"

#include "made_world.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>

static const double margin = 1e-3, radius = 0.3;

/* A ball that is held, the plane z = 0, and a box on it, 1 m high. */
static pn_geom geom[3];
static pn_motion ball;
static pn_collision *collision;

static void prepare(double step)
{
  static const size_t joined[1][2] = {{PN_WORLD, 0}};
  const pn_collision_settings settings = {
      .margin = margin, .step = step, .per_pair = 1};
  geom[0] = pn_geom_make_plane(pn_vec3_make(0, 0, 0), pn_vec3_make(0, 0, 1));
  geom[1] = (pn_geom){.body = 0,
                      .shape = pn_shape_sphere,
                      .size = {radius},
                      .pose.q = pn_quat_identity()};
  geom[2] = (pn_geom){.body = PN_WORLD,
                      .shape = pn_shape_box,
                      .size = {1, 1, 1},
                      .pose = {{0, 0, 0.5}, pn_quat_identity()}};
  ball = (pn_motion){.pose.q = pn_quat_identity(), .v = {0, 0, -1}};
  pn_collision_free(collision);
  collision = pn_collision_alloc(geom, 3, &settings, joined, 1, NULL);
}

/* Returns how many contacts there are with the ball's lowest point so high. */
static size_t find_at(double z)
{
  ball.pose.x.z = z + radius;
  ck_assert_int_eq(pn_collision_find(collision, &ball), GSL_SUCCESS);
  return collision->contacts;
}

/* Clear of the ground at the first search is also what reaches it in a step. */
START_TEST(what_was_clear_of_the_ground_touches_it)
{
  prepare(_i ? 0.01 : 0);
  ck_assert_uint_eq(find_at(1.005), (size_t)_i);
  ck_assert_uint_eq(find_at(0.9999), 1);
  test_close(collision->contact->gap, -1e-4, 1e-12, "gap");
  ck_assert_uint_eq(find_at(2), 0);
  pn_collision_free(collision);
  collision = NULL;
}
END_TEST

/* Left out is only the part of the ground that was touched. */
START_TEST(what_touched_the_ground_passes_through_it)
{
  prepare(_i ? 0.01 : 0);
  ck_assert_uint_eq(find_at(1 + margin / 2), 0);
  ck_assert_uint_eq(find_at(0.9), 0);
  ck_assert_uint_eq(find_at(-0.01), 1);
  ck_assert_uint_eq(collision->contact->geom[0], 0);
  pn_collision_free(collision);
  collision = NULL;
}
END_TEST

/* A first search that gets no memory can be made again. */
START_TEST(the_first_search_can_fail)
{
  int code = GSL_ENOMEM;
  size_t k = 1;
  prepare(0);
  ball.pose.x.z = 1 + radius;
  for (; code; k++) {
    ck_assert_uint_lt(k, 60);
    pn_alloc_fail_at(k);
    code = pn_collision_find(collision, &ball);
    pn_alloc_fail_at(0);
  }
  ck_assert_uint_gt(k, 3);
  ck_assert_uint_eq(collision->contacts, 0);
  ck_assert_uint_eq(find_at(-0.01), 1);
  pn_collision_free(collision);
  collision = NULL;
}
END_TEST

/* A cube on a vertical slide falls on the plane, and four contacts bear it. */
START_TEST(a_cube_in_a_slide_rests_on_the_ground)
{
  const double mass = 3;
  const pn_joint_place slide = {.point = {0, 0, 1}, .axis = {0, 0, 1}};
  made_add_ground();
  made_add(pn_shape_box, (double[]){0.2, 0.2, 0.2}, mass,
           pn_vec3_make(0, 0, 1));
  pn_system_join(made.sys, pn_joint_prismatic, PN_WORLD, 0, &slide);
  pn_world *world = made_world();
  made_advance(world, 120);
  const double sunk = mass * MADE_GRAVITY / made.settings.contact_stiffness / 4;
  test_close(made_motion(world, 0).pose.x.z, 0.1 - sunk, 1e-6, "height");
  test_close(made_motion(world, 0).v.z, 0, 1e-6, "speed");
  ck_assert_uint_eq(world->info.contacts, 4);
  pn_world_free(world);
}
END_TEST

/* A door that stands on the ground, or 1 mm in it, turns in its hinge without
   friction until it strikes a post of the ground. */
START_TEST(a_door_is_stopped_by_a_post_alone)
{
  const double size[3] = {0.8, 0.04, 2}, omega = 1;
  const pn_joint_place hinge = {.axis = {0, 0, 1}};
  made_add_ground();
  made_add(pn_shape_box, size, 30, pn_vec3_make(0.45, 0, 1 - 1e-3 * _i));
  made.sys->body[0].v = pn_vec3_make(0, 0.45 * omega, 0);
  made.sys->body[0].omega = pn_vec3_make(0, 0, omega);
  pn_system_join(made.sys, pn_joint_revolute, PN_WORLD, 0, &hinge);
  made.geom[made.geoms++] =
      (pn_geom){.body = PN_WORLD,
                .shape = pn_shape_box,
                .size = {0.1, 0.1, 1},
                .pose = {{0, 0.7, 0.5}, pn_quat_identity()}};
  pn_world *world = made_world();
  made_advance(world, 60);
  ck_assert_uint_eq(world->info.contacts, 0);
  test_close(made_motion(world, 0).omega.z, omega, 0.01, "omega");
  made_advance(world, 120);
  ck_assert(made_motion(world, 0).omega.z < 0.1 * omega);
  const pn_vec3 x = made_motion(world, 0).pose.x;
  ck_assert_msg(x.x > 0, "the door went through the post, to x = %g", x.x);
  pn_world_free(world);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("held");
  TCase *searches = tcase_create("searches"), *worlds = tcase_create("worlds");
  tcase_add_loop_test(searches, what_was_clear_of_the_ground_touches_it, 0, 2);
  tcase_add_loop_test(searches, what_touched_the_ground_passes_through_it, 0,
                      2);
  tcase_add_test(searches, the_first_search_can_fail);
  tcase_add_checked_fixture(worlds, made_begin, made_end);
  tcase_add_test(worlds, a_cube_in_a_slide_rests_on_the_ground);
  tcase_add_loop_test(worlds, a_door_is_stopped_by_a_post_alone, 0, 2);
  suite_add_tcase(suite, searches);
  suite_add_tcase(suite, worlds);
  return test_run(suite);
}
