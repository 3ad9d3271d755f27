/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/eliminate/request.h"

#include <gsl/gsl_errno.h>
#include <stdlib.h>
#include <string.h>

/* Sizes that --grow takes. */
enum { LEAST = 3, MOST = 1000000 };

static void collect_names(eliminate_request *asked)
{
  for (size_t k = 0; k < ELIMINATE_NAMES_MAX && pn_order_type_get(k); k++)
    asked->order_names[k] = pn_order_type_get(k)->name;
  for (size_t k = 0; k < ELIMINATE_NAMES_MAX && pn_multiplier_type_get(k); k++)
    asked->solver_names[k] = pn_multiplier_type_get(k)->name;
}

void eliminate_request_init(eliminate_request *asked)
{
  *asked = (eliminate_request){.order = -1, .solver = -1};
  collect_names(asked);
  const pn_option options[ELIMINATE_OPTIONS + 1] = {
      {.name = "order",
       .kind = PN_OPTION_CHOICE,
       .value = &asked->order,
       .choices = asked->order_names,
       .argument = "NAME",
       .help = "in which order sparse eliminates the joints (default leaves):"},
      {.name = "solver",
       .kind = PN_OPTION_CHOICE,
       .value = &asked->solver,
       .choices = asked->solver_names,
       .argument = "NAME",
       .help =
           "how to find the multipliers (default auto; with --order sparse):"},
      {.name = "orders",
       .kind = PN_OPTION_FLAG,
       .value = &asked->orders,
       .help = "compare all orders"},
      {.name = "grow",
       .kind = PN_OPTION_STRING,
       .value = &asked->grow,
       .argument = "FROM:TO",
       .help = "time all solvers (or --solver) on chains, rings, trees, stars "
               "and grids of so many bodies, without SCENE"},
  };
  memcpy(asked->options, options, sizeof options);
}

/* "10:10000". */
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
