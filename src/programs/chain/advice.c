/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Advises a run that did not converge: looks for options that reach a minimum,
   and names the first that does. */
#include "programs/chain/run.h"

#include "pantin/chain/start.h"

#include <gsl/gsl_errno.h>

/* Patience for one of the ways. */
enum { MANY_ITERATIONS = 1000 };

/* Runs the case again from another start; keeps the words of the options if it
   ends where nothing is lower nearby. Returns whether it does. */
static int is_good(chain_run *run, const pn_chain_method *method,
                   const pn_chain_start *shape, size_t iterations)
{
  pn_chain_case of = *run->of;
  pn_chain_point *start = NULL;
  pn_chain_settings settings = run->solver->settings;
  pn_error ignored = {0};
  settings.iterations = iterations;
  if (shape) { /* its multipliers are sought anew */
    settings.lambda = PN_CHAIN_LAMBDA_LEAST_SQUARES;
    start = of.start = pn_chain_point_alloc(of.chain);
  }
  chain_run again = {.name = run->name, .of = &of, .method = method};
  const int code =
      !of.start ||
      (shape && pn_chain_start_set(shape, of.chain, 1, of.start, &ignored)) ||
      chain_run_start(&again, &settings, &ignored) ||
      chain_run_solve(&again, &ignored);
  const int good = !code && again.outcome == PN_CHAIN_CONVERGED &&
                   again.classified &&
                   (again.verdict.kind == PN_CHAIN_MINIMUM ||
                    again.verdict.kind == PN_CHAIN_ISOLATED);
  if (good) {
    snprintf(run->advice, sizeof run->advice, "--method %s%s%s%s", method->name,
             shape ? " --start " : "", shape ? shape->name : "",
             iterations == MANY_ITERATIONS ? " --iterations 1000" : "");
    run->advice_steps = again.steps;
  }
  chain_run_free(&again);
  pn_chain_point_free(start);
  return good;
}

void chain_run_advise(chain_run *run)
{
  const size_t usual = pn_chain_settings_default().iterations;
  const size_t now = run->solver->settings.iterations;
  const size_t patient = now > usual ? now : usual;
  const pn_chain_start *shape;
  if (run->method != pn_chain_minimum || now < usual)
    if (is_good(run, pn_chain_minimum, NULL, now))
      return;
  if (patient < MANY_ITERATIONS &&
      is_good(run, pn_chain_minimum, NULL, MANY_ITERATIONS))
    return;
  if (run->of->chain->facets == 0 && run->method != pn_chain_dual &&
      is_good(run, pn_chain_dual, NULL, now))
    return;
  for (size_t k = 0; (shape = pn_chain_start_get(k)); k++)
    if (is_good(run, pn_chain_minimum, shape, now))
      return;
}
