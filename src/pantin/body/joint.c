/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The list of all types of joints, and how a joint is placed. */
#include "pantin/body/joint.h"

#include <string.h>

/* The family: a new type is a new file and one line here. */
const pn_joint_type *pn_joint_type_get(size_t k)
{
  const pn_joint_type *const types[] = {
      pn_joint_ball,         pn_joint_revolute,       pn_joint_prismatic,
      pn_joint_cylindrical,  pn_joint_universal,      pn_joint_fixed,
      pn_joint_distance,     pn_joint_point_on_plane, pn_joint_point_on_line,
      pn_joint_cosine_wire,  pn_joint_custom,         pn_joint_planar,
      pn_joint_screw,        pn_joint_gear,           pn_joint_free,
      pn_joint_differential,
  };
  return k < sizeof types / sizeof types[0] ? types[k] : NULL;
}

const pn_joint_type *pn_joint_type_find(const char *name)
{
  const pn_joint_type *type;
  for (size_t k = 0; (type = pn_joint_type_get(k)); k++)
    if (strcmp(type->name, name) == 0)
      break;
  return type;
}

size_t pn_joint_rows_count(const pn_joint *joint)
{
  if (joint->type == pn_joint_free) {
    size_t rows = PN_JOINT_ROWS_MAX;
    for (unsigned k = 0; k < PN_JOINT_ROWS_MAX; k++)
      rows -= joint->free >> k & 1;
    return rows;
  }
  return joint->type->rows > 0 ? joint->type->rows : joint->custom->rows;
}

/* Tells whether axis k of a joint's frame points the same way on both bodies.
   Where a free joint turns about one axis, that one does. */
static int keeps_axis(const pn_joint *joint, int k)
{
  if (joint->type != pn_joint_free)
    return k < joint->type->keeps;
  const unsigned turns = joint->free / PN_FREE_TURN(0);
  return turns == 0 || turns == 1U << k;
}

int pn_joint_is_turned_over(const pn_joint *joint, const pn_motion *parent,
                            const pn_motion *child)
{
  for (int k = 0; k < 3; k++)
    if (keeps_axis(joint, k) &&
        pn_vec3_dot(pn_mat3_apply(parent->R, joint->axis[0][k]),
                    pn_mat3_apply(child->R, joint->axis[1][k])) < 0)
      return 1;
  return 0;
}

/* Sets a frame in the world: the axis, the part of `second` normal to it, and
   the product of the two. */
static void set_frame(pn_vec3 axis, pn_vec3 second, pn_vec3 e[3])
{
  e[0] = pn_vec3_normalize(axis);
  e[1] = pn_vec3_add_scaled(second, -pn_vec3_dot(second, e[0]), e[0]);
  e[1] = pn_vec3_norm(e[1]) > 0 ? pn_vec3_normalize(e[1])
                                : pn_vec3_some_normal(e[0]);
  e[2] = pn_vec3_cross(e[0], e[1]);
}

pn_joint pn_joint_make(const pn_joint_type *type, size_t parent,
                       pn_pose parent_pose, size_t child, pn_pose child_pose,
                       const pn_joint_place *place)
{
  pn_joint joint = {.type = type,
                    .parent = parent,
                    .child = child,
                    .third = PN_WORLD,
                    .teeth = {type->has_third, type->has_third}};
  const pn_pose pose[2] = {parent_pose, child_pose};
  const pn_vec3 point[2] = {place->point, type->has_points ? place->child_point
                                                           : place->point};
  const int is_turned = pn_vec3_norm(place->child_second) > 0;
  pn_vec3 axis = place->axis, second = place->second, e[2][3];
  if (!type->has_axis && !is_turned)
    axis = pn_vec3_make(1, 0, 0);
  if (!type->has_second && !is_turned)
    second = pn_vec3_make(0, type->turns == 3, 0);
  if (type->has_teeth) /* the line of centres */
    second = pn_vec3_sub(point[1], point[0]);
  set_frame(axis, second, e[0]);
  set_frame(is_turned ? place->child_axis : axis,
            is_turned ? place->child_second : second, e[1]);
  for (int side = 0; side < 2; side++) {
    const pn_quat back = pn_quat_conjugate(pose[side].q);
    joint.point[side] = pn_pose_local(pose[side], point[side]);
    for (int k = 0; k < 3; k++)
      joint.axis[side][k] = pn_quat_rotate(back, e[side][k]);
  }
  joint.length = pn_vec3_norm(pn_vec3_sub(point[0], point[1]));
  joint.third_axis = e[0][1]; /* the world does not turn */
  return joint;
}

void pn_joint_set_third(pn_joint *joint, pn_pose parent_pose, size_t third,
                        pn_pose third_pose)
{
  joint->third = third;
  joint->third_axis =
      pn_quat_rotate(pn_quat_conjugate(third_pose.q),
                     pn_quat_rotate(parent_pose.q, joint->axis[0][1]));
}
