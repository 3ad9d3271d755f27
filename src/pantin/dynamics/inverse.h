/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Inverse dynamics: finds the forces and torques in the joints of a tree that
   make it move as prescribed, in O(bodies). */
#ifndef PANTIN_DYNAMICS_INVERSE_H
#define PANTIN_DYNAMICS_INVERSE_H

#include "pantin/dynamics/dynamics.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pn_tree;

/* The wrench that passes through the joint by which a body hangs: it acts on
   the body, from the one above it; without the joint's viscous friction, which
   is a load. */
typedef struct {
  pn_vec3 point;  /* the joint's point on this body, in the world [m] */
  pn_vec3 force;  /* [N] */
  pn_vec3 torque; /* about that point [N m] */
  double turn;    /* torque of a motor: the part along the joint's axis if
                     the joint turns about it [N m] */
  double slide;   /* force of a motor: the part along the axis if the joint
                     slides along it [N] */
  pn_vec3 motor;  /* torque of a motor about each of the axes about which the
                     joint turns, as pn_motor counts them; `turn` is x of a
                     joint that turns about one [N m] */
} pn_wrench;

/* Inverse dynamics of a system without loops. */
typedef struct {
  const pn_system *system; /* borrowed */
  struct pn_tree *tree;    /* owned */
  pn_assembly *assembly;   /* owned */
  pn_wrench *wrench;       /* of each body, (bodies), owned; of a free body
                              the wrench about its centre of mass that it
                              lacks to move so */
} pn_inverse;

/* Allocates the work for a tree. NULL, with the reason in error: a loop, whose
   joint forces are not determined by the motion; limits or dry friction of a
   joint (GSL_EUNIMPL); or short memory. */
pn_inverse *pn_inverse_alloc(const pn_system *system, pn_error *error);

/* Frees the inverse dynamics, but not the system; NULL is fine. */
void pn_inverse_free(pn_inverse *inverse);

/* Computes all wrenches for the state y and the accelerations u', (6 bodies).
   The system's loads (gravity, springs, friction, the user's) are included.
   GSL_SUCCESS, or GSL_EFAILED if a joint has no derivative. */
int pn_inverse_set(pn_inverse *inverse, double t, const double *y,
                   const double *acceleration);

#ifdef __cplusplus
}
#endif

#endif
