/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Custom joint: C is a function of the user's; so are J and Jdot u, or they are
   found by differences. Displacing the bodies along one of the 12 velocities by
   s [m] or [rad], each column of J is dC/ds. Along the motion with steady u,
   C'' = J u' + Jdot u is Jdot u, since u' = 0. Central differences of order 4,
   with C_k = C(k h):

     f'  = (C_-2 - 8 C_-1 + 8 C_1 - C_2) / (12 h)                   + O(h^4)
     f'' = (-C_-2 + 16 C_-1 - 30 C_0 + 16 C_1 - C_2) / (12 h^2)     + O(h^4)

   joint_cosine_wire.c is an example.

   Sources: M. Abramowitz, I. Stegun, Handbook of Mathematical Functions
   (1964), table 25.2; G. Peyre, Les contraintes (2001), section 1.2. */
#include "pantin/body/custom.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* Step of the differences [m], [rad]: for C of size and curvature 1, h^4 and
   rounding / h are then both about 1e-12. */
static const double step = 1e-3;

/* Motions slower than this [m/s], [rad/s] have a negligible Jdot u. */
static const double at_rest = 1e-12;

enum { ROWS = PN_JOINT_ROWS_MAX };

static const double first[5] = {1. / 12, -8. / 12, 0, 8. / 12, -1. / 12};
static const double second[5] = {-1. / 12, 16. / 12, -30. / 12, 16. / 12,
                                 -1. / 12};

/* A velocity of both bodies: v and omega of the parent, then of the child. */
typedef struct {
  pn_vec3 v[2], omega[2];
} pair_velocity;

/* Sets out to the sum over k of weight[k] C((k - 2) h along the velocity). */
static int difference(const pn_custom *custom, const pn_pose pose[2],
                      const pair_velocity *along, double h,
                      const double weight[5], double *out)
{
  memset(out, 0, custom->rows * sizeof *out);
  for (int k = 0; k < 5; k++) {
    if (weight[k] == 0)
      continue;
    const double s = (k - 2) * h;
    pn_pose moved[2];
    for (int side = 0; side < 2; side++)
      moved[side] =
          pn_pose_displace(pose[side], pn_vec3_scale(s, along->v[side]),
                           pn_vec3_scale(s, along->omega[side]));
    double C[ROWS];
    if (custom->position(&moved[0], &moved[1], custom->params, C))
      return GSL_EFAILED;
    for (size_t r = 0; r < custom->rows; r++)
      out[r] += weight[k] * C[r];
  }
  return GSL_SUCCESS;
}

/* Differentiates C along each unit velocity: the columns of J. */
static int differentiate(const pn_custom *custom, const pn_pose pose[2],
                         pn_joint_rows *rows)
{
  for (int side = 0; side < 2; side++)
    for (size_t k = 0; k < 6; k++) {
      double u[6] = {0}, column[ROWS];
      u[k] = 1;
      pair_velocity along = {0};
      along.v[side] = pn_vec3_make(u[0], u[1], u[2]);
      along.omega[side] = pn_vec3_make(u[3], u[4], u[5]);
      if (difference(custom, pose, &along, step, first, column))
        return GSL_EFAILED;
      double *J = side == 0 ? rows->Jp : rows->Jc;
      for (size_t r = 0; r < custom->rows; r++)
        J[6 * r + k] = column[r] / step;
    }
  return GSL_SUCCESS;
}

/* Differentiates C twice along the motion, over a time in which nothing moves
   further than a step: Jdot u. */
static int differentiate_twice(const pn_custom *custom, const pn_pose pose[2],
                               const pn_motion *parent, const pn_motion *child,
                               double *bias)
{
  const pair_velocity u = {{parent->v, child->v},
                           {parent->omega, child->omega}};
  double fastest = at_rest;
  for (int side = 0; side < 2; side++)
    fastest = fmax(fastest,
                   fmax(pn_vec3_norm(u.v[side]), pn_vec3_norm(u.omega[side])));
  const double h = step / fastest;
  if (difference(custom, pose, &u, h, second, bias))
    return GSL_EFAILED;
  for (size_t r = 0; r < custom->rows; r++)
    bias[r] /= h * h;
  return GSL_SUCCESS;
}

int pn_custom_evaluate(const pn_custom *custom, const pn_motion *parent,
                       const pn_motion *child, pn_joint_rows *rows)
{
  const pn_pose pose[2] = {parent->pose, child->pose};
  int code = custom->position(&pose[0], &pose[1], custom->params, rows->C);
  if (!code)
    code = custom->jacobian
               ? custom->jacobian(&pose[0], &pose[1], custom->params, rows->Jp,
                                  rows->Jc)
               : differentiate(custom, pose, rows);
  if (!code)
    code = custom->bias
               ? custom->bias(parent, child, custom->params, rows->bias)
               : differentiate_twice(custom, pose, parent, child, rows->bias);
  return code ? GSL_EFAILED : GSL_SUCCESS;
}

static int custom_evaluate(const pn_joint *joint, const pn_motion *parent,
                           const pn_motion *child, pn_joint_rows *rows)
{
  return pn_custom_evaluate(joint->custom, parent, child, rows);
}

static const pn_joint_type custom_type = {
    .name = "custom",
    .summary = "given by a function C of the two poses",
    .rows = 0,
    .evaluate = custom_evaluate,
};

const pn_joint_type *const pn_joint_custom = &custom_type;
