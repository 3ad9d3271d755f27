/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Boxes that lie anyhow have a contact where they overlap, and where they are
   within the margin of each other, though a corner touches a face next to its
   edge. */
#include "draw.h"
#include "made_pair.h"
#include "test.h"

#include <math.h>

enum { DRAWS = 2000, HALVINGS = 60, ROUNDS = 2000 };

/* Edges are parallel if the sine of their angle is less: normals of faces are
   as near to separating the boxes as theirs. */
static const double parallel = 1e-3;

/* Distances are known to this [m]. */
static const double known = 1e-6;

static pn_vec3 axis_of(size_t k, int i)
{
  return pn_quat_rotate(made_pair.body[k].pose.q,
                        pn_vec3_make(i == 0, i == 1, i == 2));
}

/* Returns how far the shadows of both boxes on the direction n are apart. */
static double apart_along(pn_vec3 n)
{
  double sum = fabs(pn_vec3_dot(
      n, pn_vec3_sub(made_pair.body[1].pose.x, made_pair.body[0].pose.x)));
  for (size_t k = 0; k < 2; k++)
    for (int i = 0; i < 3; i++)
      sum -=
          made_pair.geom[k].size[i] / 2 * fabs(pn_vec3_dot(n, axis_of(k, i)));
  return sum;
}

/* Returns the most that they are apart on the normals of faces and of pairs of
   edges: less than 0 where the boxes overlap (Gottschalk et al., OBBTree). */
static double apart(void)
{
  double most = -INFINITY;
  for (int i = 0; i < 3; i++) {
    most = fmax(most, apart_along(axis_of(0, i)));
    most = fmax(most, apart_along(axis_of(1, i)));
    for (int j = 0; j < 3; j++) {
      const pn_vec3 n = pn_vec3_cross(axis_of(0, i), axis_of(1, j));
      if (pn_vec3_norm(n) > parallel)
        most = fmax(most, apart_along(pn_vec3_normalize(n)));
    }
  }
  return most;
}

/* Returns the point of the k-th box that is nearest to p. */
static pn_vec3 nearest(size_t k, pn_vec3 p)
{
  const pn_pose pose = made_pair.body[k].pose;
  const double *s = made_pair.geom[k].size;
  const pn_vec3 x = pn_pose_local(pose, p);
  return pn_pose_point(pose,
                       pn_vec3_make(fmax(-s[0] / 2, fmin(s[0] / 2, x.x)),
                                    fmax(-s[1] / 2, fmin(s[1] / 2, x.y)),
                                    fmax(-s[2] / 2, fmin(s[2] / 2, x.z))));
}

/* Returns how far the boxes are from each other, by alternating projections,
   which come from above. */
static double distance(void)
{
  pn_vec3 a = made_pair.body[0].pose.x, b = a;
  for (int k = 0; k < ROUNDS; k++) {
    b = nearest(1, a);
    a = nearest(0, b);
  }
  return pn_vec3_norm(pn_vec3_sub(a, b));
}

/* Boxes that are deeper in each other than this [m] do not stand beside each
   other, corner to corner; of others one in so many may have no contact. */
static const double near = 2e-3;
enum { SELDOM = 500 };

/* Contacts may be less deep than the boxes by this share: a face is taken for
   an edge that is hardly less deep. */
static const double share = 0.3;

/* Lays two boxes anyhow, so that they are this far apart. */
static void lay(double wanted)
{
  const pn_vec3 way = pn_vec3_normalize(draw_vec3());
  for (size_t k = 0; k < 2; k++)
    made_pair_set(k, pn_shape_box,
                  pn_vec3_make(draw_between(0.1, 0.4), draw_between(0.1, 0.4),
                               draw_between(0.1, 0.4)),
                  (pn_pose){pn_vec3_make(0, 0, 0), made_pair_turn()});
  double low = 0, high = 1;
  for (int k = 0; k < HALVINGS; k++) {
    const double middle = (low + high) / 2;
    made_pair.body[1].pose.x = pn_vec3_scale(middle, way);
    if (apart() < wanted)
      low = middle;
    else
      high = middle;
  }
}

/* Returns the least gap. */
static double deepest(void)
{
  double least = INFINITY;
  for (size_t k = 0; k < made_pair.collision->contacts; k++)
    least = fmin(least, made_pair.collision->contact[k].gap);
  return least;
}

/* Searches without a step, and with one in which boxes rest or pass each
   other. */
START_TEST(what_overlaps_or_nearly_touches_has_a_contact)
{
  static const double apart_by[] = {-0.01, -0.003, -1e-4, 1e-4, 5e-4};
  size_t seen = 0, missed = 0;
  made_pair.settings = (pn_collision_settings){
      .margin = 1e-3, .step = _i % 3 ? 1.0 / 60 : 0, .per_pair = 4};
  for (int draw = 0; draw < DRAWS; draw++) {
    lay(apart_by[_i / 3]);
    for (int k = 0; k < 2 && _i % 3 == 2; k++) {
      made_pair.body[k].v = draw_vec3();
      made_pair.body[k].omega = pn_vec3_scale(5, draw_vec3());
    }
    if (apart_by[_i / 3] > 0 &&
        !(distance() < made_pair.settings.margin - known))
      continue;
    seen++;
    missed += made_pair_find() == 0;
    ck_assert_msg(apart() > -near || deepest() < (1 - share) * apart(),
                  "draw %d: %g apart, and the deepest contact is %g", draw,
                  apart(), deepest());
  }
  ck_assert_uint_gt(seen, DRAWS / 4);
  ck_assert_msg(missed <= seen / SELDOM, "%zu of %zu have none", missed, seen);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("oblique");
  TCase *pairs = tcase_create("pairs");
  tcase_add_checked_fixture(pairs, made_pair_begin, made_pair_end);
  tcase_add_loop_test(pairs, what_overlaps_or_nearly_touches_has_a_contact, 0,
                      15);
  suite_add_tcase(suite, pairs);
  return test_run(suite);
}
