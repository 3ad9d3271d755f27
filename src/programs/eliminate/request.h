/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the command line of pantin-eliminate asks for. */
#ifndef PROGRAMS_ELIMINATE_REQUEST_H
#define PROGRAMS_ELIMINATE_REQUEST_H

#include "pantin/base/options.h"
#include "pantin/multipliers/multipliers.h"
#include "pantin/linear/order.h"

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

/* The defaults, and the table of options that point into the request. */
void eliminate_request_init(eliminate_request *asked);

/* Whether the options go together, and with a scene if one was named; reads
   the numbers of --grow. GSL_SUCCESS, or GSL_EINVAL and the reason. */
int eliminate_request_check(eliminate_request *asked, int has_scene,
                            pn_error *error);

/* The solver that was asked for; else sparse if an order was, or auto. */
const pn_multiplier_type *
eliminate_request_solver(const eliminate_request *asked);

/* The order that was asked for; leaves for sparse; NULL for a solver that has
   an order of its own. */
const pn_order_type *eliminate_request_order(const eliminate_request *asked);

#endif
