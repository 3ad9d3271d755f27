/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/joints/request.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* Of a scene that does not say how long [s]. */
static const double usual_time = 10;

static void collect_names(joints_request *asked)
{
  for (size_t k = 0; k < JOINTS_NAMES_MAX && pn_integrator_get(k); k++)
    asked->integrators[k] = pn_integrator_get(k)->name;
  for (size_t k = 0; k < JOINTS_NAMES_MAX && pn_multiplier_type_get(k); k++)
    asked->solvers[k] = pn_multiplier_type_get(k)->name;
  for (size_t k = 0; k < JOINTS_NAMES_MAX && pn_correction_get(k); k++)
    asked->corrections[k] = pn_correction_get(k)->name;
}

void joints_request_init(joints_request *asked)
{
  *asked = (joints_request){
      .integrator = -1, .solver = -1, .correction = -1, .every = 1};
  collect_names(asked);
  const pn_option options[JOINTS_OPTIONS + 1] = {
      {.name = "integrator",
       .kind = PN_OPTION_CHOICE,
       .value = &asked->integrator,
       .choices = asked->integrators,
       .argument = "NAME",
       .help = "how to step (default rk4):"},
      {.name = "dt",
       .kind = PN_OPTION_REAL,
       .value = &asked->dt,
       .range = {1e-9, 1e6, "s"},
       .argument = "H",
       .help = "the time step in s (default 1/240, or the scene's)"},
      {.name = "time",
       .kind = PN_OPTION_REAL,
       .value = &asked->time,
       .range = {1e-9, 1e6, "s"},
       .argument = "T",
       .help = "how long to simulate in s (default the scene's)"},
      {.name = "solver",
       .kind = PN_OPTION_CHOICE,
       .value = &asked->solver,
       .choices = asked->solvers,
       .argument = "NAME",
       .help = "how to find the multipliers (default auto):"},
      {.name = "correct",
       .kind = PN_OPTION_CHOICE,
       .value = &asked->correction,
       .choices = asked->corrections,
       .argument = "NAME",
       .help = "how to correct drift (default both):"},
      {.name = "tolerance",
       .kind = PN_OPTION_REAL,
       .value = &asked->tolerance,
       .range = {1e-15, 0.1, NULL},
       .argument = "X",
       .help = "of an adaptive integrator, relative and absolute (default "
               "1e-10)"},
      {.name = "assemble",
       .kind = PN_OPTION_FLAG,
       .value = &asked->assemble,
       .help = "close joints that are open at the start"},
      {.name = "every",
       .kind = PN_OPTION_COUNT,
       .value = &asked->every,
       .range = {1, 1e9, NULL},
       .argument = "N",
       .help = "keep every N-th state for --csv and --plot (default 1)"},
      {.name = "convergence",
       .kind = PN_OPTION_FLAG,
       .value = &asked->convergence,
       .help = "errors after one turn (or --time) with 20, 40, .. 640 steps, "
               "and measured orders"},
      {.name = "compare",
       .kind = PN_OPTION_FLAG,
       .value = &asked->compare,
       .help = "run all integrators of fixed step and compare energy and "
               "drift"},
      {.name = "check",
       .kind = PN_OPTION_FLAG,
       .value = &asked->check,
       .help = "inverse after forward dynamics at the start, or at --time: the "
               "difference"},
      {.name = "dump",
       .kind = PN_OPTION_STRING,
       .value = &asked->dump,
       .argument = "PREFIX",
       .help =
           "write J, Jdot u, J W J^T and lambda of the start (or of --time) as "
           "MatrixMarket files PREFIX-J.mtx, .."},
  };
  memcpy(asked->options, options, sizeof options);
}

pn_system_scene *joints_request_read(const joints_request *asked,
                                     const char *path, pn_error *error)
{
  pn_system_scene *of = pn_system_scene_read(path, asked->assemble, error);
  if (of && asked->assemble && pn_scenario_assemble(of, NULL, error)) {
    pn_system_scene_free(of);
    return NULL;
  }
  return of;
}

int joints_request_settings(const joints_request *asked,
                            const pn_system_scene *of,
                            pn_simulation_settings *settings, pn_box *box,
                            pn_error *error)
{
  *settings = pn_simulation_settings_default();
  const int code = pn_scenario_settings(of, settings, box, error);
  if (code)
    return code;
  if (asked->integrator >= 0)
    settings->integrator = pn_integrator_get((size_t)asked->integrator);
  if (asked->solver >= 0)
    settings->solver = pn_multiplier_type_get((size_t)asked->solver);
  if (asked->correction >= 0)
    settings->correction = pn_correction_get((size_t)asked->correction);
  if (asked->dt > 0)
    settings->dt = asked->dt;
  if (asked->tolerance > 0)
    settings->tolerance = asked->tolerance;
  return GSL_SUCCESS;
}

double joints_request_time(const joints_request *asked,
                           const pn_system_scene *of)
{
  if (asked->time > 0)
    return asked->time;
  return of->time > 0 ? of->time : usual_time;
}
