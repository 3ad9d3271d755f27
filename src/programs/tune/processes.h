/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Frames shared out to processes: `mpirun -n N pantin-tune wall.h5 -o
   wall.csv`. Process 0 hands out frames and keeps the results, the others
   tune; all read the file. The rows are those of one process, but for the
   seconds.

   A frame whose process does not answer is given to another one. Whether there
   are others left to do so is up to mpirun: Open MPI ends all processes when
   one dies, unless told --enable-recovery. In either case the frames that were
   finished are in --output, from which --resume goes on. */
#ifndef PROGRAMS_TUNE_PROCESSES_H
#define PROGRAMS_TUNE_PROCESSES_H

#include "programs/tune/run.h"

typedef struct {
  int rank;   /* of this process, from 0 */
  int count;  /* processes; 1: not started by mpirun */
  int led;    /* 1: process 0 has given work, and sent all home */
  int broken; /* 1: one of them was lost */
} tune_processes;

/* Joins the others, if there are any. GSL_EUNSUP in error if there are, but
   Pantin was built without MPI. */
void tune_processes_begin(tune_processes *processes, int *argc, char ***argv,
                          pn_error *error);

/* Tunes all frames of a file that were asked for and have no row yet. In
   process 0 as tune_run; the others return when there is no work left. */
int tune_processes_run(tune_processes *processes, tune_results *results,
                       tune_input *input, program *self);

/* Leaves the others. Returns the status. */
int tune_processes_end(const tune_processes *processes, int status);

#endif
