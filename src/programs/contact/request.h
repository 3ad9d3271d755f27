/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the command line of pantin-contact asks for. */
#ifndef PROGRAMS_CONTACT_REQUEST_H
#define PROGRAMS_CONTACT_REQUEST_H

#include "pantin/base/options.h"
#include "pantin/contact/balls_scene.h"
#include "pantin/contact/world_scene.h"

enum { CONTACT_OPTIONS = 15, CONTACT_NAMES_MAX = 32, CONTACT_FRAMES_MAX = 64 };

typedef struct {
  int solver;        /* the k-th of pn_lcp_method_get; -1: not given */
  size_t iterations; /* 0: not given */
  double tolerance, omega, time, step, margin, damping; /* < 0: not given */
  double friction;                                      /* the same */
  int no_correction, no_anticipation, warm_start, coupled;
  const char *record;               /* the file for contact problems, or NULL */
  const char *frames;               /* as given, or NULL */
  size_t frame[CONTACT_FRAMES_MAX]; /* the steps to record, ascending */
  size_t frame_count;

  pn_option options[CONTACT_OPTIONS + 1];     /* the table for program.h */
  const char *solvers[CONTACT_NAMES_MAX + 1]; /* names, ended by NULL */
} contact_request;

/* The defaults, and the table of options that point into the request. */
void contact_request_init(contact_request *asked);

/* Whether the scene of that path is one of rigid bodies, not of balls, which
   have a container. */
int contact_request_is_world(const char *path);

/* The scene of that path with what was asked for instead of its own settings;
   NULL and the error filled if there is none. */
pn_world_scene *contact_request_read_world(contact_request *asked,
                                           const char *path, pn_error *error);
pn_balls_scene *contact_request_read(contact_request *asked, const char *path,
                                     pn_error *error);

#endif
