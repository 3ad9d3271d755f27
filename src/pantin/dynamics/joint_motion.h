/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A motion of a tree that is given by the motions of its joints. */
#ifndef PANTIN_DYNAMICS_JOINT_MOTION_H
#define PANTIN_DYNAMICS_JOINT_MOTION_H

#include "pantin/body/task.h"
#include "pantin/multipliers/tree.h"

/* How the child stands and moves beside its parent, from where it is at the
   start: turned about the joint's axis, and shifted along it. */
typedef struct {
  double turn, turn_rate, turn_second;    /* [rad], [rad/s], [rad/s^2] */
  double slide, slide_rate, slide_second; /* [m], [m/s], [m/s^2] */
} pn_joint_motion;

/* The motions of all joints, (joints), at a time t [s]. */
void pn_joint_motion_set(pn_joint_motion *motion, size_t joints,
                         const pn_swing *swing, size_t count, double t);

/* The state y, (dimension), and the accelerations u', (velocities), of a system
   whose joints move like this; (joints), all 0 for a joint that is held as it
   is at the start. Bodies that hang from nothing rest where they start. The
   joints must be able to do it: a revolute turns, a prismatic slides, a
   cylindrical does both; others are to be held, or turned about their axis as
   far as they have one. Loops are not looked at. */
void pn_joint_motion_state(const pn_system *system, const pn_tree *tree,
                           const pn_joint_motion *motion, double *y,
                           double *acceleration);

#endif
