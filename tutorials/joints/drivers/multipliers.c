/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Checks two weights on a line, an example by hand, and a chain that hangs at
   rest, whose joints bear the weight below them. Then checks random chains,
   whose accelerations must keep the joints together and whose joints' forces
   must do no work. */
#include "joints/drivers/inputs.h"
#include "joints/exercises.h"

#include <gsl/gsl_blas.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Rounding, for forces of some 100 N, accelerations of some 100 m/s^2. */
static const double rounding = 1e-9;

/* The arguments of the answer, and its lambda. */
typedef struct {
  gsl_matrix *J, *W;
  gsl_vector *F, *bias, *lambda;
} question;

/* Asks for the multipliers, and shows small questions. */
static void answer(exercise *e, question *q)
{
  enum { SHOWN_MOST = 6 };
  const size_t m = q->J->size1, n = q->J->size2;
  if (n <= SHOWN_MOST) {
    exercise_given_matrix(e, "J", q->J->data, m, n);
    exercise_given_matrix(e, "W", q->W->data, n, n);
    exercise_given(e, "F", q->F->data, n);
    exercise_given(e, "bias", q->bias->data, m);
  }
  my_multipliers(q->J, q->W, q->F, q->bias, q->lambda);
}

/* Asks for the multipliers of a state. */
static question ask(exercise *e, const joints_input *in)
{
  question q = {joints_J(in), joints_W(in), joints_vector(in->velocities),
                joints_vector(in->rows), joints_vector(in->rows)};
  const pn_assembly *a = in->dynamics->assembly;
  memcpy(q.F->data, a->F, in->velocities * sizeof *a->F);
  memcpy(q.bias->data, a->bias, in->rows * sizeof *a->bias);
  answer(e, &q);
  return q;
}

static void question_free(question *q)
{
  gsl_matrix_free(q->J);
  gsl_matrix_free(q->W);
  gsl_vector_free(q->F);
  gsl_vector_free(q->bias);
  gsl_vector_free(q->lambda);
}

/* Checks two weights on rods below each other, along the vertical; then the
   same in an upward acceleration of the ceiling, which is a bias. */
static void check_line(exercise *e)
{
  const double J[] = {-1, 0, 1, -1}, mass[] = {1, 3}, g = 10;
  question q = {gsl_matrix_calloc(2, 2), gsl_matrix_calloc(2, 2),
                joints_vector(2), joints_vector(2), joints_vector(2)};
  memcpy(q.J->data, J, sizeof J);
  for (size_t k = 0; k < 2; k++) {
    gsl_matrix_set(q.W, k, k, 1 / mass[k]);
    gsl_vector_set(q.F, k, -g * mass[k]);
  }
  for (int moving = 0; moving < 2; moving++) {
    const double lift = moving ? 2 : 0;
    gsl_vector_set(q.bias, 0, lift);
    exercise_input(e, moving ? "two weights, their ceiling speeds up by 2 m/s^2"
                             : "two weights on rods, at rest");
    answer(e, &q);
    exercise_value(e, gsl_vector_get(q.lambda, 0),
                   -(g + lift) * (mass[0] + mass[1]), rounding, "lambda[0]");
    exercise_value(e, gsl_vector_get(q.lambda, 1), -(g + lift) * mass[1],
                   rounding, "lambda[1]");
  }
  question_free(&q);
}

/* Checks boxes straight below each other, at rest: lambda, the force on the
   parent, must be the weight of all that hangs from the joint. */
static void check_weight(exercise *e, gsl_rng *random)
{
  enum { BODIES = 4 };
  joints_input in = joints_chain(pn_joint_ball, BODIES, 0, random);
  const pn_vec3 top = in.system->joint[0].point[0], zero = {0, 0, 0};
  const pn_quat down = pn_quat_axis_angle(pn_vec3_make(0, 0, 1), -M_PI / 2);
  for (size_t b = 0; b < BODIES; b++) {
    const pn_pose pose = {
        pn_vec3_add_scaled(top, -0.25 - 0.5 * (double)b, pn_vec3_make(0, 1, 0)),
        down};
    pn_state_set(in.system, in.y, b, pose, zero, zero);
  }
  joints_input_set(&in);
  double weight = 0;
  exercise_input(e, "a chain of %d boxes that hangs at rest", BODIES);
  question q = ask(e, &in);
  for (size_t j = BODIES; j-- > 0;) {
    weight += 9.81 * in.system->body[j].mass;
    for (size_t k = 0; k < 3; k++)
      exercise_value(e, gsl_vector_get(q.lambda, 3 * j + k),
                     k == 1 ? -weight : 0, rounding, "lambda.%c of joint %zu",
                     "xyz"[k], j);
  }
  question_free(&q);
  joints_input_free(&in);
}

/* Checks the accelerations of a chain in motion, and the power of its
   joints. */
static void check_motion(exercise *e, const joints_input *in)
{
  question q = ask(e, in);
  gsl_vector *force = joints_vector(in->velocities);
  gsl_vector *du = joints_vector(in->velocities);
  gsl_vector_view u =
      gsl_vector_view_array(joints_velocities(in), in->velocities);
  double power;
  gsl_blas_dgemv(CblasTrans, 1, q.J, q.lambda, 0, force);
  gsl_blas_ddot(force, &u.vector, &power);
  gsl_vector_add(force, q.F);
  gsl_blas_dgemv(CblasNoTrans, 1, q.W, force, 0, du);
  gsl_blas_dgemv(CblasNoTrans, 1, q.J, du, 1, q.bias);
  for (size_t i = 0; i < in->rows; i++)
    exercise_value(e, gsl_vector_get(q.bias, i), 0, rounding,
                   "(J u' + Jdot u)[%zu]", i);
  exercise_value(e, power, 0, rounding, "the power of the joints' forces");
  gsl_vector_free(force);
  gsl_vector_free(du);
  question_free(&q);
}

/* Moves a chain by one step of the semi-implicit Euler method, with the
   answer's forces. */
static void move(joints_input *in, double h)
{
  exercise nobody = {0};
  question q = ask(&nobody, in);
  gsl_vector *dx = joints_vector(in->velocities);
  gsl_vector_view u =
      gsl_vector_view_array(joints_velocities(in), in->velocities);
  gsl_blas_dgemv(CblasTrans, 1, q.J, q.lambda, 1, q.F);
  gsl_blas_dgemv(CblasNoTrans, h, q.W, q.F, 1, &u.vector);
  gsl_vector_memcpy(dx, &u.vector);
  gsl_vector_scale(dx, h);
  pn_dynamics_displace(in->dynamics, in->y, dx->data);
  joints_input_set(in);
  gsl_vector_free(dx);
  question_free(&q);
}

/* Draws the path of the end of a chain of two boxes that swings by the answer's
   forces. */
static void show(void)
{
  enum { POINTS = 100, STEPS = 10 };
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  exercise_require(random != NULL);
  joints_input in = joints_chain(pn_joint_ball, 2, 0, random);
  double x[POINTS], y[POINTS];
  for (int k = 0; k < POINTS; k++) {
    const pn_vec3 end = pn_pose_point(in.dynamics->assembly->motion[1].pose,
                                      pn_vec3_make(0.25, 0, 0));
    x[k] = end.x;
    y[k] = end.y;
    for (int i = 0; i < STEPS; i++)
      move(&in, 1e-3);
  }
  puts(
      "\nThe end of a chain of two boxes, held by your forces for a second:\n");
  exercise_draw(x, y, POINTS, 1);
  joints_input_free(&in);
  gsl_rng_free(random);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "joints/multipliers");
  check_line(&e);
  check_weight(&e, e.random);
  for (size_t k = 0; k < JOINTS_INPUTS; k++) {
    const pn_joint_type *type = k % 2 ? pn_joint_revolute : pn_joint_ball;
    joints_input in = joints_chain(type, 1 + k / 2, k % 4 == 2, e.random);
    exercise_input(&e, "a chain of %zu, in random motion, by %s joints",
                   1 + k / 2, type->name);
    check_motion(&e, &in);
    joints_input_free(&in);
  }
  exercise_reward(&e, show);
  return exercise_end(&e);
}
