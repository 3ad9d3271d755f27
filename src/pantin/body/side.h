/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The bodies of a joint by number: 0 the parent, 1 the child, 2 the third of
   three. */
#ifndef PANTIN_BODY_SIDE_H
#define PANTIN_BODY_SIDE_H

#include "pantin/base/parts.h"
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

/* Joins the parts of bodies, up, that a joint holds together, but for the
   world. */
static inline void joint_connect(size_t *up, const pn_joint *joint)
{
  for (size_t a = 0; a < joint_sides(joint); a++)
    for (size_t b = 0; b < a; b++) {
      const size_t x = joint_body(joint, a), y = joint_body(joint, b);
      if (x != PN_WORLD && y != PN_WORLD)
        up[parts_find(up, x)] = parts_find(up, y);
    }
}

#endif
