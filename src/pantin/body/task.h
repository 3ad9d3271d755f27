/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What may be asked of a system, beside to move by itself. */
#ifndef PANTIN_BODY_TASK_H
#define PANTIN_BODY_TASK_H

#include "pantin/body/body.h"

/* A point of a body shall be at a place: of the world, or of another body. */
typedef struct {
  size_t body;   /* the body that reaches */
  pn_vec3 point; /* in its frame [m] */
  size_t other;  /* the body that the place is on, or PN_WORLD */
  pn_vec3 place; /* in that body's frame, or the world's [m] */
} pn_target;

/* A joint shall move to and fro: its child is turned about its axis, and
   shifted along it, by turn and slide times sin(2 pi frequency t + phase), from
   where it is at the start. Several for one joint add up. */
typedef struct {
  size_t joint;
  double turn;      /* [rad] */
  double slide;     /* [m] */
  double frequency; /* [Hz] */
  double phase;     /* [rad] */
} pn_swing;

#endif
