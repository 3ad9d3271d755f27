/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The outputs of pantin-inverse: a table to read, JSON, CSV, a picture. */
#ifndef PROGRAMS_INVERSE_REPORT_H
#define PROGRAMS_INVERSE_REPORT_H

#include "programs/inverse/run.h"

#include <stdio.h>

/* What each joint and its motor do at most, and the round trip. */
void inverse_table(FILE *stream, const inverse_run *run);

/* One JSON object; the keys stand in pantin-inverse(1). */
void inverse_json(FILE *stream, const inverse_run *run);

/* All joints over time, one row a sample. */
int inverse_csv(const char *path, const inverse_run *run, pn_error *error);

/* The motors' torques, or what passes through joints without motors, over
   time. */
int inverse_picture(const char *path, const inverse_run *run, pn_error *error);

#endif
