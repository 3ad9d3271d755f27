/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Single kinds of joints in motions that are known: a nut on its screw, gears
   on a carrier, a rod, a bead on a wire. */
#include "draw.h"
#include "joint_trial.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>

/* Bounds what should vanish. */
static const double rounding = 1e-9;

/* Returns a pose turned about an axis through a point, and then shifted. */
static pn_pose turned_about(pn_pose pose, pn_vec3 point, pn_vec3 axis,
                            double angle, pn_vec3 shift)
{
  const pn_quat turn = pn_quat_axis_angle(axis, angle);
  const pn_vec3 arm = pn_vec3_sub(pose.x, point);
  pose.x = pn_vec3_add(pn_vec3_add(point, pn_quat_rotate(turn, arm)), shift);
  pose.q = pn_quat_multiply(turn, pose.q);
  return pose;
}

/* Two turns and a half advance a nut by two pitches and a half. */
START_TEST(a_nut_advances)
{
  gsl_rng_set(draw_source, 8);
  pn_motion p = trial_motion(), c = trial_motion();
  const pn_joint joint = trial_joint(pn_joint_screw, p.pose, c.pose);
  const pn_vec3 axis = pn_quat_rotate(p.pose.q, joint.axis[0][0]);
  const pn_vec3 point = pn_pose_point(c.pose, joint.point[1]);
  for (int k = 0; k < 5; k++) {
    pn_motion at = c;
    at.pose = turned_about(c.pose, point, axis, M_PI * k,
                           pn_vec3_scale(0.5 * k * 0.385, axis));
    at.R = pn_quat_matrix(at.pose.q);
    at.omega = axis;
    at.v =
        pn_vec3_add_scaled(pn_vec3_cross(axis, pn_vec3_sub(at.pose.x, point)),
                           0.385 / (2 * M_PI), axis);
    p.v = p.omega = pn_vec3_make(0, 0, 0);
    const trial_result r = trial_evaluate(&joint, p, at);
    for (size_t i = 0; i < 5; i++) {
      test_close(r.C[i], 0, rounding, "C[%zu] after %d half turns", i, k);
      test_close(trial_along(&r, i, p, at), 0, rounding, "J u, row %zu", i);
    }
  }
}
END_TEST

/* A planet of 16 teeth goes round a sun of 40 that rests: when the carrier has
   turned by a, the planet has turned by a (1 + 40/16); in a ring of 72 that
   rests, by a (1 - 72/16). */
START_TEST(a_planet_rolls)
{
  const int teeth = _i == 0 ? 40 : 72, planet = _i == 0 ? 16 : -16;
  const pn_pose sun = {{0.1, -0.2, 0.3}, pn_quat_identity()};
  const pn_joint_place place = {
      .point = sun.x, .child_point = {0.1, 0.5, 0.3}, .axis = {0, 0, 3}};
  const pn_pose start = {{0.1, 0.5, 0.3}, {0.6, 0, 0, 0.8}};
  pn_joint joint = pn_joint_make(pn_joint_gear, 0, sun, 1, start, &place);
  joint.teeth[0] = teeth;
  joint.teeth[1] = planet;
  const pn_vec3 axis = {0, 0, 1};
  for (double a = -4; a < 9; a += 0.385) {
    pn_motion p = {.pose = sun, .R = pn_mat3_identity()}, c = p;
    const double turn = a * (1 + (double)teeth / planet);
    c.pose = turned_about(start, sun.x, axis, a, pn_vec3_make(0, 0, 0));
    c.pose =
        turned_about(c.pose, c.pose.x, axis, turn - a, pn_vec3_make(0, 0, 0));
    c.R = pn_quat_matrix(c.pose.q);
    c.v = pn_vec3_cross(axis, pn_vec3_sub(c.pose.x, sun.x));
    c.omega = pn_vec3_scale(turn / a, axis);
    const trial_result r = trial_evaluate(&joint, p, c);
    test_close(r.C[0], 0, rounding, "C at %g", a);
    test_close(trial_along(&r, 0, p, c), 0, 1e-8, "J u at %g", a);
    c.omega.z *= 1.01;
    ck_assert(fabs(trial_along(&r, 0, p, c)) > 1e-3);
  }
}
END_TEST

/* Wheels of 30 and 30 teeth, or a sun of 24 and a ring of 72, on a carrier that
   has turned by a: where one wheel has turned by b more, the other has turned
   back by b 30/30, or b 24/72. */
START_TEST(a_differential_shares_its_turn)
{
  const int sun = _i == 0 ? 30 : 24, ring = _i == 0 ? 30 : 72;
  gsl_rng_set(draw_source, 9);
  const pn_vec3 axis = pn_vec3_normalize(draw_vec3()), none = {0, 0, 0};
  const pn_joint_place place = {.point = draw_vec3(), .axis = axis};
  pn_motion start[3];
  for (int k = 0; k < 3; k++)
    start[k] = trial_motion();
  pn_joint joint = pn_joint_make(pn_joint_differential, 0, start[0].pose, 1,
                                 start[1].pose, &place);
  pn_joint_set_third(&joint, start[0].pose, 2, start[2].pose);
  joint.teeth[0] = sun;
  joint.teeth[1] = ring;
  for (double a = -9; a < 9; a += 0.385) {
    const double b = 1.7 * a + 0.3;
    const double turn[3] = {a, a + b, a - b * sun / ring};
    const double rate[3] = {1, 2.7, 1 - 1.7 * sun / ring};
    pn_motion m[3];
    for (int k = 0; k < 3; k++) {
      m[k].pose = turned_about(start[k].pose, none, axis, turn[k], none);
      m[k].R = pn_quat_matrix(m[k].pose.q);
      m[k].omega = pn_vec3_scale(rate[k], axis);
      m[k].v = pn_vec3_cross(m[k].omega, m[k].pose.x);
    }
    const trial_result r = trial_evaluate_three(&joint, m[0], m[1], m[2]);
    test_close(r.C[0], 0, rounding, "C at %g", a);
    test_close(r.bias[0], 0, rounding, "Jdot u at %g", a);
    double sum = 0;
    const double *const J[3] = {r.Jp, r.Jc, r.Jt};
    for (int k = 0; k < 3; k++)
      sum += trial_product(J[k], 0, m[k]);
    test_close(sum, 0, rounding, "J u at %g", a);
    for (int k = 0; k < 6; k++) /* no torque is left over */
      test_close(r.Jp[k] + r.Jc[k] + r.Jt[k], 0, rounding, "column %d", k);
    m[2].omega = pn_vec3_scale(1.01, m[2].omega);
    ck_assert(fabs(sum + trial_product(r.Jt, 0, m[2])) > 1e-3);
  }
}
END_TEST

START_TEST(a_rod_keeps_its_length)
{
  gsl_rng_set(draw_source, 7);
  pn_motion p = trial_motion(), c = trial_motion();
  const pn_joint joint = trial_joint(pn_joint_distance, p.pose, c.pose);
  const trial_result start = trial_evaluate(&joint, p, c);
  test_close(start.C[0], 0, rounding, "C as made");
  const pn_vec3 pp = pn_pose_point(p.pose, joint.point[0]);
  const pn_vec3 n =
      pn_vec3_normalize(pn_vec3_sub(pn_pose_point(c.pose, joint.point[1]), pp));
  c.pose.x = pn_vec3_add_scaled(c.pose.x, 0.37, n);
  test_close(trial_evaluate(&joint, p, c).C[0], 0.37, rounding, "C stretched");
  ck_assert_uint_eq(trial_rank(&start, 1), 1);

  /* Where the points meet there is no direction, and it says so. */
  c.pose.x = pn_vec3_add(
      c.pose.x, pn_vec3_sub(pp, pn_pose_point(c.pose, joint.point[1])));
  double one;
  pn_joint_rows rows = {.C = &one};
  pn_joint exact = joint;
  exact.point[0] = exact.point[1] = pn_vec3_make(0, 0, 0);
  c.pose.x = p.pose.x;
  ck_assert_int_eq(exact.type->evaluate(&exact, &p, &c, &rows), GSL_EFAILED);
}
END_TEST

START_TEST(the_bead_is_on_the_cosine)
{
  pn_motion p = {.pose = {{0, 0, 0}, {1, 0, 0, 0}}}, c = p;
  p.R = c.R = pn_mat3_identity();
  const pn_vec3 bead = {cos(0.8), 0.8, 0};
  const pn_joint_place place = {.point = bead};
  c.pose.x = pn_vec3_make(0.1, 0.2, 0);
  c.v = pn_vec3_make(-3 * sin(0.8), 3, 0); /* along the wire at 3 m/s in y */
  const pn_joint joint =
      pn_joint_make(pn_joint_cosine_wire, PN_WORLD, p.pose, 0, c.pose, &place);
  const trial_result r = trial_evaluate(&joint, p, c);
  test_close(r.C[0], 0, rounding, "C");
  test_close(trial_along(&r, 0, p, c), 0, rounding, "J u");
  /* C'' = x'' - (-cos y y'^2 - sin y y''), with x'' = y'' = 0 */
  test_close(r.bias[0], 9 * cos(0.8), 1e-8, "Jdot u");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("joint_kinds");
  TCase *kinds = tcase_create("kinds");
  tcase_add_checked_fixture(kinds, draw_open, draw_close);
  tcase_add_test(kinds, a_nut_advances);
  tcase_add_loop_test(kinds, a_planet_rolls, 0, 2);
  tcase_add_loop_test(kinds, a_differential_shares_its_turn, 0, 2);
  tcase_add_test(kinds, a_rod_keeps_its_length);
  tcase_add_test(kinds, the_bead_is_on_the_cosine);
  suite_add_tcase(suite, kinds);
  return test_run(suite);
}
