/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/inverse/inverse.h"

#include "pantin/base/alloc.h"
#include "pantin/body/joint_axes.h"
#include "pantin/dynamics/dynamics.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* A time that misses a whole number of samples by less than this part of one is
   rounding; more samples than this are a typing error. */
static const double part_of_sample = 1e-6, samples_max = 1e7;

/* Length of the motion in a scene that does not give one [s]. */
static const double usual_time = 10;

/* The round trip is good below this. */
static const double agreed = 1e-9;

/* The motion, and the forward dynamics that check it. */
typedef struct {
  pn_joint_motion *motion;
  double *y, *u;
  pn_system loaded; /* the system with what the joints have to do as a load */
  pn_dynamics *forward;
} workspace;

program_status inverse_run_status(const inverse_run *run)
{
  if (run->interrupted)
    return PROGRAM_INTERRUPTED;
  return run->round_trip <= agreed ? PROGRAM_SOLVED : PROGRAM_NOT_CONVERGED;
}

/* Tells whether there is a motor in the joint by which body b hangs. */
static int has_motor(const pn_inverse *inverse, size_t b)
{
  const size_t j = inverse->tree->joint[b];
  if (j == PN_NO_JOINT)
    return 0;
  const pn_joint_type *type = inverse->system->joint[j].type;
  return type->turns > 0 || type->slides;
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
  work->forward = pn_dynamics_alloc(&work->loaded, pn_multipliers_sparse);
  return work->motion && work->y && work->u && work->forward ? GSL_SUCCESS
                                                             : GSL_ENOMEM;
}

/* Compares the accelerations with those of forward dynamics under what the
   joints have to do. */
static int check_forward(inverse_run *run, workspace *work, double t)
{
  const size_t n = PN_BODY_VELOCITIES * run->of->system->bodies;
  double most = pn_vec3_norm(run->of->system->gravity), off = 0;
  if (pn_dynamics_evaluate(work->forward, t, work->y, NULL))
    return GSL_EFAILED;
  for (size_t k = 0; k < n; k++) {
    most = fmax(most, fabs(work->u[k]));
    off = fmax(off, fabs(work->forward->acceleration[k] - work->u[k]));
  }
  if (off > 0)
    run->round_trip = fmax(run->round_trip, off / most);
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
  const size_t joints = run->of->system->joints, j = inverse->tree->joint[b];
  if (j == PN_NO_JOINT) {
    run->lacking = fmax(run->lacking, pn_vec3_norm(w->force));
    return;
  }
  inverse_sample *at = &run->sample[run->samples * joints + j];
  inverse_summary *sum = &run->summary[j];
  const double sign = run->of->system->joint[j].child == b ? 1 : -1;
  *at = (inverse_sample){work->motion[j], pn_vec3_scale(sign, w->motor),
                         sign * w->slide, pn_vec3_scale(sign, w->force),
                         pn_vec3_scale(sign, w->torque)};
  const double torque = pn_vec3_norm(at->motor_torque);
  const double power =
      motor_power(inverse, b) + at->motor_force * at->motion.slide_rate.x;
  sum->torque_max = fmax(sum->torque_max, torque);
  sum->force_max = fmax(sum->force_max, fabs(at->motor_force));
  sum->torque_rms += torque * torque; /* the sum, until the end */
  sum->power_max = fmax(sum->power_max, fabs(power));
  sum->work += power * run->dt;
  sum->joint_force_max =
      fmax(sum->joint_force_max, pn_vec3_norm(at->joint_force));
  sum->joint_torque_max =
      fmax(sum->joint_torque_max, pn_vec3_norm(at->joint_torque));
}

static int sample(inverse_run *run, workspace *work)
{
  const pn_system_scene *of = run->of;
  const double t = run->start + (double)run->samples * run->dt;
  run->time[run->samples] = t - run->start;
  if (!run->hold)
    pn_joint_path_set(run->path, t, work->motion);
  pn_joint_motion_state(of->system, run->inverse->tree, work->motion, work->y,
                        work->u);
  if (pn_inverse_set(run->inverse, t, work->y, work->u) ||
      check_forward(run, work, t))
    return GSL_EFAILED;
  for (size_t b = 0; b < of->system->bodies; b++)
    record(run, work, b);
  run->samples++;
  return GSL_SUCCESS;
}

static int sample_all(inverse_run *run, workspace *work, size_t wanted,
                      program *self, pn_error *error)
{
  while (run->samples < wanted && !run->interrupted) {
    if (sample(run, work))
      return pn_error_set(error, GSL_EFAILED, NULL, 0,
                          "there are no forces at t = %g s: a joint has no "
                          "derivative there",
                          run->time[run->samples]);
    run->interrupted = program_interrupted();
    program_progress(self, (double)run->samples / (double)wanted);
  }
  for (size_t j = 0; j < run->of->system->joints; j++)
    run->summary[j].torque_rms =
        sqrt(run->summary[j].torque_rms / (double)run->samples);
  return GSL_SUCCESS;
}

/* Prepares the motion from the table that was asked for. */
static int prepare_table(inverse_run *run, pn_error *error)
{
  pn_csv_table *table = pn_csv_read(run->motion, error);
  if (!table)
    return error->code;
  run->path = pn_joint_path_from_table(&run->system, run->inverse->tree, table,
                                       run->motion, error);
  pn_csv_table_free(table);
  if (run->path)
    run->start = pn_joint_path_start(run->path);
  return error->code;
}

/* Prepares the inverse dynamics and the motion, and sets how long it lasts
   unless that was asked for. */
static int prepare(inverse_run *run, pn_error *error)
{
  run->system = *run->of->system;
  run->system.motors = 0; /* what they do is to be found */
  run->inverse = pn_inverse_alloc(&run->system, error);
  if (!run->inverse)
    return error->code;
  if (run->motion)
    prepare_table(run, error);
  else if (!(run->path = pn_joint_path_alloc(run->of)))
    pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  if (error->code || run->duration > 0)
    return error->code;
  run->duration = pn_joint_path_end(run->path) - run->start;
  if (!(run->duration > 0))
    run->duration = run->of->time > 0 ? run->of->time : usual_time;
  return GSL_SUCCESS;
}

int inverse_run_solve(inverse_run *run, program *self, pn_error *error)
{
  const size_t joints = run->of->system->joints;
  if (prepare(run, error))
    return error->code;
  const double wanted = floor(run->duration / run->dt + part_of_sample) + 1;
  if (!(wanted * (double)(joints + 1) <= samples_max))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "%g s every %g s, times %zu joints, are more than %g "
                        "samples",
                        run->duration, run->dt, joints, samples_max);
  workspace work = {0};
  run->time = pn_alloc((size_t)wanted, sizeof *run->time);
  run->sample = pn_alloc((size_t)wanted * joints, sizeof *run->sample);
  run->summary = pn_alloc(joints, sizeof *run->summary);
  for (size_t j = 0; run->summary && j < joints; j++)
    run->summary[j].joint = &run->of->system->joint[j];
  const int code =
      !run->time || !run->sample || !run->summary || workspace_set(&work, run)
          ? pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory")
          : sample_all(run, &work, (size_t)wanted, self, error);
  workspace_free(&work);
  return code;
}

void inverse_run_free(inverse_run *run)
{
  pn_inverse_free(run->inverse);
  pn_joint_path_free(run->path);
  pn_free(run->time);
  pn_free(run->sample);
  pn_free(run->summary);
}
