/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Robots in URDF and MJCF: read as jointed bodies and as a world with contacts;
   refused with a reason, or good enough to be checked and to accelerate. */
#include "fuzz.h"

#include "pantin/base/alloc.h"
#include "pantin/body/scene.h"
#include "pantin/contact/world_scene.h"
#include "pantin/dynamics/dynamics.h"

#include <gsl/gsl_errno.h>
#include <math.h>

const char fuzz_topic[] = "robots";

/* Robots with more rows are only read. */
enum { ROWS_MAX = 60 };

/* Checks that every joint holds at the start, and that accelerations are
   numbers, unless the evaluation says that it failed. */
static void accelerate(const pn_system *system)
{
  pn_dynamics *dynamics = pn_dynamics_alloc(system, pn_multipliers_auto);
  double *y = pn_alloc(pn_system_dimension(system), sizeof *y);
  fuzz_require(dynamics && y);
  pn_system_start(system, y);
  if (pn_dynamics_evaluate(dynamics, 0, y, NULL) == GSL_SUCCESS)
    for (size_t k = 0; k < 6 * system->bodies; k++)
      fuzz_require(isfinite(dynamics->acceleration[k]));
  pn_free(y);
  pn_dynamics_free(dynamics);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
  const char *text = (const char *)bytes;
  pn_error error = {0};
  gsl_set_error_handler_off();
  pn_system_scene *of =
      pn_system_scene_read_string("x.xml", text, length, 0, &error);
  fuzz_require(of ? error.code == GSL_SUCCESS : error.text[0] != '\0');
  if (of) {
    fuzz_require(pn_system_check(of->system, NULL) == GSL_SUCCESS);
    if (pn_system_rows(of->system) <= ROWS_MAX)
      accelerate(of->system);
  }
  pn_world_scene *world =
      pn_world_scene_read_string("x.xml", text, length, &error);
  fuzz_require(world ? error.code == GSL_SUCCESS : error.text[0] != '\0');
  pn_system_scene_free(of);
  pn_world_scene_free(world);
  return 0;
}
