/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/joints/report.h"

#include "pantin/base/json.h"

static void vector(pn_json *json, const char *key, pn_vec3 v)
{
  pn_json_reals(json, key, 3, (double[]){v.x, v.y, v.z});
}

static void final(pn_json *json, const joints_run *run)
{
  const pn_system *system = run->of->system;
  pn_json_array(json, "final");
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_motion m = pn_state_motion(system, run->simulation->y, b);
    const pn_quat q = m.pose.q;
    pn_json_object(json, NULL);
    pn_json_string(json, "body", system->body[b].name);
    vector(json, "position", m.pose.x);
    pn_json_reals(json, "quaternion", 4, (double[]){q.w, q.x, q.y, q.z});
    vector(json, "velocity", m.v);
    vector(json, "omega", m.omega);
    pn_json_end(json);
  }
  pn_json_end(json);
}

/* What is told of every run. */
static void summary(pn_json *json, const joints_run *run)
{
  const pn_system *system = run->of->system;
  const pn_simulation *s = run->simulation;
  pn_json_string(json, "scene", run->name);
  pn_json_count(json, "bodies", system->bodies);
  pn_json_count(json, "joints", system->joints);
  pn_json_count(json, "rows", pn_system_rows(system));
  pn_json_count(json, "redundant", s->dynamics->dropped);
  pn_json_string(json, "integrator", run->settings.integrator->name);
  pn_json_string(json, "solver", run->settings.solver->name);
  pn_json_string(json, "correction", run->settings.correction->name);
  pn_json_string(json, "outcome", joints_outcome_text(run->outcome));
  pn_json_real(json, "dt", run->settings.dt);
  pn_json_count(json, "steps", s->steps);
  pn_json_real(json, "time", s->t);
  pn_json_count(json, "impacts", s->impacts);
  pn_json_real(json, "energy_initial", s->start.energy);
  pn_json_real(json, "energy_final", joints_run_last(run)->measure.energy);
  pn_json_real(json, "energy_error", run->energy_error);
  pn_json_real(json, "kinetic_max", run->kinetic);
  pn_json_real(json, "momentum_error", run->momentum_error);
  pn_json_real(json, "angular_momentum_error", run->angular_momentum_error);
  pn_json_real(json, "constraint_inf", run->constraint_inf);
  pn_json_real(json, "velocity_inf", run->velocity_inf);
  pn_json_count(json, "evaluations", run->evaluations);
  pn_json_real(json, "wall_seconds", run->seconds);
}

void joints_json(FILE *stream, const joints_run *run)
{
  pn_json json = pn_json_make(stream);
  pn_json_object(&json, NULL);
  summary(&json, run);
  final(&json, run);
  pn_json_end(&json);
  fputc('\n', stream);
}

void joints_compare_json(FILE *stream, const joints_run *runs, size_t count)
{
  pn_json json = pn_json_make(stream);
  pn_json_object(&json, NULL);
  pn_json_array(&json, "runs");
  for (size_t k = 0; k < count; k++) {
    pn_json_object(&json, NULL);
    summary(&json, &runs[k]);
    pn_json_end(&json);
  }
  pn_json_end(&json);
  pn_json_end(&json);
  fputc('\n', stream);
}
