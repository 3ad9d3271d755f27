/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The outputs of pantin-ik: a table to read, JSON, CSV, a picture. */
#ifndef PROGRAMS_IK_REPORT_H
#define PROGRAMS_IK_REPORT_H

#include "programs/ik/run.h"

#include <stdio.h>

/* Targets, iterations, the verdict in one sentence, the pose. */
void ik_table(FILE *stream, const ik_run *run);

/* One JSON object; the keys stand in pantin-ik(1). */
void ik_json(FILE *stream, const ik_run *run);

/* The history, one row an iterate. */
int ik_csv(const char *path, const ik_run *run, pn_error *error);

/* The pose beside the convergence curve; or an animation of the iterates, and
   of the free motion after them. */
int ik_picture(const char *path, const ik_run *run, pn_error *error);

#endif
