/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Compares with multipliers. A force f on the first body of a free chain of
   hinges accelerates that body by P f, where P is the first 6 x 6 block of

     W - W J^T (J W J^T)^-1 J W,

   computed with dense matrices. The articulated inertia of the first body must
   be P^-1. */
#include "elimination/drivers/inputs.h"
#include "joints/drivers/inputs.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdlib.h>

enum { BODIES_MAX = 6 };

/* Allowed error, relative to the largest entry. */
static const double relative_error = 1e-9;

/* Computes P^-1, (6 x 6). */
static gsl_matrix *expected_inertia(const joints_input *in)
{
  gsl_matrix *J = joints_J(in), *W = joints_W(in);
  const size_t m = in->rows, n = in->velocities;
  gsl_matrix *P = gsl_matrix_calloc(6, 6);

  /* The columns of P: the accelerations by unit forces. */

  for (size_t c = 0; c < 6; c++) {
    gsl_vector *a = joints_vector(n), *f = joints_vector(n);
    gsl_vector_set(f, c, 1);
    gsl_blas_dgemv(CblasNoTrans, 1, W, f, 0, a); /* a = W f */
    if (m > 0) {
      gsl_matrix *JW = gsl_matrix_alloc(m, n), *A = gsl_matrix_alloc(m, m);
      gsl_vector *b = joints_vector(m), *lambda = joints_vector(m);
      gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, J, W, 0, JW);
      gsl_blas_dgemm(CblasNoTrans, CblasTrans, 1, JW, J, 0, A);
      gsl_blas_dgemv(CblasNoTrans, -1, J, a, 0, b);
      elimination_dense_solve(A, b->data, lambda->data);
      gsl_blas_dgemv(CblasTrans, 1, JW, lambda, 1, a);
      gsl_matrix_free(JW);
      gsl_matrix_free(A);
      gsl_vector_free(b);
      gsl_vector_free(lambda);
    }
    for (size_t r = 0; r < 6; r++)
      gsl_matrix_set(P, r, c, gsl_vector_get(a, r));
    gsl_vector_free(a);
    gsl_vector_free(f);
  }
  gsl_matrix_free(J);
  gsl_matrix_free(W);

  /* The columns of P^-1. */
  gsl_matrix *inverse = gsl_matrix_alloc(6, 6);
  for (size_t c = 0; c < 6; c++) {
    double unit[6] = {0}, x[6];
    unit[c] = 1;
    elimination_dense_solve(P, unit, x);
    for (size_t r = 0; r < 6; r++)
      gsl_matrix_set(inverse, r, c, x[r]);
  }
  gsl_matrix_free(P);
  return inverse;
}

/* Reads the inertia of body b alone, a block of M. */
static my_mat6 alone(const gsl_matrix *M, size_t b)
{
  my_mat6 I;
  for (size_t i = 0; i < 6; i++)
    for (size_t j = 0; j < 6; j++)
      I.m[i][j] = gsl_matrix_get(M, 6 * b + i, 6 * b + j);
  return I;
}

/* Sets S of the hinge by which body b hangs, and X from body b - 1 to body
   b. */
static void hinge(const joints_input *in, size_t b, double S[6], my_mat6 *X)
{
  const pn_joint *joint = &in->system->joint[b - 1];
  const pn_motion *parent = &in->dynamics->assembly->motion[b - 1];
  const pn_vec3 x = in->dynamics->assembly->motion[b].pose.x;
  const pn_vec3 axis = pn_mat3_apply(parent->R, joint->axis[0][0]);
  const pn_vec3 A = pn_pose_point(parent->pose, joint->point[0]);
  const pn_vec3 v = pn_vec3_cross(axis, pn_vec3_sub(x, A));
  const pn_mat3 arm = pn_mat3_cross(pn_vec3_sub(x, parent->pose.x));
  const double motion[] = {v.x, v.y, v.z, axis.x, axis.y, axis.z};
  for (int i = 0; i < 6; i++) {
    S[i] = motion[i];
    for (int j = 0; j < 6; j++)
      X->m[i][j] = i == j;
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      X->m[i][j + 3] = -arm.m[i][j]; /* v + omega x arm */
}

/* Carries the inertia from the last body to the first, and compares it
   there. */
static void check(exercise *e, const joints_input *in)
{
  gsl_matrix *M = joints_M(in), *expected = expected_inertia(in);
  const size_t bodies = in->system->bodies;
  my_mat6 I = alone(M, bodies - 1);
  for (size_t b = bodies - 1; b > 0; b--) {
    double S[6];
    my_mat6 X;
    hinge(in, b, S, &X);
    const my_mat6 felt = my_articulated(I, S, X);
    I = alone(M, b - 1);
    for (int i = 0; i < 6; i++)
      for (int j = 0; j < 6; j++)
        I.m[i][j] += felt.m[i][j];
  }
  const double size = fmax(gsl_matrix_max(expected), -gsl_matrix_min(expected));
  for (size_t i = 0; i < 6; i++)
    for (size_t j = 0; j < 6; j++)
      exercise_value(e, I.m[i][j], gsl_matrix_get(expected, i, j),
                     relative_error * size,
                     "entry (%zu, %zu) of the first body's inertia", i, j);
  gsl_matrix_free(M);
  gsl_matrix_free(expected);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "elimination/articulated");
  for (size_t n = 2; n <= BODIES_MAX; n++) {
    joints_input in = joints_chain(pn_joint_revolute, n, 1, e.random);
    exercise_input(&e, "a free chain of %zu bodies in hinges", n);
    check(&e, &in);
    joints_input_free(&in);
  }
  return exercise_end(&e);
}
