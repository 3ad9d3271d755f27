/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Compares J and Jdot u with differences of C. Then makes a joint type of the
   answer:
   a body slides in the bowl, and must keep its energy and stay on the surface;
   a bead near the bottom swings with the period 2 pi sqrt(R / g). */
#include "joints/drivers/differences.h"
#include "joints/drivers/inputs.h"
#include "joints/exercises.h"
#include "pantin/dynamics/simulation.h"

#include <math.h>
#include <stdio.h>

static const double radius = 0.8, gravity = 9.81;

static const pn_joint_type bowl = {
    .name = "bowl",
    .summary = "a point of the child slides in a round bowl",
    .rows = 1,
    .evaluate = my_bowl,
};

/* The motion of the child along which C is differenced: one of the 6 unit
   velocities (k < 6), or the child's own (k = 6). */
typedef struct {
  pn_joint joint;
  pn_motion body;
  int k;
} slide;

/* Computes C after the child has moved for a time s. */
static double slide_value(double s, void *parameters)
{
  const slide *of = parameters;
  double u[6] = {0};
  if (of->k < 6)
    u[of->k] = 1;
  const pn_vec3 v = of->k < 6 ? pn_vec3_make(u[0], u[1], u[2]) : of->body.v;
  const pn_vec3 omega =
      of->k < 6 ? pn_vec3_make(u[3], u[4], u[5]) : of->body.omega;
  const pn_motion m =
      joints_displaced(&of->body, pn_vec3_scale(s, v), pn_vec3_scale(s, omega));
  const pn_vec3 p = pn_pose_point(m.pose, of->joint.point[1]);
  return p.z - (p.x * p.x + p.y * p.y) / (2 * of->joint.length);
}

/* Compares J and Jdot u with differences, for one motion. */
static void check_rows(exercise *e, slide of)
{
  exercise_given(e, "radius", &of.joint.length, 1);
  joints_given(e, "r", pn_mat3_apply(of.body.R, of.joint.point[1]));
  joints_given(e, "p", pn_pose_point(of.body.pose, of.joint.point[1]));
  joints_given(e, "v", of.body.v);
  joints_given(e, "omega", of.body.omega);
  const pn_motion world = {.pose.q = {1, 0, 0, 0}, .R = pn_mat3_identity()};
  double C, Jp[6] = {0}, Jc[6] = {0}, bias = 0;
  pn_joint_rows rows = {.C = &C, .Jp = Jp, .Jc = Jc, .bias = &bias};
  my_bowl(&of.joint, &world, &of.body, &rows);
  const gsl_function f = {slide_value, &of};
  for (of.k = 0; of.k < 6; of.k++)
    exercise_value(e, Jc[of.k], joints_first_difference(&f), joints_first_error,
                   "J[%d]", of.k);
  exercise_value(e, bias, joints_second_difference(&f), joints_second_error,
                 "Jdot u");
}

/* A body in the bowl, and its motion; simulation is NULL if that cannot
   start. */
typedef struct {
  pn_system *system;
  pn_simulation *simulation;
} sliding;

/* Lets a body, held in the bowl at `point` of its frame, move for `steps` steps
   of dt. */
static sliding slide_for(exercise *e, const pn_body *body, pn_vec3 point,
                         double dt, size_t steps)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.correction = pn_correction_none;
  settings.dt = dt;
  pn_joint joint = {.type = &bowl, .parent = PN_WORLD, .length = radius};
  joint.point[1] = point;
  pn_error error = {0};

  sliding out = {.system = pn_system_alloc()};
  exercise_require(out.system != NULL);
  out.system->gravity = pn_vec3_make(0, 0, -gravity);
  exercise_require(!pn_system_add_body(out.system, body) &&
                   !pn_system_add_joint(out.system, &joint));

  size_t done = 0;
  out.simulation = pn_simulation_alloc(out.system, &settings, &error);
  while (out.simulation && done < steps &&
         !pn_simulation_step(out.simulation, &error))
    done++;
  if (steps > 0)
    exercise_value(e, (double)done, (double)steps, 0,
                   "steps after which the motion can go on");
  return out;
}

static void sliding_free(sliding *of)
{
  pn_simulation_free(of->simulation);
  pn_system_free(of->system);
}

/* Checks a box that is held at a corner and swings about while it slides. RK4
   loses some 2e-5 J, 1e-6 m. */
static void check_slide(exercise *e)
{
  const double side[] = {0.3, 0.2, 0.1};
  const pn_vec3 corner = {0.15, 0.1, 0.05};
  pn_body body = pn_body_make(pn_shape_box, side, 1.7);
  body.pose.x =
      pn_vec3_sub(pn_vec3_make(0.4, 0, 0.4 * 0.4 / (2 * radius)), corner);
  body.v = pn_vec3_make(0, 1, 0);
  exercise_input(e, "a box that slides and swings in the bowl for 2 s");
  sliding of = slide_for(e, &body, corner, 1. / 1000, 2000);
  if (of.simulation) {
    pn_measure end;
    pn_simulation_measure(of.simulation, &end);
    exercise_value(e, end.energy, of.simulation->start.energy, 1e-4,
                   "its energy [J]");
    exercise_value(e, end.constraint_inf, 0, 1e-5, "its height above [m]");
  }
  sliding_free(&of);
}

/* Checks the period of a bead. For an amplitude a the period is off by some
   (a/R)^2, and the position by the square of that. */
static void check_period(exercise *e)
{
  enum { STEPS = 400 };
  const double amplitude = 1e-3, period = 2 * M_PI * sqrt(radius / gravity);
  const pn_vec3 centre = {0, 0, 0};
  pn_body body = pn_body_make(pn_shape_point, NULL, 0.4);
  body.pose.x =
      pn_vec3_make(amplitude, 0, amplitude * amplitude / (2 * radius));
  exercise_input(e, "a bead of 0.4 kg, let go 1 mm beside the bottom");
  sliding of = slide_for(e, &body, centre, period / STEPS, STEPS);
  if (of.simulation) {
    const pn_motion m = pn_state_motion(of.system, of.simulation->y, 0);
    exercise_value(e, m.pose.x.x, amplitude, 1e-8, "x after a period [m]");
    exercise_value(e, m.v.x, 0, 1e-7, "its velocity then [m/s]");
  }
  sliding_free(&of);
}

/* Draws the path of a bead in the bowl, seen from above. */
static void show(void)
{
  enum { POINTS = 150 };
  exercise e = {0};
  const pn_vec3 centre = {0, 0, 0};
  pn_body body = pn_body_make(pn_shape_point, NULL, 0.4);
  double x[POINTS], y[POINTS];
  body.pose.x = pn_vec3_make(0.5, 0, 0.5 * 0.5 / (2 * radius));
  body.v = pn_vec3_make(0, 0.6, 0);
  sliding of = slide_for(&e, &body, centre, 1. / 500, 0);
  for (int k = 0; of.simulation && k < POINTS; k++) {
    const pn_vec3 at = pn_state_motion(of.system, of.simulation->y, 0).pose.x;
    x[k] = at.x;
    y[k] = at.y;
    for (int i = 0; i < 30; i++)
      pn_simulation_step(of.simulation, NULL);
  }
  sliding_free(&of);
  puts("\nA bead in your bowl for 9 s, seen from above:\n");
  exercise_draw(x, y, POINTS, 1);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "joints/bowl");
  slide by_hand = {.joint = {.type = &bowl, .length = 1},
                   .body = {.pose = {{1, 0, 0.5}, {1, 0, 0, 0}},
                            .R = pn_mat3_identity(),
                            .v = {0, 2, 0}}};
  exercise_input(&e, "a bead that runs round the bowl");
  check_rows(&e, by_hand);
  for (int k = 0; k < JOINTS_INPUTS; k++) {
    slide of = {{.type = &bowl, .length = radius}, joints_motion(e.random), 0};
    of.joint.point[1] = joints_vec3(e.random, 1);
    exercise_input(&e, "a body in random motion (%d)", k + 1);
    check_rows(&e, of);
  }
  check_slide(&e);
  check_period(&e);
  exercise_reward(&e, show);
  return exercise_end(&e);
}
