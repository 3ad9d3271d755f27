/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks for a system: points to reach, and motions of joints to follow. */
#ifndef PANTIN_BODY_TASK_H
#define PANTIN_BODY_TASK_H

#include "pantin/body/body.h"

/* A point of a body that shall reach a place in the world or on another body.
 */
typedef struct {
  size_t body;   /* the body that reaches */
  pn_vec3 point; /* in its frame [m] */
  size_t other;  /* the body that the place is on, or PN_WORLD */
  pn_vec3 place; /* in that body's frame, or the world's [m] */
} pn_target;

/* A swing of a joint: from where it is at the start, its child is turned about
   the axis by turn, and shifted along it by slide, times
   sin(2 pi frequency t + phase). Several swings of one joint add up. */
typedef struct {
  size_t joint;
  double turn;      /* [rad] */
  double slide;     /* [m] */
  double frequency; /* [Hz] */
  double phase;     /* [rad] */
} pn_swing;

#endif
