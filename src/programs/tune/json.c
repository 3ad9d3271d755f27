/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/tune/report.h"

#include "pantin/base/json.h"

static void frame(pn_json *json, const tune_row *row)
{
  pn_json_object(json, NULL);
  pn_json_count(json, "frame", (size_t)row->frame);
  pn_json_real(json, "time", row->time);
  pn_json_count(json, "rows", (size_t)row->rows);
  pn_json_count(json, "contacts", (size_t)row->contacts);
  pn_json_real(json, "b", row->b);
  pn_json_real(json, "alpha", row->alpha);
  pn_json_real(json, "kappa", row->kappa);
  pn_json_real(json, "fitness", row->fitness);
  pn_json_real(json, "fitness_before", row->fitness_before);
  pn_json_count(json, "sweeps", (size_t)row->sweeps);
  pn_json_count(json, "sweeps_before", (size_t)row->sweeps_before);
  pn_json_real(json, "error", row->error);
  pn_json_real(json, "error_before", row->error_before);
  pn_json_real(json, "condition", row->condition);
  pn_json_count(json, "solves", (size_t)row->solves);
  pn_json_string(json, "reason",
                 row->reason == 0
                     ? "complete"
                     : pn_cmaes_reason_name((pn_cmaes_reason)row->reason));
  pn_json_real(json, "seconds", row->seconds);
  pn_json_end(json);
}

void tune_json(FILE *stream, const tune_run *run)
{
  pn_json json = pn_json_make(stream);
  pn_json_object(&json, NULL);
  pn_json_string(&json, "source", run->name);
  pn_json_string(&json, "method",
                 pn_tune_method_get((size_t)run->asked->method)->name);
  pn_json_count(&json, "seed", run->asked->settings.cmaes.seed);
  pn_json_boolean(&json, "coupled", run->asked->settings.fitness.pgs.coupled);
  pn_json_array(&json, "frames");
  for (size_t k = 0; k < run->rows; k++)
    frame(&json, &run->row[k]);
  pn_json_end(&json);
  pn_json_end(&json);
  fputc('\n', stream);
}
