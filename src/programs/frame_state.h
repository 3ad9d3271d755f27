/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The state of a step, for piles of balls and worlds alike: bodies, contacts
   and impulses, as recorded frames and the CSV have them. */
#ifndef PROGRAMS_FRAME_STATE_H
#define PROGRAMS_FRAME_STATE_H

#include "pantin/contact/stepper.h"
#include "pantin/contact/world.h"
#include "pantin/tuning/frames.h"

/* The state, with its memory, which is used again. Begin with zeros. */
typedef struct {
  pn_frame_state of;
  double *reals;
  int64_t *counts;
  size_t reals_room, counts_room;
} frame_state;

/* Set the state to that of the last step. Return GSL_SUCCESS or GSL_ENOMEM. */
int frame_state_of_world(frame_state *state, const pn_world *world);
int frame_state_of_balls(frame_state *state, const pn_stepper *stepper);

void frame_state_free(frame_state *state);

#endif
