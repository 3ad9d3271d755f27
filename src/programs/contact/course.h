/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The course of a simulation, of balls as of rigid bodies: step after step,
   pictures kept of some, contact problems recorded of those asked for. */
#ifndef PROGRAMS_CONTACT_COURSE_H
#define PROGRAMS_CONTACT_COURSE_H

#include "programs/contact/request.h"
#include "programs/program.h"

/* The most pictures of an animation. */
enum { CONTACT_PICTURES = 100 };

typedef struct {
  int keep_pictures; /* ask for them */
  size_t steps, room;
  size_t recorded;     /* problems written */
  double milliseconds; /* of processor time in the steps */
  int interrupted;
  double *picture; /* states, (CONTACT_PICTURES x dimension), owned */
  double picture_time[CONTACT_PICTURES]; /* [s] */
  size_t pictures;
} contact_course;

/* What goes through its steps. */
typedef struct {
  void *run;
  /* Makes a step, and keeps what there is to say of it. The error's code. */
  int (*advance)(void *run, pn_error *error);
  const double *state; /* (dimension) */
  size_t dimension;
  const double *time; /* [s] */
  pn_lcp *lcp;        /* the problem of the last step */
} contact_mover;

/* The steps of h that `time` takes [s]. */
size_t contact_course_steps(double time, double h);

/* Makes `room` steps, or fewer if it is interrupted. The error's code. */
int contact_course_run(contact_course *course, const contact_mover *mover,
                       const contact_request *asked, program *self);

void contact_course_free(contact_course *course);

#endif
