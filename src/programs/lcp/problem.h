/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The problem that pantin-lcp solves, from any of the files that it reads. */
#ifndef PROGRAMS_LCP_PROBLEM_H
#define PROGRAMS_LCP_PROBLEM_H

#include "programs/lcp/request.h"
#include "programs/program.h"

typedef struct {
  char title[128]; /* one line */
  pn_lcp *lcp;     /* owned */
  size_t frame;    /* the number of a recorded frame */
  size_t frames;   /* that were asked for */

  /* Of a problem of FCLIB: 2 or 3, or 0 for any other problem; the sweeps with
     coupled friction after which its bounds were frozen, and the residual
     there [m/s]. */
  size_t fclib_dimension, sweeps;
  double residual;
  int rests;        /* whether these sweeps came to rest */
  double asymmetry; /* of W before it was made symmetric, or 0 */
} lcp_problem;

/* Tells by its content whether a file is of HDF5, or a recording that was not
   finished. */
int lcp_problem_is_hdf5(const char *path);

/* Reads a problem, or the scene NAME.cfg that names its file; brings it into
   the form that was asked for, and writes it for FCLIB if that was asked for.
   A result of `self`, unless that is NULL, must not replace the problem.
   Returns the error's code. */
int lcp_problem_read(lcp_problem *problem, const lcp_request *asked,
                     program *self, const char *path, pn_error *error);

#endif
