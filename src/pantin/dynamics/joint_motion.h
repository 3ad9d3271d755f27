/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the motion of a tree from the motions of its joints. */
#ifndef PANTIN_DYNAMICS_JOINT_MOTION_H
#define PANTIN_DYNAMICS_JOINT_MOTION_H

#include "pantin/body/scene.h"
#include "pantin/multipliers/tree.h"

/* How the child is displaced from where it is at the start: turned about the
   joint's axis, and shifted along it. */
typedef struct {
  double turn, turn_rate, turn_second;    /* [rad], [rad/s], [rad/s^2] */
  double slide, slide_rate, slide_second; /* [m], [m/s], [m/s^2] */
} pn_joint_motion;

/* Sets the motions of all joints, (joints), at a time t [s]. */
void pn_joint_motion_set(pn_joint_motion *motion, size_t joints,
                         const pn_swing *swing, size_t count, double t);

/* Computes the state y, (dimension), and the accelerations u', (velocities), of
   a system whose joints move so; motion: (joints), all 0 for a joint that is
   held as it is at the start. Free bodies rest where they start. A revolute
   joint turns, a prismatic one slides, a cylindrical one does both; others must
   be held, or turn about the axis that they have. Joints that close loops are
   ignored. */
void pn_joint_motion_state(const pn_system *system, const pn_tree *tree,
                           const pn_joint_motion *motion, double *y,
                           double *acceleration);

#endif
