/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What is kept of each sample, and how it is found again. */
#include "programs/inverse/inverse.h"

#include "pantin/base/alloc.h"
#include "pantin/body/joint_axes.h"
#include "pantin/dynamics/joint_wrench.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static const quantity time_of_sample[] = {{.name = "time", .unit = "s"}};

/* Each joint in each sample; turn and torque are numbers of joints that turn
   about one axis (or none), vectors of others. */
#define OF_JOINT(COMPONENTS)                                                   \
  {                                                                            \
    {QUANTITY_AT(inverse_sample, turn), .unit = "rad",                         \
     .components = COMPONENTS},                                                \
        {QUANTITY_AT(inverse_sample, slide), .unit = "m"},                     \
        {QUANTITY_AT(inverse_sample, motor_torque), .unit = "N m",             \
         .components = COMPONENTS},                                            \
        {QUANTITY_AT(inverse_sample, motor_force), .unit = "N"},               \
        {QUANTITY_AT(inverse_sample, joint_force), .unit = "N",                \
         .components = "xyz"},                                                 \
        {QUANTITY_AT(inverse_sample, joint_torque), .unit = "N m",             \
         .components = "xyz"},                                                 \
  }
enum { OF_JOINT_COLUMNS = 6 };
static const quantity of_hinge[OF_JOINT_COLUMNS] = OF_JOINT(NULL);
static const quantity of_cross[OF_JOINT_COLUMNS] = OF_JOINT("xy");
static const quantity of_ball[OF_JOINT_COLUMNS] = OF_JOINT("xyz");

static const quantity *columns_of(const pn_joint *joint)
{
  const int turns = joint->type->turns;
  return turns == 3 ? of_ball : turns == 2 ? of_cross : of_hinge;
}

int inverse_can_drive(const pn_joint *joint)
{
  return joint->type->turns > 0 || joint->type->slides;
}

void inverse_set_motion(inverse_sample *sample, const pn_joint *joint,
                        const pn_joint_motion *motion)
{
  const int told = pni_joint_has_coordinates(joint);
  sample->motion = *motion;
  sample->turn = told ? motion->turn : pn_vec3_make(0, 0, 0);
  sample->slide = told ? motion->slide.x : 0;
}

void inverse_add_friction(inverse_sample *sample, const pn_assembly *assembly,
                          size_t j)
{
  const pn_joint *joint = &assembly->system->joint[j];
  if (!(joint->friction_slide > 0 || joint->friction_turn > 0))
    return;
  const pn_wrench friction = pn_joint_friction(assembly, j);
  sample->joint_force = pn_vec3_add(sample->joint_force, friction.force);
  sample->joint_torque = pn_vec3_add(sample->joint_torque, friction.torque);
}

/* Updates the extremes of joint j, and its work by the trapezoid rule. */
static void sum_up(inverse_run *run, size_t j)
{
  inverse_summary *sum = &run->summary[j];
  const inverse_sample *sample = &run->last[j];
  const double torque = pn_vec3_norm(sample->motor_torque);
  sum->torque_max = fmax(sum->torque_max, torque);
  sum->force_max = fmax(sum->force_max, fabs(sample->motor_force));
  sum->torque_squares += torque * torque;
  sum->power_max = fmax(sum->power_max, fabs(run->power[j]));
  if (sum->samples > 0)
    sum->work += (sum->power_last + run->power[j]) / 2 * run->dt;
  sum->power_last = run->power[j];
  sum->samples++;
  sum->joint_force_max =
      fmax(sum->joint_force_max, pn_vec3_norm(sample->joint_force));
  sum->joint_torque_max =
      fmax(sum->joint_torque_max, pn_vec3_norm(sample->joint_torque));
}

int inverse_record(inverse_run *run, pn_error *error)
{
  const size_t joints = run->of->system->joints;
  for (size_t j = 0; j < joints; j++)
    sum_up(run, j);
  if (run->keep_samples) {
    run->time[run->samples] = run->now;
    memcpy(run->sample + run->samples * joints, run->last,
           joints * sizeof *run->last);
  }
  run->samples++;
  return run->group ? quantity_stream_row(&run->csv, 0, error) : 0;
}

void inverse_motion(const inverse_run *run, size_t sample,
                    pn_joint_motion *motion)
{
  const size_t joints = run->system.joints;
  memset(motion, 0, (joints + run->system.bodies) * sizeof *motion);
  if (!run->hold)
    pn_joint_path_set(run->path, run->start + run->time[sample], motion);
  for (size_t j = 0; j < joints && run->closing; j++)
    motion[j] = run->sample[sample * joints + j].motion;
}

int inverse_csv_open(inverse_run *run, const char *path, pn_error *error)
{
  const pn_system *system = run->of->system;
  run->group = pn_alloc(system->joints + 1, sizeof *run->group);
  if (!run->group)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  run->group[0] = (quantity_rows){QUANTITY_LIST(time_of_sample),
                                  QUANTITY_ROWS(&run->now, 1)};
  for (size_t j = 0; j < system->joints; j++)
    run->group[j + 1] = (quantity_rows){.column = columns_of(&system->joint[j]),
                                        .columns = OF_JOINT_COLUMNS,
                                        .row = &run->last[j],
                                        .prefix = system->joint[j].name};
  return quantity_stream_open(&run->csv, path, run->group, system->joints + 1,
                              error);
}
