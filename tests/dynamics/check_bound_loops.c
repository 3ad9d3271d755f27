/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests limits and dry friction of joints that close a loop, so that one motion
   moves them all and their rows follow from each other: a parallelogram of
   three bars, whose rockers turn by one angle, against closed forms. Its plane
   is turned in space, so that nothing in it is exact. */
#include "config.h"

#include "pantin/dynamics/simulation.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>

/* Of energies of about 10 J, where limits are found to 1e-9 rad; and what steps
   at rest on them may add, each as much as its weight does on such a way. */
static const double allowed = 1e-7, at_rest = 5e-6;

/* The rockers' length and mass, the coupler's, and how they stand at the
   start. */
static const double rocker = 1, light = 1, coupler = 2, heavy = 2, g = 9.81,
                    lean = 70 * M_PI / 180;

static const pn_multiplier_type *const *const solvers[] = {
    &pn_multipliers_auto, &pn_multipliers_dense, &pn_multipliers_kkt,
    &pn_multipliers_sparse, &pn_multipliers_schur};

enum { SHAPES = 2, BARS = 3, HINGES = 4 };

/* Adds a bar from a point to another, a thin rod or a box, and turns it so. */
static void add_bar(pn_system *system, int is_rod, double mass, double length,
                    double angle, pn_vec3 from, pn_quat turned)
{
  const double size[] = {length, 0.05, 0.05};
  pn_body body = pn_body_make(is_rod ? pn_shape_rod : pn_shape_box, size, mass);
  const pn_vec3 half =
      pn_vec3_make(length / 2 * cos(angle), length / 2 * sin(angle), 0);
  body.pose.x = pn_quat_rotate(turned, pn_vec3_add(from, half));
  body.pose.q = pn_quat_multiply(
      turned, pn_quat_axis_angle(pn_vec3_make(0, 0, 1), angle));
  pn_system_add_body(system, &body);
}

/* Makes the linkage; its hinges' bounds are the caller's, turns counted as the
   first rocker turns. */
static pn_system *parallelogram(int is_rod, const pn_bound bound[HINGES])
{
  static const size_t parent[] = {PN_WORLD, 0, 2, PN_WORLD},
                      child[] = {0, 1, 1, 2};
  const pn_quat turned =
      pn_quat_axis_angle(pn_vec3_normalize(pn_vec3_make(1, -2, 0.7)), 0.9);
  const double x = rocker * cos(lean), h = rocker * sin(lean);
  const pn_vec3 point[] = {
      {0, 0, 0}, {x, h, 0}, {coupler + x, h, 0}, {coupler, 0, 0}};
  pn_system *system = pn_system_alloc();
  system->gravity = pn_quat_rotate(turned, pn_vec3_make(0, -g, 0));
  add_bar(system, is_rod, light, rocker, lean, point[0], turned);
  add_bar(system, is_rod, heavy, coupler, 0, point[1], turned);
  add_bar(system, is_rod, light, rocker, lean, point[3], turned);
  for (size_t k = 0; k < HINGES; k++) {
    const pn_joint_place place = {
        .point = pn_quat_rotate(turned, point[k]),
        .axis = pn_quat_rotate(turned, pn_vec3_make(0, 0, 1))};
    pn_bound own = bound[k];
    own.joint = k;
    ck_assert_ptr_nonnull(
        pn_system_join(system, pn_joint_revolute, parent[k], child[k], &place));
    ck_assert_int_eq(pn_system_add_bound(system, &own), GSL_SUCCESS);
  }
  return system;
}

/* Returns the potential energy of the linkage whose rockers lean so. */
static double potential(double angle)
{
  return (light + heavy) * g * rocker * sin(angle);
}

/* Runs a linkage with this solver, which meets so many impacts, and sets its
   energies. Returns how its rockers lean then. */
static double run(const pn_system *system, const pn_multiplier_type *solver,
                  double time, size_t impacts, pn_ledger *ledger,
                  double *kinetic)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_error error = {0};
  pn_measure m;
  settings.solver = solver;
  settings.dt = 0.004;
  pn_simulation *s = simulate_start(system, &settings);
  while (s->t < time)
    ck_assert_msg(pn_simulation_step(s, &error) == GSL_SUCCESS, "%s: %s",
                  solver->name, error.text);
  ck_assert_int_eq(pn_simulation_measure(s, &m), GSL_SUCCESS);
  ck_assert_uint_eq(s->impacts, impacts);
  *ledger = pn_simulation_ledger(s, &m);
  *kinetic = m.kinetic;
  pn_simulation_free(s);
  return asin((m.energy - m.kinetic) / potential(M_PI_2));
}

/* Friction of 3 N m in each hinge holds it, since 12 N m are more than the
   weight's 10.06 N m; that of 2 N m does not, and takes 8 N m times the
   turn. */
START_TEST(friction_holds_or_slides)
{
  const int is_rod = _i % SHAPES, holds = _i / SHAPES % 2;
  const double torque = holds ? 3 : 2;
  pn_bound bound[HINGES];
  for (size_t k = 0; k < HINGES; k++)
    bound[k] =
        (pn_bound){.low = -INFINITY, .high = INFINITY, .friction = torque};
  pn_system *system = parallelogram(is_rod, bound);
  pn_ledger l;
  double kinetic;
  const double angle =
      run(system, *solvers[_i / SHAPES / 2], 0.4, 0, &l, &kinetic);
  test_close(l.remainder, 0, allowed, "remainder");
  if (holds) {
    test_close(angle, lean, allowed, "angle");
    test_close(kinetic, 0, allowed, "kinetic energy");
  } else {
    ck_assert_double_lt(angle, lean - 0.05);
    test_close(l.friction, HINGES * torque * (angle - lean), allowed,
               "work of friction");
  }
  pn_system_free(system);
}
END_TEST

/* Two hinges, while the others rub a little, or all four reach their limits in
   one instant, and the linkage stays there. */
START_TEST(limits_stop_it)
{
  const int is_rod = _i % SHAPES, all = _i / SHAPES % 2;
  const double turn = 30 * M_PI / 180;
  pn_bound bound[HINGES];
  for (size_t k = 0; k < HINGES; k++) {
    const int inner = k == 1 || k == 2, has = all || inner;
    bound[k] = (pn_bound){.low = !has    ? -INFINITY
                                 : inner ? -1
                                         : -turn,
                          .high = !has    ? INFINITY
                                  : inner ? turn
                                          : 1,
                          .friction = has ? 0 : 1e-3};
  }
  pn_system *system = parallelogram(is_rod, bound);
  pn_ledger l;
  double kinetic;
  const double angle =
      run(system, *solvers[_i / SHAPES / 2], 1.2, 1, &l, &kinetic);
  test_close(angle, lean - turn, allowed, "angle");
  test_close(kinetic, 0, allowed, "kinetic energy");
  test_close(l.impacts, potential(lean - turn) - potential(lean) - l.friction,
             allowed, "work of impacts");
  test_close(l.friction, all ? 0 : -2e-3 * turn, allowed, "work of friction");
  test_close(l.remainder, 0, at_rest, "remainder");
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("bound loops");
  TCase *tests = tcase_create("parallelogram");
  const int count = sizeof solvers / sizeof solvers[0];
  test_add_family(tests, friction_holds_or_slides, 2 * SHAPES * count);
  test_add_family(tests, limits_stop_it, 2 * SHAPES * count);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
