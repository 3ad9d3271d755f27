/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Inverse kinematics: poses that are known to be reached, distances that are
   known in closed form, and the nearest pose by its own conditions. */
#include "dynamics/models.h"
#include "pantin/base/alloc.h"
#include "pantin/dynamics/correction.h"
#include "pantin/dynamics/inverse_kinematics.h"
#include "pantin/dynamics/simulation.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

enum { Y_MAX = 13 * 20, ITERATIONS_MAX = 100, SOLVERS = 6 };

/* Those that take nearly redundant rows and springs at the targets: aba has
   none, and sweeps do not come to their end there. */
static const char *const solvers[SOLVERS] = {"auto",  "sparse", "kkt",
                                             "schur", "dense",  "cg"};

/* Of the nearest pose the distance is found to the square of `still`. */
static const double rounding = 1e-10;

static pn_inverse_kinematics *start(const pn_system *system,
                                    const pn_target *target, size_t count,
                                    const pn_multiplier_type *solver, int plain)
{
  pn_inverse_kinematics_settings settings =
      pn_inverse_kinematics_settings_default();
  settings.solver = solver;
  settings.plain = plain;
  pn_error error = {0};
  pn_inverse_kinematics *ik =
      pn_inverse_kinematics_alloc(system, target, count, &settings, &error);
  ck_assert_msg(ik != NULL, "%s", error.text);
  double y[Y_MAX];
  pn_system_start(system, y);
  ck_assert_int_eq(pn_inverse_kinematics_set(ik, y), GSL_SUCCESS);
  return ik;
}

static int finish(pn_inverse_kinematics *ik)
{
  double distance = ik->distance;
  while (pn_inverse_kinematics_test(ik) == GSL_CONTINUE) {
    ck_assert_uint_lt(ik->iterations, ITERATIONS_MAX);
    ck_assert_int_eq(pn_inverse_kinematics_iterate(ik), GSL_SUCCESS);
    distance = fmin(distance, ik->distance);
  }
  /* What is left at the end is the best there was. */
  if (!ik->settings.plain)
    test_close(ik->distance, distance, rounding, "the end");
  return pn_inverse_kinematics_test(ik);
}

static pn_vec3 end_of(const pn_inverse_kinematics *ik, size_t body, pn_vec3 p)
{
  return pn_pose_point(pn_state_motion(ik->system, ik->y, body).pose, p);
}

static double apart(pn_vec3 a, pn_vec3 b)
{
  return pn_vec3_norm(pn_vec3_sub(a, b));
}

/* The left hand's tip and the toes: 5 and 11 in the reference's list. */
static const pn_target catch_foot = {
    .body = 5, .point = {0.08, 0, 0}, .other = 11, .place = {0, 0, 0.1}};

START_TEST(the_puppet_catches_its_foot)
{
  const int plain = _i;
  pn_system *system = model_puppet();
  pn_inverse_kinematics *ik =
      start(system, &catch_foot, 1, pn_multipliers_sparse, plain);
  ck_assert(ik->distance > 1);
  double distance[ITERATIONS_MAX];
  while (pn_inverse_kinematics_test(ik) == GSL_CONTINUE) {
    distance[ik->iterations] = ik->distance;
    ck_assert_uint_lt(ik->iterations, 26); /* the source's number */
    ck_assert_int_eq(pn_inverse_kinematics_iterate(ik), GSL_SUCCESS);
  }
  ck_assert_int_eq(pn_inverse_kinematics_test(ik), GSL_SUCCESS);
  test_close(
      apart(end_of(ik, 5, catch_foot.point), end_of(ik, 11, catch_foot.place)),
      0, 1e-9, "the hand from the foot");
  for (size_t j = 0; j < system->joints; j++) {
    const pn_joint *joint = &system->joint[j];
    test_close(apart(end_of(ik, joint->parent, joint->point[0]),
                     end_of(ik, joint->child, joint->point[1])),
               0, 1e-9, "joint %zu", j);
  }
  /* It ends quadratically. */
  const double last = distance[ik->iterations - 1];
  ck_assert_msg(ik->distance < 100 * last * last + 1e-12, "from %g to %g", last,
                ik->distance);
  pn_inverse_kinematics_free(ik);
  pn_system_free(system);
}
END_TEST

/* No body turns by more than the bound: dtheta = 2 is a turn by 2 atan(1). */
START_TEST(a_step_is_bounded)
{
  pn_system *system = model_puppet();
  pn_inverse_kinematics *ik =
      start(system, &catch_foot, 1, pn_multipliers_sparse, 1);
  size_t bounded = 0;
  while (pn_inverse_kinematics_test(ik) == GSL_CONTINUE) {
    double before[Y_MAX], most = 0;
    memcpy(before, ik->y, pn_system_dimension(system) * sizeof *before);
    ck_assert_int_eq(pn_inverse_kinematics_iterate(ik), GSL_SUCCESS);
    for (size_t b = 0; b < system->bodies; b++) {
      const pn_quat p = pn_state_motion(system, before, b).pose.q;
      const pn_quat q = pn_state_motion(system, ik->y, b).pose.q;
      const pn_quat turn = pn_quat_multiply(q, pn_quat_conjugate(p));
      most = fmax(most, 2 * acos(fmin(1, fabs(turn.w))));
    }
    test_close(most, 2 * atan(fmin(ik->turn, 2) / 2), 1e-6, "largest turn");
    bounded += ik->turn > 2;
  }
  ck_assert_uint_gt(bounded, 0);
  pn_inverse_kinematics_free(ik);
  pn_system_free(system);
}
END_TEST

/* Every model moves for a while; then each third body, and the last, shall be
   found where it came to. Redundant rows are no obstacle. */
START_TEST(what_was_reached_is_reached)
{
  const model *m = model_get((size_t)_i / SOLVERS);
  const pn_multiplier_type *solver =
      pn_multiplier_type_find(solvers[_i % SOLVERS]);
  pn_system *system = m->make();
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_simulation *s = pn_simulation_alloc(system, &settings, NULL);
  while (s->t < 0.3)
    ck_assert_int_eq(pn_simulation_step(s, NULL), GSL_SUCCESS);
  const pn_vec3 point = {0.05, -0.03, 0.1}, centre = {0, 0, 0};
  pn_target target[Y_MAX];
  size_t count = 0;
  for (size_t b = system->bodies - 1; b < system->bodies; b -= 3) {
    pn_target *t = &target[count++];
    t->body = b;
    t->other = PN_WORLD;
    t->point = system->body[b].shape == pn_shape_point ? centre : point;
    t->place = pn_pose_point(pn_state_motion(system, s->y, b).pose, t->point);
  }
  pn_simulation_free(s);
  pn_inverse_kinematics *ik = start(system, target, count, solver, 0);
  ck_assert(ik->distance > 1e-3);
  ck_assert_msg(finish(ik) == GSL_SUCCESS, "%s, %s: %g m, %g m apart, pull %g",
                m->name, solver->name, ik->distance, ik->gap, ik->pull);
  for (size_t k = 0; k < count; k++)
    test_close(
        apart(end_of(ik, target[k].body, target[k].point), target[k].place), 0,
        1e-9, "%s, %s: target %zu", m->name, solver->name, k);
  pn_inverse_kinematics_free(ik);
  pn_system_free(system);
}
END_TEST

typedef struct {
  model_maker *make;
  pn_target target;
  double distance; /* at the end */
} far_case;

/* By hand: a chain of 1.5 m from the origin; the arm, whose first bar stays
   level, so that 1.5 m of it start 0.3 m from its axis; the four-bar, whose
   middle goes round (0.5, 0) at 1 m; and places that are reached, from a
   straight pose that only a bend leads out of. */
static const far_case far_cases[] = {
    {model_chain3,
     {.body = 2,
      .point = {0.25, 0, 0},
      .other = PN_WORLD,
      .place = {-2, 1, 0.5}},
     0.791287847478},
    {model_arm,
     {.body = 5,
      .point = {0.15, 0, 0},
      .other = PN_WORLD,
      .place = {2, 1, 1.5}},
     0.949154795742},
    {model_four_bar,
     {.body = 1, .point = {0, 0, 0}, .other = PN_WORLD, .place = {0.9, 0.8, 0}},
     0.105572809},
    {model_arm,
     {.body = 5,
      .point = {0.15, 0, 0},
      .other = PN_WORLD,
      .place = {2.9, 0, 0}},
     1.1},
    {model_arm,
     {.body = 5,
      .point = {0.15, 0, 0},
      .other = PN_WORLD,
      .place = {0.9, 0, 0}},
     0},
    {model_chain3,
     {.body = 2,
      .point = {0.25, 0, 0},
      .other = PN_WORLD,
      .place = {0.385, 0, 0}},
     0},
};

START_TEST(out_of_reach_it_is_as_near_as_can_be)
{
  const far_case *c = &far_cases[_i / SOLVERS];
  const pn_multiplier_type *solver =
      pn_multiplier_type_find(solvers[_i % SOLVERS]);
  if (solver == pn_multipliers_cg && c->make == model_four_bar)
    return; /* not for redundant rows that are only nearly so */
  pn_system *system = c->make();
  pn_inverse_kinematics *ik = start(system, &c->target, 1, solver, 0);
  ck_assert_int_eq(finish(ik), c->distance > 0 ? GSL_ENOPROG : GSL_SUCCESS);
  test_close(
      apart(end_of(ik, c->target.body, c->target.point), c->target.place),
      c->distance, rounding, "distance");
  pn_inverse_kinematics_free(ik);
  pn_system_free(system);
}
END_TEST

/* The source's method does not see that it cannot reach. */

/* Adds a bar of 1 m from a point along a direction of this angle [rad]; returns
   its other end. */
static pn_vec3 add_bar(pn_system *system, pn_vec3 from, double angle)
{
  const double size[] = {1, 0.2, 0.1};
  const pn_vec3 along = {cos(angle), sin(angle), 0};
  pn_body bar = pn_body_make(pn_shape_box, size, 1.3);
  bar.pose.x = pn_vec3_add_scaled(from, 0.5, along);
  bar.pose.q = pn_quat_axis_angle(pn_vec3_make(0, 0, 1), angle);
  ck_assert_int_eq(pn_system_add_body(system, &bar), GSL_SUCCESS);
  return pn_vec3_add(from, along);
}

/* Makes an arm of bars in a plane, each turned by `bend` against the one
   before. */
static pn_system *make_arm(size_t bars, double angle, double bend)
{
  pn_system *system = pn_system_alloc();
  pn_vec3 at = {0, 0, 0};
  for (size_t k = 0; k < bars; k++) {
    const pn_joint_place place = {.point = at, .axis = {0, 0, 1}};
    at = add_bar(system, at, angle + bend * (double)k);
    ck_assert_ptr_nonnull(pn_system_join(system, pn_joint_revolute,
                                         k > 0 ? k - 1 : PN_WORLD, k, &place));
  }
  return system;
}

/* Two equal bars, nearly folded, reach every point about their base; within a
   hundredth of a bar from it one turn of the whole arm does next to nothing.
   Where the tip comes to lie on the base itself, so that it does nothing at
   all, a pose may be missed. */
START_TEST(a_folded_arm_reaches_its_base)
{
  enum { FOLDS = 4, RADII = 3, ANGLES = 12, MISSED_MAX = 3 };
  const double fold[FOLDS] = {0.01, 0.03, 0.1, 0.5};
  const double radius[RADII] = {1e-3, 1e-2, 0.05};
  int missed = 0;
  for (size_t k = 0; k < FOLDS * RADII * ANGLES; k++) {
    const double r = radius[k / FOLDS % RADII];
    const double angle = 0.53 * (double)(k / (FOLDS * RADII));
    pn_system *arm = make_arm(2, 0.3, acos(-1) - fold[k % FOLDS]);
    const pn_target target = {.body = 1,
                              .point = {0.5, 0, 0},
                              .other = PN_WORLD,
                              .place = {r * cos(angle), r * sin(angle), 0}};
    pn_inverse_kinematics *ik = start(arm, &target, 1, pn_multipliers_auto, 0);
    while (pn_inverse_kinematics_test(ik) == GSL_CONTINUE &&
           ik->iterations < ITERATIONS_MAX)
      ck_assert_int_eq(pn_inverse_kinematics_iterate(ik), GSL_SUCCESS);
    missed += !(apart(end_of(ik, 1, target.point), target.place) < 1e-8);
    pn_inverse_kinematics_free(ik);
    pn_system_free(arm);
  }
  ck_assert_msg(missed <= MISSED_MAX, "%d of %d are missed", missed,
                FOLDS * RADII * ANGLES);
}
END_TEST

/* Within the hole that an arm leaves about its base it is nearest at the hole's
   edge, and comes there in as few steps as outside. */
START_TEST(too_near_is_no_slower_than_too_far)
{
  enum { ANGLES = 12, FEW = 40 };
  static const struct {
    size_t bars;
    double along, radius; /* of the point on its bar, and of the target */
  } near[] = {{1, 0.5, 0.1}, {1, 0.5, 0.9}, {2, 0, 0.2}, {2, 0.1, 0.35}};
  const size_t k = (size_t)_i / ANGLES;
  const double angle = 0.53 * (_i % ANGLES), r = near[k].radius;
  const double last = 0.5 + near[k].along;
  const double hole = near[k].bars > 1 ? 1 - last : last;
  pn_system *arm = make_arm(near[k].bars, 0.3, 0.4);
  const pn_target target = {.body = near[k].bars - 1,
                            .point = {near[k].along, 0, 0},
                            .other = PN_WORLD,
                            .place = {r * cos(angle), r * sin(angle), 0}};
  pn_inverse_kinematics *ik = start(arm, &target, 1, pn_multipliers_auto, 0);
  ck_assert_int_eq(finish(ik), GSL_ENOPROG);
  test_close(ik->distance, hole - r, rounding, "distance");
  ck_assert_uint_le(ik->iterations, FEW);
  pn_inverse_kinematics_free(ik);
  pn_system_free(arm);
}
END_TEST

/* Makes an arm of bars in a zigzag, with hinges about oblique axes, which are
   written to `axis`. */
static pn_system *make_spatial_arm(size_t bars, int seed, pn_vec3 *axis)
{
  pn_system *system = pn_system_alloc();
  pn_vec3 at = {0, 0, 0};
  for (size_t k = 0; k < bars; k++) {
    const double angle = 1.7 * seed + 2.9 * (double)k;
    axis[k] = pn_vec3_make(sin(angle), sin(2.3 * angle), cos(3.1 * angle));
    axis[k] = pn_vec3_scale(1 / pn_vec3_norm(axis[k]), axis[k]);
    const pn_joint_place place = {.point = at, .axis = axis[k]};
    at = add_bar(system, at, sin(5 * angle));
    ck_assert_ptr_nonnull(pn_system_join(system, pn_joint_revolute,
                                         k > 0 ? k - 1 : PN_WORLD, k, &place));
  }
  return system;
}

/* Returns by how much the distance^2 / 2 of a point of the last bar from a
   place changes as hinge k turns. */
static double torque_about(const pn_inverse_kinematics *ik, size_t k,
                           pn_vec3 axis, pn_vec3 point, pn_vec3 place)
{
  const pn_motion bar = pn_state_motion(ik->system, ik->y, k);
  const pn_vec3 now = pn_quat_rotate(
      bar.pose.q,
      pn_quat_rotate(pn_quat_conjugate(ik->system->body[k].pose.q), axis));
  const pn_vec3 hinge = pn_pose_point(bar.pose, pn_vec3_make(-0.5, 0, 0));
  return pn_vec3_dot(
      now, pn_vec3_cross(pn_vec3_sub(point, hinge), pn_vec3_sub(point, place)));
}

/* Arms whose hinges turn with the bars reach for a place at their base, and
   most come to a pose in which no hinge brings them nearer. */
START_TEST(spatial_arms_are_as_near_as_can_be)
{
  enum { BARS_MAX = 5 };
  const size_t bars = 2 + (size_t)_i % (BARS_MAX - 1);
  pn_vec3 axis[BARS_MAX];
  pn_system *arm = make_spatial_arm(bars, _i, axis);
  const pn_target target = {.body = bars - 1,
                            .point = {0.5, 0, 0},
                            .other = PN_WORLD,
                            .place = {0.03, -0.04, 0.02}};
  pn_inverse_kinematics *ik = start(arm, &target, 1, pn_multipliers_auto, 0);
  const int end = finish(ik);
  const pn_vec3 tip = end_of(ik, bars - 1, target.point);
  ck_assert(end == GSL_ENOPROG || end == GSL_SUCCESS);
  for (size_t k = 0; k < bars; k++)
    test_close(torque_about(ik, k, axis[k], tip, target.place), 0, 1e-5,
               "hinge %zu of %zu", k, bars);
  pn_inverse_kinematics_free(ik);
  pn_system_free(arm);
}
END_TEST

/* Makes a crank of 0.5 m about the origin at an angle, a coupler of 1 m, and a
   piston on the x axis, to the right of the crank's pin. */
static pn_system *make_slider_crank(double angle)
{
  static const double size[][3] = {
      {0.5, 0.02, 0.02}, {1, 0.02, 0.02}, {0.1, 0.1, 0.1}};
  pn_body body = pn_body_make(pn_shape_box, size[0], 1);
  const pn_vec3 pin = {0.5 * cos(angle), 0.5 * sin(angle), 0};
  const double lean = -asin(pin.y);
  const pn_vec3 end = {pin.x + cos(lean), 0, 0}, about = {0, 0, 1};
  const pn_joint_place at[] = {{.axis = about},
                               {.point = pin, .axis = about},
                               {.point = end, .axis = about},
                               {.point = end, .axis = {1, 0, 0}}};
  pn_system *system = pn_system_alloc();
  body.pose.x = pn_vec3_scale(0.5, pin);
  body.pose.q = pn_quat_axis_angle(about, angle);
  ck_assert_int_eq(pn_system_add_body(system, &body), 0);
  body = pn_body_make(pn_shape_box, size[1], 1);
  body.pose.x = pn_vec3_add_scaled(pn_vec3_scale(0.5, pin), 0.5, end);
  body.pose.q = pn_quat_axis_angle(about, lean);
  ck_assert_int_eq(pn_system_add_body(system, &body), 0);
  body = pn_body_make(pn_shape_box, size[2], 1);
  body.pose.x = end;
  ck_assert_int_eq(pn_system_add_body(system, &body), 0);
  for (size_t k = 0; k < 4; k++)
    ck_assert_ptr_nonnull(
        pn_system_join(system, k < 3 ? pn_joint_revolute : pn_joint_prismatic,
                       k % 3 > 0 ? k - 1 : PN_WORLD, k < 3 ? k : 2, &at[k]));
  return system;
}

/* The coupler's middle goes where it is at another angle of the crank. No
   motion leads to the other assembly, with the piston to the left of the pin,
   and from anywhere one leads to the target. */
START_TEST(a_linkage_keeps_its_assembly)
{
  enum { ANGLES = 24 };
  const double step = 2 * acos(-1) / ANGLES;
  int reached = 0;
  for (int k = 0; k < ANGLES; k++) {
    const double angle = step * k + 0.01;
    const pn_target target = {
        .body = 1,
        .other = PN_WORLD,
        .place = {0.5 * cos(angle) + 0.5 * cos(asin(0.5 * sin(angle))),
                  0.25 * sin(angle), 0}};
    pn_system *system = make_slider_crank(step * _i + 0.01);
    pn_inverse_kinematics *ik =
        start(system, &target, 1, pn_multipliers_auto, 0);
    reached += finish(ik) == GSL_SUCCESS;
    const double pin = 2 * pn_state_motion(system, ik->y, 0).pose.x.x;
    ck_assert_msg(pn_state_motion(system, ik->y, 2).pose.x.x > pin,
                  "from %d to %d: the piston is at the left", _i, k);
    pn_inverse_kinematics_free(ik);
    pn_system_free(system);
  }
  ck_assert_int_ge(reached, ANGLES - 4); /* others end in a nearest pose */
}
END_TEST

/* A bar that nothing holds, beside an arm of three, changes no step. */
START_TEST(a_body_beside_it_changes_nothing)
{
  const pn_target far = {.body = 2,
                         .point = {0.5, 0, 0},
                         .other = PN_WORLD,
                         .place = {-2.385, 3.1, 0.7}};
  pn_system *arm = make_arm(3, 0.3, 0.4), *other = make_arm(3, 0.3, 0.4);
  add_bar(other, pn_vec3_make(5, 5, 5), 0);
  pn_inverse_kinematics *alone = start(arm, &far, 1, pn_multipliers_auto, 0);
  pn_inverse_kinematics *beside = start(other, &far, 1, pn_multipliers_auto, 0);
  while (pn_inverse_kinematics_test(alone) == GSL_CONTINUE) {
    ck_assert_int_eq(pn_inverse_kinematics_iterate(alone), GSL_SUCCESS);
    ck_assert_int_eq(pn_inverse_kinematics_iterate(beside), GSL_SUCCESS);
    test_close(beside->distance, alone->distance, rounding, "step %zu",
               alone->iterations);
    if (alone->pull < 1e-5) /* what follows is rounding, and a nudge */
      break;
  }
  ck_assert_uint_gt(alone->iterations, 3);
  pn_inverse_kinematics_free(alone);
  pn_inverse_kinematics_free(beside);
  pn_system_free(arm);
  pn_system_free(other);
}
END_TEST

START_TEST(the_plain_method_does_not_stop)
{
  const far_case *c = &far_cases[0];
  pn_system *system = c->make();
  pn_inverse_kinematics *ik =
      start(system, &c->target, 1, pn_multipliers_sparse, 1);
  for (int k = 0; k < 100; k++)
    ck_assert_int_eq(pn_inverse_kinematics_iterate(ik), GSL_SUCCESS);
  ck_assert_int_eq(pn_inverse_kinematics_test(ik), GSL_CONTINUE);
  pn_inverse_kinematics_free(ik);
  pn_system_free(system);
}
END_TEST

/* The puppet's left hand shall be at one place and its right foot at another,
   4 m away. */
static const pn_target torn[] = {
    {.body = 5,
     .point = {0.09, 0.01, 0.02},
     .other = PN_WORLD,
     .place = {2.385, 2, 0.7}},
    {.body = 14,
     .point = {0.01, 0.02, -0.1},
     .other = PN_WORLD,
     .place = {-1.1, 0.3, -1.3}},
};

static double distance_of(const pn_system *system, const double *y)
{
  double sum = 0;
  for (int k = 0; k < 2; k++) {
    const pn_pose pose = pn_state_motion(system, y, torn[k].body).pose;
    sum += pow(apart(pn_pose_point(pose, torn[k].point), torn[k].place), 2);
  }
  return sqrt(sum);
}

/* Sets the gradient of distance^2 / 2, which is d on v, and r x d on omega. */
static void gradient_of(const pn_system *system, const double *y, gsl_vector *g)
{
  gsl_vector_set_zero(g);
  for (int k = 0; k < 2; k++) {
    const pn_motion motion = pn_state_motion(system, y, torn[k].body);
    const pn_vec3 r = pn_mat3_apply(motion.R, torn[k].point);
    const pn_vec3 d = pn_vec3_sub(pn_vec3_add(motion.pose.x, r), torn[k].place);
    const pn_vec3 turn = pn_vec3_cross(r, d);
    const double entry[] = {d.x, d.y, d.z, turn.x, turn.y, turn.z};
    for (size_t i = 0; i < 6; i++)
      gsl_vector_set(g, 6 * torn[k].body + i, entry[i]);
  }
}

/* Splits g into the part in the span of J's rows and the rest, by singular
   values; returns |rest| / |g|. J^T = U S V^T is (n x m). */
static double share_along(const pn_system *system, const double *y,
                          gsl_matrix *U, gsl_vector *g)
{
  pn_assembly *a = pn_assembly_alloc(system);
  ck_assert_int_eq(pn_assembly_set(a, y), GSL_SUCCESS);
  const size_t m = a->rows, n = a->velocities;
  gsl_matrix_set_zero(U);
  for (size_t j = 0; j < system->joints; j++)
    for (size_t i = a->first[j]; i < a->first[j + 1]; i++)
      for (size_t k = 0; k < 6; k++) {
        const size_t at = 6 * (i - a->first[j]) + k;
        gsl_matrix_set(U, 6 * system->joint[j].parent + k, i,
                       pn_assembly_parent(a, j)[at]);
        gsl_matrix_set(U, 6 * system->joint[j].child + k, i,
                       pn_assembly_child(a, j)[at]);
      }
  gsl_matrix *V = gsl_matrix_alloc(m, m);
  gsl_vector *S = gsl_vector_alloc(m), *work = gsl_vector_alloc(m);
  ck_assert_int_eq(gsl_linalg_SV_decomp(U, V, S, work), 0);
  const double whole = gsl_blas_dnrm2(g);
  gsl_blas_dgemv(CblasTrans, 1, U, g, 0, work);
  gsl_blas_dgemv(CblasNoTrans, -1, U, work, 1, g);
  const double share = gsl_blas_dnrm2(g) / whole;
  gsl_matrix_free(V);
  gsl_vector_free(S);
  gsl_vector_free(work);
  pn_assembly_free(a);
  ck_assert_uint_eq(n, g->size);
  return share;
}

START_TEST(the_nearest_pose_is_stationary_and_least)
{
  pn_system *system = model_puppet();
  pn_inverse_kinematics *ik = start(system, torn, 2, pn_multipliers_sparse, 0);
  const size_t n = ik->joints->assembly->velocities;
  gsl_matrix *U = gsl_matrix_alloc(n, ik->joints->assembly->rows);
  gsl_vector *g = gsl_vector_alloc(n);
  gradient_of(system, ik->y, g);
  ck_assert(share_along(system, ik->y, U, g) > 0.1); /* at the start */
  ck_assert_int_eq(finish(ik), GSL_ENOPROG);
  test_close(ik->distance, distance_of(system, ik->y), rounding, "distance");
  gradient_of(system, ik->y, g);
  /* `still` is measured by masses, which are spread over a factor 40. */
  test_close(share_along(system, ik->y, U, g), 0, 1e-5,
             "gradient along the joints' motions");

  /* Motions without a pattern, along the joints: none comes nearer. */
  double y[Y_MAX], gap;
  for (size_t trial = 0; trial < 50; trial++) {
    memcpy(y, ik->y, pn_system_dimension(system) * sizeof *y);
    for (size_t k = 0; k < n; k++)
      ik->step[k] = 0.01 * sin(2.385 * (double)(k + 1 + n * trial));
    pn_dynamics_displace(ik->joints, y, ik->step);
    for (int k = 0; k < 5; k++)
      ck_assert_int_eq(pn_correct_positions(ik->joints, y, &gap), 0);
    ck_assert_msg(distance_of(system, y) > ik->distance, "motion %zu", trial);
  }
  gsl_matrix_free(U);
  gsl_vector_free(g);
  pn_inverse_kinematics_free(ik);
  pn_system_free(system);
}
END_TEST

START_TEST(joints_are_closed_first)
{
  pn_system *system = model_puppet();
  pn_inverse_kinematics *ik =
      start(system, &catch_foot, 1, pn_multipliers_sparse, 0);
  double y[Y_MAX];
  pn_system_start(system, y);
  for (size_t k = 0; k < pn_system_positions(system); k++)
    y[k] += 0.03 * sin(2.385 * (double)k);
  ck_assert_int_eq(pn_inverse_kinematics_set(ik, y), GSL_SUCCESS);
  test_close(ik->gap, 0, 1e-9, "gap");
  ck_assert_int_eq(finish(ik), GSL_SUCCESS);
  y[0] = NAN;
  ck_assert_int_ne(pn_inverse_kinematics_set(ik, y), GSL_SUCCESS);
  pn_inverse_kinematics_free(ik);
  pn_system_free(system);
}
END_TEST

/* Makes a wheel that turns about z at x. */
static void add_wheel(pn_system *system, double x)
{
  const double size[] = {0.1, 0.1, 0.1};
  const pn_joint_place place = {.point = {x, 0, 0}, .axis = {0, 0, 1}};
  pn_body body = pn_body_make(pn_shape_box, size, 1);
  body.pose.x.x = x;
  ck_assert_int_eq(pn_system_add_body(system, &body), 0);
  ck_assert_ptr_nonnull(pn_system_join(system, pn_joint_revolute, PN_WORLD,
                                       system->bodies - 1, &place));
}

/* Returns the turn of a body about z. */
static double turn_about_z(const pn_inverse_kinematics *ik, size_t body)
{
  const pn_quat q = pn_state_motion(ik->system, ik->y, body).pose.q;
  return 2 * atan2(q.z, q.w);
}

/* A gear, and a differential whose carrier is held, bring the second wheel to
   an angle: the first turns by the teeth that pass, and none is skipped. */
START_TEST(no_tooth_is_skipped)
{
  const int teeth[][2] = {{20, 40}, {20, -40}, {17, 40}, {24, 72}, {100, 37}};
  const double angle = (_i % 11 - 5) * 0.55;
  const int *n = teeth[_i / 11 % 5], with_carrier = _i >= 55;
  pn_system *system = pn_system_alloc();
  add_wheel(system, 0);
  add_wheel(system, with_carrier ? 0 : 0.3);
  pn_joint_place place = {.child_point = {0.3, 0, 0}, .axis = {0, 0, 1}};
  pn_joint *joint =
      with_carrier
          ? pn_system_join(system, pn_joint_differential, PN_WORLD, 0, &place)
          : pn_system_join(system, pn_joint_gear, 0, 1, &place);
  ck_assert_ptr_nonnull(joint);
  memcpy(joint->teeth, n, sizeof joint->teeth);
  if (with_carrier)
    pn_joint_set_third(joint, pn_system_pose(system, PN_WORLD), 1,
                       system->body[1].pose);
  const double x = system->body[1].pose.x.x;
  const pn_target target = {
      .body = 1,
      .point = {0.2, 0, 0},
      .other = PN_WORLD,
      .place = {x + 0.2 * cos(angle), 0.2 * sin(angle), 0}};
  pn_inverse_kinematics *ik = start(system, &target, 1, pn_multipliers_auto, 0);
  ck_assert_int_eq(finish(ik), GSL_SUCCESS);
  test_close(turn_about_z(ik, 1), angle, 1e-7, "turn of the second wheel");
  const double off = turn_about_z(ik, 0) + angle * n[1] / n[0];
  test_close(sin(off / 2), 0, 1e-6, "%d:%d to %g, turn of the first", n[0],
             n[1], angle);
  pn_inverse_kinematics_free(ik);
  pn_system_free(system);
}
END_TEST

/* Without a start there is no pose to judge, nor to step from; a target that is
   moved is there when one is set. */
START_TEST(without_a_set_nothing_is_reached)
{
  const pn_target to = {.body = 0, .other = PN_WORLD, .place = {9, 0, 0}};
  const pn_inverse_kinematics_settings settings =
      pn_inverse_kinematics_settings_default();
  pn_system *system = pn_system_alloc();
  const pn_body body = pn_body_make(pn_shape_box, (double[]){1, 2, 3}, 2);
  ck_assert(!pn_system_add_body(system, &body));
  pn_inverse_kinematics *ik =
      pn_inverse_kinematics_alloc(system, &to, 1, &settings, NULL);
  double y[13];
  pn_system_start(system, y);
  for (int again = 0; again < 2; again++) {
    ck_assert_int_eq(pn_inverse_kinematics_test(ik), GSL_EINVAL);
    ck_assert_int_eq(pn_inverse_kinematics_iterate(ik), GSL_EINVAL);
    ck_assert_int_eq(pn_inverse_kinematics_move(ik, 0, pn_vec3_make(0.5, 0, 0)),
                     0);
    y[0] = 0;
    ck_assert_int_eq(pn_inverse_kinematics_set(ik, y), GSL_SUCCESS);
    test_close(ik->distance, 0.5, 1e-15, "distance");
    ck_assert_int_eq(finish(ik), GSL_SUCCESS);
    test_close(ik->y[0], 0.5, 1e-9, "where it ends");
    y[0] = NAN; /* after such a start, again, there is no pose */
    ck_assert_int_eq(pn_inverse_kinematics_set(ik, y), GSL_EFAILED);
  }
  for (size_t k = 1; k < 1000; k = 3 * k)
    ck_assert_int_eq(pn_inverse_kinematics_move(ik, k, pn_vec3_make(0, 0, 0)),
                     GSL_EINVAL);
  pn_inverse_kinematics_free(ik);
  pn_system_free(system);
}
END_TEST

static void refused(const pn_system *system, const pn_target *target,
                    size_t count, const pn_inverse_kinematics_settings *s)
{
  pn_error error = {0};
  ck_assert_ptr_null(
      pn_inverse_kinematics_alloc(system, target, count, s, &error));
  ck_assert_int_eq(error.code, GSL_EINVAL);
}

START_TEST(bad_problems_are_refused)
{
  pn_system *system = model_puppet();
  const pn_inverse_kinematics_settings good =
      pn_inverse_kinematics_settings_default();
  pn_inverse_kinematics_settings s = good;
  s.clamp = 0;
  refused(system, &catch_foot, 1, &s);
  s = good;
  s.tolerance = NAN;
  refused(system, &catch_foot, 1, &s);
  s = good;
  s.still = 1;
  refused(system, &catch_foot, 1, &s);
  s = good;
  s.solver = pn_multipliers_aba;
  refused(system, &catch_foot, 1, &s);
  s.solver = NULL;
  refused(system, &catch_foot, 1, &s);
  refused(system, &catch_foot, 0, &good);
  pn_target bad = catch_foot;
  bad.other = bad.body;
  refused(system, &bad, 1, &good);
  bad = catch_foot;
  bad.body = 15;
  refused(system, &bad, 1, &good);
  bad.body = PN_WORLD;
  refused(system, &bad, 1, &good);
  bad = catch_foot;
  bad.place.y = NAN;
  refused(system, &bad, 1, &good);
  pn_system_free(system);
}
END_TEST

START_TEST(short_memory_is_survived)
{
  pn_system *system = model_chain3();
  const pn_inverse_kinematics_settings settings =
      pn_inverse_kinematics_settings_default();
  pn_inverse_kinematics *ik = NULL;
  size_t k = 0;
  while (!ik) {
    pn_alloc_fail_at(++k);
    pn_error error = {0};
    ik = pn_inverse_kinematics_alloc(system, &far_cases[0].target, 1, &settings,
                                     &error);
    ck_assert(ik || error.code == GSL_ENOMEM);
  }
  pn_alloc_fail_at(0);
  ck_assert_uint_gt(k, 30);
  pn_inverse_kinematics_free(ik);
  pn_inverse_kinematics_free(NULL);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  int models = 0;
  while (model_get((size_t)models))
    models++;
  Suite *suite = suite_create("inverse_kinematics");
  TCase *reach = tcase_create("reach");
  tcase_add_loop_test(reach, the_puppet_catches_its_foot, 0, 2);
  tcase_add_test(reach, a_step_is_bounded);
  test_add_family(reach, what_was_reached_is_reached, SOLVERS * models);
  test_add_family(reach, out_of_reach_it_is_as_near_as_can_be,
                  SOLVERS * (int)(sizeof far_cases / sizeof far_cases[0]));
  tcase_add_test(reach, the_plain_method_does_not_stop);
  tcase_add_test(reach, a_folded_arm_reaches_its_base);
  test_add_family(reach, too_near_is_no_slower_than_too_far, 48);
  test_add_family(reach, spatial_arms_are_as_near_as_can_be, 80);
  test_add_family(reach, a_linkage_keeps_its_assembly, 24);
  tcase_add_test(reach, a_body_beside_it_changes_nothing);
  tcase_add_test(reach, the_nearest_pose_is_stationary_and_least);
  tcase_add_test(reach, joints_are_closed_first);
  test_add_family(reach, no_tooth_is_skipped, 110);
  suite_add_tcase(suite, reach);
  TCase *use = tcase_create("use");
  tcase_add_test(use, without_a_set_nothing_is_reached);
  tcase_add_test(use, bad_problems_are_refused);
  tcase_add_test(use, short_memory_is_survived);
  suite_add_tcase(suite, use);
  return test_run(suite);
}
