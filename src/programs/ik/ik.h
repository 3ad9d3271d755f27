/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the command line of pantin-ik asks for, the run, and what is written of
   it. */
#ifndef PROGRAMS_IK_IK_H
#define PROGRAMS_IK_IK_H

#include "pantin/body/scene.h"
#include "pantin/dynamics/inverse_kinematics.h"
#include "pantin/dynamics/simulation.h"
#include "programs/program.h"
#include "programs/quantity.h"

enum { IK_OPTIONS = 12, IK_NAMES_MAX = 16 };

typedef struct {
  pn_inverse_kinematics_settings settings;
  const char *target; /* --target, as given, or NULL */
  int solver;         /* the k-th of `solvers`; -1: not given */
  size_t iterations;  /* at most */
  double time;        /* of free motion afterwards [s]; 0: none */
  const char *save;   /* --save, the scene to be written, or NULL */
  int hold;           /* --hold: with a joint for each target */
  const char *spin_text;
  pn_vec3 spin;       /* --spin [rad/s] */
  const char *follow; /* --follow, the poses to be written, or NULL */
  double dt;          /* between two of them [s] */
  int misspelt;       /* --target is no target; set by ik_request_read */

  pn_option options[IK_OPTIONS + 1];     /* the table for program.h */
  const char *solvers[IK_NAMES_MAX + 1]; /* names, ended by NULL */
} ik_request;

/* Sets the defaults, and the table of options that point into the request. */
void ik_request_init(ik_request *asked);

/* Reads the scene of that path, with the targets that were asked for in the
   place of its own; NULL and the error filled if there is none, or no
   target. */
pn_system_scene *ik_request_read(ik_request *asked, const char *path,
                                 pn_error *error);

typedef enum {
  IK_REACHED,
  IK_NEAREST,     /* out of reach: the nearest pose */
  IK_ITERATIONS,  /* used up */
  IK_NO_STEP,     /* the equations have no solution */
  IK_TURNED_OVER, /* reached, but so is a joint */
  IK_INTERRUPTED
} ik_outcome;

/* What is noted of an iterate. */
typedef struct {
  double distance, constraint_inf, pull, turn, damping; /* as the library has
                                                           them */
  size_t solves;
} ik_iterate;

typedef struct {
  const char *name;          /* of the scene, as given; borrowed */
  pn_system_scene *of;       /* borrowed; the free motion begins in its poses */
  const ik_request *asked;   /* borrowed */
  int keep_states;           /* for a picture */
  pn_inverse_kinematics *ik; /* owned */
  ik_outcome outcome;
  double *y;           /* the pose that was found last, (dimension), owned */
  ik_iterate now;      /* how good it is */
  size_t redundant;    /* rows of the joints that follow from others */
  size_t steps;        /* taken */
  ik_iterate *history; /* the start and each iterate, (steps + 1), owned */
  quantity_rows row;   /* of CSV, which shows the history */
  quantity_stream csv; /* without columns: none */
  double *states;      /* the same, (dimension) each, owned; or NULL */

  /* Of the way along the paths: */
  size_t poses;           /* found */
  double pose_time;       /* of the last one [s] */
  size_t most_iterations; /* for one of them */
  double farthest;        /* largest distance from the targets [m] */

  /* Of the free motion: */
  size_t frames; /* states kept, the first is the pose */
  double *frame; /* (frames), (dimension) each, owned; or NULL */
  double time;   /* how far it came [s] */
  pn_measure first, last;
  pn_error trouble; /* why it ended early */
} ik_run;

/* Seeks the pose, and lets go if that was asked for; afterwards the run is to
   be freed even after a failure. GSL_SUCCESS unless it could not start. */
int ik_run_solve(ik_run *run, program *self, const program_outputs *outputs);

program_status ik_run_status(const ik_run *run);

/* Returns "reached", "nearest pose", ... */
const char *ik_outcome_text(ik_outcome outcome);

void ik_run_free(ik_run *run);

/* Moves the targets along their paths, and writes the poses as CSV. Returns the
   error's code. */
int ik_follow(ik_run *run, program *self, pn_error *error);

/* Notes the pose in which the solver is, and how good it is. */
void ik_run_note(ik_run *run);

/* Writes the pose as a scene. */
int ik_save(const ik_run *run, const char *path, pn_error *error);

/* Returns the history of a run as rows, which borrow from it. */
quantity_rows ik_history(const ik_run *run);

/* Starts the CSV of the history. Returns the error's code. */
int ik_csv_open(ik_run *run, const char *path, pn_error *error);

/* Write an ik_run as a table and as JSON; and draw the pose beside the
   convergence curve, or an animation of the iterates and of the free motion
   after them; or make a replay of the same. */
void ik_table(FILE *stream, const void *result);
void ik_json(pn_json *json, const void *result);
int ik_picture(pn_plot *plot, const void *result, pn_error *error);
struct replay *ik_replay(const void *result);

#endif
