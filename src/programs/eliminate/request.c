/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/eliminate/eliminate.h"

#include "programs/option.h"

#include <gsl/gsl_errno.h>
#include <stdlib.h>
#include <string.h>

/* The least and the largest size that --grow takes. */
enum { LEAST = 3, MOST = 1000000 };

void eliminate_request_init(eliminate_request *asked)
{
  *asked = (eliminate_request){.order = -1, .solver = -1};
  OPTION_NAMES(asked->order_names, ELIMINATE_NAMES_MAX, pn_order_type_get);
  OPTION_NAMES(asked->solver_names, ELIMINATE_NAMES_MAX,
               pn_multiplier_type_get);
  const pn_option options[ELIMINATE_OPTIONS + 1] = {
      OPTION_CHOICE("order", &asked->order, asked->order_names, "NAME",
                    "in which order sparse eliminates the joints (default "
                    "leaves):"),
      OPTION_CHOICE("solver", &asked->solver, asked->solver_names, "NAME",
                    "how to find the multipliers (default auto; with --order "
                    "sparse):"),
      OPTION_FLAG("orders", &asked->orders, "compare all orders"),
      OPTION_STRING("grow", &asked->grow, "FROM:TO",
                    "time all solvers (or --solver) on chains, rings, trees, "
                    "stars and grids of so many bodies, without SCENE"),
  };
  memcpy(asked->options, options, sizeof options);
}

/* Reads two numbers as in "10:10000". */
static int read_sizes(eliminate_request *asked, pn_error *error)
{
  char *end = NULL;
  const double from = strtod(asked->grow, &end);
  const double to = *end == ':' ? strtod(end + 1, &end) : 0;
  if (*end || !(from >= LEAST && to >= from && to <= MOST))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "--grow needs two numbers of bodies from %d to %d, as "
                        "10:10000, not '%s'",
                        LEAST, MOST, asked->grow);
  asked->from = (size_t)from;
  asked->to = (size_t)to;
  return GSL_SUCCESS;
}

int eliminate_request_check(eliminate_request *asked, int has_scene,
                            pn_error *error)
{
  const char *solver = eliminate_request_solver(asked)->name;
  if (asked->order >= 0 && strcmp(solver, "sparse") != 0)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "--order is for --solver sparse; %s has its own way",
                        solver);
  if (asked->orders && (asked->order >= 0 || asked->solver >= 0))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "--orders compares all orders of sparse: it goes "
                        "without --order and --solver");
  if (!asked->grow)
    return GSL_SUCCESS;
  if (has_scene || asked->orders || asked->order >= 0)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "--grow makes its own scenes: it goes without SCENE, "
                        "--order and --orders");
  return read_sizes(asked, error);
}

const pn_multiplier_type *
eliminate_request_solver(const eliminate_request *asked)
{
  if (asked->solver >= 0)
    return pn_multiplier_type_get((size_t)asked->solver);
  return asked->order >= 0 ? pn_multipliers_sparse : pn_multipliers_auto;
}

const pn_order_type *eliminate_request_order(const eliminate_request *asked)
{
  if (asked->order >= 0)
    return pn_order_type_get((size_t)asked->order);
  return eliminate_request_solver(asked) == pn_multipliers_sparse
             ? pn_order_leaves
             : NULL;
}
