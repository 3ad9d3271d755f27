/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the command line of pantin-lcp asks for. */
#ifndef PROGRAMS_LCP_REQUEST_H
#define PROGRAMS_LCP_REQUEST_H

#include "pantin/base/options.h"
#include "pantin/lcp/solver.h"

enum { LCP_OPTIONS = 14, LCP_NAMES_MAX = 32 };

typedef struct {
  pn_lcp_settings settings;
  int solver;           /* 0: all; k: the (k - 1)-th of pn_lcp_method_get */
  int assembled;        /* --assembled */
  int order;            /* --order: a pn_lcp_order */
  size_t seed;          /* --seed */
  const char *frames;   /* --frames: a list, or NULL for the last one */
  size_t nth;           /* which of these frames is read, from 0 */
  const char *fclib;    /* --fclib: the file to write, or NULL */
  const char *solution; /* --solution: the file to write, or NULL */

  pn_option options[LCP_OPTIONS + 1];     /* the table for program.h */
  const char *solvers[LCP_NAMES_MAX + 2]; /* "all" and names, ended by NULL */
  const char *orders[LCP_NAMES_MAX + 1];  /* names, ended by NULL */
} lcp_request;

/* Sets the defaults, and the table of options that point into the request. */
void lcp_request_init(lcp_request *asked);

#endif
