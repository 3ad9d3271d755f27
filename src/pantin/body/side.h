/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The bodies of a joint by number: 0 the parent, 1 the child, 2 the third of
   three. */
#ifndef PANTIN_BODY_SIDE_H
#define PANTIN_BODY_SIDE_H

#include "pantin/body/joint.h"

enum { JOINT_SIDES_MAX = 3 };

/* Returns how many bodies a joint holds. */
static inline size_t joint_sides(const pn_joint *joint)
{
  return joint->type->has_third ? 3 : 2;
}

/* Returns the body on one side of a joint, or PN_WORLD. */
static inline size_t joint_body(const pn_joint *joint, size_t side)
{
  return side == 0 ? joint->parent : side == 1 ? joint->child : joint->third;
}

#endif
