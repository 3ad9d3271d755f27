/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the command line of pantin-joints asks for. */
#ifndef PROGRAMS_JOINTS_REQUEST_H
#define PROGRAMS_JOINTS_REQUEST_H

#include "pantin/base/options.h"
#include "pantin/dynamics/scenario.h"

enum { JOINTS_OPTIONS = 12, JOINTS_NAMES_MAX = 24 };

typedef struct {
  int integrator, solver,
      correction;                  /* the k-th of its family; -1: not given */
  double dt, time;                 /* [s]; 0: not given */
  double tolerance;                /* 0: not given */
  size_t every;                    /* --every */
  int assemble;                    /* --assemble */
  int convergence, compare, check; /* what to do instead of one run */
  const char *dump;                /* --dump PREFIX, or NULL */

  pn_option options[JOINTS_OPTIONS + 1];         /* the table for program.h */
  const char *integrators[JOINTS_NAMES_MAX + 1]; /* names, ended by NULL */
  const char *solvers[JOINTS_NAMES_MAX + 1];
  const char *corrections[JOINTS_NAMES_MAX + 1];
} joints_request;

/* The defaults, and the table of options that point into the request. */
void joints_request_init(joints_request *asked);

/* The scene of that path, with its joints closed if that was asked for; NULL
   and the error filled if there is none. */
pn_system_scene *joints_request_read(const joints_request *asked,
                                     const char *path, pn_error *error);

/* The library's settings, changed by the scene, changed by the command line;
   the scene's box, if it has one, is put into *box. */
int joints_request_settings(const joints_request *asked,
                            const pn_system_scene *of,
                            pn_simulation_settings *settings, pn_box *box,
                            pn_error *error);

/* How long to simulate [s]. */
double joints_request_time(const joints_request *asked,
                           const pn_system_scene *of);

#endif
