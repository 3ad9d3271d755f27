/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/tune/run.h"

#include "pantin/base/alloc.h"
#include "pantin/tuning/condition.h"
#include "programs/tune/pool.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { FIRST_ROOM = 64 };

static double reason_number(const char *reason)
{
  for (int k = 1; k < PN_CMAES_REASONS; k++)
    if (strcmp(pn_cmaes_reason_name((pn_cmaes_reason)k), reason) == 0)
      return k;
  return 0;
}

static double norm(const double *x, size_t n)
{
  double squares = 0;
  for (size_t i = 0; i < n; i++)
    squares += x[i] * x[i];
  return sqrt(squares);
}

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
  row->solves = (double)tune->solves;
  row->reason = reason_number(tune->reason);
}

/* A problem without rows is solved by nothing. */
static void fill_empty(tune_row *row)
{
  row->alpha = 1;
  row->condition = NAN;
}

int tune_run_frame(const tune_run *run, const pn_frame *frame, tune_row *row)
{
  const tune_request *asked = run->asked;
  pn_lcp *lcp = frame->lcp;
  *row = (tune_row){.frame = (double)frame->number,
                    .time = frame->time,
                    .rows = (double)lcp->size,
                    .contacts = (double)frame->contacts,
                    .b = norm(lcp->b, lcp->size),
                    .condition = NAN,
                    .method = asked->method,
                    .seed = (double)asked->settings.cmaes.seed,
                    .mark = run->mark};
  if (lcp->size == 0) {
    fill_empty(row);
    return GSL_SUCCESS;
  }
  pn_tune_settings settings = asked->settings;
  settings.threads = run->threads > 1 ? run->threads : 1;
  const double begin = tune_now(settings.threads > 1);
  pn_tune *tune = pn_tune_alloc(lcp, &settings, NULL);
  if (!tune)
    return GSL_ENOMEM;
  int code = pn_tune_run(tune, pn_tune_method_get((size_t)asked->method));
  fill_row(row, tune);
  pn_tune_free(tune);
  row->seconds = tune_now(settings.threads > 1) - begin;
  pn_condition condition;
  if (!code && !asked->no_condition) {
    code = pn_lcp_condition(lcp, &condition);
    row->condition = condition.number;
  }
  return code;
}

int tune_run_lacks(const tune_run *run, size_t number)
{
  for (size_t k = 0; k < run->rows; k++)
    if (run->row[k].frame == (double)number)
      return 0;
  return 1;
}

/* In its place by number. */
int tune_run_add(tune_run *run, const tune_row *row)
{
  if (run->rows == run->room) {
    const size_t room = run->room > 0 ? 2 * run->room : FIRST_ROOM;
    tune_row *larger = pn_realloc(run->row, room, sizeof *larger);
    if (!larger)
      return GSL_ENOMEM;
    run->row = larger;
    run->room = room;
  }
  size_t at = run->rows++;
  for (; at > 0 && run->row[at - 1].frame > row->frame; at--)
    run->row[at] = run->row[at - 1];
  run->row[at] = *row;
  return GSL_SUCCESS;
}

int tune_run_keep(tune_run *run, const tune_row *row, pn_error *error)
{
  if (tune_run_add(run, row))
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  if (run->asked->output)
    return tune_run_write(run, run->asked->output, error);
  return GSL_SUCCESS;
}

static int lacks(const void *study, size_t number)
{
  return tune_run_lacks(study, number);
}

static int work(const void *study, const pn_frame *frame, void *result)
{
  return tune_run_frame(study, frame, result);
}

static int keep(void *study, pn_frame *frame, const void *result,
                pn_error *error)
{
  tune_run *run = study;
  if (tune_run_keep(run, result, error))
    return error->code;
  const int first = !run->shown.lcp || frame->number < run->shown.number;
  if (run->keep_shown && first && frame->lcp->size > 0) {
    pn_lcp_free(run->shown.lcp);
    run->shown = *frame;
    frame->lcp = NULL;
  }
  return GSL_SUCCESS;
}

int tune_run_all(tune_run *run, tune_source *source, program *self)
{
  const size_t threads = run->asked->threads;
  const int few = tune_source_count(source, run->asked) < threads;
  const tune_pool pool = {.threads = few ? 1 : threads,
                          .study = run,
                          .result = sizeof(tune_row),
                          .any_order = 1,
                          .wants = lacks,
                          .work = work,
                          .keep = keep};
  run->threads = few ? threads : 1;
  tune_pool_all(&pool, source, run->asked, self);
  run->interrupted = program_interrupted();
  return self->error.code;
}

void tune_run_free(tune_run *run)
{
  pn_lcp_free(run->shown.lcp);
  pn_free(run->row);
}
