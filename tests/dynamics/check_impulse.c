/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Impacts that stick where the joints tie the point's normal velocity to the
   others: it stops, by impulses of the size of its momentum; and a rod that
   slides so fast that friction throws it off. check_correction.c has the
   impacts of a puppet. */
#include "pantin/dynamics/correction.h"
#include "pantin/dynamics/impulse_group.h"
#include "bars.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_rng.h>
#include <math.h>

enum { Y_MAX = 3 * 13, TRIALS = 200 };

/* Of velocities and energies of about 1, where joints leave little room. */
static const double rounding = 1e-10;

/* What the impulse may be [N s], next to momenta of about 1: near a hinge it
   has a short lever. */
static const double most = 1000;

static gsl_rng *random_source;

static pn_vec3 draw(void)
{
  const double x = gsl_rng_uniform(random_source) - 0.5;
  const double y = gsl_rng_uniform(random_source) - 0.5;
  return pn_vec3_make(x, y, gsl_rng_uniform(random_source) - 0.5);
}

/* Makes a brick of 1 kg in one joint, some way off. */
static pn_system *held_by(const pn_joint_type *type)
{
  const double size[] = {0.3, 0.2, 0.25};
  pn_system *system = pn_system_alloc();
  const pn_body body = pn_body_make(pn_shape_box, size, 1);
  ck_assert_int_eq(pn_system_add_body(system, &body), 0);
  const pn_joint_place place = {.point = draw(),
                                .axis = pn_vec3_normalize(draw())};
  ck_assert_ptr_nonnull(pn_system_join(system, type, PN_WORLD, 0, &place));
  return system;
}

static double kinetic(const pn_system *system, const double *y)
{
  const pn_motion motion = pn_state_motion(system, y, 0);
  const pn_body *body = &system->body[0];
  const pn_vec3 L = pn_mat3_apply(body->inertia, motion.omega);
  return (body->mass * pn_vec3_dot(motion.v, motion.v) +
          pn_vec3_dot(motion.omega, L)) /
         2;
}

/* The bodies start unturned, so that their inertia is that of the world. */
START_TEST(what_is_tied_stops)
{
  static const pn_joint_type *const *const types[] = {
      &pn_joint_prismatic, &pn_joint_revolute, &pn_joint_cylindrical,
      &pn_joint_ball};
  random_source = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random_source, 2026);
  int hits = 0;
  for (int k = 0; k < TRIALS; k++) {
    pn_system *system = held_by(*types[_i]);
    pn_dynamics *d = pn_dynamics_alloc(system, pn_multipliers_sparse);
    pn_impulse *impulse = pn_impulse_alloc(d);
    const pn_impact contact = {0, draw(), pn_vec3_normalize(draw()), 1, 0, 0};
    double y[Y_MAX];
    pn_system_start(system, y);
    for (size_t i = pn_system_positions(system); i < Y_MAX; i++)
      y[i] = 2 * gsl_rng_uniform(random_source) - 1;
    ck_assert_int_eq(pn_correct_velocities(d, y), GSL_SUCCESS);
    const double before = kinetic(system, y);
    if (pn_impact_velocity(&contact, system, y) < -0.01) {
      hits++;
      ck_assert_int_eq(pn_impulse_apply(impulse, &contact, 0.5, y),
                       GSL_SUCCESS);
      const pn_motion motion = pn_state_motion(system, y, 0);
      const pn_vec3 v =
          pn_vec3_add(motion.v, pn_vec3_cross(motion.omega, contact.arm));
      test_close(pn_vec3_norm(v), 0, rounding, "velocity, trial %d", k);
      test_close(kinetic(system, y) - before, impulse->work, rounding,
                 "work, trial %d", k);
      ck_assert_double_lt(pn_vec3_norm(impulse->vector), most);
    }
    pn_impulse_free(impulse);
    pn_dynamics_free(d);
    pn_system_free(system);
  }
  ck_assert_int_gt(hits, TRIALS / 4);
  gsl_rng_free(random_source);
}
END_TEST

/* Follows an impact of the end of a rod with Coulomb's friction, by impulses
   along the normal so small that the velocities (slip, normal) hardly change
   (Routh), until the normal one is -e times that of before. B is what the
   impulses do to them. */
static void follow_impact(double B[2][2], double friction, double e,
                          double w[2])
{
  const double dp = 1e-5 / friction, end = -e * w[1];
  while (w[1] < end) {
    const double push = w[0] > 0 ? -friction : w[0] < 0 ? friction : 0;
    const double slip = w[0] + (B[0][0] * push + B[0][1]) * dp;
    if (slip * w[0] <= 0) { /* it sticks from here on, as it is so rough */
      w[0] = 0;
      w[1] = end;
      break;
    }
    w[0] = slip;
    w[1] += (B[1][0] * push + B[1][1]) * dp;
  }
}

/* The friction of a wall, however rough, has no part in an impact that is over:
   a rod that slides fast is thrown off before it has come to stick, no faster
   than its restitution says. */
START_TEST(friction_throws_none_off_faster)
{
  static const double es[] = {0, 0.5, 1}, slips[] = {0, 1, 5, -5};
  const double e = es[_i % 3], slip = slips[_i / 3], size = 1;
  const double angle = M_PI / 3, inertia = 1. / 12;
  pn_system *system = pn_system_alloc();
  pn_body body = pn_body_make(pn_shape_rod, &size, 1);
  body.v = pn_vec3_make(slip, -1, 0);
  ck_assert_int_eq(pn_system_add_body(system, &body), 0);
  pn_dynamics *d = pn_dynamics_alloc(system, pn_multipliers_sparse);
  pn_impulse *impulse = pn_impulse_alloc(d);
  const pn_vec3 arm = {-cos(angle) / 2, -sin(angle) / 2, 0};
  const pn_impact contact = {0, arm, {0, 1, 0}, 1, 0, 0};
  /* The rod lies along x; it is its arm that is turned, and stays in the plane
     in which the moment of inertia is the same. */
  system->body[0].inertia =
      pn_mat3_diagonal(pn_vec3_make(inertia, inertia, inertia));
  double y[Y_MAX];
  pn_system_start(system, y);
  ck_assert_int_eq(pn_impulse_apply(impulse, &contact, e, y), GSL_SUCCESS);
  const pn_motion now = pn_state_motion(system, y, 0);
  const pn_vec3 v = pn_vec3_add(now.v, pn_vec3_cross(now.omega, arm));
  double B[2][2] = {{1 + arm.y * arm.y / inertia, -arm.x * arm.y / inertia},
                    {-arm.x * arm.y / inertia, 1 + arm.x * arm.x / inertia}};
  double w[2] = {slip, -1};
  follow_impact(B, 1e4, e, w);
  ck_assert_double_le(impulse->work, rounding);
  ck_assert_double_ge(impulse->impulse, 0);
  ck_assert_double_le(v.y, e + rounding);
  if (impulse->impulse == 0) {
    test_close(v.x, w[0], 1e-2, "slip, e %g", e);
    test_close(v.y, w[1], 1e-2, "normal velocity, e %g", e);
  } else {
    test_close(v.x, 0, rounding, "slip, e %g", e);
  }
  ck_assert_int_eq(impulse->impulse == 0, slip > 2 && e < 1);
  pn_impulse_free(impulse);
  pn_dynamics_free(d);
  pn_system_free(system);
}
END_TEST

/* In space, too, friction that throws a point off opposes its sliding. */
START_TEST(friction_opposes_sliding)
{
  const double size = 1, way = 0.2 * _i, speed = 5;
  pn_system *system = pn_system_alloc();
  pn_body body = pn_body_make(pn_shape_rod, &size, 1);
  const pn_vec3 slides = {cos(way), 0, sin(way)};
  body.pose.q = pn_quat_axis_angle(pn_vec3_make(0, 0, 1), M_PI / 3);
  body.v = pn_vec3_add_scaled(pn_vec3_make(0, -0.1, 0), speed, slides);
  ck_assert_int_eq(pn_system_add_body(system, &body), 0);
  pn_dynamics *d = pn_dynamics_alloc(system, pn_multipliers_sparse);
  pn_impulse *impulse = pn_impulse_alloc(d);
  const pn_vec3 arm = {-cos(M_PI / 3) / 2, -sin(M_PI / 3) / 2, 0};
  const pn_impact contact = {0, arm, {0, 1, 0}, 1, 0, 0};
  double y[Y_MAX];
  pn_system_start(system, y);
  ck_assert_int_eq(pn_impulse_apply(impulse, &contact, 0, y), GSL_SUCCESS);
  const pn_motion now = pn_state_motion(system, y, 0);
  const pn_vec3 v = pn_vec3_add(now.v, pn_vec3_cross(now.omega, arm));
  const double size_of = pn_vec3_norm(impulse->vector);
  ck_assert_int_eq(impulse->is_thrown, 1);
  ck_assert_double_gt(size_of, 0);
  test_close(v.y, 0, rounding, "normal velocity");
  test_close(pn_vec3_dot(impulse->vector, slides), -size_of, rounding,
             "against its sliding");
  pn_impulse_free(impulse);
  pn_dynamics_free(d);
  pn_system_free(system);
}
END_TEST

/* Both corners of an edge are thrown off alike, though one alone may do it for
   the other: a linkage that is the same on both sides of its plane, and moves
   in it, stays so. */
START_TEST(an_edge_is_thrown_off_evenly)
{
  const double size[] = {0.4, 0.4, 0.4}, length = 0.334, can[] = {0.712, 0.15},
               lean = 0.1208;
  pn_system *system = pn_system_alloc();
  pn_body body = pn_body_make(pn_shape_box, size, 1);
  const pn_vec3 z = {0, 0, 1};
  body.pose.q = pn_quat_axis_angle(z, lean);
  body.v = pn_vec3_make(2.602, -0.323, 0);
  body.omega = pn_vec3_make(0, 0, 3.086);
  pn_system_add_body(system, &body);
  body = pn_body_make(pn_shape_rod, &length, 10);
  body.pose.x = pn_vec3_make(0.3145, -0.0962, 0);
  body.pose.q = pn_quat_axis_angle(z, -0.8035);
  body.v = pn_vec3_make(-1.421, -3.518, 0);
  body.omega = pn_vec3_make(0, 0, -32.83);
  pn_system_add_body(system, &body);
  bars_hinge(system, 0, 1, pn_vec3_make(0.1985, 0.0241, 0));
  body = pn_body_make(pn_shape_cylinder, can, 10);
  body.pose.x = pn_vec3_make(-0.5545, -0.0128, 0);
  body.pose.q = pn_quat_axis_angle(z, 3.11);
  body.v = pn_vec3_make(2.763, 1.812, 0);
  body.omega = pn_vec3_make(0, 0, -7.718);
  pn_system_add_body(system, &body);
  bars_hinge(system, 0, 2, pn_vec3_make(-0.1985, -0.0241, 0));
  pn_dynamics *d = pn_dynamics_alloc(system, pn_multipliers_sparse);
  pn_impulse *impulse = pn_impulse_alloc(d);
  pn_impulse_group *group = pn_impulse_group_alloc(impulse, NULL);
  const double x = -0.2 * cos(lean) + 0.2 * sin(lean),
               down = -0.2 * sin(lean) - 0.2 * cos(lean);
  const pn_impact corners[] = {{0, {x, down, -0.2}, {0, 1, 0}, 1, 0, 0},
                               {0, {x, down, 0.2}, {0, 1, 0}, 1, 0, 0}};
  double y[Y_MAX];
  size_t struck;
  pn_system_start(system, y);
  ck_assert_int_eq(pn_correct_velocities(d, y), GSL_SUCCESS);
  ck_assert_int_eq(
      pn_impulse_group_apply(group, corners, 2, 0.5, 0, y, &struck),
      GSL_SUCCESS);
  ck_assert_uint_eq(struck, 2);
  ck_assert_int_eq(group->grip[0], PN_GRIP_THROWN);
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_motion now = pn_state_motion(system, y, b);
    test_close(now.v.z, 0, rounding, "out of its plane");
    test_close(hypot(now.omega.x, now.omega.y), 0, rounding, "turn");
  }
  pn_impulse_group_free(group);
  pn_impulse_free(impulse);
  pn_dynamics_free(d);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("impulse");
  TCase *tests = tcase_create("sticks");
  tcase_add_loop_test(tests, what_is_tied_stops, 0, 4);
  tcase_add_loop_test(tests, friction_throws_none_off_faster, 0, 12);
  tcase_add_loop_test(tests, friction_opposes_sliding, 0, 6);
  tcase_add_test(tests, an_edge_is_thrown_off_evenly);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
