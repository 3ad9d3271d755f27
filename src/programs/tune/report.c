/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/tune/report.h"

#include "programs/text.h"
#include "programs/tune/figure.h"
#include "programs/tune/thesis.h"

#include <math.h>

static const char *method_name(const tune_results *results)
{
  return pn_tune_method_get((size_t)results->asked->method)->name;
}

/* Prints a line for each frame; what two runs do not share, the time, only if
   it was not left out. */
static void print_frames(FILE *stream, const tune_results *results)
{
  const int times = !results->asked->no_seconds;
  fprintf(stream,
          "frame contacts  alpha   kappa  sweeps      error       fitness   "
          "cond(A) solves%s\n"
          "                              before after  before  after before "
          "after\n",
          times ? "     s" : "");
  for (size_t k = 0; k < results->rows; k++) {
    const tune_row *row = &results->row[k];
    fprintf(stream,
            "%5.0f %8.0f %6.3f %7.1e %6.0f %5.0f %7.1e %6.0e %6.2f %5.2f ",
            row->frame, row->contacts, row->alpha, row->kappa,
            row->sweeps_before, row->sweeps, row->error_before, row->error,
            row->fitness_before, row->fitness);
    fprintf(stream, isnan(row->condition) ? "      -" : "%7.1e",
            row->condition);
    fprintf(stream, " %6.0f", row->solves);
    if (times)
      fprintf(stream, " %5.2f", row->seconds);
    fprintf(stream, " %s\n", tune_row_reason(row));
  }
}

static void table(FILE *stream, const void *result)
{
  const tune_results *results = result;
  if (results->asked->report) {
    tune_thesis(stream, results);
    return;
  }
  fprintf(stream, "%s: %zu frame%s by %s\n\n", results->name, results->rows,
          plural(results->rows), method_name(results));
  print_frames(stream, results);
  const pn_summary alpha =
      tune_results_summary(results, offsetof(tune_row, alpha));
  fprintf(stream, "\nalpha %.3f +- %.3f", alpha.mean, alpha.deviation);
  if (!results->asked->no_seconds)
    fprintf(stream, ", %.3g s a frame",
            tune_results_summary(results, offsetof(tune_row, seconds)).mean);
  fputc('\n', stream);
}

static void json(pn_json *out, const void *result)
{
  const tune_results *results = result;
  const pn_tune_settings *settings = &results->asked->settings;
  const quantity_rows rows = tune_results_quantities(results);
  pn_json_string(out, "scene", results->name);
  pn_json_string(out, "method", method_name(results));
  pn_json_count(out, "seed", settings->cmaes.seed);
  pn_json_boolean(out, "coupled", settings->fitness.pgs.coupled);
  quantity_json(out, "frames", &rows);
}

const program_outputs tune_outputs = {table, json, tune_results_write,
                                      tune_figure_draw, NULL};
