/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/tune/source.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static int ends_with(const char *path, const char *ending)
{
  const size_t length = strlen(path), tail = strlen(ending);
  return length >= tail && strcmp(path + length - tail, ending) == 0;
}

/* The whole text of a file, to be freed; NULL and the reason. */
static char *read_text(const char *path, pn_error *error)
{
  FILE *stream = fopen(path, "r");
  char *text = NULL;
  size_t length = 0, room = 1 << 12;
  while (stream) {
    char *larger = pn_realloc(text, room, 1);
    if (!larger)
      break;
    text = larger;
    length += fread(text + length, 1, room - length - 1, stream);
    text[length] = '\0';
    if (length + 1 < room) {
      fclose(stream);
      return text;
    }
    room *= 2;
  }
  if (stream)
    fclose(stream);
  pn_free(text);
  pn_error_set(error, GSL_EFAILED, path, 0, "cannot be read");
  return NULL;
}

static int open_scene(tune_source *source, const char *path,
                      const tune_request *asked, pn_error *error)
{
  source->scene = pn_world_scene_read(path, error);
  if (!source->scene)
    return error->code;
  const pn_world_scene *of = source->scene;
  source->world =
      pn_world_alloc(of->system, of->geom, of->geoms, &of->settings, error);
  source->text = source->world ? read_text(path, error) : NULL;
  if (source->text && asked->record)
    source->record = pn_frames_create(asked->record, source->text, error);
  return error->code;
}

static size_t scene_steps(const tune_source *source)
{
  const pn_world_scene *of = source->scene;
  return (size_t)round(of->time / of->settings.step);
}

/* The last frame that is wanted of a scene. */
static size_t scene_last(const tune_source *source, const tune_request *asked)
{
  const size_t steps = scene_steps(source);
  return asked->last < steps ? asked->last : steps;
}

/* That there is something to do. */
static int check_count(const tune_source *source, const char *path,
                       const tune_request *asked, pn_error *error)
{
  const pn_frames *frames = source->frames;
  const size_t all = frames ? frames->count : scene_steps(source);
  if (tune_source_count(source, asked) > 0)
    return GSL_SUCCESS;
  if (all == 0)
    return pn_error_set(error, GSL_EINVAL, path, 0, "there are no frames");
  return pn_error_set(error, GSL_EINVAL, path, 0,
                      "its frames are %zu to %zu, and none of them was asked "
                      "for",
                      frames ? frames->number[0] : 1,
                      frames ? frames->number[all - 1] : all);
}

int tune_source_open(tune_source *source, const char *path,
                     const tune_request *asked, pn_error *error)
{
  *source = (tune_source){.frames = NULL};
  if (ends_with(path, ".cfg"))
    return open_scene(source, path, asked, error) ||
                   check_count(source, path, asked, error)
               ? error->code
               : GSL_SUCCESS;
  if (asked->record)
    return pn_error_set(error, GSL_EINVAL, path, 0,
                        "--record is for scenes; these frames are recorded");
  source->frames = pn_frames_open(path, error);
  return source->frames ? check_count(source, path, asked, error) : error->code;
}

/* The factors of the world's problem, which the next step overwrites. */
static pn_rigid_delassus *copy_factors(const pn_rigid_delassus *R)
{
  pn_rigid_delassus *copy = pn_rigid_delassus_alloc(R->rows, R->bodies);
  if (!copy)
    return NULL;
  copy->rows = R->rows;
  if (R->rows > 0) {
    memcpy(copy->pair, R->pair, R->rows * sizeof *R->pair);
    memcpy(copy->G, R->G, R->rows * PN_RIGID_ROW * sizeof *R->G);
    memcpy(copy->C, R->C, R->rows * sizeof *R->C);
  }
  memcpy(copy->root, R->root, (R->bodies + 1) * sizeof *R->root);
  return copy;
}

static pn_lcp *copy_problem(const pn_lcp *lcp)
{
  const size_t n = lcp->size, bytes = n * sizeof(double);
  pn_lcp *copy = pn_lcp_alloc(n);
  if (!copy || n == 0)
    return copy;
  copy->R = copy_factors(lcp->R);
  if (!copy->R || (lcp->mu && pn_lcp_add_friction(copy))) {
    pn_lcp_free(copy);
    return NULL;
  }
  memcpy(copy->b, lcp->b, bytes);
  memcpy(copy->lo, lcp->lo, bytes);
  memcpy(copy->hi, lcp->hi, bytes);
  if (lcp->mu) {
    memcpy(copy->mu, lcp->mu, bytes);
    memcpy(copy->normal, lcp->normal, n * sizeof *lcp->normal);
  }
  pn_lcp_complete(copy);
  return copy;
}

/* One step of the world, whose problem is the frame. */
static int advance(tune_source *source, pn_frame *frame, pn_error *error)
{
  pn_world *world = source->world;
  const double before = world->info.time;
  if (pn_world_advance(world, error))
    return error->code;
  *frame = (pn_frame){.number = world->info.steps,
                      .time = before,
                      .step = world->settings.step,
                      .contacts = world->info.contacts,
                      .joints = source->scene->system->joints};
  frame->lcp = copy_problem(world->lcp);
  if (!frame->lcp)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  if (source->record)
    pn_frames_append(source->record, frame, error);
  return error->code;
}

static int next_of_scene(tune_source *source, const tune_request *asked,
                         pn_frame *frame, pn_error *error)
{
  while (source->world->info.steps < scene_last(source, asked)) {
    if (advance(source, frame, error)) {
      pn_lcp_free(frame->lcp);
      return error->code;
    }
    if (tune_request_wants(asked, frame->number))
      return GSL_CONTINUE;
    pn_lcp_free(frame->lcp);
  }
  return GSL_SUCCESS;
}

int tune_source_next(tune_source *source, const tune_request *asked,
                     pn_frame *frame, pn_error *error)
{
  if (source->scene)
    return next_of_scene(source, asked, frame, error);
  pn_frames *frames = source->frames;
  while (source->next < frames->count &&
         !tune_request_wants(asked, frames->number[source->next]))
    source->next++;
  if (source->next == frames->count)
    return GSL_SUCCESS;
  const int code = pn_frames_read(frames, source->next++, frame, error);
  return code ? code : GSL_CONTINUE;
}

void tune_source_range(const tune_source *source, const tune_request *asked,
                       size_t *least, size_t *most)
{
  const pn_frames *frames = source->frames;
  *least = *most = 0;
  if (source->scene) {
    *least = asked->first;
    *most = scene_last(source, asked);
  }
  for (size_t k = 0; frames && k < frames->count; k++)
    if (tune_request_wants(asked, frames->number[k])) {
      *least = *most == 0 ? frames->number[k] : *least;
      *most = frames->number[k];
    }
  *most = *most < *least ? *least : *most;
}

const char *tune_source_text(const tune_source *source)
{
  return source->scene ? source->text : source->frames->scene;
}

size_t tune_source_count(const tune_source *source, const tune_request *asked)
{
  const pn_frames *frames = source->frames;
  size_t count = 0;
  if (source->scene && asked->first <= scene_last(source, asked))
    return (scene_last(source, asked) - asked->first) / asked->stride +
           (asked->first > 0); /* the first step has number 1 */
  for (size_t k = 0; frames && k < frames->count; k++)
    count += (size_t)tune_request_wants(asked, frames->number[k]);
  return count;
}

double tune_source_fraction(const tune_source *source,
                            const tune_request *asked)
{
  size_t done = 0, all = 0;
  if (source->scene)
    return (double)source->world->info.steps /
           (double)(scene_last(source, asked) + 1);
  for (size_t k = 0; k < source->frames->count; k++)
    if (tune_request_wants(asked, source->frames->number[k])) {
      all++;
      done += k < source->next;
    }
  return all > 0 ? (double)done / (double)all : 1;
}

int tune_source_close(tune_source *source, pn_error *error)
{
  pn_frames_close(source->frames, NULL);
  pn_frames_close(source->record, error);
  pn_world_free(source->world);
  pn_world_scene_free(source->scene);
  pn_free(source->text);
  return error->code;
}
