/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tells what a joint does to a body that spins. */
#ifndef PANTIN_DYNAMICS_JOINT_SPIN_H
#define PANTIN_DYNAMICS_JOINT_SPIN_H

#include "pantin/body/joint.h"
#include "pantin/linear/least_squares.h"

/* A spin of one body of a joint about an axis through its centre. */
typedef struct {
  int side;     /* 0: of the parent, 1: of the child */
  pn_vec3 d;    /* the axis in the world at the start, of length 1 */
  int is_kept;  /* the bodies turn about d alone */
  double reach; /* lengths are rounded as this one [m] */
} pni_joint_spin;

/* Returns the work of the next function; NULL when memory is short. */
pn_least_squares *pni_joint_spin_alloc(void);

/* Tells whether a joint of two bodies exerts no torque about the axis on the
   body that spins, wherever the joint lets its bodies go from their motions at
   the start. */
int pni_joint_lets_spin(pn_least_squares *work, const pn_joint *joint,
                        const pn_motion start[2], const pni_joint_spin *spin);

#endif
