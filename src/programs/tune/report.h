/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The outputs of pantin-tune: tables to read and JSON. */
#ifndef PROGRAMS_TUNE_REPORT_H
#define PROGRAMS_TUNE_REPORT_H

#include "pantin/tuning/regression.h"
#include "programs/tune/run.h"

#include <stdio.h>

/* A line for each frame, and means. */
void tune_table(FILE *stream, const tune_run *run);

/* The quantities of the source's tables, beside its values if the frames are
   those of one of its scenes, and the linear fit. No times: the same in every
   run. */
void tune_report(FILE *stream, const tune_run *run);

/* alpha = a log10 cond(A) + b over the frames that have both; GSL_EINVAL where
   it is not determined. */
int tune_fit(const tune_run *run, pn_regression *fit);

/* One JSON object; the keys stand in pantin-tune(1). */
void tune_json(FILE *stream, const tune_run *run);

/* One member of all rows, (rows); `offset` is its offsetof in tune_row. NaN for
   what tuning gives, alpha to error_before, where the frame has nothing to
   tune. NULL when memory is short. */
double *tune_column(const tune_run *run, size_t offset);

#endif
