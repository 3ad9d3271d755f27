/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/inverse/run.h"

#include "pantin/base/alloc.h"
#include "pantin/dynamics/dynamics.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* A time that misses a whole number of samples by less than this part of one is
   rounding; more samples are a slip of the pen. */
static const double part_of_sample = 1e-6, samples_max = 1e7;

/* The round trip is good below this. */
static const double agreed = 1e-9;

/* The motion, and the way back. */
typedef struct {
  pn_joint_motion *motion;
  double *y, *u;
  pn_system loaded; /* the system with what the joints have to do as a load */
  pn_dynamics *forward;
} workshop;

double inverse_run_time(const inverse_run *run, size_t k)
{
  return (double)k * run->dt;
}

program_status inverse_run_status(const inverse_run *run)
{
  if (run->interrupted)
    return PROGRAM_INTERRUPTED;
  return run->round_trip <= agreed ? PROGRAM_SOLVED : PROGRAM_NOT_CONVERGED;
}

/* What the joint of body b needs from outside: the motor's part where there is
   a motor, everything where there is none. */
static pn_wrench outside(const pn_inverse *inverse, size_t b)
{
  pn_wrench w = inverse->wrench[b];
  const size_t j = inverse->tree->joint[b];
  if (j == PN_NO_JOINT)
    return w;
  const pn_joint *joint = &inverse->system->joint[j];
  if (!joint->type->turns && !joint->type->slides)
    return w;
  const pn_vec3 axis = pn_mat3_apply(inverse->assembly->motion[b].R,
                                     joint->axis[joint->child == b][0]);
  w.torque = pn_vec3_scale(w.turn, axis);
  w.force = pn_vec3_scale(w.slide, axis);
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

static void add_all(double t, const pn_system *system, const pn_motion *motion,
                    double *load, void *params)
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

static void workshop_free(workshop *shop)
{
  pn_free(shop->motion);
  pn_free(shop->y);
  pn_free(shop->u);
  pn_dynamics_free(shop->forward);
}

static int workshop_set(workshop *shop, inverse_run *run)
{
  const pn_system *system = run->of->system;
  shop->motion = pn_alloc(system->joints, sizeof *shop->motion);
  shop->y = pn_alloc(pn_system_dimension(system), sizeof *shop->y);
  shop->u = pn_alloc(PN_BODY_VELOCITIES * system->bodies, sizeof *shop->u);
  shop->loaded = *system;
  shop->loaded.load = add_all;
  shop->loaded.load_params = run->inverse;
  shop->forward = pn_dynamics_alloc(&shop->loaded, pn_multipliers_sparse);
  return shop->motion && shop->y && shop->u && shop->forward ? GSL_SUCCESS
                                                             : GSL_ENOMEM;
}

/* Forward dynamics with what the joints have to do: the same accelerations? */
static int go_back(inverse_run *run, workshop *shop, double t)
{
  const size_t n = PN_BODY_VELOCITIES * run->of->system->bodies;
  double most = pn_vec3_norm(run->of->system->gravity), off = 0;
  if (pn_dynamics_evaluate(shop->forward, t, shop->y, NULL))
    return GSL_EFAILED;
  for (size_t k = 0; k < n; k++) {
    most = fmax(most, fabs(shop->u[k]));
    off = fmax(off, fabs(shop->forward->acceleration[k] - shop->u[k]));
  }
  if (off > 0)
    run->round_trip = fmax(run->round_trip, off / most);
  return GSL_SUCCESS;
}

/* The joint by which body b hangs, in this sample. */
static void note(inverse_run *run, const workshop *shop, size_t b)
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
  *at = (inverse_sample){shop->motion[j], sign * w->turn, sign * w->slide,
                         pn_vec3_scale(sign, w->force),
                         pn_vec3_scale(sign, w->torque)};
  const double power =
      at->torque * at->motion.turn_rate + at->force * at->motion.slide_rate;
  sum->torque_max = fmax(sum->torque_max, fabs(at->torque));
  sum->force_max = fmax(sum->force_max, fabs(at->force));
  sum->torque_rms += at->torque * at->torque; /* the sum, until the end */
  sum->power_max = fmax(sum->power_max, fabs(power));
  sum->work += power * run->dt;
  sum->passed_max = fmax(sum->passed_max, pn_vec3_norm(at->passed));
  sum->twist_max = fmax(sum->twist_max, pn_vec3_norm(at->twist));
}

static int sample(inverse_run *run, workshop *shop)
{
  const pn_system_scene *of = run->of;
  const double t = inverse_run_time(run, run->samples);
  pn_joint_motion_set(shop->motion, of->system->joints, of->swing,
                      run->hold ? 0 : of->swings, t);
  pn_joint_motion_state(of->system, run->inverse->tree, shop->motion, shop->y,
                        shop->u);
  if (pn_inverse_set(run->inverse, t, shop->y, shop->u) ||
      go_back(run, shop, t))
    return GSL_EFAILED;
  for (size_t b = 0; b < of->system->bodies; b++)
    note(run, shop, b);
  run->samples++;
  return GSL_SUCCESS;
}

static int sample_all(inverse_run *run, workshop *shop, size_t wanted,
                      program *self, pn_error *error)
{
  while (run->samples < wanted && !run->interrupted) {
    if (sample(run, shop))
      return pn_error_set(error, GSL_EFAILED, NULL, 0,
                          "there are no forces at t = %g s: a joint has no "
                          "derivative there",
                          inverse_run_time(run, run->samples));
    run->interrupted = program_interrupted();
    program_progress(self, (double)run->samples / (double)wanted);
  }
  for (size_t j = 0; j < run->of->system->joints; j++)
    run->summary[j].torque_rms =
        sqrt(run->summary[j].torque_rms / (double)run->samples);
  return GSL_SUCCESS;
}

int inverse_run_solve(inverse_run *run, program *self, pn_error *error)
{
  const size_t joints = run->of->system->joints;
  const double wanted = floor(run->time / run->dt + part_of_sample) + 1;
  if (!(wanted * (double)(joints + 1) <= samples_max))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "%g s every %g s, times %zu joints, are more than %g "
                        "samples",
                        run->time, run->dt, joints, samples_max);
  run->inverse = pn_inverse_alloc(run->of->system, error);
  if (!run->inverse)
    return GSL_EINVAL;
  workshop shop = {0};
  run->sample = pn_alloc((size_t)wanted * joints, sizeof *run->sample);
  run->summary = pn_alloc(joints, sizeof *run->summary);
  const int code =
      !run->sample || !run->summary || workshop_set(&shop, run)
          ? pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory")
          : sample_all(run, &shop, (size_t)wanted, self, error);
  workshop_free(&shop);
  return code;
}

void inverse_run_free(inverse_run *run)
{
  pn_inverse_free(run->inverse);
  pn_free(run->sample);
  pn_free(run->summary);
}
