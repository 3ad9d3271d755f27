/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Does a rotation lose its order of convergence if it is not normalised? The
   program follows a turn for 2 s whose end is known,

     R(t) = Rz(a) Rx(b),  a = 2 t + sin t,  b = 1.5 t^2
     omega(t) = a' e_z + b' Rz(a) e_x,

   as a matrix, R' = [omega]x R, which is never made orthogonal again, and as a
   quaternion, which is normalised after each step. Errors are the largest
   entry of the difference from R(2). */
#include "pantin/dynamics/integrator.h"
#include "pantin/base/quat.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double end = 2;
static const pn_vec3 e_x = {1, 0, 0}, e_z = {0, 0, 1};

/* Computes R(t) as a quaternion. */
static pn_quat exact(double t)
{
  return pn_quat_multiply(pn_quat_axis_angle(e_z, 2 * t + sin(t)),
                          pn_quat_axis_angle(e_x, 1.5 * t * t));
}

static pn_vec3 omega(double t)
{
  const pn_quat Rz = pn_quat_axis_angle(e_z, 2 * t + sin(t));
  return pn_vec3_add(pn_vec3_scale(2 + cos(t), e_z),
                     pn_vec3_scale(3 * t, pn_quat_rotate(Rz, e_x)));
}

/* Reads the matrix from nine numbers, row by row. */
static pn_mat3 matrix_of(const double y[9])
{
  pn_mat3 R;
  memcpy(R.m, y, sizeof R.m);
  return R;
}

/* Evaluates R' for y, the matrix row by row. */
static int matrix_turns(double t, const double y[], double f[], void *params)
{
  (void)params;
  const pn_mat3 rate = pn_mat3_multiply(pn_mat3_cross(omega(t)), matrix_of(y));
  memcpy(f, rate.m, sizeof rate.m);
  return GSL_SUCCESS;
}

/* Evaluates q' for y, which is w, x, y, z of q. */
static int quaternion_turns(double t, const double y[], double f[],
                            void *params)
{
  (void)params;
  const pn_quat q = {y[0], y[1], y[2], y[3]};
  const pn_quat rate = pn_quat_derivative(q, omega(t));
  f[0] = rate.w;
  f[1] = rate.x;
  f[2] = rate.y;
  f[3] = rate.z;
  return GSL_SUCCESS;
}

/* Finds the largest entry of A - B. */
static double largest_difference(pn_mat3 A, pn_mat3 B)
{
  double largest = 0;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      largest = fmax(largest, fabs(A.m[i][k] - B.m[i][k]));
  return largest;
}

/* Follows the turn in so many steps of this type, as a quaternion or a matrix;
   returns the matrix at the end. */
static pn_mat3 follow(const gsl_odeiv2_step_type *type, int quaternion,
                      int steps)
{
  double y[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, yerr[9];
  const gsl_odeiv2_system system = {quaternion ? quaternion_turns
                                               : matrix_turns,
                                    NULL, quaternion ? 4 : 9, NULL};
  gsl_odeiv2_step *step = gsl_odeiv2_step_alloc(type, system.dimension);
  pn_mat3 R = {{{NAN}}};
  if (!step)
    return R;
  const double h = end / steps;
  if (quaternion)
    memset(y + 1, 0, 3 * sizeof *y);
  for (int k = 0; k < steps; k++) {
    gsl_odeiv2_step_apply(step, k * h, h, y, yerr, NULL, NULL, &system);
    if (!quaternion)
      continue;
    const pn_quat q = pn_quat_normalize((pn_quat){y[0], y[1], y[2], y[3]});
    y[0] = q.w;
    y[1] = q.x;
    y[2] = q.y;
    y[3] = q.z;
  }
  R = quaternion ? pn_quat_matrix((pn_quat){y[0], y[1], y[2], y[3]})
                 : matrix_of(y);
  gsl_odeiv2_step_free(step);
  return R;
}

/* Prints an error, and its order from the last row's with half as many
   steps. */
static void print_error(double error, double *last)
{
  if (*last > 0)
    printf("  %9.2e  %5.2f", error, log2(*last / error));
  else
    printf("  %9.2e       ", error);
  *last = error;
}

int main(void)
{
  const pn_mat3 R = pn_quat_matrix(exact(end)), one = pn_mat3_identity();
  double last[4] = {0};
  gsl_set_error_handler_off();
  printf("%5s  %-16s  %-16s  %-16s  %-16s\n", "steps", "Euler, matrix",
         "RK4, matrix", "its |R^T R - 1|", "RK4, quaternion");
  for (int steps = 40; steps <= 640; steps *= 2) {
    const pn_mat3 by_euler = follow(pn_step_euler, 0, steps);
    const pn_mat3 by_rk4 = follow(pn_step_rk4, 0, steps);
    printf("%5d", steps);
    print_error(largest_difference(by_euler, R), &last[0]);
    print_error(largest_difference(by_rk4, R), &last[1]);
    print_error(largest_difference(
                    pn_mat3_multiply(pn_mat3_transpose(by_rk4), by_rk4), one),
                &last[2]);
    print_error(largest_difference(follow(pn_step_rk4, 1, steps), R), &last[3]);
    putchar('\n');
  }
  return EXIT_SUCCESS;
}
