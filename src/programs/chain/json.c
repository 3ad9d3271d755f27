/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/chain/report.h"

#include "pantin/base/json.h"

static void history(pn_json *json, const chain_run *run)
{
  pn_json_array(json, "history");
  for (size_t k = 0; k <= run->steps; k++) {
    const pn_chain_info *info = &run->history[k];
    pn_json_object(json, NULL);
    pn_json_count(json, "k", k);
    pn_json_real(json, "phi", info->phi);
    pn_json_real(json, "gradient_inf", info->gradient_inf);
    pn_json_real(json, "constraint_inf", info->constraint_inf);
    pn_json_real(json, "energy", info->energy);
    pn_json_real(json, "step", info->step);
    pn_json_real(json, "alpha", info->alpha);
    pn_json_boolean(json, "singular", info->singular);
    pn_json_end(json);
  }
  pn_json_end(json);
}

/* The nodes that the floor carries. */
static void active(pn_json *json, const chain_run *run)
{
  const pn_chain *chain = run->of->chain;
  const double *mu = run->solver->point->mu;
  pn_json_array(json, "active");
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < chain->bars; i++)
      if (mu[j * (chain->bars + 1) + i] > 0) {
        pn_json_object(json, NULL);
        pn_json_count(json, "node", i);
        pn_json_count(json, "facet", j + 1);
        pn_json_real(json, "mu", mu[j * (chain->bars + 1) + i]);
        pn_json_end(json);
      }
  pn_json_end(json);
}

void chain_json(FILE *stream, const chain_run *run)
{
  const size_t bars = run->of->chain->bars;
  const pn_chain_point *point = run->solver->point;
  pn_json json = pn_json_make(stream);
  pn_json_object(&json, NULL);
  pn_json_string(&json, "case", run->name);
  pn_json_count(&json, "bars", bars);
  pn_json_string(&json, "method", run->method->name);
  pn_json_count(&json, "iterations", run->steps);
  pn_json_boolean(&json, "converged", chain_run_solved(run));
  pn_json_string(&json, "outcome", pn_chain_outcome_name(run->outcome));
  pn_json_string(&json, "kind",
                 run->classified ? pn_chain_kind_name(run->verdict.kind)
                                 : NULL);
  pn_json_boolean(&json, "global", run->classified && run->verdict.global);
  pn_json_real(&json, "energy", run->solver->info.energy);
  pn_json_real(&json, "gradient_inf", run->solver->info.gradient_inf);
  pn_json_real(&json, "constraint_inf", run->solver->info.constraint_inf);
  pn_json_reals(&json, "end", 2, run->of->chain->end);
  pn_json_reals(&json, "x", bars - 1, point->x + 1);
  pn_json_reals(&json, "y", bars - 1, point->y + 1);
  pn_json_reals(&json, "multipliers", bars, point->lambda);
  active(&json, run);
  history(&json, run);
  pn_json_end(&json);
  fputc('\n', stream);
}
