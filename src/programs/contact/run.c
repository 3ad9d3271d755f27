/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/contact/run.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>

static int advance(void *of, pn_error *error)
{
  contact_run *run = of;
  const int code = pn_stepper_advance(run->stepper, error);
  if (!code)
    run->history[run->course.steps] = run->stepper->info;
  return code;
}

int contact_run_simulate(contact_run *run, const contact_request *asked,
                         program *self)
{
  const pn_balls *balls = run->of->balls;
  run->stepper =
      pn_stepper_alloc(run->of->balls, &run->of->settings, &self->error);
  if (!run->stepper)
    return self->error.code;
  run->course.room =
      contact_course_steps(run->of->time, run->of->settings.step);
  run->history = pn_alloc(run->course.room, sizeof *run->history);
  if (!run->history)
    return pn_error_set(&self->error, GSL_ENOMEM, NULL, 0, "out of memory");
  const contact_mover mover = {.run = run,
                               .advance = advance,
                               .state = &balls->x[0].x,
                               .dimension = 3 * balls->count,
                               .time = &run->stepper->info.time,
                               .lcp = run->stepper->lcp};
  return contact_course_run(&run->course, &mover, asked, self);
}

void contact_run_free(contact_run *run)
{
  contact_course_free(&run->course);
  pn_free(run->history);
  pn_stepper_free(run->stepper);
}
