/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "joints/drivers/inputs.h"

#include <stdio.h>
#include <stdlib.h>

/* Sides of the boxes, and from one joint to the next [m]. */
static const double side[] = {0.5, 0.2, 0.1}, length = 0.5;

static void require(const void *block)
{
  if (block)
    return;
  fputs("out of memory\n", stderr);
  exit(EXIT_FAILURE);
}

gsl_rng *joints_random(unsigned long seed)
{
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  require(random);
  gsl_rng_set(random, seed);
  return random;
}

static double uniform(gsl_rng *random, double size)
{
  return size * (2 * gsl_rng_uniform(random) - 1);
}

pn_vec3 joints_vec3(gsl_rng *random, double size)
{
  const double x = uniform(random, size), y = uniform(random, size);
  return pn_vec3_make(x, y, uniform(random, size));
}

pn_quat joints_quat(gsl_rng *random)
{
  const pn_vec3 v = joints_vec3(random, 1);
  const pn_quat q = {uniform(random, 1), v.x, v.y, v.z};
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

/* The next body of a chain: turned at random, hanging from `tip`, which moves
   with tip_v; both become those of the body's other end. A ball joint lets it
   turn in any way, another only about its axis. */
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

static pn_system *chain(const pn_joint_type *type, size_t bodies, int is_free,
                        gsl_rng *random)
{
  pn_system *system = pn_system_alloc();
  require(system);
  system->gravity = pn_vec3_make(0, -9.81, 0);
  pn_vec3 tip = joints_vec3(random, 1), tip_v = {0, 0, 0};
  pn_vec3 omega = {0, 0, 0};
  for (size_t b = 0; b < bodies; b++) {
    const pn_joint_place place = {.point = tip, .axis = joints_vec3(random, 1)};
    const pn_body body =
        next_body(type, omega, place.axis, &tip, &tip_v, random);
    omega = body.omega;
    if (pn_system_add_body(system, &body))
      require(NULL);
    if (b > 0 || !is_free)
      require(
          pn_system_join(system, type, b > 0 ? b - 1 : PN_WORLD, b, &place));
  }
  return system;
}

joints_input joints_chain(const pn_joint_type *type, size_t bodies, int is_free,
                          gsl_rng *random)
{
  joints_input in;
  in.system = chain(type, bodies, is_free, random);
  in.dynamics = pn_dynamics_alloc(in.system, pn_multipliers_dense);
  require(in.dynamics);
  in.rows = in.dynamics->assembly->rows;
  in.velocities = in.dynamics->assembly->velocities;
  in.y = calloc(pn_system_dimension(in.system), sizeof *in.y);
  require(in.y);
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
  require(v);
  return v;
}

static gsl_matrix *matrix(size_t rows, size_t columns)
{
  gsl_matrix *A = gsl_matrix_calloc(rows, columns);
  require(A);
  return A;
}

gsl_matrix *joints_J(const joints_input *input)
{
  gsl_matrix *J = matrix(input->rows, input->velocities);
  double *u = calloc(input->velocities, sizeof *u);
  require(u);
  for (size_t k = 0; k < input->velocities; k++) {
    gsl_vector *column = joints_vector(input->rows);
    u[k] = 1;
    pn_assembly_velocity(input->dynamics->assembly, u, column->data);
    gsl_matrix_set_col(J, k, column);
    u[k] = 0;
    gsl_vector_free(column);
  }
  free(u);
  return J;
}

gsl_matrix *joints_W(const joints_input *input)
{
  const size_t n = input->velocities;
  gsl_matrix *W = matrix(n, n);
  double *f = calloc(n, sizeof *f);
  require(f);
  for (size_t k = 0; k < n; k++) {
    gsl_vector *column = joints_vector(n);
    f[k] = 1;
    pn_assembly_accelerate(input->dynamics->assembly, f, column->data);
    gsl_matrix_set_col(W, k, column);
    f[k] = 0;
    gsl_vector_free(column);
  }
  free(f);
  return W;
}

gsl_matrix *joints_M(const joints_input *input)
{
  gsl_matrix *M = matrix(input->velocities, input->velocities);
  for (size_t b = 0; b < input->system->bodies; b++) {
    const pn_body *body = &input->system->body[b];
    const pn_mat3 R = input->dynamics->assembly->motion[b].R;
    const pn_mat3 I = pn_mat3_multiply(
        R, pn_mat3_multiply(body->inertia, pn_mat3_transpose(R)));
    for (size_t i = 0; i < 3; i++) {
      gsl_matrix_set(M, 6 * b + i, 6 * b + i, body->mass);
      for (size_t k = 0; k < 3; k++)
        gsl_matrix_set(M, 6 * b + 3 + i, 6 * b + 3 + k, I.m[i][k]);
    }
  }
  return M;
}
