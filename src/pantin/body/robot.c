/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Keeps the links, parts and ties of a robot in growing arrays, and names as a
   scene may have them. */
#include "pantin/body/robot.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <string.h>

#include "pantin/base/alloc.h"
#include "pantin/base/text.h"

pn_pose pni_pose_in(pn_pose outer, pn_pose local)
{
  return (pn_pose){pn_pose_point(outer, local.x),
                   pn_quat_multiply(outer.q, local.q)};
}

pn_quat pni_robot_x_to_z(void)
{
  return pn_quat_axis_angle(pn_vec3_make(0, 1, 0), -M_PI / 2);
}

int pni_robot_no_memory(const pni_robot *robot)
{
  return pn_error_set(robot->xml->error, GSL_ENOMEM, robot->xml->name, 0,
                      "out of memory");
}

int pni_robot_copy_name(const pni_robot *robot, const xmlNode *node,
                        const char *from, char *to)
{
  if (strlen(from) >= PN_NAME_SIZE || strpbrk(from, ",\"") ||
      pni_text_control(from))
    return pni_xml_refuse(robot->xml, node,
                          "a name has at most %d characters, without comma, "
                          "quote and control characters",
                          PN_NAME_SIZE - 1);
  strcpy(to, from);
  return GSL_SUCCESS;
}

/* Makes room for one more item in an array whose room is always the next power
   of two. */
static int make_room(const pni_robot *robot, void *array, size_t count,
                     size_t size)
{
  void **block = array;
  if ((count & (count - 1)) != 0)
    return GSL_SUCCESS;
  void *more = pn_realloc(*block, count > 0 ? 2 * count : 1, size);
  if (!more)
    return pni_robot_no_memory(robot);
  *block = more;
  return GSL_SUCCESS;
}

int pni_robot_add_link(pni_robot *robot, const pni_link *link)
{
  if (make_room(robot, &robot->link, robot->links, sizeof *link))
    return GSL_ENOMEM;
  robot->link[robot->links++] = *link;
  return GSL_SUCCESS;
}

int pni_robot_add_part(pni_robot *robot, const pni_part *part)
{
  if (make_room(robot, &robot->part, robot->parts, sizeof *part))
    return GSL_ENOMEM;
  robot->part[robot->parts++] = *part;
  return GSL_SUCCESS;
}

int pni_robot_add_tie(pni_robot *robot, const pni_tie *tie)
{
  if (make_room(robot, &robot->tie, robot->ties, sizeof *tie))
    return GSL_ENOMEM;
  robot->tie[robot->ties++] = *tie;
  return GSL_SUCCESS;
}
