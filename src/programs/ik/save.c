/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/bodies.h"
#include "programs/ik/ik.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <string.h>

/* Sets the velocities of a state to a turn of all bodies together about their
   centre of mass. */
static void set_spin(const pn_system *system, pn_vec3 spin, double *y)
{
  double mass = 0;
  pn_vec3 moment = {0, 0, 0};
  for (size_t b = 0; b < system->bodies; b++) {
    mass += system->body[b].mass;
    moment = pn_vec3_add_scaled(moment, system->body[b].mass,
                                pn_state_motion(system, y, b).pose.x);
  }
  const pn_vec3 centre = pn_vec3_scale(1 / mass, moment);
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_pose pose = pn_state_motion(system, y, b).pose;
    pn_state_set(system, y, b, pose,
                 pn_vec3_cross(spin, pn_vec3_sub(pose.x, centre)), spin);
  }
}

/* Returns a ball joint that holds target k where it is in this state. */
static pn_joint held(const pn_system *system, const double *y,
                     const pn_target *target, size_t k)
{
  const pn_joint_place any = {.point = {0, 0, 0}};
  pn_joint joint = pn_joint_make(
      pn_joint_ball, target->other,
      pn_state_motion(system, y, target->other).pose, target->body,
      pn_state_motion(system, y, target->body).pose, &any);
  joint.point[0] = target->place;
  joint.point[1] = target->point;
  snprintf(joint.name, sizeof joint.name, "held-%zu", k + 1);
  return joint;
}

int ik_save(const ik_run *run, const char *path, pn_error *error)
{
  pn_system system = *run->of->system;
  pn_system_scene of = *run->of;
  const size_t dimension = pn_system_dimension(&system);
  const size_t holds = run->asked->hold ? of.targets : 0;
  double *y = pn_alloc(dimension, sizeof *y);
  pn_joint *joint = pn_alloc(system.joints + holds, sizeof *joint);
  int code = GSL_ENOMEM;
  if (y && joint) {
    memcpy(y, run->y, dimension * sizeof *y);
    set_spin(&system, run->asked->spin, y);
    if (system.joints > 0)
      memcpy(joint, system.joint, system.joints * sizeof *joint);
    for (size_t k = 0; k < holds; k++)
      joint[system.joints + k] = held(&system, y, &of.target[k], k);
    system.joint = joint;
    system.joints += holds;
    of.system = &system;
    of.targets -= holds; /* joints now */
    code = bodies_save(&of, y, path, error);
  } else {
    pn_error_set(error, code, NULL, 0, "out of memory");
  }
  pn_free(y);
  pn_free(joint);
  return code;
}
