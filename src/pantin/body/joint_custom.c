/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Custom joint: C is a function of the user's; so are J and Jdot u, or they are
   found by differences. Displacing the bodies along one of the 12 velocities by
   s [m] or [rad], each column of J is dC/ds. Along the motion with steady u,
   C'' = J u' + Jdot u is Jdot u, since u' = 0. Central differences of order 4,
   with C_k = C(k h):

     f'  = (C_-2 - 8 C_-1 + 8 C_1 - C_2) / (12 h)                   + O(h^4)
     f'' = (-C_-2 + 16 C_-1 - 30 C_0 + 16 C_1 - C_2) / (12 h^2)     + O(h^4)

   Where C varies within a length or an angle L, their errors are some (h / L)^4
   / 30. The difference from those of order 2 tells (h / L)^2 / 6, and so
   whether a shorter step is needed.

   joint_cosine_wire.c is an example.

   Sources: M. Abramowitz, I. Stegun, Handbook of Mathematical Functions
   (1964), table 25.2; G. Peyre, Les contraintes (2001), section 1.2. */
#include "pantin/body/custom.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* Longest step of the differences [m], [rad]: for C of size and curvature 1,
   h^4 and rounding / h are then both about 1e-12. */
static const double step = 1e-3;

/* Shorter ones are tried, so many times, while differences of order 2 and 4
   are apart by more than the first share, so as to bring them to the second. */
static const double apart_most = 1e-5, apart_wanted = 2e-7, shrink_most = 0.01;
enum { TRIES = 4 };

/* Motions slower than this [m/s], [rad/s] have a negligible Jdot u. */
static const double at_rest = 1e-12;

enum { ROWS = PN_JOINT_ROWS_MAX };

static const double first[5] = {1. / 12, -8. / 12, 0, 8. / 12, -1. / 12};
static const double apart[5] = {-1. / 12, 2. / 12, 0, -2. / 12, 1. / 12};
static const double second[5] = {-1. / 12, 16. / 12, -30. / 12, 16. / 12,
                                 -1. / 12};

/* A velocity of both bodies: v and omega of the parent, then of the child. */
typedef struct {
  pn_vec3 v[2], omega[2];
} pair_velocity;

/* Adds, for each set of weights, the sum over k of weight[k] C((k - 2) h along
   the velocity) to out, which is 0. */
static int difference(const pn_custom *custom, const pn_pose pose[2],
                      const pair_velocity *along, double h,
                      const double *const *weight, double *const *out,
                      size_t sets)
{
  for (int k = 0; k < 5; k++) {
    if (weight[0][k] == 0)
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
    for (size_t i = 0; i < sets; i++)
      for (size_t r = 0; r < custom->rows; r++)
        out[i][r] += weight[i][k] * C[r];
  }
  return GSL_SUCCESS;
}

/* Differentiates C along each unit velocity: the columns of J; by a step h.
   Returns in `off` the largest share by which order 2 is apart. */
static int differentiate_by(const pn_custom *custom, const pn_pose pose[2],
                            double h, pn_joint_rows *rows, double *off)
{
  static const double *const weights[] = {first, apart};
  double largest[ROWS] = {0}, difference_of[ROWS] = {0};
  for (int side = 0; side < 2; side++)
    for (size_t k = 0; k < 6; k++) {
      double u[6] = {0}, column[ROWS] = {0}, error[ROWS] = {0};
      double *const out[] = {column, error};
      u[k] = 1;
      pair_velocity along = {0};
      along.v[side] = pn_vec3_make(u[0], u[1], u[2]);
      along.omega[side] = pn_vec3_make(u[3], u[4], u[5]);
      if (difference(custom, pose, &along, h, weights, out, 2))
        return GSL_EFAILED;
      double *J = side == 0 ? rows->Jp : rows->Jc;
      for (size_t r = 0; r < custom->rows; r++) {
        J[6 * r + k] = column[r] / h;
        largest[r] = fmax(largest[r], fabs(column[r]));
        difference_of[r] = fmax(difference_of[r], fabs(error[r]));
      }
    }
  *off = 0;
  for (size_t r = 0; r < custom->rows; r++)
    if (difference_of[r] > *off * largest[r])
      *off = difference_of[r] / largest[r];
  return GSL_SUCCESS;
}

/* Computes J, and the step h with which its differences are right; it is as
   much too long where C has no value a step away. */
static int differentiate(const pn_custom *custom, const pn_pose pose[2],
                         pn_joint_rows *rows, double *h)
{
  for (int k = 0;; k++) {
    double off = INFINITY;
    const int code = differentiate_by(custom, pose, *h, rows, &off);
    if (!(off > apart_most) || k == TRIES)
      return code;
    *h *= fmax(shrink_most, sqrt(apart_wanted / off));
  }
}

/* Differentiates C twice along the motion, over a time in which nothing moves
   further than a step [m], [rad]: Jdot u. */
static int differentiate_twice(const pn_custom *custom, const pn_pose pose[2],
                               const pn_motion *parent, const pn_motion *child,
                               double way, double *bias)
{
  static const double *const weights[] = {second};
  const pair_velocity u = {{parent->v, child->v},
                           {parent->omega, child->omega}};
  double fastest = at_rest;
  for (int side = 0; side < 2; side++)
    fastest = fmax(fastest,
                   fmax(pn_vec3_norm(u.v[side]), pn_vec3_norm(u.omega[side])));
  const double h = way / fastest;
  memset(bias, 0, custom->rows * sizeof *bias);
  if (difference(custom, pose, &u, h, weights, &bias, 1))
    return GSL_EFAILED;
  for (size_t r = 0; r < custom->rows; r++)
    bias[r] /= h * h;
  return GSL_SUCCESS;
}

int pn_custom_evaluate(const pn_custom *custom, const pn_motion *parent,
                       const pn_motion *child, pn_joint_rows *rows)
{
  const pn_pose pose[2] = {parent->pose, child->pose};
  double h = step;
  int code = custom->position(&pose[0], &pose[1], custom->params, rows->C);
  if (!code)
    code = custom->jacobian
               ? custom->jacobian(&pose[0], &pose[1], custom->params, rows->Jp,
                                  rows->Jc)
               : differentiate(custom, pose, rows, &h);
  if (!code)
    code =
        custom->bias
            ? custom->bias(parent, child, custom->params, rows->bias)
            : differentiate_twice(custom, pose, parent, child, h, rows->bias);
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
