/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What is kept of each sample, and how it is found again. */
#include "programs/inverse/inverse.h"

#include <math.h>
#include <string.h>

int inverse_can_drive(const pn_joint *joint)
{
  return joint->type->turns > 0 || joint->type->slides;
}

void inverse_record(inverse_run *run, size_t j, const inverse_sample *sample,
                    double power)
{
  inverse_summary *sum = &run->summary[j];
  const double torque = pn_vec3_norm(sample->motor_torque);
  run->sample[run->samples * run->of->system->joints + j] = *sample;
  sum->torque_max = fmax(sum->torque_max, torque);
  sum->force_max = fmax(sum->force_max, fabs(sample->motor_force));
  sum->torque_rms += torque * torque; /* the sum, until the end */
  sum->power_max = fmax(sum->power_max, fabs(power));
  sum->work += power * run->dt;
  sum->joint_force_max =
      fmax(sum->joint_force_max, pn_vec3_norm(sample->joint_force));
  sum->joint_torque_max =
      fmax(sum->joint_torque_max, pn_vec3_norm(sample->joint_torque));
}

void inverse_motion(const inverse_run *run, size_t sample,
                    pn_joint_motion *motion)
{
  const size_t joints = run->system.joints;
  memset(motion, 0, (joints + run->system.bodies) * sizeof *motion);
  if (!run->hold)
    pn_joint_path_set(run->path, run->start + run->time[sample], motion);
  for (size_t j = 0; j < joints && run->shared; j++)
    motion[j] = run->sample[sample * joints + j].motion;
}
