/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The outputs of pantin-joints: a table to read, JSON, CSV, a picture. */
#ifndef PROGRAMS_JOINTS_REPORT_H
#define PROGRAMS_JOINTS_REPORT_H

#include "programs/joints/run.h"

#include <stdio.h>

/* Energy and drift over time, the verdict in one sentence, the last poses. */
void joints_table(FILE *stream, const joints_run *run);

/* One JSON object; the keys stand in pantin-joints(1). */
void joints_json(FILE *stream, const joints_run *run);

/* The trajectory, one row for each state that was kept. */
int joints_csv(const char *path, const joints_run *run, pn_error *error);

/* The bodies as solids with the forces of their joints: an animation, or the
   last state beside the course of energy and drift. */
int joints_picture(const char *path, const joints_run *run, pn_error *error);

/* Several runs of one scene, which differ in their integrators. */
void joints_compare_table(FILE *stream, const joints_run *runs, size_t count);
void joints_compare_json(FILE *stream, const joints_run *runs, size_t count);
int joints_compare_csv(const char *path, const joints_run *runs, size_t count,
                       pn_error *error);
int joints_compare_picture(const char *path, const joints_run *runs,
                           size_t count, pn_error *error);

#endif
