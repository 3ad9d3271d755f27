/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the command line of pantin-lcp asks for. */
#ifndef PROGRAMS_LCP_REQUEST_H
#define PROGRAMS_LCP_REQUEST_H

#include "pantin/base/options.h"
#include "pantin/contact/solver.h"

enum { LCP_OPTIONS = 6, LCP_NAMES_MAX = 32 };

typedef struct {
  pn_lcp_settings settings;
  int solver;    /* 0: all; k: the (k - 1)-th of pn_lcp_method_get */
  int assembled; /* --assembled */

  pn_option options[LCP_OPTIONS + 1];     /* the table for program.h */
  const char *solvers[LCP_NAMES_MAX + 2]; /* "all" and names, ended by NULL */
} lcp_request;

/* A problem and where it comes from. */
typedef struct {
  char title[128]; /* one line */
  pn_lcp *lcp;     /* owned */
} lcp_problem;

/* The defaults, and the table of options that point into the request. */
void lcp_request_init(lcp_request *asked);

/* Reads a problem, or the scene NAME.cfg that names its file, and brings it
   into the form that was asked for. The error's code. */
int lcp_request_read(const lcp_request *asked, const char *path,
                     lcp_problem *problem, pn_error *error);

#endif
