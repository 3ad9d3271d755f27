/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run of pantin-contact on rigid bodies. */
#ifndef PROGRAMS_CONTACT_WORLD_RUN_H
#define PROGRAMS_CONTACT_WORLD_RUN_H

#include "programs/contact/course.h"

typedef struct {
  const char *name;         /* of the scene, as given; borrowed */
  const pn_world_scene *of; /* borrowed */
  pn_world *world;          /* owned */
  pn_step_info *history;   /* one for each step, (course.room), owned */
  contact_course course;
} world_run;

/* Simulates to the end or an interruption. Afterwards the run is to be freed
   even after a failure. The error's code. */
int world_run_simulate(world_run *run, const contact_request *asked,
                       program *self);

void world_run_free(world_run *run);

/* Some twenty steps of the run, and a summary. */
void world_table(FILE *stream, const world_run *run);

/* One JSON object; the keys stand in pantin-contact(1). */
void world_json(FILE *stream, const world_run *run);

/* Every step, a row each. */
int world_csv(const char *path, const world_run *run, pn_error *error);

/* The bodies at the end, beside contacts and residuals in time; or moving, if
   the file's ending is that of an animation. */
int world_picture(const char *path, const world_run *run, pn_error *error);

#endif
