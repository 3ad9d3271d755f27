/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/contact/world_run.h"

#include "pantin/base/json.h"

#include <math.h>

static void history(pn_json *json, const world_run *run)
{
  pn_json_array(json, "history");
  for (size_t k = 0; k < run->course.steps; k++) {
    const pn_step_info *info = &run->history[k];
    pn_json_object(json, NULL);
    pn_json_real(json, "time", info->time);
    pn_json_count(json, "contacts", info->contacts);
    pn_json_count(json, "rows", info->rows);
    pn_json_count(json, "active", info->residual.active);
    pn_json_count(json, "iterations", info->iterations);
    pn_json_real(json, "residual_1", info->residual.scaled.one);
    pn_json_real(json, "residual_inf", info->residual.scaled.inf);
    pn_json_real(json, "penetration", info->penetration);
    pn_json_real(json, "joint_gap", info->joint_gap);
    pn_json_real(json, "energy", info->energy);
    pn_json_end(json);
  }
  pn_json_end(json);
}

/* Position and quaternion of each body. */
static void poses(pn_json *json, const world_run *run)
{
  pn_json_array(json, "poses");
  for (size_t b = 0; b < run->of->system->bodies; b++)
    pn_json_reals(json, NULL, PN_BODY_POSITIONS,
                  run->world->y + PN_BODY_POSITIONS * b);
  pn_json_end(json);
}

void world_json(FILE *stream, const world_run *run)
{
  pn_json json = pn_json_make(stream);
  pn_json_object(&json, NULL);
  pn_json_string(&json, "scene", run->name);
  pn_json_count(&json, "bodies", run->of->system->bodies);
  pn_json_count(&json, "parts", run->of->geoms);
  pn_json_count(&json, "joints", run->of->system->joints);
  pn_json_string(&json, "solver", run->of->settings.method->name);
  pn_json_boolean(&json, "frozen", run->of->settings.frozen);
  pn_json_real(&json, "friction", run->of->settings.friction);
  pn_json_count(&json, "steps", run->course.steps);
  pn_json_real(&json, "step", run->of->settings.step);
  pn_json_real(&json, "milliseconds_per_step",
               run->course.milliseconds / fmax(1, (double)run->course.steps));
  pn_json_boolean(&json, "interrupted", run->course.interrupted);
  poses(&json, run);
  history(&json, run);
  pn_json_end(&json);
  fputc('\n', stream);
}
