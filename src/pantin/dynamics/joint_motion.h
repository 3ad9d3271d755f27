/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Makes the motion of a tree from the motions of its joints, and finds the
   motions of joints in that of the bodies. */
#ifndef PANTIN_DYNAMICS_JOINT_MOTION_H
#define PANTIN_DYNAMICS_JOINT_MOTION_H

#include "pantin/body/coordinate.h"
#include "pantin/multipliers/tree.h"

/* How the child is displaced from where it is at the start. A hinge turns by x
   about its axis; a universal joint by x about its axis and then by y about the
   child's second; a ball joint by the angle |turn| about the axis `turn`, in
   the world's frame of the start, carried by the parent. A joint slides by x
   along its axis. A free body is turned like the child of a ball joint, and its
   centre is shifted in the world's frame; so is one that hangs by a joint of
   another type, relative to the body from which it hangs. */
typedef struct {
  pn_vec3 turn, turn_rate, turn_second;    /* [rad], [rad/s], [rad/s^2] */
  pn_vec3 slide, slide_rate, slide_second; /* [m], [m/s], [m/s^2] */
} pn_joint_motion;

/* Returns the entry of a body's motion: that of the joint by which it hangs, or
   its own, behind those of all joints. */
size_t pn_joint_motion_index(const pn_system *system, const pn_tree *tree,
                             size_t body);

/* Computes the state y, (dimension), and the accelerations u', (velocities), of
   a system whose joints move so; motion: (joints + bodies), all 0 for a joint
   or body that is held as it is at the start. Joints that close loops are
   ignored. */
void pn_joint_motion_state(const pn_system *system, const pn_tree *tree,
                           const pn_joint_motion *motion, double *y,
                           double *acceleration);

/* Computes u = (v, omega) of a body in the state y of a motion, by coordinate k
   of the joint by which it hangs, or of its own if it is free, at a rate of 1
   while all else rests: the turn x, y, z (0 .. 2), or the slide x, y, z (3 ..
   5). */
void pn_joint_motion_column(const pn_system *system, const pn_tree *tree,
                            const pn_joint_motion *motion, const double *y,
                            size_t body, int k, double u[6]);

/* Sets `turn` and `slide` of all joints by which bodies hang, and of free
   bodies, to what they are in a state. Of the angles that mean the same, those
   nearest to the old ones are taken. */
void pn_joint_motion_from_state(const pn_system *system, const pn_tree *tree,
                                const double *y, pn_joint_motion *motion);

/* Sets `turn` and `slide` of one joint, which may close a loop, in the same
   way. */
void pn_joint_motion_of_joint(const pn_system *system, size_t joint,
                              const double *y, pn_joint_motion *motion);

#endif
