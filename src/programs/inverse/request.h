/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the command line of pantin-inverse asks for. */
#ifndef PROGRAMS_INVERSE_REQUEST_H
#define PROGRAMS_INVERSE_REQUEST_H

#include "pantin/base/options.h"
#include "pantin/body/scene.h"

enum { INVERSE_OPTIONS = 3 };

typedef struct {
  double time; /* [s]; 0: not given */
  double dt;   /* between two samples [s] */
  int hold;    /* --hold: the joints do not move */

  pn_option options[INVERSE_OPTIONS + 1]; /* the table for program.h */
} inverse_request;

/* The defaults, and the table of options that point into the request. */
void inverse_request_init(inverse_request *asked);

/* How long the motion lasts [s]. */
double inverse_request_time(const inverse_request *asked,
                            const pn_system_scene *of);

#endif
