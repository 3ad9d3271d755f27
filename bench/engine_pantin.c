/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Pantin with its default settings: the solver auto, positions and
   velocities corrected after each step. */
#include "engine.h"

#include "pantin/dynamics/simulation.h"

#include <string.h>

static void *start(const engine_tree *tree, const char *method, double dt)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.integrator = pn_integrator_find(method);
  settings.dt = dt;
  pn_error error = {0};
  return settings.integrator
             ? pn_simulation_alloc(tree->system, &settings, &error)
             : NULL;
}

static int step(void *run)
{
  pn_error error = {0};
  return pn_simulation_step(run, &error);
}

static void read(void *run, double *y)
{
  const pn_simulation *of = run;
  memcpy(y, of->y, pn_system_dimension(of->system) * sizeof *y);
}

static int evaluate(void *run)
{
  pn_simulation *of = run;
  of->dynamics->assembly->place = 0; /* all of it, each time */
  return pn_dynamics_evaluate(of->dynamics, of->t, of->y, NULL);
}

static void release(void *run)
{
  pn_simulation_free(run);
}

static const engine pantin = {"Pantin", start, step, read, evaluate, release};
const engine *const engine_pantin = &pantin;
