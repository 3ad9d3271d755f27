/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Balls and capsules that spin while they land are thrown aside by friction,
   and do so on boxes side by side as on one plane. */
#include "draw.h"
#include "made_row.h"
#include "test.h"

#include <math.h>

enum { DRAWS = 100, STEPS = 10 };

/* Two runs agree within this share of the speeds: bodies on seams have more
   contacts, which sink in by less. */
static const double agrees = 2e-4;

/* How something lands. */
typedef struct {
  int is_capsule;
  double radius, height, friction;
  double seam; /* of two boxes, the x at which it is */
  pn_vec3 v, omega;
} landing;

/* Draws one: thrown along x, or aside, or straight down, with a spin that
   friction turns into speed. */
static landing draw_landing(int is_capsule)
{
  const double radius = draw_between(0.03, 0.2), fall = draw_between(0.5, 8),
               spin = draw_between(1, 20) / radius;
  landing of = {.is_capsule = is_capsule,
                .radius = radius,
                .height = fall / 60 * draw_between(0.05, 2),
                .friction = draw_between(0.1, 1)};
  of.v = pn_vec3_make(2 * draw_uniform(), 0, -fall);
  of.seam = of.v.x * of.height / fall + draw_uniform() * spin * radius / 60;
  of.omega = pn_vec3_make(0, draw_uniform() > 0 ? spin : -spin, 0);
  return of;
}

/* Adds what lands. */
static void add_thrown(const landing *of)
{
  made_add_round(of->is_capsule, of->radius, of->is_capsule ? M_PI / 2 : 0,
                 of->height);
  made.sys->body[0].v = of->v;
  made.sys->body[0].omega = of->omega;
}

/* Returns how it moves some steps later, on two boxes or on a plane. */
static pn_motion land(const landing *of, int on_boxes)
{
  made_begin();
  made.settings.friction = of->friction;
  made.settings.tolerance = 1e-9;
  if (on_boxes)
    for (int side = -1; side <= 1; side += 2)
      made_add_box(pn_vec3_make(9, 9, 1),
                   pn_vec3_make(of->seam + side * 4.5, 0, -0.5));
  else
    made_add_ground();
  add_thrown(of);
  pn_world *world = made_world();
  made_advance(world, STEPS);
  const pn_motion at = made_motion(world, 0);
  pn_world_free(world);
  made_end();
  return at;
}

START_TEST(what_spins_lands_beside_a_seam_as_on_a_plane)
{
  for (int draw = 0; draw < DRAWS; draw++) {
    const landing of = draw_landing(_i);
    const pn_motion boxes = land(&of, 1), plane = land(&of, 0);
    const double within = agrees * (fabs(of.v.z) + fabs(plane.v.x));
    test_close(boxes.v.x, plane.v.x, within, "speed, draw %d", draw);
    test_close(boxes.v.z, plane.v.z, within, "rise, draw %d", draw);
    test_close(of.radius * boxes.omega.y, of.radius * plane.omega.y, within * 3,
               "spin, draw %d", draw);
  }
}
END_TEST

/* How deep it may get into a wall, as a share of its way in a step. */
static const double sunk = 0.01;

/* A wall that stands within the way of the throw stops it. */
START_TEST(what_spins_is_not_thrown_through_a_wall)
{
  for (int draw = 0; draw < DRAWS; draw++) {
    landing of = draw_landing(_i);
    of.v.x = 0;
    const double thrown = land(&of, 0).v.x, side = copysign(1, thrown),
                 wall = fabs(thrown) / 60 * draw_between(0.05, 3);
    made_begin();
    made.settings.friction = of.friction;
    made_add_box(pn_vec3_make(9, 9, 1), pn_vec3_make(0, 0, -0.5));
    made_add_box(pn_vec3_make(1, 9, 9),
                 pn_vec3_make(side * (wall + of.radius + 0.5), 0, 0));
    add_thrown(&of);
    pn_world *world = made_world();
    for (int step = 0; step < STEPS; step++) {
      made_advance(world, 1);
      ck_assert_double_le(side * made_motion(world, 0).pose.x.x,
                          wall + sunk * fabs(thrown) / 60);
    }
    pn_world_free(world);
    made_end();
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("throws");
  TCase *throws = tcase_create("throws");
  tcase_add_checked_fixture(throws, draw_open, draw_close);
  tcase_add_loop_test(throws, what_spins_lands_beside_a_seam_as_on_a_plane, 0,
                      2);
  tcase_add_loop_test(throws, what_spins_is_not_thrown_through_a_wall, 0, 2);
  suite_add_tcase(suite, throws);
  return test_run(suite);
}
