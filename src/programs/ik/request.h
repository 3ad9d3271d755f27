/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the command line of pantin-ik asks for. */
#ifndef PROGRAMS_IK_REQUEST_H
#define PROGRAMS_IK_REQUEST_H

#include "pantin/base/options.h"
#include "pantin/body/scene.h"
#include "pantin/dynamics/inverse_kinematics.h"

enum { IK_OPTIONS = 7, IK_NAMES_MAX = 16 };

typedef struct {
  pn_inverse_kinematics_settings settings;
  const char *target; /* --target, as given, or NULL */
  int solver;         /* the k-th of `solvers`; -1: not given */
  size_t iterations;  /* at most */
  double time;        /* of free motion afterwards [s]; 0: none */
  int misspelt;       /* --target is no target; set by ik_request_read */

  pn_option options[IK_OPTIONS + 1];     /* the table for program.h */
  const char *solvers[IK_NAMES_MAX + 1]; /* names, ended by NULL */
} ik_request;

/* The defaults, and the table of options that point into the request. */
void ik_request_init(ik_request *asked);

/* The scene of that path, with the targets that were asked for in the place of
   its own; NULL and the error filled if there is none, or no target. */
pn_system_scene *ik_request_read(ik_request *asked, const char *path,
                                 pn_error *error);

#endif
