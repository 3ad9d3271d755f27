/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Contacts of simple pairs, known by hand: where, which way, how far. */
#include "pantin/contact/collision.h"
#include "pantin/contact/compound.h"

#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_rng.h>
#include <math.h>

/* Distances of shapes of some decimetres. */
static const double rounding = 1e-12;

static pn_geom geom[3];
static pn_motion body[2];
static pn_collision_settings settings;
static pn_collision *collision;

static void prepare(void)
{
  settings = (pn_collision_settings){.margin = 1e-3, .per_pair = 4};
  geom[0] = pn_geom_make_plane(pn_vec3_make(0, 0, 0.1), pn_vec3_make(0, 0, 2));
  for (size_t k = 0; k < 2; k++)
    body[k].pose.q = geom[k + 1].pose.q = pn_quat_identity();
  collision = NULL;
}

static void finish(void)
{
  pn_collision_free(collision);
}

static void set_part(size_t k, const pn_shape *shape, double a, double b,
                     double c, pn_vec3 x)
{
  geom[k] = (pn_geom){.body = k - 1,
                      .shape = shape,
                      .size = {a, b, c},
                      .pose.q = pn_quat_identity()};
  body[k - 1].pose.x = x;
}

static size_t find(size_t geoms)
{
  pn_collision_free(collision);
  collision = pn_collision_alloc(geom, geoms, &settings, NULL, 0, NULL);
  ck_assert_int_eq(pn_collision_find(collision, body), GSL_SUCCESS);
  return collision->contacts;
}

static void one(size_t k, double x, double y, double z, double gap)
{
  const pn_contact *at = &collision->contact[k];
  test_close(at->normal.x, x, rounding, "n.x");
  test_close(at->normal.y, y, rounding, "n.y");
  test_close(at->normal.z, z, rounding, "n.z");
  test_close(at->gap, gap, rounding, "gap");
}

/* The plane is at z = 0.1. */
START_TEST(a_ball_near_a_plane)
{
  set_part(1, pn_shape_sphere, 0.3, 0, 0, pn_vec3_make(1, 2, 0.4004));
  ck_assert_uint_eq(find(2), 1);
  one(0, 0, 0, 1, 4e-4);
  ck_assert(collision->contact[0].body[0] == PN_WORLD &&
            collision->contact[0].body[1] == 0);
  test_close(collision->contact[0].point.x, 1, rounding, "x");
  test_close(collision->contact[0].point.z, 0.1, settings.margin, "z");
  body[0].pose.x.z = 0.37;
  ck_assert_uint_eq(find(2), 1);
  one(0, 0, 0, 1, -0.03);
  body[0].pose.x.z = 0.4011;
  ck_assert_uint_eq(find(2), 0);
}
END_TEST

/* ODE would end the program. */
START_TEST(a_ball_too_far_away_is_an_error)
{
  static const double away[] = {1e9, -1e300, INFINITY, NAN};
  set_part(1, pn_shape_sphere, 0.3, 0, 0, pn_vec3_make(1, 2, 0.4));
  find(2);
  body[0].pose.x.y = away[_i];
  ck_assert_int_eq(pn_collision_find(collision, body), GSL_ERANGE);
}
END_TEST

START_TEST(two_balls)
{
  set_part(1, pn_shape_sphere, 0.3, 0, 0, pn_vec3_make(0, 0, 2));
  set_part(2, pn_shape_sphere, 0.2, 0, 0, pn_vec3_make(0.3, 0, 2.4));
  ck_assert_uint_eq(find(3), 1);
  one(0, 0.6, 0, 0.8, 0);
  ck_assert(collision->contact[0].body[0] == 0 &&
            collision->contact[0].body[1] == 1);
}
END_TEST

START_TEST(a_capsule_lies_along_x)
{
  set_part(1, pn_shape_capsule, 0.5, 0.1, 0, pn_vec3_make(0, 0, 0.2));
  ck_assert_uint_eq(find(2), 2);
  for (size_t k = 0; k < 2; k++) {
    one(k, 0, 0, 1, 0);
    test_close(fabs(collision->contact[k].point.x), 0.25, rounding, "end");
  }
  settings.per_pair = 1;
  ck_assert_uint_eq(find(2), 1);
}
END_TEST

/* Bricks on each other: four corners; turned: four of eight; beside each other:
   four; diagonally: none; on an edge in the middle of the other: two. */
START_TEST(bricks)
{
  set_part(1, pn_shape_box, 0.4, 0.2, 0.2, pn_vec3_make(0, 0, 2));
  set_part(2, pn_shape_box, 0.4, 0.2, 0.2, pn_vec3_make(0.1, 0, 2.2002));
  ck_assert_uint_eq(find(3), 4);
  for (size_t k = 0; k < 4; k++)
    one(k, 0, 0, 1, 2e-4);
  body[1].pose.q = pn_quat_axis_angle(pn_vec3_make(0, 0, 1), 0.7);
  ck_assert_uint_eq(find(3), 4);
  settings.per_pair = 8;
  ck_assert_uint_gt(find(3), 4);
  settings.per_pair = 4;
  body[1].pose.q = pn_quat_identity();
  body[1].pose.x = pn_vec3_make(-0.4, 0, 2);
  ck_assert_uint_eq(find(3), 4);
  one(0, -1, 0, 0, 0);
  body[1].pose.x = pn_vec3_make(0.4, 0, 2.2);
  ck_assert_uint_eq(find(3), 0);
  body[1].pose.x = pn_vec3_make(0, 0, 2.1 + sqrt(0.02));
  body[1].pose.q = pn_quat_axis_angle(pn_vec3_make(1, 0, 0), atan(1));
  ck_assert_uint_eq(find(3), 2);
}
END_TEST

/* A margin wider than a brick leaves its corners apart. */
START_TEST(a_wide_margin_merges_no_corners)
{
  settings.margin = 0.5;
  set_part(1, pn_shape_box, 0.2, 0.2, 0.2, pn_vec3_make(0, 0, 0.3));
  ck_assert_uint_eq(find(2), 4);
}
END_TEST

static void fly(size_t k, double vx, double vz)
{
  body[k].v = pn_vec3_make(vx, 0, vz);
  body[k].omega = pn_vec3_make(0, 0, 0);
  settings.step = 1.0 / 60;
}

/* With 6 m/s a body gets 10 cm far in a step. */
START_TEST(contacts_within_the_way_of_a_step)
{
  set_part(1, pn_shape_sphere, 0.3, 0, 0, pn_vec3_make(1, 2, 0.49));
  fly(0, 0, -6);
  ck_assert_uint_eq(find(2), 1);
  one(0, 0, 0, 1, 0.09);
  test_close(collision->contact[0].point.z, 0.1, rounding, "z");
  fly(0, 0, 6);
  ck_assert_uint_eq(find(2), 0);
  fly(0, 0, -5);
  ck_assert_uint_eq(find(2), 0);

  /* A capsule, with its ends level and not. */
  set_part(1, pn_shape_capsule, 0.5, 0.1, 0, pn_vec3_make(0, 0, 0.27));
  fly(0, 0, -6);
  ck_assert_uint_eq(find(2), 2);
  one(0, 0, 0, 1, 0.07);
  body[0].pose.q = pn_quat_axis_angle(pn_vec3_make(0, 1, 0), 0.1);
  body[0].pose.x.z += 0.25 * sin(0.1);
  ck_assert_uint_eq(find(2), 1);
  one(0, 0, 0, 1, 0.07);
}
END_TEST

/* Boxes are grown without rounding; the gaps are those of the boxes. */
START_TEST(bricks_within_the_way_of_a_step)
{
  /* On a corner: its height is half the diagonal of the cube. */
  const pn_quat tilt = pn_quat_multiply(
      pn_quat_axis_angle(pn_vec3_make(1, 0, 0), atan(sqrt(0.5))),
      pn_quat_axis_angle(pn_vec3_make(0, 1, 0), atan(1)));
  set_part(1, pn_shape_box, 0.2, 0.2, 0.2,
           pn_vec3_make(0, 0, 0.18 + 0.1 * sqrt(3)));
  body[0].pose.q = tilt;
  fly(0, 0, -6);
  ck_assert_uint_eq(find(2), 1);
  one(0, 0, 0, 1, 0.08);

  /* Face on face, however fast, and away from each other. */
  set_part(1, pn_shape_box, 0.2, 0.2, 0.2, pn_vec3_make(0, 0, 2));
  set_part(2, pn_shape_box, 0.2, 0.2, 0.2, pn_vec3_make(0.05, 0, 2.25));
  body[0].pose.q = pn_quat_identity();
  fly(0, 0, 0);
  for (double v = -4; v >= -32; v *= 2) {
    fly(1, 0, v);
    ck_assert_uint_eq(find(3), 4);
    for (size_t k = 0; k < 4; k++)
      one(k, 0, 0, 1, 0.05);
  }
  fly(1, 0, 4);
  ck_assert_uint_eq(find(3), 0);

  /* It falls past the other, 3 cm beside it. */
  body[1].pose.x.x = 0.23;
  fly(1, 0, -6);
  ck_assert_uint_eq(find(3), 0);
}
END_TEST

/* Turned and shifted by a hair, faces clip each other into points a hair
   apart. */
START_TEST(near_duplicates_are_merged)
{
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  size_t more = 0;
  set_part(1, pn_shape_box, 0.2, 0.2, 0.2, pn_vec3_make(0, 0, 2));
  set_part(2, pn_shape_box, 0.2, 0.2, 0.2, pn_vec3_make(0, 0, 2.2));
  for (int draw = 0; draw < 100; draw++) {
    double x[6];
    for (int k = 0; k < 6; k++)
      x[k] = 1e-3 * (gsl_rng_uniform(random) - 0.5);
    settings.per_pair = PN_COLLISION_POINTS;
    body[1].pose = pn_pose_displace(
        (pn_pose){pn_vec3_make(0, 0, 2.2), pn_quat_identity()},
        pn_vec3_make(x[0], x[1], x[2]), pn_vec3_make(x[3], x[4], x[5]));
    const size_t count = find(3);
    more += count > 4;
    for (size_t a = 0; a < count; a++)
      for (size_t b = 0; b < a; b++)
        ck_assert(pn_vec3_norm(pn_vec3_sub(collision->contact[a].point,
                                           collision->contact[b].point)) >=
                  settings.margin);
    /* Of those more, four stay that hold the box at its corners. */
    settings.per_pair = 4;
    if (count < 4)
      continue;
    ck_assert_uint_eq(find(3), 4);
    int corners = 0;
    for (size_t k = 0; k < 4; k++) {
      const pn_vec3 p = collision->contact[k].point;
      if (fabs(p.x) > 0.08 && fabs(p.y) > 0.08)
        corners |= 1 << ((p.x > 0) + 2 * (p.y > 0));
    }
    ck_assert_msg(count < 5 || corners == 15, "corners %d, draw %d", corners,
                  draw);
  }
  ck_assert_uint_gt(more, 5);
  gsl_rng_free(random);
}
END_TEST

/* A cloud of balls in a box, whose contacts are counted pair by pair. */
enum { BALLS = 200, WALLS = 5 };
static const double radius = 0.25;
static const pn_vec3 inwards[WALLS] = {
    {0, 0, 1}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}};

static void draw_cloud(const gsl_rng *random, pn_motion *at)
{
  for (size_t k = 0; k < BALLS; k++) {
    const double x = 6 * gsl_rng_uniform(random) - 3;
    const double y = 6 * gsl_rng_uniform(random) - 3;
    const double z = 0.2 + 2 * gsl_rng_uniform(random);
    at[k].pose = (pn_pose){pn_vec3_make(x, y, z), pn_quat_identity()};
  }
}

/* Returns the gap to a plane through 3 m or 0, or of two balls. */
static double gap_to_wall(pn_vec3 x, int wall)
{
  return pn_vec3_dot(inwards[wall], x) + (wall > 0 ? 3 : 0) - radius;
}

static double gap_between(pn_vec3 x, pn_vec3 y)
{
  return pn_vec3_norm(pn_vec3_sub(x, y)) - 2 * radius;
}

static size_t count_pairs(const pn_motion *at)
{
  size_t count = 0;
  for (size_t a = 0; a < BALLS; a++) {
    for (int wall = 0; wall < WALLS; wall++)
      count += gap_to_wall(at[a].pose.x, wall) < settings.margin;
    for (size_t b = 0; b < a; b++)
      count += gap_between(at[a].pose.x, at[b].pose.x) < settings.margin;
  }
  return count;
}

START_TEST(no_pair_of_a_cloud_is_missed)
{
  enum { DRAWS = 100 };
  pn_geom cloud[WALLS + BALLS];
  pn_motion at[BALLS];
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  for (size_t k = 0; k < WALLS; k++)
    cloud[k] = pn_geom_make_plane(pn_vec3_scale(k > 0 ? -3 : 0, inwards[k]),
                                  inwards[k]);
  for (size_t k = 0; k < BALLS; k++)
    cloud[WALLS + k] = (pn_geom){.body = k,
                                 .shape = pn_shape_sphere,
                                 .size = {radius},
                                 .pose.q = pn_quat_identity()};
  collision =
      pn_collision_alloc(cloud, WALLS + BALLS, &settings, NULL, 0, NULL);
  for (int draw = 0; draw < DRAWS; draw++) {
    draw_cloud(random, at);
    ck_assert_int_eq(pn_collision_find(collision, at), GSL_SUCCESS);
    ck_assert_msg(collision->contacts == count_pairs(at),
                  "draw %d: %zu contacts, all pairs have %zu", draw,
                  collision->contacts, count_pairs(at));
  }
  gsl_rng_free(random);
}
END_TEST

START_TEST(joined_bodies_and_parts_of_one_body_do_not_touch)
{
  const size_t joined[1][2] = {{1, 0}};
  set_part(1, pn_shape_sphere, 0.3, 0, 0, pn_vec3_make(0, 0, 2));
  set_part(2, pn_shape_sphere, 0.2, 0, 0, pn_vec3_make(0.1, 0, 2));
  ck_assert_uint_eq(find(3), 1);
  pn_collision_free(collision);
  collision = pn_collision_alloc(geom, 3, &settings, joined, 1, NULL);
  ck_assert_int_eq(pn_collision_find(collision, body), GSL_SUCCESS);
  ck_assert_uint_eq(collision->contacts, 0);
  geom[2].body = 0;
  geom[2].pose.x = pn_vec3_make(0.1, 0, 0);
  ck_assert_uint_eq(find(3), 0);
  body[0].pose.x.z = 0.4 - 0.1; /* the first reaches the plane, 0.1 deep */
  ck_assert_uint_eq(find(3), 2);
}
END_TEST

/* A dumb-bell and a bar, by hand: Steiner's theorem. */
START_TEST(a_compound_has_the_inertia_of_its_parts)
{
  pn_body made[3];
  for (int k = 0; k < 2; k++) {
    made[k] = pn_body_make(pn_shape_sphere, (double[]){0.1}, 2);
    made[k].pose.x = pn_vec3_make(1, k ? 0.7 : 0.1, 0);
  }
  made[2] = pn_body_make(pn_shape_box, (double[]){0.6, 0.1, 0.2}, 1.5);
  made[2].pose.x = pn_vec3_make(1, 0.4, 0);
  made[2].pose.q = pn_quat_axis_angle(pn_vec3_make(0, 0, 1), 2 * atan(1));
  const pn_body whole = pn_compound_make(3, made);
  const double ball = 0.4 * 2 * 0.01;
  test_close(whole.mass, 5.5, rounding, "mass");
  test_close(whole.pose.x.y, 0.4, rounding, "centre");
  test_close(made[0].pose.x.y, -0.3, rounding, "in its frame");
  test_close(whole.inertia.m[1][1], 2 * ball + 1.5 / 12 * (0.01 + 0.04),
             rounding, "along the bar");
  test_close(whole.inertia.m[2][2],
             2 * (ball + 2 * 0.09) + 1.5 / 12 * (0.36 + 0.01), rounding,
             "across");
  test_close(whole.inertia.m[0][0],
             2 * (ball + 2 * 0.09) + 1.5 / 12 * (0.36 + 0.04), rounding,
             "across, flat");
  test_close(whole.inertia.m[0][1], 0, rounding, "product");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("collision");
  TCase *pairs = tcase_create("pairs");
  tcase_add_checked_fixture(pairs, prepare, finish);
  tcase_add_test(pairs, a_ball_near_a_plane);
  tcase_add_loop_test(pairs, a_ball_too_far_away_is_an_error, 0, 4);
  tcase_add_test(pairs, two_balls);
  tcase_add_test(pairs, a_capsule_lies_along_x);
  tcase_add_test(pairs, bricks);
  tcase_add_test(pairs, a_wide_margin_merges_no_corners);
  tcase_add_test(pairs, contacts_within_the_way_of_a_step);
  tcase_add_test(pairs, bricks_within_the_way_of_a_step);
  tcase_add_test(pairs, near_duplicates_are_merged);
  tcase_add_test(pairs, no_pair_of_a_cloud_is_missed);
  tcase_add_test(pairs, joined_bodies_and_parts_of_one_body_do_not_touch);
  tcase_add_test(pairs, a_compound_has_the_inertia_of_its_parts);
  suite_add_tcase(suite, pairs);
  return test_run(suite);
}
