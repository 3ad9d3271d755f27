/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Turns the limits and dry friction of a robot's joints into bounds. Only a
   joint that turns about one axis, or slides along one, can say them. */
#include "pantin/body/coordinate.h"
#include "pantin/body/robot.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>

static const char shared[] = "limits and dry friction of balls, or of joints "
                             "that share a body, are not used",
                  around[] = "limits that do not have the start between them "
                             "are not used",
                  nowhere[] = "limits from 0 to 0 are not used",
                  wide[] = "limits of more than 1e6 degrees or m are not used";

/* The axis of a bound that there cannot be. */
enum { NO_AXIS = -1 };

/* Returns the coordinate of a joint that one of a link's joints is. */
static int axis_of(const pni_link_joint *from, const pn_joint *joint)
{
  if (joint && from->kind == PNI_HINGE && joint->type->turns == 1)
    return 0;
  if (joint && from->kind == PNI_SLIDE && joint->type->slides)
    return PN_COORDINATE_SLIDE;
  return NO_AXIS;
}

/* Returns why limits cannot be used; NULL: they can. */
static const char *fault_of(const pni_link_joint *from)
{
  const double most =
      PN_BOUND_WIDEST * (from->kind == PNI_SLIDE ? 1 : M_PI / 180);
  if (from->low == 0 && from->high == 0)
    return nowhere;
  if (!(from->low <= 0 && from->high >= 0 && from->low < from->high))
    return around;
  return from->low < -most || from->high > most ? wide : NULL;
}

/* Sets the limits of a bound, whose axis may be opposite to that of the link's
   joint. */
static void set_limits(const pni_link_joint *from, pn_vec3 axis,
                       pn_bound *bound)
{
  const int same = pn_vec3_dot(from->axis, axis) > 0;
  bound->low = same ? from->low : -from->high;
  bound->high = same ? from->high : -from->low;
}

/* Returns the axis of a joint in the world at the start. */
static pn_vec3 axis_at_start(const pn_system *system, const pn_joint *joint)
{
  return pn_quat_rotate(pn_system_pose(system, joint->parent).q,
                        joint->axis[0][0]);
}

int pni_robot_add_bounds(const pni_robot *robot, const pni_link *link,
                         const pn_joint *joint, pn_system *system)
{
  for (size_t k = 0; k < link->joints; k++) {
    const pni_link_joint *from = &link->joint[k];
    pn_bound bound = {.joint = system->joints - 1,
                      .axis = axis_of(from, joint),
                      .low = -INFINITY,
                      .high = INFINITY,
                      .friction = from->dry};
    const char *fault = from->is_limited ? fault_of(from) : NULL;
    if (!from->is_limited && from->dry == 0)
      continue;
    if (bound.axis == NO_AXIS) {
      pni_xml_add_note(robot->xml, from->node, shared);
      continue;
    }
    if (fault)
      pni_xml_add_note(robot->xml, from->node, fault);
    else if (from->is_limited)
      set_limits(from, axis_at_start(system, joint), &bound);
    if ((!fault || bound.friction > 0) && pn_system_add_bound(system, &bound))
      return pni_robot_no_memory(robot);
  }
  return GSL_SUCCESS;
}
