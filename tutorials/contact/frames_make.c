/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "frames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* `art` is the kind of the source: 100 sweeps in a step, whatever they leave.
   `exact` solves each step, and is damped, for otherwise the pile would rock
   for ever. `mid` is in the impact, when the last balls arrive. */
static const frames_kind kinds[] = {
    {"art-350", 350, "sphere", 6, "psor", 100, 0, 0},
    {"exact-350", 350, "sphere", 6, "renouf", 20000, 1e-11, 1},
    {"mid-350", 350, "sphere", 0.3, "psor", 100, 0, 0},
    {"art-50", 50, "disk", 6, "psor", 100, 0, 0},
    {"exact-50", 50, "disk", 6, "renouf", 20000, 1e-11, 1},
    {"mid-50", 50, "disk", 0.6, "psor", 100, 0, 0},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* Enough for the scene below. */
enum { SCENE_TEXT = 400 };

const frames_kind *frames_kind_get(size_t k)
{
  return k < KINDS ? &kinds[k] : NULL;
}

/* Ends the program with the error's text. */
static void give_up(const pn_error *error)
{
  fprintf(stderr, "frames: %s\n", error->text);
  exit(EXIT_FAILURE);
}

frames_pile frames_simulate(const frames_kind *kind, unsigned long seed)
{
  char text[SCENE_TEXT];
  snprintf(text, sizeof text,
           "container = \"%s\"; size = 1; balls = %zu; radius = 0.1;\n"
           "mass = 1; seed = %lu; solver = \"%s\"; iterations = %zu;\n"
           "tolerance = %g; damping = %g;\n",
           kind->container, kind->balls, seed, kind->solver, kind->iterations,
           kind->tolerance, kind->damping);
  pn_error error = {0};
  frames_pile pile = {NULL, NULL};
  pile.scene = pn_balls_scene_read_string("frames", text, strlen(text), &error);
  if (!pile.scene)
    give_up(&error);
  const pn_stepper_settings *settings = &pile.scene->settings;
  pile.stepper = pn_stepper_alloc(pile.scene->balls, settings, &error);
  if (!pile.stepper)
    give_up(&error);
  /* Half a step of slack, for times are sums of steps. */
  while (pile.stepper->info.time < kind->time - settings->step / 2)
    if (pn_stepper_advance(pile.stepper, &error))
      give_up(&error);
  return pile;
}

void frames_free(frames_pile *pile)
{
  pn_stepper_free(pile->stepper);
  pn_balls_scene_free(pile->scene);
}
