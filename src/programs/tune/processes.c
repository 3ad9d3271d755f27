/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "config.h"

#include "programs/tune/processes.h"

#include <gsl/gsl_errno.h>
#include <stdlib.h>

#ifdef HAVE_MPI

#include "pantin/base/alloc.h"

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What is sent: answers to process 0, orders from it. */
enum { ANSWER = 1, ORDER };

/* Orders that are no frame: to leave, to do so without MPI_Finalize, and to
   answer. */
enum { LEAVE = -1, LEAVE_BROKEN = -2, CALL = -3 };

/* An answer; a first one, without a frame, asks for work. */
typedef struct {
  int frame; /* its place in the file, or -1 */
  tune_row row;
  pn_error error; /* code 0: the row is good */
} answer;

/* A frame is given to another process when it has taken so long, and so many
   times as long as the longest that was answered. Too early does no harm: the
   first answer counts, and all are equal. */
static const double patience = 2, patience_times = 4; /* [s], - */

/* Process 0 sleeps so long when nobody has asked [us]. */
enum { NAP = 1000 };

/* Tells whether a launcher started this process, by what those of Open MPI,
   MPICH, and Slurm set. */
static int is_launched(void)
{
  return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMI_SIZE") ||
         getenv("PMIX_RANK");
}

void tune_processes_begin(tune_processes *processes, int *argc, char ***argv,
                          pn_error *error)
{
  (void)error;
  *processes = (tune_processes){.count = 1};
  if (!is_launched() || MPI_Init(argc, argv) != MPI_SUCCESS)
    return;
  MPI_Comm_rank(MPI_COMM_WORLD, &processes->rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes->count);
  /* A process that is lost is no reason to end. */
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

/* Tunes the frames that process 0 gives to this one, until it is sent home. */
static int serve(tune_processes *processes, tune_results *results,
                 tune_input *input)
{
  answer out = {.frame = -1};
  for (;;) {
    int order;
    if (MPI_Send(&out, (int)sizeof out, MPI_BYTE, 0, ANSWER, MPI_COMM_WORLD) !=
            MPI_SUCCESS ||
        MPI_Recv(&order, 1, MPI_INT, 0, ORDER, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE) != MPI_SUCCESS)
      order = LEAVE_BROKEN;
    if (order == CALL) {
      out = (answer){.frame = -1};
      continue;
    }
    if (order < 0) {
      processes->broken = order == LEAVE_BROKEN;
      return GSL_SUCCESS;
    }
    pn_frame frame = {.lcp = NULL};
    memset(&out, 0, sizeof out);
    out.frame = order;
    if (!pn_frames_read(input->frames, (size_t)order, &frame, &out.error) &&
        tune_run_frame(results, 1, &frame, &out.row))
      pn_error_set(&out.error, GSL_ENOMEM, NULL, 0, "out of memory");
    pn_lcp_free(frame.lcp);
  }
}

/* What process 0 knows of a frame. */
typedef struct {
  int index;    /* its place in the file */
  int done;     /* the row is there */
  double given; /* when it was last given away [s]; 0: not yet */
} item;

typedef struct {
  item *items; /* (count), owned */
  size_t count, done;
  char *waits;    /* 1: this process has asked for work, (processes), owned */
  int waiting;    /* how many do */
  double longest; /* time between order and answer [s] */
} desk;

/* Finds the frame to be given away next: one that was not yet, or else the one
   that has been out for longest, if that is too long; or NULL. */
static item *next_item(desk *at)
{
  const double limit =
      program_wall_time() - fmax(patience, patience_times * at->longest);
  item *oldest = NULL;
  for (size_t k = 0; k < at->count; k++) {
    item *of = &at->items[k];
    if (!of->done && (!oldest || of->given < oldest->given))
      oldest = of;
  }
  return oldest && oldest->given < limit ? oldest : NULL;
}

/* Takes an answer, if there is one. Returns whether there was. */
static int take(desk *at, tune_results *results, program *self)
{
  answer in;
  MPI_Status status;
  int there = 0;
  MPI_Iprobe(MPI_ANY_SOURCE, ANSWER, MPI_COMM_WORLD, &there, &status);
  if (!there ||
      MPI_Recv(&in, (int)sizeof in, MPI_BYTE, status.MPI_SOURCE, ANSWER,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE) != MPI_SUCCESS)
    return 0;
  at->waits[status.MPI_SOURCE] = 1;
  at->waiting++;
  for (size_t k = 0; k < at->count && in.frame >= 0; k++) {
    item *of = &at->items[k];
    if (of->index != in.frame || of->done)
      continue;
    of->done = 1;
    at->done++;
    at->longest = fmax(at->longest, program_wall_time() - of->given);
    if (in.error.code)
      self->error = in.error;
    else
      tune_results_keep(results, &in.row, &self->error);
    program_progress(self, (double)at->done / (double)at->count);
  }
  return 1;
}

/* Sends an order to a process, and does not wait for one that is lost. */
static void order(int process, int what)
{
  MPI_Request request;
  MPI_Isend(&what, 1, MPI_INT, process, ORDER, MPI_COMM_WORLD, &request);
  int sent = 0;
  for (int k = 0; k < 100 && !sent; k++) {
    MPI_Test(&request, &sent, MPI_STATUS_IGNORE);
    if (!sent)
      usleep(NAP);
  }
  if (!sent) {
    MPI_Cancel(&request);
    MPI_Request_free(&request);
  }
}

/* Gives frames to the processes that wait for one. */
static void give(desk *at, int processes)
{
  for (int p = 1; p < processes; p++) {
    item *of = at->waits[p] ? next_item(at) : NULL;
    if (!of)
      continue;
    at->waits[p] = 0;
    at->waiting--;
    of->given = program_wall_time();
    order(p, of->index);
  }
}

/* Waits until every process has asked for work, but not for ever. */
static void gather(desk *at, const tune_processes *processes,
                   tune_results *results, program *self)
{
  const double end =
      program_wall_time() + fmax(patience, patience_times * at->longest);
  while (at->waiting < processes->count - 1 && program_wall_time() < end)
    if (!take(at, results, self))
      usleep(NAP);
}

/* Sends all processes home; those that do not answer a call are lost. */
static void dismiss(desk *at, tune_processes *processes, tune_results *results,
                    program *self)
{
  gather(at, processes, results, self);
  for (int p = 1; p < processes->count; p++)
    if (at->waits[p]) {
      at->waits[p] = 0;
      order(p, CALL);
    }
  at->waiting = 0;
  gather(at, processes, results, self);
  processes->broken = at->waiting < processes->count - 1;
  for (int p = 1; p < processes->count; p++)
    order(p, processes->broken ? LEAVE_BROKEN : LEAVE);
}

/* Lists the frames that are still to be tuned. */
static int open_desk(desk *at, const tune_processes *processes,
                     const tune_results *results, const pn_frames *frames)
{
  *at = (desk){.items = pn_alloc(frames->count, sizeof *at->items),
               .waits = pn_alloc((size_t)processes->count, sizeof *at->waits)};
  if (!at->items || !at->waits)
    return GSL_ENOMEM;
  for (size_t k = 0; k < frames->count; k++)
    if (tune_request_wants(results->asked, frames->number[k]) &&
        tune_results_lack(results, frames->number[k]))
      at->items[at->count++] = (item){.index = (int)k};
  return GSL_SUCCESS;
}

/* Gives frames to the other processes and takes their results, until all are
   done or Ctrl-C comes. */
static int lead(tune_processes *processes, tune_results *results,
                tune_input *input, program *self)
{
  desk at;
  if (open_desk(&at, processes, results, input->frames))
    pn_error_set(&self->error, GSL_ENOMEM, NULL, 0, "out of memory");
  while (at.done < at.count && !self->error.code && !program_interrupted()) {
    const int busy = take(&at, results, self);
    give(&at, processes->count);
    if (!busy)
      usleep(NAP);
  }
  if (at.waits)
    dismiss(&at, processes, results, self);
  processes->led = at.waits != NULL;
  results->interrupted = program_interrupted();
  pn_free(at.items);
  pn_free(at.waits);
  return self->error.code;
}

int tune_processes_run(tune_processes *processes, tune_results *results,
                       tune_input *input, program *self)
{
  if (!input->frames)
    return pn_error_set(&self->error, GSL_EINVAL, NULL, 0,
                        "processes share out recorded frames only: first "
                        "--record this scene");
  return processes->rank > 0 ? serve(processes, results, input)
                             : lead(processes, results, input, self);
}

int tune_processes_end(const tune_processes *processes, int status)
{
  int begun = 0;
  MPI_Initialized(&begun);
  /* Where process 0 failed before it could lead, others may wait for it. */
  for (int p = 1;
       p < processes->count && processes->rank == 0 && !processes->led; p++)
    order(p, LEAVE);
  if (begun && !processes->broken)
    MPI_Finalize();
  fflush(NULL);
  /* MPI_Finalize would wait for the one that was lost. */
  if (processes->broken)
    _exit(status);
  return status;
}

#else /* without MPI there is one process */

void tune_processes_begin(tune_processes *processes, int *argc, char ***argv,
                          pn_error *error)
{
  (void)argc, (void)argv;
  *processes = (tune_processes){.count = 1};
  const char *size = getenv("OMPI_COMM_WORLD_SIZE");
  size = size ? size : getenv("PMI_SIZE");
  if (size && strtol(size, NULL, 10) > 1)
    pn_error_set(error, GSL_EUNSUP, NULL, 0,
                 "mpirun started %.9s processes, and Pantin was built without "
                 "MPI: ./configure --with-mpi",
                 size);
}

int tune_processes_run(tune_processes *processes, tune_results *results,
                       tune_input *input, program *self)
{
  (void)processes;
  return tune_run(results, input, self);
}

int tune_processes_end(const tune_processes *processes, int status)
{
  (void)processes;
  return status;
}

#endif
