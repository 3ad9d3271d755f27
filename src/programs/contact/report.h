/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The outputs of pantin-contact: a table to read, JSON, CSV, a picture. */
#ifndef PROGRAMS_CONTACT_REPORT_H
#define PROGRAMS_CONTACT_REPORT_H

#include "programs/contact/run.h"

#include <stdio.h>

/* Some twenty steps of the run, and a summary. */
void contact_table(FILE *stream, const contact_run *run);

/* One JSON object; the keys stand in pantin-contact(1). */
void contact_json(FILE *stream, const contact_run *run);

/* Every step, a row each. */
int contact_csv(const char *path, const contact_run *run, pn_error *error);

/* The balls at the end, seen from the side, beside the residuals; or moving,
   if the file's ending is that of an animation. */
int contact_picture(const char *path, const contact_run *run, pn_error *error);

/* True if that picture moves. */
int contact_picture_moves(const char *path);

#endif
