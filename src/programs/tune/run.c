/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/tune/run.h"

#include "pantin/tuning/condition.h"
#include "programs/tune/report.h"
#include "programs/tune/threads.h"

#include <gsl/gsl_cblas.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Returns the number of a reason, as rows have it. */
static double reason_number(const char *reason)
{
  for (int k = 1; k < PN_CMAES_REASONS; k++)
    if (strcmp(pn_cmaes_reason_name((pn_cmaes_reason)k), reason) == 0)
      return k;
  return 0;
}

/* Returns |x|_2, also where its square would overflow. */
static double norm(const double *x, size_t n)
{
  double squares = 0;
  for (size_t i = 0; i < n; i++)
    squares += x[i] * x[i];
  return isfinite(squares) ? sqrt(squares) : cblas_dnrm2((int)n, x, 1);
}

/* Fills in what tuning found. */
static void fill_row(tune_row *row, const pn_tune *tune)
{
  row->alpha = tune->best.alpha;
  row->kappa = tune->best.kappa;
  row->fitness = tune->best.f;
  row->fitness_before = tune->plain.f;
  row->sweeps = (double)tune->best.run.sweeps;
  row->sweeps_before = (double)tune->plain.run.sweeps;
  row->error = tune->best.run.least;
  row->error_before = tune->plain.run.least;
  row->flat = tune->flat;
  row->warm = tune->best.warm;
  row->row_order = (double)tune->best.rows_in;
  row->sweeps_most =
      (double)(tune->best.sweeps > 0 ? tune->best.sweeps
                                     : tune->settings.fitness.pgs.sweeps);
  row->solves = (double)tune->solves;
  row->reason = reason_number(tune->reason);
}

int tune_run_frame(const tune_results *results, size_t threads,
                   const pn_frame *frame, tune_row *row)
{
  const tune_request *asked = results->asked;
  pn_lcp *lcp = frame->lcp;
  *row = (tune_row){.frame = (double)frame->number,
                    .time = frame->time,
                    .rows = (double)lcp->size,
                    .contacts = (double)frame->contacts,
                    .b = norm(lcp->b, lcp->size),
                    .alpha = 1,
                    .condition = NAN,
                    .condition_range = NAN,
                    .method = asked->method,
                    .seed = (double)asked->settings.cmaes.seed,
                    .mark = tune_request_row_mark(results->mark, lcp)};
  if (isnan(row->mark))
    return GSL_ENOMEM;
  if (lcp->size == 0) /* nothing to tune */
    return GSL_SUCCESS;

  pn_tune_settings settings = asked->settings;
  settings.threads = threads;
  const double begin = tune_threads_time(threads > 1);
  pn_tune *tune = pn_tune_alloc(lcp, &settings, NULL);
  if (!tune)
    return GSL_ENOMEM;
  int code = pn_tune_run(tune, pn_tune_method_get((size_t)asked->method));
  fill_row(row, tune);
  pn_tune_free(tune);
  if (!asked->no_seconds)
    row->seconds = tune_threads_time(threads > 1) - begin;

  pn_condition condition;
  if (!code && !asked->no_condition) {
    code = pn_lcp_condition(lcp, &condition);
    row->condition = condition.number;
    row->condition_range = condition.range;
  }
  return code;
}

/* The work on all frames: the results, and the threads for one frame. */
typedef struct {
  tune_results *results;
  size_t threads;
} study;

static int wants(const void *of, size_t number)
{
  return tune_results_lack(((const study *)of)->results, number);
}

static int work(const void *of, const pn_frame *frame, void *row)
{
  const study *s = of;
  return tune_run_frame(s->results, s->threads, frame, row);
}

/* Keeps a row, and the frame if it is the first of those that a figure may
   show. */
static int keep(void *of, pn_frame *frame, const void *row, pn_error *error)
{
  tune_results *results = ((study *)of)->results;
  if (tune_results_keep(results, row, error))
    return error->code;
  const int first =
      !results->shown.lcp || frame->number < results->shown.number;
  if (results->keep_shown && first && frame->lcp->size > 0) {
    pn_lcp_free(results->shown.lcp);
    results->shown = *frame;
    frame->lcp = NULL;
  }
  return GSL_SUCCESS;
}

int tune_run(tune_results *results, tune_input *input, program *self)
{
  const size_t threads = results->asked->threads;
  const int few = input->wanted < threads;
  study all = {results, few ? threads : 1};
  const tune_threads job = {.threads = few ? 1 : threads,
                            .study = &all,
                            .result = sizeof(tune_row),
                            .any_order = 1,
                            .outputs = &tune_outputs,
                            .result_of_all = results,
                            .wants = wants,
                            .work = work,
                            .keep = keep};
  tune_threads_run(&job, input, results->asked, self);
  results->interrupted = program_interrupted();
  return self->error.code;
}
