/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/contact/request.h"

#include "pantin/base/scene.h"

#include <gsl/gsl_errno.h>
#include <stdlib.h>
#include <string.h>

static const double not_given = -1;

static void collect_names(contact_request *asked)
{
  for (size_t k = 0; k < CONTACT_NAMES_MAX && pn_lcp_method_get(k); k++)
    asked->solvers[k] = pn_lcp_method_get(k)->name;
}

void contact_request_init(contact_request *asked)
{
  *asked = (contact_request){.solver = -1,
                             .tolerance = not_given,
                             .omega = not_given,
                             .time = not_given,
                             .step = not_given,
                             .margin = not_given,
                             .damping = not_given,
                             .friction = not_given};
  collect_names(asked);
  const pn_option options[CONTACT_OPTIONS + 1] = {
      {.name = "solver",
       .kind = PN_OPTION_CHOICE,
       .value = &asked->solver,
       .choices = asked->solvers,
       .argument = "NAME",
       .help = "how to find the impulses (default psor):"},
      {.name = "iterations",
       .kind = PN_OPTION_COUNT,
       .value = &asked->iterations,
       .range = {1, 1e7, NULL},
       .argument = "N",
       .help = "at most N iterations in a step (default 20)"},
      {.name = "tolerance",
       .kind = PN_OPTION_REAL,
       .value = &asked->tolerance,
       .range = {0, 1, NULL},
       .argument = "X",
       .help = "stop them when the scaled residual is below X m/s (default 0: "
               "take all)"},
      {.name = "omega",
       .kind = PN_OPTION_REAL,
       .value = &asked->omega,
       .range = {0.001, 1.999, NULL},
       .argument = "X",
       .help = "over-relaxation of psor (default 1.75)"},
      {.name = "time",
       .kind = PN_OPTION_REAL,
       .value = &asked->time,
       .range = {0, 1e9, "s"},
       .argument = "T",
       .help = "simulate T seconds"},
      {.name = "step",
       .kind = PN_OPTION_REAL,
       .value = &asked->step,
       .range = {1e-9, 1e9, "s"},
       .argument = "T",
       .help = "length of a step in seconds (default 0.01)"},
      {.name = "margin",
       .kind = PN_OPTION_REAL,
       .value = &asked->margin,
       .range = {0, 1e9, "m"},
       .argument = "D",
       .help = "look at gaps up to D m, and the way of a step (default 0)"},
      {.name = "damping",
       .kind = PN_OPTION_REAL,
       .value = &asked->damping,
       .range = {0, 1e9, "1/s"},
       .argument = "X",
       .help = "velocities decay as exp(-X t) (default 0)"},
      {.name = "no-position-correction",
       .kind = PN_OPTION_FLAG,
       .value = &asked->no_correction,
       .help = "leave overlaps as they are"},
      {.name = "no-anticipation",
       .kind = PN_OPTION_FLAG,
       .value = &asked->no_anticipation,
       .help = "no impulse before balls touch"},
      {.name = "warm-start",
       .kind = PN_OPTION_FLAG,
       .value = &asked->warm_start,
       .help = "start from the impulses of the last step"},
      {.name = "friction",
       .kind = PN_OPTION_REAL,
       .value = &asked->friction,
       .range = {0, 1e9, NULL},
       .argument = "MU",
       .help = "coefficient of friction of rigid bodies"},
      {.name = "coupled",
       .kind = PN_OPTION_FLAG,
       .value = &asked->coupled,
       .help = "bound the friction of rigid bodies by the normal impulses "
               "sought, not by those found last (frozen): right at once, but "
               "only for pgs and psor, with omega below 1.6"},
      {.name = "record",
       .kind = PN_OPTION_STRING,
       .value = &asked->record,
       .argument = "FILE",
       .help = "keep the contact problem of the last step, as .lcp, or .mtx "
               "for MatrixMarket"},
      {.name = "frames",
       .kind = PN_OPTION_STRING,
       .value = &asked->frames,
       .argument = "N,N,...",
       .help = "keep those of these steps instead, as FILE-N"},
  };
  memcpy(asked->options, options, sizeof options);
}

/* "100,250,300" */
static int read_frames(contact_request *asked, pn_error *error)
{
  const char *text = asked->frames;
  if (text && !asked->record)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "--frames is for --record FILE");
  while (text && *text) {
    char *end;
    const long number = strtol(text, &end, 10);
    if (end == text || (*end != ',' && *end != '\0') || number < 1 ||
        asked->frame_count == CONTACT_FRAMES_MAX)
      return pn_error_set(error, GSL_EINVAL, NULL, 0,
                          "--frames must be at most %d step numbers such as "
                          "100,250, not '%s'",
                          CONTACT_FRAMES_MAX, asked->frames);
    asked->frame[asked->frame_count++] = (size_t)number;
    text = *end ? end + 1 : end;
  }
  return GSL_SUCCESS;
}

static void override(double asked, double *value)
{
  if (asked >= 0)
    *value = asked;
}

int contact_request_is_world(const char *path)
{
  pn_error error = {0};
  pn_scene *scene = pn_scene_read(path, &error);
  if (!scene)
    return 0;
  pn_scene_group root = pn_scene_root(scene, &error);
  const int none = pn_scene_look(&root, "container") == PN_SCENE_NOTHING;
  const int balls = pn_scene_look(&root, "balls") != PN_SCENE_NOTHING;
  pn_scene_free(scene);
  return none && !balls;
}

/* What only one kind of scene understands. */
static int refuse(const char *option, const char *kind, pn_error *error)
{
  return pn_error_set(error, GSL_EINVAL, NULL, 0, "%s is for %s", option, kind);
}

pn_world_scene *contact_request_read_world(contact_request *asked,
                                           const char *path, pn_error *error)
{
  if (read_frames(asked, error))
    return NULL;
  if (asked->no_correction || asked->no_anticipation) {
    refuse(asked->no_correction ? "--no-position-correction"
                                : "--no-anticipation",
           "balls, and this is a scene of rigid bodies", error);
    return NULL;
  }
  pn_world_scene *of = pn_world_scene_read(path, error);
  if (!of)
    return NULL;
  pn_world_settings *settings = &of->settings;
  if (asked->solver >= 0)
    settings->method = pn_lcp_method_get((size_t)asked->solver);
  if (asked->iterations > 0)
    settings->iterations = asked->iterations;
  override(asked->tolerance, &settings->tolerance);
  override(asked->omega, &settings->omega);
  override(asked->time, &of->time);
  override(asked->step, &settings->step);
  override(asked->margin, &settings->margin);
  override(asked->damping, &settings->damping);
  override(asked->friction, &settings->friction);
  settings->frozen &= !asked->coupled;
  settings->warm_start |= asked->warm_start;
  return of;
}

pn_balls_scene *contact_request_read(contact_request *asked, const char *path,
                                     pn_error *error)
{
  if (read_frames(asked, error))
    return NULL;
  if (asked->friction >= 0 || asked->coupled) {
    refuse(asked->coupled ? "--coupled" : "--friction",
           "rigid bodies, and this is a scene of balls", error);
    return NULL;
  }
  pn_balls_scene *of = pn_balls_scene_read(path, error);
  if (!of)
    return NULL;
  pn_stepper_settings *settings = &of->settings;
  if (asked->solver >= 0)
    settings->method = pn_lcp_method_get((size_t)asked->solver);
  if (asked->iterations > 0)
    settings->iterations = asked->iterations;
  override(asked->tolerance, &settings->tolerance);
  override(asked->omega, &settings->omega);
  override(asked->time, &of->time);
  override(asked->step, &settings->step);
  override(asked->margin, &settings->margin);
  override(asked->damping, &settings->damping);
  settings->position_correction &= !asked->no_correction;
  settings->anticipation &= !asked->no_anticipation;
  settings->warm_start |= asked->warm_start;
  return of;
}
