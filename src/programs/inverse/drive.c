/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pantin/base/alloc.h"
#include "programs/inverse/inverse.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* Sets a motor in each joint by which a body hangs, if it can have one; they
   follow the file. Returns how many there are. */
static size_t set_motors(const inverse_run *run, char *csv, pn_motor *motor)
{
  size_t motors = 0;
  for (size_t b = 0; b < run->system.bodies; b++) {
    const size_t j = run->inverse->tree->joint[b];
    if (j == PN_NO_JOINT)
      continue;
    const pn_joint_type *type = run->system.joint[j].type;
    if (type->turns > 0 || type->slides)
      motor[motors++] = (pn_motor){.joint = j, .file = csv};
  }
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
  if (ready && !run->hold)
    pn_joint_path_set(run->path, run->start, motion);
  if (ready)
    pn_joint_motion_state(system, run->inverse->tree, motion, y, u);
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
  driven.motor = pn_alloc(driven.bodies, sizeof *driven.motor);
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
