/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The step of inverse kinematics. The targets are d(q) = 0, three rows of a
   ball joint each; the joints C(q) = 0. Newton's step is that of the
   corrections, with the targets among the rows, J = (J_C, J_d):

     dq = W J^T lambda,   (J W J^T + S) lambda = -(C, d)

   times min(1, 2 / max |dtheta|), because it is right for small angles only.
   With S = 0 this is the source's method (`plain`). It ends when the targets
   can be reached, and never when not: near a straight arm J W J^T is singular.

   S = diag(0, s) makes the targets soft: dq is then the least of

     |d + J_d dq|^2 + s dq^T M dq   such that   J_C dq = -C,

   a step of Levenberg and Marquardt along the joints' motions, which tends to
   the steepest descent of the distance as s grows. The steps begin with s = 0.
   After each the joints are put together by Newton steps of their own; if the
   points are not nearer then, or a joint is turned over, a gear has slipped or
   a linkage has come to another branch, by inverse_kinematics_branch.c, s grows
   and the step is made again; it falls where steps are as good as they promise.
   So the distance always falls.

   Where d does not tend to 0 the curvature of the points' paths counts as well,
   or the end is slow, by some 1000 steps on a stretched puppet. It adds to M,
   body by body: see inverse_kinematics_stiffness.c; where it takes off, or is
   not of one body alone, see inverse_kinematics_curvature.c.

   The nearest pose: springs of stiffness 1 N/m pull the points to their
   targets, with F = -J_d^T d, and the joints hold them. What remains to
   accelerate the bodies is a = W (F + J_C^T lambda) with J_C a = 0. Its size
   relative to what the spring F_i of each target would do alone, without
   joints,

     pull = sqrt(a^T M a / sum F_i^T W F_i),

   is 0 in a pose that no small motion brings nearer, to first order. The sum is
   F^T W F, except where springs on one body cancel.

   Sources: P. Benet, Moteur physique avec des contraintes rigides (2016),
   section IV-E, which calls the step a gradient's; D. Marquardt, SIAM J. Appl.
   Math. 11 (1963) 431; J. Nocedal, S. Wright, Numerical Optimization (2006),
   sections 10.3, 11.1 and 18.3. */
#include "pantin/dynamics/inverse_kinematics_private.h"

#include "pantin/body/slip.h"
#include "pantin/dynamics/correction.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* Damping relative to how easily the points yield: where 0 is not enough it
   starts with the first value, grows and falls by this factor, and does not
   fall below the last. */
static const double damping_first = 1e-3, damping_factor = 4,
                    damping_least = 1e-8;

/* Share of the promised decrease of distance^2 above which a step is good, and
   below which it is bad. */
static const double good_share = 0.75, bad_share = 0.25;

/* The most dampings tried for one step: 4^40 is 1e24. */
enum { TRIES_MAX = 40 };

/* The most Newton steps to close the joints; a step that needs more was too
   wild. */
enum { CLOSINGS_MAX = 20 };

/* Returns how far the points are from their targets at the state of `all`. */
static double distance_now(const pn_inverse_kinematics *ik)
{
  const double *d = ik->all->assembly->C + ik->joints->assembly->rows;
  return sqrt(pni_ik_dot(d, d, 3 * ik->targets));
}

/* Returns the sum of F_i^T W F_i of the targets' springs. */
static double pull_apart(const pn_inverse_kinematics *ik)
{
  const pn_assembly *a = ik->all->assembly;
  double sum = 0;
  for (size_t k = 0; k < ik->targets; k++) {
    const pn_joint *of = &ik->aimed->joint[ik->system->joints + k];
    const double *d = a->C + ik->joints->assembly->rows + 3 * k;
    const pn_vec3 force = pn_vec3_make(d[0], d[1], d[2]);
    const size_t body[2] = {of->parent, of->child};
    for (int side = 0; side < 2; side++) {
      if (body[side] == PN_WORLD)
        continue;
      const pn_vec3 torque = pn_vec3_cross(
          pn_mat3_apply(a->motion[body[side]].R, of->point[side]), force);
      sum += a->weight[body[side]] * pn_vec3_dot(force, force) +
             pn_vec3_dot(torque, pn_mat3_apply(a->inverse[body[side]], torque));
    }
  }
  return sum;
}

/* Tells whether no joint is turned over at the state of the assembly. */
static int are_upright(const pn_dynamics *joints)
{
  return pn_assembly_turned_over(joints->assembly) == joints->system->joints;
}

int pni_ik_look(pn_inverse_kinematics *ik)
{
  pn_dynamics *joints = ik->joints;
  const size_t n = joints->assembly->velocities;
  if (pn_assembly_set(ik->all->assembly, ik->y) ||
      pn_assembly_set(joints->assembly, ik->y) ||
      pn_multipliers_set(joints->multipliers))
    return GSL_EFAILED;
  ik->distance = distance_now(ik);
  ik->gap = pn_assembly_gap(joints->assembly);
  ik->turned_over = !are_upright(joints);

  /* free = W F, and a = free + W J_C^T lambda with J_C a = 0. */
  double *F = ik->trial, *free_fall = ik->step, *held = joints->force;
  pni_ik_set_pull(ik, F);
  pn_assembly_accelerate(joints->assembly, F, free_fall);
  pn_assembly_velocity(joints->assembly, free_fall, joints->right);
  for (size_t i = 0; i < joints->assembly->rows; i++)
    joints->right[i] = -joints->right[i];
  ik->solves++;
  const int code = pn_dynamics_least_change(joints, joints->right, held);
  /* F . a = a^T M a, because joint forces do no work. */
  const double whole = pull_apart(ik);
  const double rest = pni_ik_dot(F, free_fall, n) + pni_ik_dot(F, held, n);
  ik->pull = whole > 0 && rest > 0 ? sqrt(rest / whole) : 0;
  const size_t rows = joints->assembly->rows;
  memcpy(ik->all->lambda, joints->impulse, rows * sizeof *joints->impulse);
  for (size_t i = rows; i < ik->all->assembly->rows; i++)
    ik->all->lambda[i] = -ik->all->assembly->C[i];
  pni_ik_set_stiffness(ik);
  return code;
}

int pni_ik_close(pn_inverse_kinematics *ik, double *y)
{
  double gap;
  for (int k = 0; k < CLOSINGS_MAX; k++) {
    ik->solves++;
    const int code = pn_correct_positions(ik->joints, y, &gap);
    if (code)
      return code;
    if (gap < ik->settings.tolerance)
      return are_upright(ik->joints) ? GSL_SUCCESS : GSL_EFAILED;
  }
  return GSL_EFAILED;
}

int pni_ik_step(pn_inverse_kinematics *ik, double damping, double *dq)
{
  pn_dynamics *all = ik->all;
  const size_t rows = ik->joints->assembly->rows;
  const size_t n = all->assembly->velocities;
  pni_ik_stiffen(ik, damping);
  if (pn_assembly_set(all->assembly, ik->y))
    return GSL_EFAILED;
  for (size_t i = rows; i < all->assembly->rows; i++)
    ik->soft[i] = damping;
  for (size_t i = 0; i < all->assembly->rows; i++)
    all->right[i] = -all->assembly->C[i];
  ik->solves++;
  if (pn_multipliers_set(all->multipliers) ||
      pn_dynamics_least_change(all, all->right, dq) ||
      (damping > 0 && pni_ik_bend(ik, damping, dq)))
    return GSL_EFAILED;
  ik->turn = 0;
  for (size_t b = 0; b < ik->system->bodies; b++) {
    const double *turn = dq + PN_BODY_VELOCITIES * b + 3;
    ik->turn = fmax(ik->turn, sqrt(pni_ik_dot(turn, turn, 3)));
  }
  const double factor = fmin(1, ik->settings.clamp / ik->turn);
  for (size_t k = 0; k < n; k++)
    dq[k] *= factor;
  return isfinite(ik->turn) ? GSL_SUCCESS : GSL_EDOM;
}

/* Returns the decrease of distance^2 that a step promises: |d|^2 - |d + J_d
   dq|^2 - dq^T K dq. */
static double promise(pn_inverse_kinematics *ik, const double *dq)
{
  const pn_assembly *a = ik->all->assembly;
  double *Jdq = ik->all->right, *Kdq = ik->curved, sum = 0;
  pn_assembly_velocity(a, dq, Jdq);
  for (size_t i = ik->joints->assembly->rows; i < a->rows; i++)
    sum -= Jdq[i] * (2 * a->C[i] + Jdq[i]);
  if (ik->damping > 0 && !pni_ik_curve(ik, dq, Kdq))
    sum -= pni_ik_dot(dq, Kdq, a->velocities);
  return sum;
}

/* Returns how easily the points yield to their pull: F^T W F / |d|^2 [1/kg]. */
static double yielding(pn_inverse_kinematics *ik)
{
  double *F = ik->step, *a = ik->trial;
  pni_ik_set_pull(ik, F);
  pn_assembly_accelerate(ik->joints->assembly, F, a);
  return pni_ik_dot(F, a, ik->all->assembly->velocities) /
         (ik->distance * ik->distance);
}

static void harden(pn_inverse_kinematics *ik)
{
  if (ik->damping > 0)
    ik->damping = fmax(damping_least, ik->damping / damping_factor);
}

static void soften(pn_inverse_kinematics *ik)
{
  ik->damping = ik->damping > 0 ? damping_factor * ik->damping : damping_first;
}

double pni_ik_move(pn_inverse_kinematics *ik, const double *dq)
{
  memcpy(ik->trial, ik->y, pn_system_dimension(ik->system) * sizeof *ik->y);
  pn_dynamics_displace(ik->all, ik->trial, dq);
  const int closed = !pni_ik_strays(ik, ik->trial) &&
                     pni_ik_close(ik, ik->trial) == GSL_SUCCESS &&
                     !pni_slips(ik->system, ik->y, ik->trial) &&
                     pn_assembly_set(ik->all->assembly, ik->trial) == 0;
  return closed ? distance_now(ik) : INFINITY;
}

/* Tries the step with the present damping; returns the share of the promised
   decrease that it achieved, 0 where it led away. A step cut short by the bound
   keeps its promise however wrong it was, so that it asks for damping if there
   is none yet. */
static double try_step(pn_inverse_kinematics *ik, double unit)
{
  if (pni_ik_step(ik, ik->damping * unit, ik->step))
    return 0;
  if (ik->damping > 0 && ik->turn > ik->settings.clamp)
    return 0;
  const double promised = promise(ik, ik->step);
  const double now = pni_ik_move(ik, ik->step);
  const double gained = (ik->distance - now) * (ik->distance + now);
  return gained > 0 && promised > 0 ? gained / promised : 0;
}

int pni_ik_approach(pn_inverse_kinematics *ik)
{
  const double unit = yielding(ik);
  for (int k = 0; k < TRIES_MAX; k++) {
    const double share = try_step(ik, unit);
    if (share > good_share)
      harden(ik);
    else if (share < bad_share)
      soften(ik);
    if (share > 0) {
      memcpy(ik->y, ik->trial, pn_system_dimension(ik->system) * sizeof *ik->y);
      return pni_ik_look(ik);
    }
  }
  return GSL_ENOPROG;
}
