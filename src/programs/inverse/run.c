/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/inverse/inverse.h"

#include "pantin/base/alloc.h"
#include "pantin/body/joint_axes.h"
#include "pantin/dynamics/dynamics.h"
#include "programs/interrupt.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A time that misses a whole number of samples by less than this part of one is
   rounding; more samples than this are a typing error, as are more numbers that
   are kept. */
static const double part_of_sample = 1e-6, samples_max = 1e9, kept_max = 1e7;

/* Length of the motion in a scene that does not give one [s]. */
static const double usual_time = 10;

/* The motion, and the forward dynamics that check it. */
typedef struct {
  pn_joint_motion *motion;
  double *y, *u;
  pn_system loaded; /* the system with what the joints have to do as a load */
  pn_dynamics *forward;
} workspace;

program_status inverse_run_status(const inverse_run *run)
{
  if (program_interrupted())
    return PROGRAM_INTERRUPTED;
  return inverse_agrees(run) ? PROGRAM_SOLVED : PROGRAM_NOT_CONVERGED;
}

/* Tells whether there is a motor in the joint by which body b hangs. */
static int has_motor(const pn_inverse *inverse, size_t b)
{
  const size_t j = inverse->tree->joint[b];
  return j != PN_NO_JOINT && inverse_can_drive(&inverse->system->joint[j]);
}

/* Returns what the joint of body b needs from outside: the motor's part where
   there is a motor, everything where there is none. */
static pn_wrench outside(const pn_inverse *inverse, size_t b)
{
  pn_wrench w = inverse->wrench[b];
  if (!has_motor(inverse, b))
    return w;
  const pn_joint *joint = &inverse->system->joint[inverse->tree->joint[b]];
  const pn_assembly *a = inverse->assembly;
  const pn_motion *parent = pn_assembly_motion(a, joint->parent);
  const pn_motion *child = pn_assembly_motion(a, joint->child);
  w.torque = w.force = pn_vec3_make(0, 0, 0);
  for (int k = 0; k < joint->type->turns; k++)
    w.torque = pn_vec3_add_scaled(w.torque, pni_component(w.motor, k),
                                  pni_turn_axis(joint, parent, child, k));
  if (joint->type->slides)
    w.force = pn_vec3_scale(w.slide, pni_slide_axis(joint, parent));
  return w;
}

/* Adds a wrench at its point to the load of a body, about its centre. */
static void add_wrench(const pn_inverse *inverse, size_t body, double sign,
                       const pn_wrench *w, double *load)
{
  if (body == PN_WORLD)
    return;
  const pn_vec3 arm =
      pn_vec3_sub(w->point, inverse->assembly->motion[body].pose.x);
  const pn_vec3 f = pn_vec3_scale(sign, w->force);
  const pn_vec3 t = pn_vec3_add_scaled(pn_vec3_cross(arm, f), sign, w->torque);
  const double part[] = {f.x, f.y, f.z, t.x, t.y, t.z};
  for (size_t k = 0; k < PN_BODY_VELOCITIES; k++)
    load[PN_BODY_VELOCITIES * body + k] += part[k];
}

/* Adds to both bodies of each joint what the joint has to do, as a load of
   forward dynamics. */
static void add_loads(double t, const pn_system *system,
                      const pn_motion *motion, double *load, void *params)
{
  const pn_inverse *inverse = params;
  (void)t;
  (void)motion;
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_wrench w = outside(inverse, b);
    add_wrench(inverse, b, 1, &w, load);
    if (inverse->tree->joint[b] != PN_NO_JOINT)
      add_wrench(inverse, inverse->tree->above[b], -1, &w, load);
  }
}

static void workspace_free(workspace *work)
{
  pn_free(work->motion);
  pn_free(work->y);
  pn_free(work->u);
  pn_dynamics_free(work->forward);
}

static int workspace_set(workspace *work, inverse_run *run)
{
  const pn_system *system = &run->system;
  work->motion =
      pn_alloc(system->joints + system->bodies, sizeof *work->motion);
  work->y = pn_alloc(pn_system_dimension(system), sizeof *work->y);
  work->u = pn_alloc(PN_BODY_VELOCITIES * system->bodies, sizeof *work->u);
  work->loaded = *system;
  work->loaded.load = add_loads;
  work->loaded.load_params = run->inverse;
  if (run->inverse)
    work->forward = pn_dynamics_alloc(&work->loaded, pn_multipliers_sparse);
  if (work->forward)
    work->forward->refines = 1; /* a small light link may carry a heavy one */
  return work->motion && work->y && work->u && (work->forward || run->shared)
             ? GSL_SUCCESS
             : GSL_ENOMEM;
}

/* Compares the accelerations with those of forward dynamics under what the
   joints have to do. */
static int check_forward(inverse_run *run, workspace *work, double t)
{
  pn_dynamics *forward = work->forward;
  if (pn_dynamics_evaluate(forward, t, work->y, NULL))
    return GSL_EFAILED;
  /* NOLINTNEXTLINE(*-core.NullDereference): only loops have none */
  const double off = pn_measure_acceleration(forward->assembly, work->u,
                                             forward->acceleration);
  inverse_compare(run, run->inverse->assembly, work->u, off,
                  forward->acceleration);
  return GSL_SUCCESS;
}

/* Returns the power of the torques of the motor in the joint of body b. */
static double motor_power(const pn_inverse *inverse, size_t b)
{
  const pn_assembly *a = inverse->assembly;
  const pn_vec3 spin =
      pn_vec3_sub(a->motion[b].omega,
                  pn_assembly_motion(a, inverse->tree->above[b])->omega);
  return has_motor(inverse, b) ? pn_vec3_dot(outside(inverse, b).torque, spin)
                               : 0;
}

/* Records the joint by which body b hangs, in this sample. */
static void record(inverse_run *run, const workspace *work, size_t b)
{
  const pn_inverse *inverse = run->inverse;
  const pn_wrench *w = &inverse->wrench[b];
  const size_t j = inverse->tree->joint[b];
  if (j == PN_NO_JOINT) {
    run->lacking = fmax(run->lacking, pn_vec3_norm(w->force));
    return;
  }
  const double sign = run->of->system->joint[j].child == b ? 1 : -1;
  inverse_sample *at = &run->last[j];
  *at = (inverse_sample){.motor_torque = pn_vec3_scale(sign, w->motor),
                         .motor_force = sign * w->slide,
                         .joint_force = pn_vec3_scale(sign, w->force),
                         .joint_torque = pn_vec3_scale(sign, w->torque)};
  inverse_add_friction(at, inverse->assembly, j);
  inverse_set_motion(at, &run->of->system->joint[j], &work->motion[j]);
  run->power[j] =
      motor_power(inverse, b) + at->motor_force * at->motion.slide_rate.x;
}

/* Samples the motion of a tree. */
static int sample_tree(inverse_run *run, workspace *work, double t)
{
  if (run->closing &&
      pn_loop_motion_close(run->closing, t, work->motion, work->y, work->u))
    return GSL_EFAILED;
  if (!run->closing)
    pn_joint_motion_state(run->of->system, run->tree, work->motion, work->y,
                          work->u);
  if (pn_inverse_set(run->inverse, t, work->y, work->u) ||
      check_forward(run, work, t))
    return GSL_EFAILED;
  for (size_t b = 0; b < run->of->system->bodies; b++)
    record(run, work, b);
  return GSL_SUCCESS;
}

/* Makes the sample at time t: what the joints and their motors have to do. */
static int sample(inverse_run *run, workspace *work, double t)
{
  const pn_system *system = run->of->system;
  memset(work->motion, 0,
         (system->joints + system->bodies) * sizeof *work->motion);
  if (!run->hold)
    pn_joint_path_set(run->path, t, work->motion);
  return run->shared
             ? inverse_loops_sample(run, t, work->motion, work->y, work->u)
             : sample_tree(run, work, t);
}

/* Returns why there are no forces. */
static const char *reason(const inverse_run *run, int code)
{
  return code == GSL_ENOMEM ? "out of memory"
         : code == GSL_ESING
             ? "the joints that follow can move in more or fewer ways than "
               "before"
         : code == GSL_EDOM
             ? "rounding hides which equations of the joints are redundant"
         : run->shared  ? "the loops cannot be closed there"
         : run->closing ? "the joints cannot be closed there"
                        : "a joint has no derivative there";
}

/* Takes sample after sample, until all are taken or Ctrl-C comes. */
static int sample_all(inverse_run *run, workspace *work, size_t wanted,
                      program *self)
{
  pn_error *error = &self->error;
  int code = GSL_SUCCESS;
  while (!code && run->samples < wanted && !program_interrupted()) {
    const double t = run->start + (double)run->samples * run->dt;
    interrupt_step_begin();
    const int failed = sample(run, work, t);
    interrupt_step_end();
    if (failed)
      return pn_error_set(error, GSL_EFAILED, NULL, 0,
                          "there are no forces at t = %g s: %s", t - run->start,
                          reason(run, failed));
    run->now = t - run->start;
    code = inverse_record(run, error);
    program_progress(self, (double)run->samples / (double)wanted);
  }
  if (!code && run->shared)
    inverse_look_at_ends(run, work->motion, work->y, work->u);
  return !code && run->group ? quantity_stream_commit(&run->csv, error) : code;
}

/* Prepares the motion from the table that was asked for. */
static int prepare_table(inverse_run *run, pn_error *error)
{
  pn_csv_table *table = pn_csv_read(run->motion, error);
  if (!table)
    return error->code;
  run->path = pn_joint_path_from_table(&run->system, run->tree, table,
                                       run->motion, error);
  pn_csv_table_free(table);
  if (run->path)
    run->start = pn_joint_path_start(run->path);
  return error->code;
}

/* Prepares the inverse dynamics: of a tree, or of a scene with loops. */
static int prepare_joints(inverse_run *run, pn_error *error)
{
  const pn_system *system = &run->system;
  pn_tree *tree = pn_tree_alloc(system);
  run->has_motor = pn_alloc(system->joints, sizeof *run->has_motor);
  if (!tree || !run->has_motor) {
    pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  } else if (tree->loops > 0) {
    inverse_loops_prepare(run, error);
  } else {
    run->inverse = pn_inverse_alloc(system, error);
    run->tree = run->inverse ? run->inverse->tree : NULL;
    for (size_t j = 0; j < system->joints; j++)
      run->has_motor[j] = inverse_can_drive(&system->joint[j]);
    if (run->inverse && run->motion && !run->hold)
      inverse_prepare_table(run, error);
  }
  pn_tree_free(tree);
  return error->code;
}

/* Sets how long the motion lasts, unless that was asked for; GSL_EINVAL if a
   table ends before. */
static int set_duration(inverse_run *run, pn_error *error)
{
  const double end = pn_joint_path_end(run->path) - run->start;
  if (run->motion && run->duration > end + part_of_sample * run->dt)
    return pn_error_set(error, GSL_EINVAL, run->motion, 0,
                        "this motion ends after %g s, before the %g s that "
                        "were asked for",
                        end, run->duration);
  if (run->duration > 0)
    return GSL_SUCCESS;
  run->duration = end > 0             ? end
                  : run->of->time > 0 ? run->of->time
                                      : usual_time;
  return GSL_SUCCESS;
}

/* Prepares the inverse dynamics and the motion. */
static int prepare(inverse_run *run, pn_error *error)
{
  run->system = *run->of->system;
  run->system.motors = 0; /* what they do is to be found */
  run->system.bounds = 0; /* as the manual page says */
  if (prepare_joints(run, error))
    return error->code;
  if (run->motion)
    prepare_table(run, error);
  else if (!(run->path = pn_joint_path_alloc(run->of)))
    pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  return error->code ? error->code : set_duration(run, error);
}

/* Takes the memory for so many samples. GSL_SUCCESS or GSL_ENOMEM. */
static int samples_alloc(inverse_run *run, size_t wanted)
{
  const size_t joints = run->of->system->joints;
  run->last = pn_alloc(joints, sizeof *run->last);
  run->power = pn_alloc(joints, sizeof *run->power);
  run->summary = pn_alloc(joints, sizeof *run->summary);
  for (size_t j = 0; run->summary && j < joints; j++) {
    run->summary[j].joint = &run->of->system->joint[j];
    run->summary[j].has_motor = run->has_motor[j];
  }
  if (run->keep_samples) {
    run->time = pn_alloc(wanted, sizeof *run->time);
    run->sample = pn_alloc(wanted * joints, sizeof *run->sample);
  }
  return run->last && run->power && run->summary &&
                 (!run->keep_samples || (run->time && run->sample))
             ? GSL_SUCCESS
             : GSL_ENOMEM;
}

/* Refuses more samples than anybody waits for, or than can be kept. */
static int check_samples(const inverse_run *run, double wanted, pn_error *error)
{
  const size_t joints = run->of->system->joints;
  if (!(wanted <= samples_max))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "%g s every %g s are more than %g samples",
                        run->duration, run->dt, samples_max);
  if (run->keep_samples && !(wanted * (double)(joints + 1) <= kept_max))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "%g s every %g s, times %zu joints, are more than %g "
                        "samples, which --plot and --drive keep",
                        run->duration, run->dt, joints, kept_max);
  return GSL_SUCCESS;
}

int inverse_run_solve(inverse_run *run, program *self,
                      const program_outputs *outputs)
{
  pn_error *error = &self->error;
  if (prepare(run, error))
    return error->code;
  const double wanted = floor(run->duration / run->dt + part_of_sample) + 1;
  if (check_samples(run, wanted, error))
    return error->code;
  workspace work = {0};
  if (samples_alloc(run, (size_t)wanted) || workspace_set(&work, run))
    pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  else if (!self->csv || !inverse_csv_open(run, self->csv, error)) {
    program_leave_with(self, NULL, outputs, run);
    sample_all(run, &work, (size_t)wanted, self);
  }
  workspace_free(&work);
  return error->code;
}

void inverse_run_free(inverse_run *run)
{
  if (run->group)
    quantity_stream_free(&run->csv);
  pn_inverse_free(run->inverse);
  pn_loop_motion_free(run->closing);
  pn_inverse_loops_free(run->shared);
  pn_levers_free(run->levers);
  pn_loop_place_free(run->looked);
  pn_loop_place_free(run->begun);
  pn_loop_place_free(run->here);
  pn_free(run->has_motor);
  pn_joint_path_free(run->path);
  pn_free(run->group);
  pn_free(run->time);
  pn_free(run->last);
  pn_free(run->power);
  pn_free(run->sample);
  pn_free(run->summary);
}
