/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "programs/tune/wave.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <pthread.h>
#include <time.h>

double tune_now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* One frame of a wave. */
typedef struct {
  const tune_wave *wave;
  pn_frame frame;
  void *result;
  int code;
  pthread_t thread;
  int started;
} task;

static void *work(void *argument)
{
  task *of = argument;
  of->code = of->wave->work(of->wave->study, &of->frame, of->result);
  return NULL;
}

/* Takes the next frames that are wanted; how many. */
static size_t fetch(const tune_wave *wave, tune_source *source,
                    const tune_request *asked, task *tasks, program *self)
{
  size_t count = 0;
  while (count < asked->threads && !program_interrupted()) {
    task *of = &tasks[count];
    if (tune_source_next(source, asked, &of->frame, &self->error) !=
        GSL_CONTINUE)
      break;
    if (!wave->wants || wave->wants(wave->study, of->frame.number))
      count++;
    else
      pn_lcp_free(of->frame.lcp);
    program_progress(self, tune_source_fraction(source, asked));
  }
  return count;
}

/* A thread that cannot be started is done without. */
static void run(task *tasks, size_t count)
{
  for (size_t t = 1; t < count; t++)
    tasks[t].started =
        pthread_create(&tasks[t].thread, NULL, work, &tasks[t]) == 0;
  work(&tasks[0]);
  for (size_t t = 1; t < count; t++)
    if (tasks[t].started)
      pthread_join(tasks[t].thread, NULL);
    else
      work(&tasks[t]);
}

static int keep(const tune_wave *wave, task *tasks, size_t count,
                pn_error *error)
{
  int code = GSL_SUCCESS;
  for (size_t t = 0; t < count; t++) {
    task *of = &tasks[t];
    if (!code && of->code)
      code = pn_error_set(error, of->code, NULL, 0, "out of memory");
    if (!code)
      code = wave->keep(wave->study, &of->frame, of->result, error);
    pn_lcp_free(of->frame.lcp);
  }
  return code;
}

int tune_wave_all(const tune_wave *wave, tune_source *source,
                  const tune_request *asked, program *self)
{
  task *tasks = pn_alloc(asked->threads, sizeof *tasks);
  char *results = pn_alloc(asked->threads, wave->result);
  size_t count;
  if (!tasks || !results)
    pn_error_set(&self->error, GSL_ENOMEM, NULL, 0, "out of memory");
  for (size_t t = 0; t < asked->threads && tasks; t++)
    tasks[t] = (task){.wave = wave, .result = results + t * wave->result};
  while (!self->error.code &&
         (count = fetch(wave, source, asked, tasks, self)) > 0) {
    run(tasks, count);
    keep(wave, tasks, count, &self->error);
    program_progress(self, tune_source_fraction(source, asked));
  }
  pn_free(results);
  pn_free(tasks);
  return self->error.code;
}
