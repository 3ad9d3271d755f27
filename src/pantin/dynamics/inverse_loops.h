/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Inverse dynamics of mechanisms with loops: what the motors do that make them
   move as prescribed. Where several can share a load, they do so with the least
   sum of squares. */
#ifndef PANTIN_DYNAMICS_INVERSE_LOOPS_H
#define PANTIN_DYNAMICS_INVERSE_LOOPS_H

#include "pantin/dynamics/inverse.h"
#include "pantin/dynamics/joint_motion.h"
#include "pantin/linear/least_squares.h"
#include "pantin/multipliers/least_norm.h"

typedef struct {
  pn_dynamics *dynamics;     /* of the system without motors, owned */
  pn_least_norm *least;      /* owned */
  size_t motors;             /* number of motor coordinates */
  pn_coordinate *motor;      /* (motors), owned */
  pn_least_squares *squares; /* accelerations by each of them, (6 bodies x
                                motors), owned */
  double *lambda;            /* multipliers by each of them, (motors x m),
                                owned */
  double *force;             /* force of each of them alone, (motors x 6
                                bodies), owned */
  double *right;             /* (6 bodies), owned work */
  double *torque;            /* found, [N m] or [N], (motors), owned */
  pn_wrench *wrench;         /* of each joint, on its child, (joints), owned */
  double *power;  /* of the motors of each joint [W], (joints), owned */
  double missing; /* what is left of the accelerations, as
                     pn_measure_acceleration measures it: 0 if the motors can
                     make this motion [m/s^2] */
} pn_inverse_loops;

/* Allocates the work for motors in the joints with has_motor[j] = 1, (joints).
   NULL, with the reason in error: limits or dry friction of a joint, or short
   memory. */
pn_inverse_loops *pn_inverse_loops_alloc(const pn_system *system,
                                         const int *has_motor, pn_error *error);

void pn_inverse_loops_free(pn_inverse_loops *inverse);

/* Computes torques, wrenches and powers for the state y and the accelerations
   u', (6 bodies), which the joints must allow. GSL_SUCCESS, GSL_EDOM if J W
   J^T is taken for indefinite, by rounding, or GSL_EFAILED if a joint has no
   derivative. */
int pn_inverse_loops_set(pn_inverse_loops *inverse, double t, const double *y,
                         const double *acceleration);

/* Returns the acceleration that would be missing without the least effect of
   the motors, which is gone in a dead point, at the last state [m/s^2]. */
double pn_inverse_loops_lacking(const pn_inverse_loops *inverse);

#endif
