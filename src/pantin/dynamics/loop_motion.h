/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The motion of a mechanism with loops: some joints are driven, and the others
   follow so that the loops stay closed. */
#ifndef PANTIN_DYNAMICS_LOOP_MOTION_H
#define PANTIN_DYNAMICS_LOOP_MOTION_H

#include "pantin/body/assembly.h"
#include "pantin/dynamics/joint_motion.h"
#include "pantin/linear/least_squares.h"

typedef struct {
  const pn_system *system;   /* borrowed */
  pn_tree *tree;             /* it contains all driven joints; owned */
  pn_assembly *assembly;     /* owned */
  size_t rows, unknowns;     /* equations of all joints, joint coordinates that
                                follow */
  pn_coordinate *coordinate; /* those that follow, (unknowns), owned */
  double *offset; /* what they add to the given motion, (unknowns), owned */
  pn_least_squares *squares; /* L, (rows x unknowns), owned */
  pn_joint_motion *given;    /* (joints + bodies), owned work */
  double *right, *step;      /* (rows) and (unknowns), owned work */
} pn_loop_motion;

/* Allocates the work for a system; is_driven[j] is 1 for joints with a motion
   of their own, (joints). NULL, with the reason in error: all joints of a loop
   are driven; or short memory. */
pn_loop_motion *pn_loop_motion_alloc(const pn_system *system,
                                     const int *is_driven, pn_error *error);

void pn_loop_motion_free(pn_loop_motion *loops);

/* Adds to the motion, (joints + bodies), the least motion of the joints that
   are not driven, in rad and m, with which the loops close, from where the last
   call has left them; and computes the state y, (dimension), and the
   accelerations u', (velocities). GSL_SUCCESS; GSL_EFAILED if the loops do not
   close, or a joint has no derivative. */
int pn_loop_motion_close(pn_loop_motion *loops, pn_joint_motion *motion,
                         double *y, double *acceleration);

#endif
