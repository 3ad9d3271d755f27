/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/tune/report.h"

#include "programs/text.h"
#include "programs/tone.h"
#include "programs/tune/figure.h"
#include "programs/tune/thesis.h"

#include <math.h>

/* Lines of the table at most, unless each frame was asked for. */
enum { LINES = 20 };

/* The share of the sweeps that tuning must save, and what it must divide the
   error by, to be worth a word: less is shown as 0 %, or as 1.0. */
static const double worth = 0.01, shown = 1.05;

static const char *method_name(const tune_results *results)
{
  return pn_tune_method_get((size_t)results->asked->method)->name;
}

/* Names the norm of the error. */
static const char *norm_name(const tune_results *results)
{
  static const char *const names[] = {"1", "2", "inf"};
  return names[results->asked->norm];
}

/* Prints a line for each frame, or for some 20 of them. */
static void print_frames(FILE *stream, const tune_results *results)
{
  const size_t every =
      results->asked->each ? 1 : (results->rows + LINES - 1) / LINES;
  fprintf(stream,
          "frame contacts  alpha   kappa   sweeps         error         "
          "fitness    cond,\n"
          "                           before after  before   after before  "
          "after  range\n");
  for (size_t k = 0; k < results->rows; k += every) {
    const tune_row *row = &results->row[k];
    fprintf(stream, "%5.0f %8.0f ", row->frame, row->contacts);
    if (row->flat || row->rows == 0)
      fprintf(stream, "  flat       -");
    else
      fprintf(stream, "%6.3f %7.1e", row->alpha, row->kappa);
    fprintf(stream, " %5.0f %5.0f %7.1e %7.1e %6.2f %6.2f", row->sweeps_before,
            row->sweeps, row->error_before, row->error, row->fitness_before,
            row->fitness);
    fprintf(stream, isnan(row->condition_range) ? "       -\n" : " %7.1e\n",
            row->condition_range);
  }
}

/* Prints how many of the frames the means are of, and which were left out. */
static void print_counts(FILE *stream, const tune_results *results)
{
  size_t repeated = 0, flat = 0, empty = 0;
  for (size_t k = 0; k < results->rows; k++) {
    const tune_row *row = &results->row[k];
    repeated += !tune_row_counts(row);
    empty += tune_row_counts(row) && row->rows == 0;
    flat += tune_row_counts(row) && row->rows > 0 && row->flat;
  }
  fprintf(stream, "\nMeans are of %zu of %zu frame%s",
          results->rows - repeated - flat - empty, results->rows,
          plural(results->rows));
  const char *sign = ":";
  const size_t left[] = {empty, flat, repeated};
  static const char *const why[] = {"without contacts", "flat",
                                    "repeating a state"};
  for (size_t k = 0; k < 3; k++)
    if (left[k] > 0) {
      fprintf(stream, "%s %zu %s", sign, left[k], why[k]);
      sign = ",";
    }
  fputs(".\n", stream);
}

#define MEAN(RESULTS, MEMBER)                                                  \
  tune_results_summary(RESULTS, offsetof(tune_row, MEMBER)).mean

/* Prints what was found of start, order and number of sweeps, where they were
   tuned. */
static void print_others(FILE *stream, const tune_results *results)
{
  const unsigned tuned = results->asked->settings.tuned;
  const pn_summary warm =
      tune_results_summary(results, offsetof(tune_row, warm));
  const pn_summary most =
      tune_results_summary(results, offsetof(tune_row, sweeps_most));
  if (tuned & PN_TUNE_WARM)
    fprintf(stream, "start %.2f +- %.2f of the last impulses;\n", warm.mean,
            warm.deviation);
  if (tuned & PN_TUNE_ORDER) {
    fprintf(stream, "order of rows:");
    for (size_t k = 0; k < PN_TUNE_ORDERS; k++) {
      size_t frames = 0;
      for (size_t r = 0; r < results->rows; r++)
        frames += tune_row_counts(&results->row[r]) && !results->row[r].flat &&
                  results->row[r].rows > 0 &&
                  results->row[r].row_order == (double)k;
      fprintf(stream, "%s %s in %zu", k > 0 ? "," : "", pn_tune_order_name(k),
              frames);
    }
    fprintf(stream, ";\n");
  }
  if (tuned & PN_TUNE_SWEEPS)
    fprintf(stream, "at most %.0f +- %.0f sweeps;\n", most.mean,
            most.deviation);
  fprintf(stream, "fitness %.3f -> %.3f;\n", MEAN(results, fitness_before),
          MEAN(results, fitness));
}

/* Prints what was gained, and the verdict. */
static void print_verdict(FILE *stream, const tune_results *results)
{
  const pn_summary alpha =
      tune_results_summary(results, offsetof(tune_row, alpha));
  const pn_summary kappa =
      tune_results_summary(results, offsetof(tune_row, kappa));
  const double error[] = {MEAN(results, error_before), MEAN(results, error)};
  const double sweeps[] = {MEAN(results, sweeps_before), MEAN(results, sweeps)};
  if (alpha.count == 0) {
    tone_print(stream, TONE_REMARK, "There is nothing to tune.\n");
    return;
  }
  fprintf(stream, "alpha %.3f +- %.3f, kappa %.1e [1/kg] at most;\n",
          alpha.mean, alpha.deviation, kappa.most);
  if (results->asked->tuned)
    print_others(stream, results);
  fprintf(stream, "least error %.2e -> %.2e m/s, sweeps %.1f -> %.1f", error[0],
          error[1], sweeps[0], sweeps[1]);
  if (!results->asked->no_seconds)
    fprintf(stream, "; %.3g s a frame", MEAN(results, seconds));
  fputs(".\n", stream);
  const double saved = 1 - sweeps[1] / sweeps[0];
  const int better = error[0] >= shown * error[1];
  if (saved > worth && better)
    tone_print(stream, TONE_GOOD,
               "Tuning saves %.0f %% of the sweeps, and divides the error by "
               "%.1f.\n",
               100 * saved, error[0] / error[1]);
  else if (saved > worth)
    tone_print(stream, TONE_GOOD, "Tuning saves %.0f %% of the sweeps.\n",
               100 * saved);
  else if (better)
    tone_print(stream, TONE_GOOD,
               "Tuning divides the error by %.1f, and saves no sweeps.\n",
               error[0] / error[1]);
  else
    tone_print(stream, TONE_REMARK, "Tuning gains nothing here.\n");
}

static void table(FILE *stream, const void *result)
{
  const tune_results *results = result;
  if (results->asked->report) {
    tune_thesis(stream, results);
    return;
  }
  fprintf(
      stream, "%s: %zu frame%s by %s, friction %s, norm %s of the error\n\n",
      results->name, results->rows, plural(results->rows), method_name(results),
      results->asked->settings.fitness.pgs.coupled ? "coupled" : "frozen",
      norm_name(results));
  print_frames(stream, results);
  print_counts(stream, results);
  print_verdict(stream, results);
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
  pn_json_string(out, "norm", norm_name(results));
  quantity_json(out, "frames", &rows);
}

const program_outputs tune_outputs = {table, json, tune_results_write,
                                      tune_figure_draw, NULL};
