/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Balls in time: contacts against all pairs, single balls against closed
   forms, each switch by what it is for, and piles by what must hold. */
#include "pantin/contact/balls_scene.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/operator_balls.h"

#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static pn_balls *balls;
static pn_stepper *stepper;
static pn_stepper_settings settings;

static void prepare(void)
{
  settings = pn_stepper_settings_default();
  settings.method = pn_lcp_pcg;
  settings.tolerance = 1e-12;
  settings.iterations = 1000;
}

static void finish(void)
{
  pn_stepper_free(stepper);
  pn_balls_free(balls);
  stepper = NULL;
  balls = NULL;
}

/* Balls of radius 0.25 in this container, at rest in the middle. */
static void make(size_t count, const pn_container_shape *shape, double gravity)
{
  balls = pn_balls_alloc(count);
  for (size_t k = 0; k < count; k++) {
    balls->radius[k] = 0.25;
    balls->mass[k] = 1.3;
  }
  balls->container = (pn_container){shape, {2, 2, 2}};
  balls->gravity = pn_vec3_make(0, 0, gravity);
}

static void advance(int steps)
{
  pn_error error = {0};
  if (!stepper)
    stepper = pn_stepper_alloc(balls, &settings, &error);
  ck_assert_msg(stepper != NULL, "%s", error.text);
  for (int k = 0; k < steps; k++)
    ck_assert_msg(!pn_stepper_advance(stepper, &error), "%s", error.text);
}

/* Semi-implicit Euler: z falls by g dt^2 (1 + 2 + ... + n); then the floor. */
START_TEST(a_ball_falls_and_lies)
{
  make(1, pn_container_tube, -9.81);
  balls->x[0].z = 1.25;
  advance(30);
  const double dt = settings.step;
  test_close(balls->x[0].z, 1.25 - 9.81 * dt * dt * 30 * 31 / 2, 1e-13,
             "height in the fall");
  test_close(balls->v[0].z, -9.81 * dt * 30, 1e-13, "velocity in the fall");
  advance(30);
  test_close(balls->x[0].z, 0.25, 1e-13, "height on the floor");
  test_close(balls->v[0].z, 0, 1e-13, "velocity on the floor");
  test_close(stepper->info.energy, 1.3 * 9.81 * 0.25, 1e-12, "energy");
  test_close(stepper->solver->lambda[0], 1.3 * 9.81 * dt, 1e-13, "impulse");
}
END_TEST

/* A light and a heavy ball meet in the void: they go on together along the
   normal, and keep their momentum. */
START_TEST(two_balls_meet)
{
  make(2, pn_container_sphere, 0);
  balls->mass[1] = 5.2;
  balls->x[0] = pn_vec3_make(-0.6, 0.2, 0);
  balls->x[1] = pn_vec3_make(0.1, 0, 0);
  balls->v[0] = pn_vec3_make(2.4, -0.3, 0.1);
  advance(20);
  const pn_vec3 v = pn_vec3_add(pn_vec3_scale(1.3, balls->v[0]),
                                pn_vec3_scale(5.2, balls->v[1]));
  test_close(v.x, 1.3 * 2.4, 1e-13, "momentum, x");
  test_close(v.y, 1.3 * -0.3, 1e-13, "momentum, y");
  test_close(v.z, 1.3 * 0.1, 1e-13, "momentum, z");
  ck_assert(balls->v[1].x > 0.3);
  ck_assert(pn_vec3_norm(pn_vec3_sub(balls->x[1], balls->x[0])) >= 0.5 - 1e-12);
}
END_TEST

/* A bullet that makes its diameter in a step: seen before it meets, or too
   late. */
START_TEST(anticipation_sees_what_comes)
{
  for (int on = 0; on < 2; on++) {
    settings.anticipation = on;
    make(1, pn_container_tube, 0);
    balls->x[0].z = 1.26;
    balls->v[0].z = -50;
    advance(2);
    ck_assert(stepper->info.penetration == 0);
    advance(2);
    if (on)
      test_close(balls->x[0].z, 0.25, 1e-13, "stopped at the floor");
    else
      ck_assert_msg(stepper->info.penetration > 0.1, "%g is deep enough",
                    stepper->info.penetration);
    finish();
  }
}
END_TEST

/* Puts three balls in a row: the first flies at the second with 1 m/s, beside
   which the third one rests, with this gap between them. Without restitution
   all go on together. */
static void make_row(double gap)
{
  make(3, pn_container_sphere, 0);
  balls->x[0] = pn_vec3_make(-1.2, 0, 0);
  balls->v[0] = pn_vec3_make(1, 0, 0);
  balls->x[1] = pn_vec3_make(-0.2, 0, 0);
  balls->x[2] = pn_vec3_make(0.3 + gap, 0, 0);
}

/* Gaps of rounding, and what a solver leaves, in steps of any length. */
START_TEST(a_struck_ball_pushes_its_neighbour)
{
  static const double gap[] = {5e-17, 1e-13, 1e-8};
  static const double step[] = {1e-2, 1e-3, 1e-5};
  for (size_t g = 0; g < sizeof gap / sizeof gap[0]; g++)
    for (size_t s = 0; s < sizeof step / sizeof step[0]; s++) {
      settings.step = step[s];
      make_row(gap[g]);
      /* The balls meet after 0.5 s. */
      advance((int)(0.6 / step[s]));
      for (size_t k = 0; k < 3; k++)
        test_close(balls->v[k].x, 1. / 3, 1e-4, "ball %zu, gap %g, step %g", k,
                   gap[g], step[s]);
      ck_assert_uint_eq(stepper->info.missed, 0);
      finish();
    }
}
END_TEST

/* A gap that the third ball's resting neighbour crosses within the step in
   which it is struck: no contact saw that, and the step that follows says so,
   once, with the speed d / dt. A margin of the gap, or without anticipation no
   promise, leaves nothing to say. */
START_TEST(a_pair_that_was_no_contact_is_told)
{
  size_t missed[3] = {0, 0, 0};
  for (int turn = 0; turn < 3; turn++) {
    settings.margin = turn == 1 ? 3e-4 : 0;
    settings.anticipation = turn != 2;
    make_row(3e-4);
    for (int k = 0; k < 60; k++) {
      const double apart = stepper ? balls->x[2].x - balls->x[1].x : 1;
      advance(1);
      if (stepper->info.missed > 0)
        test_close(stepper->info.rebound, (0.5 - apart) / settings.step, 1e-9,
                   "speed of the rebound");
      else
        ck_assert(stepper->info.rebound == 0);
      missed[turn] += stepper->info.missed;
    }
    if (turn == 1)
      test_close(balls->v[0].x, 1. / 3, 0.02, "velocity with a margin");
    finish();
  }
  ck_assert_uint_eq(missed[0], 1);
  ck_assert_uint_eq(missed[1], 0);
  ck_assert_uint_eq(missed[2], 0);
}
END_TEST

START_TEST(position_correction_undoes_overlap)
{
  for (int on = 0; on < 2; on++) {
    settings.position_correction = on;
    make(1, pn_container_tube, -9.81);
    balls->x[0].z = 0.24;
    advance(1);
    test_close(balls->x[0].z, on ? 0.25 : 0.24, 1e-13, "height");
    test_close(stepper->info.penetration, 0.01, 1e-13, "overlap before");
    finish();
  }
}
END_TEST

/* Every pair within reach is a contact, with its own gap and normal, and no
   other; found by looking at all pairs. */
START_TEST(contacts_are_all_pairs_within_reach)
{
  make(150, pn_container_box, -9.81);
  for (size_t k = 0; k < balls->count; k++)
    balls->radius[k] = 0.1 + 0.15 * (double)(k % 7) / 6;
  ck_assert(!pn_balls_fill(balls, 3, NULL));
  advance(60);
  pn_vec3 *x = malloc(balls->count * sizeof *x);
  pn_vec3 *v = malloc(balls->count * sizeof *v);
  for (size_t k = 0; k < balls->count; k++) {
    x[k] = balls->x[k];
    v[k] = pn_vec3_add_scaled(balls->v[k], settings.step, balls->gravity);
  }
  advance(1);
  size_t found = 0, wrong = 0;
  for (size_t j = 0; j < balls->count; j++)
    for (size_t i = 0; i < j; i++) {
      const pn_vec3 apart = pn_vec3_sub(x[j], x[i]);
      const double gap =
          pn_vec3_norm(apart) - balls->radius[i] - balls->radius[j];
      const double reach =
          settings.step * (pn_vec3_norm(v[i]) + pn_vec3_norm(v[j]));
      size_t seen = 0;
      for (size_t c = 0; c < stepper->lcp->size; c++) {
        const pn_pair at = stepper->J->pair[c];
        if (at.i != i || at.j != j)
          continue;
        const pn_vec3 n = pn_vec3_normalize(apart);
        const double b =
            pn_vec3_dot(n, pn_vec3_sub(v[j], v[i])) + gap / settings.step;
        test_close(stepper->lcp->b[c], b, 1e-9, "b of (%zu, %zu)", i, j);
        seen++;
      }
      found += seen;
      wrong += seen != (gap <= reach);
    }
  ck_assert_uint_eq(wrong, 0);
  ck_assert_uint_gt(found, 100);
  free(x);
  free(v);
}
END_TEST

/* A stack at rest stays, and each contact bears what lies above it. */
START_TEST(a_stack_rests)
{
  make(7, pn_container_tube, -9.81);
  for (size_t k = 0; k < 7; k++)
    balls->x[k].z = 0.25 + 0.5 * (double)k;
  advance(1);
  ck_assert_uint_eq(stepper->info.iterations, 7);
  advance(200);
  for (size_t k = 0; k < 7; k++)
    test_close(balls->x[k].z, 0.25 + 0.5 * (double)k, 1e-11, "ball %zu", k);
}
END_TEST

/* The impulses of the last step are nearly those of this one. */
START_TEST(a_warm_start_is_a_better_one)
{
  double residual[2];
  settings.method = pn_lcp_pgs;
  settings.tolerance = 0;
  settings.iterations = 20;
  for (int warm = 0; warm < 2; warm++) {
    settings.warm_start = warm;
    make(7, pn_container_tube, -9.81);
    for (size_t k = 0; k < 7; k++)
      balls->x[k].z = 0.25 + 0.5 * (double)k;
    advance(50);
    residual[warm] = stepper->info.residual.scaled.inf;
    finish();
  }
  ck_assert_msg(residual[1] < 0.01 * residual[0], "warm %g, cold %g",
                residual[1], residual[0]);
}
END_TEST

/* A stack on the floor stays there, in whatever order it is swept. */
START_TEST(any_order_holds_a_stack)
{
  settings.method = pn_lcp_psor;
  settings.iterations = 5000;
  settings.order = (pn_lcp_order)_i;
  make(7, pn_container_tube, -9.81);
  for (size_t k = 0; k < 7; k++)
    balls->x[k].z = 0.25 + 0.5 * (double)k;
  advance(20);
  ck_assert_int_eq(stepper->solver->settings.order, settings.order);
  for (size_t k = 0; k < 7; k++)
    test_close(balls->x[k].z, 0.25 + 0.5 * (double)k, 1e-11, "ball %zu", k);
}
END_TEST

/* Looks at the pile for every shape and both switches: energy falls, nothing
   gets out. */
static void look_at_pile(double deepest)
{
  double energy = pn_balls_energy(balls);
  for (int k = 0; k < 150; k++) {
    advance(1);
    /* What correction of overlaps adds is far below what impacts take. */
    ck_assert_msg(stepper->info.energy <= energy + 1e-3 * fabs(energy),
                  "energy rises from %g to %g in step %d", energy,
                  stepper->info.energy, k);
    energy = stepper->info.energy;
    ck_assert_msg(stepper->info.penetration < deepest, "%g deep in step %d",
                  stepper->info.penetration, k);
  }
}

START_TEST(piles_stay_in_their_container)
{
  const pn_container_shape *const shapes[] = {
      pn_container_sphere, pn_container_disk, pn_container_box};
  settings.tolerance = 0;
  settings.iterations = 20;
  settings.method = pn_lcp_psor;
  make(_i == 1 ? 30 : 100, shapes[_i], -9.81);
  ck_assert(!pn_balls_fill(balls, 2, NULL));
  for (size_t k = 0; k < balls->count; k++)
    ck_assert(pn_container_holds(&balls->container, balls->x[k], 0.25));
  look_at_pile(0.0025);
}
END_TEST

/* The pile of 350 balls with 20 sweeps a step, from the fall to its rest: all
   stay inside, and are pressed into each other by less than a hundredth of
   their radius once they lie; energy falls from second to second. A minute of
   it, and 10^5 balls, are a table of bench/contact.c. */
START_TEST(a_long_run_stays_in_its_container)
{
  enum { SECONDS = 6, SETTLED = 2 };
  const double radius = 0.1;
  settings = pn_stepper_settings_default();
  make(350, pn_container_sphere, -9.81);
  for (size_t k = 0; k < balls->count; k++)
    balls->radius[k] = radius;
  balls->container.size[0] = 1;
  ck_assert(!pn_balls_fill(balls, 1, NULL));
  double before = pn_balls_energy(balls), deepest = 0;
  for (int second = 0; second < SECONDS; second++) {
    for (int k = 0; k < 100; k++) {
      advance(1);
      if (second >= SETTLED)
        deepest = fmax(deepest, stepper->info.penetration);
      for (size_t i = 0; i < balls->count; i++)
        ck_assert(pn_container_holds(&balls->container, balls->x[i],
                                     radius - 0.05 * radius));
    }
    ck_assert_msg(stepper->info.energy < before, "energy %g J after %g J",
                  stepper->info.energy, before);
    before = stepper->info.energy;
  }
  ck_assert_msg(deepest > 0 && deepest < 0.01 * radius, "%g m deep", deepest);
}
END_TEST

/* Two runs, the same bits. */
START_TEST(the_same_run_has_the_same_bits)
{
  pn_vec3 x[2][100];
  settings.iterations = 20;
  for (int turn = 0; turn < 2; turn++) {
    make(100, pn_container_sphere, -9.81);
    pn_balls_fill(balls, 2, NULL);
    advance(100);
    memcpy(x[turn], balls->x, sizeof x[turn]);
    finish();
  }
  ck_assert_mem_eq(x[0], x[1], sizeof x[0]);
}
END_TEST

/* All methods move the same pile, each to its own accuracy. */
START_TEST(every_method_can_step)
{
  const pn_lcp_method *method;
  settings.iterations = 30;
  settings.tolerance = 0;
  for (size_t m = 0; (method = pn_lcp_method_get(m)); m++) {
    if (method->rows_max > 0 || (method->needs & PN_LCP_NEEDS_FRICTION))
      continue;
    settings.method = method;
    make(60, pn_container_sphere, -9.81);
    pn_balls_fill(balls, 2, NULL);
    advance(80);
    ck_assert_msg(stepper->info.penetration < 0.05, "%s: %g deep", method->name,
                  stepper->info.penetration);
    finish();
  }
}
END_TEST

START_TEST(what_makes_no_sense_is_refused)
{
  pn_error error = {0};
  make(2, pn_container_disk, -9.81);
  balls->x[1].y = 0.1;
  ck_assert_ptr_null(pn_stepper_alloc(balls, &settings, &error));
  ck_assert_str_eq(error.text, "ball 2: in a disk, y is 0");
  balls->x[1].y = 0;
  balls->mass[0] = 0;
  error = (pn_error){0};
  ck_assert_ptr_null(pn_stepper_alloc(balls, &settings, &error));
  ck_assert_str_eq(error.text, "ball 1: its mass must be positive");
  balls->mass[0] = 1;
  settings.step = 0;
  error = (pn_error){0};
  ck_assert_ptr_null(pn_stepper_alloc(balls, &settings, &error));
  ck_assert_str_eq(error.text, "the step must be positive; try 0.01 s");
  settings.method = NULL;
  error = (pn_error){0};
  ck_assert_ptr_null(pn_stepper_alloc(balls, &settings, &error));
  ck_assert_str_eq(error.text, "there is no method; try pn_lcp_psor");
}
END_TEST

/* Each ball of 600 would touch each other one. */
START_TEST(a_margin_that_is_too_large_is_refused)
{
  pn_error error = {0};
  make(600, pn_container_box, -9.81);
  settings.margin = 1e6;
  for (size_t k = 0; k < balls->count; k++)
    balls->x[k].x = 0.6 * (double)k;
  balls->container.size[0] = 1e3;
  stepper = pn_stepper_alloc(balls, &settings, &error);
  ck_assert_msg(stepper != NULL, "%s", error.text);
  ck_assert_int_eq(pn_stepper_advance(stepper, &error), GSL_ETABLE);
  ck_assert_str_eq(error.text,
                   "600 balls have more than 160000 contacts: the margin, "
                   "1e+06 m, or the step, 0.01 s, is too large");
}
END_TEST

START_TEST(memory_that_fails_leaves_nothing_behind)
{
  make(20, pn_container_sphere, -9.81);
  pn_balls_fill(balls, 2, NULL);
  for (size_t k = 1; !stepper; k++) {
    ck_assert_uint_lt(k, 50);
    pn_alloc_fail_at(k);
    stepper = pn_stepper_alloc(balls, &settings, NULL);
    pn_alloc_fail_at(0);
  }
  int code = GSL_ENOMEM;
  for (size_t k = 1; code; k++) {
    ck_assert_uint_lt(k, 200);
    pn_alloc_fail_at(k);
    code = pn_stepper_advance(stepper, NULL);
    pn_alloc_fail_at(0);
  }
  advance(3);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("stepper");
  TCase *one = tcase_create("single");
  tcase_add_checked_fixture(one, prepare, finish);
  tcase_add_test(one, a_ball_falls_and_lies);
  tcase_add_test(one, two_balls_meet);
  tcase_add_test(one, anticipation_sees_what_comes);
  tcase_add_test(one, a_struck_ball_pushes_its_neighbour);
  tcase_add_test(one, a_pair_that_was_no_contact_is_told);
  tcase_add_test(one, position_correction_undoes_overlap);
  suite_add_tcase(suite, one);
  TCase *piles = tcase_create("piles");
  tcase_set_timeout(piles, 60);
  tcase_add_checked_fixture(piles, prepare, finish);
  tcase_add_test(piles, contacts_are_all_pairs_within_reach);
  tcase_add_test(piles, a_stack_rests);
  tcase_add_test(piles, a_warm_start_is_a_better_one);
  tcase_add_loop_test(piles, any_order_holds_a_stack, PN_LCP_FORWARD,
                      PN_LCP_COLOURS + 1);
  tcase_add_loop_test(piles, piles_stay_in_their_container, 0, 3);
  tcase_add_test(piles, a_long_run_stays_in_its_container);
  tcase_add_test(piles, the_same_run_has_the_same_bits);
  tcase_add_test(piles, every_method_can_step);
  suite_add_tcase(suite, piles);
  TCase *bad = tcase_create("bad");
  tcase_add_checked_fixture(bad, prepare, finish);
  tcase_add_test(bad, what_makes_no_sense_is_refused);
  tcase_add_test(bad, a_margin_that_is_too_large_is_refused);
  tcase_add_test(bad, memory_that_fails_leaves_nothing_behind);
  suite_add_tcase(suite, bad);
  return test_run(suite);
}
