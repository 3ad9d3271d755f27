/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One solver on one system: A lambda = b at the system's start, with b = J W f
   for forces f drawn at random, so that it can be met also where rows are
   redundant. */
#ifndef PROGRAMS_ELIMINATE_RUN_H
#define PROGRAMS_ELIMINATE_RUN_H

#include "pantin/multipliers/elimination.h"
#include "pantin/multipliers/multipliers.h"
#include "pantin/linear/order.h"

typedef struct {
  const pn_system *system;           /* borrowed */
  const pn_multiplier_type *solver;  /* borrowed */
  const pn_order_type *order;        /* of sparse; NULL: the solver's own */
  pn_assembly *assembly;             /* owned */
  pn_multipliers *multipliers;       /* the solver, owned; or */
  pn_elimination *ordered;           /* sparse in that order, owned */
  const pn_elimination *elimination; /* theirs; NULL: this solver has none */
  pn_matrix *plain;                  /* J W J^T, owned, if it has none */
  const pn_matrix *matrix;           /* whose pattern is shown, set by
                                        eliminate_run_show */

  size_t rows;           /* of J W J^T */
  double *f;             /* forces, then work, (velocities), owned */
  double *b;             /* right-hand side, (rows), owned */
  double *lambda, *work; /* (rows) each, owned */

  /* Set by eliminate_run_solve: */
  double seconds;  /* the time of that, once */
  int failed;      /* no solution, or not a good one */
  int broken;      /* the elimination came to a block that it could not take */
  size_t dropped;  /* redundant rows that were found */
  double residual; /* |b - J W J^T lambda| / |b| */
} eliminate_run;

/* Makes it ready to be solved. NULL, and the error filled, if the solver does
   not take the system, or memory is short. */
eliminate_run *eliminate_run_alloc(const pn_system *system,
                                   const pn_multiplier_type *solver,
                                   const pn_order_type *order, pn_error *error);

void eliminate_run_free(eliminate_run *run);

/* Makes the matrix, factors it and solves; then the residual, from J and W. */
void eliminate_run_solve(eliminate_run *run);

/* Sets `matrix`, which a solver that eliminates no blocks has to be made for.
   GSL_SUCCESS or GSL_ENOMEM. */
int eliminate_run_show(eliminate_run *run, pn_error *error);

/* The time to do so, without the residual: the median of several [us], unless
   once took long. */
double eliminate_run_time(eliminate_run *run);

/* Multiply-adds, as predicted; NaN if that is not known. */
double eliminate_run_operations(const eliminate_run *run);

/* The name of the order for the eye: "own" where it is the solver's. */
const char *eliminate_run_order(const eliminate_run *run);

/* The name of what is in block row k of `matrix`: a joint or a body. */
const char *eliminate_run_label(const eliminate_run *run, size_t k);

/* Processor time since some moment [s]. */
double eliminate_now(void);

#endif
