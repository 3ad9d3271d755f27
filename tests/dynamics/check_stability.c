/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The limit of stability that a message names, against where runs are seen to
   blow up, and against the regions of stability of the books. */
#include "pantin/dynamics/simulation.h"
#include "pantin/dynamics/stability_private.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the message promises; and how well a run is bisected. */
static const double promised = 0.1, narrow = 1.01;

/* Steps of a run, in which what is unstable by a hundredth has grown. */
enum { STEPS = 1500 };

static size_t add_point(pn_system *system, double mass, double x, double v)
{
  pn_body body = pn_body_make(pn_shape_point, NULL, mass);
  body.pose.x = pn_vec3_make(x, 0, 0);
  body.v = pn_vec3_make(v, 0, 0);
  pn_system_add_body(system, &body);
  return system->bodies - 1;
}

/* Adds a spring along x, at rest. */
static void add_spring(pn_system *system, const char *name, size_t a, size_t b,
                       double K, double c)
{
  pn_spring spring = {
      .body = {a, b}, .stiffness = K, .damping = c, .length = 1};
  strcpy(spring.name, name);
  pn_system_add_spring(system, &spring);
}

/* Makes one body on a spring with a damper. */
static pn_system *one_spring(void)
{
  pn_system *system = pn_system_alloc();
  const size_t b = add_point(system, 1, 1, 0.1);
  add_spring(system, "coil", PN_WORLD, b, 1e5, 100);
  return system;
}

/* Makes two bodies in a row: the stiffer spring sets the limit, but not
   alone. */
static pn_system *two_springs(void)
{
  pn_system *system = pn_system_alloc();
  const size_t a = add_point(system, 1, 1, 0.1);
  const size_t b = add_point(system, 0.4, 2, 0);
  add_spring(system, "soft", PN_WORLD, a, 1e4, 40);
  add_spring(system, "stiff", a, b, 5e4, 60);
  return system;
}

/* Makes a rod in a hinge with much friction, held by a stay. */
static pn_system *stayed_rod(void)
{
  const double length = 1;
  pn_system *system = pn_system_alloc();
  pn_body rod = pn_body_make(pn_shape_rod, &length, 2);
  rod.pose.x = pn_vec3_make(0.5, 0, 0);
  pn_system_add_body(system, &rod);
  system->gravity = pn_vec3_make(0, -9.81, 0);
  const pn_joint_place hinge = {.axis = {0, 0, 1}};
  pn_joint *joint =
      pn_system_join(system, pn_joint_revolute, PN_WORLD, 0, &hinge);
  joint->friction_turn = 20;
  strcpy(joint->name, "hinge");
  pn_spring stay = {.body = {PN_WORLD, 0},
                    .point = {{0.7, 1, 0}, {0.2, 0, 0}},
                    .stiffness = 2e4,
                    .length = 1,
                    .name = "stay"};
  pn_system_add_spring(system, &stay);
  return system;
}

static pn_system *(*const scenes[])(void) = {one_spring, two_springs,
                                             stayed_rod};
enum { SCENES = sizeof scenes / sizeof scenes[0] };

static const char *const integrators[] = {
    "euler", "semi-implicit-euler", "leapfrog", "rk2", "rk4", "ab4"};
enum { INTEGRATORS = sizeof integrators / sizeof integrators[0] };

/* Tells whether a run ends before its last step; the message goes to error. */
static int run_fails(const pn_system *system, const char *integrator, double dt,
                     pn_simulation_settings *settings, pn_error *error)
{
  settings->integrator = pn_integrator_find(integrator);
  settings->dt = dt;
  pn_simulation *s = pn_simulation_alloc(system, settings, error);
  ck_assert_ptr_nonnull(s);
  int code = GSL_SUCCESS;
  while (s->steps < STEPS && !code)
    code = pn_simulation_step(s, error);
  pn_simulation_free(s);
  return code != GSL_SUCCESS;
}

static int blows_up(const pn_system *system, const char *integrator, double dt,
                    pn_error *error)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  return run_fails(system, integrator, dt, &settings, error);
}

static double limit_of(const pn_system *system, const char *integrator,
                       double dt, pni_stability *found)
{
  pn_dynamics *d = pn_dynamics_alloc(system, pn_multipliers_auto);
  ck_assert_int_eq(
      pni_stability_find(d, pn_integrator_find(integrator), dt, found),
      GSL_SUCCESS);
  pn_dynamics_free(d);
  return found->dt;
}

START_TEST(the_limit_is_where_runs_blow_up)
{
  pn_system *system = scenes[_i / INTEGRATORS]();
  const char *integrator = integrators[_i % INTEGRATORS];
  pn_error error = {0};
  double good = 0.1, bad = 0.1;
  while (blows_up(system, integrator, good, &error)) {
    bad = good;
    good /= 2;
  }
  ck_assert(bad > good);
  while (bad > narrow * good) {
    const double middle = sqrt(good * bad);
    if (blows_up(system, integrator, middle, &error))
      bad = middle;
    else
      good = middle;
  }
  pni_stability found;
  const double limit = limit_of(system, integrator, 0.1, &found);
  test_close(limit / sqrt(good * bad), 1, promised, "%s, scene %d: limit",
             integrator, _i / INTEGRATORS);

  /* The message of a run above it names it. */
  char words[100];
  ck_assert(blows_up(system, integrator, 1.3 * limit, &error));
  snprintf(words, sizeof words, "is above the stability limit of %s for %s %s,",
           integrator, found.what, found.name);
  ck_assert_msg(strstr(error.text, words) != NULL, "'%s' in '%s'", words,
                error.text);
  pn_system_free(system);
}
END_TEST

/* h w on the imaginary axis, of a spring without damping, or h c on the real
   one, of a damper alone. Source: J. Lambert, Numerical Methods for Ordinary
   Differential Systems (1991), sections 3.8 and 5.12. */
typedef struct {
  const char *integrator;
  double stiffness, damping, limit;
} book;

static const book books[] = {
    {"rk4", 1e4, 0, 2.828e-2},  {"rk4", 0, 100, 2.785e-2},
    {"ab4", 1e4, 0, 0.430e-2},  {"ab4", 0, 100, 0.300e-2},
    {"euler", 0, 100, 2e-2},    {"rk2", 0, 100, 2e-2},
    {"leapfrog", 1e4, 0, 2e-2}, {"semi-implicit-euler", 1e4, 0, 2e-2},
};

START_TEST(the_limit_is_that_of_the_books)
{
  const book *b = &books[_i];
  pn_system *system = pn_system_alloc();
  add_point(system, 1, 1, 0.1);
  add_spring(system, "coil", PN_WORLD, 0, b->stiffness, b->damping);
  pni_stability found;
  test_close(limit_of(system, b->integrator, 1, &found) / b->limit, 1, 0.02,
             "%s: limit", b->integrator);
  ck_assert_str_eq(found.name, "coil");
  /* A shorter step has nothing to fear. */
  ck_assert(isinf(limit_of(system, b->integrator, 0.9 * b->limit, &found)));
  pn_system_free(system);
}
END_TEST

/* Without damping euler multiplies an oscillation by sqrt(1 + (w h)^2) in each
   step, and rk2 by sqrt(1 + (w h)^4 / 4), however short it is. */
typedef struct {
  const char *integrator;
  double dt; /* of a run that fails [s] */
} amplifier;

static const amplifier amplifiers[] = {
    {"euler", 1 / 240.0}, {"euler", 1e-4}, {"rk2", 1 / 30.0}, {"rk2", 1e-3}};

/* Returns the time in which it doubles with steps of h. */
static double doubling_of(const char *integrator, double w, double h)
{
  const double z = w * h;
  const double square =
      strcmp(integrator, "euler") == 0 ? z * z : pow(z, 4) / 4;
  return h * log(2) / log1p(square);
}

START_TEST(what_no_step_keeps_has_no_limit)
{
  const amplifier *a = &amplifiers[_i];
  const double K = 1e4, w = sqrt(K);
  pn_system *system = pn_system_alloc();
  add_point(system, 1, 1, 0.1);
  add_spring(system, "coil", PN_WORLD, 0, K, 0);
  pni_stability found;
  ck_assert(limit_of(system, a->integrator, a->dt, &found) <= a->dt);
  test_close(found.doubling / doubling_of(a->integrator, w, found.dt), 1, 0.02,
             "%s: time of doubling", a->integrator);

  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.integrator = pn_integrator_find(a->integrator);
  settings.dt = a->dt;
  pn_error error = {0};
  pn_simulation *s = pn_simulation_alloc(system, &settings, &error);
  while (s->t < 1000 && !pn_simulation_step(s, &error))
    ;
  ck_assert_msg(strstr(error.text, " amplifies spring coil") != NULL, "%s",
                error.text);
  ck_assert_ptr_null(strstr(error.text, "stability limit"));
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Joints that a penalty makes springs have their limit as well: runs end as the
   message says, with longer steps than that, and not with shorter ones. */
START_TEST(a_penalty_has_its_limit)
{
  const char *words = "for the penalty of joint ball, ";
  const double side[] = {1, 0.4, 0.5};
  pn_system *system = pn_system_alloc();
  pn_body box = pn_body_make(pn_shape_box, side, 2);
  system->gravity = pn_vec3_make(1, -9.81, 3);
  for (size_t k = 0; k < 3; k++) {
    box.pose.x = pn_vec3_make(0.5 + (double)k, 0, 0);
    pn_system_add_body(system, &box);
    const pn_joint_place place = {.point = {(double)k, 0, 0}};
    pn_joint *joint = pn_system_join(system, pn_joint_ball,
                                     k == 0 ? PN_WORLD : k - 1, k, &place);
    strcpy(joint->name, "ball");
  }
  pn_error error = {0};
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.correction = pn_correction_penalty;
  ck_assert(run_fails(system, integrators[_i], 0.1, &settings, &error));
  const char *at = strstr(error.text, words);
  ck_assert_msg(at != NULL, "%s", error.text);
  const double limit = 1e-3 * strtod(at + strlen(words), NULL);
  ck_assert(run_fails(system, integrators[_i], 1.2 * limit, &settings, &error));
  ck_assert_ptr_nonnull(strstr(error.text, words));
  ck_assert_msg(
      !run_fails(system, integrators[_i], 0.8 * limit, &settings, &error),
      "%s: %s", integrators[_i], error.text);
  pn_system_free(system);
}
END_TEST

/* A damper whose ends coincide acts along the velocity: here across the x
   axis, on a slider that moves nowhere else. */
START_TEST(a_damper_without_length_has_its_limit)
{
  pn_system *system = pn_system_alloc();
  add_point(system, 1, 0, 0);
  system->body[0].v = pn_vec3_make(0, 0.1, 0);
  const pn_joint_place rail = {.axis = {0, 1, 0}};
  pn_system_join(system, pn_joint_prismatic, PN_WORLD, 0, &rail);
  add_spring(system, "coil", PN_WORLD, 0, 0, 100);
  pni_stability found;
  test_close(limit_of(system, "rk4", 1, &found) / 2.785e-2, 1, 0.02, "limit");
  ck_assert_str_eq(found.name, "coil");
  pn_system_free(system);
}
END_TEST

/* A top that spins fast, whose velocities nothing keeps in the joint: positions
   are corrected, and energy comes from nowhere. */
START_TEST(a_correction_that_makes_energy_is_named)
{
  const char *names[] = {"newton", "tree"};
  pn_system *system = pn_system_alloc();
  pn_body top = {.mass = 1,
                 .inertia = pn_mat3_diagonal(pn_vec3_make(0.2, 0.41, 0.41))};
  top.pose.q = pn_quat_axis_angle(pn_vec3_make(0, 1, 0), -1.0472);
  top.pose.x = pn_vec3_make(0.3, 0, 0.519615242270663);
  top.omega = pn_vec3_make(120, 0, 200);
  top.v = pn_vec3_cross(top.omega, top.pose.x);
  pn_system_add_body(system, &top);
  system->gravity = pn_vec3_make(0, 0, -9.81);
  const pn_joint_place tip = {.point = {0, 0, 0}};
  pn_system_join(system, pn_joint_ball, PN_WORLD, 0, &tip);
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.correction = pn_correction_find(names[_i]);
  pn_simulation *s = pn_simulation_alloc(system, &settings, NULL);
  pn_error error = {0};
  while (s->t < 20 && !pn_simulation_step(s, &error))
    ;
  ck_assert(s->t < 5);
  ck_assert_msg(strstr(error.text, "correction both") != NULL, "%s",
                error.text);
  pn_measure m;
  ck_assert_int_eq(pn_simulation_measure(s, &m), GSL_SUCCESS);
  ck_assert(m.energy < 2.1 * s->start.energy);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("stability");
  TCase *stability = tcase_create("stability");
  tcase_set_timeout(stability, 60);
  test_add_family(stability, the_limit_is_where_runs_blow_up,
                  SCENES * INTEGRATORS);
  test_add_family(stability, the_limit_is_that_of_the_books,
                  sizeof books / sizeof books[0]);
  test_add_family(stability, what_no_step_keeps_has_no_limit,
                  sizeof amplifiers / sizeof amplifiers[0]);
  test_add_family(stability, a_penalty_has_its_limit, INTEGRATORS);
  tcase_add_test(stability, a_damper_without_length_has_its_limit);
  tcase_add_loop_test(stability, a_correction_that_makes_energy_is_named, 0, 2);
  suite_add_tcase(suite, stability);
  return test_run(suite);
}
