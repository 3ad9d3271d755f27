/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* J^T lambda on one body is a force f and a torque about its centre of mass x;
   about the joint's point p the torque is less by (p - x) x f. Friction acts
   against the relative velocities, as in load.c. */
#include "pantin/dynamics/joint_wrench.h"

pn_wrench pn_joint_wrench(const pn_assembly *assembly, const double *lambda,
                          size_t joint, int side)
{
  const pn_joint *of = &assembly->system->joint[joint];
  const pn_motion *motion =
      pn_assembly_motion(assembly, side ? of->child : of->parent);
  const double *J = side ? pn_assembly_child(assembly, joint)
                         : pn_assembly_parent(assembly, joint);
  const pn_vec3 arm = pn_mat3_apply(motion->R, of->point[side]);
  pn_wrench wrench = {.point = pn_vec3_add(motion->pose.x, arm)};
  for (size_t i = assembly->first[joint]; i < assembly->first[joint + 1];
       i++, J += 6) {
    wrench.force = pn_vec3_add_scaled(wrench.force, lambda[i],
                                      pn_vec3_make(J[0], J[1], J[2]));
    wrench.torque = pn_vec3_add_scaled(wrench.torque, lambda[i],
                                       pn_vec3_make(J[3], J[4], J[5]));
  }
  wrench.torque = pn_vec3_sub(wrench.torque, pn_vec3_cross(arm, wrench.force));
  return wrench;
}

pn_wrench pn_joint_friction(const pn_assembly *assembly, size_t joint)
{
  const pn_joint *of = &assembly->system->joint[joint];
  const pn_motion *parent = pn_assembly_motion(assembly, of->parent),
                  *child = pn_assembly_motion(assembly, of->child);
  pn_vec3 arm[2];
  const pn_vec3 rate = pn_assembly_slip(assembly, joint, arm);
  const pn_vec3 spin = pn_vec3_sub(child->omega, parent->omega);
  return (pn_wrench){.point = pn_vec3_add(child->pose.x, arm[1]),
                     .force = pn_vec3_scale(-of->friction_slide, rate),
                     .torque = pn_vec3_scale(-of->friction_turn, spin)};
}
