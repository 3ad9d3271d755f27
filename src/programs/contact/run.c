/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "programs/contact/run.h"

#include "programs/contact/record.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>
#include <time.h>

static double now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

/* Keeps the positions, if an animation asks for this step. */
static void keep_picture(contact_run *run)
{
  const size_t every = run->room / CONTACT_PICTURES + 1;
  if (!run->keep_pictures || run->steps % every != 0 ||
      run->pictures == CONTACT_PICTURES)
    return;
  const pn_balls *balls = run->of->balls;
  memcpy(run->picture + run->pictures * balls->count, balls->x,
         balls->count * sizeof *balls->x);
  run->picture_time[run->pictures++] = run->stepper->info.time;
}

static int start(contact_run *run, pn_error *error)
{
  const double steps = ceil(run->of->time / run->of->settings.step - 1e-9);
  run->stepper = pn_stepper_alloc(run->of->balls, &run->of->settings, error);
  if (!run->stepper)
    return error->code;
  run->room = (size_t)fmin(steps, 1e9);
  run->history = pn_alloc(run->room, sizeof *run->history);
  if (run->keep_pictures)
    run->picture =
        pn_alloc(CONTACT_PICTURES * run->of->balls->count, sizeof(pn_vec3));
  return run->history && (!run->keep_pictures || run->picture)
             ? GSL_SUCCESS
             : pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
}

int contact_run_simulate(contact_run *run, const contact_request *asked,
                         program *self)
{
  pn_error *error = &self->error;
  int code = start(run, error);
  if (!code)
    keep_picture(run);
  while (!code && run->steps < run->room && !run->interrupted) {
    const double begin = now();
    code = pn_stepper_advance(run->stepper, error);
    run->milliseconds += now() - begin;
    if (code)
      break;
    run->history[run->steps++] = run->stepper->info;
    keep_picture(run);
    code = contact_record_step(run->stepper->lcp, asked, run->steps,
                               &run->recorded, error);
    run->interrupted = program_interrupted();
    program_progress(self, (double)run->steps / (double)run->room);
  }
  if (!code && run->steps > 0)
    code = contact_record_last(run->stepper->lcp, asked, &run->recorded, error);
  return code;
}

void contact_run_free(contact_run *run)
{
  pn_free(run->history);
  pn_free(run->picture);
  pn_stepper_free(run->stepper);
}
