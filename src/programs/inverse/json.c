/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/inverse/report.h"

#include "pantin/base/json.h"

void inverse_json(FILE *stream, const inverse_run *run)
{
  const pn_system *system = run->of->system;
  pn_json json = pn_json_make(stream);
  pn_json_object(&json, NULL);
  pn_json_string(&json, "scene", run->name);
  pn_json_count(&json, "bodies", system->bodies);
  pn_json_count(&json, "joints", system->joints);
  pn_json_count(&json, "samples", run->samples);
  pn_json_real(&json, "dt", run->dt);
  pn_json_real(&json, "time", inverse_run_time(run, run->samples - 1));
  pn_json_boolean(&json, "interrupted", run->interrupted);
  pn_json_real(&json, "round_trip", run->round_trip);
  pn_json_real(&json, "lacking_max", run->lacking);
  pn_json_array(&json, "motors");
  for (size_t j = 0; j < system->joints; j++) {
    const inverse_summary *s = &run->summary[j];
    pn_json_object(&json, NULL);
    pn_json_string(&json, "joint", system->joint[j].name);
    pn_json_string(&json, "type", system->joint[j].type->name);
    pn_json_real(&json, "torque_max", s->torque_max);
    pn_json_real(&json, "torque_rms", s->torque_rms);
    pn_json_real(&json, "force_max", s->force_max);
    pn_json_real(&json, "power_max", s->power_max);
    pn_json_real(&json, "work", s->work);
    pn_json_real(&json, "joint_force_max", s->passed_max);
    pn_json_real(&json, "joint_torque_max", s->twist_max);
    pn_json_end(&json);
  }
  pn_json_end(&json);
  pn_json_end(&json);
  fputc('\n', stream);
}
