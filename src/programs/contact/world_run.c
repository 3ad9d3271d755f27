/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/contact/world_run.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>

static int advance(void *of, pn_error *error)
{
  world_run *run = of;
  const int code = pn_world_advance(run->world, error);
  if (!code)
    run->history[run->course.steps] = run->world->info;
  return code;
}

int world_run_simulate(world_run *run, const contact_request *asked,
                       program *self)
{
  const pn_world_scene *of = run->of;
  run->world = pn_world_alloc(of->system, of->geom, of->geoms, &of->settings,
                              &self->error);
  if (!run->world)
    return self->error.code;
  run->course.room = contact_course_steps(of->time, of->settings.step);
  run->history = pn_alloc(run->course.room, sizeof *run->history);
  if (!run->history)
    return pn_error_set(&self->error, GSL_ENOMEM, NULL, 0, "out of memory");
  const contact_mover mover = {.run = run,
                               .advance = advance,
                               .state = run->world->y,
                               .dimension = pn_system_dimension(of->system),
                               .time = &run->world->info.time,
                               .lcp = run->world->lcp};
  return contact_course_run(&run->course, &mover, asked, self);
}

void world_run_free(world_run *run)
{
  contact_course_free(&run->course);
  pn_free(run->history);
  pn_world_free(run->world);
}
