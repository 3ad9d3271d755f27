/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Why a step has failed, as far as that can be told. */
#include "pantin/dynamics/simulation_private.h"

#include "pantin/dynamics/bounds.h"
#include "pantin/dynamics/ledger_private.h"
#include "pantin/dynamics/stability_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A motion that fails at a step so much shorter than the limit of stability
   fails for its sake: what is below it dies away slowly. */
static const double near = 1.1;

/* This share of the kinetic energy in drift is worth a word. */
static const double astray = 0.01;

/* Returns the share of the kinetic energy that lies in velocities which the
   joints do not allow; `last` is work. */
static double share_of_drift(pn_simulation *s)
{
  double *y = s->last + 2 * s->ode.dimension, before, after;
  memcpy(y, s->y, s->ode.dimension * sizeof *y);
  pn_measure_energy(s->system, y, &before);
  if (pn_correct_velocities(s->dynamics, y))
    return 0;
  pn_measure_energy(s->system, y, &after);
  return before > 0 ? (before - after) / before : 0;
}

/* Says in `text` that a spring or a damper is too stiff for the step, if so,
   and returns whether it is. What grows at any step counts where the run lasted
   long enough. */
static int explain_stability(pn_simulation *s, char *text, size_t size)
{
  const pn_simulation_settings *settings = &s->settings;
  const char *integrator = settings->integrator->name;
  pni_stability limit;
  if (pni_stability_find(s->dynamics, settings->integrator, near * settings->dt,
                         &limit) ||
      !isfinite(limit.dt))
    return 0;
  if (isfinite(limit.doubling)) {
    snprintf(text, size,
             "%s amplifies %s %s, which has little or no damping, even with "
             "far shorter steps: with %.3g ms its energy doubles in %.3g s; "
             "rk4 has a limit, below which it does not",
             integrator, limit.what, limit.name, 1e3 * limit.dt,
             limit.doubling);
    return limit.dt < settings->dt || limit.doubling < 2 * s->t;
  }
  snprintf(text, size,
           "dt = %.3g ms is %s the stability limit of %s for %s %s, %.3g ms",
           1e3 * settings->dt, limit.dt < settings->dt ? "above" : "close to",
           integrator, limit.what, limit.name, 1e3 * limit.dt);
  return 1;
}

/* Tells whether some joint has a limit. */
static int has_limits(const pn_system *system)
{
  for (size_t b = 0; b < system->bounds; b++)
    if (isfinite(system->bound[b].low) || isfinite(system->bound[b].high))
      return 1;
  return 0;
}

/* Says in `text` why a step may have failed: a spring or a damper that is too
   stiff for it, velocities that have left the joints, or the step itself. */
static void explain(pn_simulation *s, char *text, size_t size)
{
  const pn_simulation_settings *settings = &s->settings;
  const int is_torn = pn_assembly_gap(s->dynamics->assembly) > s->torn;
  if (s->bounds && s->bounds->parts > PNI_PARTS_MOST)
    snprintf(
        text, size,
        "%s more than %d times in a step of %g s, which takes a smaller dt",
        has_limits(s->system) ? "limits of joints are hit"
                              : "joints turn back against their dry friction",
        PNI_PARTS_MOST, settings->dt);
  else if (s->dynamics->failure == GSL_EDOM && s->dynamics->refines)
    snprintf(text, size,
             "solver %s takes J W J^T for indefinite, by rounding: there are "
             "thin rods; solver %s keeps their digits",
             settings->solver->name,
             settings->solver == pn_multipliers_auto ? "dense" : "auto");
  else if (s->dynamics->failure == GSL_EDOM)
    snprintf(text, size,
             "solver %s takes J W J^T for indefinite, by rounding: rows of the "
             "joints are redundant, or nearly; solver %s keeps their digits",
             settings->solver->name,
             settings->solver == pn_multipliers_auto ? "schur" : "auto");
  else if (s->dynamics->failure == GSL_EMAXITER)
    snprintf(text, size,
             "solver %s does not converge in %zu iterations; auto needs none",
             settings->solver->name, s->dynamics->multipliers->iterations);
  else if (explain_stability(s, text, size))
    return;
  else if (settings->correction == pn_correction_penalty)
    snprintf(text, size,
             "a step of %g s is probably too long for the springs of "
             "correction penalty; a lower stiffness allows longer ones",
             settings->dt);
  else if (settings->correction != pn_correction_none &&
           settings->correction != pn_correction_both &&
           share_of_drift(s) > astray)
    snprintf(text, size,
             "with correction %s the velocities have left the joints; "
             "correction both or a smaller dt may keep them there",
             settings->correction->name);
  else if (is_torn && settings->solver != pn_multipliers_auto)
    snprintf(
        text, size,
        "the joints come apart: a step of %g s is too long for %s here, or "
        "solver %s loses digits, which auto would keep",
        settings->dt, settings->integrator->name, settings->solver->name);
  else if (s->has_loops && settings->correction != pn_correction_both)
    snprintf(text, size,
             "a step of %g s is too long for %s here, or rows of loops are "
             "nearly redundant, where correction both holds better than %s",
             settings->dt, settings->integrator->name,
             settings->correction->name);
  else
    snprintf(text, size, "a step of %g s is probably too long for %s here",
             settings->dt, settings->integrator->name);
}

int pni_simulation_refuse(pn_simulation *s, double made, pn_error *error)
{
  char reason[256], growth[128] = "";
  if (!error)
    return GSL_EFAILED;
  explain(s, reason, sizeof reason);
  if (made > 0)
    snprintf(growth, sizeof growth,
             "its energy has grown by %.3g J, and only %.3g J were put in: ",
             made, pni_put_in_sum(s->put_in));
  return pn_error_set(error, GSL_EFAILED, NULL, 0,
                      "the motion cannot be followed beyond t = %g s: %s%s",
                      s->t, growth, reason);
}
