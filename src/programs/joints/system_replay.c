/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/joints/system_replay.h"

#include "programs/joints/bars.h"

#include <gsl/gsl_math.h>

/* Pieces of a wire, which is drawn for a period to either side. */
enum { PIECES = 120 };

/* Returns the direction that weight does not pull to; y without weight. */
static pn_vec3 up_of(const pn_system *system)
{
  const pn_vec3 g = system->gravity;
  return pn_vec3_norm(g) > 0 ? pn_vec3_scale(-1, g) : pn_vec3_make(0, 1, 0);
}

/* Adds the wire x = cos y of the world, through the start of the bead. */
static void add_wire(replay *r, const pn_joint *joint)
{
  const pn_vec3 start = joint->point[0];
  pn_vec3 point[PIECES + 1];
  for (int k = 0; k <= PIECES; k++) {
    const double y = start.y + 2 * M_PI * (2.0 * k / PIECES - 1);
    point[k] = pn_vec3_make(cos(y), y, start.z);
  }
  replay_add_line(r, PIECES + 1, point);
}

/* Adds what is no body. */
static void add_ground(replay *r, const pn_system *system)
{
  joints_bar bar;
  pn_vec3 pivot;
  for (size_t k = 0; k <= system->joints; k++)
    if (joints_bar_get(system, k, &bar))
      replay_add_bar(r, REPLAY_STILL, bar.body, bar.point);
  for (size_t k = 0; k < system->springs; k++)
    replay_add_bar(r, REPLAY_LINK, system->spring[k].body,
                   system->spring[k].point);
  for (size_t j = 0; j < system->joints; j++) {
    const pn_joint *joint = &system->joint[j];
    if (joints_is_pivot(joint, &pivot))
      replay_add_part(r, PN_WORLD, pn_shape_point->name, (double[3]){0},
                      (pn_pose){pivot, pn_quat_identity()});
    if (joint->type == pn_joint_cosine_wire && joint->parent == PN_WORLD)
      add_wire(r, joint);
  }
}

replay *system_replay_alloc(const pn_system *system, const replay_text *text)
{
  replay_text own = *text;
  own.up = up_of(system);
  own.turning = 1;
  replay *r = replay_alloc(system->bodies, &own);
  for (size_t b = 0; r && b < system->bodies; b++) {
    const pn_body *body = &system->body[b];
    const pn_pose centre = {{0, 0, 0}, pn_quat_identity()};
    replay_add_name(r, body->name);
    replay_add_part(r, b, (body->shape ? body->shape : pn_shape_point)->name,
                    body->size, centre);
  }
  if (r)
    add_ground(r, system);
  return r;
}

void system_replay_add_frame(replay *r, double t, const pn_system *system,
                             const double *y)
{
  replay_add_frame(r, t);
  for (size_t b = 0; b < system->bodies; b++)
    replay_add_pose(r, pn_state_motion(system, y, b).pose);
}
