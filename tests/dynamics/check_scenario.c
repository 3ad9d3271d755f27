/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A scene's words, open joints closed, convergence measured, and every solver
   and integrator let loose on every shipped scene. */
#include "pantin/dynamics/scenario.h"

#include "pantin/base/alloc.h"
#include "pantin/dynamics/convergence.h"
#include "pantin/dynamics/joint_wrench.h"
#include "shipped.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Roundings of a few operations with numbers of size 1. */
static const double rounding = 1e-13;

#define ROD                                                                    \
  "bodies = ( { name = \"rod\"; mass = 1; shape = \"rod\"; size = 1; } );\n"

static pn_system_scene *read_text(const char *text)
{
  pn_error error = {0};
  pn_system_scene *of =
      pn_system_scene_read_string("x.cfg", text, strlen(text), 1, &error);
  ck_assert_msg(of != NULL, "%d: %s", error.line, error.text);
  return of;
}

START_TEST(words_become_settings)
{
  pn_system_scene *of = read_text(
      ROD "integrator = \"ab4\"; solver = \"cg\"; correction = \"newton\";\n"
          "dt = 0.0125; box = { low = (-1, -2, -3); high = (4, 5, 6);\n"
          "restitution = 0.75; };\n");
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_box box;
  ck_assert_int_eq(pn_scenario_settings(of, &settings, &box, NULL), 0);
  ck_assert_str_eq(settings.integrator->name, "ab4");
  ck_assert_ptr_eq(settings.solver, pn_multipliers_cg);
  ck_assert_ptr_eq(settings.correction, pn_correction_newton);
  ck_assert(settings.dt == 0.0125 && settings.box == &box);
  ck_assert(box.low.z == -3 && box.high.y == 5 && box.restitution == 0.75);
  pn_system_scene_free(of);
}
END_TEST

START_TEST(silence_leaves_the_settings)
{
  pn_system_scene *of = read_text(ROD);
  pn_simulation_settings settings = pn_simulation_settings_default();
  const pn_simulation_settings before = settings;
  pn_box box;
  ck_assert_int_eq(pn_scenario_settings(of, &settings, &box, NULL), 0);
  ck_assert(settings.integrator == before.integrator &&
            settings.solver == before.solver &&
            settings.correction == before.correction &&
            settings.dt == before.dt && settings.box == NULL);
  pn_system_scene_free(of);
}
END_TEST

static const struct {
  const char *text, *message;
} words[] = {
    {ROD "integrator = \"rk44\";\n",
     "x.cfg:2: there is no integrator 'rk44' (did you mean 'rk4'?)"},
    {ROD "\nsolver = \"magic\";\n", "x.cfg:3: there is no solver 'magic'"},
    {ROD "correction = \"newtn\";\n",
     "x.cfg:2: there is no correction 'newtn' (did you mean 'newton'?)"},
};

START_TEST(words_that_nobody_knows)
{
  pn_system_scene *of = read_text(words[_i].text);
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_box box;
  pn_error error = {0};
  char got[PN_ERROR_MESSAGE];
  ck_assert_int_eq(pn_scenario_settings(of, &settings, &box, &error),
                   GSL_EINVAL);
  ck_assert_str_eq(pn_error_message(&error, got, sizeof got),
                   words[_i].message);
  pn_system_scene_free(of);
}
END_TEST

/* A pendulum whose rod hangs 0.05 m beside its support and does not know that
   it turns about it; and a rod between walls too far apart. */
static const char open_pendulum[] =
    "bodies = ( { name = \"rod\"; mass = 1; shape = \"box\"; size = (1, 0.1,\n"
    "  0.1); position = (0.5, 0, 0); omega = (0, 0, 2); } );\n"
    "joints = ( { type = \"revolute\"; parent = \"world\"; child = \"rod\";\n"
    "  point = (0, 0, 0); child_point = (0.03, 0.04, 0);\n"
    "  axis = (0, 0, 1); } );\n";
static const char too_short[] =
    "bodies = ( { name = \"rod\"; mass = 1; shape = \"box\"; size = (1, 0.1,\n"
    "  0.1); position = (0.6, 0, 0); } );\n"
    "joints = ( { type = \"ball\"; parent = \"world\"; child = \"rod\";\n"
    "  point = (0, 0, 0); child_point = (0.1, 0, 0); },\n"
    "  { type = \"ball\"; parent = \"world\"; child = \"rod\";\n"
    "  point = (3, 0, 0); child_point = (1.1, 0, 0); } );\n";

START_TEST(open_joints_are_closed)
{
  pn_system_scene *of = read_text(open_pendulum);
  pn_assemble_info info;
  ck_assert_int_eq(pn_scenario_assemble(of, &info, NULL), 0);
  test_close(info.gap, 0.04, rounding, "largest |C| before");
  test_close(info.gap_after, 0, rounding, "largest |C| after");
  ck_assert_uint_le(info.iterations, 6);

  /* The joint's point of the rod lies at the support, and rests. */
  const pn_body *rod = &of->system->body[0];
  const pn_vec3 point = of->system->joint[0].point[1];
  const pn_vec3 at = pn_pose_point(rod->pose, point);
  const pn_vec3 v = pn_vec3_add(
      rod->v, pn_vec3_cross(rod->omega, pn_vec3_sub(at, rod->pose.x)));
  test_close(pn_vec3_norm(at), 0, rounding, "distance from the support");
  test_close(pn_vec3_norm(v), 0, rounding, "velocity there");
  ck_assert(rod->omega.z > 0.1);
  pn_system_scene_free(of);
}
END_TEST

START_TEST(what_cannot_be_closed_stays_as_it_was)
{
  pn_system_scene *of = read_text(too_short);
  const pn_pose before = of->system->body[0].pose;
  pn_error error = {0};
  ck_assert_int_eq(pn_scenario_assemble(of, NULL, &error), GSL_EMAXITER);
  /* One joint is closed; the other lacks 3 m - 1 m. Which one it is depends on
     the order of elimination. */
  static const char first[] = "x.cfg:3: joint 'world-rod' cannot be closed: "
                              "after 50 Newton steps it is still open by 2 m";
  static const char second[] = "x.cfg:5: joint 'world-rod' cannot be closed: "
                               "after 50 Newton steps it is still open by 2 m";
  char got[PN_ERROR_MESSAGE];
  pn_error_message(&error, got, sizeof got);
  if (strcmp(got, first) != 0)
    ck_assert_str_eq(got, second);
  ck_assert_mem_eq(&before, &of->system->body[0].pose, sizeof before);
  pn_system_scene_free(of);
}
END_TEST

START_TEST(memory_that_fails_while_closing)
{
  pn_system_scene *of = read_text(open_pendulum);
  for (size_t k = 1;; k++) {
    pn_error error = {0};
    pn_alloc_fail_at(k);
    const int code = pn_scenario_assemble(of, NULL, &error);
    pn_alloc_fail_at(0);
    if (code == GSL_SUCCESS)
      break;
    ck_assert_str_eq(error.text, "out of memory");
    ck_assert_uint_lt(k, 1000);
  }
  pn_system_scene_free(of);
}
END_TEST

/* The orders that halving shows from 320 to 640 steps on the puppet, which is
   then within its asymptote: +- 0.1. No force depends on velocity but those of
   the joints and of the turning axes: leapfrog keeps its 2. */
static const struct {
  const char *name;
  double order;
} orders[] = {{"rk4", 4},      {"ab4", 4},   {"rk2", 2},
              {"leapfrog", 2}, {"euler", 1}, {"semi-implicit-euler", 1}};
enum { ORDERS = sizeof orders / sizeof orders[0] };

START_TEST(halving_shows_the_order)
{
  const size_t k = (size_t)_i % ORDERS;
  const pn_correction *const corrections[] = {pn_correction_none,
                                              pn_correction_both};
  pn_system_scene *of = shipped_read("puppet");
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.integrator = pn_integrator_find(orders[k].name);
  settings.correction = corrections[(size_t)_i / ORDERS];
  const double time = pn_convergence_turn(of->system);
  pn_convergence *c = pn_convergence_alloc(of->system, NULL, time, 5120, NULL);
  pn_convergence_point p[2];
  for (size_t i = 0; i < 2; i++)
    ck_assert_int_eq(
        pn_convergence_measure(c, &settings, (i + 1) * 320, &p[i], NULL), 0);
  const double order = pn_convergence_order(p[0].position, p[0].steps,
                                            p[1].position, p[1].steps);
  test_close(order, orders[k].order, 0.1, "order of %s, correction %s",
             orders[k].name, settings.correction->name);
  ck_assert(p[1].energy < p[0].energy);
  pn_convergence_free(c);
  pn_system_scene_free(of);
}
END_TEST

START_TEST(too_few_steps_are_seen)
{
  pn_system_scene *of = shipped_read("puppet");
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.integrator = pn_integrator_find("euler");
  const double turn = pn_convergence_turn(of->system);
  test_close(turn, 2 * 3.14159265358979323846 / sqrt(5.25), rounding, "turn");
  pn_convergence *c = pn_convergence_alloc(of->system, NULL, turn, 200, NULL);
  pn_convergence_point p;
  ck_assert_int_eq(pn_convergence_measure(c, &settings, 20, &p, NULL), 0);
  ck_assert(!p.done && isnan(p.energy) && isnan(p.position));
  ck_assert(isnan(pn_convergence_order(0, 20, 1, 40)));
  pn_convergence_free(c);
  pn_system_scene_free(of);
}
END_TEST

/* Errors that end in rounding, or in a change of sign, as measured; their order
   is that of before. */
START_TEST(rounding_has_no_order)
{
  enum { RUNS = 6 };
  static const size_t steps[RUNS] = {20, 40, 80, 160, 320, 640};
  static const double of_five[][RUNS] =
      {{8.39e-10, 2.59e-11, 8.03e-13, 1.51e-14, 1.15e-14, 9.59e-15},
       {9.77e-09, 3.34e-10, 1.09e-11, 3.53e-13, 3.20e-14, 3.53e-14},
       {1.88e-3, 6.12e-5, 1.69e-6, 3.59e-8, 5.82e-11, 6.49e-11}},
                      of_none[RUNS] = {3e-16, 2e-16, 4e-16, 1e-16, 2e-16, 0},
                      of_one[RUNS] = {NAN, NAN, NAN, 4, 2.1, 1};
  for (size_t k = 0; k < sizeof of_five / sizeof of_five[0]; k++)
    test_close(pn_convergence_order_of(of_five[k], steps, RUNS), 5, 0.6,
               "order %zu", k);
  ck_assert(isnan(pn_convergence_order_of(of_none, steps, RUNS)));
  test_close(pn_convergence_order_of(of_one, steps, RUNS), log2(2.1), rounding,
             "order of few runs");
}
END_TEST

START_TEST(memory_that_fails_while_measuring)
{
  pn_system_scene *of = read_text(open_pendulum);
  ck_assert_int_eq(pn_scenario_assemble(of, NULL, NULL), 0);
  const pn_simulation_settings settings = pn_simulation_settings_default();
  for (size_t k = 1;; k++) {
    pn_error error = {0};
    pn_convergence_point p;
    pn_alloc_fail_at(k);
    pn_convergence *c = pn_convergence_alloc(of->system, NULL, 0.1, 10, &error);
    const int code =
        c ? pn_convergence_measure(c, &settings, 5, &p, &error) : GSL_ENOMEM;
    pn_alloc_fail_at(0);
    pn_convergence_free(c);
    if (code == GSL_SUCCESS)
      break;
    ck_assert_str_eq(error.text, "out of memory");
    ck_assert_uint_lt(k, 1000);
  }
  pn_system_scene_free(of);
}
END_TEST

/* The hanging chain at rest: each joint carries what hangs below it. */
START_TEST(wrenches_are_what_hangs_below)
{
  pn_system_scene *of = read_text(
      "gravity = (9.81, 0, 0);\n"
      "generate = ( { kind = \"chain\"; count = 3; root = true; mass = 2;\n"
      "  shape = \"box\"; size = (0.5, 0.1, 0.1); joint = \"revolute\";\n"
      "  joint_axis = (0, 0, 1); } );\n");
  pn_dynamics *d = pn_dynamics_alloc(of->system, pn_multipliers_sparse);
  double y[13 * 3];
  pn_system_start(of->system, y);
  ck_assert_int_eq(pn_dynamics_evaluate(d, 0, y, NULL), 0);
  for (size_t j = 0; j < 3; j++)
    for (int side = 0; side < 2; side++) {
      const pn_wrench w = pn_joint_wrench(d->assembly, d->lambda, j, side);
      const double below = (side ? -1 : 1) * 2 * 9.81 * (double)(3 - j);
      test_close(w.force.x, below, 1e-12, "force, joint %zu", j);
      test_close(w.force.y, 0, 1e-12, "force across");
      test_close(pn_vec3_norm(w.torque), 0, 1e-12, "torque");
      test_close(w.point.x, 0.5 * (double)j, rounding, "point");
    }
  pn_dynamics_free(d);
  pn_system_scene_free(of);
}
END_TEST

/* More bodies than this would be swept over for minutes. */
enum { SWEEPS_MAX = 50 };

/* Compares the acceleration at the start by one solver with the sparse
   one's. */
static void compare_solver(const char *name, const pn_system *system,
                           const pn_multiplier_type *type)
{
  const double agreed = 1e-9;
  const int sweeps =
      type == pn_multipliers_gauss_seidel || type == pn_multipliers_sor;
  pn_dynamics *d[2] = {pn_dynamics_alloc(system, pn_multipliers_sparse),
                       pn_dynamics_alloc(system, type)};
  if (!pn_multiplier_type_takes(type, d[0]->assembly) ||
      (sweeps && system->bodies > SWEEPS_MAX)) {
    pn_dynamics_free(d[0]);
    pn_dynamics_free(d[1]);
    return;
  }
  double *y = pn_alloc(pn_system_dimension(system), sizeof *y);
  pn_system_start(system, y);
  double scale = 1;
  for (int k = 0; k < 2; k++)
    ck_assert_msg(pn_dynamics_evaluate(d[k], 0, y, NULL) == 0, "%s, %s", name,
                  type->name);
  for (size_t i = 0; i < d[0]->assembly->velocities; i++)
    scale = fmax(scale, fabs(d[0]->acceleration[i]));
  for (size_t i = 0; i < d[0]->assembly->velocities; i++)
    test_close(d[1]->acceleration[i], d[0]->acceleration[i], agreed * scale,
               "%s, %s: u'[%zu]", name, type->name, i);
  pn_free(y);
  pn_dynamics_free(d[0]);
  pn_dynamics_free(d[1]);
}

/* Compares a few steps, after which the joints hold. */
static void compare_integrator(const char *name, const pn_system *system,
                               const pn_integrator *integrator)
{
  enum { STEPS = 5 };
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.integrator = integrator;
  settings.dt = 1e-3;
  pn_error error = {0};
  pn_simulation *s = pn_simulation_alloc(system, &settings, &error);
  ck_assert_msg(s != NULL, "%s: %s", name, error.text);
  for (int k = 0; k < STEPS; k++)
    ck_assert_msg(pn_simulation_step(s, &error) == 0, "%s, %s: %s", name,
                  integrator->name, error.text);
  pn_measure m;
  ck_assert_int_eq(pn_simulation_measure(s, &m), 0);
  ck_assert_msg(m.constraint_inf < 1e-9 && m.velocity_inf < 1e-9,
                "%s, %s: |C| %g, |J u| %g", name, integrator->name,
                m.constraint_inf, m.velocity_inf);
  pn_simulation_free(s);
}

static void compare_all(const char *name, const pn_system_scene *of)
{
  enum { LARGE = 100 };
  const pn_multiplier_type *type;
  const pn_integrator *integrator;
  for (size_t k = 0; (type = pn_multiplier_type_get(k)); k++)
    compare_solver(name, of->system, type);
  for (size_t k = 0; (integrator = pn_integrator_get(k)); k++)
    if (of->system->bodies < LARGE)
      compare_integrator(name, of->system, integrator);
}

START_TEST(every_solver_and_integrator_on_every_scene)
{
  shipped_each(compare_all);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("scenario");
  TCase *start = tcase_create("start");
  tcase_add_test(start, words_become_settings);
  tcase_add_test(start, silence_leaves_the_settings);
  tcase_add_loop_test(start, words_that_nobody_knows, 0,
                      sizeof words / sizeof words[0]);
  tcase_add_test(start, open_joints_are_closed);
  tcase_add_test(start, what_cannot_be_closed_stays_as_it_was);
  tcase_add_test(start, memory_that_fails_while_closing);
  suite_add_tcase(suite, start);
  TCase *runs = tcase_create("runs");
  tcase_set_timeout(runs, 60);
  tcase_add_loop_test(runs, halving_shows_the_order, 0, 2 * ORDERS);
  tcase_add_test(runs, too_few_steps_are_seen);
  tcase_add_test(runs, rounding_has_no_order);
  tcase_add_test(runs, memory_that_fails_while_measuring);
  tcase_add_test(runs, wrenches_are_what_hangs_below);
  tcase_add_test(runs, every_solver_and_integrator_on_every_scene);
  suite_add_tcase(suite, runs);
  return test_run(suite);
}
