/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The axes of a joint's free motions, along which its coordinates and its motor
   are counted: a hinge turns about its axis; a cross about its axis, fixed to
   the parent, then about its second one, fixed to the child; a ball about the
   world's axes of the start, fixed to the parent. */
#ifndef PANTIN_BODY_JOINT_AXES_H
#define PANTIN_BODY_JOINT_AXES_H

#include "pantin/body/joint.h"

/* Returns the axis of turn k, below type->turns, in the world. */
static inline pn_vec3 pni_turn_axis(const pn_joint *joint,
                                    const pn_motion *parent,
                                    const pn_motion *child, int k)
{
  return joint->type->turns == 2 && k == 1
             ? pn_mat3_apply(child->R, joint->axis[1][1])
             : pn_mat3_apply(parent->R, joint->axis[0][k]);
}

/* Returns the axis along which a joint slides, in the world. */
static inline pn_vec3 pni_slide_axis(const pn_joint *joint,
                                     const pn_motion *parent)
{
  return pn_mat3_apply(parent->R, joint->axis[0][0]);
}

/* Tells whether coordinates are all that a joint leaves free: turns about its
   axes, and a slide along the first. */
static inline int pni_joint_has_coordinates(const pn_joint *joint)
{
  const size_t slides = joint->type->slides ? 1 : 0;
  return pn_joint_rows_count(joint) + (size_t)joint->type->turns + slides ==
         PN_BODY_VELOCITIES;
}

/* Returns the k-th of x, y, z. */
static inline double pni_component(pn_vec3 of, int k)
{
  return k == 0 ? of.x : k == 1 ? of.y : of.z;
}

#endif
