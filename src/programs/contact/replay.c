/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A run of balls or of rigid bodies as a page that plays it. */
#include "programs/replay.h"

#include "programs/contact/report.h"

#include <gsl/gsl_math.h>
#include <math.h>

/* The curves, in this order. */
enum { RESIDUAL, CONTACTS, PENETRATION, ENERGY };

/* The arrows. */
enum { PUSH, FRICTION };

static const replay_text texts = {
    .clock = "t",
    .clock_unit = "s",
    .rate = 1,
    .up = {0, 0, 1},
    .arrow = {[PUSH] = {"contact impulses", "N s"},
              [FRICTION] = {"friction", "N s"}},
    .curve = {[RESIDUAL] = {"residual", "m/s", 1},
              [CONTACTS] = {"contacts", "", 0},
              [PENETRATION] = {"deepest overlap", "m", 1},
              [ENERGY] = {"energy", "J", 0}}};

enum { SIDES = 48 }; /* of a circle */

/* Adds the outline of a spherical container: a circle across each axis. */
static void add_sphere(replay *r, double radius)
{
  pn_vec3 point[SIDES + 1];
  for (int axis = 0; axis < 3; axis++) {
    for (int k = 0; k <= SIDES; k++) {
      const double angle = 2 * M_PI * k / SIDES;
      const double c = radius * cos(angle), s = radius * sin(angle);
      point[k] = pn_vec3_make(axis == 0 ? 0 : c, axis == 1 ? 0 : s,
                              axis == 2   ? 0
                              : axis == 0 ? c
                                          : s);
    }
    replay_add_line(r, SIDES + 1, point);
  }
}

/* Adds the edges of a container like a box: its two ends and what joins
   them. */
static void add_box(replay *r, pn_vec3 half)
{
  static const int corner[][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
  for (int side = -1; side <= 1; side += 2) {
    pn_vec3 point[5];
    for (int k = 0; k < 5; k++)
      point[k] = pn_vec3_make(corner[k][0] * half.x, corner[k][1] * half.y,
                              side * half.z);
    replay_add_line(r, 5, point);
  }
  for (int k = 0; k < 4; k++) {
    const double x = corner[k][0] * half.x, y = corner[k][1] * half.y;
    const pn_vec3 edge[] = {{x, y, -half.z}, {x, y, half.z}};
    replay_add_line(r, 2, edge);
  }
}

/* Adds the container, a sphere or a box; one without bounds is not shown. */
static void add_container(replay *r, const pn_container *container)
{
  if (!container->shape->bounded)
    return;
  const pn_vec3 half = container->shape->extent(container);
  if (container->shape->sizes == 1)
    add_sphere(r, half.x);
  else
    add_box(r, half);
}

/* Adds what does not change: balls and their container, or geoms. */
static void add_scene(replay *r, const contact_run *run)
{
  if (run->pile) {
    for (size_t k = 0; k < run->pile->balls->count; k++)
      replay_add_ball(r, run->pile->balls->radius[k]);
    add_container(r, &run->pile->balls->container);
    return;
  }
  for (size_t k = 0; k < run->bodies->geoms; k++) {
    const pn_geom *geom = &run->bodies->geom[k];
    replay_add_part(r, geom->body,
                    geom->shape == pn_geom_plane ? "plane" : geom->shape->name,
                    geom->size, geom->pose);
  }
}

/* Adds the impulses of the k-th state that was kept. */
static void add_impulses(replay *r, const contact_run *run, size_t k)
{
  const size_t begin = k > 0 ? run->impulse_end[k - 1] : 0;
  for (size_t kind = PUSH; kind <= FRICTION; kind++)
    for (size_t c = begin; c < run->impulse_end[k]; c++) {
      const contact_impulse *at = &run->impulse[c];
      const pn_vec3 vector = kind == PUSH ? at->push : at->friction;
      if (pn_vec3_norm(vector) > 0)
        replay_add_arrow(r, kind, at->point, vector);
    }
}

/* Adds the k-th state that was kept, with the numbers of the step before it. */
static void add_frame(replay *r, const contact_run *run, size_t k,
                      size_t bodies)
{
  const double *state = run->picture + k * run->dimension;
  const pn_step_info *info = &run->picture_info[k];
  const int moved = info->steps > 0;
  replay_add_frame(r, info->time);
  for (size_t b = 0; b < bodies; b++)
    replay_add_pose(
        r, run->pile ? (pn_pose){((const pn_vec3 *)(const void *)state)[b],
                                 pn_quat_identity()}
                     : pn_state_motion(run->bodies->system, state, b).pose);
  add_impulses(r, run, k);

  replay_add_value(r, RESIDUAL, moved ? info->residual.scaled.inf : NAN);
  replay_add_value(r, CONTACTS, (double)info->contacts);
  replay_add_value(r, PENETRATION, moved ? info->penetration : NAN);
  replay_add_value(r, ENERGY, moved ? info->energy : NAN);
}

replay *contact_replay(const void *result)
{
  const contact_run *run = result;
  const size_t bodies = contact_bodies(run);
  replay_text text = texts;
  text.title = run->title && *run->title ? run->title : run->name;
  text.turning = !run->pile;
  if (run->pile)
    text.arrow[FRICTION].name = NULL;
  if (!run->keep_impulses)
    text.arrow[PUSH].name = NULL;
  replay *r = replay_alloc(bodies, &text);
  if (r)
    add_scene(r, run);
  for (size_t k = 0; r && k < run->pictures; k++)
    add_frame(r, run, k, bodies);
  return r;
}
