/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A place on the way of a mechanism with loops, to which it can be put back: to
   look at a pose between two others, it is to be followed there from the one
   before, since Newton's method may end in another way to assemble it. */
#ifndef PANTIN_DYNAMICS_LOOP_PLACE_H
#define PANTIN_DYNAMICS_LOOP_PLACE_H

#include "pantin/dynamics/loop_motion.h"

typedef struct {
  pn_loop_motion *loops;       /* borrowed */
  double time;                 /* when it was there [s] */
  size_t choices;              /* motions that the loops left */
  double *offset, *x;          /* of what follows, (unknowns), and its values
                                  and derivatives, (3 unknowns), owned */
  pn_joint_motion *cut_motion; /* (joints), owned */
} pn_loop_place;

/* Allocates a place on the way of `loops`. NULL when memory is short. */
pn_loop_place *pn_loop_place_alloc(pn_loop_motion *loops);

/* Frees a place, but not the loops; NULL is fine. */
void pn_loop_place_free(pn_loop_place *place);

/* Keeps where the last pn_loop_motion_close, at time t, has left the joints. */
void pn_loop_place_keep(pn_loop_place *place, double t);

/* Puts the joints back to the place. `motion`, (joints + bodies), is what was
   given at its time; it, y and `acceleration` are set as by
   pn_loop_motion_close, whose errors these are. */
int pn_loop_place_return(const pn_loop_place *place, pn_joint_motion *motion,
                         double *y, double *acceleration);

#endif
