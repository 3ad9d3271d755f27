/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/tune/compare.h"

#include "programs/quantity.h"
#include "programs/tune/threads.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* A fitness so little above the best is as good: a sweep more or less is
   0.005. */
static const double near = 0.01;

/* What one contender does with one frame. */
typedef struct {
  double f, seconds;
  size_t solves, sweeps;
} attempt;

/* Scans finely, with all runs carried through. */
static int scan_finely(pn_tune *tune)
{
  const pn_fitness_settings *range = &tune->settings.fitness;
  const double step = (range->alpha_high - range->alpha_low) / (TUNE_FINE - 1);
  pn_fitness point[TUNE_FINE];
  for (size_t k = 0; k < TUNE_FINE; k++)
    point[k] = (pn_fitness){.alpha = range->alpha_low + step * (double)k,
                            .order = range->order_low};
  /* A sum of rounded steps may leave the range. */
  point[TUNE_FINE - 1].alpha = range->alpha_high;
  return pn_tune_evaluate(tune, INFINITY, TUNE_FINE, point);
}

static const pn_tune_method fine_scan = {
    .name = "381-scan", .summary = "", .run = scan_finely};

/* Runs all contenders on one frame. */
static int attempt_all(const void *study, const pn_frame *frame, void *result)
{
  const tune_compare *compare = study;
  attempt *made = result;
  int code = GSL_SUCCESS;
  if (frame->lcp->size == 0)
    return GSL_SUCCESS;
  pn_tune *tune = pn_tune_alloc(frame->lcp, &compare->asked->settings, NULL);
  for (size_t k = 0; k < compare->contenders && tune && !code; k++) {
    const double begin = tune_threads_time(0);
    code = pn_tune_run(tune, compare->contender[k].method);
    made[k] = (attempt){.f = tune->best.f,
                        .seconds = tune_threads_time(0) - begin,
                        .solves = tune->solves,
                        .sweeps = tune->sweeps};
  }
  pn_tune_free(tune);
  return tune ? code : GSL_ENOMEM;
}

/* Adds what the contenders did with a frame. */
static int keep(void *study, pn_frame *frame, const void *result,
                pn_error *error)
{
  tune_compare *compare = study;
  const attempt *made = result;
  (void)error;
  if (frame->lcp->size == 0)
    return GSL_SUCCESS;
  /* The means are sums until all frames are done. */
  for (size_t k = 0; k < compare->contenders; k++) {
    tune_contender *of = &compare->contender[k];
    const double gap = made[k].f - made[0].f;
    of->mean += gap;
    of->worst = compare->frames > 0 ? fmax(of->worst, gap) : gap;
    of->within += gap <= near;
    of->solves += (double)made[k].solves;
    of->sweeps += (double)made[k].sweeps;
    of->seconds += made[k].seconds;
  }
  compare->frames++;
  return GSL_SUCCESS;
}

/* Tells whether a name stands in the list, between commas. */
static int is_listed(const char *list, const char *name)
{
  const size_t length = strlen(name);
  for (const char *at = list; at; at = strchr(at, ',')) {
    at += *at == ',';
    if (strncmp(at, name, length) == 0 &&
        (at[length] == ',' || at[length] == '\0'))
      return 1;
  }
  return 0;
}

/* Chooses the methods that are named in the list, or all. */
static int choose(tune_compare *compare, const char *list, pn_error *error)
{
  const pn_tune_method *method;
  size_t named = 1;
  compare->contender[compare->contenders++].method = &fine_scan;
  for (size_t k = 0; (method = pn_tune_method_get(k)); k++)
    if (strcmp(list, "all") == 0 || is_listed(list, method->name))
      compare->contender[compare->contenders++].method = method;
  for (const char *at = list; *at; at++)
    named += *at == ',';
  if (strcmp(list, "all") != 0 && compare->contenders != named + 1)
    return pn_error_set(error, PROGRAM_WRONG_USAGE, NULL, 0,
                        "--compare needs methods such as scan,quick, or all, "
                        "not '%s'",
                        list);
  return GSL_SUCCESS;
}

int tune_compare_run(tune_compare *compare, tune_input *input, program *self)
{
  const tune_threads job = {.threads = compare->asked->threads,
                            .study = compare,
                            .result = TUNE_NAMES_MAX * sizeof(attempt),
                            .work = attempt_all,
                            .keep = keep};
  if (choose(compare, compare->asked->compare, &self->error) ||
      tune_threads_run(&job, input, compare->asked, self))
    return self->error.code;
  for (size_t k = 0; k < compare->contenders; k++) {
    tune_contender *of = &compare->contender[k];
    double *const sums[] = {&of->mean, &of->solves, &of->sweeps, &of->seconds};
    of->name = of->method->name;
    snprintf(of->within_of, sizeof of->within_of, "%8zu/%-3zu", of->within,
             compare->frames);
    for (size_t s = 0; s < sizeof sums / sizeof *sums; s++)
      *sums[s] /= (double)compare->frames;
  }
  return GSL_SUCCESS;
}

static const char *within_of(const void *contender)
{
  return ((const tune_contender *)contender)->within_of;
}

static const quantity contender[] = {
    {"method", NULL, QUANTITY_TEXT, .offset = offsetof(tune_contender, name),
     .format = "%-12s"},
    {"mean_gap", .offset = offsetof(tune_contender, mean), .format = " %10.4f",
     .heading = "mean gap"},
    {"worst_gap", .offset = offsetof(tune_contender, worst),
     .format = " %10.4f", .heading = "worst gap"},
    {QUANTITY_AT(tune_contender, within), .kind = QUANTITY_COUNT},
    {"within 0.01", NULL, QUANTITY_TEXT, .text = within_of, .no_json = 1,
     .format = " %12s"},
    {QUANTITY_AT(tune_contender, solves), .format = " %8.0f"},
    {QUANTITY_AT(tune_contender, sweeps), .format = " %8.0f"},
    {QUANTITY_AT(tune_contender, seconds), .format = " %9.3g",
     .heading = "s/frame"},
};

/* Prints a row for each method. */
static void table(FILE *stream, const void *result)
{
  const tune_compare *compare = result;
  quantity_rows rows = {QUANTITY_LIST(contender),
                        QUANTITY_ROWS(compare->contender, compare->contenders)};
  rows.columns -= (size_t)compare->asked->no_seconds;
  rows.rows = compare->frames > 0 ? rows.rows : 0;
  fprintf(stream,
          "%s: %zu frames; the gap is the fitness above the least of "
          "%d alphas\n",
          compare->name, compare->frames, TUNE_FINE);
  quantity_table(stream, &rows);
}

static void json(pn_json *out, const void *result)
{
  const tune_compare *compare = result;
  const quantity_rows rows = {
      QUANTITY_LIST(contender),
      QUANTITY_ROWS(compare->contender, compare->contenders)};
  pn_json_string(out, "scene", compare->name);
  pn_json_count(out, "frames", compare->frames);
  quantity_json(out, "methods", &rows);
}

const program_outputs tune_compare_outputs = {table, json, NULL, NULL, NULL};
