/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The leverage of a motor at the rocker of random four-bars, as in closed form:
   with a, b, c the angles of crank, coupler and rocker,

     c' / a'  =  |crank| sin(a - b) / ( |rocker| sin(c - b) ).  */
#include "pantin/dynamics/levers.h"
#include "pantin/dynamics/loop_place.h"
#include "test.h"

#include <gsl/gsl_math.h>
#include <gsl/gsl_rng.h>
#include <math.h>

enum { LINKAGES = 300, POSES = 9, BODIES = 3, JOINTS = 4, Y_MAX = 13 * BODIES };

/* Triangles flatter than this part of a side are left out: poses in which the
   linkage is stretched. */
static const double flat = 0.15;

/* A four-bar between the origin and `ground`. */
typedef struct {
  pn_vec3 ground;
  double crank, coupler, rocker, side;
} four_bar;

static double between(gsl_rng *random, double low, double high)
{
  return low + (high - low) * gsl_rng_uniform(random);
}

static pn_vec3 on_circle(double radius, double angle)
{
  return pn_vec3_make(radius * cos(angle), radius * sin(angle), 0);
}

/* Finds the pins of a pose, where two circles meet. Returns 0 if they do not,
   or nearly. */
static int set_pins(const four_bar *of, double a, pn_vec3 *A, pn_vec3 *B)
{
  *A = on_circle(of->crank, a);
  const pn_vec3 to = pn_vec3_sub(of->ground, *A);
  const double d = pn_vec3_norm(to);
  const double along =
      (of->coupler * of->coupler - of->rocker * of->rocker + d * d) / (2 * d);
  const double square = of->coupler * of->coupler - along * along;
  const double aside = of->side * sqrt(fmax(0, square));
  *B = pn_vec3_make(A->x + (along * to.x - aside * to.y) / d,
                    A->y + (along * to.y + aside * to.x) / d, 0);
  return fabs(aside) > flat * fmin(of->coupler, of->rocker);
}

static double ratio(const four_bar *of, double a, pn_vec3 A, pn_vec3 B)
{
  const pn_vec3 rod = pn_vec3_sub(B, A), arm = pn_vec3_sub(B, of->ground);
  const double b = atan2(rod.y, rod.x), c = atan2(arm.y, arm.x);
  return of->crank * sin(a - b) / (of->rocker * sin(c - b));
}

static pn_system *make(pn_vec3 A, pn_vec3 B, pn_vec3 ground)
{
  const pn_vec3 origin = {0, 0, 0},
                ends[BODIES][2] = {{origin, A}, {A, B}, {ground, B}};
  const size_t parent[JOINTS] = {PN_WORLD, 0, 1, PN_WORLD};
  const size_t child[JOINTS] = {0, 1, 2, 2};
  const pn_vec3 point[JOINTS] = {origin, A, B, ground};
  const double size[] = {0.1, 0.1, 0.1};
  pn_body body = pn_body_make(pn_shape_box, size, 1);
  pn_system *system = pn_system_alloc();
  for (size_t k = 0; k < BODIES; k++) {
    body.pose.x = pn_vec3_scale(0.5, pn_vec3_add(ends[k][0], ends[k][1]));
    ck_assert_int_eq(pn_system_add_body(system, &body), 0);
  }
  for (size_t j = 0; j < JOINTS; j++) {
    const pn_joint_place place = {.point = point[j], .axis = {0, 0, 1}};
    ck_assert_ptr_nonnull(
        pn_system_join(system, pn_joint_revolute, parent[j], child[j], &place));
  }
  return system;
}

/* Compares the leverages on the way of the crank with the closed form. Returns
   how often they change their sign. */
static int follow(const four_bar *of, double start, double swing)
{
  const int is_driven[JOINTS] = {1}, has_motor[JOINTS] = {0, 0, 0, 1};
  double y[Y_MAX], u[Y_MAX], last = 0;
  pn_vec3 A, B;
  int changes = 0;
  set_pins(of, start, &A, &B);
  pn_system *system = make(A, B, of->ground);
  pn_loop_motion *loops =
      pn_loop_motion_alloc(system, is_driven, has_motor, NULL);
  ck_assert_ptr_nonnull(loops);
  pn_levers *levers = pn_levers_alloc(loops, is_driven, has_motor);
  ck_assert_ptr_nonnull(levers);
  for (int k = 0; k < POSES; k++) {
    const double turn = swing * k / (POSES - 1);
    pn_joint_motion motion[JOINTS + BODIES] = {
        {.turn = {turn, 0, 0}, .turn_rate = {swing, 0, 0}}};
    ck_assert(!pn_loop_motion_close(loops, (double)k / POSES, motion, y, u));
    ck_assert(!pn_levers_set(levers, motion));
    set_pins(of, start + turn, &A, &B);
    test_close(levers->leverage, ratio(of, start + turn, A, B), 1e-9,
               "leverage in pose %d", k);
    changes += last * levers->leverage < 0;
    last = levers->leverage;
    pn_levers_keep(levers);
  }
  pn_levers_free(levers);
  pn_loop_motion_free(loops);
  pn_system_free(system);
  return changes;
}

START_TEST(rockers_of_four_bars)
{
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  int linkages = 0, dead = 0;
  while (linkages < LINKAGES) {
    const four_bar of = {
        {between(random, 0.3, 1), between(random, -0.3, 0.3), 0},
        between(random, 0.1, 0.4),
        between(random, 0.3, 1),
        between(random, 0.3, 1),
        gsl_rng_uniform(random) < 0.5 ? 1 : -1};
    const double start = between(random, 0, 2 * M_PI);
    const double swing = between(random, -1.5, 1.5);
    pn_vec3 A, B;
    int closes = 1;
    for (int k = 0; k <= 100; k++)
      closes &= set_pins(&of, start + swing * k / 100, &A, &B);
    if (!closes)
      continue;
    linkages++;
    dead += follow(&of, start, swing) > 0;
  }
  /* Some pass a dead point, and some do not. */
  ck_assert_int_gt(dead, LINKAGES / 20);
  ck_assert_int_lt(dead, LINKAGES / 2);
  gsl_rng_free(random);
}
END_TEST

/* Two motors for one freedom are never dead together but by chance. */
START_TEST(more_motors_than_freedoms)
{
  const int is_driven[JOINTS] = {1}, has_motor[JOINTS] = {0, 0, 1, 1};
  double y[Y_MAX], u[Y_MAX];
  const four_bar of = {{0.6, 0, 0}, 0.2, 0.5, 0.4, 1};
  pn_vec3 A, B;
  ck_assert(set_pins(&of, 1.3, &A, &B));
  pn_system *system = make(A, B, of.ground);
  pn_loop_motion *loops =
      pn_loop_motion_alloc(system, is_driven, has_motor, NULL);
  pn_levers *levers = pn_levers_alloc(loops, is_driven, has_motor);
  ck_assert(loops && levers);
  pn_joint_motion motion[JOINTS + BODIES] = {{.turn_rate = {1, 0, 0}}};
  ck_assert(!pn_loop_motion_close(loops, 0, motion, y, u));
  ck_assert(!pn_levers_set(levers, motion));
  ck_assert(isnan(levers->leverage));
  pn_levers_free(levers);
  pn_loop_motion_free(loops);
  pn_system_free(system);
}
END_TEST

/* From a place kept on the way the joints go the same way again, with the same
   turns. */
START_TEST(back_to_a_place)
{
  const int is_driven[JOINTS] = {1}, has_motor[JOINTS] = {0, 0, 0, 1};
  const four_bar of = {{0.6, 0, 0}, 0.2, 0.5, 0.4, 1};
  double y[Y_MAX], u[Y_MAX];
  pn_vec3 A, B;
  ck_assert(set_pins(&of, 1.3, &A, &B));
  pn_system *system = make(A, B, of.ground);
  pn_loop_motion *loops =
      pn_loop_motion_alloc(system, is_driven, has_motor, NULL);
  ck_assert_ptr_nonnull(loops);
  pn_loop_place *place = pn_loop_place_alloc(loops);
  ck_assert_ptr_nonnull(place);
  pn_vec3 turn[2][JOINTS];
  const double rate = 4 * M_PI;
  for (int again = 0; again < 2; again++) {
    for (int k = again ? 3 : 0; k <= 9; k++) {
      const double t = k / 10.0;
      pn_joint_motion motion[JOINTS + BODIES] = {
          {.turn = {rate * t, 0, 0}, .turn_rate = {rate, 0, 0}}};
      if (again && k == 3)
        ck_assert(!pn_loop_place_return(place, motion, y, u));
      else
        ck_assert(!pn_loop_motion_close(loops, t, motion, y, u));
      if (k == 3)
        pn_loop_place_keep(place, t);
      for (size_t j = 0; j < JOINTS; j++)
        turn[again][j] = motion[j].turn;
    }
  }
  for (size_t j = 0; j < JOINTS; j++)
    test_close(turn[1][j].x, turn[0][j].x, 1e-12, "turn of joint %zu", j);
  pn_loop_place_free(place);
  pn_loop_motion_free(loops);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("levers");
  TCase *levers = tcase_create("levers");
  tcase_add_test(levers, rockers_of_four_bars);
  tcase_add_test(levers, more_motors_than_freedoms);
  tcase_add_test(levers, back_to_a_place);
  suite_add_tcase(suite, levers);
  return test_run(suite);
}
