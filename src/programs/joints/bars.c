/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/joints/bars.h"

int joints_is_pivot(const pn_joint *joint, pn_vec3 *point)
{
  *point = joint->point[joint->child == PN_WORLD];
  return (joint->parent == PN_WORLD || joint->child == PN_WORLD) &&
         (joint->type->shares_point || joint->type->has_points);
}

/* Tells whether there are two pivots, and the bar between them. */
static int ground(const pn_system *system, joints_bar *bar)
{
  size_t pivots = 0;
  for (size_t j = 0; j < system->joints; j++) {
    pn_vec3 point;
    if (joints_is_pivot(&system->joint[j], &point) && pivots++ < 2)
      bar->point[pivots - 1] = point;
  }
  bar->body[0] = bar->body[1] = PN_WORLD;
  return pivots == 2;
}

int joints_bar_get(const pn_system *system, size_t k, joints_bar *bar)
{
  if (k == system->joints)
    return ground(system, bar);
  const pn_joint *joint = &system->joint[k];
  *bar = (joints_bar){{joint->parent, joint->child},
                      {joint->point[0], joint->point[1]}};
  return joint->type->has_points;
}
