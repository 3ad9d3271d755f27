/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The motion of a mechanism with loops: some joints are driven, and the others
   follow so that the loops stay closed. */
#ifndef PANTIN_DYNAMICS_LOOP_MOTION_H
#define PANTIN_DYNAMICS_LOOP_MOTION_H

#include "pantin/body/assembly.h"
#include "pantin/dynamics/joint_motion.h"
#include "pantin/linear/least_squares.h"

struct pni_loop_least;
struct pni_loop_spin;

typedef struct {
  const pn_system *system;    /* borrowed */
  pn_tree *tree;              /* it contains all driven joints; owned */
  pn_assembly *assembly;      /* owned */
  double arm;                 /* the longest of a joint on a body [m] */
  size_t spins;               /* axes about which bodies spin freely */
  size_t turning;             /* bodies that do so, about each of them */
  struct pni_loop_spin *spin; /* they, (3 bodies), owned */
  size_t rows, unknowns;      /* equations of all joints and spins, joint
                                 coordinates that follow */
  pn_coordinate *coordinate;  /* those that follow, (unknowns), owned */
  double *offset; /* what they add to the given motion, (unknowns), owned */
  pn_least_squares *squares; /* L, (rows x unknowns), owned */
  size_t cuts;               /* joints that close loops, whose turns and slides
                                are all of their motions */
  size_t *cut;               /* they, (joints), owned */
  pn_joint_motion *cut_motion; /* how far they are turned and shifted, (joints),
                                  owned */
  struct pni_loop_least
      *least;             /* of loops with driven joints, owned; or NULL */
  pn_joint_motion *given; /* (joints + bodies), owned work */
  double *right, *step;   /* (rows) and (unknowns), owned work */
} pn_loop_motion;

/* Allocates the work for a system; is_driven[j] is 1 for joints with a motion
   of their own, has_motor[j] for those with a motor, (joints); NULL: all of
   them. NULL, with the reason in error: all joints of a loop
   are driven; or short memory. */
pn_loop_motion *pn_loop_motion_alloc(const pn_system *system,
                                     const int *is_driven, const int *has_motor,
                                     pn_error *error);

void pn_loop_motion_free(pn_loop_motion *loops);

/* Closes the loops at time t [s]: adds to the motion, (joints + bodies), what
   the joints that are not driven do, and computes the state y, (dimension), and
   the accelerations u', (velocities). Joints that close loops get `turn` and
   `slide`, with the whole turns since the first call: where joints are driven,
   however many there are between two calls; else those of less than half a turn
   since the last call, or since pn_loop_motion_pass. Where joints are driven,
   and the loops leave a choice, bodies that spin freely, without a motor,
   do not turn about their axes, and the sum of squares of the rates of all
   joints that are not driven is least, in rad/s and m/s; accelerations are the
   derivative of these rates, and positions their integral since the last call,
   of order 4 in the time between. Where none is driven the least is added to
   what the motion gives to each, in rad and m. GSL_SUCCESS; GSL_EFAILED if the
   loops do not close, the time since the last call is too long to integrate, or
   a joint has no derivative; GSL_ESING if the loops leave more or fewer motions
   than at the last call, or more in a pose on the way from there. */
int pn_loop_motion_close(pn_loop_motion *loops, double t,
                         pn_joint_motion *motion, double *y,
                         double *acceleration);

/* Leads the joints evenly from the start to where the first motion at time t
   has them, by least rates where the loops leave a choice. `motion`, y and
   `acceleration` are work. Errors are those of pn_loop_motion_close; where more
   or fewer motions are left on the way, nothing is led. */
int pn_loop_motion_lead(pn_loop_motion *loops, double t,
                        const pn_joint_motion *first, pn_joint_motion *motion,
                        double *y, double *acceleration);

/* Passes a pose on the way to the next call, (joints + bodies), so that the
   turns of joints that close loops can be followed where none is driven. y,
   (dimension), and `acceleration`, (velocities), are work. */
void pn_loop_motion_pass(pn_loop_motion *loops, const pn_joint_motion *motion,
                         double *y, double *acceleration);

/* Returns how many motions the loops left open to choice at the last call,
   besides free spins. */
size_t pn_loop_motion_choices(const pn_loop_motion *loops);

#endif
