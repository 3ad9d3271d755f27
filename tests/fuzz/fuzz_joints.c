/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a scene of jointed bodies: either refused with a reason and a
   line, or a system that passes its check and that can be let run: for a while,
   or until it says why not. */
#include "pantin/body/scene.h"
#include "pantin/dynamics/simulation.h"

#include "fuzz.h"

#include "pantin/base/scene.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

const char fuzz_topic[] = "joints";

/* A million bodies are a good scene, but a hundred show the same faults. */
enum { COUNT_MAX = 100, COUNT_LIMIT = 1 << 30 };

/* Systems small enough to be run, a little, for each input. */
enum { RUN_BODIES_MAX = 20, RUN_STEPS = 3 };

/* True for a text that a scene reader takes and that asks for many bodies. */
static int asks_for_many_bodies(const char *text, size_t length)
{
  pn_error error = {0};
  pn_scene *scene = pn_scene_read_string("x.cfg", text, length, &error);
  if (!scene)
    return 0;
  pn_scene_group root = pn_scene_root(scene, &error);
  const size_t generators = pn_scene_length(&root, "generate");
  size_t most = 0;
  for (size_t k = 0; k < generators && !error.code; k++) {
    pn_scene_group group = pn_scene_item(&root, "generate", k);
    size_t count = 0;
    pn_scene_count(&group, "count", PN_OPTIONAL, 0, COUNT_LIMIT, &count);
    most = count > most ? count : most;
  }
  pn_scene_free(scene);
  return most > COUNT_MAX;
}

static int lines_of(const char *text, size_t length)
{
  int lines = 1;
  for (size_t i = 0; i < length; i++)
    lines += text[i] == '\n';
  return lines;
}

/* The reason is one sentence about a line that exists. */
static void require_reason(const pn_error *error, const char *text,
                           size_t length)
{
  fuzz_require(error->code != GSL_SUCCESS);
  fuzz_require(error->text[0] != '\0');
  fuzz_require(strcmp(error->file, "x.cfg") == 0);
  fuzz_require(error->line >= 0 && error->line <= lines_of(text, length));
}

static void run_a_little(const pn_system *system,
                         const pn_multiplier_type *solver)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.solver = solver;
  pn_error error = {0};
  pn_simulation *s = pn_simulation_alloc(system, &settings, &error);
  fuzz_require(s != NULL);
  for (int k = 0; k < RUN_STEPS; k++) {
    const int code = pn_simulation_step(s, &error);
    for (size_t i = 0; i < pn_system_dimension(system); i++)
      fuzz_require(isfinite(s->y[i]));
    if (code) {
      fuzz_require(error.text[0] != '\0');
      break;
    }
  }
  pn_simulation_free(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
  const char *text = (const char *)bytes;
  gsl_set_error_handler_off();
  if (asks_for_many_bodies(text, length))
    return 0;
  pn_error error = {0};
  pn_system_scene *of =
      pn_system_scene_read_string("x.cfg", text, length, 0, &error);
  if (!of) {
    require_reason(&error, text, length);
    return 0;
  }
  fuzz_require(error.code == GSL_SUCCESS);
  fuzz_require(pn_system_check(of->system, NULL) == GSL_SUCCESS);
  const pn_multiplier_type *solver;
  if (of->system->bodies <= RUN_BODIES_MAX)
    for (size_t k = 0; (solver = pn_multiplier_type_get(k)); k++)
      run_a_little(of->system, solver);
  pn_system_scene_free(of);
  return 0;
}
