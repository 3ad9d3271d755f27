/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "joints/drivers/inputs.h"

#include <stdio.h>
#include <stdlib.h>

/* Sides of the boxes, and the distance from one joint to the next [m]. */
static const double side[] = {0.5, 0.2, 0.1}, length = 0.5;

pn_vec3 joints_vec3(gsl_rng *random, double size)
{
  const double x = exercise_uniform(random, -size, size),
               y = exercise_uniform(random, -size, size);
  return pn_vec3_make(x, y, exercise_uniform(random, -size, size));
}

void joints_given(exercise *e, const char *name, pn_vec3 v)
{
  exercise_given(e, name, (const double[]){v.x, v.y, v.z}, 3);
}

pn_quat joints_quat(gsl_rng *random)
{
  const pn_vec3 v = joints_vec3(random, 1);
  const pn_quat q = {exercise_uniform(random, -1, 1), v.x, v.y, v.z};
  return pn_quat_normalize(q);
}

pn_motion joints_motion(gsl_rng *random)
{
  pn_motion motion;
  motion.pose.x = joints_vec3(random, 2);
  motion.pose.q = joints_quat(random);
  motion.R = pn_quat_matrix(motion.pose.q);
  motion.v = joints_vec3(random, 2);
  motion.omega = joints_vec3(random, 2);
  return motion;
}

pn_motion joints_displaced(const pn_motion *motion, pn_vec3 dx, pn_vec3 dtheta)
{
  pn_motion moved = *motion;
  moved.pose = pn_pose_displace(motion->pose, dx, dtheta);
  moved.R = pn_quat_matrix(moved.pose.q);
  return moved;
}

pn_mat3 joints_in_world(pn_mat3 R, pn_mat3 A)
{
  return pn_mat3_multiply(R, pn_mat3_multiply(A, pn_mat3_transpose(R)));
}

/* Makes the next body of a chain, turned at random. It hangs from `tip`, which
   moves with tip_v; both then become those of the body's other end. On a ball
   joint the body turns in any way, on another one only about the joint's
   axis. */
static pn_body next_body(const pn_joint_type *type, pn_vec3 last_omega,
                         pn_vec3 axis, pn_vec3 *tip, pn_vec3 *tip_v,
                         gsl_rng *random)
{
  pn_body body = pn_body_make(pn_shape_box, side, 1 + gsl_rng_uniform(random));
  body.pose.q = joints_quat(random);
  body.omega = type == pn_joint_ball ? joints_vec3(random, 2)
                                     : pn_vec3_add(last_omega, axis);
  const pn_vec3 half =
      pn_quat_rotate(body.pose.q, pn_vec3_make(length / 2, 0, 0));
  const pn_vec3 turn = pn_vec3_cross(body.omega, half);
  body.pose.x = pn_vec3_add(*tip, half);
  body.v = pn_vec3_add(*tip_v, turn);
  *tip = pn_vec3_add_scaled(*tip, 2, half);
  *tip_v = pn_vec3_add_scaled(*tip_v, 2, turn);
  return body;
}

/* Makes the bodies and joints of a chain. */
static pn_system *chain(const pn_joint_type *type, size_t bodies, int is_free,
                        gsl_rng *random)
{
  pn_system *system = pn_system_alloc();
  exercise_require(system != NULL);
  system->gravity = pn_vec3_make(0, -9.81, 0);
  pn_vec3 tip = joints_vec3(random, 1), tip_v = {0, 0, 0};
  pn_vec3 omega = {0, 0, 0};
  for (size_t b = 0; b < bodies; b++) {
    const pn_joint_place place = {.point = tip, .axis = joints_vec3(random, 1)};
    const pn_body body =
        next_body(type, omega, place.axis, &tip, &tip_v, random);
    omega = body.omega;
    if (pn_system_add_body(system, &body))
      exercise_require(0);
    if (b > 0 || !is_free)
      exercise_require(pn_system_join(system, type, b > 0 ? b - 1 : PN_WORLD, b,
                                      &place) != NULL);
  }
  return system;
}

joints_input joints_chain(const pn_joint_type *type, size_t bodies, int is_free,
                          gsl_rng *random)
{
  joints_input in;
  in.system = chain(type, bodies, is_free, random);
  in.dynamics = pn_dynamics_alloc(in.system, pn_multipliers_dense);
  exercise_require(in.dynamics != NULL);
  in.rows = in.dynamics->assembly->rows;
  in.velocities = in.dynamics->assembly->velocities;
  in.y = calloc(pn_system_dimension(in.system), sizeof *in.y);
  exercise_require(in.y != NULL);
  pn_system_start(in.system, in.y);
  joints_input_set(&in);
  return in;
}

void joints_input_free(joints_input *input)
{
  pn_dynamics_free(input->dynamics);
  pn_system_free(input->system);
  free(input->y);
}

void joints_input_set(joints_input *input)
{
  if (pn_dynamics_evaluate(input->dynamics, 0, input->y, NULL) == 0)
    return;
  fputs("the input has no acceleration\n", stderr);
  exit(EXIT_FAILURE);
}

double *joints_velocities(const joints_input *input)
{
  return input->y + pn_system_positions(input->system);
}

gsl_vector *joints_vector(size_t n)
{
  gsl_vector *v = gsl_vector_calloc(n);
  exercise_require(v != NULL);
  return v;
}

static gsl_matrix *matrix(size_t rows, size_t columns)
{
  gsl_matrix *A = gsl_matrix_calloc(rows, columns);
  exercise_require(A != NULL);
  return A;
}

/* Makes the matrix of a linear map, column by column, from `columns` inputs to
   `rows` outputs. */
static gsl_matrix *
matrix_of(void (*map)(const pn_assembly *, const double *, double *),
          const pn_assembly *assembly, size_t rows, size_t columns)
{
  gsl_matrix *A = matrix(rows, columns);
  gsl_vector *unit = joints_vector(columns);
  for (size_t k = 0; k < columns; k++) {
    gsl_vector *column = joints_vector(rows);
    gsl_vector_set_basis(unit, k);
    map(assembly, unit->data, column->data);
    gsl_matrix_set_col(A, k, column);
    gsl_vector_free(column);
  }
  gsl_vector_free(unit);
  return A;
}

gsl_matrix *joints_J(const joints_input *input)
{
  return matrix_of(pn_assembly_velocity, input->dynamics->assembly, input->rows,
                   input->velocities);
}

gsl_matrix *joints_W(const joints_input *input)
{
  return matrix_of(pn_assembly_accelerate, input->dynamics->assembly,
                   input->velocities, input->velocities);
}

gsl_matrix *joints_M(const joints_input *input)
{
  gsl_matrix *M = matrix(input->velocities, input->velocities);
  for (size_t b = 0; b < input->system->bodies; b++) {
    const pn_body *body = &input->system->body[b];
    const pn_mat3 R = input->dynamics->assembly->motion[b].R;
    const pn_mat3 I = joints_in_world(R, body->inertia);
    for (size_t i = 0; i < 3; i++) {
      gsl_matrix_set(M, 6 * b + i, 6 * b + i, body->mass);
      for (size_t k = 0; k < 3; k++)
        gsl_matrix_set(M, 6 * b + 3 + i, 6 * b + 3 + k, I.m[i][k]);
    }
  }
  return M;
}
