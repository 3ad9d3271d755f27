/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the command line of pantin-lcp asks for. */
#ifndef PROGRAMS_LCP_REQUEST_H
#define PROGRAMS_LCP_REQUEST_H

#include "pantin/base/options.h"
#include "pantin/base/text.h"
#include "pantin/lcp/solver.h"

#include <stdint.h>

enum { LCP_OPTIONS = 8, LCP_NAMES_MAX = 32 };

#define LCP_LAST_FRAME SIZE_MAX

typedef struct {
  pn_lcp_settings settings;
  int solver;        /* 0: all; k: the (k - 1)-th of pn_lcp_method_get */
  int assembled;     /* --assembled */
  size_t frame;      /* --frame: its number, or LCP_LAST_FRAME */
  const char *fclib; /* --fclib: the file to write, or NULL */

  pn_option options[LCP_OPTIONS + 1];     /* the table for program.h */
  const char *solvers[LCP_NAMES_MAX + 2]; /* "all" and names, ended by NULL */
} lcp_request;

/* A problem and where it comes from. */
typedef struct {
  char title[128]; /* one line */
  pn_lcp *lcp;     /* owned */

  /* Of a problem of FCLIB: 2 or 3, or 0 for any other; the sweeps with coupled
     friction that its bounds were frozen after, and how far they were from
     rest [m/s]. */
  size_t fclib_dimension, sweeps;
  double rest;
} lcp_problem;

/* The defaults, and the table of options that point into the request. */
void lcp_request_init(lcp_request *asked);

/* Reads a problem, or the scene NAME.cfg that names its file, brings it into
   the form that was asked for, and writes it as FCLIB if that was. The error's
   code. */
int lcp_request_read(const lcp_request *asked, const char *path,
                     lcp_problem *problem, pn_error *error);

/* Of these, what is in HDF5 files (or recordings without end): whether it is
   one, by its content, and reading it. */
int lcp_is_hdf5(const char *path);
int lcp_read_hdf5(const lcp_request *asked, const char *path,
                  lcp_problem *problem, pn_error *error);

#endif
