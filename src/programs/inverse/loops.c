/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Inverse dynamics of scenes with loops: the joints that the scene moves are
   driven, the others follow; the motors that it names share the load. */
#include "programs/inverse/inverse.h"

#include "pantin/base/alloc.h"
#include "pantin/body/joint_axes.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Sets has_motor[j] for the joints that the scene's motors name, or for all
   that can have one if it names none. */
static void list_motors(inverse_run *run)
{
  const pn_system *system = run->of->system;
  for (size_t m = 0; m < system->motors; m++)
    run->has_motor[system->motor[m].joint] = 1;
  for (size_t j = 0; j < system->joints && system->motors == 0; j++)
    run->has_motor[j] = inverse_can_drive(&system->joint[j]);
}

/* Sets is_driven[j] for the joints that the scene moves; in a table of poses
   all joints follow alike. */
static void list_driven(const inverse_run *run, int *is_driven)
{
  for (size_t k = 0; k < run->of->swings && !run->motion; k++)
    is_driven[run->of->swing[k].joint] = 1;
  for (size_t k = 0; k < run->of->paths && !run->motion; k++)
    is_driven[run->of->path[k].joint] = 1;
}

int inverse_loops_prepare(inverse_run *run, pn_error *error)
{
  int *is_driven = pn_alloc(run->system.joints, sizeof *is_driven);
  if (is_driven) {
    list_motors(run);
    list_driven(run, is_driven);
    run->closing =
        pn_loop_motion_alloc(&run->system, is_driven, run->has_motor, error);
    if (run->closing)
      run->shared = pn_inverse_loops_alloc(&run->system, run->has_motor, error);
  }
  if (run->shared) {
    run->levers = pn_levers_alloc(run->closing, is_driven, run->has_motor);
    run->looked = pn_loop_place_alloc(run->closing);
    run->begun = pn_loop_place_alloc(run->closing);
    run->here = pn_loop_place_alloc(run->closing);
  }
  pn_free(is_driven);
  if (!error->code && (!run->closing || !run->shared || !run->levers ||
                       !run->looked || !run->begun || !run->here))
    pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  if (run->closing)
    run->tree = run->closing->tree;
  return error->code;
}

int inverse_prepare_table(inverse_run *run, pn_error *error)
{
  const size_t joints = run->system.joints;
  size_t open = 0;
  int *is_told = pn_alloc(joints, sizeof *is_told);
  if (!is_told)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  for (size_t j = 0; j < joints; j++) {
    is_told[j] = pni_joint_has_coordinates(&run->system.joint[j]);
    open += !is_told[j];
  }
  if (open > 0)
    run->closing = pn_loop_motion_alloc(&run->system, is_told, NULL, error);
  pn_free(is_told);
  return error->code;
}

/* Records a joint in this sample. */
static void record_joint(inverse_run *run, const double *y, size_t j,
                         pn_joint_motion motion)
{
  const pn_wrench *w = &run->shared->wrench[j];
  const pn_joint *joint = &run->system.joint[j];
  pn_joint_motion_of_joint(&run->system, j, y, &motion);
  run->last[j] = (inverse_sample){.motor_torque = w->motor,
                                  .motor_force = w->slide,
                                  .joint_force = w->force,
                                  .joint_torque = w->torque};
  inverse_add_friction(&run->last[j], run->shared->dynamics->assembly, j);
  inverse_set_motion(&run->last[j], joint, &motion);
  run->power[j] = run->shared->power[j];
}

/* Passes the rows of a table since the last sample, and once between two of
   them: no joint turns by more than half a turn from row to row. */
static void pass_rows(inverse_run *run, double t, pn_joint_motion *motion,
                      double *y, double *u)
{
  const double steps = ceil(2 * run->dt / run->path->step);
  for (double k = 1; k < steps && run->samples > 0; k++) {
    pn_joint_path_set(run->path, t - run->dt * (1 - k / steps), motion);
    pn_loop_motion_pass(run->closing, motion, y, u);
  }
  pn_joint_path_set(run->path, t, motion);
}

/* Leads the joints from where they are to shortly before the time t: from the
   start to the first pose, or since the last sample. */
static int lead(inverse_run *run, double t, pn_joint_motion *motion, double *y,
                double *u)
{
  const size_t count = run->system.joints + run->system.bodies;
  int code = GSL_SUCCESS;
  if (run->hold)
    return GSL_SUCCESS;
  if (run->motion) {
    pass_rows(run, t, motion, y, u);
    return GSL_SUCCESS;
  }
  if (run->samples == 0) {
    pn_joint_motion *first = pn_alloc(count, sizeof *first);
    if (!first)
      return GSL_ENOMEM;
    pn_joint_path_set(run->path, t, first);
    code = pn_loop_motion_lead(run->closing, t, first, motion, y, u);
    pn_free(first);
  } else {
    const double steps = ceil(run->dt / inverse_longest_step(run->of));
    for (double k = 1; k < steps && !code; k++) {
      const double now = t - run->dt * (1 - k / steps);
      pn_joint_path_set(run->path, now, motion);
      code = pn_loop_motion_close(run->closing, now, motion, y, u);
      if (!code)
        code = inverse_look(run, now, motion, y, u);
    }
  }
  pn_joint_path_set(run->path, t, motion);
  return code;
}

/* Estimates how well the table tells the accelerations: by those of every other
   row. `motion`, y and u are work. */
static void doubt(inverse_run *run, double t, pn_joint_motion *motion,
                  double *y, double *u)
{
  const pn_system *system = &run->system;
  double *rough = run->shared->right;
  if (!run->path->rough || run->hold)
    return;
  pn_joint_path_set(run->path->rough, t, motion);
  pn_joint_motion_state(system, run->tree, motion, y, rough);
  pn_joint_path_set(run->path, t, motion);
  pn_joint_motion_state(system, run->tree, motion, y, u);
  run->doubt = fmax(
      run->doubt,
      PN_JOINT_PATH_ERROR *
          pn_measure_acceleration(run->shared->dynamics->assembly, u, rough));
}

int inverse_loops_sample(inverse_run *run, double t, pn_joint_motion *motion,
                         double *y, double *u)
{
  pn_inverse_loops *shared = run->shared;
  int code = lead(run, t, motion, y, u);
  if (!code)
    code = pn_loop_motion_close(run->closing, t, motion, y, u);
  if (!code)
    code = inverse_look(run, t, motion, y, u);
  if (!code)
    code = pn_inverse_loops_set(shared, t, y, u);
  if (code)
    return code;
  inverse_compare(run, shared->dynamics->assembly, u, shared->missing,
                  shared->right);
  for (size_t j = 0; j < run->system.joints; j++)
    record_joint(run, y, j, motion[j]);
  doubt(run, t, motion, y, u);
  return GSL_SUCCESS;
}
