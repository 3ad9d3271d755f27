/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The impulse of a contact that closes within a step acts on each body at its
   own surface, as it does when they meet: the angular momentum of a body about
   that point stays, however far it comes in the step, and a ball that lands
   rolls on as fast as it must. */
#include "draw.h"
#include "made_row.h"
#include "test.h"

#include <math.h>

enum { DRAWS = 60, STEPS = 120 };

/* Angular momenta are kept within this share of that of the fall. */
static const double kept_within = 1e-6;

static const double dt = 1. / 60;

/* Returns the angular momentum of a body that moves like this in the frame of
   the world, about a point from which its centre of mass is so far. */
static pn_vec3 momentum(const pn_body *body, pn_motion at, pn_vec3 arm)
{
  const pn_vec3 spin = pn_quat_rotate(pn_quat_conjugate(at.pose.q), at.omega);
  return pn_vec3_add(
      pn_quat_rotate(at.pose.q, pn_mat3_apply(body->inertia, spin)),
      pn_vec3_scale(body->mass, pn_vec3_cross(arm, at.v)));
}

/* Adds a body of a shape, turned anyhow but far from lying flat. Returns how
   far its lowest point is from its centre. */
static pn_vec3 add_tilted(const pn_shape *shape, const double *size)
{
  const size_t b = made_add(shape, size, 1, pn_vec3_make(0, 0, 0));
  const int is_box = shape == pn_shape_box;
  const pn_vec3 own =
      is_box ? pn_vec3_make(-size[0] / 2, -size[1] / 2, -size[2] / 2)
             : pn_vec3_make(-size[0] / 2, 0, 0);
  /* The axis to that corner, or end, is turned down. */
  const pn_vec3 d = pn_vec3_normalize(own), down = {0, 0, -1},
                axis = pn_vec3_normalize(pn_vec3_cross(d, down));
  const pn_quat q = pn_quat_multiply(
      pn_quat_axis_angle(pn_vec3_normalize(draw_vec3()), 0.3 * draw_uniform()),
      pn_quat_axis_angle(axis, acos(pn_vec3_dot(d, down))));
  made.sys->body[b].pose.q = q;
  if (shape == pn_shape_sphere)
    return pn_vec3_make(0, 0, -size[0]);
  return pn_vec3_add(pn_quat_rotate(q, own),
                     pn_vec3_make(0, 0, is_box ? 0 : -size[1]));
}

/* A ball, a capsule, a box; on a plane, or a box of the world. */
START_TEST(momentum_about_the_own_point_stays)
{
  static const double size[][3] = {{0.2}, {0.4, 0.1}, {0.3, 0.35, 0.4}};
  const pn_shape *const shape[] = {pn_shape_sphere, pn_shape_capsule,
                                   pn_shape_box};
  for (int draw = 0; draw < DRAWS; draw++) {
    made_begin();
    made.sys->gravity = pn_vec3_make(0, 0, 0);
    made.settings.tolerance = 1e-12;
    made.settings.friction = 0.3; /* with more, some corners jam */
    if (_i / 3)
      made_add_box(pn_vec3_make(9, 9, 1), pn_vec3_make(0, 0, -0.5));
    else
      made_add_ground();
    const double fall = draw_between(0.5, 3);
    const pn_vec3 own = add_tilted(shape[_i % 3], size[_i % 3]);
    pn_body *body = &made.sys->body[0];
    body->pose.x.z = -own.z + draw_between(0.1, 0.9) * fall * dt;
    body->v = pn_vec3_make(3 * draw_uniform(), 3 * draw_uniform(), -fall);
    const pn_motion before = {.pose = body->pose, .v = body->v};
    pn_world *world = made_world();
    made_advance(world, 1);
    pn_motion at = made_motion(world, 0);
    at.pose = before.pose; /* its inertia in the step is that */
    const pn_vec3 arm = pn_vec3_scale(-1, own),
                  change = pn_vec3_sub(momentum(body, at, arm),
                                       momentum(body, before, arm));
    ck_assert_double_gt(pn_vec3_norm(at.omega), 0);
    test_close(pn_vec3_norm(change), 0, kept_within * fall, "draw %d", draw);
    pn_world_free(world);
    made_end();
  }
}
END_TEST

/* Equal balls that meet obliquely spin alike. */
START_TEST(equal_balls_get_equal_spins)
{
  for (int draw = 0; draw < DRAWS; draw++) {
    const double radius = draw_between(0.02, 0.2), speed = draw_between(1, 9),
                 gap = draw_between(0.1, 0.9) * speed * dt;
    made_begin();
    made.sys->gravity = pn_vec3_make(0, 0, 0);
    made.settings.tolerance = 1e-12;
    made_add(pn_shape_sphere, &radius, 1, pn_vec3_make(0, 0, 0));
    made_add(pn_shape_sphere, &radius, 1, pn_vec3_make(2 * radius + gap, 0, 0));
    made.sys->body[0].v =
        pn_vec3_make(speed, speed * draw_uniform(), speed * draw_uniform());
    pn_world *world = made_world();
    made_advance(world, 1);
    const pn_vec3 a = made_motion(world, 0).omega,
                  b = made_motion(world, 1).omega;
    ck_assert_double_gt(pn_vec3_norm(a), 0);
    test_close(pn_vec3_norm(pn_vec3_sub(a, b)), 0,
               kept_within * pn_vec3_norm(a), "draw %d", draw);
    pn_world_free(world);
    made_end();
  }
}
END_TEST

/* A ball that is thrown onto the ground keeps its angular momentum about a
   point of it, 7/5 m r v once it rolls. */
START_TEST(a_ball_that_lands_rolls_at_five_sevenths)
{
  for (int draw = 0; draw < DRAWS; draw++) {
    const double radius = draw_between(0.01, 0.2), speed = draw_between(1, 3);
    made_begin();
    made.settings.friction = 0.5;
    made_add_ground();
    made_add(pn_shape_sphere, &radius, 1,
             pn_vec3_make(0, 0, radius + draw_between(0.3, 2)));
    made.sys->body[0].v.x = speed;
    pn_world *world = made_world();
    made_advance(world, STEPS);
    const pn_motion at = made_motion(world, 0);
    test_close(at.omega.y * radius, at.v.x, 1e-3 * speed, "rolls, draw %d",
               draw);
    test_close(at.v.x, 5. / 7 * speed, 5e-3 * speed, "draw %d", draw);
    pn_world_free(world);
    made_end();
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("arms");
  TCase *arms = tcase_create("arms");
  tcase_add_checked_fixture(arms, draw_open, draw_close);
  tcase_add_loop_test(arms, momentum_about_the_own_point_stays, 0, 6);
  tcase_add_test(arms, equal_balls_get_equal_spins);
  tcase_add_test(arms, a_ball_that_lands_rolls_at_five_sevenths);
  suite_add_tcase(suite, arms);
  return test_run(suite);
}
