/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The given motion as a page that plays it, with what the joints and their
   motors have to do. */
#include "programs/inverse/inverse.h"

#include "pantin/base/alloc.h"
#include "pantin/body/joint_axes.h"
#include "programs/joints/system_replay.h"

#include <math.h>

/* Of more samples so many are shown. */
enum { FRAMES_MAX = 2000 };

/* The arrows, in this order. */
enum { FORCES, TORQUES };

/* Memory for one state. */
typedef struct {
  pn_joint_motion *motion;
  double *y, *u;
} room;

/* Names a curve after each joint with a motor, as many as there is room for. */
static void name_curves(replay_text *text, const inverse_run *run)
{
  const pn_system *system = run->of->system;
  size_t curves = 0;
  for (size_t j = 0; j < system->joints && curves < REPLAY_CURVES; j++) {
    const pn_joint *joint = &system->joint[j];
    if (!run->has_motor[j])
      continue;
    if (joint->type->turns)
      text->curve[curves++] = (replay_curve){joint->name, "N m", 0};
    else if (joint->type->slides)
      text->curve[curves++] = (replay_curve){joint->name, "N", 0};
  }
}

/* Adds what the motors exert, for the curves beside the scene. */
static void add_values(replay *r, const inverse_run *run,
                       const inverse_sample *sample)
{
  const pn_system *system = run->of->system;
  size_t curve = 0;
  for (size_t j = 0; j < system->joints && curve < REPLAY_CURVES; j++) {
    const pn_joint_type *type = system->joint[j].type;
    const pn_vec3 torque = sample[j].motor_torque;
    if (!run->has_motor[j])
      continue;
    if (type->turns)
      replay_add_value(r, curve++,
                       type->turns == 1 ? torque.x : pn_vec3_norm(torque));
    else if (type->slides)
      replay_add_value(r, curve++, sample[j].motor_force);
  }
}

/* Returns the torque of a joint's motor on the child, in the world's frame. */
static pn_vec3 motor_torque(const pn_joint *joint, const pn_motion *parent,
                            const pn_motion *child, pn_vec3 about_axes)
{
  pn_vec3 torque = {0, 0, 0};
  for (int k = 0; k < joint->type->turns; k++)
    torque = pn_vec3_add_scaled(torque, pni_component(about_axes, k),
                                pni_turn_axis(joint, parent, child, k));
  return torque;
}

/* Adds an arrow of one kind at each joint, which acts on its child. */
static void add_arrows(replay *r, const inverse_run *run, const double *y,
                       const inverse_sample *sample, size_t kind)
{
  const pn_system *system = run->of->system;
  for (size_t j = 0; j < system->joints; j++) {
    const pn_joint *joint = &system->joint[j];
    const pn_motion parent = pn_state_motion(system, y, joint->parent);
    const pn_motion child = pn_state_motion(system, y, joint->child);
    replay_add_arrow(r, kind, pn_pose_point(child.pose, joint->point[1]),
                     kind == FORCES ? sample[j].joint_force
                                    : motor_torque(joint, &parent, &child,
                                                   sample[j].motor_torque));
  }
}

/* Adds sample k: the pose, with arrows for forces and torques, and the values
   of the curves. */
static void add_frame(replay *r, const inverse_run *run, size_t k, room *own)
{
  const pn_system *system = run->of->system;
  const inverse_sample *sample = &run->sample[k * system->joints];
  inverse_motion(run, k, own->motion);
  pn_joint_motion_state(system, run->tree, own->motion, own->y, own->u);
  system_replay_add_frame(r, run->time[k], system, own->y);
  add_arrows(r, run, own->y, sample, FORCES);
  add_arrows(r, run, own->y, sample, TORQUES);
  add_values(r, run, sample);
}

replay *inverse_replay(const void *result)
{
  const inverse_run *run = result;
  const pn_system *system = run->of->system;
  replay_text text = {.subtitle = "curves: what the motors do",
                      .clock = "t",
                      .clock_unit = "s",
                      .rate = 1,
                      .arrow = {[FORCES] = {"joint forces", "N"},
                                [TORQUES] = {"motor torques", "N m"}}};
  text.title = run->of->title && *run->of->title ? run->of->title : run->name;
  name_curves(&text, run);
  room own = {pn_alloc(system->joints + system->bodies, sizeof *own.motion),
              pn_alloc(pn_system_dimension(system), sizeof *own.y),
              pn_alloc(PN_BODY_VELOCITIES * system->bodies, sizeof *own.u)};
  replay *r =
      own.motion && own.y && own.u ? system_replay_alloc(system, &text) : NULL;
  const size_t stride = run->samples / FRAMES_MAX + 1;
  for (size_t k = 0; r && k < run->samples; k += stride)
    add_frame(r, run, k, &own);
  pn_free(own.motion);
  pn_free(own.y);
  pn_free(own.u);
  return r;
}
