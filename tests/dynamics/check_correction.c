/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Correction of drift, and impacts. */
#include "dynamics/models.h"
#include "dynamics/reference.h"
#include "pantin/base/alloc.h"
#include "pantin/dynamics/simulation.h"
#include "pantin/multipliers/tree.h"
#include "pantin/dynamics/box.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { Y_MAX = 13 * 20, ROWS_MAX = 100 };

static const double rounding = 1e-12;

/* Puts every body out of place by some of `size` [m], [rad]. */
static void disturb(const pn_dynamics *d, double size, double *y)
{
  double dq[Y_MAX];
  for (size_t k = 0; k < d->assembly->velocities; k++)
    dq[k] = size * sin(2.385 * (double)(k + 1));
  pn_dynamics_displace(d, y, dq);
}

START_TEST(newton_is_quadratic)
{
  pn_system *system = model_puppet();
  pn_dynamics *d = pn_dynamics_alloc(system, pn_multipliers_sparse);
  double y[Y_MAX], gap[8];
  pn_system_start(system, y);
  disturb(d, 0.02, y);
  for (int k = 0; k < 8; k++)
    ck_assert_int_eq(pn_correct_positions(d, y, &gap[k]), GSL_SUCCESS);
  ck_assert_msg(gap[0] > 0.01, "%g", gap[0]);
  for (int k = 0; k < 4; k++)
    ck_assert_msg(gap[k + 1] <= 20 * gap[k] * gap[k] + rounding,
                  "step %d: from %g to %g", k, gap[k], gap[k + 1]);
  test_close(gap[7], 0, rounding, "gap at the end");
  pn_dynamics_free(d);
  pn_system_free(system);
}
END_TEST

/* Newton's step is the least: it moves the common centre of mass nowhere, and
   any other displacement that closes the gaps is longer. */
START_TEST(newton_moves_the_least)
{
  pn_system *system = model_puppet();
  pn_dynamics *d = pn_dynamics_alloc(system, pn_multipliers_sparse);
  double y[Y_MAX], gap;
  pn_system_start(system, y);
  disturb(d, 1e-3, y);
  pn_vec3 before = {0, 0, 0}, after = {0, 0, 0};
  for (size_t b = 0; b < system->bodies; b++)
    before = pn_vec3_add_scaled(before, system->body[b].mass,
                                pn_state_motion(system, y, b).pose.x);
  ck_assert_int_eq(pn_correct_positions(d, y, &gap), GSL_SUCCESS);
  for (size_t b = 0; b < system->bodies; b++)
    after = pn_vec3_add_scaled(after, system->body[b].mass,
                               pn_state_motion(system, y, b).pose.x);
  test_close(pn_vec3_norm(pn_vec3_sub(after, before)), 0, rounding,
             "displacement of the centre of mass, times mass");
  pn_dynamics_free(d);
  pn_system_free(system);
}
END_TEST

/* Positions, velocities, or both, by each correction of the list. */
START_TEST(each_corrects_what_it_says)
{
  const pn_correction *correction = pn_correction_get((size_t)_i);
  ck_assert_ptr_eq(pn_correction_find(correction->name), correction);
  pn_system *system = model_tree15();
  pn_dynamics *d = pn_dynamics_alloc(system, pn_multipliers_sparse);
  void *state = correction->alloc(system);
  double y[Y_MAX], Ju[ROWS_MAX];
  pn_system_start(system, y);
  disturb(d, 1e-7, y);
  for (size_t k = pn_system_positions(system); k < pn_system_dimension(system);
       k++)
    y[k] += 0.1 * sin(2.385 * (double)k);
  ck_assert_int_eq(correction->apply(state, d, y), GSL_SUCCESS);
  pn_measure m;
  ck_assert_int_eq(pn_measure_set(&m, d->assembly, y, Ju), GSL_SUCCESS);
  const int positions = correction == pn_correction_newton ||
                        correction == pn_correction_both ||
                        correction == pn_correction_tree;
  const int velocities =
      correction == pn_correction_velocity || correction == pn_correction_both;
  ck_assert_msg((m.constraint_inf < rounding) == positions, "%s leaves |C| %g",
                correction->name, m.constraint_inf);
  ck_assert_msg((m.velocity_inf < rounding) == velocities, "%s leaves |Ju| %g",
                correction->name, m.velocity_inf);
  correction->free(state);
  pn_dynamics_free(d);
  pn_system_free(system);
}
END_TEST

START_TEST(the_tree_hangs_from_the_world)
{
  pn_system *system = model_bricard_rod();
  pn_tree *tree = pn_tree_alloc(system);
  ck_assert_uint_eq(tree->loops, 1);
  int placed[20] = {0};
  for (size_t k = 0; k < tree->bodies; k++) {
    const size_t body = tree->order[k];
    ck_assert(tree->above[body] == PN_WORLD || placed[tree->above[body]]);
    ck_assert_uint_ne(tree->joint[body], PN_NO_JOINT);
    placed[body] = 1;
  }
  pn_tree_free(tree);
  for (size_t k = 1; k <= 7; k++) {
    pn_alloc_fail_at(k);
    ck_assert_ptr_null(pn_tree_alloc(system));
  }
  pn_alloc_fail_at(0);
  pn_tree_free(NULL);
  pn_system_free(system);

  system = model_puppet(); /* nothing holds it: body 0 is the root */
  tree = pn_tree_alloc(system);
  ck_assert_uint_eq(tree->loops, 0);
  ck_assert_uint_eq(tree->joint[0], PN_NO_JOINT);
  ck_assert_uint_eq(tree->above[14], 13);
  pn_tree_free(tree);
  pn_system_free(system);
}
END_TEST

/* The puppet's foot hits the floor. */
static const pn_impact foot = {14, {0.02, -0.03, 0.1}, {0, 1, 0}, 0, 0, 0};

START_TEST(an_impact_changes_the_energy_by_its_formula)
{
  const double restitutions[] = {0, 0.75, 1}, e = restitutions[_i];
  pn_system *system = model_puppet();
  pn_dynamics *d = pn_dynamics_alloc(system, pn_multipliers_sparse);
  pn_impulse *impulse = pn_impulse_alloc(d);
  double y[Y_MAX], Ju[ROWS_MAX];
  pn_system_start(system, y);
  for (size_t b = 0; b < system->bodies; b++) /* it falls */
    y[pn_system_positions(system) + 6 * b + 1] -= 4;
  const double w = pn_impact_velocity(&foot, system, y);
  ck_assert(w < -1);
  pn_measure before, after;
  pn_measure_set(&before, d->assembly, y, Ju);
  ck_assert_int_eq(pn_impulse_apply(impulse, &foot, e, y), GSL_SUCCESS);
  pn_measure_set(&after, d->assembly, y, Ju);
  test_close(pn_impact_velocity(&foot, system, y), -e * w, rounding, "rebound");
  test_close(after.velocity_inf, 0, rounding, "joints after the impact");
  test_close(after.kinetic - before.kinetic,
             -(1 - e * e) * w * w / (2 * impulse->rebound), 1e-10,
             "energy lost");
  test_close(after.momentum.y - before.momentum.y, impulse->impulse, 1e-10,
             "momentum");

  /* It moves away now: a second impact does nothing. */
  if (e > 0) {
    ck_assert_int_eq(pn_impulse_apply(impulse, &foot, e, y), GSL_SUCCESS);
    test_close(impulse->impulse, 0, 0, "impulse of a contact that opens");
  }
  pn_impulse_free(impulse);
  pn_dynamics_free(d);
  pn_system_free(system);
}
END_TEST

/* A hand that sticks, hit from many sides: it does not slide unless it is
   thrown off, it is not pulled, the joints hold, and no energy is made, though
   e on the normal alone would sometimes make some. */
START_TEST(an_impact_that_sticks)
{
  const double e = 0.95;
  const pn_impact hand = {8, {-0.08, -0.05, 0.03}, {0, 1, 0}, 1, 0, 0};
  pn_system *system = model_puppet();
  pn_dynamics *d = pn_dynamics_alloc(system, pn_multipliers_sparse);
  pn_impulse *impulse = pn_impulse_alloc(d);
  double y[Y_MAX], Ju[ROWS_MAX];
  int lowered = 0, pushed = 0;
  for (int k = 0; k < 200; k++) {
    pn_system_start(system, y);
    for (size_t i = pn_system_positions(system);
         i < pn_system_dimension(system); i++)
      y[i] += 2 * sin(2.385 * (double)i * (k + 1)) - (i % 6 == 1 ? 2 : 0);
    ck_assert_int_eq(pn_correct_velocities(d, y), GSL_SUCCESS);
    const double w = pn_impact_velocity(&hand, system, y);
    if (w >= 0)
      continue;
    pn_measure before, after;
    pn_measure_set(&before, d->assembly, y, Ju);
    const double work = impulse->work, joint_work = impulse->joint_work;
    ck_assert_int_eq(pn_impulse_apply(impulse, &hand, e, y), GSL_SUCCESS);
    pn_measure_set(&after, d->assembly, y, Ju);
    test_close(after.velocity_inf, 0, rounding, "joints after the impact");
    test_close(after.kinetic - before.kinetic, impulse->work - work, 1e-10,
               "work by its formula");
    test_close(impulse->joint_work, joint_work, 1e-10, "work of the joints");
    ck_assert(impulse->work - work < 1e-10);
    const pn_motion motion = pn_state_motion(system, y, hand.body);
    const pn_vec3 v =
        pn_vec3_add(motion.v, pn_vec3_cross(motion.omega, hand.arm));
    if (impulse->impulse > 0)
      test_close(hypot(v.x, v.z), 0, 1e-10, "sliding");
    ck_assert(impulse->impulse >= 0);
    ck_assert(v.y < -e * w + 1e-10);
    pushed += impulse->impulse > 0;
    lowered += impulse->impulse > 0 && v.y < -e * w - 1e-6;
    test_close(after.momentum.x - before.momentum.x, impulse->vector.x, 1e-10,
               "momentum");
  }
  ck_assert_int_gt(pushed, 50);
  ck_assert_int_gt(lowered, 2);
  ck_assert_int_lt(lowered, pushed);
  pn_impulse_free(impulse);
  pn_dynamics_free(d);
  pn_system_free(system);
}
END_TEST

/* What is asked for at one position is solved with one factorisation, and is
   what a new one gives, to the last bit; elsewhere there is another. */
START_TEST(one_place_has_one_factorisation)
{
  pn_system *system = model_puppet();
  pn_dynamics *d = pn_dynamics_alloc(system, pn_multipliers_auto);
  pn_dynamics *fresh = pn_dynamics_alloc(system, pn_multipliers_auto);
  pn_impulse *impulse = pn_impulse_alloc(d);
  double y[Y_MAX], gap;
  const size_t n = d->assembly->velocities,
               *count = &d->multipliers->factorisations;
  pn_system_start(system, y);
  for (size_t b = 0; b < system->bodies; b++)
    y[pn_system_positions(system) + 6 * b + 1] -= 4;
  y[0] += 1e-3; /* a gap */
  ck_assert_int_eq(pn_correct_positions(d, y, &gap), GSL_SUCCESS);
  ck_assert_uint_eq(*count, 1);
  ck_assert_int_eq(pn_correct_velocities(d, y), GSL_SUCCESS);
  ck_assert_int_eq(pn_impulse_apply(impulse, &foot, 0.75, y), GSL_SUCCESS);
  ck_assert(impulse->impulse > 0);
  ck_assert_int_eq(pn_dynamics_evaluate(d, 0, y, NULL), GSL_SUCCESS);
  ck_assert_uint_eq(*count, 2);
  ck_assert_int_eq(pn_dynamics_evaluate(fresh, 0, y, NULL), GSL_SUCCESS);
  ck_assert_mem_eq(d->acceleration, fresh->acceleration,
                   n * sizeof *d->acceleration);

  y[7 * 4 + 4] += 1e-6; /* one body turns a little */
  ck_assert_int_eq(pn_dynamics_evaluate(d, 0, y, NULL), GSL_SUCCESS);
  ck_assert_uint_eq(*count, 3);
  ck_assert_mem_ne(d->acceleration, fresh->acceleration,
                   n * sizeof *d->acceleration);
  y[3] = NAN;
  ck_assert_int_eq(pn_dynamics_evaluate(d, 0, y, NULL), GSL_EBADFUNC);
  ck_assert_int_eq(pn_dynamics_evaluate(d, 0, y, NULL), GSL_EBADFUNC);
  pn_impulse_free(impulse);
  pn_dynamics_free(fresh);
  pn_dynamics_free(d);
  pn_system_free(system);
}
END_TEST

/* Joints that have drifted come to rest in the impact: 1 + e is the contact's
   factor alone. */
START_TEST(an_impact_does_not_amplify_drift)
{
  pn_system *system = model_puppet();
  pn_dynamics *d = pn_dynamics_alloc(system, pn_multipliers_dense);
  pn_impulse *impulse = pn_impulse_alloc(d);
  double y[Y_MAX], Ju[ROWS_MAX];
  pn_system_start(system, y);
  for (size_t k = pn_system_positions(system); k < pn_system_dimension(system);
       k++)
    y[k] += 0.1 * sin(2.385 * (double)k) - (k % 6 == 1 ? 4 : 0);
  const double w = pn_impact_velocity(&foot, system, y);
  pn_measure after;
  ck_assert_int_eq(pn_impulse_apply(impulse, &foot, 0.75, y), GSL_SUCCESS);
  pn_measure_set(&after, d->assembly, y, Ju);
  test_close(after.velocity_inf, 0, rounding, "joints after the impact");
  test_close(pn_impact_velocity(&foot, system, y), -0.75 * w, rounding,
             "rebound");
  pn_impulse_free(impulse);
  pn_dynamics_free(d);
  pn_system_free(system);
}
END_TEST

/* A ball dropped in the box: heights of its bounces go with e^2. */
START_TEST(a_ball_bounces)
{
  pn_system *system = pn_system_alloc();
  const double radius = 0.1;
  pn_body ball = pn_body_make(pn_shape_sphere, &radius, 2.385);
  ball.pose.x = pn_vec3_make(0, 1.1, 0);
  pn_system_add_body(system, &ball);
  system->gravity = pn_vec3_make(0, -9.81, 0);
  const pn_box box = {{-1, 0, -1}, {1, 3, 1}, 0.75, 0};
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.dt = 1e-4;
  settings.box = &box;
  pn_simulation *s = pn_simulation_alloc(system, &settings, NULL);
  double top = 0;
  while (s->t < 0.9) { /* it lands at 0.452 s, and is up again at 0.79 s */
    ck_assert_int_eq(pn_simulation_step(s, NULL), GSL_SUCCESS);
    if (s->impacts > 0)
      top = fmax(top, s->y[1]);
  }
  /* It lands up to a step late. */
  test_close(top, 0.1 + 0.75 * 0.75, 1e-3, "height of the first bounce");
  ck_assert_uint_ge(s->impacts, 1);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A brick flies at 1 m/s straight at each of the six walls, and is at most a
   step late when its face is there. */
START_TEST(a_brick_meets_each_wall_with_its_face)
{
  static const double size[] = {0.4, 0.6, 0.8};
  const int k = _i / 2;
  const double sign = _i % 2 ? -1 : 1, dt = 1e-3;
  pn_system *system = pn_system_alloc();
  pn_body brick = pn_body_make(pn_shape_box, size, 2.385);
  double *v[] = {&brick.v.x, &brick.v.y, &brick.v.z};
  *v[k] = sign;
  pn_system_add_body(system, &brick);
  const pn_box box = {{-1, -1, -1}, {1, 1, 1}, 0.5, 0};
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.dt = dt;
  settings.box = &box;
  pn_simulation *s = pn_simulation_alloc(system, &settings, NULL);
  while (s->t < 1.5 && s->impacts == 0)
    ck_assert_int_eq(pn_simulation_step(s, NULL), GSL_SUCCESS);
  test_close(sign * s->y[k], 1 - size[k] / 2, 2 * dt, "wall %d", _i);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

START_TEST(the_puppet_stays_in_the_box)
{
  pn_system *system = model_puppet();
  system->gravity = pn_vec3_make(0, -9.81, 0);
  const pn_box box = {{-1.5, -0.5, -1.5}, {1.5, 2.5, 1.5}, 0.75, 0};
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.box = &box;
  settings.dt = 1. / 960;
  pn_simulation *s = pn_simulation_alloc(system, &settings, NULL);
  double energy = s->start.energy;
  while (s->t < 3) {
    simulate_step(s);
    pn_measure m;
    ck_assert_int_eq(pn_simulation_measure(s, &m), GSL_SUCCESS);
    ck_assert_msg(m.energy <= energy + 1e-3 * s->start.energy,
                  "energy rises at %g s: %g, %g", s->t, energy, m.energy);
    /* Impacts make limbs spin about their own axes by up to 460 rad/s, half a
       radian per step. */
    ck_assert_msg(m.constraint_inf < 1e-9 && m.velocity_inf < 1e-10,
                  "at %g s |C| is %g, |J u| %g", s->t, m.constraint_inf,
                  m.velocity_inf);
    energy = m.energy;
  }
  ck_assert_uint_gt(s->impacts, 3);
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_vec3 x = pn_state_motion(system, s->y, b).pose.x;
    ck_assert(fabs(x.x) < 1.7 && x.y > -0.7 && x.y < 2.7 && fabs(x.z) < 1.7);
  }
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

static int count_corrections(void)
{
  int corrections = 0;
  while (!pn_correction_get((size_t)corrections)->penalty) /* comes last */
    corrections++;
  return corrections;
}

int main(void)
{
  Suite *suite = suite_create("correction");
  TCase *correction = tcase_create("correction");
  tcase_add_test(correction, newton_is_quadratic);
  tcase_add_test(correction, newton_moves_the_least);
  tcase_add_loop_test(correction, each_corrects_what_it_says, 0,
                      count_corrections());
  tcase_add_test(correction, the_tree_hangs_from_the_world);
  suite_add_tcase(suite, correction);
  TCase *impact = tcase_create("impact");
  tcase_set_timeout(impact, 60);
  tcase_add_loop_test(impact, an_impact_changes_the_energy_by_its_formula, 0,
                      3);
  tcase_add_test(impact, an_impact_that_sticks);
  tcase_add_test(impact, an_impact_does_not_amplify_drift);
  tcase_add_test(impact, one_place_has_one_factorisation);
  tcase_add_test(impact, a_ball_bounces);
  tcase_add_loop_test(impact, a_brick_meets_each_wall_with_its_face, 0, 6);
  tcase_add_test(impact, the_puppet_stays_in_the_box);
  suite_add_tcase(suite, impact);
  return test_run(suite);
}
