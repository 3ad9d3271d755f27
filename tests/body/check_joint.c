/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Every joint of the family, at random poses and velocities: J and Jdot u
   against differences of C along the motion; and its free motions against a
   list written from what such a joint is in a workshop, not from its C. */
#include "pantin/body/joint.h"
#include "draw.h"
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

static pn_motion random_motion(void)
{
  pn_motion m;
  m.pose.x = draw_vec3();
  m.pose.q = pn_quat_axis_angle(pn_vec3_normalize(draw_vec3()),
                                3 * gsl_rng_uniform(draw_source));
  m.R = pn_quat_matrix(m.pose.q);
  m.v = draw_vec3();
  m.omega = draw_vec3();
  return m;
}

/* The motion after a time at steady v and omega. */
static pn_motion later(pn_motion m, double t)
{
  m.pose = pn_pose_displace(m.pose, pn_vec3_scale(t, m.v),
                            pn_vec3_scale(t, m.omega));
  m.R = pn_quat_matrix(m.pose.q);
  return m;
}

/* A user's constraint: a point of the child on a sphere that grows with the
   parent's height. */
static int on_balloon(const pn_pose *parent, const pn_pose *child, void *params,
                      double *C)
{
  const double *radius = params;
  const pn_vec3 p = pn_pose_point(*child, pn_vec3_make(0.2, -0.1, 0.3));
  C[0] = pn_vec3_dot(p, p) - *radius * *radius * (2 + sin(parent->x.z));
  C[1] = p.x * p.y - 0.5 * parent->q.w;
  return GSL_SUCCESS;
}

static double balloon_radius = 0.7;
static const pn_custom balloon = {
    .rows = 2, .position = on_balloon, .params = &balloon_radius};

static pn_joint random_joint(const pn_joint_type *type, pn_pose parent,
                             pn_pose child)
{
  const pn_joint_place place = {draw_vec3(), draw_vec3(), draw_vec3(),
                                draw_vec3()};
  pn_joint joint = pn_joint_make(type, 0, parent, 1, child, &place);
  if (type == pn_joint_custom)
    joint.custom = &balloon;
  joint.pitch = 0.385;
  joint.teeth[0] = 20;
  joint.teeth[1] = -31;
  joint.free = PN_FREE_SLIDE(0) | PN_FREE_TURN(0) | PN_FREE_TURN(2);
  return joint;
}

typedef struct {
  double C[ROWS], Jp[6 * ROWS], Jc[6 * ROWS], Jt[6 * ROWS], bias[ROWS];
} result;

/* Evaluates a joint whose third body, if it has one, moves like t. */
static result evaluate_three(const pn_joint *joint, pn_motion p, pn_motion c,
                             pn_motion t)
{
  result r;
  memset(&r, 0xff, sizeof r); /* NaN where nothing is written */
  pn_joint_rows rows = {r.C, r.Jp, r.Jc, r.bias, NULL, NULL};
  if (joint->type->has_third) {
    rows.third = &t;
    rows.Jt = r.Jt;
  } else {
    memset(r.Jt, 0, sizeof r.Jt);
  }
  ck_assert_int_eq(joint->type->evaluate(joint, &p, &c, &rows), GSL_SUCCESS);
  return r;
}

static result evaluate(const pn_joint *joint, pn_motion p, pn_motion c)
{
  return evaluate_three(joint, p, c, p);
}

/* Row i of a J on one body times its u. */
static double product(const double *J, size_t i, pn_motion m)
{
  const double u[] = {m.v.x, m.v.y, m.v.z, m.omega.x, m.omega.y, m.omega.z};
  double sum = 0;
  for (size_t k = 0; k < 6; k++)
    sum += J[6 * i + k] * u[k];
  return sum;
}

/* Row i of J times u. */
static double along(const result *r, size_t i, pn_motion p, pn_motion c)
{
  return product(r->Jp, i, p) + product(r->Jc, i, c);
}

START_TEST(derivatives_are_those_of_C)
{
  const pn_joint_type *type = pn_joint_type_get((size_t)_i / SAMPLES);
  gsl_rng_set(draw_source, 2001 + (unsigned long)_i);
  const pn_motion p0 = random_motion(), c0 = random_motion();
  const pn_motion t0 = type->has_third ? random_motion() : p0;
  pn_joint joint = random_joint(type, p0.pose, c0.pose);
  pn_joint_set_third(&joint, p0.pose, 2, t0.pose);
  const size_t rows = pn_joint_rows_count(&joint);
  ck_assert(rows >= 1 && rows <= ROWS);

  /* Somewhere else, where C is not 0. */
  const pn_motion p = later(p0, 0.4), c = later(c0, -0.3), t = later(t0, 0.2);
  const result here = evaluate_three(&joint, p, c, t);
  const result after =
      evaluate_three(&joint, later(p, h), later(c, h), later(t, h));
  const result before =
      evaluate_three(&joint, later(p, -h), later(c, -h), later(t, -h));
  for (size_t i = 0; i < rows; i++) {
    test_close(along(&here, i, p, c) + product(here.Jt, i, t),
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

/* The number of independent rows of Jc. */
static size_t rank_of(const result *r, size_t rows)
{
  gsl_matrix *A = gsl_matrix_calloc(6, 6), *V = gsl_matrix_alloc(6, 6);
  gsl_vector *values = gsl_vector_alloc(6), *work = gsl_vector_alloc(6);
  for (size_t i = 0; i < rows; i++)
    for (size_t k = 0; k < 6; k++)
      gsl_matrix_set(A, i, k, r->Jc[6 * i + k]);
  gsl_linalg_SV_decomp(A, V, values, work);
  size_t rank = 0;
  for (size_t k = 0; k < 6; k++)
    rank += gsl_vector_get(values, k) > rounding;
  gsl_matrix_free(A);
  gsl_matrix_free(V);
  gsl_vector_free(values);
  gsl_vector_free(work);
  return rank;
}

START_TEST(free_motions_are_those_of_the_workshop)
{
  const freedom *f = &freedoms[_i];
  const pn_joint_type *type = pn_joint_type_find(f->type);
  ck_assert_ptr_nonnull(type);
  gsl_rng_set(draw_source, 2016 + (unsigned long)_i);
  pn_motion p = random_motion(), c = random_motion();
  const pn_joint joint = random_joint(type, p.pose, c.pose);
  p.v = p.omega = pn_vec3_make(0, 0, 0);
  const result start = evaluate(&joint, p, c);
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
      largest = fmax(largest, fabs(along(&start, i, p, c)));
    ck_assert_msg(is_free ? largest < rounding : largest > 0.1,
                  "%s: motion %d has |J u| = %g", f->type, k, largest);
  }
  ck_assert_uint_eq(rank_of(&start, type->rows), type->rows);
  ck_assert_uint_eq(6 - type->rows, free_motions);

  /* A turn of any size about a free axis keeps C at 0. */
  if (f->turn[0]) {
    c.omega = pn_quat_rotate(p.pose.q, joint.axis[0][0]);
    const pn_quat turn = pn_quat_axis_angle(c.omega, 2.385);
    const pn_vec3 arm = pn_vec3_sub(c.pose.x, point);
    c.pose.x = pn_vec3_add(point, pn_quat_rotate(turn, arm));
    c.pose.q = pn_quat_multiply(turn, c.pose.q);
    c.R = pn_quat_matrix(c.pose.q);
    const result turned = evaluate(&joint, p, c);
    for (size_t i = 0; i < type->rows; i++)
      test_close(turned.C[i], 0, rounding, "%s, C[%zu] turned", f->type, i);
  }
}
END_TEST

/* Whatever is chosen to be free is, and nothing else. */
START_TEST(chosen_motions_are_free)
{
  gsl_rng_set(draw_source, 6);
  pn_motion p = random_motion(), c = random_motion();
  pn_joint joint = random_joint(pn_joint_free, p.pose, c.pose);
  joint.free = (unsigned)_i;
  const size_t rows = pn_joint_rows_count(&joint);
  p.v = p.omega = pn_vec3_make(0, 0, 0);
  const result start = evaluate(&joint, p, c);
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
      largest = fmax(largest, fabs(along(&start, i, p, c)));
    ck_assert_msg(is_free ? largest < rounding : largest > 0.1,
                  "free %d: motion %d has |J u| = %g", _i, k, largest);
  }
  ck_assert_uint_eq(rows + free_motions, 6);
  ck_assert_uint_eq(rank_of(&start, rows), rows);
}
END_TEST

/* A pose turned about an axis through a point, and then shifted. */
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
  pn_motion p = random_motion(), c = random_motion();
  const pn_joint joint = random_joint(pn_joint_screw, p.pose, c.pose);
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
    const result r = evaluate(&joint, p, at);
    for (size_t i = 0; i < 5; i++) {
      test_close(r.C[i], 0, rounding, "C[%zu] after %d half turns", i, k);
      test_close(along(&r, i, p, at), 0, rounding, "J u, row %zu", i);
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
    const result r = evaluate(&joint, p, c);
    test_close(r.C[0], 0, rounding, "C at %g", a);
    test_close(along(&r, 0, p, c), 0, 1e-8, "J u at %g", a);
    c.omega.z *= 1.01;
    ck_assert(fabs(along(&r, 0, p, c)) > 1e-3);
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
    start[k] = random_motion();
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
    const result r = evaluate_three(&joint, m[0], m[1], m[2]);
    test_close(r.C[0], 0, rounding, "C at %g", a);
    test_close(r.bias[0], 0, rounding, "Jdot u at %g", a);
    double sum = 0;
    const double *const J[3] = {r.Jp, r.Jc, r.Jt};
    for (int k = 0; k < 3; k++)
      sum += product(J[k], 0, m[k]);
    test_close(sum, 0, rounding, "J u at %g", a);
    for (int k = 0; k < 6; k++) /* no torque is left over */
      test_close(r.Jp[k] + r.Jc[k] + r.Jt[k], 0, rounding, "column %d", k);
    m[2].omega = pn_vec3_scale(1.01, m[2].omega);
    ck_assert(fabs(sum + product(r.Jt, 0, m[2])) > 1e-3);
  }
}
END_TEST

START_TEST(a_rod_keeps_its_length)
{
  gsl_rng_set(draw_source, 7);
  pn_motion p = random_motion(), c = random_motion();
  const pn_joint joint = random_joint(pn_joint_distance, p.pose, c.pose);
  const result start = evaluate(&joint, p, c);
  test_close(start.C[0], 0, rounding, "C as made");
  const pn_vec3 pp = pn_pose_point(p.pose, joint.point[0]);
  const pn_vec3 n =
      pn_vec3_normalize(pn_vec3_sub(pn_pose_point(c.pose, joint.point[1]), pp));
  c.pose.x = pn_vec3_add_scaled(c.pose.x, 0.37, n);
  test_close(evaluate(&joint, p, c).C[0], 0.37, rounding, "C stretched");
  ck_assert_uint_eq(rank_of(&start, 1), 1);

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
  const result r = evaluate(&joint, p, c);
  test_close(r.C[0], 0, rounding, "C");
  test_close(along(&r, 0, p, c), 0, rounding, "J u");
  /* C'' = x'' - (-cos y y'^2 - sin y y''), with x'' = y'' = 0 */
  test_close(r.bias[0], 9 * cos(0.8), 1e-8, "Jdot u");
}
END_TEST

/* A child's centre at a fixed distance r from the parent's, C = (d.d - r^2) / 2
   with d = x_c - x_p, and what follows by hand: J = (-d, 0 | d, 0),
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
  const pn_motion p = random_motion(), c = random_motion();
  double r = 1.3;
  pn_custom custom = {1, sphere_C, _i & 1 ? sphere_J : NULL,
                      _i & 2 ? sphere_bias : NULL, &r};
  pn_joint joint = random_joint(pn_joint_custom, p.pose, c.pose);
  joint.custom = &custom;
  const result got = evaluate(&joint, p, c);
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
  tcase_add_test(joint, a_nut_advances);
  tcase_add_loop_test(joint, a_planet_rolls, 0, 2);
  tcase_add_loop_test(joint, a_differential_shares_its_turn, 0, 2);
  tcase_add_test(joint, a_rod_keeps_its_length);
  tcase_add_test(joint, the_bead_is_on_the_cosine);
  tcase_add_loop_test(joint, a_custom_joint_may_bring_its_derivatives, 0, 4);
  tcase_add_test(joint, types_are_found_by_name);
  suite_add_tcase(suite, joint);
  return test_run(suite);
}
