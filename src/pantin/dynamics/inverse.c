/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Inverse dynamics by Newton and Euler, from the leaves to the root. With f_k,
   t_k on body k from above at A_k, and F, T the other loads on it:

     m_k a_k         = F_k + f_k - sum f_c
     (I omega')_k    = T_k + t_k + (A_k - x_k) x f_k
                       - sum ( t_c + (A_c - x_k) x f_c )
                       with -omega x (I omega) in T_k

   where the sums are over the children c of k. Each equation has one unknown:
   nothing is solved. (P. Benet, Moteur physique avec des contraintes rigides
   (2016), section VI, sets up a full system for it, takes f from the child on
   its father in the program and the other way in the text, and has no gravity.)

   Source: J. Luh, M. Walker, R. Paul, J. Dyn. Syst. Meas. Control 102 (1980)
   69; R. Featherstone, Rigid Body Dynamics Algorithms (2008), chapter 5. */
#include "pantin/dynamics/inverse_private.h"

#include "pantin/base/alloc.h"
#include "pantin/body/joint_axes.h"
#include "pantin/multipliers/tree.h"

#include <gsl/gsl_errno.h>

int pni_inverse_check(const pn_system *system, pn_error *error)
{
  return system->bounds == 0
             ? GSL_SUCCESS
             : pn_error_set(
                   error, GSL_EUNIMPL, NULL, 0,
                   "joint '%s' has limits or dry friction: what they exert "
                   "does not follow from a motion; leave them out",
                   system->joint[system->bound[0].joint].name);
}

pn_inverse *pn_inverse_alloc(const pn_system *system, pn_error *error)
{
  pn_error_clear(error);
  if (pni_inverse_check(system, error))
    return NULL;
  pn_inverse *inverse = pn_alloc(1, sizeof *inverse);
  if (inverse) {
    inverse->system = system;
    inverse->tree = pn_tree_alloc(system);
    inverse->assembly = pn_assembly_alloc(system);
    inverse->wrench = pn_alloc(system->bodies, sizeof *inverse->wrench);
  }
  if (!inverse || !inverse->tree || !inverse->assembly || !inverse->wrench)
    pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  else if (inverse->tree->loops > 0)
    pn_error_set(
        error, GSL_EINVAL, NULL, 0,
        "inverse dynamics needs a tree: loops are closed by %zu of its "
        "%zu joints",
        inverse->tree->loops, system->joints);
  else
    return inverse;
  pn_inverse_free(inverse);
  return NULL;
}

void pn_inverse_free(pn_inverse *inverse)
{
  if (!inverse)
    return;
  pn_tree_free(inverse->tree);
  pn_assembly_free(inverse->assembly);
  pn_free(inverse->wrench);
  pn_free(inverse);
}

/* Returns the wrench about its centre that a body needs, beyond its loads, to
   accelerate so. */
static pn_wrench required(const pn_inverse *inverse, size_t b,
                          const double *acceleration)
{
  const pn_body *body = &inverse->system->body[b];
  const pn_motion *motion = pn_assembly_motion(inverse->assembly, b);
  const double *a = acceleration + PN_BODY_VELOCITIES * b;
  const double *F = inverse->assembly->F + PN_BODY_VELOCITIES * b;
  const pn_vec3 local =
      pn_mat3_apply_transposed(motion->R, pn_vec3_make(a[3], a[4], a[5]));
  const pn_vec3 turning =
      pn_mat3_apply(motion->R, pn_mat3_apply(body->inertia, local));
  pn_wrench need = {.point = motion->pose.x};
  need.force =
      pn_vec3_sub(pn_vec3_scale(body->mass, pn_vec3_make(a[0], a[1], a[2])),
                  pn_vec3_make(F[0], F[1], F[2]));
  need.torque = pn_vec3_sub(turning, pn_vec3_make(F[3], F[4], F[5]));
  return need;
}

/* Returns the same wrench about another point. */
static pn_wrench moved(pn_wrench wrench, pn_vec3 point)
{
  const pn_vec3 arm = pn_vec3_sub(wrench.point, point);
  wrench.torque = pn_vec3_add(wrench.torque, pn_vec3_cross(arm, wrench.force));
  wrench.point = point;
  return wrench;
}

static pn_wrench sum(pn_wrench a, pn_wrench b)
{
  b = moved(b, a.point);
  a.force = pn_vec3_add(a.force, b.force);
  a.torque = pn_vec3_add(a.torque, b.torque);
  return a;
}

/* Returns the wrench at the joint by which body b hangs, with its motor's
   part. */
static pn_wrench at_joint(const pn_inverse *inverse, size_t b, pn_wrench wrench)
{
  const pn_joint *joint = &inverse->system->joint[inverse->tree->joint[b]];
  const int side = joint->child == b;
  const pn_motion *motion = pn_assembly_motion(inverse->assembly, b);
  const pn_motion *parent =
      pn_assembly_motion(inverse->assembly, joint->parent);
  const pn_motion *child = pn_assembly_motion(inverse->assembly, joint->child);
  wrench = moved(wrench, pn_pose_point(motion->pose, joint->point[side]));
  double along[3] = {0, 0, 0};
  for (int k = 0; k < joint->type->turns; k++)
    along[k] =
        pn_vec3_dot(wrench.torque, pni_turn_axis(joint, parent, child, k));
  wrench.motor = pn_vec3_make(along[0], along[1], along[2]);
  wrench.turn = joint->type->turns == 1 ? along[0] : 0;
  wrench.slide = joint->type->slides
                     ? pn_vec3_dot(wrench.force, pni_slide_axis(joint, parent))
                     : 0;
  return wrench;
}

int pn_inverse_set(pn_inverse *inverse, double t, const double *y,
                   const double *acceleration)
{
  const pn_tree *tree = inverse->tree;
  if (pn_assembly_set(inverse->assembly, y))
    return GSL_EFAILED;
  pn_assembly_load(inverse->assembly, t);
  for (size_t b = 0; b < tree->bodies; b++)
    inverse->wrench[b] = required(inverse, b, acceleration);

  /* A body's wrench is complete when its children have given theirs. */
  for (size_t k = tree->bodies; k-- > 0;) {
    const size_t b = tree->order[k], above = tree->above[b];
    if (tree->joint[b] == PN_NO_JOINT)
      continue;
    inverse->wrench[b] = at_joint(inverse, b, inverse->wrench[b]);
    if (above != PN_WORLD)
      inverse->wrench[above] = sum(inverse->wrench[above], inverse->wrench[b]);
  }
  return GSL_SUCCESS;
}
