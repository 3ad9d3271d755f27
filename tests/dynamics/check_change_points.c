/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests parallelograms, and antiparallelograms, whose bars cross, that fall
   through their change point, the pose in which all bars lie in one line and
   the one might go on as the other, when a stage of a step falls next to it. */
#include "config.h"

#include "pantin/dynamics/box.h"
#include "pantin/dynamics/simulation.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>

static const double crank = 0.5, dt = 1. / 240;

enum { PARALLEL, CROSSED, LINKAGES };

/* The length of the coupler, which is that of the ground, too; and about where
   the first crank starts. */
static const double coupler[LINKAGES] = {0.5, 0.8},
                    lean[LINKAGES] = {45 * M_PI / 180, 12 * M_PI / 180};

/* Errors of the energy, as a share of the kinetic energy. */
static const double allowed = 1e-4;

static const pn_multiplier_type *const *const solvers[] = {
    &pn_multipliers_auto, &pn_multipliers_dense, &pn_multipliers_kkt,
    &pn_multipliers_sparse, &pn_multipliers_schur};

enum {
  SOLVERS = sizeof solvers / sizeof solvers[0],
  HINGES = 4,
  STEPS = 20,
  STEPS_MOST = 500
};

/* Dry friction of the hinges [N m], which makes the forces along the bars grow
   beyond all bounds at the change point; and the masses of the cranks and of
   the coupler [kg]. */
static const double frictions[][HINGES] = {
    {0.4, 0.1, 1, 0.05}, {0, 0.1, 0.4, 0.6}, {0.1, 0, 0, 0.2}, {0}};
static const double masses[] = {0.5, 1, 2};
enum { FRICTIONS = sizeof frictions / sizeof frictions[0] };

/* Where the second stage of a step finds the first crank, with 0 at the change
   point [rad]. Its equations are then nearly redundant. */
static const double ends[] = {0,    1e-6,  -1e-6, 1e-5,  -1e-5, 2e-5, -2e-5,
                              3e-5, -3e-5, 4e-5,  -4e-5, 6e-5,  -6e-5};
enum { ENDS = sizeof ends / sizeof ends[0] };

/* A linkage before it is built: whether its bars cross, and the dry friction of
   its hinges. */
typedef struct {
  int kind;
  const double *friction;
} plan;

static void add_bar(pn_system *system, double mass, pn_vec3 from, pn_vec3 to)
{
  const pn_vec3 way = pn_vec3_sub(to, from);
  const double size[] = {pn_vec3_norm(way), 0.04, 0.04};
  pn_body body = pn_body_make(pn_shape_box, size, mass);
  body.pose.x = pn_vec3_add_scaled(from, 0.5, way);
  body.pose.q = pn_quat_axis_angle(pn_vec3_make(0, 0, 1), atan2(way.y, way.x));
  pn_system_add_body(system, &body);
}

/* Returns where the second crank ends when the first one is at this angle. */
static pn_vec3 end_of_second(const plan *of, double angle)
{
  const pn_vec3 ground = pn_vec3_make(coupler[of->kind], 0, 0);
  const pn_vec3 end = pn_vec3_make(crank * cos(angle), crank * sin(angle), 0);
  const pn_vec3 parallel = pn_vec3_add(end, ground);
  if (of->kind == PARALLEL)
    return parallel;
  /* Its mirror image in the diagonal has the same distances. */
  const pn_vec3 diagonal = pn_vec3_normalize(pn_vec3_sub(ground, end));
  const double along = pn_vec3_dot(ground, diagonal);
  return pn_vec3_add(end,
                     pn_vec3_sub(pn_vec3_scale(2 * along, diagonal), ground));
}

/* Makes the linkage with its first crank at this angle. */
static pn_system *linkage(const plan *of, double angle)
{
  static const size_t parent[] = {PN_WORLD, 0, PN_WORLD, 1},
                      child[] = {0, 2, 1, 2};
  const pn_vec3 point[] = {
      {0, 0, 0},
      pn_vec3_make(crank * cos(angle), crank * sin(angle), 0),
      pn_vec3_make(coupler[of->kind], 0, 0),
      end_of_second(of, angle)};
  pn_system *system = pn_system_alloc();
  /* It draws to the change point: crossed, the heavier crank points down. */
  system->gravity = pn_vec3_make(0, of->kind == CROSSED ? 9.81 : -9.81, 0);
  add_bar(system, masses[0], point[0], point[1]);
  add_bar(system, masses[1], point[2], point[3]);
  add_bar(system, masses[2], point[1], point[3]);
  for (size_t k = 0; k < HINGES; k++) {
    const pn_joint_place place = {.point = point[k],
                                  .axis = pn_vec3_make(0, 0, 1)};
    const pn_bound bound = {.joint = k,
                            .low = -INFINITY,
                            .high = INFINITY,
                            .friction = of->friction[k]};
    ck_assert_ptr_nonnull(
        pn_system_join(system, pn_joint_revolute, parent[k], child[k], &place));
    if (of->friction[k] > 0)
      ck_assert_int_eq(pn_system_add_bound(system, &bound), GSL_SUCCESS);
  }
  return system;
}

/* Returns the angle of a crank. */
static double angle_of(const pn_simulation *s, size_t bar)
{
  const double *q = s->y + 7 * bar;
  return 2 * atan2(q[6], q[3]);
}

static pn_simulation *start(const pn_system *system,
                            const pn_multiplier_type *solver)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.dt = dt;
  settings.solver = solver;
  return simulate_start(system, &settings);
}

/* Returns where the second stage of the next step finds the first crank. */
static double second_stage(const pn_simulation *s)
{
  const double *omega = s->y + pn_system_positions(s->system) + 3;
  return angle_of(s, 0) + dt / 2 * omega[2];
}

/* Counts the steps before the one that passes the change point. */
static size_t steps_before(const plan *of)
{
  pn_system *system = linkage(of, lean[of->kind]);
  pn_simulation *s = start(system, pn_multipliers_dense);
  while (second_stage(s) > 0) {
    simulate_step(s);
    ck_assert_uint_lt(s->steps, STEPS_MOST);
  }
  const size_t steps = s->steps;
  pn_simulation_free(s);
  pn_system_free(system);
  return steps;
}

/* Returns how far beyond `end` the second stage finds the cranks from this
   angle after so many steps. */
static double miss(const plan *of, double angle, size_t steps, double end)
{
  pn_system *system = linkage(of, angle);
  pn_simulation *s = start(system, pn_multipliers_dense);
  while (s->steps < steps)
    simulate_step(s);
  const double beyond = second_stage(s) - end;
  pn_simulation_free(s);
  pn_system_free(system);
  return beyond;
}

/* Finds the start from which the second stage of a step finds them there: by
   secants. */
static double aim(const plan *of, double end, size_t steps)
{
  double before = lean[of->kind], angle = before - 1e-3,
         away = miss(of, before, steps, end);
  for (int k = 0; k < 8 && angle != before; k++) {
    const double now = miss(of, angle, steps, end);
    const double next =
        now == away ? angle : angle - now * (angle - before) / (now - away);
    before = angle;
    away = now;
    angle = next;
  }
  ck_assert_double_lt(fabs(miss(of, angle, steps, end)), 1e-8);
  return angle;
}

/* The linkage goes on as it was, and what friction takes is all that is
   lost. */
START_TEST(goes_on_as_it_was)
{
  const plan crossed = {CROSSED, frictions[_i % FRICTIONS]},
             parallel = {PARALLEL, frictions[_i % FRICTIONS]};
  const plan *of = _i / FRICTIONS % LINKAGES ? &crossed : &parallel;
  const double end = ends[_i / FRICTIONS / LINKAGES];
  const size_t steps = steps_before(of);
  const double angle = aim(of, end, steps);
  for (size_t k = 0; k < SOLVERS; k++) {
    pn_system *system = linkage(of, angle);
    pn_simulation *s = start(system, *solvers[k]);
    pn_measure m;
    double kinetic = 0;
    while (s->steps < steps + STEPS) {
      simulate_step(s);
      ck_assert_int_eq(pn_simulation_measure(s, &m), GSL_SUCCESS);
      kinetic = fmax(kinetic, m.kinetic);
    }
    const pn_vec3 second = end_of_second(of, angle_of(s, 0));
    test_close(angle_of(s, 1), atan2(second.y, second.x - coupler[of->kind]),
               1e-6, "angle");
    test_close(pn_simulation_ledger(s, &m).remainder, 0, allowed * kinetic,
               (*solvers[k])->name);
    pn_simulation_free(s);
    pn_system_free(system);
  }
}
END_TEST

/* Adds a ball on the floor below, which a spring pulls along it. */
static size_t add_ball(pn_system *system, pn_box *box)
{
  const double radius = 0.1;
  pn_body ball = pn_body_make(pn_shape_sphere, &radius, 1);
  ball.pose.x = pn_vec3_make(0, -2, 0);
  box->low.y = ball.pose.x.y - radius;
  pn_system_add_body(system, &ball);
  const pn_spring spring = {.body = {PN_WORLD, system->bodies - 1},
                            .point = {{1, -2, 0}, {0, 0, 0}},
                            .stiffness = 20};
  ck_assert_int_eq(pn_system_add_spring(system, &spring), GSL_SUCCESS);
  return system->bodies - 1;
}

/* The linkage keeps its energy though a ball rolls on a floor beside it, and is
   pushed by it in each step; and the ball does as if it were alone. */
START_TEST(goes_on_beside_what_rolls)
{
  const plan of = {PARALLEL, frictions[FRICTIONS - 1]};
  const size_t steps = steps_before(&of);
  pn_box box = {{-9, -9, -9}, {9, 9, 9}, 0, 1};
  pn_system *alone = pn_system_alloc();
  pn_system *beside = linkage(&of, aim(&of, ends[_i], steps));
  alone->gravity = beside->gravity;
  add_ball(alone, &box);
  const size_t ball = add_ball(beside, &box);
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.dt = dt;
  settings.box = &box;
  pn_simulation *a = simulate_start(alone, &settings);
  pn_simulation *b = simulate_start(beside, &settings);
  double kinetic = 0;
  while (b->steps < steps + STEPS) {
    simulate_step(a);
    simulate_step(b);
    pn_measure m;
    ck_assert_int_eq(pn_simulation_measure(b, &m), GSL_SUCCESS);
    kinetic = fmax(kinetic, m.kinetic);
  }
  test_close(simulate_ledger(b).remainder, 0, allowed * kinetic, "energy");
  test_close(b->y[7 * ball], a->y[0], 1e-7, "place of the ball");
  pn_simulation_free(a);
  pn_simulation_free(b);
  pn_system_free(alone);
  pn_system_free(beside);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("change points");
  TCase *tests = tcase_create("linkages");
  test_add_family(tests, goes_on_as_it_was, FRICTIONS * LINKAGES * ENDS);
  test_add_family(tests, goes_on_beside_what_rolls, ENDS);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
