/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/ik/report.h"

#include "pantin/base/json.h"

static void vector(pn_json *json, const char *key, pn_vec3 v)
{
  pn_json_reals(json, key, 3, (double[]){v.x, v.y, v.z});
}

static void targets(pn_json *json, const ik_run *run)
{
  const pn_system *system = run->of->system;
  pn_json_array(json, "targets");
  for (size_t k = 0; k < run->of->targets; k++) {
    const pn_target *t = &run->of->target[k];
    pn_json_object(json, NULL);
    pn_json_string(json, "body", system->body[t->body].name);
    vector(json, "point", t->point);
    pn_json_string(json, "at",
                   t->other == PN_WORLD ? "world"
                                        : system->body[t->other].name);
    vector(json, "place", t->place);
    pn_json_end(json);
  }
  pn_json_end(json);
}

static void history(pn_json *json, const ik_run *run)
{
  pn_json_array(json, "history");
  for (size_t k = 0; k <= run->steps; k++) {
    const ik_iterate *at = &run->history[k];
    pn_json_object(json, NULL);
    pn_json_count(json, "k", k);
    pn_json_real(json, "distance", at->distance);
    pn_json_real(json, "constraint_inf", at->gap);
    pn_json_real(json, "pull", at->pull);
    pn_json_real(json, "turn", at->turn);
    pn_json_real(json, "damping", at->damping);
    pn_json_count(json, "solves", at->solves);
    pn_json_end(json);
  }
  pn_json_end(json);
}

static void final(pn_json *json, const ik_run *run)
{
  const pn_system *system = run->of->system;
  pn_json_array(json, "final");
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_pose pose = pn_state_motion(system, run->ik->y, b).pose;
    const pn_quat q = pose.q;
    pn_json_object(json, NULL);
    pn_json_string(json, "body", system->body[b].name);
    vector(json, "position", pose.x);
    pn_json_reals(json, "quaternion", 4, (double[]){q.w, q.x, q.y, q.z});
    pn_json_end(json);
  }
  pn_json_end(json);
}

static void afterwards(pn_json *json, const ik_run *run)
{
  pn_json_object(json, "afterwards");
  pn_json_real(json, "time", run->time);
  pn_json_real(json, "energy_initial", run->first.energy);
  pn_json_real(json, "energy_final", run->last.energy);
  pn_json_real(json, "constraint_inf", run->last.constraint_inf);
  pn_json_end(json);
}

void ik_json(FILE *stream, const ik_run *run)
{
  const pn_system *system = run->of->system;
  const pn_inverse_kinematics *ik = run->ik;
  pn_json json = pn_json_make(stream);
  pn_json_object(&json, NULL);
  pn_json_string(&json, "scene", run->name);
  pn_json_count(&json, "bodies", system->bodies);
  pn_json_count(&json, "joints", system->joints);
  pn_json_count(&json, "rows", pn_system_rows(system));
  pn_json_count(&json, "redundant", ik->joints->multipliers->dropped);
  pn_json_string(&json, "method", ik->settings.plain ? "plain" : "damped");
  pn_json_string(&json, "solver", ik->settings.solver->name);
  pn_json_count(&json, "iterations", run->steps);
  pn_json_count(&json, "solves", ik->solves);
  pn_json_boolean(&json, "reached", run->outcome == IK_REACHED);
  pn_json_string(&json, "outcome", ik_outcome_text(run->outcome));
  pn_json_real(&json, "distance", ik->distance);
  pn_json_real(&json, "constraint_inf", ik->gap);
  pn_json_real(&json, "pull", ik->pull);
  targets(&json, run);
  final(&json, run);
  if (run->frame)
    afterwards(&json, run);
  history(&json, run);
  pn_json_end(&json);
  fputc('\n', stream);
}
