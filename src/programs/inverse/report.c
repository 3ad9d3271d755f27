/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/inverse/inverse.h"

#include "pantin/base/alloc.h"
#include "programs/quantity.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>

/* Joints that the table shows. */
enum { JOINTS_LISTED = 40 };

QUANTITY_GETTER(torque_rms, inverse_summary,
                sqrt(row->torque_squares / fmax(1, (double)row->samples)))
QUANTITY_TEXT_GETTER(name_of, inverse_summary, row->joint->name)
QUANTITY_TEXT_GETTER(type_of, inverse_summary, row->joint->type->name)

static int has_motor(const void *row)
{
  return ((const inverse_summary *)row)->has_motor;
}

static int turns(const void *row)
{
  return has_motor(row) && ((const inverse_summary *)row)->joint->type->turns;
}

static int slides(const void *row)
{
  return has_motor(row) && ((const inverse_summary *)row)->joint->type->slides;
}

/* Each joint. In JSON a motor that a joint does not have does nothing. */
static const quantity summary[] = {
    {QUANTITY_GET_TEXT(name_of, "joint"), .format = "%-12.22s"},
    {QUANTITY_GET_TEXT(type_of, "type")},
    {QUANTITY_AT(inverse_summary, torque_max), .unit = "N m",
     .format = " %9.3f", .heading = "max [N m]", .shown = turns},
    {QUANTITY_GET(torque_rms, "torque_rms"), .unit = "N m", .format = " %9.3f",
     .heading = "rms [N m]", .shown = turns},
    {QUANTITY_AT(inverse_summary, force_max), .unit = "N", .format = " %8.3f",
     .heading = "max [N]", .shown = slides},
    {QUANTITY_AT(inverse_summary, power_max), .unit = "W", .format = " %8.3f",
     .heading = "max [W]", .shown = has_motor},
    {QUANTITY_AT(inverse_summary, work), .unit = "J", .format = " %8.3f",
     .shown = has_motor},
    {QUANTITY_AT(inverse_summary, joint_force_max), .unit = "N",
     .format = " %9.3f", .heading = "max [N]"},
    {QUANTITY_AT(inverse_summary, joint_torque_max), .unit = "N m"},
};

/* Prints when the motors pass a dead point, and what that means. */
static void print_dead_point(FILE *stream, const inverse_run *run)
{
  if (inverse_lacks(run, run->lacking_dead))
    tone_print(
        stream, TONE_BAD,
        "At t = %.6g s they pass a dead point: what they exert does not move "
        "it there,\nand their torques grow without bound nearby.\n",
        run->dead);
  else
    fprintf(stream,
            "At t = %.6g s the motors pass a dead point, where this motion "
            "needs nothing of\nthem.\n",
            run->dead);
}

void inverse_table(FILE *stream, const void *result)
{
  const inverse_run *run = result;
  const pn_system *system = run->of->system;
  const size_t listed =
      system->joints < JOINTS_LISTED ? system->joints : JOINTS_LISTED;
  const quantity_rows rows = {QUANTITY_LIST(summary),
                              QUANTITY_ROWS(run->summary, listed)};
  /* The scene and the motion. */
  fprintf(stream, "%s: %s\n", run->name, run->of->title);
  fprintf(stream, "%zu bodies, %zu joints, ", system->bodies, system->joints);
  if (run->motion && !run->hold)
    fprintf(stream, "moved as %s says", run->motion);
  else if (run->hold || run->of->swings + run->of->paths == 0)
    fprintf(stream, "held at their start");
  else if (run->of->paths == 0)
    fprintf(stream, "%zu swings", run->of->swings);
  else
    fprintf(stream, "%zu swings and %zu paths", run->of->swings,
            run->of->paths);
  fprintf(stream, "; %zu samples of %g s\n", run->samples, run->dt);
  if (run->shared)
    fprintf(stream,
            "loops are closed by %zu of the joints; the motors share the load "
            "with the\nleast sum of squares\n",
            run->tree->loops);
  fprintf(stream, "\n");
  /* What motors and joints do at most. */
  fprintf(stream, "%-*s %9s %9s %8s %8s %8s %9s\n",
          abs(quantity_width(&rows, 0)), "", "motor", "", "", "", "", "joint");
  quantity_table(stream, &rows);
  if (system->joints > listed)
    fprintf(stream, "... and %zu more (--csv has them)\n",
            system->joints - listed);
  /* How far it can be trusted. */
  if (run->lacking > 0)
    fprintf(stream,
            "\nBodies that hang from nothing need up to %.6g N to rest.\n",
            run->lacking);
  if (program_interrupted())
    tone_print(stream, TONE_BAD, "\nINTERRUPTED at t = %g s.\n", run->now);
  tone_print(stream,
             inverse_run_status(run) == PROGRAM_NOT_CONVERGED ? TONE_BAD
                                                              : TONE_GOOD,
             "\nForward dynamics with these motors differ by %.1e of the "
             "largest\nacceleration.\n",
             inverse_round_trip(run));
  if (inverse_trouble(run))
    tone_print(stream, TONE_BAD, "NOT CONFIRMED to %.0e:\n%s.\n",
               inverse_round_trip_bound(run), inverse_trouble(run));
  if (run->dead_points > 0)
    print_dead_point(stream, run);
}

void inverse_json(pn_json *json, const void *result)
{
  const inverse_run *run = result;
  const pn_system *system = run->of->system;
  const quantity_rows rows = {QUANTITY_LIST(summary),
                              QUANTITY_ROWS(run->summary, system->joints)};
  pn_json_string(json, "scene", run->name);
  pn_json_count(json, "bodies", system->bodies);
  pn_json_count(json, "joints", system->joints);
  pn_json_count(json, "samples", run->samples);
  pn_json_real(json, "dt", run->dt);
  pn_json_real(json, "time", run->now);
  pn_json_boolean(json, "interrupted", program_interrupted());
  pn_json_real(json, "round_trip", inverse_round_trip(run));
  pn_json_real(json, "dead_point", run->dead_points > 0 ? run->dead : NAN);
  pn_json_real(json, "lacking_max", run->lacking);
  quantity_json(json, "motors", &rows);
}
