/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the command line of pantin-joints asks for, and what the program can do
   with a scene. */
#ifndef PROGRAMS_JOINTS_JOINTS_H
#define PROGRAMS_JOINTS_JOINTS_H

#include "pantin/dynamics/scenario.h"
#include "programs/program.h"

enum { JOINTS_OPTIONS = 19, JOINTS_NAMES_MAX = 24 };

typedef struct {
  int integrator, solver,
      correction;                  /* the k-th of its family; -1: not given */
  double dt, time;                 /* [s]; 0: not given */
  double tolerance;                /* 0: not given */
  double stiffness, damping;       /* of a penalty; below 0: not given */
  double ks, kd;                   /* Baumgarte's; below 0: not given */
  size_t every;                    /* --every */
  size_t threads;                  /* --threads; 0: not given */
  int assemble;                    /* --assemble */
  int convergence, compare, check; /* what to do instead of one run */
  const char *dump;                /* --dump PREFIX, or NULL */
  const char *save;                /* --save FILE, or NULL */
  const char *impacts;             /* --impacts FILE, or NULL */

  pn_option options[JOINTS_OPTIONS + 1];         /* the table for program.h */
  const char *integrators[JOINTS_NAMES_MAX + 1]; /* names, ended by NULL */
  const char *solvers[JOINTS_NAMES_MAX + 1];
  const char *corrections[JOINTS_NAMES_MAX + 1];
} joints_request;

/* Sets the defaults, and the table of options that point into the request. */
void joints_request_init(joints_request *asked);

/* Reads the scene of that path, and closes its joints if that was asked for;
   NULL and the error filled if there is none. */
pn_system_scene *joints_request_read(const joints_request *asked,
                                     const char *path, pn_error *error);

/* Tells whether the integrator would go on from its past steps, but limits or
   dry friction of this system begin each step anew. */
int joints_begins_anew(const pn_system *system,
                       const pn_integrator *integrator);

/* Sets the library's settings, changed by the scene, changed by the command
   line; the scene's box, if it has one, is put into *box. */
int joints_request_settings(const joints_request *asked,
                            const pn_system_scene *of,
                            pn_simulation_settings *settings, pn_box *box,
                            pn_error *error);

/* A scene, and what is to be done with it; all borrowed. */
typedef struct {
  program *self;
  const joints_request *asked;
  const pn_system_scene *of;
  const pn_simulation_settings *settings;
  double time; /* to be simulated [s] */
} joints_task;

/* Simulates the scene by one integrator, or (--compare) by all of fixed
   step, and writes that. */
void joints_simulate(const joints_task *task);
void joints_compare(const joints_task *task);

/* Does --convergence: finds the errors of several integrators with 20 to 640
   steps. */
void joints_convergence(const joints_task *task);

/* Writes the scene with its bodies at their start to the file of --save. */
void joints_save(const joints_task *task);

/* Does --check and --dump, at the start, or at --time if that is given. A dump
   that is all there is to do says on stdout which files it wrote. */
void joints_check(const joints_task *task);
void joints_dump(const joints_task *task, int is_alone);

#endif
