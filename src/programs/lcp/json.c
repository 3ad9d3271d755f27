/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/lcp/report.h"

#include "pantin/base/json.h"

/* Samples that are all told. */
enum { FIRST_SAMPLES = 50 };

size_t lcp_next_sample(const lcp_run *run, size_t k)
{
  const size_t next = k < FIRST_SAMPLES ? k + 1 : k + k / FIRST_SAMPLES;
  return next >= run->samples && k + 1 < run->samples ? run->samples - 1 : next;
}

static void history(pn_json *json, const lcp_run *run)
{
  pn_json_array(json, "history");
  for (size_t k = 0; k < run->samples; k = lcp_next_sample(run, k)) {
    const lcp_sample *at = &run->sample[k];
    pn_json_object(json, NULL);
    pn_json_count(json, "iteration", at->iteration);
    pn_json_real(json, "milliseconds", at->milliseconds);
    pn_json_real(json, "residual_1", at->residual.scaled.one);
    pn_json_real(json, "residual_2", at->residual.scaled.two);
    pn_json_real(json, "residual_inf", at->residual.scaled.inf);
    pn_json_real(json, "natural_1", at->residual.natural.one);
    pn_json_end(json);
  }
  pn_json_end(json);
}

static void numbers(pn_json *json, const lcp_run *run)
{
  const lcp_sample *best = &run->sample[run->best];
  const lcp_sample *last = &run->sample[run->samples - 1];
  const pn_lcp_residual *residual = &best->residual;
  pn_json_boolean(json, "solved", run->solved);
  pn_json_count(json, "iterations", last->iteration);
  pn_json_count(json, "best", best->iteration);
  pn_json_real(json, "residual_1", residual->scaled.one);
  pn_json_real(json, "residual_2", residual->scaled.two);
  pn_json_real(json, "residual_inf", residual->scaled.inf);
  pn_json_real(json, "natural_1", residual->natural.one);
  pn_json_real(json, "natural_2", residual->natural.two);
  pn_json_real(json, "natural_inf", residual->natural.inf);
  pn_json_real(json, "complementarity", residual->complementarity);
  pn_json_real(json, "infeasible", residual->infeasible);
  pn_json_real(json, "unsupported", residual->unsupported);
  pn_json_count(json, "active", residual->active);
  pn_json_real(json, "milliseconds", last->milliseconds);
  pn_json_real(json, "microseconds_per_iteration",
               1e3 * (last->milliseconds - run->sample[0].milliseconds) /
                   (double)last->iteration);
}

void lcp_json(FILE *stream, const lcp_runs *runs)
{
  pn_json json = pn_json_make(stream);
  pn_json_object(&json, NULL);
  pn_json_string(&json, "problem", runs->name);
  pn_json_count(&json, "size", runs->problem->lcp->size);
  pn_json_count(&json, "nonzeros", lcp_nonzeros(runs->problem->lcp));
  pn_json_string(&json, "form", runs->problem->lcp->form->name);
  const lcp_problem *problem = runs->problem;
  if (problem->fclib_dimension > 0) {
    pn_json_boolean(&json, "boxed", problem->fclib_dimension == 3);
    pn_json_count(&json, "coupled_sweeps", problem->sweeps);
    pn_json_real(&json, "coupled_residual", problem->rest);
  }
  pn_json_array(&json, "solvers");
  for (size_t k = 0; k < runs->runs; k++) {
    const lcp_run *run = &runs->run[k];
    pn_json_object(&json, NULL);
    pn_json_string(&json, "name", run->method->name);
    if (run->refusal[0])
      pn_json_string(&json, "refusal", run->refusal);
    else {
      numbers(&json, run);
      history(&json, run);
    }
    pn_json_end(&json);
  }
  pn_json_end(&json);
  pn_json_end(&json);
  fputc('\n', stream);
}
