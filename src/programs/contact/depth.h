/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Why rigid bodies overlap as deeply as they do. A contact of compliance C and
   stabilisation gamma (contact/world.h) with the impulse lambda_n lets its step
   end with the overlap

     h C lambda_n + (1 - gamma) max(-phi, 0),

   which tends to the F / k of a spring under a load F; a residual r adds h r.
   What goes beyond that in the next step was no part of the rows, which are
   linear in the motion: bodies turned, or met where no contact was seen. It
   cannot be more than the way of the surfaces, unless an overlap was overlooked
   before. */
#ifndef PROGRAMS_CONTACT_DEPTH_H
#define PROGRAMS_CONTACT_DEPTH_H

#include "pantin/contact/world.h"

/* The deepest overlap of all steps, and its parts, which add up to it [m]. */
typedef struct {
  double start;      /* there before the first step */
  double given;      /* by contacts that gave way under their load */
  double unsolved;   /* by residuals */
  double moved;      /* by motion that the rows did not foresee */
  double overlooked; /* by overlaps that were there before, but not found */
  double foreseen;   /* what contacts let the last step end with */
  double residual;   /* what its residual adds */
} contact_depth;

/* Returns the deepest overlap of the steps so far [m]. */
static inline double contact_depth_most(const contact_depth *of)
{
  return of->start + of->given + of->unsolved + of->moved + of->overlooked;
}

/* Takes the last step into account. */
void contact_depth_step(contact_depth *of, const pn_world *world);

#endif
