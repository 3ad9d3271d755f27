/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Islands of bodies: the same bits for any number of threads, and the motion of
   the whole system of equations. */
#include "config.h"

#include "pantin/base/alloc.h"
#include "pantin/body/scene.h"
#include "pantin/dynamics/box.h"
#include "pantin/dynamics/islands.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Islands and one system of equations differ by rounding, which chains of
   bodies magnify. */
static const double alike = 1e-8;

enum { STATE_MAX = 13 * 100, ROWS_MAX = 200 };

/* Chains of different lengths, an axle with its differential and motor, two
   bodies on a spring, a pendulum with a limit and friction, and free bodies;
   islands whose bodies do not follow each other. */
static const char scene[] =
    "gravity = (0, -9.81, 0);\n"
    "bodies = (\n"
    "  { name = \"case\"; mass = 3; shape = \"cylinder\"; size = (0.2, 0.1); "
    "},\n"
    "  { name = \"bob\"; mass = 1.3; shape = \"point\"; },\n"
    "  { name = \"left\"; mass = 2; shape = \"cylinder\"; size = (0.2, 0.3); "
    "},\n"
    "  { name = \"rod\"; mass = 2; shape = \"rod\"; size = 1;\n"
    "    position = (3.5, 0, 0); },\n"
    "  { name = \"load\"; mass = 0.7; shape = \"point\";\n"
    "    position = (0, -1, 0); velocity = (0.3, 0, 0.1); },\n"
    "  { name = \"right\"; mass = 2; shape = \"cylinder\";\n"
    "    size = (0.2, 0.3); } );\n"
    "joints = (\n"
    "  { name = \"engine\"; type = \"revolute\"; parent = \"world\";\n"
    "    child = \"case\"; point = (0, 0, 0); axis = (1, 0, 0); },\n"
    "  { name = \"hinge\"; type = \"revolute\"; parent = \"world\";\n"
    "    child = \"rod\"; point = (3, 0, 0); axis = (0, 0, 1);\n"
    "    turn_limits = (-70, 10); restitution = 0.5; coulomb_turn = 0.3; },\n"
    "  { type = \"revolute\"; parent = \"world\"; child = \"left\";\n"
    "    point = (0, 0, 0); axis = (1, 0, 0); friction_turn = 0.4; },\n"
    "  { type = \"differential\"; parent = \"case\"; child = \"left\";\n"
    "    other = \"right\"; point = (0, 0, 0); axis = (1, 0, 0); },\n"
    "  { type = \"revolute\"; parent = \"world\"; child = \"right\";\n"
    "    point = (0, 0, 0); axis = (1, 0, 0); } );\n"
    "springs = ( { parent = \"bob\"; child = \"load\"; point = (0, 0, 0);\n"
    "  child_point = (0, -1, 0); stiffness = 300; damping = 1; } );\n"
    "motors = ( { joint = \"engine\"; torque = 3; frequency = 2; } );\n"
    "generate = (\n"
    "  { kind = \"chain\"; count = 12; name = \"a\"; mass = 1;\n"
    "    shape = \"box\"; size = (0.5, 0.1, 0.06); root = true; },\n"
    "  { kind = \"chain\"; count = 5; name = \"b\"; mass = 1;\n"
    "    shape = \"box\"; size = (0.5, 0.1, 0.06); root = true; },\n"
    "  { kind = \"chain\"; count = 7; name = \"c\"; mass = 1;\n"
    "    shape = \"box\"; size = (0.4, 0.2, 0.06); } );\n";

enum { ISLANDS = 6 };

static pn_system_scene *read_scene(void)
{
  pn_error error = {0};
  pn_system_scene *of =
      pn_system_scene_read_string("islands", scene, strlen(scene), 0, &error);
  ck_assert_msg(of != NULL, "%d: %s", error.line, error.text);
  return of;
}

/* Holds the state and the measures that a run ends with. */
typedef struct {
  double y[STATE_MAX];
  double lambda[ROWS_MAX];
  pn_ledger ledger;
  size_t impacts, count;
  double time[200]; /* of the impacts */
  size_t body[200];
} outcome;

static void note(const pn_impact_event *event, void *params)
{
  outcome *of = params;
  ck_assert_uint_lt(of->count, sizeof of->time / sizeof of->time[0]);
  of->time[of->count] = event->time;
  of->body[of->count++] = event->body;
}

/* Runs the whole, or its islands in so many threads if they are not 0. */
static outcome run(const pn_system *system, pn_simulation_settings settings,
                   size_t threads, int hears, double time)
{
  outcome of = {.count = 0};
  pn_error error = {0};
  pn_measure m;
  if (hears) {
    settings.listener = note;
    settings.listener_params = &of;
  }
  pn_simulation *s = simulate_start(system, &settings);
  pn_islands *islands = threads > 0 ? pn_islands_alloc(s, threads) : NULL;
  while (s->t < time - settings.dt / 2)
    ck_assert_msg(!(islands ? pn_islands_step(islands, &error)
                            : pn_simulation_step(s, &error)),
                  "%s", error.text);
  ck_assert_int_eq(pn_simulation_measure(s, &m), GSL_SUCCESS);
  of.ledger = pn_simulation_ledger(s, &m);
  of.impacts = s->impacts;
  ck_assert_uint_le(pn_system_dimension(system), STATE_MAX);
  memcpy(of.y, s->y, pn_system_dimension(system) * sizeof *s->y);
  ck_assert_uint_le(s->dynamics->assembly->rows, ROWS_MAX);
  memcpy(of.lambda, s->dynamics->lambda,
         s->dynamics->assembly->rows * sizeof *of.lambda);
  pn_islands_free(islands);
  pn_simulation_free(s);
  return of;
}

/* Compares the multipliers of two runs, the largest of which tells what
   rounding is. Returns it. */
static double check_multipliers(const outcome *islands, const outcome *whole)
{
  double most = 0;
  for (size_t i = 0; i < ROWS_MAX; i++)
    most = fmax(most, fabs(whole->lambda[i]));
  for (size_t i = 0; i < ROWS_MAX; i++)
    test_close(islands->lambda[i] / most, whole->lambda[i] / most, alike,
               "lambda[%zu]", i);
  return most;
}

static const char *const integrators[] = {"rk4", "ab4", "leapfrog", "rk8pd"};

START_TEST(any_number_of_threads_gives_the_same_bits)
{
  const size_t threads[] = {2, 3, 7};
  pn_system_scene *of = read_scene();
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.integrator = pn_integrator_find(integrators[_i]);
  static outcome one, more;
  for (int hears = 0; hears < 2; hears++) {
    one = run(of->system, settings, 1, hears, 0.6);
    ck_assert_uint_gt(one.impacts, 0);
    for (int k = 0; k < 3; k++) {
      more = run(of->system, settings, threads[k], hears, 0.6);
      ck_assert(memcmp(&one, &more, sizeof one) == 0);
    }
  }
  pn_system_scene_free(of);
}
END_TEST

START_TEST(islands_move_as_the_whole_does)
{
  pn_system_scene *of = read_scene();
  pn_simulation_settings settings = pn_simulation_settings_default();
  static outcome whole, islands;
  settings.dt = 1. / 500;
  whole = run(of->system, settings, 0, 1, 0.3);
  islands = run(of->system, settings, 2, 1, 0.3);
  for (size_t i = 0; i < pn_system_dimension(of->system); i++)
    test_close(islands.y[i], whole.y[i], alike, "y[%zu]", i);
  check_multipliers(&islands, &whole);
  test_close(islands.ledger.friction, whole.ledger.friction, alike, "friction");
  test_close(islands.ledger.motors, whole.ledger.motors, alike, "motors");
  test_close(islands.ledger.impacts, whole.ledger.impacts, alike, "impacts");
  test_close(islands.ledger.corrections, whole.ledger.corrections, alike,
             "corrections");
  test_close(islands.ledger.remainder, whole.ledger.remainder, alike,
             "remainder");
  pn_system_scene_free(of);
}
END_TEST

/* Two rods beside a free ball: one rests on its limit, the other is held by its
   dry friction. Both are torques, so that each hinge bears 2 kg. */
START_TEST(what_rests_weighs_the_same)
{
  static const char at_rest[] =
      "gravity = (0, -9.81, 0);\n"
      "bodies = (\n"
      "  { name = \"on\"; mass = 2; shape = \"rod\"; size = 1;\n"
      "    position = (0.5, 0, 0); },\n"
      "  { name = \"held\"; mass = 2; shape = \"rod\"; size = 1;\n"
      "    position = (0.5, 0, 1); },\n"
      "  { name = \"ball\"; mass = 1; shape = \"point\"; } );\n"
      "joints = (\n"
      "  { type = \"revolute\"; parent = \"world\"; child = \"held\";\n"
      "    point = (0, 0, 1); axis = (0, 0, 1); coulomb_turn = 30; },\n"
      "  { type = \"revolute\"; parent = \"world\"; child = \"on\";\n"
      "    point = (0, 0, 0); axis = (0, 0, 1); turn_limits = (0, 10); } );\n";
  pn_error error = {0};
  pn_system_scene *of = pn_system_scene_read_string(
      "rods", at_rest, sizeof at_rest - 1, 0, &error);
  ck_assert_msg(of != NULL, "%d: %s", error.line, error.text);
  static outcome whole, islands;
  const pn_simulation_settings settings = pn_simulation_settings_default();
  whole = run(of->system, settings, 0, 0, 0.1);
  islands = run(of->system, settings, 2, 0, 0.1);
  test_close(check_multipliers(&islands, &whole), 2 * 9.81, 1e-6, "weight");
  pn_system_scene_free(of);
}
END_TEST

/* Balls at rest at different heights of a box, which know nothing of each
   other: they are heard by their numbers in the whole. */
START_TEST(impacts_are_told_by_the_body)
{
  enum { BALLS = 9 };
  const double radius = 0.1, g = 9.81;
  pn_system *system = pn_system_alloc();
  system->gravity = pn_vec3_make(0, -g, 0);
  for (int k = 0; k < BALLS; k++) {
    pn_body ball = pn_body_make(pn_shape_sphere, &radius, 1);
    ball.pose.x = pn_vec3_make(0, 0.3 + 0.1 * ((k * 4) % BALLS), k);
    pn_system_add_body(system, &ball);
  }
  const pn_box box = {{-9, 0, -9}, {9, 9, 19}, 0.5, 0};
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.box = &box;
  settings.dt = 1. / 1000;
  static outcome whole, islands;
  whole = run(system, settings, 0, 1, 0.35);
  islands = run(system, settings, 3, 1, 0.35);
  ck_assert_uint_gt(whole.count, 3);
  ck_assert_uint_eq(islands.count, whole.count);
  for (size_t k = 0; k < whole.count; k++) {
    ck_assert_uint_eq(islands.body[k], whole.body[k]);
    test_close(islands.time[k], whole.time[k], alike, "time %zu", k);
  }
  pn_system_free(system);
}
END_TEST

/* A state that is written between steps is that from which islands go on. */
START_TEST(states_may_be_written)
{
  pn_system *system = pn_system_alloc();
  for (int k = 0; k < 3; k++) {
    pn_body body = pn_body_make(pn_shape_point, NULL, 1);
    body.v = pn_vec3_make(0, k, 0);
    pn_system_add_body(system, &body);
  }
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.dt = 0.5;
  pn_simulation *s = pn_simulation_alloc(system, &settings, NULL);
  pn_islands *islands = pn_islands_alloc(s, 2);
  ck_assert_int_eq(pn_islands_step(islands, NULL), GSL_SUCCESS);
  s->y[7] = 3;           /* of the second body: x, */
  s->y[21 + 6 + 1] = -1; /* and v_y */
  ck_assert_int_eq(pn_islands_step(islands, NULL), GSL_SUCCESS);
  test_close(s->y[7], 3, alike, "x");
  test_close(s->y[8], 0.5 - 0.5, alike, "y");
  test_close(s->y[15], 2, alike, "y of the third");
  pn_islands_free(islands);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Where one island cannot go on none does, and the reason is its own. */
START_TEST(a_failure_stops_all)
{
  pn_system *system = pn_system_alloc();
  for (int k = 0; k < 5; k++) {
    pn_body body = pn_body_make(pn_shape_point, NULL, 1);
    body.pose.x = pn_vec3_make(1, 0, k);
    body.v = pn_vec3_make(0.1, 0.2, 0.3 * k);
    pn_system_add_body(system, &body);
  }
  pn_spring spring = {.body = {PN_WORLD, 3},
                      .point = {{0, 0, 3}, {0, 0, 0}},
                      .stiffness = 1e5,
                      .damping = 100,
                      .length = 1,
                      .name = "coil"};
  pn_system_add_spring(system, &spring);
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.dt = 0.02;
  pn_error error = {0};
  pn_simulation *s = pn_simulation_alloc(system, &settings, &error);
  pn_islands *islands = pn_islands_alloc(s, 2);
  while (!pn_islands_step(islands, &error))
    ck_assert_uint_lt(s->steps, 1000);
  ck_assert_ptr_nonnull(strstr(error.text, "for spring coil"));
  double before[5 * 13];
  const double t = s->t;
  memcpy(before, s->y, sizeof before);
  ck_assert_int_eq(pn_islands_step(islands, &error), GSL_EFAILED);
  ck_assert(memcmp(before, s->y, sizeof before) == 0);
  ck_assert(s->t == t);
  for (size_t k = 0; k < islands->count; k++) {
    const pn_simulation *own = islands->island[k].simulation;
    ck_assert(own->t == t);
    ck_assert(memcmp(own->y, before + 7 * k, 7 * sizeof *before) == 0);
  }
  pn_islands_free(islands);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A distance of 0, which has no derivative, at the end of a step: islands take
   the step as the whole does, and neither can be measured, or go on. */
START_TEST(what_cannot_be_measured)
{
  static const char points[] =
      "bodies = (\n"
      "  { name = \"a\"; mass = 1; shape = \"point\";\n"
      "    position = (1, 0, 0); },\n"
      "  { name = \"b\"; mass = 1; shape = \"point\"; } );\n"
      "joints = ( { type = \"distance\"; parent = \"world\"; child = \"a\";\n"
      "  point = (0, 0, 0); child_point = (1, 0, 0); } );\n";
  pn_error error = {0};
  pn_measure m;
  pn_system_scene *of = pn_system_scene_read_string(
      "points", points, sizeof points - 1, 0, &error);
  ck_assert_msg(of != NULL, "%d: %s", error.line, error.text);
  of->system->body[0].v.x = -1;
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.integrator = pn_integrator_find("euler");
  settings.correction = pn_correction_penalty;
  settings.stiffness = 1e-300; /* nothing holds the distance */
  settings.damping = 0;
  settings.dt = 0.5;
  for (int is_divided = 0; is_divided < 2; is_divided++) {
    pn_simulation *s = pn_simulation_alloc(of->system, &settings, NULL);
    pn_islands *islands = pn_islands_alloc(s, 2);
    ck_assert_uint_eq(islands->count, 2);
    for (int k = 0; k < 3; k++) {
      pn_error_clear(&error);
      ck_assert_int_eq(is_divided ? pn_islands_step(islands, &error)
                                  : pn_simulation_step(s, &error),
                       k < 2 ? GSL_SUCCESS : GSL_EFAILED);
    }
    ck_assert_str_ne(error.text, "");
    ck_assert(s->t == 1 && s->y[0] == 0);
    ck_assert_int_eq(pn_simulation_measure(s, &m), GSL_EBADFUNC);
    pn_islands_free(islands);
    pn_simulation_free(s);
  }
  pn_system_scene_free(of);
}
END_TEST

static void load(double t, const pn_system *system, const pn_motion *motion,
                 double *force, void *params)
{
  (void)t;
  (void)system;
  (void)motion;
  (void)force;
  (void)params;
}

START_TEST(who_is_an_island)
{
  pn_system_scene *of = read_scene();
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_simulation *s = pn_simulation_alloc(of->system, &settings, NULL);
  pn_islands *islands = pn_islands_alloc(s, 2);
  ck_assert_uint_eq(islands->count, ISLANDS);
  pn_islands_free(islands);
  of->system->load = load; /* which may act between any bodies */
  islands = pn_islands_alloc(s, 2);
  ck_assert_uint_eq(islands->count, 0);
  ck_assert_int_eq(pn_islands_step(islands, NULL), GSL_SUCCESS);
  ck_assert_uint_eq(s->steps, 1);
  pn_islands_free(islands);
  of->system->load = NULL;

  islands = NULL;
  for (size_t k = 1; !islands; k++) {
    pn_alloc_fail_at(k);
    islands = pn_islands_alloc(s, 2);
    ck_assert_uint_lt(k, 10000);
  }
  pn_alloc_fail_at(0);
  pn_islands_free(islands);
  pn_islands_free(NULL);
  pn_simulation_free(s);
  pn_system_scene_free(of);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("islands");
  TCase *islands = tcase_create("islands");
  tcase_add_loop_test(islands, any_number_of_threads_gives_the_same_bits, 0,
                      sizeof integrators / sizeof integrators[0]);
  tcase_add_test(islands, islands_move_as_the_whole_does);
  tcase_add_test(islands, what_rests_weighs_the_same);
  tcase_add_test(islands, impacts_are_told_by_the_body);
  tcase_add_test(islands, states_may_be_written);
  tcase_add_test(islands, a_failure_stops_all);
  tcase_add_test(islands, what_cannot_be_measured);
  tcase_add_test(islands, who_is_an_island);
  suite_add_tcase(suite, islands);
  return test_run(suite);
}
