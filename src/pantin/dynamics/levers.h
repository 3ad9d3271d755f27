/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The leverage of motors in a mechanism with loops that has as many motors as
   freedoms: it passes through 0 in a dead point, where the motors cannot move
   the mechanism in some way. */
#ifndef PANTIN_DYNAMICS_LEVERS_H
#define PANTIN_DYNAMICS_LEVERS_H

#include "pantin/dynamics/loop_motion.h"

#include <gsl/gsl_permutation.h>

typedef struct {
  pn_loop_motion *loops;  /* borrowed */
  size_t driven;          /* coordinates with a motion of their own */
  pn_coordinate *drive;   /* they, (driven), owned */
  size_t motors;          /* motor coordinates */
  pn_coordinate *motor;   /* they, (motors), owned */
  double leverage;        /* det G, set by pn_levers_set; 0 in a dead point, NaN
                             where it is not known */
  size_t choices, kept;   /* columns of the next two */
  gsl_matrix *N, *before; /* motions that loops leave in this pose, and in the
                             one that was kept, (unknowns x unknowns), owned */
  int hand, kept_hand;    /* whether these columns are as the first: 1 or -1; 0:
                             not known */
  gsl_matrix *G;          /* (motors x motors), owned work */
  gsl_matrix *between;    /* (unknowns x unknowns), owned work */
  gsl_permutation *order; /* of either, owned work */
  pn_joint_motion *motion; /* (joints + bodies), owned work */
  double *y, *work;        /* (dimension), (velocities), owned work */
} pn_levers;

/* Allocates the work for the motions of `loops`, whose joints with is_driven[j]
   = 1 have a motion of their own, and motors in those with has_motor[j] = 1,
   (joints). NULL when memory is short. */
pn_levers *pn_levers_alloc(pn_loop_motion *loops, const int *is_driven,
                           const int *has_motor);

/* Frees the leverage, but not the loops; NULL is fine. */
void pn_levers_free(pn_levers *levers);

/* Computes the leverage in the motion to which the loops were closed last; its
   sign is comparable with that in the pose that was kept, if that is near. NaN
   if there are more or fewer motors than freedoms, or it cannot be compared.
   GSL_SUCCESS, or GSL_EFAILED if a joint has no derivative. */
int pn_levers_set(pn_levers *levers, const pn_joint_motion *motion);

/* Keeps this pose to compare the next ones with. */
void pn_levers_keep(pn_levers *levers);

#endif
