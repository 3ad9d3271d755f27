/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What all methods of the chain share: settings, the start, measuring an
   iterate, the stopping test. */
#include "pantin/chain/solver_private.h"

#include "pantin/base/alloc.h"
#include "pantin/base/finite.h"
#include "pantin/chain/chain_private.h"
#include "pantin/chain/fold.h"
#include "pantin/chain/lengths.h"
#include "pantin/chain/simulator.h"
#include "pantin/chain/step.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* The family. A new method is a new file and one line here. */
const pn_chain_method *pn_chain_method_get(size_t k)
{
  const pn_chain_method *const methods[] = {
      pn_chain_unit,
      pn_chain_armijo,
      pn_chain_minimum,
      pn_chain_dual,
  };
  return k < sizeof methods / sizeof methods[0] ? methods[k] : NULL;
}

const pn_chain_method *pn_chain_method_find(const char *name)
{
  const pn_chain_method *method;
  for (size_t k = 0; (method = pn_chain_method_get(k)); k++)
    if (strcmp(method->name, name) == 0)
      break;
  return method;
}

pn_chain_settings pn_chain_settings_default(void)
{
  return (pn_chain_settings){
      .tolerance_gradient = 1e-7,
      .tolerance_constraint = 1e-7,
      .iterations = 100,
      .lambda = PN_CHAIN_LAMBDA_LEAST_SQUARES,
      .omega = 1e-4,
      .clamp = 0.1,
  };
}

int pn_chain_settings_check(const pn_chain_settings *settings, pn_error *error)
{
  const char *rule = NULL;
  pn_error_clear(error);
  if (!(settings->tolerance_gradient > 0 && settings->tolerance_constraint > 0))
    rule = "tolerances must be positive; 1e-7 is usual";
  else if (!(settings->omega > 0 && settings->omega < 0.5))
    rule = "Armijo's omega must lie between 0 and 1/2; 1e-4 is usual";
  else if (!(settings->clamp > 0 && isfinite(settings->clamp)))
    rule = "the clamp must be positive; 0.1 is usual";
  else if (settings->lambda > PN_CHAIN_LAMBDA_GIVEN)
    rule = "unknown start of the multipliers";
  return rule ? pn_error_set(error, GSL_EINVAL, NULL, 0, "%s", rule)
              : GSL_SUCCESS;
}

double pni_chain_attainable(const pn_chain *chain)
{
  double shortest = chain->length[0];
  for (size_t i = 1; i < chain->bars; i++)
    shortest = fmin(shortest, chain->length[i]);
  return DBL_EPSILON * pn_chain_length(chain) / shortest;
}

/* Where a short bar makes the least bound large, that of a long bar would still
   hide the slack: in all, lengths may miss this share of it, or what rounding
   leaves. */
static const double misfit_share = 1e-4;

/* A chain with less slack than this share of its length is held to more. */
static const double slack_usual = 1e-2;

/* Room for rounding that adds up, in what one node may be off by. */
static const double rounding_room = 16;

double pni_chain_strictness(const pn_chain *chain, const pn_chain_point *point)
{
  const double slack = pni_chain_slack_share(chain);
  return fmin(1, fmin(slack, pni_chain_lean(chain, point).share) / slack_usual);
}

/* Computes the bounds of the test. Lengths that are wrong by the share t make a
   slack of delta S wrong by up to t S, and the tensions, which go with
   delta^-1/2, by t / 2 delta; and weights that tensions W delta^-1/2 hide are
   seen only if the gradient is compared with those times delta^1/2. No bound is
   less than what rounding leaves. */
static pn_chain_bounds bounds(const pn_chain *chain,
                              const pn_chain_settings *settings)
{
  const double gradient = settings->tolerance_gradient;
  const double constraint = settings->tolerance_constraint;
  const double share = fmin(1, pni_chain_slack_share(chain) / slack_usual);
  const double least = rounding_room * pni_chain_attainable(chain);
  if (settings->absolute || share == 1 || pn_chain_is_taut(chain))
    return (pn_chain_bounds){gradient, constraint, INFINITY};
  const double misfit =
      fmax(misfit_share, rounding_room * pn_chain_tension_error(chain));
  return (pn_chain_bounds){fmin(gradient, fmax(gradient * sqrt(share), least)),
                           fmin(constraint, fmax(constraint * share, least)),
                           misfit * pn_chain_slack(chain)};
}

/* Returns the bound on the misfit above a floor where the bars all lie nearly
   along one line: where they cross it, nodes are off by the misfit over the
   angle between bars. Rounding is that of nodes, and of facets. */
static double misfit_above_floor(const pn_chain *chain,
                                 const pn_chain_point *point)
{
  const pn_chain_lean lean = pni_chain_lean_along(chain, point);
  double size = pn_chain_length(chain);
  for (size_t j = 0; j < chain->facets; j++)
    size = fmax(size, fabs(chain->height[j]));
  const double rounding =
      rounding_room * (double)chain->bars * DBL_EPSILON * size;
  return lean.share < slack_usual ? fmax(misfit_share * lean.sum, rounding)
                                  : INFINITY;
}

/* Computes the bounds where the bars hang nearly along one line, for which the
   same holds: what they lean by is their slack (fold.c). Rounding, which is an
   error of it, pulls them to the side. */
static pn_chain_bounds bounds_at(const pn_chain_solver *solver)
{
  const pn_chain *chain = solver->chain;
  const pn_chain_lean lean = pni_chain_lean(chain, solver->point);
  const double rounding = pni_chain_slack_rounding(chain);
  pn_chain_bounds within = solver->within;
  if (solver->settings.absolute)
    return within;
  if (chain->facets > 0)
    within.misfit =
        fmin(within.misfit, misfit_above_floor(chain, solver->point));
  if (lean.share >= slack_usual)
    return within;
  const double pull = lean.sum > 0 ? sqrt(lean.share) * rounding / lean.sum : 0;
  const double least = fmax(pull, rounding_room * pni_chain_attainable(chain));
  const double gradient =
      solver->settings.tolerance_gradient * sqrt(lean.share / slack_usual);
  within.gradient = fmin(within.gradient, fmax(gradient, least));
  within.misfit = fmin(within.misfit, fmax(misfit_share * lean.sum,
                                           rounding_room / 2 * rounding));
  return within;
}

pn_chain_solver *pn_chain_solver_alloc(const pn_chain_method *method,
                                       const pn_chain *chain)
{
  pn_chain_solver *solver = pn_alloc(1, sizeof *solver);
  if (!solver)
    return NULL;
  solver->method = method;
  solver->chain = chain;
  solver->settings = pn_chain_settings_default();
  solver->point = pn_chain_point_alloc(chain);
  solver->last = pni_chain_point_reserve(chain);
  solver->best = pni_chain_point_reserve(chain);
  if (!method->ignores_start)
    solver->step = pn_chain_step_alloc(chain->bars);
  solver->state = pn_alloc(1, method->state_size);
  if (!solver->point || !solver->last || !solver->best ||
      (!method->ignores_start && !solver->step) || !solver->state ||
      method->alloc(solver->state, chain)) {
    pn_chain_solver_free(solver);
    return NULL;
  }
  return solver;
}

void pn_chain_solver_free(pn_chain_solver *solver)
{
  if (!solver)
    return;
  if (solver->state)
    solver->method->free(solver->state);
  pn_free(solver->state);
  pn_chain_step_free(solver->step);
  pn_chain_point_free(solver->best);
  pn_chain_point_free(solver->last);
  pn_chain_point_free(solver->point);
  pn_free(solver);
}

/* Measures the point, unless the method has done so. */
static void measure(pn_chain_solver *solver)
{
  if (!solver->measured)
    pn_chain_measure(solver->chain, solver->point, &solver->info);
}

/* Sets the first multipliers as the settings ask. */
static int start_multipliers(pn_chain_solver *solver, pn_error *error)
{
  pn_chain_point *point = solver->point;
  const size_t n = point->bars;
  switch (solver->settings.lambda) {
  case PN_CHAIN_LAMBDA_ZEROS:
    memset(point->lambda, 0, n * sizeof *point->lambda);
    return GSL_SUCCESS;
  case PN_CHAIN_LAMBDA_ONES:
    for (size_t i = 0; i < n; i++)
      point->lambda[i] = 1;
    return GSL_SUCCESS;
  case PN_CHAIN_LAMBDA_GIVEN:
    return GSL_SUCCESS;
  case PN_CHAIN_LAMBDA_LEAST_SQUARES:
    break;
  }
  const int code =
      pn_chain_step_multipliers(solver->step, solver->chain, point);
  if (code && solver->method->any_start) {
    memset(point->lambda, 0, n * sizeof *point->lambda);
    return GSL_SUCCESS;
  }
  if (code)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "no least-squares multipliers at this start (a bar "
                        "has no length there): start them at zeros or ones");
  return GSL_SUCCESS;
}

/* Returns the settings with relative tolerances as strict as the method needs.
 */
static pn_chain_settings strict_enough(const pn_chain_method *method,
                                       const pn_chain_settings *settings)
{
  pn_chain_settings strict = *settings;
  const double most = method->residual_most;
  if (most > 0 && !settings->absolute) {
    strict.tolerance_gradient = fmin(strict.tolerance_gradient, most);
    strict.tolerance_constraint = fmin(strict.tolerance_constraint, most);
  }
  return strict;
}

int pn_chain_solver_set(pn_chain_solver *solver,
                        const pn_chain_settings *settings,
                        const pn_chain_point *start, pn_error *error)
{
  solver->ready = 0;
  int code = pn_chain_settings_check(settings, error);
  if (!code)
    code = pn_chain_check(solver->chain, NULL, error);
  if (code)
    return code;
  if (!start)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "there is no start: pn_chain_point_alloc makes one, "
                        "whose nodes you place");
  if (start->bars != solver->point->bars ||
      start->facets != solver->point->facets)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "the start is of %zu bars and %zu facets, the chain of "
                        "%zu and %zu",
                        start->bars, start->facets, solver->point->bars,
                        solver->point->facets);
  if (!pni_all_finite(start->x, pn_chain_point_size(start)))
    return pn_error_set(error, GSL_EINVAL, NULL, 0, "the start must be finite");
  if (solver->chain->facets > 0 && !solver->method->handles_floor)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "method %s does not know floors: use minimum",
                        solver->method->name);
  solver->settings = strict_enough(solver->method, settings);
  solver->within = bounds(solver->chain, &solver->settings);
  pn_chain_point_copy(solver->point, start);
  solver->info = (pn_chain_info){.alpha = 1};
  solver->measured = 0;
  if (!solver->method->ignores_start) {
    pn_chain_kkt_balance(solver->step->kkt, solver->chain);
    code = start_multipliers(solver, error);
  }
  if (!code && solver->method->set)
    code = solver->method->set(solver->state, solver, error);
  if (code)
    return code;
  measure(solver);
  solver->best_info = solver->info;
  solver->at_best = 1;
  solver->stuck = 0;
  solver->ready = 1;
  return GSL_SUCCESS;
}

int pni_chain_solver_advance(pn_chain_solver *solver,
                             int (*step)(void *state, pn_chain_solver *solver))
{
  const pn_chain_info before = solver->info;
  pn_chain_point_copy(solver->last, solver->point);
  solver->measured = 0;
  const int code = step(solver->state, solver);
  if (code)
    return code;
  solver->info.iteration++;
  measure(solver);
  if (pni_all_finite(solver->point->x, pn_chain_point_size(solver->point)) &&
      isfinite(solver->info.phi))
    return GSL_SUCCESS;
  pn_chain_point_copy(solver->point, solver->last);
  solver->info = before;
  return GSL_EFAILED;
}

/* Notes whether the new iterate is the best so far. If it is not, and the one
   before it was, that one changes from `last` to `best`: nothing is copied. */
static void keep_best(pn_chain_solver *solver)
{
  if (pn_chain_residual(&solver->info) <
      pn_chain_residual(&solver->best_info)) {
    solver->best_info = solver->info;
    solver->at_best = 1;
  } else if (solver->at_best) {
    pn_chain_point *before = solver->last;
    solver->last = solver->best;
    solver->best = before;
    solver->at_best = 0;
  }
}

int pn_chain_solver_iterate(pn_chain_solver *solver)
{
  if (!solver->ready)
    return GSL_EINVAL;
  const int code = pni_chain_solver_advance(solver, solver->method->iterate);
  solver->stuck = code != GSL_SUCCESS;
  if (!code)
    keep_best(solver);
  return code;
}

/* Tells whether the point is within these bounds. */
static int is_within(const pn_chain_solver *solver,
                     const pn_chain_bounds *within)
{
  const pn_chain_info *info = &solver->info;
  const int absolute = solver->settings.absolute;
  const double gradient =
      absolute ? info->gradient_inf : info->gradient_relative;
  const double constraint =
      absolute ? info->constraint_inf : info->constraint_relative;
  return gradient <= within->gradient && constraint <= within->constraint &&
         info->floor_relative <= within->constraint &&
         (isinf(within->misfit) ||
          pn_chain_lengths_misfit(solver->chain, solver->point) <=
              within->misfit);
}

int pni_chain_solver_may_fold(const pn_chain_solver *solver)
{
  return pni_chain_hides_fold(solver->chain, solver->point, misfit_share);
}

/* Tells whether the point is near enough to a stationary one for the method. */
static int is_near_enough(const pn_chain_solver *solver)
{
  const double most = solver->method->residual_most;
  return most == 0 || pn_chain_residual(&solver->info) <= most;
}

/* Tells whether the point is within the bounds, also where the bars hang nearly
   along one line; but one that is to be folded exactly need not be. */
static int is_solved(const pn_chain_solver *solver)
{
  if (!is_near_enough(solver) || !is_within(solver, &solver->within))
    return 0;
  const pn_chain_bounds within = bounds_at(solver);
  return is_within(solver, &within) || pni_chain_solver_may_fold(solver);
}

int pn_chain_solver_test(const pn_chain_solver *solver)
{
  if (!solver->ready)
    return GSL_EINVAL;
  if (is_solved(solver))
    return GSL_SUCCESS;
  return solver->info.iteration < solver->settings.iterations ? GSL_CONTINUE
                                                              : GSL_EMAXITER;
}
