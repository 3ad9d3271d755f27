/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Contacts of boxes lie on the boxes as they are, whatever the margin and the
   way of a step, by which the shapes are grown to find them. */
#include "draw.h"
#include "made_pair.h"
#include "made_world.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* The rounding of coordinates [m]: shapes have some decimetres and lie within
   metres of the origin. */
static const double rounding = 1e-12;

static const double margins[] = {1e-4, 1e-3, 0.05, 0.3};
static const double steps[] = {0, 1.0 / 60};
enum { WAYS = 8, DRAWS = 100 }; /* margins times steps */

/* Chooses one of the eight pairs of margin and step. */
static void choose(int way)
{
  made_pair.settings = (pn_collision_settings){.margin = margins[way % 4],
                                               .step = steps[way / 4],
                                               .per_pair = PN_COLLISION_POINTS};
}

static pn_vec3 corner(size_t k, int number)
{
  const double *s = made_pair.geom[k].size;
  return pn_pose_point(made_pair.body[k].pose,
                       pn_vec3_make(number & 1 ? s[0] / 2 : -s[0] / 2,
                                    number & 2 ? s[1] / 2 : -s[1] / 2,
                                    number & 4 ? s[2] / 2 : -s[2] / 2));
}

/* Asserts that one of the contacts is at p, with this gap. */
static void has_contact(pn_vec3 p, double gap)
{
  double nearest = INFINITY, its_gap = 0;
  for (size_t k = 0; k < made_pair.collision->contacts; k++) {
    const double d =
        pn_vec3_norm(pn_vec3_sub(made_pair.collision->contact[k].point, p));
    its_gap = d < nearest ? made_pair.collision->contact[k].gap : its_gap;
    nearest = fmin(nearest, d);
  }
  ck_assert_msg(nearest <= rounding, "margin %g: the nearest of %zu is %g away",
                made_pair.settings.margin, made_pair.collision->contacts,
                nearest);
  test_close(its_gap, gap, rounding, "gap, margin %g",
             made_pair.settings.margin);
}

/* Whatever corner is lowest touches the plane through (0, 0, 0.1). */
START_TEST(a_box_anyhow_above_a_plane)
{
  choose(_i);
  for (int draw = 0; draw < DRAWS; draw++) {
    const pn_vec3 size = {0.4 + 0.3 * draw_uniform(),
                          0.4 + 0.3 * draw_uniform(), 0.2};
    made_pair_set(1, pn_shape_box, size,
                  (pn_pose){draw_vec3(), made_pair_turn()});
    made_pair.geom[0] =
        pn_geom_make_plane(pn_vec3_make(0, 0, 0.1), draw_vec3());
    const pn_vec3 up =
        pn_quat_rotate(made_pair.geom[0].pose.q, pn_vec3_make(0, 0, 1));
    int lowest = 0;
    for (int k = 0; k < 8; k++)
      if (pn_vec3_dot(up, corner(1, k)) < pn_vec3_dot(up, corner(1, lowest)))
        lowest = k;
    const double height = pn_vec3_dot(
        up, pn_vec3_sub(corner(1, lowest), pn_vec3_make(0, 0, 0.1)));
    const double gap = draw_uniform() * made_pair.settings.margin;
    made_pair.body[1].pose.x =
        pn_vec3_add_scaled(made_pair.body[1].pose.x, gap - height, up);
    ck_assert_uint_ge(made_pair_find(), 1);
    has_contact(corner(1, lowest), gap);
    for (size_t k = 0; k < made_pair.collision->contacts; k++) {
      const pn_contact *at = &made_pair.collision->contact[k];
      ck_assert_double_le(made_pair_outside(1, at->point), rounding);
      test_close(pn_vec3_dot(up, at->point) - 0.1 * up.z, at->gap, rounding,
                 "height of contact %zu", k);
    }
  }
}
END_TEST

/* Turns and moves both bodies alike. */
static void turn_all(pn_pose by)
{
  for (size_t k = 0; k < 2; k++)
    made_pair.body[k].pose =
        (pn_pose){pn_pose_point(by, made_pair.body[k].pose.x),
                  pn_quat_multiply(by.q, made_pair.body[k].pose.q)};
}

/* The contacts are the corners of the rectangle that the faces share. */
START_TEST(a_brick_that_overhangs_another)
{
  choose(_i);
  for (int draw = 0; draw < DRAWS; draw++) {
    const double x = 0.3 * draw_uniform(), y = 0.15 * draw_uniform(),
                 gap = 0.5 * draw_uniform() *
                       fmin(made_pair.settings.margin, 0.02);
    const pn_vec3 size = {0.4, 0.2, 0.2};
    const pn_pose all = {draw_vec3(), made_pair_turn()};
    made_pair_set(0, pn_shape_box, size,
                  (pn_pose){pn_vec3_make(0, 0, 0), pn_quat_identity()});
    made_pair_set(1, pn_shape_box, size,
                  (pn_pose){pn_vec3_make(x, y, 0.2 + gap), pn_quat_identity()});
    turn_all(all);
    ck_assert_uint_eq(made_pair_find(), 4);
    for (int k = 0; k < 4; k++) {
      const pn_vec3 p = {k & 1 ? fmin(0.2, x + 0.2) : fmax(-0.2, x - 0.2),
                         k & 2 ? fmin(0.1, y + 0.1) : fmax(-0.1, y - 0.1),
                         0.1 + gap / 2};
      has_contact(pn_pose_point(all, p), gap);
    }
  }
}
END_TEST

/* Turned about the vertical, and tilted: what leads from one box to the other
   through a contact, half the gap on either side, begins and ends on them.
   Faces within 5e-5 rad are taken for parallel, which costs that share of the
   gap. */
START_TEST(a_brick_askew_on_another)
{
  static const double slip = 1e-11;
  choose(_i);
  size_t contacts = 0;
  for (int draw = 0; draw < DRAWS; draw++) {
    const pn_vec3 size = {0.4, 0.2, 0.2};
    made_pair_set(0, pn_shape_box, size,
                  (pn_pose){pn_vec3_make(0, 0, 0), pn_quat_identity()});
    made_pair_set(
        1, pn_shape_box, size,
        (pn_pose){
            pn_vec3_make(0.2 * draw_uniform(), 0.1 * draw_uniform(), 0.2),
            pn_quat_axis_angle(pn_vec3_make(0, 0, 1), 2 * draw_uniform())});
    made_pair.body[1].pose.q = pn_quat_multiply(
        pn_quat_axis_angle(pn_vec3_make(1, 0, 0), 0.02 * draw_uniform()),
        made_pair.body[1].pose.q);
    turn_all((pn_pose){draw_vec3(), made_pair_turn()});
    contacts += made_pair_find();
    for (size_t k = 0; k < made_pair.collision->contacts; k++) {
      const pn_contact *at = &made_pair.collision->contact[k];
      for (size_t side = 0; side < 2; side++) {
        const pn_vec3 end = pn_vec3_add_scaled(
            at->point, (side == 0 ? -0.5 : 0.5) * at->gap, at->normal);
        ck_assert_msg(made_pair_outside(side, end) <= slip,
                      "draw %d: %g outside of box %zu, gap %g", draw,
                      made_pair_outside(side, end), side, at->gap);
      }
    }
  }
  ck_assert_uint_gt(contacts, DRAWS);
}
END_TEST

/* An edge along y, and one above it along the line that is turned by `angle`:
   they touch where they cross. */
START_TEST(edge_across_edge)
{
  static const double half = 0.1 * M_SQRT2; /* height of the edge */
  choose(_i);
  for (int draw = 0; draw < DRAWS; draw++) {
    const double gap = 0.5 * draw_uniform() *
                       fmin(made_pair.settings.margin, 0.02),
                 angle = 1 + 0.4 * draw_uniform(), a = 0.1 * draw_uniform(),
                 b = 0.1 * draw_uniform();
    const pn_quat on_edge = pn_quat_axis_angle(pn_vec3_make(0, 1, 0), atan(1));
    const pn_quat turn = pn_quat_axis_angle(pn_vec3_make(0, 0, 1), angle);
    const pn_pose all = {draw_vec3(), made_pair_turn()};
    const pn_vec3 size = {0.2, 0.6, 0.2};
    made_pair_set(0, pn_shape_box, size,
                  (pn_pose){pn_vec3_make(0, a, -half), on_edge});
    made_pair_set(
        1, pn_shape_box, size,
        (pn_pose){pn_vec3_add(pn_vec3_make(0, 0, half + gap),
                              pn_quat_rotate(turn, pn_vec3_make(0, b, 0))),
                  pn_quat_multiply(turn, on_edge)});
    turn_all(all);
    ck_assert_uint_eq(made_pair_find(), 1);
    has_contact(pn_pose_point(all, pn_vec3_make(0, 0, gap / 2)), gap);
  }
}
END_TEST

/* A ball touches the point of the box that is nearest to its centre. */
START_TEST(a_ball_beside_a_face_an_edge_or_a_corner)
{
  static const double radius = 0.15;
  choose(_i);
  for (int draw = 0; draw < DRAWS; draw++) {
    const pn_pose all = {draw_vec3(), made_pair_turn()};
    made_pair_set(1, pn_shape_box, pn_vec3_make(0.4, 0.2, 0.3),
                  (pn_pose){pn_vec3_make(0, 0, 0), pn_quat_identity()});
    const double gap = draw_uniform() * fmin(made_pair.settings.margin, 0.1);
    const pn_vec3 d = draw_vec3();
    /* the way out of the box, along one, two or three axes */
    const pn_vec3 out = pn_vec3_normalize(
        pn_vec3_make(copysign(0.2 + fabs(d.x), d.x), draw % 3 > 0 ? d.y : 0,
                     draw % 3 > 1 ? d.z : 0));
    const pn_vec3 p = {copysign(0.2, d.x),
                       draw % 3 > 0 ? copysign(0.1, d.y) : 0.1 * d.y,
                       draw % 3 > 1 ? copysign(0.15, d.z) : 0.15 * d.z};
    made_pair_set(0, pn_shape_sphere, pn_vec3_make(radius, 0, 0),
                  (pn_pose){pn_vec3_add_scaled(p, radius + gap, out),
                            pn_quat_identity()});
    turn_all(all);
    ck_assert_uint_eq(made_pair_find(), 1);
    has_contact(pn_pose_point(all, p), gap);
    const pn_vec3 n = pn_quat_rotate(all.q, out);
    ck_assert_double_le(
        pn_vec3_norm(pn_vec3_add(n, made_pair.collision->contact->normal)),
        1e-10);
  }
}
END_TEST

/* Lays a brick on the edge of another, with its centre so far beyond the edge;
   returns how much lower it is after half a second. */
static double sinks(double beyond, double margin)
{
  made_begin();
  made.settings.margin = margin;
  made_add_ground();
  made_add(pn_shape_box, (double[]){0.6, 0.6, 0.4}, 50,
           pn_vec3_make(0, 0, 0.2));
  made_add(pn_shape_box, (double[]){0.4, 0.2, 0.1}, 1,
           pn_vec3_make(0.3 + beyond, 0, 0.45));
  pn_world *world = made_world();
  made_advance(world, 30);
  const double by = 0.45 - made_motion(world, 1).pose.x.z;
  pn_world_free(world);
  made_end();
  return by;
}

/* Half a centimetre decides, and the margin does not matter. */
START_TEST(a_brick_beyond_its_support_tips)
{
  ck_assert_double_gt(sinks(0.005, margins[_i]), 0.01);
  ck_assert_double_le(fabs(sinks(-0.005, margins[_i])), 1e-3);
}
END_TEST

/* Three centimetres beside another brick nothing holds it. */
START_TEST(a_brick_falls_past_another)
{
  for (int way = 0; way < WAYS; way++) {
    choose(way);
    const pn_vec3 size = {0.2, 0.2, 0.2};
    made_pair_set(0, pn_shape_box, size,
                  (pn_pose){pn_vec3_make(0, 0, 0), pn_quat_identity()});
    made_pair_set(1, pn_shape_box, size,
                  (pn_pose){pn_vec3_make(0.23, 0, 0.2), pn_quat_identity()});
    made_pair.body[1].v = pn_vec3_make(0, 0, -1);
    ck_assert_uint_eq(made_pair_find(), 0);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("boxes");
  TCase *pairs = tcase_create("pairs");
  tcase_add_checked_fixture(pairs, made_pair_begin, made_pair_end);
  tcase_add_loop_test(pairs, a_box_anyhow_above_a_plane, 0, WAYS);
  tcase_add_loop_test(pairs, a_brick_that_overhangs_another, 0, WAYS);
  tcase_add_loop_test(pairs, a_brick_askew_on_another, 0, WAYS);
  tcase_add_loop_test(pairs, edge_across_edge, 0, WAYS);
  tcase_add_loop_test(pairs, a_ball_beside_a_face_an_edge_or_a_corner, 0, WAYS);
  tcase_add_test(pairs, a_brick_falls_past_another);
  tcase_add_loop_test(pairs, a_brick_beyond_its_support_tips, 0, 4);
  suite_add_tcase(suite, pairs);
  return test_run(suite);
}
