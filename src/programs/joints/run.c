/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/joints/run.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>
#include <time.h>

/* A time that misses a whole number of steps by less than this part of one is
   rounding. */
static const double part_of_step = 1e-6;

/* More steps are a slip of the pen. */
static const double steps_max = 1e9;

const char *joints_outcome_text(joints_outcome outcome)
{
  static const char *const texts[] = {"done", "diverged", "interrupted"};
  return texts[outcome];
}

program_status joints_run_status(const joints_run *run)
{
  static const program_status statuses[] = {
      PROGRAM_SOLVED, PROGRAM_NOT_CONVERGED, PROGRAM_INTERRUPTED};
  return statuses[run->outcome];
}

const joints_frame *joints_run_last(const joints_run *run)
{
  return &run->frame[run->frames - 1];
}

static double now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Whether only gravity acts from outside. */
static int is_free(const joints_run *run)
{
  const pn_system *system = run->simulation->system;
  for (size_t b = 0; b < system->bodies; b++)
    if (pn_vec3_norm(system->body[b].force) > 0 ||
        pn_vec3_norm(system->body[b].torque) > 0)
      return 0;
  for (size_t j = 0; j < system->joints; j++)
    if (system->joint[j].parent == PN_WORLD ||
        system->joint[j].child == PN_WORLD)
      return 0;
  for (size_t s = 0; s < system->springs; s++)
    if (system->spring[s].body[0] == PN_WORLD ||
        system->spring[s].body[1] == PN_WORLD)
      return 0;
  return !run->settings.box;
}

static double mass_of(const pn_system *system)
{
  double mass = 0;
  for (size_t b = 0; b < system->bodies; b++)
    mass += system->body[b].mass;
  return mass;
}

/* Follows the largest errors. */
static void watch(joints_run *run, const pn_measure *m)
{
  const pn_simulation *s = run->simulation;
  const pn_system *system = s->system;
  const pn_vec3 push = pn_vec3_scale(mass_of(system) * s->t, system->gravity);
  const pn_vec3 P = pn_vec3_sub(m->momentum, s->start.momentum);
  const pn_vec3 L = pn_vec3_sub(m->angular_momentum, s->start.angular_momentum);
  run->energy_error =
      fmax(run->energy_error, fabs(m->energy - s->start.energy));
  run->kinetic = fmax(run->kinetic, m->kinetic);
  run->constraint_inf = fmax(run->constraint_inf, m->constraint_inf);
  run->velocity_inf = fmax(run->velocity_inf, m->velocity_inf);
  if (!isnan(run->momentum_error))
    run->momentum_error =
        fmax(run->momentum_error, pn_vec3_norm(pn_vec3_sub(P, push)));
  if (!isnan(run->angular_momentum_error))
    run->angular_momentum_error =
        fmax(run->angular_momentum_error, pn_vec3_norm(L));
}

/* Keeps the state as it is now. */
static void keep(joints_run *run)
{
  pn_simulation *s = run->simulation;
  joints_frame *frame = &run->frame[run->frames];
  const size_t before = s->dynamics->evaluations;
  const size_t dimension = pn_system_dimension(s->system);
  const size_t rows = s->dynamics->assembly->rows;
  frame->t = s->t;
  if (pn_simulation_measure(s, &frame->measure))
    memset(s->dynamics->lambda, 0, rows * sizeof *s->dynamics->lambda);
  s->dynamics->evaluations = before;
  if (run->keep_states) {
    frame->y = run->states + run->frames * (dimension + rows);
    frame->lambda = frame->y + dimension;
    memcpy(frame->y, s->y, dimension * sizeof *s->y);
    memcpy(frame->lambda, s->dynamics->lambda,
           rows * sizeof *s->dynamics->lambda);
  }
  run->frames++;
}

static void advance(joints_run *run, program *self)
{
  pn_simulation *s = run->simulation;
  while (s->steps < run->steps) {
    if (program_interrupted()) {
      run->outcome = JOINTS_INTERRUPTED;
      break;
    }
    if (pn_simulation_step(s, &run->trouble)) {
      run->outcome = JOINTS_DIVERGED;
      break;
    }
    pn_measure measure;
    pn_measure_set(&measure, s->dynamics->assembly, s->y, s->dynamics->right);
    watch(run, &measure);
    if (s->steps % run->every == 0)
      keep(run);
    if (self)
      program_progress(self, (double)s->steps / (double)run->steps);
  }
  if (run->frame[run->frames - 1].t < s->t)
    keep(run);
}

/* Room for what is kept: the start, every so many steps, the end. */
static int frames_alloc(joints_run *run)
{
  const pn_simulation *s = run->simulation;
  const size_t room = run->steps / run->every + 2;
  const size_t numbers =
      pn_system_dimension(s->system) + s->dynamics->assembly->rows;
  run->frame = pn_alloc(room, sizeof *run->frame);
  if (run->keep_states)
    run->states = pn_alloc(room, numbers * sizeof *run->states);
  return run->frame && (run->states || !run->keep_states) ? GSL_SUCCESS
                                                          : GSL_ENOMEM;
}

int joints_run_solve(joints_run *run, program *self, pn_error *error)
{
  const double begin = now();
  run->simulation = pn_simulation_alloc(run->of->system, &run->settings, error);
  if (!run->simulation)
    return GSL_EFAILED;
  const double steps = ceil(run->time / run->settings.dt - part_of_step);
  if (!(steps <= steps_max))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "%g s in steps of %g s are more than %g steps",
                        run->time, run->settings.dt, steps_max);
  run->steps = steps > 1 ? (size_t)steps : 1;
  if (frames_alloc(run))
    return pn_error_set(error, GSL_ENOMEM, NULL, 0,
                        "out of memory for the states: keep fewer with "
                        "--every");
  const int conserved = is_free(run);
  const int turns = conserved && pn_vec3_norm(run->of->system->gravity) == 0;
  run->momentum_error = conserved ? 0 : NAN;
  run->angular_momentum_error = turns ? 0 : NAN;
  keep(run);
  watch(run, &run->frame[0].measure);
  advance(run, self);
  run->evaluations = run->simulation->dynamics->evaluations;
  run->seconds = now() - begin;
  return GSL_SUCCESS;
}

void joints_run_free(joints_run *run)
{
  pn_simulation_free(run->simulation);
  pn_free(run->frame);
  pn_free(run->states);
}
