/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/tune/input.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/fclib.h"
#include "programs/interrupt.h"
#include "programs/lcp/problem.h"
#include "programs/program.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Opens a scene, and the file that its frames are recorded in. */
static int open_scene(tune_input *input, const char *path,
                      const tune_request *asked, pn_error *error)
{
  input->scene = pn_world_scene_read(path, error);
  if (!input->scene)
    return error->code;
  const pn_world_scene *of = input->scene;
  if (of->remarks)
    fputs(of->remarks, stderr);
  input->world =
      pn_world_alloc(of->system, of->geom, of->geoms, &of->settings, error);
  input->text = input->world ? program_read_text(path, error) : NULL;
  if (input->text && asked->record)
    input->record = pn_frames_create(asked->record, input->text, error);
  if (input->record)
    interrupt_keep(asked->record);
  return error->code;
}

/* Tells whether a file holds one problem: text, or FCLIB. */
static int is_problem(const char *path)
{
  const char *ending = strrchr(path, '.');
  return (ending &&
          (strcmp(ending, ".lcp") == 0 || strcmp(ending, ".mtx") == 0)) ||
         pn_fclib_is(path);
}

/* Reads the problem of a file as pantin-lcp does. MatrixMarket and some of the
   others say nothing of friction. */
static void open_problem(tune_input *input, const char *path,
                         const tune_request *asked, pn_error *error)
{
  lcp_request request;
  lcp_problem problem = {.lcp = NULL};
  lcp_request_init(&request);
  lcp_problem_read(&problem, &request, NULL, path, error);
  input->problem = problem.lcp;
  if (!error->code && asked->settings.fitness.pgs.coupled && !problem.lcp->mu)
    pn_error_set(error, GSL_EINVAL, path, 0,
                 "--coupled is for problems with friction, and this one has "
                 "none");
}

/* Counts the rows with bounds 0 and infinity, which are the contacts. */
static size_t count_contacts(const pn_lcp *lcp)
{
  size_t contacts = 0;
  for (size_t i = 0; i < lcp->size; i++)
    contacts += lcp->lo[i] == 0 && isinf(lcp->hi[i]);
  return contacts;
}

/* Returns the number of the k-th frame: steps are counted from 1. */
static size_t number_of(const tune_input *input, size_t k)
{
  return input->frames ? input->frames->number[k] : k + 1;
}

/* Finds the frames that were asked for, of which there must be one. */
static int find_wanted(tune_input *input, const char *path,
                       const tune_request *asked, pn_error *error)
{
  const pn_world_scene *of = input->scene;
  input->all = of              ? (size_t)round(of->time / of->settings.step)
               : input->frames ? input->frames->count
                               : 1;
  for (size_t k = 0; k < input->all; k++) {
    const size_t number = number_of(input, k);
    if (!tune_request_wants(asked, number))
      continue;
    input->least = input->wanted++ > 0 ? input->least : number;
    input->most = number;
    input->end = k + 1;
  }
  if (input->wanted > 0)
    return GSL_SUCCESS;
  return input->all == 0
             ? pn_error_set(error, GSL_EINVAL, path, 0, "there are no frames")
             : pn_error_set(error, GSL_EINVAL, path, 0,
                            "its frames are %zu to %zu, and none of them was "
                            "asked for",
                            number_of(input, 0),
                            number_of(input, input->all - 1));
}

int tune_input_open(tune_input *input, const char *path,
                    const tune_request *asked, pn_error *error)
{
  const char *ending = strrchr(path, '.');
  *input = (tune_input){.guesses = (asked->settings.tuned & PN_TUNE_WARM) != 0};
  if (program_is_input(path) ? !lcp_problem_is_hdf5(path)
                             : ending && strcmp(ending, ".cfg") == 0)
    open_scene(input, path, asked, error);
  else if (asked->record)
    pn_error_set(error, GSL_EINVAL, path, 0,
                 "--record is for scenes; these frames are recorded");
  else if (is_problem(path))
    open_problem(input, path, asked, error);
  else
    input->frames = pn_frames_open(path, error);
  if (!error->code && input->guesses && !input->scene)
    pn_error_set(error, GSL_EINVAL, path, 0,
                 "--tune warm starts from the impulses of the step before, and "
                 "is for scenes, which are simulated");
  return error->code ? error->code : find_wanted(input, path, asked, error);
}

/* Makes one step of the world, whose problem is the frame. */
static int advance(tune_input *input, pn_frame *frame, pn_error *error)
{
  pn_world *world = input->world;
  const double before = world->info.time;
  if (pn_world_advance(world, error))
    return error->code;
  *frame = (pn_frame){.number = world->info.steps,
                      .time = before,
                      .step = world->settings.step,
                      .contacts = world->info.contacts,
                      .joints = input->scene->system->joints};
  frame->lcp = pn_lcp_copy(world->lcp);
  if (!frame->lcp || (input->guesses && frame->lcp->size > 0 &&
                      pn_lcp_set_guess(frame->lcp, world->start)))
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  if (input->record && frame_state_of_world(&input->state, world))
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  if (input->record) {
    frame->state = &input->state.of;
    pn_frames_append(input->record, frame, error);
  }
  return error->code;
}

int tune_input_next(tune_input *input, const tune_request *asked,
                    pn_frame *frame, pn_error *error)
{
  while (input->next < input->end) {
    const size_t k = input->next++;
    const int wanted = tune_request_wants(asked, number_of(input, k));
    *frame = (pn_frame){.lcp = NULL};
    int code = GSL_SUCCESS;
    if (input->scene) /* a step is made in any case */
      code = advance(input, frame, error);
    else if (input->problem && wanted) {
      *frame = (pn_frame){.number = 1,
                          .contacts = count_contacts(input->problem),
                          .lcp = input->problem};
      input->problem = NULL; /* now the frame's */
    } else if (wanted)
      code = pn_frames_read(input->frames, k, frame, error);
    if (wanted && !code)
      return GSL_CONTINUE;
    pn_lcp_free(frame->lcp);
    if (code)
      return code;
  }
  return GSL_SUCCESS;
}

int tune_input_find(const tune_input *input, size_t number, pn_frame *frame,
                    pn_error *error)
{
  *frame = (pn_frame){.number = number, .lcp = input->problem};
  if (input->problem && number == 1)
    return GSL_SUCCESS;
  for (size_t k = 0; input->frames && k < input->frames->count; k++)
    if (input->frames->number[k] == number)
      return pn_frames_read(input->frames, k, frame, error);
  frame->lcp = NULL;
  return GSL_EINVAL;
}

double tune_input_fraction(const tune_input *input)
{
  return (double)input->next / (double)input->end;
}

const char *tune_input_text(const tune_input *input)
{
  return input->scene ? input->text : input->frames ? input->frames->scene : "";
}

int tune_input_close(tune_input *input, pn_error *error)
{
  pn_frames_close(input->frames, NULL);
  interrupt_gather(input->record ? input->record->count : 0);
  if (!pn_frames_close(input->record, error))
    interrupt_keep(NULL);
  pn_lcp_free(input->problem);
  pn_world_free(input->world);
  pn_world_scene_free(input->scene);
  frame_state_free(&input->state);
  pn_free(input->text);
  return error->code;
}
