/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "programs/contact/course.h"

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

size_t contact_course_steps(double time, double h)
{
  static const double rounding = 1e-9, most = 1e9;
  return (size_t)fmin(ceil(time / h - rounding), most);
}

/* Keeps the state, if an animation asks for this step. */
static void keep_picture(contact_course *course, const contact_mover *mover)
{
  const size_t every = course->room / CONTACT_PICTURES + 1;
  if (!course->keep_pictures || course->steps % every != 0 ||
      course->pictures == CONTACT_PICTURES)
    return;
  memcpy(course->picture + course->pictures * mover->dimension, mover->state,
         mover->dimension * sizeof *course->picture);
  course->picture_time[course->pictures++] = *mover->time;
}

/* That all steps to be recorded will be made. */
static int check_frames(const contact_course *course,
                        const contact_request *asked, pn_error *error)
{
  for (size_t k = 0; k < asked->frame_count; k++)
    if (asked->frame[k] > course->room)
      return pn_error_set(error, GSL_EINVAL, NULL, 0,
                          "--frames asks for step %zu of %zu", asked->frame[k],
                          course->room);
  return GSL_SUCCESS;
}

int contact_course_run(contact_course *course, const contact_mover *mover,
                       const contact_request *asked, program *self)
{
  pn_error *error = &self->error;
  int code = check_frames(course, asked, error);
  if (code)
    return code;
  if (course->keep_pictures)
    course->picture =
        pn_alloc(CONTACT_PICTURES * mover->dimension, sizeof *course->picture);
  if (course->keep_pictures && !course->picture)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  keep_picture(course, mover);
  while (!code && course->steps < course->room && !course->interrupted) {
    const double begin = now();
    code = mover->advance(mover->run, error);
    course->milliseconds += now() - begin;
    if (code)
      break;
    course->steps++;
    keep_picture(course, mover);
    code = contact_record_step(mover->lcp, asked, course->steps,
                               &course->recorded, error);
    course->interrupted = program_interrupted();
    program_progress(self, (double)course->steps / (double)course->room);
  }
  if (!code && course->steps > 0)
    code = contact_record_last(mover->lcp, asked, &course->recorded, error);
  return code;
}

void contact_course_free(contact_course *course)
{
  pn_free(course->picture);
}
