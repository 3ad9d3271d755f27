/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frames are tuned in waves, one to each thread; only this thread reads them,
   keeps the results and talks. */
#include "config.h"

#include "programs/tune/run.h"

#include "pantin/base/alloc.h"
#include "pantin/tuning/condition.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

enum { FIRST_ROOM = 64, THREADS_MOST = 256 };

/* Of this thread's processor time [s]. */
static double now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* One frame of a wave. */
typedef struct {
  const tune_request *asked;
  pn_frame frame;
  tune_row row;
  int code;
  pthread_t thread;
  int started;
} task;

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

static int tune_frame(task *of)
{
  const tune_request *asked = of->asked;
  pn_lcp *lcp = of->frame.lcp;
  tune_row *row = &of->row;
  *row = (tune_row){.frame = (double)of->frame.number,
                    .time = of->frame.time,
                    .rows = (double)lcp->size,
                    .contacts = (double)of->frame.contacts,
                    .b = norm(lcp->b, lcp->size),
                    .condition = NAN,
                    .method = asked->method,
                    .seed = (double)asked->settings.cmaes.seed};
  if (lcp->size == 0) {
    fill_empty(row);
    return GSL_SUCCESS;
  }
  const double begin = now();
  if (lcp->R && pn_lcp_choose_form(lcp))
    return GSL_ENOMEM;
  pn_tune *tune = pn_tune_alloc(lcp, &asked->settings, NULL);
  if (!tune)
    return GSL_ENOMEM;
  int code = pn_tune_run(tune, pn_tune_method_get((size_t)asked->method));
  fill_row(row, tune);
  pn_tune_free(tune);
  row->seconds = now() - begin;
  pn_condition condition;
  if (!code && !asked->no_condition) {
    code = pn_lcp_condition(lcp, &condition);
    row->condition = condition.number;
  }
  return code;
}

static void *work(void *argument)
{
  task *of = argument;
  of->code = tune_frame(of);
  return NULL;
}

static int has_row(const tune_run *run, size_t number)
{
  for (size_t k = 0; k < run->rows; k++)
    if (run->row[k].frame == (double)number)
      return 1;
  return 0;
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

/* Takes the next frames that have no row yet; how many. */
static size_t fetch(tune_run *run, tune_source *source, task *wave,
                    program *self)
{
  size_t count = 0;
  while (count < run->asked->threads && !program_interrupted()) {
    task *of = &wave[count];
    of->asked = run->asked;
    of->code = GSL_SUCCESS;
    if (tune_source_next(source, run->asked, &of->frame, &self->error) !=
        GSL_CONTINUE)
      break;
    if (has_row(run, of->frame.number))
      pn_lcp_free(of->frame.lcp);
    else
      count++;
    program_progress(self, tune_source_fraction(source, run->asked));
  }
  return count;
}

/* A thread that cannot be started is done without. */
static void tune_wave(task *wave, size_t count)
{
  for (size_t t = 1; t < count; t++)
    wave[t].started =
        pthread_create(&wave[t].thread, NULL, work, &wave[t]) == 0;
  work(&wave[0]);
  for (size_t t = 1; t < count; t++)
    if (wave[t].started)
      pthread_join(wave[t].thread, NULL);
    else
      work(&wave[t]);
}

static int keep(tune_run *run, task *wave, size_t count, pn_error *error)
{
  int code = GSL_SUCCESS;
  for (size_t t = 0; t < count; t++) {
    if (!code)
      code = wave[t].code ? wave[t].code : tune_run_add(run, &wave[t].row);
    if (!code && run->keep_shown && !run->shown.lcp && wave[t].row.rows > 0)
      run->shown = wave[t].frame;
    else
      pn_lcp_free(wave[t].frame.lcp);
  }
  if (code)
    return pn_error_set(error, code, NULL, 0, "out of memory");
  if (run->asked->output)
    return tune_run_write(run, run->asked->output, error);
  return GSL_SUCCESS;
}

int tune_run_all(tune_run *run, tune_source *source, program *self)
{
  task *wave = pn_alloc(run->asked->threads, sizeof *wave);
  size_t count;
  if (!wave)
    return pn_error_set(&self->error, GSL_ENOMEM, NULL, 0, "out of memory");
  while ((count = fetch(run, source, wave, self)) > 0) {
    tune_wave(wave, count);
    if (keep(run, wave, count, &self->error) || self->error.code)
      break;
    program_progress(self, tune_source_fraction(source, run->asked));
  }
  run->interrupted = program_interrupted();
  pn_free(wave);
  return self->error.code;
}

void tune_run_free(tune_run *run)
{
  pn_lcp_free(run->shown.lcp);
  pn_free(run->row);
}
