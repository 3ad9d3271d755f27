/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Bars in the plane x, y and their hinges. */
#ifndef TESTS_BARS_H
#define TESTS_BARS_H

#include "pantin/body/system.h"
#include "test.h"

#include <math.h>

/* Adds a thin bar between two points of the plane; returns its number. */
static inline size_t bars_add(pn_system *system, double mass, pn_vec3 from,
                              pn_vec3 to)
{
  const pn_vec3 way = pn_vec3_sub(to, from);
  const double length = pn_vec3_norm(way);
  pn_body bar = pn_body_make(pn_shape_rod, &length, mass);
  bar.pose.x = pn_vec3_scale(0.5, pn_vec3_add(from, to));
  bar.pose.q = pn_quat_axis_angle(pn_vec3_make(0, 0, 1), atan2(way.y, way.x));
  pn_system_add_body(system, &bar);
  return system->bodies - 1;
}

/* Joins two bodies by a hinge in the plane. */
static inline void bars_hinge(pn_system *system, size_t parent, size_t child,
                              pn_vec3 at)
{
  const pn_joint_place place = {.point = at, .axis = pn_vec3_make(0, 0, 1)};
  pn_system_join(system, pn_joint_revolute, parent, child, &place);
}

/* Gives the last joint dry friction. */
static inline void bars_rub(pn_system *system, int axis, double friction)
{
  const pn_bound bound = {.joint = system->joints - 1,
                          .axis = axis,
                          .low = -INFINITY,
                          .high = INFINITY,
                          .friction = friction};
  ck_assert_int_eq(pn_system_add_bound(system, &bound), 0);
}

/* Gives the last joint limits. */
static inline void bars_limit(pn_system *system, double low, double high,
                              double restitution)
{
  const pn_bound bound = {.joint = system->joints - 1,
                          .low = low,
                          .high = high,
                          .restitution = restitution};
  ck_assert_int_eq(pn_system_add_bound(system, &bound), 0);
}

#endif
