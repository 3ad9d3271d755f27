/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests a step of the world of rigid bodies: its problem against exact methods,
   the rounds of frozen friction, what it keeps from the step before, the memory
   that it takes, and what it refuses. */
#include "pantin/contact/world.h"

#include "pantin/base/alloc.h"

#include "made_world.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Two balls in a joint that slide on the ground: nine rows, all ways tried. */
START_TEST(the_problem_of_a_step_agrees_with_enumeration)
{
  made_add_ground();
  made_add(pn_shape_sphere, (double[]){0.2}, 1, pn_vec3_make(0, 0, 0.2));
  made_add(pn_shape_sphere, (double[]){0.2}, 1.7, pn_vec3_make(0.4, 0.1, 0.2));
  made.sys->body[0].v = pn_vec3_make(1, 0.3, -0.4);
  made.sys->body[1].omega = pn_vec3_make(0, -3, 1);
  const pn_joint_place place = {.point = {0.2, 0.05, 0.3}};
  pn_system_join(made.sys, pn_joint_ball, 0, 1, &place);
  made.settings.friction = 0.3;
  made.settings.tolerance = 1e-13;
  made.settings.iterations = 20000;
  pn_world *world = made_world();
  made_advance(world, 1 + 3 * (size_t)_i);
  ck_assert_uint_eq(world->lcp->size, 9);
  pn_lcp_solver *exact = pn_lcp_solver_alloc(pn_lcp_enumerate, world->lcp);
  const pn_lcp_settings any = pn_lcp_settings_default();
  ck_assert(!pn_lcp_solver_set(exact, &any, NULL, NULL));
  while (pn_lcp_solver_test(exact) == GSL_CONTINUE)
    if (pn_lcp_solver_iterate(exact))
      break;
  ck_assert(exact->residual.scaled.inf < 1e-11);
  for (size_t i = 0; i < 9; i++)
    test_close(world->solver->lambda[i], exact->lambda[i], 1e-9, "lambda(%zu)",
               i);
  pn_lcp_solver_free(exact);
  pn_world_free(world);
}
END_TEST

/* Adds a heap of boxes in each other's way, with nothing regular about it. */
static void add_heap(void)
{
  const double size[3] = {0.3, 0.2, 0.2};
  made_add_ground();
  for (int k = 0; k < 12; k++) {
    const size_t b = made_add(
        pn_shape_box, size, 1 + 0.1 * k,
        pn_vec3_make(0.23 * (k % 3), 0.19 * (k % 2), 0.15 + 0.22 * (k / 3)));
    made.sys->body[b].pose.q = pn_quat_axis_angle(
        pn_vec3_normalize(pn_vec3_make(1, k % 5, 2)), 0.2 * k);
  }
}

/* Frozen at what the coupled sweeps found, pivoting finds the same; block
   pivoting where tangents are compliant enough for no face to be singular. */
START_TEST(the_problem_of_a_heap_agrees_with_pivoting)
{
  add_heap();
  made.settings.tolerance = 1e-12;
  made.settings.iterations = 3000;
  made.settings.tangent_compliance = _i ? 1e-8 : 1e-3;
  pn_world *world = made_world();
  made_advance(world, 27);
  world->settings.iterations = 300000; /* for the step that is compared */
  made_advance(world, 1);
  ck_assert_uint_gt(world->info.contacts, 12);
  pn_lcp_solver *exact =
      pn_lcp_solver_alloc(_i ? pn_lcp_face : pn_lcp_bpp, world->lcp);
  const pn_lcp_settings any = pn_lcp_settings_default();
  ck_assert(!pn_lcp_solver_set(exact, &any, NULL, NULL));
  while (pn_lcp_solver_test(exact) == GSL_CONTINUE)
    if (pn_lcp_solver_iterate(exact))
      break;
  ck_assert(exact->residual.scaled.inf < 1e-8);
  pn_lcp_solver_measure(world->solver);
  for (size_t i = 0; i < world->lcp->size; i++)
    test_close(world->solver->w[i], exact->w[i], 1e-6, "w(%zu)", i);
  pn_lcp_solver_free(exact);
  pn_world_free(world);
}
END_TEST

/* Returns the largest |mu lambda_n - bound|, as a share of the largest mu
   lambda_n. */
static double friction_gap(const pn_world *world)
{
  const pn_lcp *lcp = world->lcp;
  double gap = 0, most = 0;
  for (size_t i = 0; i < lcp->size; i++)
    if (lcp->mu[i] > 0) {
      const double bound = lcp->mu[i] * world->solver->lambda[lcp->normal[i]];
      gap = fmax(gap, fmax(fabs(bound - lcp->hi[i]), fabs(bound + lcp->lo[i])));
      most = fmax(most, bound);
    }
  return most > 0 ? gap / most : 0;
}

/* Checks the gap between bounds and impulses: with anticipation it stays open
   in some steps, which tell it, and is closed in most. */
START_TEST(rounds_of_frozen_friction_with_anticipation_tell_their_gap)
{
  static const double rounding = 1e-12;
  enum { STEPS = 60 };
  int closed = 0;
  add_heap();
  made.settings.frozen = made.settings.warm_start = 1;
  made.settings.friction = 0.3;
  made.settings.friction_tolerance = 0.02;
  made.settings.rounds = 200;
  made.settings.method = pn_lcp_face;
  pn_world *world = made_world();
  for (int s = 0; s < STEPS; s++) {
    made_advance(world, 1);
    test_close(world->info.friction_gap, friction_gap(world), rounding,
               "step %d", s);
    closed += world->info.friction_gap <= made.settings.friction_tolerance;
  }
  ck_assert_msg(10 * closed >= 9 * STEPS, "%d of %d steps", closed, STEPS);
  pn_world_free(world);
}
END_TEST

/* Frozen bounds are renewed until they fit the impulses, which the three rounds
   of old did not attain. */
START_TEST(rounds_of_frozen_friction_end_by_a_tolerance)
{
  static const double rounding = 1e-12;
  double worst[2] = {0, 0};
  add_heap();
  made.settings.frozen = made.settings.warm_start = 1;
  /* With more, or with anticipation, some steps have no such bounds. */
  made.settings.friction = 0.25;
  made.settings.anticipation = 0;
  made.settings.method = pn_lcp_face;
  for (int k = 0; k < 2; k++) {
    made.settings.rounds = k ? 200 : 3;
    made.settings.friction_tolerance = k ? 0.02 : 0;
    pn_world *world = made_world();
    for (int s = 0; s < 60; s++) {
      made_advance(world, 1);
      test_close(world->info.friction_gap, friction_gap(world), rounding,
                 "step %d", s);
      worst[k] = fmax(worst[k], world->info.friction_gap);
    }
    pn_world_free(world);
  }
  ck_assert_msg(worst[0] > 0.1, "three rounds: %g", worst[0]);
  ck_assert_msg(worst[1] <= 0.02, "by tolerance: %g", worst[1]);
}
END_TEST

START_TEST(equal_worlds_take_equal_steps_and_no_memory)
{
  add_heap();
  made.settings.iterations = 100;
  made.settings.warm_start = _i;
  pn_world *one = made_world(), *two = made_world();
  made_advance(one, 60);
  made_advance(two, 60);
  ck_assert_mem_eq(one->y, two->y,
                   pn_system_dimension(made.sys) * sizeof *one->y);
  ck_assert_uint_eq(one->lcp->size, two->lcp->size);
  ck_assert_mem_eq(one->lcp->b, two->lcp->b,
                   one->lcp->size * sizeof *one->lcp->b);
  /* Once the heap lies, a step that asks for memory gets none, and fails. */
  made_advance(one, 60);
  pn_alloc_fail_at(1);
  made_advance(one, 5);
  pn_alloc_fail_at(0);
  pn_world_free(one);
  pn_world_free(two);
}
END_TEST

/* Checks that a first step reads nothing of an earlier one. */
START_TEST(the_first_step_has_no_past)
{
  enum { ROOM = 300 };
  add_heap();
  const pn_joint_place place = {.point = {0, 0, 0.2}};
  pn_system_join(made.sys, pn_joint_ball, 0, 1, &place);
  made.settings.warm_start = 1;
  pn_world *clean = made_world(), *world = made_world();
  world->room = ROOM;
  world->start = pn_alloc(ROOM, sizeof *world->start);
  world->last = pn_alloc(ROOM, sizeof *world->last);
  world->last_contact = pn_alloc(ROOM, sizeof *world->last_contact);
  for (size_t r = 0; r < ROOM; r++)
    world->start[r] = world->last[r] = NAN;
  made_advance(clean, 2);
  made_advance(world, 2);
  ck_assert_mem_eq(world->y, clean->y,
                   pn_system_dimension(made.sys) * sizeof *clean->y);
  pn_world_free(clean);
  pn_world_free(world);
}
END_TEST

START_TEST(memory_that_fails_leaves_nothing_behind)
{
  add_heap();
  const pn_joint_place place = {.point = {0, 0, 0.2}};
  pn_system_join(made.sys, pn_joint_ball, 0, 1, &place);
  pn_world *world = NULL;
  for (size_t k = 1; !world; k++) {
    ck_assert_uint_lt(k, 60);
    pn_alloc_fail_at(k);
    world =
        pn_world_alloc(made.sys, made.geom, made.geoms, &made.settings, NULL);
    pn_alloc_fail_at(0);
  }
  int code = GSL_ENOMEM;
  for (size_t k = 1; code; k++) {
    ck_assert_uint_lt(k, 60);
    pn_alloc_fail_at(k);
    code = pn_world_advance(world, NULL);
    pn_alloc_fail_at(0);
  }
  pn_world_free(world);
}
END_TEST

/* Counts its calls, and looks at the problem. */
static double choose(void *calls, const pn_lcp *lcp)
{
  ++*(size_t *)calls;
  ck_assert(lcp->size > 0 && lcp->A);
  return 1.1;
}

/* A chooser is asked once in each step that has a problem, and its answer is
   the omega. */
START_TEST(omega_can_be_chosen_step_by_step)
{
  size_t calls = 0;
  add_heap();
  made.settings.frozen = 1;
  made.settings.rounds = 3;
  made.settings.iterations = 30;
  made.settings.omega = 1.1;
  pn_world *fixed = made_world();
  made.settings.omega = 1.7;
  made.settings.choose_omega = choose;
  made.settings.chooser = &calls;
  pn_world *chosen = made_world();
  size_t steps = 0;
  for (int k = 0; k < 30; k++) {
    made_advance(fixed, 1);
    made_advance(chosen, 1);
    steps += chosen->lcp->size > 0;
  }
  ck_assert_uint_eq(calls, steps);
  ck_assert_mem_eq(fixed->y, chosen->y,
                   pn_system_dimension(made.sys) * sizeof *fixed->y);
  pn_world_free(fixed);
  pn_world_free(chosen);
}
END_TEST

/* Expects the world to be refused with a reason that begins so. */
static void refuse_world(const char *reason)
{
  pn_error error = {0};
  ck_assert_ptr_null(
      pn_world_alloc(made.sys, made.geom, made.geoms, &made.settings, &error));
  ck_assert_int_eq(error.code, GSL_EINVAL);
  ck_assert_msg(strstr(error.text, reason) == error.text, "'%s', not '%s'",
                error.text, reason);
}

START_TEST(what_cannot_be_is_refused)
{
  pn_error error = {0};
  made_add(pn_shape_rod, (double[]){0.3}, 1, pn_vec3_make(0, 0, 1));
  ck_assert_ptr_null(
      pn_world_alloc(made.sys, made.geom, made.geoms, &made.settings, &error));
  ck_assert_str_eq(error.text,
                   "a rod cannot collide: spheres, boxes and capsules can, and "
                   "planes of the world");
  made.geom[0].shape = pn_shape_sphere;
  made.geom[0].body = 3;
  error = (pn_error){0};
  ck_assert_ptr_null(
      pn_world_alloc(made.sys, made.geom, made.geoms, &made.settings, &error));
  ck_assert_str_eq(error.text,
                   "geom 0: its body must be PN_WORLD or below 1, got 3");
  made.geom[0].body = 0;
  made.settings.method = pn_lcp_mprgp;
  made_add_ground();
  made.sys->body[0].pose.x.z = 0.3;
  pn_world *world = made_world();
  error = (pn_error){0};
  ck_assert_int_eq(pn_world_advance(world, &error), GSL_EINVAL);
  ck_assert_ptr_nonnull(strstr(error.text, "coupled friction has none"));
  pn_world_free(world);
  made.settings.step = 0;
  error = (pn_error){0};
  ck_assert_ptr_null(
      pn_world_alloc(made.sys, made.geom, made.geoms, &made.settings, &error));
  ck_assert_str_eq(error.text, "the step must be positive; try 1/60 s");
}
END_TEST

/* ODE, asked for such a shape, would end the program. */
START_TEST(geoms_that_cannot_be_are_refused)
{
  static const double bad[] = {NAN, -1, 0, INFINITY, 1e200};
  const pn_shape *const shapes[] = {pn_shape_box, pn_shape_sphere,
                                    pn_shape_capsule};
  made_add(pn_shape_box, (double[]){1, 1, 1}, 1, pn_vec3_make(0, 0, 1));
  pn_geom *geom = &made.geom[0];
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
    for (size_t i = 0; i < shapes[s]->sizes; i++)
      for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        geom->shape = shapes[s];
        geom->size[i] = bad[k];
        refuse_world("geom 0: the sizes of a ");
        geom->size[i] = 1;
      }
  geom->pose.x.y = NAN;
  refuse_world("geom 0 must be within 1000000000 m");
  geom->pose.x.y = 0;
  geom->pose.q = (pn_quat){0, 0, 0, 0};
  refuse_world("geom 0: its quaternion must have length 1");
  geom->pose.q = pn_quat_identity();
  geom->shape = NULL;
  refuse_world("geom 0 has no shape");
  geom->shape = pn_shape_box;
  pn_world_free(made_world());
}
END_TEST

/* Nor must it be asked for a shape grown without bound. */
START_TEST(a_body_without_a_speed_is_lost)
{
  static const double bad[] = {NAN, INFINITY, 1e300};
  pn_error error = {0};
  made_add(pn_shape_box, (double[]){1, 1, 1}, 1, pn_vec3_make(0, 0, 1));
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    pn_world *world = made_world();
    world->y[pn_system_positions(made.sys)] = bad[k];
    ck_assert_int_eq(pn_world_advance(world, &error), GSL_ERANGE);
    ck_assert_str_eq(error.text, "a body flew away at t = 0 s, more than 1e9 "
                                 "m: a smaller step may keep it");
    pn_world_free(world);
  }
}
END_TEST

/* Expects these settings to be refused with the rule that begins so, and sets
   them back. */
static void refuse_settings(const char *rule)
{
  refuse_world(rule);
  made.settings = pn_world_settings_default();
}

START_TEST(settings_have_rules)
{
  made_add(pn_shape_sphere, (double[]){0.3}, 1, pn_vec3_make(0, 0, 1));
  made.settings.method = NULL;
  refuse_settings("there is no method");
  made.settings = (pn_world_settings){.step = 0};
  refuse_settings("there is no method");
  made.settings.friction = -0.1;
  refuse_settings("friction must not be negative");
  made.settings.contact_stiffness = 0;
  refuse_settings("the stiffness of contacts must be positive");
  made.settings.contact_damping = -1;
  refuse_settings("the damping of contacts must not be negative");
  made.settings.tangent_compliance = -1e-9;
  refuse_settings("the compliance of tangents must not be negative");
  made.settings.damping = -1;
  refuse_settings("damping must not be negative");
  made.settings.margin = 0;
  refuse_settings("the margin must be positive");
  made.settings.per_pair = 17;
  refuse_settings("contacts per pair must be 1 to 16");
  made.settings.rounds = 0;
  refuse_settings("rounds of frozen friction must be 1 or more");
  made.settings.cone = made.settings.frozen = 1;
  refuse_settings("friction in its cone is coupled");
  made.settings.friction_tolerance = -1;
  refuse_settings("the tolerance of friction must not be negative");
  made.settings.tolerance = 0;
  refuse_settings("the tolerance must be positive");
  made.settings.kappa = -1;
  refuse_settings("kappa must not be negative");
  made.settings.omega = 2;
  refuse_settings("omega must lie between 0 and 2");
}
END_TEST

START_TEST(joints_that_are_refused)
{
  pn_error error = {0};
  made_add(pn_shape_sphere, (double[]){0.25}, 1, pn_vec3_make(0, 0, 1));
  const pn_joint_place place = {.axis = {0, 1, 0}};
  pn_system_join(made.sys, pn_joint_revolute, PN_WORLD, 0, &place);
  const pn_bound bound = {.low = -1, .high = 2};
  ck_assert_int_eq(pn_system_add_bound(made.sys, &bound), GSL_SUCCESS);
  ck_assert_ptr_null(
      pn_world_alloc(made.sys, made.geom, made.geoms, &made.settings, &error));
  ck_assert_ptr_nonnull(strstr(error.text, "limits or dry friction"));

  made.sys->bounds = 0;
  made_add(pn_shape_sphere, (double[]){0.25}, 1, pn_vec3_make(1, 0, 1));
  pn_system_join(made.sys, pn_joint_differential, 0, 1, &place);
  ck_assert_ptr_null(
      pn_world_alloc(made.sys, made.geom, made.geoms, &made.settings, &error));
  ck_assert_ptr_nonnull(strstr(error.text, "three bodies"));
}
END_TEST
int main(void)
{
  Suite *suite = suite_create("world_step");
  TCase *steps = tcase_create("steps");
  tcase_set_timeout(steps, 60);
  tcase_add_checked_fixture(steps, made_begin, made_end);
  tcase_add_loop_test(steps, the_problem_of_a_step_agrees_with_enumeration, 0,
                      3);
  tcase_add_loop_test(steps, the_problem_of_a_heap_agrees_with_pivoting, 0, 2);
  tcase_add_test(steps, rounds_of_frozen_friction_end_by_a_tolerance);
  tcase_add_test(steps,
                 rounds_of_frozen_friction_with_anticipation_tell_their_gap);
  tcase_add_loop_test(steps, equal_worlds_take_equal_steps_and_no_memory, 0, 2);
  tcase_add_test(steps, the_first_step_has_no_past);
  tcase_add_test(steps, memory_that_fails_leaves_nothing_behind);
  tcase_add_test(steps, omega_can_be_chosen_step_by_step);
  tcase_add_test(steps, what_cannot_be_is_refused);
  tcase_add_test(steps, geoms_that_cannot_be_are_refused);
  tcase_add_test(steps, a_body_without_a_speed_is_lost);
  tcase_add_test(steps, settings_have_rules);
  tcase_add_test(steps, joints_that_are_refused);
  suite_add_tcase(suite, steps);
  return test_run(suite);
}
