/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run of pantin-contact. */
#ifndef PROGRAMS_CONTACT_RUN_H
#define PROGRAMS_CONTACT_RUN_H

#include "programs/contact/course.h"

typedef struct {
  const char *name;         /* of the scene, as given; borrowed */
  pn_balls_scene *of;       /* borrowed, its balls moved */
  pn_stepper *stepper;      /* owned */
  pn_step_info *history; /* one for each step, (course.room), owned */
  contact_course course;
} contact_run;

/* Simulates to the end or an interruption. Afterwards the run is to be freed
   even after a failure. The error's code. */
int contact_run_simulate(contact_run *run, const contact_request *asked,
                         program *self);

void contact_run_free(contact_run *run);

#endif
