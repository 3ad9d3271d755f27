/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the command line of pantin-eliminate asks for, what is solved, and what
   is written of it: one solver on a scene, all orders on a scene, or (grow.h)
   all solvers on mechanisms that grow. */
#ifndef PROGRAMS_ELIMINATE_ELIMINATE_H
#define PROGRAMS_ELIMINATE_ELIMINATE_H

#include "pantin/body/scene.h"
#include "pantin/linear/order.h"
#include "pantin/multipliers/elimination.h"
#include "pantin/multipliers/multipliers.h"
#include "programs/program.h"

enum { ELIMINATE_OPTIONS = 4, ELIMINATE_NAMES_MAX = 24 };

typedef struct {
  int order;        /* the k-th of its family; -1: not given */
  int solver;       /* likewise */
  int orders;       /* --orders */
  const char *grow; /* --grow, or NULL */
  size_t from, to;  /* its two numbers, set by eliminate_request_check */

  pn_option options[ELIMINATE_OPTIONS + 1]; /* the table for program.h */
  const char *order_names[ELIMINATE_NAMES_MAX + 1]; /* ended by NULL */
  const char *solver_names[ELIMINATE_NAMES_MAX + 1];
} eliminate_request;

/* Sets the defaults, and the table of options that point into the request. */
void eliminate_request_init(eliminate_request *asked);

/* Checks that the options go together, and with a scene if one was named; reads
   the numbers of --grow. GSL_SUCCESS, or GSL_EINVAL and the reason. */
int eliminate_request_check(eliminate_request *asked, int has_scene,
                            pn_error *error);

/* Returns the solver that was asked for; else sparse if an order was, or
   auto. */
const pn_multiplier_type *
eliminate_request_solver(const eliminate_request *asked);

/* Returns the order that was asked for; leaves for sparse; NULL for a solver
   that has an order of its own. */
const pn_order_type *eliminate_request_order(const eliminate_request *asked);

/* One solver on one system: A lambda = b at the system's start, with b = J W f
   for forces f drawn at random, so that it can be met also where rows are
   redundant. */
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
  double seconds;   /* the time of that, once */
  int solved;       /* the solution is a good one */
  int broken;       /* the elimination came to a block that it could not take */
  size_t redundant; /* rows that depend on others */
  double residual;  /* |b - J W J^T lambda| / |b| */

  double microseconds;     /* eliminate_run_time */
  double least_operations; /* of the runs that are compared */
} eliminate_run;

/* Makes it ready to be solved; afterwards it is to be freed even after a
   failure. GSL_SUCCESS, or the error filled if the solver does not take the
   system, or memory is short. */
int eliminate_run_make(eliminate_run *run, const pn_system *system,
                       const pn_multiplier_type *solver,
                       const pn_order_type *order, pn_error *error);

void eliminate_run_free(eliminate_run *run);

/* Makes the matrix, factors it and solves; then the residual, from J and W. */
void eliminate_run_solve(eliminate_run *run);

/* Sets `matrix`, which a solver that eliminates no blocks has to be made for.
   GSL_SUCCESS or GSL_ENOMEM. */
int eliminate_run_show(eliminate_run *run, pn_error *error);

/* Measures the time to do so, without the residual: the median of several [us],
   unless once took long. */
double eliminate_run_time(eliminate_run *run);

/* Predicts the multiply-adds; NaN if they are not known. */
double eliminate_run_operations(const eliminate_run *run);

/* Returns the name of what is in block row k of `matrix`: a joint or a body. */
const char *eliminate_run_label(const eliminate_run *run, size_t k);

/* Returns the matrix after the elimination, NULL where there is none; the
   number of blocks that were added. */
const pn_block_matrix *eliminate_after(const eliminate_run *run);
size_t eliminate_fill(const eliminate_run *run);

/* One solver on one scene, or several of them: in all orders, and kkt. */
enum { ELIMINATE_RUNS_MAX = 32 };
typedef struct {
  const char *name;          /* of the scene, as given; borrowed */
  const pn_system_scene *of; /* borrowed */
  size_t runs;
  eliminate_run run[ELIMINATE_RUNS_MAX]; /* owned */
} eliminate_results;

/* How one run, and how several are written. */
extern const program_outputs eliminate_outputs, eliminate_orders_outputs;
int eliminate_picture(pn_plot *plot, const void *result, pn_error *error);
int eliminate_orders_picture(pn_plot *plot, const void *result,
                             pn_error *error);

/* Prints the pattern with letters; more block rows than these are not shown. */
enum { ELIMINATE_LETTERS_MAX = 48 };
void eliminate_pattern_print(FILE *stream, const eliminate_run *run);

/* Up to so many block rows have their names in pictures. */
enum { ELIMINATE_NAMED_MAX = 32 };

/* Write the graph's data blocks; its ranges and plot command. */
void eliminate_graph_data(pn_plot *plot, const eliminate_run *run);
void eliminate_graph_draw(pn_plot *plot, const eliminate_run *run);

/* Write the pattern's data blocks $OLD, $NEW, $DIAGONAL with this number, and
   the plot command that draws them (without the new ones, if those are not
   wanted). GSL_EINVAL where there are too many blocks. */
int eliminate_pattern_data(pn_plot *plot, const eliminate_run *run,
                           size_t number, pn_error *error);
void eliminate_pattern_draw(pn_plot *plot, const eliminate_run *run,
                            size_t number, int with_new);

#endif
