/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Piles of balls. */
#include "programs/contact/kind.h"

/* Reads a scene of balls, whose settings the options override, and refuses
   options that are for rigid bodies. */
static int open_pile(contact_run *run, const contact_request *asked,
                     const char *path, pn_error *error)
{
  if (asked->rule.rule)
    return contact_request_refuse("--omega with a rule", "rigid bodies", error);
  if (asked->friction >= 0 || asked->coupled || asked->cone)
    return contact_request_refuse(asked->cone      ? "--cone"
                                  : asked->coupled ? "--coupled"
                                                   : "--friction",
                                  "rigid bodies, and this is a scene of balls",
                                  error);
  pn_balls_scene *pile = run->pile = pn_balls_scene_read(path, error);
  if (!pile)
    return error->code;
  CONTACT_OVERRIDE(asked, pile);
  pile->settings.position_correction &= !asked->no_correction;
  pile->settings.anticipation &= !asked->no_anticipation;
  run->stepper = pn_stepper_alloc(pile->balls, &pile->settings, error);
  if (!run->stepper)
    return error->code;
  run->title = pile->title;
  run->time = pile->time;
  run->dt = pile->settings.step;
  run->state = &pile->balls->x[0].x;
  run->dimension = 3 * pile->balls->count;
  run->info = &run->stepper->info;
  run->lcp = run->stepper->lcp;
  return 0;
}

static int advance(contact_run *run, pn_error *error)
{
  return pn_stepper_advance(run->stepper, error);
}

static void close_pile(contact_run *run)
{
  pn_stepper_free(run->stepper);
  pn_balls_scene_free(run->pile);
}

static int state_of(frame_state *state, const contact_run *run)
{
  return frame_state_of_balls(state, run->stepper);
}

static double thinnest(const contact_run *run)
{
  const pn_balls *balls = run->pile->balls;
  double least = INFINITY;
  for (size_t k = 0; k < balls->count; k++)
    least = fmin(least, balls->radius[k]);
  return least;
}

static double tolerance(const contact_run *run)
{
  return run->pile->settings.tolerance;
}

static int pivots(const contact_run *run)
{
  return run->pile->settings.method->pivots;
}

/* Prints what is simulated and how. */
static void heading(FILE *stream, const contact_run *run)
{
  const pn_stepper_settings *settings = &run->pile->settings;
  fprintf(stream, "%zu balls in a %s; steps of %g s, ", run->pile->balls->count,
          run->pile->balls->container.shape->name, run->dt);
  if (settings->tolerance > 0)
    fprintf(stream, "%s to %g m/s", settings->method->name,
            settings->tolerance);
  else
    fprintf(stream, "%zu iterations of %s", settings->iterations,
            settings->method->name);
  fprintf(stream, "%s%s%s\n", settings->warm_start ? ", warm start" : "",
          settings->position_correction ? "" : ", no position correction",
          settings->anticipation ? "" : ", no anticipation");
}

static void json_scene(pn_json *json, const contact_run *run)
{
  pn_json_count(json, "balls", run->pile->balls->count);
  pn_json_string(json, "container", run->pile->balls->container.shape->name);
  pn_json_string(json, "solver", run->pile->settings.method->name);
}

static void json_final(pn_json *json, const contact_run *run)
{
  const pn_balls *balls = run->pile->balls;
  pn_json_reals(json, "radius", balls->count, balls->radius);
  pn_json_array(json, "positions");
  for (size_t k = 0; k < balls->count; k++)
    pn_json_reals(json, NULL, 3, &balls->x[k].x);
  pn_json_end(json);
}

const contact_kind contact_balls = {
    .open = open_pile,
    .advance = advance,
    .close = close_pile,
    .state = state_of,
    .thinnest = thinnest,
    .tolerance = tolerance,
    .pivots = pivots,
    .heading = heading,
    .json_scene = json_scene,
    .json_final = json_final,
    .draw = contact_balls_draw,
};
