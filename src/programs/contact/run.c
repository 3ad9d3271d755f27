/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/contact/run.h"

#include "pantin/base/alloc.h"
#include "pantin/base/scene.h"
#include "pantin/body/robot_model.h"
#include "programs/contact/record.h"
#include "programs/contact/report.h"
#include "programs/interrupt.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Tells the kind of a scene: balls have a container, or are listed. A file
   that cannot be read is refused by the reader of balls; NULL when memory is
   short. */
static const contact_kind *kind_of(const char *path, pn_error *error)
{
  pn_error own = {0};
  char *text = NULL;
  size_t length = 0;
  pn_scene *scene = NULL;
  if (!pni_scene_bytes(path, &text, &length, &own) &&
      !pni_robot_is_one(text, length))
    scene = pn_scene_read_string(path, text, length, &own);
  const int is_robot = text && pni_robot_is_one(text, length);
  pn_free(text);
  if (own.code == GSL_ENOMEM) {
    pn_error_set(error, own.code, NULL, 0, "out of memory");
    return NULL;
  }
  if (is_robot)
    return &contact_world;
  if (!scene)
    return &contact_balls;
  pn_scene_group root = pn_scene_root(scene, &own);
  const int rigid = pn_scene_look(&root, "container") == PN_SCENE_NOTHING &&
                    pn_scene_look(&root, "balls") == PN_SCENE_NOTHING;
  pn_scene_free(scene);
  return rigid ? &contact_world : &contact_balls;
}

/* The most steps of a run; more are a typing error. */
static const double steps_max = 1e9;

/* Steps that are kept for table and picture. */
enum { KEPT_MOST = 100000 };

/* Counts the steps that the time takes. Returns the error's code. */
static int count_steps(contact_run *run, pn_error *error)
{
  static const double rounding = 1e-9;
  const double steps = ceil(run->time / run->dt - rounding);
  if (!(steps <= steps_max))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "%g s in steps of %g s are more than %g steps",
                        run->time, run->dt, steps_max);
  run->steps_most = steps > 0 ? (size_t)steps : 0;
  return GSL_SUCCESS;
}

/* Takes the memory for what is kept of the steps, which is all if `whole`, once
   it is known that each step to be recorded will be made. */
static int prepare(contact_run *run, const contact_request *asked, int whole,
                   pn_error *error)
{
  if (count_steps(run, error))
    return error->code;
  if (asked->record && run->steps_most == 0)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "--record keeps the problem of a step, and %g s have "
                        "none",
                        run->time);
  const size_t last = frame_list_largest(&asked->wanted);
  if (last > run->steps_most)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "--frames asks for step %zu of %zu", last,
                        run->steps_most);
  run->thin = whole ? 1 : run->steps_most / KEPT_MOST + 1;
  run->history =
      pn_alloc(run->steps_most / run->thin + 2, sizeof *run->history);
  run->picture =
      pn_alloc(run->pictures_most * run->dimension, sizeof *run->picture);
  return run->history && run->picture
             ? GSL_SUCCESS
             : pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
}

/* Keeps the state, if an animation shows this step. Returns the error's code.
 */
static int keep_picture(contact_run *run, pn_error *error)
{
  const size_t most = run->pictures_most;
  if (most == 0 || run->steps % (run->steps_most / most + 1) != 0 ||
      run->pictures == most)
    return GSL_SUCCESS;
  if (run->keep_impulses && run->steps > 0 && contact_keep_impulses(run))
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  run->impulse_end[run->pictures] = run->impulses;
  memcpy(run->picture + run->pictures * run->dimension, run->state,
         run->dimension * sizeof *run->picture);
  run->picture_info[run->pictures++] = *run->info;
  return GSL_SUCCESS;
}

/* Positions are known to this part of the thinnest body. */
static const double rounded = 1e-12;

/* Keeps what is known of the last step, in the place of that of the step before
   it if that is one of those between. */
static void keep_info(contact_run *run)
{
  const pn_step_info *info = run->info;
  contact_extremes *of = &run->extremes;
  of->penetration = fmax(of->penetration, info->penetration);
  const double residual = info->residual.scaled.inf;
  of->residual = fmax(of->residual, residual);
  of->undone = fmax(of->undone, info->residual.scale);
  /* What rounded positions make of d / dt is solved, whatever is asked for. */
  const double solved = fmax(run->kind->tolerance(run),
                             rounded * run->kind->thinnest(run) / run->dt);
  if (residual > solved) {
    const double share = residual / info->residual.scale;
    of->unsolved = fmax(of->unsolved, share);
    if (run->kind->stalls && run->kind->stalls(run))
      of->stalled = fmax(of->stalled, share);
  }
  if (run->world)
    contact_depth_step(&of->depth, run->world);
  of->missed += info->missed;
  of->rebound = fmax(of->rebound, info->rebound);
  of->friction_gap = fmax(of->friction_gap, info->friction_gap);
  of->joint_gap = fmax(of->joint_gap, info->joint_gap);
  if (run->steps == 0 || info->contacts < of->fewest)
    of->fewest = info->contacts;
  of->most = info->contacts > of->most ? info->contacts : of->most;
  of->cut += info->cut != 0;
  if (run->steps == 0 || (run->steps - 1) % run->thin == 0)
    run->kept++;
  run->history[run->kept - 1] = *info;
  run->steps++;
}

/* Makes a step, and keeps what is known of it. Returns the error's code. */
static int make_step(contact_run *run, const contact_request *asked,
                     pn_error *error)
{
  const double begin = program_thread_time();
  interrupt_step_begin();
  int code = run->kind->advance(run, error);
  interrupt_step_end();
  run->milliseconds += 1e3 * (program_thread_time() - begin);
  if (code)
    return code;
  keep_info(run);
  code = keep_picture(run, error);
  if (!code)
    code = contact_record_step(run, asked, error);
  if (code || !run->csv)
    return code;
  if (run->every == 0)
    return quantity_stream_row(run->csv, run->kept - 1, error);
  return run->steps % run->every == 0 ? contact_moments_step(run, error) : code;
}

int contact_run_simulate(contact_run *run, const contact_request *asked,
                         program *self)
{
  pn_error *error = &self->error;
  run->kind = kind_of(self->scene, error);
  if (!run->kind)
    return error->code;
  int code = run->kind->open(run, asked, self->scene, error);
  if (!code)
    code = prepare(run, asked, self->json != NULL, error);
  if (!code)
    code = contact_record_begin(run, asked, self->scene, error);
  if (!code && asked->record && !run->recording)
    code = program_hold(self, asked->record);
  run->every = asked->every;
  if (!code && run->every > 0 && !self->csv) {
    program_refuse(self, "--every is for --csv FILE");
    return GSL_EINVAL;
  }
  if (!code && self->csv)
    code = run->every > 0 ? contact_moments_open(run, self->csv, error)
                          : contact_csv_open(run, self->csv, error);
  run->keep_impulses &= !code && contact_bodies(run) <= CONTACT_ARROWS;
  if (!code)
    code = keep_picture(run, error);
  program_leave_with(self, NULL, &contact_outputs, run);
  while (!code && run->steps < run->steps_most && !run->interrupted) {
    code = make_step(run, asked, error);
    run->interrupted = program_interrupted();
    program_progress(self, (double)run->steps / (double)run->steps_most);
  }
  interrupt_heed();
  if (!code)
    code = contact_record_end(run, asked, error);
  return !code && run->csv ? quantity_stream_commit(run->csv, error) : code;
}

void contact_run_free(contact_run *run)
{
  if (run->kind)
    run->kind->close(run);
  contact_csv_free(run);
  pn_frames_close(run->recording, NULL);
  frame_state_free(&run->moment);
  pn_free(run->history);
  pn_free(run->picture);
  pn_free(run->impulse);
}
