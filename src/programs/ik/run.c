/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/ik/ik.h"

#include "pantin/base/alloc.h"
#include "pantin/dynamics/scenario.h"
#include "programs/interrupt.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* The most states that are kept of the free motion. */
enum { FRAMES_MAX = 100 };

const char *ik_outcome_text(ik_outcome outcome)
{
  static const char *const texts[] = {
      "reached", "nearest pose",           "iterations used up",
      "no step", "a joint is turned over", "interrupted"};
  return texts[outcome];
}

program_status ik_run_status(const ik_run *run)
{
  if (run->outcome == IK_INTERRUPTED || program_interrupted())
    return PROGRAM_INTERRUPTED;
  return run->outcome == IK_REACHED && !run->trouble.code &&
                 run->farthest <= run->asked->settings.tolerance
             ? PROGRAM_SOLVED
             : PROGRAM_NOT_CONVERGED;
}

/* Adds the iterate to the history, and to the CSV. Returns the error's code. */
static int record(ik_run *run, pn_error *error)
{
  const size_t dimension = pn_system_dimension(run->of->system);
  ik_run_note(run);
  run->history[run->steps] = run->now;
  if (run->states)
    memcpy(run->states + run->steps * dimension, run->y,
           dimension * sizeof *run->y);
  return run->row.columns > 0
             ? quantity_stream_row(&run->csv, run->steps, error)
             : GSL_SUCCESS;
}

/* Iterates to the end, whose kind is set. Returns the error's code. */
static int iterate(ik_run *run, program *self)
{
  const size_t most = run->asked->iterations;
  int status, code = record(run, &self->error);
  while (!code &&
         (status = pn_inverse_kinematics_test(run->ik)) == GSL_CONTINUE) {
    if (program_interrupted())
      return GSL_SUCCESS;
    if (run->steps == most) {
      run->outcome = IK_ITERATIONS;
      return GSL_SUCCESS;
    }
    interrupt_step_begin();
    const int stuck = pn_inverse_kinematics_iterate(run->ik);
    interrupt_step_end();
    if (stuck) {
      run->outcome = IK_NO_STEP;
      return GSL_SUCCESS;
    }
    run->steps++;
    code = record(run, &self->error);
    program_progress(self, (double)run->steps / (double)most);
  }
  if (!code)
    run->outcome = status == GSL_SUCCESS    ? IK_REACHED
                   : status == GSL_EFAILED  ? IK_TURNED_OVER
                   : status == GSL_ENOPROGJ ? IK_NO_STEP
                                            : IK_NEAREST;
  return code;
}

/* Takes all memory, and begins at the scene's pose. */
static int start(ik_run *run, pn_error *error)
{
  const pn_system *system = run->of->system;
  const size_t dimension = pn_system_dimension(system);
  const size_t room = run->asked->iterations + 1;
  run->outcome = IK_INTERRUPTED;
  run->ik = pn_inverse_kinematics_alloc(
      system, run->of->target, run->of->targets, &run->asked->settings, error);
  if (!run->ik)
    return GSL_EINVAL;
  run->y = pn_alloc(dimension, sizeof *run->y);
  run->history = pn_alloc(room, sizeof *run->history);
  if (run->keep_states)
    run->states = pn_alloc(room, dimension * sizeof *run->states);
  if (!run->y || !run->history || (run->keep_states && !run->states))
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  pn_system_start(system, run->ik->y);
  if (!pn_inverse_kinematics_set(run->ik, run->ik->y))
    return GSL_SUCCESS;
  const pn_multiplier_type *solver = run->asked->settings.solver;
  return solver == pn_multipliers_gauss_seidel || solver == pn_multipliers_sor
             ? pn_error_set(error, GSL_EFAILED, NULL, 0,
                            "the joints do not close at the start, or solver "
                            "%s does not converge; auto needs no iterations",
                            solver->name)
             : pn_error_set(error, GSL_EFAILED, NULL, 0,
                            "the joints do not close at the start");
}

/* Lets the bodies rest where they were brought to. */
static void rest(ik_run *run)
{
  pn_system *system = run->of->system;
  const pn_vec3 none = {0, 0, 0};
  for (size_t b = 0; b < system->bodies; b++) {
    pn_body *body = &system->body[b];
    body->pose = pn_state_motion(system, run->y, b).pose;
    body->v = body->omega = none;
  }
}

/* Simulates the free motion, and keeps a state now and then. */
static void let_go(ik_run *run, program *self, pn_simulation *s)
{
  const size_t size = pn_system_dimension(s->system) * sizeof *s->y;
  const size_t steps = (size_t)ceil(run->asked->time / s->settings.dt - 1e-6);
  const size_t stride = steps / (FRAMES_MAX - 1) + 1;
  run->first = s->start;
  for (size_t k = 0;; k++) {
    if (k % stride == 0 && run->frames < FRAMES_MAX) {
      memcpy((char *)run->frame + size * run->frames++, s->y, size);
      pn_simulation_measure(s, &run->last);
      run->time = s->t;
    }
    if (k == steps || program_interrupted())
      break;
    interrupt_step_begin();
    const int ends = pn_simulation_step(s, &run->trouble);
    interrupt_step_end();
    if (ends)
      break;
    program_progress(self, (double)k / (double)steps);
  }
  run->time = s->t;
  pn_simulation_measure(s, &run->last);
}

/* Lets the pose that was found go from rest, and keeps frames of how it moves.
 */
static int free_motion(ik_run *run, program *self, pn_error *error)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_box box;
  if (pn_scenario_settings(run->of, &settings, &box, error))
    return GSL_EINVAL;
  settings.solver = run->asked->settings.solver;
  rest(run);
  pn_simulation *s = pn_simulation_alloc(run->of->system, &settings, error);
  if (!s)
    return GSL_EFAILED;
  const size_t dimension = pn_system_dimension(s->system);
  run->frame = pn_alloc(FRAMES_MAX, dimension * sizeof *run->frame);
  if (run->frame)
    let_go(run, self, s);
  pn_simulation_free(s);
  return run->frame ? GSL_SUCCESS
                    : pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
}

int ik_run_solve(ik_run *run, program *self, const program_outputs *outputs)
{
  pn_error *error = &self->error;
  if (start(run, error) || (self->csv && ik_csv_open(run, self->csv, error)))
    return error->code;
  program_leave_with(self, NULL, outputs, run);
  if (iterate(run, self) ||
      (self->csv && quantity_stream_commit(&run->csv, error)))
    return error->code;
  if (run->asked->save && ik_save(run, run->asked->save, error))
    return error->code;
  if (run->asked->follow && run->outcome == IK_REACHED &&
      ik_follow(run, self, error))
    return error->code;
  return !run->trouble.code && run->asked->time > 0 &&
                 run->outcome <= IK_NEAREST
             ? free_motion(run, self, error)
             : GSL_SUCCESS;
}

void ik_run_free(ik_run *run)
{
  pn_inverse_kinematics_free(run->ik);
  if (run->row.columns > 0)
    quantity_stream_free(&run->csv);
  pn_free(run->y);
  pn_free(run->history);
  pn_free(run->states);
  pn_free(run->frame);
}
