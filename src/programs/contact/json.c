/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/contact/report.h"

#include "pantin/base/json.h"

static void history(pn_json *json, const contact_run *run)
{
  pn_json_array(json, "history");
  for (size_t k = 0; k < run->course.steps; k++) {
    const pn_step_info *info = &run->history[k];
    pn_json_object(json, NULL);
    pn_json_real(json, "time", info->time);
    pn_json_count(json, "contacts", info->contacts);
    pn_json_count(json, "active", info->residual.active);
    pn_json_count(json, "iterations", info->iterations);
    pn_json_real(json, "residual_1", info->residual.scaled.one);
    pn_json_real(json, "residual_inf", info->residual.scaled.inf);
    pn_json_real(json, "penetration", info->penetration);
    pn_json_real(json, "energy", info->energy);
    pn_json_end(json);
  }
  pn_json_end(json);
}

static void positions(pn_json *json, const pn_balls *balls)
{
  pn_json_array(json, "positions");
  for (size_t k = 0; k < balls->count; k++) {
    const pn_vec3 x = balls->x[k];
    pn_json_reals(json, NULL, 3, (double[]){x.x, x.y, x.z});
  }
  pn_json_end(json);
}

void contact_json(FILE *stream, const contact_run *run)
{
  pn_json json = pn_json_make(stream);
  pn_json_object(&json, NULL);
  pn_json_string(&json, "scene", run->name);
  pn_json_count(&json, "balls", run->of->balls->count);
  pn_json_string(&json, "container", run->of->balls->container.shape->name);
  pn_json_string(&json, "solver", run->of->settings.method->name);
  pn_json_count(&json, "steps", run->course.steps);
  pn_json_real(&json, "step", run->of->settings.step);
  pn_json_real(&json, "milliseconds_per_step",
               run->course.milliseconds / (double)run->course.steps);
  pn_json_boolean(&json, "interrupted", run->course.interrupted);
  pn_json_reals(&json, "radius", run->of->balls->count, run->of->balls->radius);
  positions(&json, run->of->balls);
  history(&json, run);
  pn_json_end(&json);
  fputc('\n', stream);
}
