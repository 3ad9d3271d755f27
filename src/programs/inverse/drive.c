/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "pantin/base/alloc.h"
#include "programs/inverse/inverse.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* Sets a motor in each joint that has one; they follow the file. Returns how
   many there are. */
static size_t set_motors(const inverse_run *run, char *csv, pn_motor *motor)
{
  size_t motors = 0;
  for (size_t j = 0; j < run->system.joints; j++)
    if (run->has_motor[j])
      motor[motors++] = (pn_motor){.joint = j, .file = csv};
  return motors;
}

/* Sets the state at the start of the motion. */
static int set_start(const inverse_run *run, double *y)
{
  const pn_system *system = &run->system;
  pn_joint_motion *motion =
      pn_alloc(system->joints + system->bodies, sizeof *motion);
  double *u = pn_alloc(PN_BODY_VELOCITIES * system->bodies, sizeof *u);
  const int ready = motion && u;
  if (ready) {
    inverse_motion(run, 0, motion);
    pn_joint_motion_state(system, run->tree, motion, y, u);
  }
  pn_free(motion);
  pn_free(u);
  return ready ? GSL_SUCCESS : GSL_ENOMEM;
}

int inverse_drive(const inverse_run *run, const char *csv, pn_error *error)
{
  pn_system driven = run->system;
  pn_system_scene of = *run->of;
  char *file = pn_alloc(strlen(csv) + 1, 1);
  double *y = pn_alloc(pn_system_dimension(&driven), sizeof *y);
  driven.motor = pn_alloc(driven.joints, sizeof *driven.motor);
  int code = GSL_ENOMEM;
  if (file && y && driven.motor && !set_start(run, y)) {
    strcpy(file, csv);
    driven.motors = set_motors(run, file, driven.motor);
    of.system = &driven;
    of.time = run->duration;
    code = pn_system_scene_write(&of, y, run->drive, error);
  } else {
    pn_error_set(error, code, NULL, 0, "out of memory");
  }
  pn_free(file);
  pn_free(y);
  pn_free(driven.motor);
  return code;
}
