/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One run of pantin-joints: what was asked, what happened, what came out. */
#ifndef PROGRAMS_JOINTS_RUN_H
#define PROGRAMS_JOINTS_RUN_H

#include "pantin/dynamics/islands.h"
#include "programs/joints/joints.h"
#include "programs/quantity.h"

typedef enum {
  JOINTS_DONE,
  JOINTS_DIVERGED,   /* there was no next state; `trouble` says why */
  JOINTS_INTERRUPTED /* by Ctrl-C */
} joints_outcome;

/* What is kept of one state. */
typedef struct {
  const char *integrator; /* of its run; borrowed */
  double time;            /* [s] */
  pn_measure measure;
  pn_ledger ledger;
  double *y;      /* the state, owned by the run; NULL if not kept */
  double *lambda; /* the multipliers, the same */
} joints_frame;

/* One impact on a wall, with the name of its body. */
typedef struct {
  pn_impact_event event;
  const char *body; /* borrowed */
} joints_impact;

typedef struct {
  const char *scene;               /* as given; borrowed */
  const pn_system_scene *of;       /* borrowed */
  pn_simulation_settings settings; /* as asked */
  double time;                     /* to be simulated [s] */
  size_t every;                    /* states are seen at every so many steps */
  size_t lines;                    /* about so many of them are kept; 0: all */
  int keep_states;                 /* with y and lambda */
  quantity_stream *csv;            /* each state seen becomes its row; borrowed;
                                      NULL: none */
  quantity_stream *impact_csv;     /* the same of impacts */
  quantity_rows impact_rows;       /* its group */

  pn_simulation *simulation; /* owned */
  size_t threads;            /* 0: no islands */
  pn_islands *islands;       /* of the simulation, owned; NULL: none */
  double *y;                 /* the last state that was seen, owned */
  size_t done, struck;       /* steps and impacts until then */
  size_t redundant;          /* rows that followed from others, the same */
  joints_outcome outcome;
  pn_error trouble;
  size_t steps; /* wanted */
  size_t seen;  /* states; of which are kept: */
  size_t thin;  /* one in so many */
  size_t frames;
  joints_frame *frame; /* the start, and what was kept; the last state is always
                          there; (frames), owned */
  double *states;      /* y and lambda of the frames, (frames x numbers), owned;
                          or NULL */
  size_t numbers;      /* in y and lambda together */
  size_t impacts, room;  /* told of; room for so many */
  joints_impact *impact; /* (impacts), owned */
  size_t written;        /* rows of impact_csv */

  /* The largest on the way. */
  double energy_error;   /* |remainder| of the ledger [J] */
  double kinetic_max;    /* kinetic energy [J] */
  double constraint_inf; /* |C| [m] */
  double velocity_inf;   /* |J u| [m/s] */
  double turn_max;       /* turn of a body in a step [rad] */
  double momentum_error; /* |P - P0 - M g t| [kg m/s]; NaN where momentum
                            is not conserved */
  double angular_momentum_error; /* |L - L0| [kg m^2/s]; NaN where angular
                                    momentum is not conserved */
  size_t evaluations;            /* of the accelerations, by the integrator */
  double begin;                  /* when it was started [s] */
  double seconds;                /* wall time */
  double energy_scale; /* by which --compare divides energy_error [J] */
} joints_run;

/* Prepares a run of the task by the integrator of its settings. */
joints_run joints_run_make(const joints_task *task);

/* Places a run at its start; afterwards it is to be freed even after a
   failure. */
int joints_run_start(joints_run *run, pn_error *error);

/* Runs a scene to the end, to an interruption, or until it diverges. `self` is
   told of the progress; may be NULL. GSL_SUCCESS, or the error of `csv`. */
int joints_run_solve(joints_run *run, program *self, pn_error *error);

/* Return the impacts of a run as rows, which borrow from it. */
quantity_rows joints_run_impacts(const joints_run *run);

/* Starts a file of impacts, `to`, which is to be freed even after a failure;
   and writes those since the state that was seen before. Return the error's
   code. */
int joints_impacts_open(joints_run *run, quantity_stream *to, const char *path,
                        pn_error *error);
int joints_impacts_write(joints_run *run, pn_error *error);

/* Returns the last state that is kept. */
const joints_frame *joints_run_last(const joints_run *run);

void joints_run_free(joints_run *run);

/* What is told of a whole run; the table of --compare is a part of it. */
enum { JOINTS_RUN_QUANTITIES = 30 };
extern const quantity joints_run_quantities[JOINTS_RUN_QUANTITIES];

/* Simulates up to a time; NULL and the error filled if it does not get
   there. */
pn_simulation *joints_run_to(const joints_task *task, double time);

#endif
