/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Measures the turn and the slide of a joint. With a the axis, r the arms from
   the centres of mass to the child's point, and d from the parent's point to
   the child's:

     turn    x' = a . (omega_c - omega_p)
     slide   x = a . d,   x' = a . (v_c + omega_c x r_c - v_p - omega_p x r_p)

   The turn of a screw is told by its slide, which knows whole turns. */
#include "pantin/body/coordinate.h"

#include "pantin/body/joint_axes.h"

#include <gsl/gsl_math.h>
#include <math.h>
#include <string.h>

size_t pn_joint_coordinates(const pn_system *system, size_t joint,
                            pn_coordinate *list)
{
  const pn_joint_type *type = system->joint[joint].type;
  size_t count = 0;
  for (int k = 0; k < type->turns; k++)
    list[count++] = (pn_coordinate){joint, k};
  if (type->slides)
    list[count++] = (pn_coordinate){joint, PN_COORDINATE_SLIDE};
  return count;
}

pn_vec3 pn_coordinate_axis(const pn_assembly *assembly, pn_coordinate of)
{
  const pn_joint *joint = &assembly->system->joint[of.joint];
  const pn_motion *parent = pn_assembly_motion(assembly, joint->parent);
  const pn_motion *child = pn_assembly_motion(assembly, joint->child);
  return of.axis == PN_COORDINATE_SLIDE
             ? pni_slide_axis(joint, parent)
             : pni_turn_axis(joint, parent, child, of.axis);
}

void pn_coordinate_row(const pn_assembly *assembly, pn_coordinate of,
                       double k[2][PN_BODY_VELOCITIES])
{
  const pn_joint *joint = &assembly->system->joint[of.joint];
  const size_t body[2] = {joint->parent, joint->child};
  const pn_vec3 axis = pn_coordinate_axis(assembly, of), none = {0, 0, 0};
  const int slides = of.axis == PN_COORDINATE_SLIDE;
  const pn_vec3 point = pn_pose_point(
      pn_assembly_motion(assembly, joint->child)->pose, joint->point[1]);
  for (int side = 0; side < 2; side++) {
    const pn_vec3 a = pn_vec3_scale(side == 1 ? 1 : -1, axis);
    const pn_vec3 arm =
        pn_vec3_sub(point, pn_assembly_motion(assembly, body[side])->pose.x);
    const pn_vec3 v = slides ? a : none;
    const pn_vec3 omega = slides ? pn_vec3_cross(arm, a) : a;
    const double row[] = {v.x, v.y, v.z, omega.x, omega.y, omega.z};
    memcpy(k[side], row, sizeof row);
  }
}

void pn_coordinate_force(const pn_assembly *assembly, pn_coordinate of,
                         double strength, double *f)
{
  const pn_joint *joint = &assembly->system->joint[of.joint];
  const size_t body[2] = {joint->parent, joint->child};
  double k[2][PN_BODY_VELOCITIES];
  pn_coordinate_row(assembly, of, k);
  memset(f, 0, assembly->velocities * sizeof *f);
  for (int side = 0; side < 2; side++)
    for (size_t i = 0; i < PN_BODY_VELOCITIES && body[side] != PN_WORLD; i++)
      f[PN_BODY_VELOCITIES * body[side] + i] = strength * k[side][i];
}

double pn_coordinate_value(const pn_joint *joint, const pn_motion *parent,
                           const pn_motion *child, int axis)
{
  if (axis == PN_COORDINATE_SLIDE || joint->type->winds) {
    const double slide =
        pn_vec3_dot(pn_vec3_sub(pn_pose_point(child->pose, joint->point[1]),
                                pn_pose_point(parent->pose, joint->point[0])),
                    pni_slide_axis(joint, parent));
    return joint->type->winds ? 2 * M_PI * slide / joint->pitch : slide;
  }
  const pn_vec3 seen = pn_mat3_apply(child->R, joint->axis[1][1]);
  return atan2(pn_vec3_dot(seen, pn_mat3_apply(parent->R, joint->axis[0][2])),
               pn_vec3_dot(seen, pn_mat3_apply(parent->R, joint->axis[0][1])));
}

int pn_bound_allows(const pn_bound *bound, double value)
{
  return value >= bound->low - PN_BOUND_SLACK &&
         value <= bound->high + PN_BOUND_SLACK;
}

double pn_bound_value(const pn_bound *bound, const pn_joint *joint,
                      const pn_motion *parent, const pn_motion *child)
{
  const double x = pn_coordinate_value(joint, parent, child, bound->axis);
  if (bound->axis == PN_COORDINATE_SLIDE || joint->type->winds ||
      pn_bound_allows(bound, x))
    return x;
  const double turn = 2 * M_PI;
  const double other =
      x < bound->low
          ? x + turn * ceil((bound->low - PN_BOUND_SLACK - x) / turn)
          : x + turn * floor((bound->high + PN_BOUND_SLACK - x) / turn);
  return pn_bound_allows(bound, other) ? other : x;
}

double pn_bound_start(const pn_bound *bound, const pn_system *system)
{
  const pn_joint *joint = &system->joint[bound->joint];
  const pn_motion parent = pn_system_motion(system, joint->parent);
  const pn_motion child = pn_system_motion(system, joint->child);
  return pn_bound_value(bound, joint, &parent, &child);
}
