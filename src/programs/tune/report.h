/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The outputs of pantin-tune: tables to read, JSON, a picture. */
#ifndef PROGRAMS_TUNE_REPORT_H
#define PROGRAMS_TUNE_REPORT_H

#include "programs/tune/run.h"

#include <stdio.h>

/* A line for each frame, and means. */
void tune_table(FILE *stream, const tune_run *run);

/* The quantities of the source's tables, beside its values if the frames are
   those of one of its scenes, and the linear fit. */
void tune_report(FILE *stream, const tune_run *run);

/* One JSON object; the keys stand in pantin-tune(1). */
void tune_json(FILE *stream, const tune_run *run);

/* Alpha, errors and contacts in the course of the frames, and alpha against
   the condition number with its fit. */
int tune_picture(const char *path, const tune_run *run, pn_error *error);

/* One member of all rows, (rows); `offset` is its offsetof in tune_row. NULL
   when memory is short. */
double *tune_column(const tune_run *run, size_t offset);

#endif
