/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Any bytes as a scene of jointed bodies: either refused with a reason and a
   line, or a system that passes its check, whose joints hold (or are closed, or
   cannot be), and that takes a few steps without a number that is none. */
#include "pantin/body/scene.h"

#include "fuzz.h"

#include "pantin/base/alloc.h"
#include "pantin/base/scene.h"
#include "pantin/dynamics/scenario.h"

#include <gsl/gsl_errno.h>
#include <math.h>

const char fuzz_topic[] = "joints";

/* A million bodies are a good scene, but a few show the same faults. */
enum { BODIES_MAX = 200 };

/* Systems small enough to be moved, a little, for each input; and for sweeps
   over the joints, which are many. */
enum { MOVED_ROWS_MAX = 60, SWEPT_ROWS_MAX = 12, MOVED_STEPS = 3 };

/* Tells whether one of `generate` asks for many bodies. */
static int asks_for_many_bodies(const char *text, size_t length)
{
  pn_error error = {0};
  pn_scene *scene = pn_scene_read_string("x.cfg", text, length, &error);
  if (!scene)
    return 0;
  pn_scene_group root = pn_scene_root(scene, &error);
  const size_t rules = pn_scene_length(&root, "generate");
  size_t sum = 0;
  for (size_t i = 0; i < rules && !error.code; i++) {
    size_t count = 0;
    pn_scene_group group = pn_scene_item(&root, "generate", i);
    pn_scene_count(&group, "count", PN_OPTIONAL, 0, 1000000, &count);
    sum += count;
  }
  pn_scene_free(scene);
  return sum > BODIES_MAX;
}

static void require_finite(const double *x, size_t count)
{
  for (size_t i = 0; i < count; i++)
    fuzz_require(isfinite(x[i]));
}

static void require_system(const pn_system *system)
{
  const size_t dimension = pn_system_dimension(system);
  fuzz_require(pn_system_check(system, NULL) == GSL_SUCCESS);
  double *y = pn_alloc(dimension, sizeof *y);
  fuzz_require(y != NULL);
  pn_system_start(system, y);
  require_finite(y, dimension);
  pn_free(y);
}

/* Makes a few steps; a run may find that there is no next state, and must then
   say so and keep the last. */
static void move_a_little(const pn_system_scene *of,
                          const pn_multiplier_type *solver)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_box box;
  pn_error error = {0};
  settings.solver = solver; /* unless the scene names one */
  if (pn_scenario_settings(of, &settings, &box, &error)) {
    fuzz_require(error.text[0] != '\0');
    return;
  }
  if (settings.integrator->adaptive)
    return; /* may take any number of steps */
  pn_simulation *s = pn_simulation_alloc(of->system, &settings, &error);
  fuzz_require(s != NULL || error.text[0] != '\0');
  for (int k = 0; s && k < MOVED_STEPS; k++) {
    const int code = pn_simulation_step(s, &error);
    require_finite(s->y, pn_system_dimension(of->system));
    if (code) {
      fuzz_require(error.text[0] != '\0');
      break;
    }
  }
  pn_simulation_free(s);
}

/* Chooses the solver of an input: all would take ten times as long. */
static const pn_multiplier_type *solver_of(const uint8_t *bytes, size_t length,
                                           size_t rows)
{
  size_t solvers = 0, sum = 0;
  while (pn_multiplier_type_get(solvers))
    solvers++;
  for (size_t i = 0; i < length; i++)
    sum += bytes[i];
  const pn_multiplier_type *type = pn_multiplier_type_get(sum % solvers);
  const int sweeps =
      type == pn_multipliers_gauss_seidel || type == pn_multipliers_sor;
  return sweeps && rows > SWEPT_ROWS_MAX ? pn_multipliers_auto : type;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
  const char *text = (const char *)bytes;
  gsl_set_error_handler_off();
  if (asks_for_many_bodies(text, length))
    return 0;

  /* As it is; and, if that is why it was refused, to be assembled. */
  pn_error error = {0};
  pn_system_scene *of =
      pn_system_scene_read_string("x.cfg", text, length, 0, &error);
  if (!of) {
    fuzz_require_reason(&error, "x.cfg", text, length);
    of = pn_system_scene_read_string("x.cfg", text, length, 1, NULL);
    pn_error reason = {0};
    if (of && pn_system_rows(of->system) <= MOVED_ROWS_MAX)
      fuzz_require(!pn_scenario_assemble(of, NULL, &reason) ||
                   reason.text[0] != '\0');
  } else {
    fuzz_require(error.code == GSL_SUCCESS);
  }
  if (!of)
    return 0;
  require_system(of->system);
  const size_t rows = pn_system_rows(of->system);
  if (rows <= MOVED_ROWS_MAX && of->system->bodies <= MOVED_ROWS_MAX)
    move_a_little(of, solver_of(bytes, length, rows));
  pn_system_scene_free(of);
  return 0;
}
