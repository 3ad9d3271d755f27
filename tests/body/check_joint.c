/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Every joint of the family, at random poses and velocities: J and Jdot u
   against differences of C along the motion; and its free motions against a
   list written from what such a joint is in a workshop, not from its C. */
#include "draw.h"
#include "joint_trial.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_math.h>
#include <string.h>

enum { SAMPLES = 12, ROWS = PN_JOINT_ROWS_MAX };

/* Step of the differences [s], and what they leave at speeds of some 2 m/s:
   h^2 C'''/6 in J u; in Jdot u as much of C'''' and rounding / h^2. */
static const double h = 1e-4, first_order = 1e-6, second_order = 1e-5;

/* Of what should vanish: rounding, or the noise of a differentiated J. */
static const double rounding = 1e-9;

/* Returns the motion after a time at steady v and omega. */
static pn_motion later(pn_motion m, double t)
{
  m.pose = pn_pose_displace(m.pose, pn_vec3_scale(t, m.v),
                            pn_vec3_scale(t, m.omega));
  m.R = pn_quat_matrix(m.pose.q);
  return m;
}

START_TEST(derivatives_are_those_of_C)
{
  const pn_joint_type *type = pn_joint_type_get((size_t)_i / SAMPLES);
  gsl_rng_set(draw_source, 2001 + (unsigned long)_i);
  const pn_motion p0 = trial_motion(), c0 = trial_motion();
  const pn_motion t0 = type->has_third ? trial_motion() : p0;
  pn_joint joint = trial_joint(type, p0.pose, c0.pose);
  pn_joint_set_third(&joint, p0.pose, 2, t0.pose);
  const size_t rows = pn_joint_rows_count(&joint);
  ck_assert(rows >= 1 && rows <= ROWS);

  /* Somewhere else, where C is not 0. */
  const pn_motion p = later(p0, 0.4), c = later(c0, -0.3), t = later(t0, 0.2);
  const trial_result here = trial_evaluate_three(&joint, p, c, t);
  const trial_result after =
      trial_evaluate_three(&joint, later(p, h), later(c, h), later(t, h));
  const trial_result before =
      trial_evaluate_three(&joint, later(p, -h), later(c, -h), later(t, -h));
  for (size_t i = 0; i < rows; i++) {
    test_close(trial_along(&here, i, p, c) + trial_product(here.Jt, i, t),
               (after.C[i] - before.C[i]) / (2 * h), first_order,
               "%s, row %zu of J u", type->name, i);
    test_close(here.bias[i],
               (after.C[i] - 2 * here.C[i] + before.C[i]) / (h * h),
               second_order, "%s, row %zu of Jdot u", type->name, i);
  }
}
END_TEST

/* What a workshop says is free: slides along and turns about the joint's
   three axes, through its point. A joint to a single point of the child
   leaves all turns of it free. */
typedef struct {
  const char *type;
  int slide[3], turn[3];
} freedom;

static const freedom freedoms[] = {
    {"ball", {0, 0, 0}, {1, 1, 1}},
    {"revolute", {0, 0, 0}, {1, 0, 0}},
    {"prismatic", {1, 0, 0}, {0, 0, 0}},
    {"cylindrical", {1, 0, 0}, {1, 0, 0}},
    {"universal", {0, 0, 0}, {1, 1, 0}},
    {"fixed", {0, 0, 0}, {0, 0, 0}},
    {"planar", {0, 1, 1}, {1, 0, 0}},
    {"point-on-plane", {0, 1, 1}, {1, 1, 1}},
    {"point-on-line", {1, 0, 0}, {1, 1, 1}},
};

START_TEST(free_motions_are_those_of_the_workshop)
{
  const freedom *f = &freedoms[_i];
  const pn_joint_type *type = pn_joint_type_find(f->type);
  ck_assert_ptr_nonnull(type);
  gsl_rng_set(draw_source, 2016 + (unsigned long)_i);
  pn_motion p = trial_motion(), c = trial_motion();
  const pn_joint joint = trial_joint(type, p.pose, c.pose);
  p.v = p.omega = pn_vec3_make(0, 0, 0);
  const trial_result start = trial_evaluate(&joint, p, c);
  for (size_t i = 0; i < type->rows; i++)
    test_close(start.C[i], 0, rounding, "%s, C[%zu] as made", f->type, i);

  size_t free_motions = 0;
  const pn_vec3 point = pn_pose_point(c.pose, joint.point[1]);
  for (int k = 0; k < 6; k++) {
    const pn_vec3 e = pn_quat_rotate(p.pose.q, joint.axis[0][k % 3]);
    const int is_free = k < 3 ? f->slide[k] : f->turn[k - 3];
    free_motions += (size_t)is_free;
    c.v = k < 3 ? e : pn_vec3_cross(e, pn_vec3_sub(c.pose.x, point));
    c.omega = k < 3 ? pn_vec3_make(0, 0, 0) : e;
    double largest = 0;
    for (size_t i = 0; i < type->rows; i++)
      largest = fmax(largest, fabs(trial_along(&start, i, p, c)));
    ck_assert_msg(is_free ? largest < rounding : largest > 0.1,
                  "%s: motion %d has |J u| = %g", f->type, k, largest);
  }
  ck_assert_uint_eq(trial_rank(&start, type->rows), type->rows);
  ck_assert_uint_eq(6 - type->rows, free_motions);

  /* A turn of any size about a free axis keeps C at 0. */
  if (f->turn[0]) {
    c.omega = pn_quat_rotate(p.pose.q, joint.axis[0][0]);
    const pn_quat turn = pn_quat_axis_angle(c.omega, 2.385);
    const pn_vec3 arm = pn_vec3_sub(c.pose.x, point);
    c.pose.x = pn_vec3_add(point, pn_quat_rotate(turn, arm));
    c.pose.q = pn_quat_multiply(turn, c.pose.q);
    c.R = pn_quat_matrix(c.pose.q);
    const trial_result turned = trial_evaluate(&joint, p, c);
    for (size_t i = 0; i < type->rows; i++)
      test_close(turned.C[i], 0, rounding, "%s, C[%zu] turned", f->type, i);
  }
}
END_TEST

/* Whatever is chosen to be free is, and nothing else. */
START_TEST(chosen_motions_are_free)
{
  gsl_rng_set(draw_source, 6);
  pn_motion p = trial_motion(), c = trial_motion();
  pn_joint joint = trial_joint(pn_joint_free, p.pose, c.pose);
  joint.free = (unsigned)_i;
  const size_t rows = pn_joint_rows_count(&joint);
  p.v = p.omega = pn_vec3_make(0, 0, 0);
  const trial_result start = trial_evaluate(&joint, p, c);
  const pn_vec3 point = pn_pose_point(c.pose, joint.point[1]);
  size_t free_motions = 0;
  for (int k = 0; k < 6; k++) {
    const pn_vec3 e = pn_quat_rotate(p.pose.q, joint.axis[0][k % 3]);
    const int is_free = _i >> k & 1;
    free_motions += (size_t)is_free;
    c.v = k < 3 ? e : pn_vec3_cross(e, pn_vec3_sub(c.pose.x, point));
    c.omega = k < 3 ? pn_vec3_make(0, 0, 0) : e;
    double largest = 0;
    for (size_t i = 0; i < rows; i++)
      largest = fmax(largest, fabs(trial_along(&start, i, p, c)));
    ck_assert_msg(is_free ? largest < rounding : largest > 0.1,
                  "free %d: motion %d has |J u| = %g", _i, k, largest);
  }
  ck_assert_uint_eq(rows + free_motions, 6);
  ck_assert_uint_eq(trial_rank(&start, rows), rows);
}
END_TEST

/* Holds a child's centre at a fixed distance r from the parent's, C = (d.d -
   r^2) / 2 with d = x_c - x_p, and what follows by hand: J = (-d, 0 | d, 0),
   Jdot u = d'.d'. */
static int sphere_C(const pn_pose *parent, const pn_pose *child, void *params,
                    double *C)
{
  const double *r = params;
  const pn_vec3 d = pn_vec3_sub(child->x, parent->x);
  C[0] = (pn_vec3_dot(d, d) - *r * *r) / 2;
  return GSL_SUCCESS;
}

static int sphere_J(const pn_pose *parent, const pn_pose *child, void *params,
                    double *Jp, double *Jc)
{
  const pn_vec3 d = pn_vec3_sub(child->x, parent->x);
  const double row[] = {d.x, d.y, d.z, 0, 0, 0};
  (void)params;
  for (int k = 0; k < 6; k++) {
    Jp[k] = -row[k];
    Jc[k] = row[k];
  }
  return GSL_SUCCESS;
}

static int sphere_bias(const pn_motion *parent, const pn_motion *child,
                       void *params, double *bias)
{
  const pn_vec3 rate = pn_vec3_sub(child->v, parent->v);
  (void)params;
  bias[0] = pn_vec3_dot(rate, rate);
  return GSL_SUCCESS;
}

static int fails(const pn_motion *parent, const pn_motion *child, void *params,
                 double *bias)
{
  (void)parent;
  (void)child;
  (void)params;
  bias[0] = 0;
  return GSL_EDOM;
}

/* With all, with some and with none of its own derivatives a custom joint has
   the same rows. */
START_TEST(a_custom_joint_may_bring_its_derivatives)
{
  gsl_rng_set(draw_source, 1001);
  const pn_motion p = trial_motion(), c = trial_motion();
  double r = 1.3;
  pn_custom custom = {1, sphere_C, _i & 1 ? sphere_J : NULL,
                      _i & 2 ? sphere_bias : NULL, &r};
  pn_joint joint = trial_joint(pn_joint_custom, p.pose, c.pose);
  joint.custom = &custom;
  const trial_result got = trial_evaluate(&joint, p, c);
  double Jp[6], Jc[6], bias;
  sphere_J(&p.pose, &c.pose, &r, Jp, Jc);
  sphere_bias(&p, &c, &r, &bias);
  for (int k = 0; k < 6; k++) {
    test_close(got.Jp[k], Jp[k], first_order, "Jp[%d]", k);
    test_close(got.Jc[k], Jc[k], first_order, "Jc[%d]", k);
  }
  test_close(got.bias[0], bias, second_order, "Jdot u");

  /* A function that fails is heard. */
  custom.bias = fails;
  double C, J[12];
  pn_joint_rows rows = {.C = &C, .Jp = J, .Jc = J + 6, .bias = &bias};
  ck_assert_int_eq(joint.type->evaluate(&joint, &p, &c, &rows), GSL_EFAILED);
}
END_TEST

START_TEST(types_are_found_by_name)
{
  const pn_joint_type *type;
  for (size_t k = 0; (type = pn_joint_type_get(k)); k++)
    ck_assert_ptr_eq(pn_joint_type_find(type->name), type);
  ck_assert_ptr_null(pn_joint_type_find("elbow"));
}
END_TEST

static int count_types(void)
{
  int types = 0;
  while (pn_joint_type_get((size_t)types))
    types++;
  return types;
}

int main(void)
{
  Suite *suite = suite_create("joint");
  TCase *joint = tcase_create("joint");
  tcase_add_checked_fixture(joint, draw_open, draw_close);
  tcase_add_loop_test(joint, derivatives_are_those_of_C, 0,
                      SAMPLES * count_types());
  tcase_add_loop_test(joint, free_motions_are_those_of_the_workshop, 0,
                      sizeof freedoms / sizeof freedoms[0]);
  tcase_add_loop_test(joint, chosen_motions_are_free, 0, 63);
  tcase_add_loop_test(joint, a_custom_joint_may_bring_its_derivatives, 0, 4);
  tcase_add_test(joint, types_are_found_by_name);
  suite_add_tcase(suite, joint);
  return test_run(suite);
}
