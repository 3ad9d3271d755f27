/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A system of three bodies with joints, springs and friction: its state, its
   matrices against each other, its forces against the work that they do. */
#include "pantin/base/alloc.h"
#include "pantin/body/assembly.h"
#include "draw.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* Roundings; central differences of step h. */
static const double rounding = 1e-13, h = 1e-5, differenced = 1e-8;

enum { BODIES = 3, U = 6 * BODIES, Y = 13 * BODIES };

static pn_system *sys;
/* Makes world - 0 - 1 - 2 with a ball joint, a hinge and a slider. */
static void open_system(void)
{
  draw_open();
  gsl_rng_set(draw_source, 2016);
  sys = pn_system_alloc();
  const double size[] = {0.5, 0.3, 0.2};
  for (int b = 0; b < BODIES; b++) {
    pn_body body = pn_body_make(pn_shape_box, size, 1 + 0.7 * b);
    body.name[0] = (char)('a' + b);
    body.pose.x = draw_vec3();
    body.pose.q = pn_quat_axis_angle(pn_vec3_normalize(draw_vec3()), 1.1);
    body.v = draw_vec3();
    body.omega = draw_vec3();
    ck_assert_int_eq(pn_system_add_body(sys, &body), GSL_SUCCESS);
  }
  const pn_joint_place place = {.point = {0.1, 0.2, 0.3}, .axis = {1, 2, 3}};
  pn_system_join(sys, pn_joint_ball, PN_WORLD, 0, &place);
  pn_system_join(sys, pn_joint_revolute, 0, 1, &place);
  pn_system_join(sys, pn_joint_prismatic, 1, 2, &place);
}

static void close_system(void)
{
  pn_system_free(sys);
  draw_close();
}

static double dot(const double *a, const double *b, size_t n)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

START_TEST(the_state_holds_the_bodies)
{
  double y[Y];
  ck_assert_uint_eq(pn_system_dimension(sys), Y);
  pn_system_start(sys, y);
  for (size_t b = 0; b < BODIES; b++) {
    const pn_motion m = pn_state_motion(sys, y, b);
    ck_assert(memcmp(&m.pose.x, &sys->body[b].pose.x, sizeof m.pose.x) == 0);
    test_close(m.pose.q.y, sys->body[b].pose.q.y, rounding, "q.y");
    ck_assert(memcmp(&m.v, &sys->body[b].v, sizeof m.v) == 0);
    ck_assert(memcmp(&m.omega, &sys->body[b].omega, sizeof m.omega) == 0);
  }
  y[3] *= 3;
  y[4] *= 3;
  y[5] *= 3;
  y[6] *= 3;
  const pn_mat3 stretched = pn_state_motion(sys, y, 0).R;
  pn_state_normalize(sys, y);
  test_close(y[3] * y[3] + y[4] * y[4] + y[5] * y[5] + y[6] * y[6], 1, rounding,
             "|q|^2");
  test_close(stretched.m[1][2], pn_state_motion(sys, y, 0).R.m[1][2], rounding,
             "R of a long quaternion");
  ck_assert_uint_eq(pn_system_find(sys, "b"), 1);
  ck_assert_uint_eq(pn_system_find(sys, "z"), PN_WORLD);
}
END_TEST

START_TEST(the_products_belong_together)
{
  pn_assembly *a = pn_assembly_alloc(sys);
  ck_assert_uint_eq(a->rows, 3 + 5 + 5);
  double y[Y], u[U], w[U], Ju[13], lambda[13], f[U] = {0};
  pn_system_start(sys, y);
  ck_assert_int_eq(pn_assembly_set(a, y), GSL_SUCCESS);
  test_close(pn_assembly_gap(a), 0, rounding, "gap at the start");
  for (size_t i = 0; i < U; i++)
    u[i] = draw_uniform();
  for (size_t i = 0; i < a->rows; i++)
    lambda[i] = draw_uniform();
  pn_assembly_velocity(a, u, Ju);
  pn_assembly_add_force(a, lambda, f);
  test_close(dot(lambda, Ju, a->rows), dot(f, u, U), rounding,
             "lambda . J u = J^T lambda . u");

  /* M W f = f, by Newton's and Euler's equations. */
  pn_assembly_accelerate(a, f, w);
  for (size_t b = 0; b < BODIES; b++) {
    const pn_motion *m = pn_assembly_motion(a, b);
    const double *wb = w + 6 * b, *fb = f + 6 * b;
    const pn_vec3 turned = pn_mat3_apply(
        m->R, pn_mat3_apply(sys->body[b].inertia,
                            pn_mat3_apply_transposed(
                                m->R, pn_vec3_make(wb[3], wb[4], wb[5]))));
    test_close(sys->body[b].mass * wb[0], fb[0], rounding, "m w_x");
    test_close(turned.y, fb[4], rounding, "(I w)_y");
  }

  /* Internal forces: without the joint to the world, J^T lambda has no
     resultant and no moment. */
  memset(f, 0, sizeof f);
  lambda[0] = lambda[1] = lambda[2] = 0;
  pn_assembly_add_force(a, lambda, f);
  pn_vec3 force = {0, 0, 0}, moment = {0, 0, 0};
  for (size_t b = 0; b < BODIES; b++) {
    const double *fb = f + 6 * b;
    const pn_vec3 fv = pn_vec3_make(fb[0], fb[1], fb[2]);
    force = pn_vec3_add(force, fv);
    moment = pn_vec3_add(moment, pn_vec3_make(fb[3], fb[4], fb[5]));
    moment = pn_vec3_add(moment,
                         pn_vec3_cross(pn_assembly_motion(a, b)->pose.x, fv));
  }
  test_close(pn_vec3_norm(force), 0, rounding, "resultant of inner forces");
  test_close(pn_vec3_norm(moment), 0, rounding, "their moment");
  pn_assembly_free(a);
}
END_TEST

/* Returns the elastic energy of spring 0. */
static double elastic(const double *y)
{
  const pn_spring *s = &sys->spring[0];
  pn_vec3 p[2];
  for (int k = 0; k < 2; k++)
    p[k] = pn_pose_point(pn_state_motion(sys, y, s->body[k]).pose, s->point[k]);
  const double stretch = pn_vec3_norm(pn_vec3_sub(p[1], p[0])) - s->length;
  return s->stiffness * stretch * stretch / 2;
}

/* Returns F . u, the power of all forces but gyroscopic ones, which have
   none. */
static double power(pn_assembly *a, const double *y)
{
  ck_assert_int_eq(pn_assembly_set(a, y), GSL_SUCCESS);
  pn_assembly_load(a, 0);
  return dot(a->F, y + 7 * BODIES, U);
}

static void move(const double *y, double t, double *moved)
{
  memcpy(moved, y, Y * sizeof *moved);
  for (size_t b = 0; b < BODIES; b++) {
    const pn_motion m = pn_state_motion(sys, y, b);
    pn_state_set(sys, moved, b,
                 pn_pose_displace(m.pose, pn_vec3_scale(t, m.v),
                                  pn_vec3_scale(t, m.omega)),
                 m.v, m.omega);
  }
}

START_TEST(a_spring_takes_its_energy_from_the_motion)
{
  const pn_spring spring = {.body = {_i ? PN_WORLD : 0, 2},
                            .point = {{0.1, 0.2, 0.3}, {-0.3, 0.1, 0}},
                            .stiffness = 17.5,
                            .length = 0.4};
  ck_assert_int_eq(pn_system_add_spring(sys, &spring), GSL_SUCCESS);
  pn_assembly *a = pn_assembly_alloc(sys);
  double y[Y], after[Y], before[Y];
  pn_system_start(sys, y);
  move(y, h, after);
  move(y, -h, before);
  test_close(power(a, y), -(elastic(after) - elastic(before)) / (2 * h),
             17.5 * differenced, "power of the spring");
  sys->spring[0].stiffness = 0;
  sys->spring[0].damping = 0.7;
  ck_assert(power(a, y) < 0);
  pn_assembly_free(a);
}
END_TEST

START_TEST(friction_dissipates_relative_motion_only)
{
  pn_assembly *a = pn_assembly_alloc(sys);
  double y[Y];
  pn_system_start(sys, y);
  test_close(power(a, y), 0, rounding, "power without friction");
  sys->joint[1].friction_turn = 0.3;
  const double turning = power(a, y);
  const pn_vec3 spin = pn_vec3_sub(sys->body[1].omega, sys->body[0].omega);
  test_close(turning, -0.3 * pn_vec3_dot(spin, spin), rounding, "turning");
  sys->joint[1].friction_slide = 0.4;
  ck_assert(power(a, y) < turning);

  /* All together as one rigid body: nothing rubs. */
  const pn_vec3 omega = {0.3, -1.1, 0.7}, v = {1, 2, 3};
  for (size_t b = 0; b < BODIES; b++)
    pn_state_set(sys, y, b, sys->body[b].pose,
                 pn_vec3_add(v, pn_vec3_cross(omega, sys->body[b].pose.x)),
                 omega);
  test_close(power(a, y), 0, rounding, "power of a rigid motion");
  pn_assembly_free(a);
}
END_TEST

static void push(double t, const pn_system *system, const pn_motion *motion,
                 double *load, void *params)
{
  (void)system;
  (void)params;
  load[6] += 5 * t + motion[1].v.x;
}

START_TEST(loads_are_added)
{
  pn_assembly *a = pn_assembly_alloc(sys);
  sys->gravity = pn_vec3_make(0, -9.81, 0);
  sys->body[1].force = pn_vec3_make(2.385, 0, 0);
  sys->body[1].torque = pn_vec3_make(0, 0, 0.7);
  sys->load = push;
  for (size_t b = 0; b < BODIES; b++)
    sys->body[b].omega = pn_vec3_make(0, 0, 0);
  double y[Y];
  pn_system_start(sys, y);
  ck_assert_int_eq(pn_assembly_set(a, y), GSL_SUCCESS);
  pn_assembly_load(a, 0.2);
  test_close(a->F[6], 2.385 + 1 + sys->body[1].v.x, rounding, "F_x");
  test_close(a->F[7], -9.81 * sys->body[1].mass, rounding, "F_y");
  test_close(a->F[11], 0.7, rounding, "torque");
  pn_assembly_free(a);
}
END_TEST

START_TEST(a_joint_holds_two_bodies)
{
  pn_error error = {0};
  ck_assert_int_eq(pn_system_check(sys, &error), GSL_SUCCESS);
  sys->joint[1].child = sys->joint[1].parent;
  ck_assert_int_eq(pn_system_check(sys, &error), GSL_EINVAL);
  sys->joint[1].child = 17;
  ck_assert_int_eq(pn_system_check(sys, &error), GSL_EINVAL);
  /* What was wrong before is forgotten. */
  sys->joint[1].child = 1 - sys->joint[1].parent;
  ck_assert_int_eq(pn_system_check(sys, &error), GSL_SUCCESS);
  ck_assert_int_eq(error.code, GSL_SUCCESS);
}
END_TEST

static int level(const pn_pose *parent, const pn_pose *child, void *params,
                 double *C)
{
  (void)params;
  C[0] = child->x.z - parent->x.z;
  return GSL_SUCCESS;
}

START_TEST(a_custom_joint_brings_its_equations)
{
  pn_custom custom = {.rows = 1, .position = level};
  pn_joint *joint = &sys->joint[1];
  joint->type = pn_joint_custom;
  ck_assert_int_eq(pn_system_check(sys, NULL), GSL_EINVAL);
  joint->custom = &custom;
  ck_assert_int_eq(pn_system_check(sys, NULL), GSL_SUCCESS);
  custom.rows = PN_JOINT_ROWS_MAX + 1;
  ck_assert_int_eq(pn_system_check(sys, NULL), GSL_EINVAL);
  custom = (pn_custom){.rows = 1};
  ck_assert_int_eq(pn_system_check(sys, NULL), GSL_EINVAL);
}
END_TEST

START_TEST(short_memory_is_survived)
{
  pn_assembly *a = NULL;
  size_t k = 0;
  while (!a) {
    pn_alloc_fail_at(++k);
    a = pn_assembly_alloc(sys);
  }
  pn_alloc_fail_at(0);
  ck_assert_uint_gt(k, 8);
  pn_assembly_free(a);
  pn_assembly_free(NULL);
  pn_alloc_fail_at(1);
  ck_assert_ptr_null(pn_system_alloc());
  pn_system_free(NULL);

  pn_system *small = pn_system_alloc();
  const pn_body body = {.mass = 1};
  pn_alloc_fail_at(3); /* requests at 1, 2 and then 4 bodies */
  ck_assert_int_eq(pn_system_add_body(small, &body), GSL_SUCCESS);
  ck_assert_int_eq(pn_system_add_body(small, &body), GSL_SUCCESS);
  ck_assert_int_eq(pn_system_add_body(small, &body), GSL_ENOMEM);
  ck_assert_uint_eq(small->bodies, 2);
  pn_alloc_fail_at(1);
  const pn_joint_place place = {.point = {0, 0, 0}};
  ck_assert_ptr_null(pn_system_join(small, pn_joint_ball, 0, 1, &place));
  const pn_spring spring = {.body = {0, 1}};
  pn_alloc_fail_at(1);
  ck_assert_int_eq(pn_system_add_spring(small, &spring), GSL_ENOMEM);
  pn_system_free(small);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("system");
  TCase *tcase = tcase_create("system");
  tcase_add_checked_fixture(tcase, open_system, close_system);
  tcase_add_test(tcase, the_state_holds_the_bodies);
  tcase_add_test(tcase, the_products_belong_together);
  tcase_add_loop_test(tcase, a_spring_takes_its_energy_from_the_motion, 0, 2);
  tcase_add_test(tcase, friction_dissipates_relative_motion_only);
  tcase_add_test(tcase, loads_are_added);
  tcase_add_test(tcase, a_joint_holds_two_bodies);
  tcase_add_test(tcase, a_custom_joint_brings_its_equations);
  tcase_add_test(tcase, short_memory_is_survived);
  suite_add_tcase(suite, tcase);
  return test_run(suite);
}
