/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Where the energy goes: friction, motors, impacts and corrections against
   closed forms, and what remains against the order of the integrator. */
#include "dynamics/models.h"
#include "pantin/dynamics/box.h"
#include "pantin/dynamics/simulation.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>
#include <string.h>

/* Rounding of energies of some hundred joules. */
static const double rounding = 1e-11;

/* Runs to the time, and returns the ledger there. */
static pn_ledger run_to(pn_simulation *s, double time)
{
  pn_measure m;
  simulate_to(s, time);
  ck_assert_int_eq(pn_simulation_measure(s, &m), GSL_SUCCESS);
  const pn_ledger l = pn_simulation_ledger(s, &m);
  test_close(s->start.energy + l.friction + l.motors + l.impacts +
                 l.corrections + l.remainder,
             m.energy, rounding, "sum of the ledger");
  return l;
}

/* A block of 2.385 kg that slides along x against viscous friction: v = v0
   exp(-c t / m). */
static const double block_mass = 2.385, block_v = 3, block_c = 0.7;

static pn_system *sliding_block(void)
{
  const double size[] = {0.3, 0.2, 0.1};
  pn_system *system = pn_system_alloc();
  pn_body body = pn_body_make(pn_shape_box, size, block_mass);
  body.v = pn_vec3_make(block_v, 0, 0);
  pn_system_add_body(system, &body);
  const pn_joint_place place = {.axis = {1, 0, 0}};
  pn_system_join(system, pn_joint_prismatic, PN_WORLD, 0, &place)
      ->friction_slide = block_c;
  return system;
}

START_TEST(friction_on_a_sliding_block)
{
  pn_system *system = sliding_block();
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_simulation *s = simulate_start(system, &settings);
  const pn_ledger l = run_to(s, 2);
  const double v = block_v * exp(-block_c * 2 / block_mass);
  test_close(l.friction, block_mass * (v * v - block_v * block_v) / 2, 1e-10,
             "work of friction");
  test_close(l.remainder, 0, 1e-10, "remainder");
  ck_assert(l.motors == 0 && l.impacts == 0 && l.corrections == 0);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A damper between two free bodies: their relative velocity decays with the
   reduced mass, and the centre of mass keeps its own. */
START_TEST(friction_of_a_damper)
{
  const double radius = 0.1, c = 1.3, m[] = {2.385, 1.2};
  const double reduced = m[0] * m[1] / (m[0] + m[1]);
  pn_system *system = pn_system_alloc();
  for (int k = 0; k < 2; k++) {
    pn_body body = pn_body_make(pn_shape_sphere, &radius, m[k]);
    body.pose.x = pn_vec3_make(2 * k, 0, 0);
    body.v = pn_vec3_make(2 + k, 0, 0);
    pn_system_add_body(system, &body);
  }
  const pn_spring damper = {.body = {0, 1}, .damping = c};
  pn_system_add_spring(system, &damper);
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_simulation *s = simulate_start(system, &settings);
  const pn_ledger l = run_to(s, 1);
  test_close(l.friction, reduced * (exp(-2 * c / reduced) - 1) / 2, 1e-9,
             "work of the damper");
  test_close(l.remainder, 0, 1e-9, "remainder");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A pendulum under a steady torque about its hinge: the work is the torque
   times the angle that it turns through, here more than a whole turn. */
START_TEST(a_motor_on_a_pendulum)
{
  pn_system *system = model_compound_pendulum(30);
  const double torque = 9;
  system->body[0].torque = pn_vec3_make(0, 0, torque);
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.dt = 2.5e-4;
  pn_simulation *s = simulate_start(system, &settings);
  double angle = 0;
  pn_vec3 before = pn_state_motion(system, s->y, 0).pose.x;
  while (s->t < 1.5) {
    simulate_step(s);
    const pn_vec3 x = pn_state_motion(system, s->y, 0).pose.x;
    angle += atan2(pn_vec3_cross(before, x).z, pn_vec3_dot(before, x));
    before = x;
  }
  ck_assert(fabs(angle) > 2 * M_PI);
  const pn_ledger l = run_to(s, s->t);
  test_close(l.motors, torque * angle, 1e-8, "work of the motor");
  test_close(l.remainder, 0, 1e-8, "remainder");
  ck_assert(l.friction == 0);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A load of the user's: the torque a sin(w t) about x. */
typedef struct {
  double a, w;
} swing;

static void swing_load(double t, const pn_system *system,
                       const pn_motion *motion, double *load, void *params)
{
  const swing *p = params;
  (void)system;
  (void)motion;
  load[3] += p->a * sin(p->w * t);
}

START_TEST(a_load_of_the_users)
{
  swing p = {2, 3};
  const double size[] = {0.3, 0.2, 0.1}, time = 1.7;
  pn_system *system = pn_system_alloc();
  pn_body body = pn_body_make(pn_shape_box, size, 2.385);
  pn_system_add_body(system, &body);
  system->load = swing_load;
  system->load_params = &p;
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.dt = 1e-3;
  pn_simulation *s = simulate_start(system, &settings);
  const pn_ledger l = run_to(s, time);
  const double I = body.inertia.m[0][0];
  const double omega = p.a / (p.w * I) * (1 - cos(p.w * time));
  test_close(l.motors / (I * omega * omega / 2), 1, 1e-9, "work of the load");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Books the impacts that a run tells of. */
typedef struct {
  size_t count;
  double loss, momentum;
  pn_impact_event last;
} account;

static void listen(const pn_impact_event *event, void *params)
{
  account *a = params;
  a->count++;
  a->loss += event->loss;
  a->momentum += event->impulse.y;
  a->last = *event;
}

START_TEST(impacts_of_a_bouncing_ball)
{
  const double radius = 0.1, mass = 2.385, e = 0.75;
  pn_system *system = pn_system_alloc();
  pn_body ball = pn_body_make(pn_shape_sphere, &radius, mass);
  ball.pose.x = pn_vec3_make(0, 1.1, 0);
  pn_system_add_body(system, &ball);
  system->gravity = pn_vec3_make(0, -9.81, 0);
  const pn_box box = {{-1, 0, -1}, {1, 3, 1}, e, 0};
  account told = {0};
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.dt = 1e-4;
  settings.box = &box;
  settings.listener = listen;
  settings.listener_params = &told;
  pn_simulation *s = simulate_start(system, &settings);
  const pn_ledger l = run_to(s, 0.9);
  /* It lands after sqrt(2 h / g) = 0.4515 s, and 2 e times that later. */
  const double v = sqrt(2 * 9.81);
  ck_assert_uint_eq(told.count, 1);
  test_close(told.last.time, sqrt(2 / 9.81), 1.01e-4, "time of the impact");
  test_close(told.last.before, -v, 2e-3, "velocity before");
  test_close(told.last.after, e * v, 2e-3, "velocity after");
  test_close(told.last.impulse.y, mass * (1 + e) * v, 0.01, "impulse");
  test_close(told.last.loss,
             mass * (1 - e * e) * told.last.before * told.last.before / 2,
             rounding, "loss by its formula");
  test_close(l.impacts, -told.loss, rounding, "work of the impacts");
  test_close(l.remainder, 0, 1e-10, "remainder");
  ck_assert_uint_eq(s->impacts, 1);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Runs whose remainder must fall with the order of the integrator. */
typedef struct {
  const char *name;
  model_maker *make;
  double gravity;
  const pn_box *box;
  double from, time; /* it begins after so many seconds of small steps */
  const char *integrator, *correction;
  double steps; /* a second */
  double order; /* that is at least seen */
} falling;

static const pn_box smooth = {{-1.2, -0.6, -1.2}, {1.2, 2.2, 1.2}, 0.75, 0};
static const pn_box rough = {{-1.2, -0.6, -1.2}, {1.2, 2.2, 1.2}, 0.75, 1};

static const falling fallings[] = {
    {"puppet", model_puppet, 0, NULL, 0, 2, "rk4", "both", 120, 3.5},
    {"puppet", model_puppet, 0, NULL, 0, 2, "rk2", "both", 240, 1.5},
    {"puppet", model_puppet, 0, NULL, 0, 2, "ab4", "both", 240, 3.5},
    {"puppet", model_puppet, 0, NULL, 0, 2, "leapfrog", "both", 240, 1.5},
    {"puppet", model_puppet, 0, NULL, 0, 2, "rk4", "none", 60, 3.5},
    {"puppet", model_puppet, 0, NULL, 0, 2, "rk4", "baumgarte", 240, 3.5},
    {"arm", model_arm, 0, NULL, 0, 2, "rk4", "both", 240, 3.5},
    {"arm", model_arm, 0, NULL, 0, 2, "rk2", "both", 240, 1.5},
    {"arm", model_arm, 0, NULL, 0, 2, "semi-implicit-euler", "both", 240, 0.5},
    {"puppet-box", model_puppet, -9.81, &smooth, 0.8, 0.01, "rk4", "both", 1000,
     3.5},
    {"puppet-box that sticks", model_puppet, -9.81, &rough, 0.8, 0.01, "rk4",
     "both", 1000, 3.5},
};

/* Moves the start of the system by a run of small steps. */
static void move_start(pn_system *system, pn_simulation_settings settings,
                       double time)
{
  settings.dt = 1e-3;
  pn_simulation *s = simulate_start(system, &settings);
  run_to(s, time);
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_motion motion = pn_state_motion(system, s->y, b);
    system->body[b].pose = motion.pose;
    system->body[b].v = motion.v;
    system->body[b].omega = motion.omega;
  }
  pn_simulation_free(s);
}

static double remainder_of(const falling *f, double steps)
{
  pn_system *system = f->make();
  if (f->gravity != 0)
    system->gravity = pn_vec3_make(0, f->gravity, 0);
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.integrator = pn_integrator_find(f->integrator);
  settings.correction = pn_correction_find(f->correction);
  settings.box = f->box;
  if (f->from > 0)
    move_start(system, settings, f->from);
  settings.dt = 1 / steps;
  pn_simulation *s = simulate_start(system, &settings);
  const pn_ledger l = run_to(s, f->time);
  ck_assert_uint_eq(s->impacts, 0);
  pn_simulation_free(s);
  pn_system_free(system);
  return l.remainder;
}

START_TEST(the_remainder_falls_with_the_order)
{
  const falling *f = &fallings[_i];
  const double coarse = remainder_of(f, f->steps);
  const double fine = remainder_of(f, 2 * f->steps);
  const double order = log2(fabs(coarse / fine));
  ck_assert_msg(order > f->order, "%s, %s, %s: remainder %g J, then %g J",
                f->name, f->integrator, f->correction, coarse, fine);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("ledger");
  TCase *ledger = tcase_create("ledger");
  tcase_add_test(ledger, friction_on_a_sliding_block);
  tcase_add_test(ledger, friction_of_a_damper);
  tcase_add_test(ledger, a_motor_on_a_pendulum);
  tcase_add_test(ledger, a_load_of_the_users);
  tcase_add_test(ledger, impacts_of_a_bouncing_ball);
  tcase_add_loop_test(ledger, the_remainder_falls_with_the_order, 0,
                      sizeof fallings / sizeof fallings[0]);
  suite_add_tcase(suite, ledger);
  return test_run(suite);
}
