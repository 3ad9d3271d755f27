/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "config.h"

#include "programs/joints/run.h"

#include "pantin/base/alloc.h"
#include "pantin/body/side.h"
#include "programs/interrupt.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* A time that misses a whole number of steps by less than this part of one is
   rounding. */
static const double part_of_step = 1e-6;

/* The most steps of a run; more are a typing error. */
static const double steps_max = 1e9;

static const char *outcome_text(const void *run)
{
  static const char *const texts[] = {"done", "diverged", "interrupted"};
  return texts[((const joints_run *)run)->outcome];
}

QUANTITY_GETTER(bodies_of, joints_run, row->of->system->bodies)
QUANTITY_GETTER(joints_of, joints_run, row->of->system->joints)
QUANTITY_GETTER(rows_of, joints_run, pn_system_rows(row->of->system))
QUANTITY_GETTER(redundant_of, joints_run, row->redundant)
QUANTITY_GETTER(steps_of, joints_run, row->done)
QUANTITY_GETTER(time_of, joints_run, joints_run_last(row)->time)
QUANTITY_GETTER(impacts_of, joints_run, row->struck)
QUANTITY_GETTER(first_energy, joints_run, row->simulation->start.energy)
QUANTITY_GETTER(last_energy, joints_run, joints_run_last(row)->measure.energy)
QUANTITY_GETTER(friction_of, joints_run, joints_run_last(row)->ledger.friction)
QUANTITY_GETTER(motors_of, joints_run, joints_run_last(row)->ledger.motors)
QUANTITY_GETTER(struck_of, joints_run, joints_run_last(row)->ledger.impacts)
QUANTITY_GETTER(corrected_of, joints_run,
                joints_run_last(row)->ledger.corrections)
QUANTITY_GETTER(remainder_of, joints_run,
                joints_run_last(row)->ledger.remainder)
QUANTITY_GETTER(scaled_error, joints_run, row->energy_error / row->energy_scale)
QUANTITY_TEXT_GETTER(integrator_of, joints_run, row->settings.integrator->name)
QUANTITY_TEXT_GETTER(solver_of, joints_run, row->settings.solver->name)
QUANTITY_TEXT_GETTER(correction_of, joints_run, row->settings.correction->name)

static int counts_redundant(const void *run)
{
  return ((const joints_run *)run)->settings.solver->counts_dropped;
}

const quantity joints_run_quantities[JOINTS_RUN_QUANTITIES] = {
    {QUANTITY_AT(joints_run, scene), .kind = QUANTITY_TEXT},
    {QUANTITY_GET(bodies_of, "bodies"), .kind = QUANTITY_COUNT},
    {QUANTITY_GET(joints_of, "joints"), .kind = QUANTITY_COUNT},
    {QUANTITY_GET(rows_of, "rows"), .kind = QUANTITY_COUNT},
    {QUANTITY_GET(redundant_of, "redundant"), .kind = QUANTITY_COUNT,
     .has = counts_redundant},
    {QUANTITY_GET_TEXT(integrator_of, "integrator"), .format = "%-19s"},
    {QUANTITY_GET_TEXT(solver_of, "solver")},
    {QUANTITY_GET_TEXT(correction_of, "correction")},
    {QUANTITY_GET_TEXT(outcome_text, "outcome"), .format = "  %-8s"},
    {QUANTITY_IN(joints_run, settings.dt, "dt"), .unit = "s"},
    {QUANTITY_GET(steps_of, "steps"), .kind = QUANTITY_COUNT},
    {QUANTITY_GET(time_of, "time"), .unit = "s", .format = "  %9.4g",
     .heading = "until [s]"},
    {QUANTITY_GET(impacts_of, "impacts"), .kind = QUANTITY_COUNT},
    {QUANTITY_GET(first_energy, "energy_initial"), .unit = "J"},
    {QUANTITY_GET(last_energy, "energy_final"), .unit = "J"},
    {QUANTITY_GET(friction_of, "work_friction"), .unit = "J"},
    {QUANTITY_GET(motors_of, "work_motors"), .unit = "J"},
    {QUANTITY_GET(struck_of, "work_impacts"), .unit = "J"},
    {QUANTITY_GET(corrected_of, "work_corrections"), .unit = "J"},
    {QUANTITY_GET(remainder_of, "remainder"), .unit = "J"},
    {QUANTITY_AT(joints_run, energy_error), .unit = "J"},
    {QUANTITY_GET(scaled_error, "energy_error_scaled"), .format = "  %9.1e",
     .heading = "error / T", .no_json = 1},
    {QUANTITY_AT(joints_run, kinetic_max), .unit = "J"},
    {QUANTITY_AT(joints_run, momentum_error), .unit = "kg m/s"},
    {QUANTITY_AT(joints_run, angular_momentum_error), .unit = "kg m^2/s"},
    {QUANTITY_AT(joints_run, constraint_inf), .unit = "m", .format = "  %9.1e",
     .heading = "|C| [m]"},
    {QUANTITY_AT(joints_run, velocity_inf), .unit = "m/s"},
    {QUANTITY_AT(joints_run, turn_max), .unit = "rad"},
    {QUANTITY_AT(joints_run, evaluations), .kind = QUANTITY_COUNT,
     .format = "  %6zu", .heading = "evals"},
    {QUANTITY_AT(joints_run, seconds), .unit = "s", .format = "  %8.3g",
     .heading = "time [s]"},
};

const joints_frame *joints_run_last(const joints_run *run)
{
  return &run->frame[run->frames - 1];
}

joints_run joints_run_make(const joints_task *task)
{
  return (joints_run){.scene = task->self->scene_name,
                      .of = task->of,
                      .settings = *task->settings,
                      .time = task->time,
                      .every = task->asked->every,
                      .threads = task->asked->threads};
}

/* Tells whether only gravity acts from outside. */
static int is_free(const joints_run *run)
{
  const pn_system *system = run->simulation->system;
  for (size_t b = 0; b < system->bodies; b++)
    if (pn_vec3_norm(system->body[b].force) > 0 ||
        pn_vec3_norm(system->body[b].torque) > 0)
      return 0;
  for (size_t j = 0; j < system->joints; j++)
    for (size_t side = 0; side < joint_sides(&system->joint[j]); side++)
      if (joint_body(&system->joint[j], side) == PN_WORLD)
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

/* Returns the largest angular velocity of a body [rad/s]. */
static double fastest_turn(const pn_simulation *s)
{
  double fastest = 0;
  for (size_t b = 0; b < s->system->bodies; b++)
    fastest =
        fmax(fastest, pn_vec3_norm(pn_state_motion(s->system, s->y, b).omega));
  return fastest;
}

/* Updates the largest errors by a new state. */
static void watch(joints_run *run, const pn_measure *m)
{
  const pn_simulation *s = run->simulation;
  const pn_system *system = s->system;
  const pn_vec3 push = pn_vec3_scale(mass_of(system) * s->t, system->gravity);
  const pn_vec3 P = pn_vec3_sub(m->momentum, s->start.momentum);
  const pn_vec3 L = pn_vec3_sub(m->angular_momentum, s->start.angular_momentum);
  run->energy_error =
      fmax(run->energy_error, fabs(pn_simulation_ledger(s, m).remainder));
  run->kinetic_max = fmax(run->kinetic_max, m->kinetic);
  run->constraint_inf = fmax(run->constraint_inf, m->constraint_inf);
  run->velocity_inf = fmax(run->velocity_inf, m->velocity_inf);
  run->turn_max = fmax(run->turn_max, fastest_turn(s) * s->settings.dt);
  if (!isnan(run->momentum_error))
    run->momentum_error =
        fmax(run->momentum_error, pn_vec3_norm(pn_vec3_sub(P, push)));
  if (!isnan(run->angular_momentum_error))
    run->angular_momentum_error =
        fmax(run->angular_momentum_error, pn_vec3_norm(L));
}

/* Measures the current state, which takes an evaluation of its own. */
static void measure(pn_simulation *s, pn_measure *now)
{
  const size_t before = s->dynamics->evaluations;
  if (pn_simulation_measure(s, now))
    memset(s->dynamics->lambda, 0,
           s->dynamics->assembly->rows * sizeof *s->dynamics->lambda);
  s->dynamics->evaluations = before;
}

/* Looks at the current state: it is the last of the frames, in the place of the
   one before if that is not kept, and a row of the CSV. */
static int see(joints_run *run, const pn_measure *now, pn_error *error)
{
  const pn_simulation *s = run->simulation;
  const size_t dimension = pn_system_dimension(s->system);
  const size_t rows = s->dynamics->assembly->rows;
  if (run->seen == 0 || (run->seen - 1) % run->thin == 0)
    run->frames++;
  run->seen++;
  const size_t last = run->frames - 1;
  joints_frame *frame = &run->frame[last];
  frame->integrator = run->settings.integrator->name;
  frame->time = s->t;
  frame->measure = *now;
  frame->ledger = pn_simulation_ledger(s, now);
  if (run->keep_states) {
    frame->y = run->states + last * run->numbers;
    frame->lambda = frame->y + dimension;
    memcpy(frame->y, s->y, dimension * sizeof *s->y);
    memcpy(frame->lambda, s->dynamics->lambda,
           rows * sizeof *s->dynamics->lambda);
  }
  memcpy(run->y, s->y, dimension * sizeof *s->y);
  run->done = s->steps;
  run->struck = s->impacts;
  run->redundant = s->dynamics->dropped;
  run->evaluations = s->dynamics->evaluations;
  run->seconds = program_wall_time() - run->begin;
  if (run->impact_csv && joints_impacts_write(run, error))
    return error->code;
  return run->csv ? quantity_stream_row(run->csv, last, error) : GSL_SUCCESS;
}

/* Adds an impact to the list, which ends where memory is short. */
static void list_impact(joints_run *run, const pn_impact_event *event)
{
  if (run->impacts == run->room) {
    const size_t room = 2 * run->room + 64;
    joints_impact *more = pn_realloc(run->impact, room, sizeof *more);
    if (!more)
      return;
    run->impact = more;
    run->room = room;
  }
  run->impact[run->impacts++] =
      (joints_impact){*event, run->of->system->body[event->body].name};
}

/* Keeps an impact, of which the simulation tells within a step. */
static void keep_impact(const pn_impact_event *event, void *params)
{
  interrupt_step_end();
  list_impact(params, event);
  interrupt_step_begin();
}

/* Steps to the end, until there is no next state, or until Ctrl-C. */
static int advance(joints_run *run, program *self, pn_error *error)
{
  pn_simulation *s = run->simulation;
  int code = GSL_SUCCESS;
  while (!code && s->steps < run->steps) {
    if (program_interrupted())
      break;
    pn_measure now, seen;
    interrupt_step_begin();
    const int ends = run->islands ? pn_islands_step(run->islands, &run->trouble)
                                  : pn_simulation_step(s, &run->trouble);
    const int is_seen = s->steps % run->every == 0 || s->steps == run->steps;
    if (!ends)
      pn_measure_set(&now, s->dynamics->assembly, s->y, s->dynamics->right);
    if (!ends && is_seen)
      measure(s, &seen);
    interrupt_step_end();
    if (ends) {
      run->outcome = JOINTS_DIVERGED;
      break;
    }
    watch(run, &now);
    if (is_seen)
      code = see(run, &seen, error);
    if (s->steps == run->steps)
      run->outcome = JOINTS_DONE;
    if (self)
      program_progress(self, (double)s->steps / (double)run->steps);
  }
  if (code || !(joints_run_last(run)->time < s->t))
    return code;
  pn_measure last;
  measure(s, &last);
  return see(run, &last, error);
}

/* Allocates what is kept: the start, a state now and then, the end. */
static int frames_alloc(joints_run *run)
{
  const pn_simulation *s = run->simulation;
  const size_t seen = run->steps / run->every + (run->steps % run->every > 0);
  run->thin = run->lines > 0 && seen > run->lines ? seen / run->lines : 1;
  const size_t room = seen / run->thin + 2;
  run->numbers = pn_system_dimension(s->system) + s->dynamics->assembly->rows;
  run->y = pn_alloc(pn_system_dimension(s->system), sizeof *run->y);
  run->frame = pn_alloc(room, sizeof *run->frame);
  if (run->keep_states)
    run->states = pn_alloc(room, run->numbers * sizeof *run->states);
  return run->y && run->frame && (run->states || !run->keep_states)
             ? GSL_SUCCESS
             : GSL_ENOMEM;
}

int joints_run_start(joints_run *run, pn_error *error)
{
  run->begin = program_wall_time();
  run->outcome = JOINTS_INTERRUPTED;
  run->settings.listener = keep_impact;
  run->settings.listener_params = run;
  interrupt_step_begin();
  run->simulation = pn_simulation_alloc(run->of->system, &run->settings, error);
  if (run->simulation && run->threads > 0)
    run->islands = pn_islands_alloc(run->simulation, run->threads);
  interrupt_step_end();
  if (!run->simulation)
    return GSL_EFAILED;
  if (run->threads > 0 && !run->islands)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
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
  return GSL_SUCCESS;
}

int joints_run_solve(joints_run *run, program *self, pn_error *error)
{
  pn_measure start;
  measure(run->simulation, &start);
  int code = see(run, &start, error);
  watch(run, &start);
  if (!code)
    code = advance(run, self, error);
  run->evaluations = run->simulation->dynamics->evaluations;
  run->seconds = program_wall_time() - run->begin;
  return code;
}

void joints_run_free(joints_run *run)
{
  pn_islands_free(run->islands);
  pn_simulation_free(run->simulation);
  pn_free(run->y);
  pn_free(run->frame);
  pn_free(run->states);
  pn_free(run->impact);
}

pn_simulation *joints_run_to(const joints_task *task, double time)
{
  pn_error *error = &task->self->error;
  pn_simulation *s =
      pn_simulation_alloc(task->of->system, task->settings, error);
  while (s && s->t < time - task->settings->dt / 2 && !error->code) {
    if (pn_simulation_step(s, error))
      task->self->status = PROGRAM_NOT_CONVERGED;
    program_progress(task->self, s->t / time);
    if (program_interrupted())
      pn_error_set(error, GSL_EFAILED, NULL, 0, "interrupted at t = %g s",
                   s->t);
  }
  if (s && error->code) {
    pn_simulation_free(s);
    return NULL;
  }
  return s;
}
