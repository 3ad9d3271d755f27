/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/ik/ik.h"

#include "pantin/base/alloc.h"
#include "pantin/dynamics/spline.h"
#include "programs/bodies.h"
#include "programs/interrupt.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Degree of the paths, and the numbers of a place. */
enum { DEGREE = 5, PLACE = 3 };

/* More poses are a typing error. */
static const double poses_max = 1e6;

/* A time that misses a whole number of poses by less than this part of one is
   rounding. */
static const double part_of_pose = 1e-6;

/* Poses of a motion must be as smooth as their times are near: they are sought
   to this distance [m]. */
static const double exact = 1e-12;

/* Returns the spline of each target, NULL for one without a path; all ends are
   at rest. */
static pn_spline **splines_of(const pn_system_scene *of)
{
  pn_spline **curve = pn_alloc(of->targets, sizeof *curve);
  for (size_t k = 0; curve && k < of->targets; k++) {
    const pn_target *t = &of->target[k];
    double *x = pn_alloc(PLACE * t->points, sizeof *x);
    for (size_t i = 0; x && i < t->points; i++) {
      const double place[PLACE] = {t->path[i].x, t->path[i].y, t->path[i].z};
      memcpy(x + PLACE * i, place, sizeof place);
    }
    if (x && t->points > 0)
      curve[k] = pn_spline_alloc(DEGREE, PN_SPLINE_AT_REST, t->points, t->time,
                                 PLACE, x);
    pn_free(x);
  }
  return curve;
}

static void splines_free(pn_spline **curve, size_t count)
{
  for (size_t k = 0; curve && k < count; k++)
    pn_spline_free(curve[k]);
  pn_free(curve);
}

/* Moves all targets to where they are at a time, and seeks the pose. Returns 1
   if it is found. */
static int find_pose(ik_run *run, pn_spline *const *curve, double t,
                     size_t *iterations)
{
  pn_inverse_kinematics *ik = run->ik;
  for (size_t k = 0; k < run->of->targets; k++)
    if (curve[k]) {
      double x[PLACE], rate[PLACE], second[PLACE];
      pn_spline_set(curve[k], t, x, rate, second);
      if (pn_inverse_kinematics_move(ik, k, pn_vec3_make(x[0], x[1], x[2])))
        return 0;
    }
  const double before = ik->settings.tolerance;
  ik->settings.tolerance = fmin(before, exact);
  *iterations = 0;
  while (*iterations < run->asked->iterations &&
         pn_inverse_kinematics_test(ik) == GSL_CONTINUE &&
         !pn_inverse_kinematics_iterate(ik))
    ++*iterations;
  ik->settings.tolerance = before;
  return pn_inverse_kinematics_test(ik) == GSL_SUCCESS;
}

/* Finds the poses one after the other, each from the one before, and writes
   them. Returns the error's code. */
static int find_poses(ik_run *run, pn_spline *const *curve, double first,
                      size_t wanted, quantity_stream *csv, program *self)
{
  int code = GSL_SUCCESS;
  while (!code && run->poses < wanted && !program_interrupted()) {
    const double t = first + (double)run->poses * run->asked->dt;
    size_t iterations = 0;
    interrupt_step_begin();
    const int found = find_pose(run, curve, t, &iterations);
    interrupt_step_end();
    if (iterations > run->most_iterations)
      run->most_iterations = iterations;
    run->farthest = fmax(run->farthest, run->ik->distance);
    ik_run_note(run);
    if (!found)
      break;
    run->pose_time = t;
    run->poses++;
    code = quantity_stream_row(csv, 0, &self->error);
    program_progress(self, (double)run->poses / (double)wanted);
  }
  return code;
}

/* Finds the poses, as columns: the time, and of each body its pose. */
static int write_poses(ik_run *run, pn_spline *const *curve, double first,
                       size_t wanted, quantity_rows *group, program *self)
{
  static const quantity time[] = {{.name = "time", .unit = "s"}};
  const pn_system *system = run->of->system;
  quantity_stream csv = {.text = NULL};
  pn_error *error = &self->error;
  group[0] =
      (quantity_rows){QUANTITY_LIST(time), QUANTITY_ROWS(&run->pose_time, 1)};
  for (size_t b = 0; b < system->bodies; b++)
    group[b + 1] = (quantity_rows){QUANTITY_LIST(bodies_pose),
                                   .row = run->y + PN_BODY_POSITIONS * b,
                                   .prefix = system->body[b].name};
  int code = quantity_stream_open(&csv, run->asked->follow, group,
                                  system->bodies + 1, error);
  if (!code)
    code = find_poses(run, curve, first, wanted, &csv, self);
  if (!code)
    code = quantity_stream_commit(&csv, error);
  quantity_stream_free(&csv);
  return code;
}

int ik_follow(ik_run *run, program *self, pn_error *error)
{
  const pn_system_scene *of = run->of;
  double first = INFINITY, last = -INFINITY;
  for (size_t k = 0; k < of->targets; k++)
    if (of->target[k].points > 0) {
      first = fmin(first, of->target[k].time[0]);
      last = fmax(last, of->target[k].time[of->target[k].points - 1]);
    }
  const double wanted =
      floor((last - first) / run->asked->dt + part_of_pose) + 1;
  if (!(wanted <= poses_max))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "%g s every %g s are more than %g poses", last - first,
                        run->asked->dt, poses_max);
  pn_spline **curve = splines_of(of);
  quantity_rows *group = pn_alloc(of->system->bodies + 1, sizeof *group);
  const int code =
      curve && group
          ? write_poses(run, curve, first, (size_t)wanted, group, self)
          : pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  splines_free(curve, of->targets);
  pn_free(group);
  if (!code && run->poses < (size_t)wanted && !program_interrupted())
    pn_error_set(&run->trouble, GSL_EFAILED, NULL, 0,
                 "the target%s cannot be followed beyond t = %g s",
                 of->targets > 1 ? "s" : "",
                 first + (double)run->poses * run->asked->dt);
  return code;
}
