/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "programs/contact/world_run.h"

#include "pantin/base/alloc.h"
#include "programs/contact/record.h"

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

/* Keeps the state, if an animation asks for this step. */
static void keep_picture(world_run *run)
{
  const size_t every = run->room / WORLD_PICTURES + 1;
  if (!run->keep_pictures || run->steps % every != 0 ||
      run->pictures == WORLD_PICTURES)
    return;
  const size_t dimension = pn_system_dimension(run->of->system);
  memcpy(run->picture + run->pictures * dimension, run->world->y,
         dimension * sizeof *run->picture);
  run->picture_time[run->pictures++] = run->world->info.time;
}

static int start(world_run *run, pn_error *error)
{
  const pn_world_scene *of = run->of;
  const double steps = ceil(of->time / of->settings.step - 1e-9);
  run->world =
      pn_world_alloc(of->system, of->part, of->parts, &of->settings, error);
  if (!run->world)
    return error->code ? error->code : GSL_EINVAL;
  run->room = (size_t)fmin(steps, 1e9);
  run->history = pn_alloc(run->room, sizeof *run->history);
  if (run->keep_pictures)
    run->picture = pn_alloc(WORLD_PICTURES * pn_system_dimension(of->system),
                            sizeof *run->picture);
  return run->history && (!run->keep_pictures || run->picture)
             ? GSL_SUCCESS
             : pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
}

int world_run_simulate(world_run *run, const contact_request *asked,
                       program *self)
{
  pn_error *error = &self->error;
  int code = start(run, error);
  if (!code)
    keep_picture(run);
  while (!code && run->steps < run->room && !run->interrupted) {
    const double begin = now();
    code = pn_world_advance(run->world, error);
    run->milliseconds += now() - begin;
    if (code)
      break;
    run->history[run->steps++] = run->world->info;
    keep_picture(run);
    code = contact_record_step(run->world->lcp, asked, run->steps,
                               &run->recorded, error);
    run->interrupted = program_interrupted();
    program_progress(self, (double)run->steps / (double)run->room);
  }
  if (!code && run->steps > 0)
    code = contact_record_last(run->world->lcp, asked, &run->recorded, error);
  return code;
}

void world_run_free(world_run *run)
{
  pn_free(run->history);
  pn_free(run->picture);
  pn_world_free(run->world);
}
