/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A joint exerts J^T lambda on a body; about the axis d, through the body's
   centre and fixed to it, that is no torque if each row of J has

     J_omega . d  =  0,

   and the joint's friction none if it does not resist turns, and slides only in
   a point of the axis. This must hold at the start, and in whatever pose the
   joint allows: it is tried where the other body has been moved away, and put
   back by Newton's method to where C = 0. So no type of joints is known by
   name. Turns count as the lengths by which they move what is at the reach, so
   that the unit of length does not matter. */
#include "pantin/dynamics/joint_spin.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { VELOCITIES = 6, ROWS = PN_JOINT_ROWS_MAX };

/* A torque is none below this part of what its row would exert by an arm as
   long as the reach. */
static const double part_rounding = 1e-9;

/* Most Newton steps, after which no row of C is further from 0 than what moves
   it moves by this part of the reach. */
enum { NEWTON_STEPS = 30 };
static const double closed = 1e-12;

/* By how much the other body is moved: turns [rad] and shifts, as parts of the
   reach, along nothing in particular. */
enum { TRIALS = 2 };
static const pn_vec3 turns[TRIALS] = {{0.31, -0.23, 0.37}, {-0.19, 0.41, 0.29}};
static const pn_vec3 shifts[TRIALS] = {{0.13, 0.29, -0.17},
                                       {-0.23, 0.11, 0.19}};

/* The rows of a joint at a motion of its bodies, and J on both. */
typedef struct {
  size_t count;
  double C[ROWS], bias[ROWS], J[2][ROWS * VELOCITIES];
} equations;

static int evaluate(const pn_joint *joint, const pn_motion at[2], equations *of)
{
  pn_joint_rows rows = {
      .C = of->C, .Jp = of->J[0], .Jc = of->J[1], .bias = of->bias};
  of->count = pn_joint_rows_count(joint);
  return joint->type->evaluate(joint, &at[0], &at[1], &rows);
}

static void displace(pn_motion *motion, pn_vec3 dx, pn_vec3 dtheta)
{
  motion->pose = pn_pose_displace(motion->pose, dx, dtheta);
  motion->R = pn_quat_matrix(motion->pose.q);
}

/* Returns the part of a turn that the other body can have. */
static pn_vec3 allowed(const pni_joint_spin *spin, pn_vec3 turn)
{
  return spin->is_kept ? pn_vec3_scale(pn_vec3_dot(turn, spin->d), spin->d)
                       : turn;
}

/* Returns by how much a row of C changes per length, that of turns at the
   reach, whether the body can have them or not. */
static double length_of(const double *J, double reach)
{
  const double v = pn_vec3_norm(pn_vec3_make(J[0], J[1], J[2]));
  const double omega = pn_vec3_norm(pn_vec3_make(J[3], J[4], J[5]));
  const double length = hypot(v, omega / reach);
  return length > 0 ? length : 1;
}

/* Sets the rows of the other body, each of length 1, and what is to be moved
   back [m]; returns the largest of the latter. */
static double set_gap(pn_least_squares *work, const equations *of,
                      const pni_joint_spin *spin, double gap[ROWS])
{
  double most = 0;
  const double *J = of->J[!spin->side];
  gsl_matrix_set_zero(work->matrix);
  memset(gap, 0, ROWS * sizeof *gap);
  for (size_t r = 0; r < of->count; r++, J += VELOCITIES) {
    const double length = length_of(J, spin->reach);
    const pn_vec3 turn = pn_vec3_scale(
        1 / spin->reach, allowed(spin, pn_vec3_make(J[3], J[4], J[5])));
    const double row[VELOCITIES] = {J[0], J[1], J[2], turn.x, turn.y, turn.z};
    for (size_t k = 0; k < VELOCITIES; k++)
      gsl_matrix_set(work->matrix, r, k, row[k] / length);
    gap[r] = of->C[r] / length;
    most = fmax(most, fabs(gap[r]));
  }
  return most;
}

/* Moves the body by Newton's step, the shortest one. */
static int put_back(pn_least_squares *work, const double *gap,
                    const pni_joint_spin *spin, pn_motion *body)
{
  double step[VELOCITIES];
  if (pn_least_squares_set(work))
    return GSL_EFAILED;
  pn_least_squares_solve(work, gap, step);
  displace(
      body, pn_vec3_make(-step[0], -step[1], -step[2]),
      pn_vec3_scale(-1 / spin->reach, pn_vec3_make(step[3], step[4], step[5])));
  return GSL_SUCCESS;
}

/* Moves the other body to another pose that the joint allows, and sets the
   joint's equations there. */
static int move(pn_least_squares *work, const pn_joint *joint,
                const pni_joint_spin *spin, int trial, pn_motion at[2],
                equations *of)
{
  double gap[ROWS];
  pn_motion *other = &at[!spin->side];
  const pn_vec3 turn = spin->is_kept
                           ? pn_vec3_scale(pn_vec3_norm(turns[trial]), spin->d)
                           : turns[trial];
  displace(other, pn_vec3_scale(spin->reach, shifts[trial]), turn);
  for (int k = 0; k < NEWTON_STEPS; k++) {
    if (evaluate(joint, at, of))
      return GSL_EFAILED;
    if (set_gap(work, of, spin, gap) <= closed * spin->reach)
      return GSL_SUCCESS;
    if (put_back(work, gap, spin, other))
      return GSL_EFAILED;
  }
  return GSL_EFAILED;
}

/* Tells whether the joint exerts no torque about the axis here. */
static int exerts_none(const pn_joint *joint, const pn_motion at[2],
                       const equations *of, const pni_joint_spin *spin)
{
  const double *J = of->J[spin->side];
  const pn_vec3 arm = pn_vec3_sub(pn_pose_point(at[1].pose, joint->point[1]),
                                  at[spin->side].pose.x);
  if (joint->friction_turn > 0 ||
      (joint->friction_slide > 0 &&
       pn_vec3_norm(pn_vec3_cross(spin->d, arm)) > part_rounding * spin->reach))
    return 0;
  for (size_t r = 0; r < of->count; r++, J += VELOCITIES) {
    const pn_vec3 v = pn_vec3_make(J[0], J[1], J[2]);
    const pn_vec3 omega = pn_vec3_make(J[3], J[4], J[5]);
    if (fabs(pn_vec3_dot(omega, spin->d)) >
        part_rounding *
            fmax(spin->reach * pn_vec3_norm(v), pn_vec3_norm(omega)))
      return 0;
  }
  return 1;
}

pn_least_squares *pni_joint_spin_alloc(void)
{
  return pn_least_squares_alloc(ROWS, VELOCITIES);
}

int pni_joint_lets_spin(pn_least_squares *work, const pn_joint *joint,
                        const pn_motion start[2], const pni_joint_spin *spin)
{
  equations of = {0};
  if (evaluate(joint, start, &of) || !exerts_none(joint, start, &of, spin))
    return 0;
  for (int trial = 0; trial < TRIALS; trial++) {
    pn_motion at[2] = {start[0], start[1]};
    if (move(work, joint, spin, trial, at, &of) ||
        !exerts_none(joint, at, &of, spin))
      return 0;
  }
  return 1;
}
