/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The accelerations are linear in what the motors do. With u'_0 those without
   motors, f_k the force of motor k when it exerts 1, and a_k, lambda_k what
   follows from f_k alone,

     a_k = W (f_k + J^T lambda_k),   J a_k = 0,

   the torques tau are the shortest with

     sum over k of  a_k tau_k = u' - u'_0.

   The multipliers are lambda_0 + sum lambda_k tau_k, of which, where rows are
   redundant, those of least norm are told.

   Source: Y. Nakamura, M. Ghodoussi, IEEE Trans. Robot. Autom. 5 (1989) 294,
   who reach the same torques by the Jacobian of the loops. */
#include "pantin/dynamics/inverse_loops.h"

#include "pantin/base/alloc.h"
#include "pantin/dynamics/dynamics_private.h"
#include "pantin/dynamics/inverse_private.h"
#include "pantin/dynamics/joint_wrench.h"
#include "pantin/dynamics/measure.h"
#include "pantin/dynamics/response.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <string.h>

/* A motor whose effect, what the joints leave of it, is below this part of its
   force's own moves nothing: the effect is rounding. */
static const double part_rounding = 1e-12;

static int inverse_set(pn_inverse_loops *inverse, const pn_system *system,
                       const int *has_motor)
{
  const size_t n = PN_BODY_VELOCITIES * system->bodies;
  inverse->dynamics = pn_dynamics_alloc(system, pn_multipliers_auto);
  inverse->motor =
      pn_alloc(PN_COORDINATES * system->joints, sizeof *inverse->motor);
  if (!inverse->dynamics || !inverse->motor)
    return GSL_ENOMEM;
  inverse->dynamics->refines = 1; /* a small light link may carry much */
  for (size_t j = 0; j < system->joints; j++)
    if (has_motor[j])
      inverse->motors +=
          pn_joint_coordinates(system, j, inverse->motor + inverse->motors);
  const size_t motors = inverse->motors;
  inverse->least = pn_least_norm_alloc(inverse->dynamics->assembly);
  inverse->lambda = pn_alloc(motors * inverse->dynamics->assembly->rows,
                             sizeof *inverse->lambda);
  inverse->force = pn_alloc(motors * n, sizeof *inverse->force);
  inverse->right = pn_alloc(n, sizeof *inverse->right);
  inverse->torque = pn_alloc(motors, sizeof *inverse->torque);
  inverse->wrench = pn_alloc(system->joints, sizeof *inverse->wrench);
  inverse->power = pn_alloc(system->joints, sizeof *inverse->power);
  if (motors > 0)
    inverse->squares = pn_least_squares_alloc(n, motors);
  return inverse->least && inverse->lambda && inverse->force &&
                 inverse->right && inverse->torque && inverse->wrench &&
                 inverse->power && (inverse->squares || motors == 0)
             ? GSL_SUCCESS
             : GSL_ENOMEM;
}

pn_inverse_loops *pn_inverse_loops_alloc(const pn_system *system,
                                         const int *has_motor, pn_error *error)
{
  pn_error_clear(error);
  if (pni_inverse_check(system, error))
    return NULL;
  pn_inverse_loops *inverse = pn_alloc(1, sizeof *inverse);
  if (inverse && !inverse_set(inverse, system, has_motor))
    return inverse;
  pn_inverse_loops_free(inverse);
  pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  return NULL;
}

void pn_inverse_loops_free(pn_inverse_loops *inverse)
{
  if (!inverse)
    return;
  pn_dynamics_free(inverse->dynamics);
  pn_least_norm_free(inverse->least);
  pn_least_squares_free(inverse->squares);
  pn_free(inverse->motor);
  pn_free(inverse->lambda);
  pn_free(inverse->force);
  pn_free(inverse->right);
  pn_free(inverse->torque);
  pn_free(inverse->wrench);
  pn_free(inverse->power);
  pn_free(inverse);
}

/* Sets the column of motor k to the accelerations in inverse->right. */
static void set_column(pn_inverse_loops *inverse, size_t k)
{
  const pn_dynamics *d = inverse->dynamics;
  const size_t n = d->assembly->velocities;
  const double effect = pni_largest(inverse->right, n);
  pn_assembly_accelerate(d->assembly, inverse->force + k * n, d->force);
  const int moves = effect > part_rounding * pni_largest(d->force, n);
  for (size_t i = 0; i < n; i++)
    gsl_matrix_set(inverse->squares->matrix, i, k,
                   moves ? inverse->right[i] : 0);
}

/* Computes what follows from each motor alone. */
static int set_effects(pn_inverse_loops *inverse)
{
  pn_dynamics *d = inverse->dynamics;
  const pn_assembly *a = d->assembly;
  for (size_t k = 0; k < inverse->motors; k++) {
    double *f = inverse->force + k * a->velocities;
    double *lambda = inverse->lambda + k * a->rows;
    pn_coordinate_force(a, inverse->motor[k], 1, f);
    if (pn_response(d, f, lambda, inverse->right))
      return GSL_EFAILED;
    set_column(inverse, k);
  }
  return inverse->motors > 0 ? pn_least_squares_set(inverse->squares)
                             : GSL_SUCCESS;
}

/* Adds the share of each motor to the accelerations and multipliers, and finds
   what is missing. */
static void share(pn_inverse_loops *inverse, const double *acceleration)
{
  pn_dynamics *d = inverse->dynamics;
  const pn_assembly *a = d->assembly;
  for (size_t i = 0; i < a->velocities; i++)
    inverse->right[i] = acceleration[i] - d->acceleration[i];
  if (inverse->motors > 0)
    pn_least_squares_solve(inverse->squares, inverse->right, inverse->torque);
  memcpy(inverse->right, d->assembly->F, a->velocities * sizeof *a->F);
  for (size_t k = 0; k < inverse->motors; k++) {
    const double torque = inverse->torque[k];
    for (size_t i = 0; i < a->velocities; i++)
      inverse->right[i] += torque * inverse->force[k * a->velocities + i];
    for (size_t i = 0; i < a->rows; i++)
      d->lambda[i] += torque * inverse->lambda[k * a->rows + i];
  }
  pn_assembly_add_force(a, d->lambda, inverse->right);
  pn_assembly_accelerate(a, inverse->right, inverse->right);
  /* Refined accelerations are nearer to the joints' equations, but not always
     to the motion, which has rounding of its own. */
  const double missing =
      pn_measure_acceleration(a, inverse->right, acceleration);
  pni_dynamics_refine(d, d->wanted, d->lambda, inverse->right);
  inverse->missing =
      fmin(missing, pn_measure_acceleration(a, inverse->right, acceleration));
}

/* Sets the wrench of each joint: its multipliers, and what its motors do. */
static void set_wrenches(pn_inverse_loops *inverse, const double *u)
{
  const pn_dynamics *d = inverse->dynamics;
  const pn_assembly *a = d->assembly;
  for (size_t j = 0; j < d->system->joints; j++) {
    inverse->wrench[j] = pn_joint_wrench(a, d->lambda, j, 1);
    inverse->power[j] = 0;
  }
  for (size_t k = 0; k < inverse->motors; k++) {
    const pn_coordinate motor = inverse->motor[k];
    const pn_vec3 axis = pn_coordinate_axis(a, motor);
    const double torque = inverse->torque[k];
    pn_wrench *w = &inverse->wrench[motor.joint];
    if (motor.axis == PN_COORDINATE_SLIDE) {
      w->slide = torque;
      w->force = pn_vec3_add_scaled(w->force, torque, axis);
    } else {
      w->torque = pn_vec3_add_scaled(w->torque, torque, axis);
      *(motor.axis == 0   ? &w->motor.x
        : motor.axis == 1 ? &w->motor.y
                          : &w->motor.z) = torque;
    }
    for (size_t i = 0; i < a->velocities; i++)
      inverse->power[motor.joint] +=
          torque * inverse->force[k * a->velocities + i] * u[i];
  }
  for (size_t j = 0; j < d->system->joints; j++)
    if (d->system->joint[j].type->turns == 1)
      inverse->wrench[j].turn = inverse->wrench[j].motor.x;
}

int pn_inverse_loops_set(pn_inverse_loops *inverse, double t, const double *y,
                         const double *acceleration)
{
  pn_dynamics *d = inverse->dynamics;
  if (pn_dynamics_evaluate(d, t, y, NULL) || set_effects(inverse))
    return d->failure == GSL_EDOM ? GSL_EDOM : GSL_EFAILED;
  share(inverse, acceleration);
  if (d->multipliers->dropped > 0)
    pn_least_norm_apply(inverse->least, d->lambda);
  set_wrenches(inverse, y + pn_system_positions(d->system));
  return GSL_SUCCESS;
}

double pn_inverse_loops_lacking(const pn_inverse_loops *inverse)
{
  const size_t n = inverse->dynamics->assembly->velocities;
  if (inverse->motors == 0)
    return inverse->missing;
  const pn_least_squares *of = inverse->squares;
  const size_t least = gsl_vector_min_index(of->values);
  double torque = 0;
  for (size_t k = 0; k < inverse->motors; k++)
    torque += gsl_matrix_get(of->vectors, k, least) * inverse->torque[k];
  const double share = gsl_vector_get(of->values, least) * torque;
  for (size_t i = 0; i < n; i++)
    inverse->right[i] = share * gsl_matrix_get(of->matrix, i, least);
  return inverse->missing + pn_measure_acceleration(inverse->dynamics->assembly,
                                                    inverse->right, NULL);
}
