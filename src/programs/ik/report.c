/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/ik/ik.h"

#include "programs/bodies.h"
#include "programs/text.h"

/* Columns that the start has too: no step led to it. */
enum { COLUMNS_OF_START = 4 };

/* Returns the name of a body, or of the world. */
static const char *name_of(const pn_system *system, size_t body,
                           const char *world)
{
  return body == PN_WORLD ? world : system->body[body].name;
}

/* Prints the scene, the method, and the targets. */
static void print_heading(FILE *stream, const ik_run *run)
{
  const pn_system *system = run->of->system;
  const pn_inverse_kinematics_settings *settings = &run->asked->settings;
  fprintf(stream, "%s: %s\n", run->name, run->of->title);
  fprintf(stream,
          "%zu bodies, %zu joints, %zu rows; %s, bound %g rad, solver %s\n",
          system->bodies, system->joints, pn_system_rows(system),
          settings->plain ? "plain Newton" : "damped Newton", settings->clamp,
          settings->solver->name);
  for (size_t k = 0; k < run->of->targets; k++) {
    const pn_target *t = &run->of->target[k];
    fprintf(stream,
            "target: (%g, %g, %g) of %s is to be at (%g, %g, %g) of %s\n",
            t->point.x, t->point.y, t->point.z, system->body[t->body].name,
            t->place.x, t->place.y, t->place.z,
            name_of(system, t->other, "the world"));
  }
  fputc('\n', stream);
}

/* Prints the iterates; one that is farther away than the one before it was
   nudged out of a dead end. */
static void print_history(FILE *stream, const ik_run *run)
{
  const quantity_rows rows = ik_history(run);
  quantity_headings(stream, &rows);
  for (size_t k = 0; k < rows.rows; k++) {
    quantity_cells(stream, &rows, k, k > 0 ? rows.columns : COLUMNS_OF_START);
    if (k > 0 && !run->asked->settings.plain &&
        run->history[k].distance > run->history[k - 1].distance)
      fprintf(stream, "  nudged");
    fputc('\n', stream);
  }
  fputc('\n', stream);
}

/* Returns what may help where the target was not reached, or nothing. */
static const char *advice(const ik_run *run)
{
  return run->outcome == IK_NO_STEP ? ": a smaller --bound may help"
         : run->outcome == IK_ITERATIONS && !run->asked->settings.plain
             ? ":\nmore --iterations may help"
             : "";
}

/* Prints how near the pose is, and why it ended. */
static void print_verdict(FILE *stream, const ik_run *run)
{
  const ik_iterate *at = &run->now;
  const char *s = plural(run->of->targets);
  /* How good it is. */
  if (run->redundant > 0)
    tone_print(stream, TONE_REMARK, "%zu rows of the joints are redundant.\n",
               run->redundant);
  fprintf(stream,
          "Distance from the target%s %.12g m, joints open by %.1e m.\n", s,
          at->distance, at->constraint_inf);
  /* How it ended. */
  if (run->outcome == IK_REACHED)
    tone_print(stream, TONE_GOOD, "Reached in %zu iteration%s", run->steps,
               plural(run->steps));
  else if (run->outcome == IK_NEAREST)
    tone_print(stream, TONE_BAD,
               "OUT OF REACH from here: after %zu iteration%s this is a "
               "nearest pose;\n"
               "the joints hold all but %.0e of the pull of the target%s",
               run->steps, plural(run->steps), at->pull, s);
  else
    tone_print(stream, TONE_BAD, "NOT REACHED after %zu iteration%s (%s%s)",
               run->steps, plural(run->steps), ik_outcome_text(run->outcome),
               advice(run));
  fprintf(stream, ", with %zu linear solves.\n", at->solves);
  if (run->outcome == IK_NEAREST)
    fprintf(stream, "Another start may reach %s.\n", *s ? "them" : "it");
}

/* Prints how the poses along the paths, and the free motion, went. */
static void print_motion(FILE *stream, const ik_run *run)
{
  if (run->poses > 0)
    fprintf(stream,
            "Along the paths until t = %g s: %zu poses, %zu iterations at most "
            "for each,\nno farther than %.1e m from the target%s.\n",
            run->pose_time, run->poses, run->most_iterations, run->farthest,
            plural(run->of->targets));
  if (run->frame)
    fprintf(stream,
            "Let go, it moves for %g s: energy from %.9g to %.9g J,\njoints "
            "open by %.1e m.\n",
            run->time, run->first.energy, run->last.energy,
            run->last.constraint_inf);
  if (run->trouble.code)
    tone_print(stream, TONE_BAD, "STOPPED: %s.\n", run->trouble.text);
}

void ik_table(FILE *stream, const void *result)
{
  const ik_run *run = result;
  print_heading(stream, run);
  print_history(stream, run);
  if (run->of->system->bodies <= BODIES_LISTED) {
    bodies_table(stream, run->of->system, run->y, 4);
    fputc('\n', stream);
  }
  print_motion(stream, run);
  print_verdict(stream, run);
}

static void write_vector(pn_json *json, const char *key, pn_vec3 v)
{
  pn_json_reals(json, key, 3, (double[]){v.x, v.y, v.z});
}

/* Writes the targets as they were asked for. */
static void write_targets(pn_json *json, const ik_run *run)
{
  pn_json_array(json, "targets");
  for (size_t k = 0; k < run->of->targets; k++) {
    const pn_target *t = &run->of->target[k];
    pn_json_object(json, NULL);
    pn_json_string(json, "body", run->of->system->body[t->body].name);
    write_vector(json, "point", t->point);
    pn_json_string(json, "at", name_of(run->of->system, t->other, "world"));
    write_vector(json, "place", t->place);
    pn_json_end(json);
  }
  pn_json_end(json);
}

void ik_json(pn_json *json, const void *result)
{
  const ik_run *run = result;
  const pn_system *system = run->of->system;
  const pn_inverse_kinematics_settings *settings = &run->asked->settings;
  const quantity_rows rows = ik_history(run);
  /* The scene, and what was asked. */
  pn_json_string(json, "scene", run->name);
  pn_json_count(json, "bodies", system->bodies);
  pn_json_count(json, "joints", system->joints);
  pn_json_count(json, "rows", pn_system_rows(system));
  pn_json_count(json, "redundant", run->redundant);
  pn_json_string(json, "method", settings->plain ? "plain" : "damped");
  pn_json_string(json, "solver", settings->solver->name);
  /* How it ended. */
  pn_json_count(json, "iterations", run->steps);
  pn_json_count(json, "solves", run->now.solves);
  pn_json_boolean(json, "solved", run->outcome == IK_REACHED);
  pn_json_string(json, "outcome", ik_outcome_text(run->outcome));
  pn_json_real(json, "distance", run->now.distance);
  pn_json_real(json, "constraint_inf", run->now.constraint_inf);
  pn_json_real(json, "pull", run->now.pull);
  write_targets(json, run);
  bodies_json(json, system, run->y, 0);
  if (run->poses > 0) {
    pn_json_object(json, "follow");
    pn_json_count(json, "poses", run->poses);
    pn_json_real(json, "time", run->pose_time);
    pn_json_count(json, "iterations_max", run->most_iterations);
    pn_json_real(json, "distance_max", run->farthest);
    pn_json_end(json);
  }
  if (run->frame) {
    pn_json_object(json, "afterwards");
    pn_json_real(json, "time", run->time);
    pn_json_real(json, "energy_initial", run->first.energy);
    pn_json_real(json, "energy_final", run->last.energy);
    pn_json_real(json, "constraint_inf", run->last.constraint_inf);
    pn_json_end(json);
  }
  quantity_json(json, "history", &rows);
}
