/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One run of a scene, and what is written of it. */
#include "programs/joints/picture.h"

#include "pantin/base/alloc.h"
#include "programs/bodies.h"
#include "programs/text.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* The table has about so many lines of the history. */
enum { LINES = 11 };

/* A turn in a step up to which integrators of fixed step follow the orientation
   of a body [rad]: rk4 is then off by 5e-4 of it, the others by more. */
static const double turn_followed = 1;

/* Returns what has been put in and taken out: all but the error. */
QUANTITY_GETTER(work_of, joints_frame,
                row->ledger.friction + row->ledger.motors +
                    row->ledger.impacts + row->ledger.corrections)

static const quantity history[] = {
    {QUANTITY_AT(joints_frame, time), .unit = "s", .format = "%9.4f",
     .heading = "t [s]"},
    {QUANTITY_IN(joints_frame, measure.kinetic, "kinetic"), .unit = "J",
     .digits = 8},
    {QUANTITY_IN(joints_frame, measure.potential, "potential"), .unit = "J",
     .digits = 8},
    {QUANTITY_IN(joints_frame, measure.energy, "energy"), .unit = "J"},
    {QUANTITY_GET(work_of, "work"), .unit = "J", .format = "  %+9.2e",
     .no_csv = 1},
    {QUANTITY_IN(joints_frame, ledger.friction, "work_friction"), .unit = "J"},
    {QUANTITY_IN(joints_frame, ledger.motors, "work_motors"), .unit = "J"},
    {QUANTITY_IN(joints_frame, ledger.impacts, "work_impacts"), .unit = "J"},
    {QUANTITY_IN(joints_frame, ledger.corrections, "work_corrections"),
     .unit = "J"},
    {QUANTITY_IN(joints_frame, ledger.remainder, "remainder"), .unit = "J",
     .format = "  %+10.1e", .heading = "error [J]"},
    {QUANTITY_IN(joints_frame, measure.momentum, "momentum"), .unit = "kg m/s",
     .components = "xyz"},
    {QUANTITY_IN(joints_frame, measure.angular_momentum, "angular_momentum"),
     .unit = "kg m^2/s", .components = "xyz"},
    {QUANTITY_IN(joints_frame, measure.constraint_inf, "constraint_inf"),
     .unit = "m", .format = "  %7.1e", .heading = "|C| [m]"},
    {QUANTITY_IN(joints_frame, measure.velocity_inf, "velocity_inf"),
     .unit = "m/s", .format = "  %7.1e", .heading = "|Ju| m/s"},
};

/* Prints what is simulated and how. */
static void print_heading(FILE *stream, const joints_run *run)
{
  const pn_system *system = run->of->system;
  fprintf(stream, "%s: %s\n", run->scene, run->of->title);
  fprintf(stream,
          "%zu bodies, %zu joints, %zu rows; %s, dt %.5g s, solver %s, "
          "correction %s\n\n",
          system->bodies, system->joints, pn_system_rows(system),
          run->settings.integrator->name, run->settings.dt,
          run->settings.solver->name, run->settings.correction->name);
}

/* Prints some ten states, from the first to the last. */
static void print_history(FILE *stream, const joints_run *run)
{
  const quantity_rows rows = {QUANTITY_LIST(history),
                              QUANTITY_ROWS(run->frame, run->frames),
                              .lines = LINES};
  quantity_table(stream, &rows);
  fputc('\n', stream);
}

/* Prints what it took, and what was noticed. */
static void print_remarks(FILE *stream, const joints_run *run)
{
  const pn_dynamics *dynamics = run->simulation->dynamics;
  fprintf(stream, "%zu steps, %zu evaluations, %.3g s", run->done,
          run->evaluations, run->seconds);
  if (run->struck > 0)
    fprintf(stream, "; %zu impacts", run->struck);
  fprintf(stream, ".\n");
  if (run->islands && run->islands->count > 0)
    fprintf(stream, "%zu islands moved by themselves.\n", run->islands->count);
  else if (run->islands)
    tone_print(stream, TONE_REMARK,
               "All bodies are connected: there are no islands for threads.\n");
  if (dynamics->multipliers->remark)
    fprintf(stream, "%s.\n", dynamics->multipliers->remark);
  if (joints_begins_anew(run->of->system, run->settings.integrator))
    tone_print(
        stream, TONE_REMARK,
        "Limits and dry friction of joints make each step begin anew, so "
        "%s took the steps of rk4.\n",
        run->settings.integrator->name);
  if (run->redundant > 0)
    tone_print(stream, TONE_REMARK,
               "%zu of the %zu rows are redundant, their multipliers not "
               "unique.\n",
               run->redundant, dynamics->assembly->rows);
}

/* Errors of the energy up to this share of the largest kinetic energy are
   trusted, or, where next to nothing moves, so many times what rounding may
   make: what dry friction holds creeps by some 1e-5 of its potential energy. */
static const double trusted = 0.05, trusted_at_rest = 1e5;

/* Warns of bodies that turn too far in a step to be followed. */
static void print_warning(FILE *stream, const joints_run *run)
{
  if (run->turn_max > turn_followed && !run->settings.integrator->adaptive)
    tone_print(stream, TONE_REMARK,
               "Bodies turn by up to %.3g rad in a step, too far for %s to "
               "follow where they\npoint: a smaller --dt does.\n",
               run->turn_max, run->settings.integrator->name);
}

/* Prints what has changed the energy, one line each; the works that are 0 are
   left out. */
static void print_ledger(FILE *stream, const joints_run *run)
{
  const pn_ledger *l = &joints_run_last(run)->ledger;
  const struct {
    const char *what;
    double joule;
  } work[] = {{"friction", l->friction},
              {"motors", l->motors},
              {"impacts", l->impacts},
              {"corrections", l->corrections}};
  fprintf(stream, "Energy %.9g J at the start, %.9g J at the end, changed by",
          run->simulation->start.energy, joints_run_last(run)->measure.energy);
  for (size_t k = 0; k < sizeof work / sizeof work[0]; k++)
    if (work[k].joule != 0)
      fprintf(stream, "\n  %-11s %+13.6g J", work[k].what, work[k].joule);
  fprintf(stream, "\n  %-11s %+13.6g J\n", "error", l->remainder);
}

/* Prints the largest errors of what should have been kept; that of the energy
   as a share, too, unless the kinetic energy is rounding. */
static void print_errors(FILE *stream, const joints_run *run)
{
  fprintf(stream, "Largest on the way: energy off by %.3e J",
          run->energy_error);
  if (run->kinetic_max > run->simulation->rounding)
    fprintf(stream, " (%.1e of the kinetic energy)",
            run->energy_error / run->kinetic_max);
  fprintf(stream, ",\n|C| %.1e m, |J u| %.1e m/s", run->constraint_inf,
          run->velocity_inf);
  if (!isnan(run->momentum_error))
    fprintf(stream, ", momentum off by %.1e kg m/s", run->momentum_error);
  if (!isnan(run->angular_momentum_error))
    fprintf(stream, ",\nangular momentum by %.1e kg m^2/s",
            run->angular_momentum_error);
  fprintf(stream, ".\n");
}

/* Prints the momenta of the end, also where they are not conserved. */
static void print_momenta(FILE *stream, const joints_run *run)
{
  const pn_measure *m = &joints_run_last(run)->measure;
  fprintf(stream,
          "At the end: momentum (%.6g, %.6g, %.6g) kg m/s,\nangular momentum "
          "about the origin (%.6g, %.6g, %.6g) kg m^2/s.\n",
          unsigned_zero(m->momentum.x), unsigned_zero(m->momentum.y),
          unsigned_zero(m->momentum.z), unsigned_zero(m->angular_momentum.x),
          unsigned_zero(m->angular_momentum.y),
          unsigned_zero(m->angular_momentum.z));
}

/* Tells whether the energy was off by more than a motion may be to be
   trusted. */
static int is_poor(const joints_run *run)
{
  return run->energy_error > fmax(trusted * run->kinetic_max,
                                  trusted_at_rest * run->simulation->rounding);
}

/* Warns that the energy was off by more than that. */
static void print_poor(FILE *stream, const joints_run *run)
{
  const double t = joints_run_last(run)->time;
  char share[64] = ",\n";
  if (run->kinetic_max > run->simulation->rounding)
    snprintf(share, sizeof share, " (%.0f %% of the kinetic\nenergy), ",
             100 * run->energy_error / run->kinetic_max);
  tone_print(stream, TONE_BAD,
             "POOR: in %g s the energy was off by %.1e J at most%sthe joints "
             "by %.1e m; a smaller --dt is better, or another\n"
             "--integrator%s.\n",
             t, run->energy_error, share, run->constraint_inf,
             run->settings.correction == pn_correction_both
                 ? ""
                 : ", or --correction both");
}

/* Prints how it ended. */
static void print_verdict(FILE *stream, const joints_run *run)
{
  const double t = joints_run_last(run)->time;
  if (run->outcome == JOINTS_DIVERGED)
    tone_print(stream, TONE_BAD, "STOPPED: %s. Above is the state before.\n",
               run->trouble.text);
  else if (run->outcome == JOINTS_INTERRUPTED)
    tone_print(stream, TONE_BAD,
               "INTERRUPTED at t = %g s. This is the last state.\n", t);
  else if (is_poor(run))
    print_poor(stream, run);
  else
    tone_print(stream, TONE_GOOD,
               "Done: in %g s the energy was off by %.1e J at most, the joints "
               "by %.1e m.\n",
               t, run->energy_error, run->constraint_inf);
}

static void print_table(FILE *stream, const void *result)
{
  const joints_run *run = result;
  const pn_system *system = run->of->system;
  print_heading(stream, run);
  print_history(stream, run);
  print_remarks(stream, run);
  print_ledger(stream, run);
  print_errors(stream, run);
  print_momenta(stream, run);
  fputc('\n', stream);
  if (system->bodies <= BODIES_LISTED) {
    fprintf(stream, "At t = %g s:\n", joints_run_last(run)->time);
    bodies_table(stream, system, run->y, 4);
    fputc('\n', stream);
  }
  print_warning(stream, run);
  print_verdict(stream, run);
}

/* Writes the results of the run, and the list of impacts if there can be any.
 */
static void write_json(pn_json *json, const void *result)
{
  const joints_run *run = result;
  const quantity_rows rows = {QUANTITY_LIST(joints_run_quantities),
                              QUANTITY_ROWS(run, 1)};
  quantity_json_row(json, &rows, 0);
  if (run->settings.box || run->of->system->bounds > 0) {
    const quantity_rows impacts = joints_run_impacts(run);
    quantity_json(json, "impact_list", &impacts);
  }
  bodies_json(json, run->of->system, run->y, 1);
}

/* Returns the unit of lambda in a joint's row: a force where the row of J holds
   points, a torque where it holds turns alone. */
static const char *unit_of_row(const pn_assembly *a, size_t joint, size_t i)
{
  const double *parent = pn_assembly_parent(a, joint) + 6 * i;
  const double *child = pn_assembly_child(a, joint) + 6 * i;
  for (int k = 0; k < 3; k++)
    if (parent[k] != 0 || child[k] != 0)
      return "N";
  return "N m";
}

/* Sets the groups of columns: the measures, of each body its state, of each
   joint the multipliers of its rows. */
static void set_groups(const joints_run *run, quantity_rows *group,
                       quantity *lambda)
{
  const pn_system *system = run->of->system;
  const pn_assembly *a = run->simulation->dynamics->assembly;
  const size_t stride = run->numbers * sizeof *run->states;
  const double *u = run->states + pn_system_positions(system);
  *group++ = (quantity_rows){QUANTITY_LIST(history),
                             QUANTITY_ROWS(run->frame, run->frames)};
  for (size_t b = 0; b < system->bodies; b++) {
    *group++ = (quantity_rows){
        QUANTITY_LIST(bodies_pose), .row = run->states + PN_BODY_POSITIONS * b,
        .stride = stride, .prefix = system->body[b].name};
    *group++ = (quantity_rows){
        QUANTITY_LIST(bodies_velocity), .row = u + PN_BODY_VELOCITIES * b,
        .stride = stride, .prefix = system->body[b].name};
  }
  for (size_t j = 0; j < system->joints; j++) {
    const size_t rows = a->first[j + 1] - a->first[j];
    *group++ = (quantity_rows){.column = lambda,
                               .columns = rows,
                               .row = run->states + pn_system_dimension(system),
                               .stride = stride,
                               .prefix = system->joint[j].name};
    for (size_t i = 0; i < rows; i++)
      *lambda++ = (quantity){.name = "lambda",
                             .number = i + 1,
                             .unit = unit_of_row(a, j, i),
                             .offset = (a->first[j] + i) * sizeof(double)};
  }
}

/* The CSV of a run: its columns, and the file. */
typedef struct {
  quantity_stream stream;
  quantity_rows *group; /* owned */
  quantity *lambda;     /* of all rows of joints; owned */
} columns;

/* Starts the CSV of a run that is at its start. */
static int columns_open(columns *to, joints_run *run, const char *path,
                        pn_error *error)
{
  const pn_system *system = run->of->system;
  const size_t groups = 1 + 2 * system->bodies + system->joints;
  to->group = pn_alloc(groups, sizeof *to->group);
  to->lambda = pn_alloc(pn_system_rows(system), sizeof *to->lambda);
  if (!to->group || !to->lambda)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  set_groups(run, to->group, to->lambda);
  run->csv = &to->stream;
  return quantity_stream_open(&to->stream, path, to->group, groups, error);
}

static void columns_free(columns *of)
{
  quantity_stream_free(&of->stream);
  pn_free(of->group);
  pn_free(of->lambda);
}

void joints_simulate(const joints_task *task)
{
  static const program_outputs outputs = {print_table, write_json, NULL,
                                          joints_picture, joints_replay};
  static const program_status statuses[] = {
      PROGRAM_SOLVED, PROGRAM_NOT_CONVERGED, PROGRAM_INTERRUPTED};
  program *self = task->self;
  pn_error *error = &self->error;
  joints_run run = joints_run_make(task);
  columns csv = {.group = NULL};
  quantity_stream impacts = {.text = NULL};
  run.keep_states = self->csv || self->plot;
  run.lines = self->plot ? 0 : LINES;
  int code = joints_run_start(&run, error);
  if (!code && self->csv)
    code = columns_open(&csv, &run, self->csv, error);
  if (!code && task->asked->impacts)
    code = joints_impacts_open(&run, &impacts, task->asked->impacts, error);
  if (!code) {
    program_leave_with(self, NULL, &outputs, &run);
    code = joints_run_solve(&run, self, error);
  }
  if (!code && self->csv)
    code = quantity_stream_commit(&csv.stream, error);
  if (!code && run.impact_csv)
    code = quantity_stream_commit(&impacts, error);
  if (!code) {
    program_write(self, &outputs, &run);
    self->status = statuses[run.outcome];
    if (run.outcome == JOINTS_DIVERGED)
      pn_error_set(error, GSL_EFAILED, NULL, 0, "%s", run.trouble.text);
  }
  columns_free(&csv);
  quantity_stream_free(&impacts);
  joints_run_free(&run);
}
