/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Contacts of two boxes, of which one touches with a face: four at a time they
   are placed as one by one, and boxes are beside each other only where all
   their points follow an edge of both. */
#include "pantin/contact/collision_box.h"

#include "draw.h"
#include "made_pair.h"
#include "test.h"

#include <math.h>
#include <ode/ode.h>
#include <string.h>

enum { DRAWS = 3000, POINTS = 8 };

static const double margins[] = {1e-4, 1e-3, 0.05};

/* Makes two bricks that overlap, along the axes of the first, by these lengths
   at most [m]; the second is turned by up to `angle`. */
static void make_bricks(pn_vec3 overlap, double angle)
{
  const pn_pose all = {draw_vec3(), made_pair_turn()};
  const pn_vec3 s = {0.2, 0.3, 0.25},
                x = {s.x - overlap.x, s.y - overlap.y, s.z - overlap.z};
  const pn_quat turn =
      pn_quat_axis_angle(pn_vec3_normalize(draw_vec3()), angle);
  made_pair_set(0, pn_shape_box, s, all);
  made_pair_set(
      1, pn_shape_box, s,
      (pn_pose){pn_pose_point(all, x), pn_quat_multiply(all.q, turn)});
  made_pair_find();
}

/* Finds the points of the grown boxes. Returns how many there are. */
static size_t find_points(pn_contact *point)
{
  const pn_collision *of = made_pair.collision;
  dContactGeom found[PN_COLLISION_POINTS];
  const int count = dCollide(of->ode_geom[0], of->ode_geom[1],
                             PN_COLLISION_POINTS, found, sizeof *found);
  for (int k = 0; k < count; k++)
    point[k] = (pn_contact){
        .geom = {0, 1},
        .body = {0, 1},
        .point = {found[k].pos[0], found[k].pos[1], found[k].pos[2]},
        .normal = {-found[k].normal[0], -found[k].normal[1],
                   -found[k].normal[2]}};
  return (size_t)count;
}

START_TEST(four_at_a_time_are_as_one_by_one)
{
  size_t placed = 0;
  for (int draw = 0; draw < DRAWS; draw++) {
    pn_contact plain[POINTS], wide[POINTS];
    pn_vec3 aside[POINTS], wide_aside[POINTS];
    made_pair.settings.margin = margins[draw % 3];
    make_bricks(pn_vec3_make(0.2 * draw_uniform(), 0.3 * draw_uniform(),
                             1e-4 * draw_uniform()),
                0.03 * draw_uniform() * draw_uniform());
    const size_t found = find_points(wide);
    if (found == 0)
      continue;
    pni_box box[2];
    pni_boxes_set(made_pair.collision, wide, box);
    if (box[0].face == PNI_NO_FACE && box[1].face == PNI_NO_FACE)
      continue;
    const size_t count = 1 + (size_t)draw % POINTS;
    for (size_t k = 0; k < count; k++) {
      wide[k] = wide[k % found];
      if (k >= found)
        wide[k].point = pn_vec3_add_scaled(wide[k].point, 0.1 * draw_uniform(),
                                           draw_vec3());
      plain[k] = wide[k];
      aside[k] = pni_faces_place(box, &plain[k]);
    }
    pni_faces_place_all(box, wide, count, wide_aside);
    placed += count;
    for (size_t k = 0; k < count; k++)
      ck_assert_msg(!memcmp(&wide[k], &plain[k], sizeof plain[k]) &&
                        !memcmp(&wide_aside[k], &aside[k], sizeof aside[k]),
                    "draw %d: point %zu of %zu differs", draw, k, count);
  }
  ck_assert_uint_gt(placed, DRAWS);
}
END_TEST

/* Returns how many of the points are kept, as keep_near in collision.c does. */
static size_t keep_points(pn_contact *point, size_t count)
{
  const pn_collision *of = made_pair.collision;
  pni_box box[2];
  size_t kept = 0;
  pni_boxes_set(of, point, box);
  for (size_t k = 0; k < count; k++) {
    const pn_vec3 aside = pni_faces_place(box, &point[k]);
    if (pni_reach_closes(of, made_pair.body, &point[k], point[k].point, aside))
      point[kept++] = point[k];
  }
  return kept;
}

/* Bricks that overlap along two axes by about as much as makes an edge. */
START_TEST(bricks_beside_each_other_share_an_edge)
{
  size_t beside = 0, diagonal = 0;
  made_pair.settings.margin = margins[_i];
  const double edge = PNI_EDGE_TIMES * fmin(margins[_i], 1e-3);
  for (int draw = 0; draw < DRAWS; draw++) {
    const pn_collision *of;
    pn_contact point[PN_COLLISION_POINTS];
    const double a = 1.5 * edge * draw_uniform(),
                 b = 1.5 * edge * draw_uniform(), c = 0.4 * draw_uniform();
    make_bricks(draw % 3 == 0   ? pn_vec3_make(a, b, c)
                : draw % 3 == 1 ? pn_vec3_make(b, c, a)
                                : pn_vec3_make(c, a, b),
                4 * edge * draw_uniform() * draw_uniform());
    const size_t count = find_points(point);
    of = made_pair.collision;
    if (count == 0)
      continue;
    pni_box box[2];
    pni_boxes_set(of, point, box);
    const int are_beside = pni_boxes_beside(of, box, point);
    if (box[0].face == PNI_NO_FACE && box[1].face == PNI_NO_FACE) {
      ck_assert(!are_beside);
      continue;
    }
    const size_t kept = keep_points(point, count);
    const int follow =
        kept == 0 || (pni_points_follow_edge(point, kept, of->geom[0].size,
                                             of->pose[0], edge) &&
                      pni_points_follow_edge(point, kept, of->geom[1].size,
                                             of->pose[1], edge));
    beside += (size_t)are_beside;
    diagonal += (size_t)follow;
    ck_assert_msg(!are_beside || follow, "draw %d: %zu points", draw, kept);
  }
  /* The wider the margin, the less the boxes alone can tell. */
  ck_assert_uint_gt(diagonal, DRAWS / 20);
  if (margins[_i] <= 1e-3)
    ck_assert_uint_gt(beside, diagonal / 4);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("faces");
  TCase *pairs = tcase_create("pairs");
  tcase_add_checked_fixture(pairs, made_pair_begin, made_pair_end);
  tcase_add_test(pairs, four_at_a_time_are_as_one_by_one);
  tcase_add_loop_test(pairs, bricks_beside_each_other_share_an_edge, 0, 3);
  suite_add_tcase(suite, pairs);
  return test_run(suite);
}
