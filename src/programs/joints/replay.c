/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The run as a page that plays it. */
#include "programs/joints/picture.h"

#include "pantin/dynamics/box.h"
#include "pantin/dynamics/joint_wrench.h"
#include "programs/joints/system_replay.h"

/* Of more frames so many are shown. */
enum { FRAMES_MAX = 1500 };

/* The curves, in this order. */
enum { ENERGY_ERROR, KINETIC, GAP, DRIFT };

static const replay_text texts = {
    .clock = "t",
    .clock_unit = "s",
    .rate = 1,
    .arrow = {{"joint forces", "N"}},
    .curve = {[ENERGY_ERROR] = {"error of the energy", "J", 1},
              [KINETIC] = {"kinetic energy", "J", 0},
              [GAP] = {"gap of the joints |C|", "m", 1},
              [DRIFT] = {"drift of the joints |J u|", "m/s", 1}}};

/* Adds the edges of the box, as one path along all of them. */
static void add_box(replay *r, const pn_box *box)
{
  static const int corner[][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                  {0, 0, 0}, {0, 0, 1}, {1, 0, 1}, {1, 0, 0},
                                  {1, 0, 1}, {1, 1, 1}, {1, 1, 0}, {1, 1, 1},
                                  {0, 1, 1}, {0, 1, 0}, {0, 1, 1}, {0, 0, 1}};
  enum { CORNERS = sizeof corner / sizeof *corner };
  pn_vec3 path[CORNERS];
  for (size_t k = 0; k < CORNERS; k++)
    path[k] = pn_vec3_make(corner[k][0] ? box->high.x : box->low.x,
                           corner[k][1] ? box->high.y : box->low.y,
                           corner[k][2] ? box->high.z : box->low.z);
  replay_add_line(r, CORNERS, path);
}

/* Adds one frame: poses, forces on the joints' children, values. */
static void add_frame(replay *r, const joints_run *run,
                      const joints_frame *frame)
{
  const pn_system *system = run->of->system;
  pn_assembly *assembly = run->simulation->dynamics->assembly;
  system_replay_add_frame(r, frame->time, system, frame->y);
  pn_assembly_set(assembly, frame->y);
  for (size_t j = 0; j < system->joints; j++) {
    const pn_wrench on_child = pn_joint_wrench(assembly, frame->lambda, j, 1);
    replay_add_arrow(r, 0, on_child.point, on_child.force);
  }

  const pn_measure *m = &frame->measure;
  replay_add_value(r, ENERGY_ERROR, frame->ledger.remainder);
  replay_add_value(r, KINETIC, m->kinetic);
  replay_add_value(r, GAP, m->constraint_inf);
  replay_add_value(r, DRIFT, m->velocity_inf);
}

replay *joints_replay(const void *result)
{
  const joints_run *run = result;
  replay_text text = texts;
  text.title = run->of->title && *run->of->title ? run->of->title : run->scene;
  replay *r = system_replay_alloc(run->of->system, &text);
  if (r && run->settings.box)
    add_box(r, run->settings.box);
  const size_t stride = run->frames / FRAMES_MAX + 1;
  for (size_t k = 0; r && k < run->frames; k += stride)
    add_frame(r, run, &run->frame[k]);
  return r;
}
