/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Any bytes as a scene of balls: either refused with a reason and a line, or
   balls that pass their check and can move a few steps. */
#include "pantin/contact/balls_scene.h"

#include "fuzz.h"

#include "pantin/base/scene.h"

#include <gsl/gsl_errno.h>

const char fuzz_topic[] = "balls";

/* A million balls are a good scene, but a few show the same faults. */
enum { BALLS_MAX = 200, STEPS = 3, ITERATIONS = 5 };

/* Tells whether it is a text that a scene reader takes and that asks for many
   balls. */
static int asks_for_many_balls(const char *text, size_t length)
{
  pn_error error = {0};
  pn_scene *scene = pn_scene_read_string("x.cfg", text, length, &error);
  if (!scene)
    return 0;
  pn_scene_group root = pn_scene_root(scene, &error);
  size_t balls = 0;
  pn_scene_count(&root, "balls", PN_OPTIONAL, 0, PN_BALLS_MAX, &balls);
  pn_scene_free(scene);
  return balls > BALLS_MAX;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
  const char *text = (const char *)bytes;
  gsl_set_error_handler_off();
  if (asks_for_many_balls(text, length))
    return 0;
  pn_error error = {0};
  pn_balls_scene *of =
      pn_balls_scene_read_string("x.cfg", text, length, &error);
  if (!of) {
    fuzz_require_reason(&error, "x.cfg", text, length);
    return 0;
  }
  fuzz_require(pn_balls_check(of->balls, NULL, NULL) == GSL_SUCCESS);
  if (of->settings.iterations > ITERATIONS)
    of->settings.iterations = ITERATIONS;
  pn_stepper *stepper = pn_stepper_alloc(of->balls, &of->settings, NULL);
  fuzz_require(stepper != NULL);
  for (int k = 0; k < STEPS; k++)
    if (pn_stepper_advance(stepper, NULL))
      break;
  pn_stepper_free(stepper);
  pn_balls_scene_free(of);
  return 0;
}
