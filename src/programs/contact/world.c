/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Worlds of rigid bodies. */
#include "programs/contact/kind.h"

/* Reads a scene of rigid bodies, whose settings the options override, and
   refuses options that are for balls. */
static int open_world(contact_run *run, const contact_request *asked,
                      const char *path, pn_error *error)
{
  if (asked->no_correction)
    return contact_request_refuse("--no-position-correction",
                                  "balls, and this is a scene of rigid bodies",
                                  error);
  pn_world_scene *of = run->bodies = pn_world_scene_read(path, error);
  if (!of)
    return error->code;
  if (of->remarks)
    fputs(of->remarks, stderr);
  CONTACT_OVERRIDE(asked, of);
  if (asked->friction >= 0)
    of->settings.friction = asked->friction;
  of->settings.frozen &= !asked->coupled && !asked->cone;
  of->settings.cone = asked->cone;
  of->settings.anticipation |= asked->margin >= 0;
  of->settings.anticipation &= !asked->no_anticipation;
  if (asked->rule.rule) {
    run->rule = asked->rule;
    run->rule.pgs.coupled = !of->settings.frozen;
    run->rule.known.sweeps = of->settings.iterations;
    of->settings.choose_omega = contact_omega_choose;
    of->settings.chooser = &run->rule;
  }
  if (asked->cone && asked->solver < 0)
    of->settings.method = pn_lcp_pgs_block;
  if (asked->coupled && asked->solver < 0 &&
      !of->settings.method->handles_coupled)
    of->settings.method = pn_lcp_psor;
  run->world =
      pn_world_alloc(of->system, of->geom, of->geoms, &of->settings, error);
  if (!run->world)
    return error->code;
  run->title = of->title;
  run->time = of->time;
  run->dt = of->settings.step;
  run->state = run->world->y;
  run->dimension = pn_system_dimension(of->system);
  run->joints = of->system->joints;
  run->info = &run->world->info;
  run->lcp = run->world->lcp;
  return 0;
}

static int advance(contact_run *run, pn_error *error)
{
  return pn_world_advance(run->world, error);
}

static void close_world(contact_run *run)
{
  pn_world_free(run->world);
  pn_world_scene_free(run->bodies);
}

static int state_of(frame_state *state, const contact_run *run)
{
  return frame_state_of_world(state, run->world);
}

/* Returns half the thickness of the thinnest body [m]. */
static double thinnest(const contact_run *run)
{
  const pn_world_scene *of = run->bodies;
  double least = INFINITY;
  for (size_t k = 0; k < of->geoms; k++) {
    const pn_geom *geom = &of->geom[k];
    if (geom->shape == pn_shape_box)
      for (int i = 0; i < 3; i++)
        least = fmin(least, geom->size[i] / 2);
    else if (geom->shape == pn_shape_capsule)
      least = fmin(least, geom->size[1]);
    else if (geom->shape == pn_shape_sphere)
      least = fmin(least, geom->size[0]);
  }
  return least;
}

static double tolerance(const contact_run *run)
{
  return run->bodies->settings.tolerance;
}

static int pivots(const contact_run *run)
{
  return run->bodies->settings.method->pivots;
}

static int stalls(const contact_run *run)
{
  return run->world->solver->reason == PN_LCP_STAGNATED;
}

static int may_cycle(const contact_run *run)
{
  const pn_world_settings *of = &run->bodies->settings;
  return (of->method == pn_lcp_psor || of->method == pn_lcp_pgs) &&
         !of->frozen && of->friction > 0;
}

/* Prints what is simulated and how. */
static void heading(FILE *stream, const contact_run *run)
{
  const pn_world_settings *settings = &run->bodies->settings;
  const pn_system *system = run->bodies->system;
  fprintf(stream, "%zu bodies of %zu parts, %zu joints; steps of %.4g s,\n",
          system->bodies, run->bodies->geoms, system->joints, run->dt);
  fprintf(stream, "%s to %g m/s, friction %g, %s%s\n", settings->method->name,
          settings->tolerance, settings->friction,
          settings->cone     ? "in its cone"
          : settings->frozen ? "frozen"
                             : "coupled",
          settings->warm_start ? ", warm start" : "");
}

/* Writes what is simulated and how. */
static void json_scene(pn_json *json, const contact_run *run)
{
  const pn_world_scene *of = run->bodies;
  pn_json_count(json, "bodies", of->system->bodies);
  pn_json_count(json, "parts", of->geoms);
  pn_json_count(json, "joints", of->system->joints);
  pn_json_string(json, "solver", of->settings.method->name);
  pn_json_boolean(json, "frozen", of->settings.frozen);
  pn_json_boolean(json, "cone", of->settings.cone);
  pn_json_real(json, "friction", of->settings.friction);
}

/* Writes position and quaternion of each body. */
static void json_final(pn_json *json, const contact_run *run)
{
  pn_json_array(json, "poses");
  for (size_t b = 0; b < run->bodies->system->bodies; b++)
    pn_json_reals(json, NULL, PN_BODY_POSITIONS,
                  run->state + PN_BODY_POSITIONS * b);
  pn_json_end(json);
}

const contact_kind contact_world = {
    .rigid = 1,
    .open = open_world,
    .advance = advance,
    .close = close_world,
    .state = state_of,
    .thinnest = thinnest,
    .tolerance = tolerance,
    .pivots = pivots,
    .stalls = stalls,
    .may_cycle = may_cycle,
    .heading = heading,
    .json_scene = json_scene,
    .json_final = json_final,
    .draw = contact_world_draw,
};
