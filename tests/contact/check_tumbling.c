/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The default solver finds the impulses of boxes that tumble over rough ground,
   on their corners and edges, where over-relaxed sweeps of coupled friction
   cycle. */
#include "draw.h"
#include "made_world.h"
#include "test.h"

enum { BOXES = 60, STEPS = 120 };

/* Impulses are found if they leave residuals below this [m/s]. */
static const double found = 1e-3;

START_TEST(a_tumbling_box_has_its_impulses_in_each_step)
{
  size_t cycled = 0, steps = 0;
  for (int draw = 0; draw < BOXES; draw++) {
    const double size[] = {draw_between(0.1, 0.4), draw_between(0.1, 0.4),
                           draw_between(0.1, 0.4)};
    made_begin();
    made_add_ground();
    made_add(pn_shape_box, size, 1, pn_vec3_make(0, 0, draw_between(0.4, 1.4)));
    pn_body *body = &made.sys->body[0];
    const pn_vec3 axis = pn_vec3_normalize(draw_vec3());
    body->pose.q = pn_quat_axis_angle(axis, 3 * draw_uniform());
    body->v = pn_vec3_make(3 * draw_uniform(), 3 * draw_uniform(), 0);
    body->omega = pn_vec3_scale(3, draw_vec3());
    pn_world *world = made_world();
    for (int step = 0; step < STEPS; step++) {
      made_advance(world, 1);
      cycled += world->info.residual.scaled.inf > found;
      steps++;
    }
    pn_world_free(world);
    made_end();
  }
  ck_assert_msg(cycled == 0, "in %zu of %zu steps none were found", cycled,
                steps);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("tumbling");
  TCase *tumbling = tcase_create("tumbling");
  tcase_add_checked_fixture(tumbling, draw_open, draw_close);
  tcase_add_test(tumbling, a_tumbling_box_has_its_impulses_in_each_step);
  suite_add_tcase(suite, tumbling);
  return test_run(suite);
}
