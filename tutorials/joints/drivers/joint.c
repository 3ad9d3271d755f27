/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Checks a joint that the student has chosen: its J and Jdot u must be the
   derivatives of its own C, and in a scene with two boxes it must hold and do
   no work. What is expected is 0 or 1, whatever the joint. */
#include "joints/drivers/differences.h"
#include "joints/drivers/inputs.h"
#include "joints/exercises.h"
#include "pantin/body/scene.h"
#include "pantin/dynamics/correction.h"
#include "pantin/dynamics/simulation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const pn_joint_type own = {
    .name = "own",
    .summary = "a joint of one's own",
    .rows = 1,
    .evaluate = my_joint,
};

/* Two boxes, the scene into which the joint is put. */
static const char scene[] =
    "gravity = (0, -9.81, 0);\n"
    "bodies = (\n"
    "  { name = \"parent\"; mass = 1; shape = \"box\";\n"
    "    size = (0.3, 0.2, 0.1); position = (-0.5, 0, 0); },\n"
    "  { name = \"child\"; mass = 2; shape = \"box\";\n"
    "    size = (0.3, 0.2, 0.1); position = (0.5, 0, 0); } );\n";

static pn_joint make_joint(void)
{
  return (pn_joint){.type = &own,
                    .parent = 0,
                    .child = 1,
                    .length = 1,
                    .point = {{0.15, 0.1, 0.05}, {-0.15, 0.1, 0.05}}};
}

/* Evaluates the joint; the arrays start from what they should not keep. */
static void evaluate(const pn_motion body[2], double *C, double J[12],
                     double *bias)
{
  const pn_joint joint = make_joint();
  *C = *bias = NAN;
  for (int k = 0; k < 12; k++)
    J[k] = NAN;
  pn_joint_rows rows = {.C = C, .Jp = J, .Jc = J + 6, .bias = bias};
  my_joint(&joint, &body[0], &body[1], &rows);
}

/* Two bodies, and constant velocities u along which they are displaced. */
typedef struct {
  pn_motion body[2];
  double u[12];
} path;

/* Computes C after a time t. */
static double C_after(double t, void *parameters)
{
  const path *of = parameters;
  pn_motion moved[2];
  double C, J[12], bias;
  for (int b = 0; b < 2; b++) {
    const double *u = of->u + 6 * b;
    moved[b] = joints_displaced(
        &of->body[b], pn_vec3_scale(t, pn_vec3_make(u[0], u[1], u[2])),
        pn_vec3_scale(t, pn_vec3_make(u[3], u[4], u[5])));
    moved[b].v = moved[b].omega = pn_vec3_make(0, 0, 0);
  }
  evaluate(moved, &C, J, &bias);
  return C;
}

static double norm(const double *v, size_t n)
{
  double squares = 0;
  for (size_t k = 0; k < n; k++)
    squares += v[k] * v[k];
  return sqrt(squares);
}

/* Compares J and Jdot u with differences of C at one motion. */
static void check_derivatives(exercise *e, int k)
{
  path of = {.body = {joints_motion(e->random), joints_motion(e->random)}};
  double C, J[12], bias, slope[12];
  for (int b = 0; b < 2; b++) {
    const pn_vec3 start = {b ? 0.5 : -0.5, 0, 0};
    of.body[b].pose.x = pn_vec3_add(start, joints_vec3(e->random, 0.25));
  }
  exercise_input(e, "two bodies in random motions (%d)", k + 1);
  for (int b = 0; b < 2; b++) {
    const pn_motion *m = &of.body[b];
    const pn_quat q = m->pose.q;
    joints_given(e, b ? "x_c" : "x_p", m->pose.x);
    exercise_given(e, b ? "q_c" : "q_p", (const double[]){q.w, q.x, q.y, q.z},
                   4);
    joints_given(e, b ? "v_c" : "v_p", m->v);
    joints_given(e, b ? "omega_c" : "omega_p", m->omega);
  }
  evaluate(of.body, &C, J, &bias);
  const gsl_function f = {C_after, &of};
  for (int column = 0; column < 12; column++) {
    of.u[column] = 1;
    slope[column] = joints_first_difference(&f);
    of.u[column] = 0;
  }
  for (int column = 0; column < 12; column++)
    exercise_value(e, J[column] - slope[column], 0, joints_first_error,
                   "your J[%d] less that by differences", column);
  for (int b = 0; b < 2; b++) {
    memcpy(of.u + 6 * b, &of.body[b].v, sizeof of.body[b].v);
    memcpy(of.u + 6 * b + 3, &of.body[b].omega, sizeof of.body[b].omega);
  }
  exercise_value(e, bias - joints_second_difference(&f), 0, joints_second_error,
                 "your Jdot u less that by differences");
  for (int b = 0; b < 2; b++)
    exercise_value(e, fmin(1, 10 * norm(J + 6 * b, 6)), 1, 0,
                   "1 if C depends on the %s", b ? "child" : "parent");
}

/* Closes the joint of a system by Newton's steps; returns the gap left. */
static double close_joint(pn_system *system)
{
  enum { STEPS = 20 };
  double gap = NAN, y[2 * (PN_BODY_POSITIONS + PN_BODY_VELOCITIES)];
  pn_dynamics *dynamics = pn_dynamics_alloc(system, pn_multipliers_dense);
  exercise_require(dynamics != NULL);
  pn_system_start(system, y);
  for (int k = 0; k < STEPS; k++)
    if (pn_correct_positions(dynamics, y, &gap))
      break;
  for (size_t b = 0; b < system->bodies; b++)
    system->body[b].pose = pn_state_motion(system, y, b).pose;
  pn_dynamics_free(dynamics);
  return gap;
}

/* Puts the joint into the scene and lets the boxes move for half a second.
   Calls `look` after each hundredth, if it is not NULL. RK4's error of the
   energy is below a millionth for lengths of a metre. */
static void run(exercise *e, void (*look)(const pn_simulation *, int))
{
  enum { LOOKS = 50, STEPS = 20 };
  const pn_joint joint = make_joint();
  pn_error error = {0};
  pn_system_scene *of = pn_system_scene_read_string(
      "the scene", scene, sizeof scene - 1, 0, &error);
  exercise_require(of && !pn_system_add_joint(of->system, &joint));
  const double gap = close_joint(of->system);
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.correction = pn_correction_none;
  settings.dt = 0.01 / STEPS;
  pn_measure end = {.energy = NAN, .constraint_inf = NAN};
  pn_simulation *s = pn_simulation_alloc(of->system, &settings, &error);
  for (int k = 0; s && k < LOOKS; k++) {
    if (look)
      look(s, k);
    for (int step = 0; step < STEPS; step++)
      if (pn_simulation_step(s, &error))
        break;
  }
  if (s)
    pn_simulation_measure(s, &end);
  if (e) {
    exercise_input(e, "two boxes held by your joint for 0.5 s");
    exercise_value(e, gap, 0, 1e-9, "C after it was closed by Newton's steps");
    exercise_value(e, s ? end.energy - s->start.energy : NAN, 0, 1e-4,
                   "the change of the energy [J]");
    exercise_value(e, end.constraint_inf, 0, 1e-5, "C at the end");
  }
  pn_simulation_free(s);
  pn_system_scene_free(of);
}

/* Where the boxes were, for a picture. */
static double seen_t[50], seen_y[50];

static void see(const pn_simulation *s, int k)
{
  seen_t[k] = s->t;
  seen_y[k] = pn_state_motion(s->system, s->y, 0).pose.x.y;
}

static void show(void)
{
  run(NULL, see);
  puts("\nTwo boxes of 1 kg and 2 kg fall, held by your joint. The height of "
       "the parent\nover half a second:\n");
  exercise_draw(seen_t, seen_y, 50, 0);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "joints/joint");
  for (int k = 0; k < JOINTS_INPUTS; k++)
    check_derivatives(&e, k);
  run(&e, NULL);
  exercise_reward(&e, show);
  return exercise_end(&e);
}
