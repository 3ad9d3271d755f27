/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Any bytes as a scene of rigid bodies: either refused with a reason and a
   line, or a world that takes a few steps, each of them with finite numbers, or
   refused with a reason. */
#include "pantin/contact/world_scene.h"

#include "fuzz.h"

#include "pantin/base/scene.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

const char fuzz_topic[] = "world";

/* A million bodies are a good scene, but a few show the same faults; and fewer
   may be moved, as they may all overlap. */
enum { BODIES_MAX = 60, MOVED_MAX = 10, STEPS = 3, ITERATIONS = 5, ROUNDS = 2 };

/* Returns how many bodies an item of the list asks for. */
static double asked_by(pn_scene_group *root, const char *list, size_t i)
{
  pn_error error = {0};
  pn_scene_group item = pn_scene_item(root, list, i);
  if (root->error->code)
    return 0;
  item.error = &error;
  double each[3] = {1, 1, 1};
  size_t count = 1;
  if (strcmp(list, "generate") == 0)
    pn_scene_count(&item, "count", PN_OPTIONAL, 0, 1000000, &count);
  else
    pn_scene_reals(&item, "count", PN_OPTIONAL, pn_range_between(0, 1e6, NULL),
                   3, each);
  return (double)count * fmax(1, each[0]) * fmax(1, each[1]) * fmax(1, each[2]);
}

static int asks_for_many_bodies(const char *text, size_t length)
{
  static const char *const lists[] = {"generate", "grids"};
  pn_error error = {0};
  pn_scene *scene = pn_scene_read_string("x.cfg", text, length, &error);
  if (!scene)
    return 0;
  pn_scene_group root = pn_scene_root(scene, &error);
  double sum = 0;
  for (int k = 0; k < 2; k++) {
    const size_t items = pn_scene_length(&root, lists[k]);
    for (size_t i = 0; i < items && !error.code; i++)
      sum += asked_by(&root, lists[k], i);
  }
  pn_scene_free(scene);
  return sum > BODIES_MAX;
}

static void move_a_little(pn_world_scene *of)
{
  pn_error error = {0};
  of->settings.iterations = of->settings.iterations < ITERATIONS
                                ? of->settings.iterations
                                : ITERATIONS;
  of->settings.rounds =
      of->settings.rounds < ROUNDS ? of->settings.rounds : ROUNDS;
  pn_world *world =
      pn_world_alloc(of->system, of->geom, of->geoms, &of->settings, &error);
  fuzz_require(world != NULL || error.text[0] != '\0');
  for (int k = 0; k < STEPS && world; k++) {
    const int code = pn_world_advance(world, &error);
    for (size_t i = 0; i < pn_system_dimension(of->system); i++)
      fuzz_require(isfinite(world->y[i]));
    fuzz_require(!code || error.text[0] != '\0');
    if (code)
      break;
  }
  pn_world_free(world);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
  const char *text = (const char *)bytes;
  gsl_set_error_handler_off();
  if (asks_for_many_bodies(text, length))
    return 0;
  pn_error error = {0};
  pn_world_scene *of =
      pn_world_scene_read_string("x.cfg", text, length, &error);
  if (!of) {
    fuzz_require_reason(&error, "x.cfg", text, length);
    return 0;
  }
  fuzz_require(error.code == GSL_SUCCESS);
  if (of->system->bodies <= MOVED_MAX)
    move_a_little(of);
  pn_world_scene_free(of);
  return 0;
}
