/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run of pantin-contact. */
#ifndef PROGRAMS_CONTACT_RUN_H
#define PROGRAMS_CONTACT_RUN_H

#include "programs/contact/request.h"
#include "programs/program.h"

/* The most pictures of an animation. */
enum { CONTACT_PICTURES = 100 };

typedef struct {
  const char *name;         /* of the scene, as given; borrowed */
  pn_balls_scene *of;       /* borrowed, its balls moved */
  pn_stepper *stepper;      /* owned */
  pn_stepper_info *history; /* one for each step, (room), owned */
  size_t steps, room;
  size_t recorded;     /* problems written */
  double milliseconds; /* of processor time in the steps */
  int interrupted;
  int keep_pictures; /* ask for the next: */
  pn_vec3 *picture;  /* positions, (CONTACT_PICTURES x balls), owned */
  double picture_time[CONTACT_PICTURES]; /* [s] */
  size_t pictures;
} contact_run;

/* Simulates to the end or an interruption. Afterwards the run is to be freed
   even after a failure. The error's code. */
int contact_run_simulate(contact_run *run, const contact_request *asked,
                         program *self);

void contact_run_free(contact_run *run);

#endif
