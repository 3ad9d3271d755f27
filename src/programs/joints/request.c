/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/joints/joints.h"

#include "programs/bodies.h"
#include "programs/option.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { NOT_GIVEN = -1 };

static const joints_request nothing = {.integrator = NOT_GIVEN,
                                       .solver = NOT_GIVEN,
                                       .correction = NOT_GIVEN,
                                       .every = 1,
                                       .stiffness = NOT_GIVEN,
                                       .damping = NOT_GIVEN,
                                       .ks = NOT_GIVEN,
                                       .kd = NOT_GIVEN};

void joints_request_init(joints_request *asked)
{
  *asked = nothing;
  OPTION_NAMES(asked->integrators, JOINTS_NAMES_MAX, pn_integrator_get);
  OPTION_NAMES(asked->solvers, JOINTS_NAMES_MAX, pn_multiplier_type_get);
  OPTION_NAMES(asked->corrections, JOINTS_NAMES_MAX, pn_correction_get);
  const pn_option options[JOINTS_OPTIONS + 1] = {
      OPTION_CHOICE("integrator", &asked->integrator, asked->integrators,
                    "NAME", "how to step (default rk4):"),
      OPTION_REAL("dt", &asked->dt, 1e-9, 1e6, "s", "H",
                  "the time step in s (default 1/240, or the scene's)"),
      OPTION_REAL("time", &asked->time, 1e-9, 1e6, "s", "T",
                  "how long to simulate in s (default the scene's)"),
      OPTION_CHOICE("solver", &asked->solver, asked->solvers, "NAME",
                    "how to find the multipliers (default auto):"),
      OPTION_CHOICE("correction", &asked->correction, asked->corrections,
                    "NAME", "how to correct drift (default both):"),
      OPTION_REAL("ks", &asked->ks, 0, 1e12, "1/s^2", "X",
                  "with --correction baumgarte and --kd: gaps C of joints obey "
                  "C'' = - ks C - kd C'"),
      OPTION_REAL("kd", &asked->kd, 0, 1e9, "1/s", "X",
                  "with --correction baumgarte and --ks"),
      OPTION_REAL(
          "stiffness", &asked->stiffness, 1e-9, 1e15, "N/m", "X",
          "stiffness of the springs of --correction penalty (default 1e5)"),
      OPTION_REAL("damping", &asked->damping, 0, 1e12, "N s/m", "X",
                  "damping of these springs (default 100)"),
      OPTION_REAL(
          "tolerance", &asked->tolerance, 1e-15, 0.1, NULL, "X",
          "relative and absolute error of an adaptive integrator (default "
          "1e-10)"),
      OPTION_FLAG("assemble", &asked->assemble,
                  "close joints that are open at the start"),
      OPTION_COUNT("every", &asked->every, 1, 1e9, "N",
                   "keep every N-th state for --csv and --plot (default 1)"),
      OPTION_COUNT(
          "threads", &asked->threads, 1, OPTION_THREADS_MOST, "N",
          "share groups of bodies that nothing connects among N threads"),
      OPTION_STRING(
          "impacts", &asked->impacts, "FILE",
          "write the impacts on walls and limits of joints as columns"),
      OPTION_FLAG("convergence", &asked->convergence,
                  "print the errors after one turn (or --time) with 20, 40, .. "
                  "640 steps, and the measured orders"),
      OPTION_FLAG("compare", &asked->compare,
                  "run all integrators of fixed step and compare energy and "
                  "drift"),
      OPTION_FLAG(
          "check", &asked->check,
          "compare joint forces by multipliers and by inverse dynamics, "
          "at the start or at --time"),
      OPTION_STRING(
          "save", &asked->save, "FILE",
          "write the scene as it is at its start; FILE.xml in MJCF, for "
          "MuJoCo"),
      OPTION_STRING(
          "dump", &asked->dump, "PREFIX",
          "write J, Jdot u, W, F, u, C, A and lambda of the start (or of "
          "--time) as MatrixMarket files PREFIX-J.mtx, .."),
  };
  memcpy(asked->options, options, sizeof options);
}

pn_system_scene *joints_request_read(const joints_request *asked,
                                     const char *path, pn_error *error)
{
  pn_system_scene *of = pn_system_scene_read(path, asked->assemble, error);
  bodies_remarks(of);
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
  if (asked->stiffness >= 0)
    settings->stiffness = asked->stiffness;
  if (asked->damping >= 0)
    settings->damping = asked->damping;
  settings->baumgarte_ks = fmax(asked->ks, 0);
  settings->baumgarte_kd = fmax(asked->kd, 0);
  if (asked->correction >= 0)
    settings->correction = pn_correction_get((size_t)asked->correction);
  if (asked->dt > 0)
    settings->dt = asked->dt;
  if (asked->tolerance > 0)
    settings->tolerance = asked->tolerance;
  return GSL_SUCCESS;
}

int joints_begins_anew(const pn_system *system, const pn_integrator *integrator)
{
  return system->bounds > 0 && integrator->remembers && !integrator->adaptive;
}
