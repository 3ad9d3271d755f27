/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The impacts of a run as rows, and as a file that grows with it. */
#include "programs/joints/run.h"

#include "pantin/body/coordinate.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* The columns of impacts, with these units of impulse and velocity. */
#define IMPACT_QUANTITIES(impulse_unit, velocity_unit)                         \
  {                                                                            \
    {QUANTITY_IN(joints_impact, event.time, "time"), .unit = "s"},             \
        {QUANTITY_AT(joints_impact, body), .kind = QUANTITY_TEXT},             \
        {QUANTITY_IN(joints_impact, event.impulse, "impulse"),                 \
         .unit = impulse_unit, .components = "xyz"},                           \
        {QUANTITY_IN(joints_impact, event.before, "before"),                   \
         .unit = velocity_unit},                                               \
        {QUANTITY_IN(joints_impact, event.after, "after"),                     \
         .unit = velocity_unit},                                               \
        {QUANTITY_IN(joints_impact, event.loss, "loss"), .unit = "J"},         \
  }
static const quantity straight_impacts[] = IMPACT_QUANTITIES("N s", "m/s"),
                      turning_impacts[] = IMPACT_QUANTITIES("N m s", "rad/s"),
                      mixed_impacts[] =
                          IMPACT_QUANTITIES("N s or N m s", "m/s or rad/s");

/* Returns the columns for what can be hit: walls, and limits of slides and of
   turns. */
static const quantity *impact_quantities(const joints_run *run)
{
  const pn_system *system = run->of->system;
  int turns = 0, is_straight = run->settings.box != NULL;
  for (size_t b = 0; b < system->bounds; b++) {
    const pn_bound *bound = &system->bound[b];
    const int has_limits = isfinite(bound->low) || isfinite(bound->high);
    const int slides = bound->axis == PN_COORDINATE_SLIDE;
    turns |= has_limits && !slides;
    is_straight |= has_limits && slides;
  }
  return !turns        ? straight_impacts
         : is_straight ? mixed_impacts
                       : turning_impacts;
}

quantity_rows joints_run_impacts(const joints_run *run)
{
  return (quantity_rows){impact_quantities(run),
                         sizeof straight_impacts / sizeof straight_impacts[0],
                         QUANTITY_ROWS(run->impact, run->impacts < run->struck
                                                        ? run->impacts
                                                        : run->struck)};
}

int joints_impacts_open(joints_run *run, quantity_stream *to, const char *path,
                        pn_error *error)
{
  run->impact_csv = to;
  run->impact_rows = joints_run_impacts(run);
  return quantity_stream_open(to, path, &run->impact_rows, 1, error);
}

int joints_impacts_write(joints_run *run, pn_error *error)
{
  int code = GSL_SUCCESS;
  run->impact_rows = joints_run_impacts(run); /* the list may have moved */
  for (; !code && run->written < run->impact_rows.rows; run->written++)
    code = quantity_stream_row(run->impact_csv, run->written, error);
  return code;
}
