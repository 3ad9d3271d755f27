/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run of pantin-ik: what was asked, what happened, what came out. */
#ifndef PROGRAMS_IK_RUN_H
#define PROGRAMS_IK_RUN_H

#include "pantin/dynamics/simulation.h"
#include "programs/ik/request.h"
#include "programs/program.h"

typedef enum {
  IK_REACHED,
  IK_NEAREST,    /* out of reach: the nearest pose */
  IK_ITERATIONS, /* used up */
  IK_NO_STEP,    /* the equations have no solution */
  IK_INTERRUPTED
} ik_outcome;

/* What is noted of an iterate. */
typedef struct {
  double distance, gap, pull, turn, damping; /* as the library has them */
  size_t solves;
} ik_iterate;

typedef struct {
  const char *name;          /* of the scene, as given; borrowed */
  pn_system_scene *of;       /* borrowed; the free motion begins in its poses */
  const ik_request *asked;   /* borrowed */
  int keep_states;           /* for a picture */
  pn_inverse_kinematics *ik; /* owned */
  ik_outcome outcome;
  size_t steps;        /* taken */
  ik_iterate *history; /* the start and each iterate, (steps + 1), owned */
  double *states;      /* the same, (dimension) each, owned; or NULL */

  /* Of the free motion: */
  size_t frames; /* states kept, the first is the pose */
  double *frame; /* (frames), (dimension) each, owned; or NULL */
  double time;   /* how far it came [s] */
  pn_measure first, last;
  pn_error trouble; /* why it ended early */
} ik_run;

/* Seeks the pose, and lets go if that was asked for; afterwards the run is to
   be freed even after a failure. GSL_SUCCESS unless it could not start. */
int ik_run_solve(ik_run *run, program *self, pn_error *error);

program_status ik_run_status(const ik_run *run);

/* "reached", "nearest pose", ... */
const char *ik_outcome_text(ik_outcome outcome);

void ik_run_free(ik_run *run);

#endif
