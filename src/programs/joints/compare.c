/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* --compare: all integrators of fixed step on one scene. */
#include "programs/joints/run.h"

#include "pantin/base/alloc.h"
#include "programs/text.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { WIDTH = 1000, HEIGHT = 460 };

typedef struct {
  const joints_task *task; /* borrowed */
  joints_run run[JOINTS_NAMES_MAX];
  size_t runs; /* that have ended */
} comparison;

/* What CSV has of a state: less than of a single run. */
static const quantity history[] = {
    {QUANTITY_AT(joints_frame, integrator), .kind = QUANTITY_TEXT},
    {QUANTITY_AT(joints_frame, time), .unit = "s"},
    {QUANTITY_IN(joints_frame, measure.energy, "energy"), .unit = "J"},
    {QUANTITY_IN(joints_frame, ledger.remainder, "remainder"), .unit = "J"},
    {QUANTITY_IN(joints_frame, measure.constraint_inf, "constraint_inf"),
     .unit = "m"},
    {QUANTITY_IN(joints_frame, measure.velocity_inf, "velocity_inf"),
     .unit = "m/s"},
};

/* Scales all errors of energy by the largest kinetic energy of the run where it
   is the smallest, for some diverge. */
static void set_scale(comparison *all)
{
  double scale = INFINITY;
  for (size_t k = 0; k < all->runs; k++)
    scale = fmin(scale, all->run[k].kinetic_max);
  for (size_t k = 0; k < all->runs; k++)
    all->run[k].energy_scale = scale > 0 ? scale : 1;
}

static quantity_rows rows_of(const comparison *all)
{
  return (quantity_rows){QUANTITY_LIST(joints_run_quantities),
                         QUANTITY_ROWS(all->run, all->runs)};
}

/* Returns the run that keeps the energy best; NULL if none arrives. */
static const joints_run *best_of(const comparison *all, size_t *arrived)
{
  const joints_run *best = NULL;
  *arrived = 0;
  for (size_t k = 0; k < all->runs; k++) {
    const joints_run *run = &all->run[k];
    if (run->outcome != JOINTS_DONE)
      continue;
    ++*arrived;
    if (!best || run->energy_error < best->energy_error)
      best = run;
  }
  return best;
}

static void print_table(FILE *stream, const void *result)
{
  const comparison *all = result;
  const joints_task *task = all->task;
  const quantity_rows rows = rows_of(all);
  size_t arrived;
  fprintf(stream, "%s: %s\n%g s in steps of %.6g s, correction %s\n\n",
          task->self->scene_name, task->of->title, task->time,
          task->settings->dt, task->settings->correction->name);
  quantity_table(stream, &rows);
  fprintf(stream, "\nThe largest errors on the way; T is the largest kinetic "
                  "energy.\n");
  const joints_run *best = best_of(all, &arrived);
  if (program_interrupted())
    tone_print(stream, TONE_BAD, "INTERRUPTED. ");
  if (best)
    tone_print(stream, TONE_GOOD,
               "%s keeps the energy best; %zu of %zu runs arrive.\n",
               best->settings.integrator->name, arrived, all->runs);
  else
    tone_print(stream, TONE_BAD, "No run arrives.\n");
}

static void write_json(pn_json *json, const void *result)
{
  const quantity_rows rows = rows_of(result);
  quantity_json(json, "runs", &rows);
}

/* The CSV of all runs, one after the other. */
typedef struct {
  quantity_stream stream;
  quantity_rows group; /* the frames of the run that goes on */
  int is_open;
} columns;

/* Runs an integrator; its states follow those of the runs before. */
static int run_one(joints_run *run, columns *csv, program *self)
{
  pn_error *error = &self->error;
  run->lines = self->plot ? 0 : 1;
  int code = joints_run_start(run, error);
  if (!code && self->csv) {
    csv->group =
        (quantity_rows){QUANTITY_LIST(history), QUANTITY_ROWS(run->frame, 0)};
    run->csv = &csv->stream;
    if (!csv->is_open)
      code =
          quantity_stream_open(&csv->stream, self->csv, &csv->group, 1, error);
    csv->is_open = 1;
  }
  return code ? code : joints_run_solve(run, NULL, error);
}

static void draw_curves(pn_plot *plot, const comparison *all, int column,
                        const char *title)
{
  pn_plot_printf(plot, "set title '%s'\nplot ", title);
  for (size_t k = 0; k < all->runs; k++)
    pn_plot_printf(plot, "$RUN%zu using 1:%d with lines lw 1.5 title '%s', ", k,
                   column, all->run[k].settings.integrator->name);
  pn_plot_printf(plot, "NaN notitle\n");
}

/* Draws the errors of energy and the drift of all runs over time. */
static int draw(pn_plot *plot, const void *result, pn_error *error)
{
  const comparison *all = result;
  (void)error;
  plot->width = WIDTH;
  plot->height = HEIGHT;
  /* A data block for each run: time, error of energy, drift. */
  for (size_t k = 0; k < all->runs; k++) {
    const joints_run *run = &all->run[k];
    pn_plot_printf(plot, "$RUN%zu << EOD\n", k);
    for (size_t i = 1; i < run->frames; i++) {
      const pn_measure *m = &run->frame[i].measure;
      const double E = fabs(run->frame[i].ledger.remainder);
      pn_plot_row(plot, 3,
                  (double[]){run->frame[i].time,
                             logarithmic(E / run->energy_scale, 1),
                             logarithmic(m->constraint_inf, 1)});
    }
    pn_plot_printf(plot, "EOD\n");
  }
  pn_plot_printf(plot, "set multiplot layout 1,2\nset logscale y\n"
                       "set format y '10^{%%T}'\nset xlabel 't [s]'\n"
                       "set key outside bottom center horizontal "
                       "maxrows 3 width -6\n");
  draw_curves(plot, all, 2, "error of the energy / T");
  draw_curves(plot, all, 3, "drift: |C| [m]");
  pn_plot_printf(plot, "unset multiplot\n");
  return GSL_SUCCESS;
}

/* Returns success if one run arrives: that some diverge is what a comparison
   shows. */
static program_status status_of(const comparison *all)
{
  program_status status = PROGRAM_NOT_CONVERGED;
  for (size_t k = 0; k < all->runs; k++) {
    if (all->run[k].outcome == JOINTS_INTERRUPTED)
      return PROGRAM_INTERRUPTED;
    if (all->run[k].outcome == JOINTS_DONE)
      status = PROGRAM_SOLVED;
  }
  return status;
}

void joints_compare(const joints_task *task)
{
  static const program_outputs outputs = {print_table, write_json, NULL, draw,
                                          NULL};
  program *self = task->self;
  comparison all = {.task = task};
  columns csv = {.is_open = 0};
  const pn_integrator *integrator;
  program_leave_with(self, NULL, &outputs, &all);
  for (size_t k = 0;
       all.runs < JOINTS_NAMES_MAX && !self->error.code &&
       !program_interrupted() && (integrator = pn_integrator_get(k));
       k++) {
    if (integrator->adaptive)
      continue;
    joints_run *run = &all.run[all.runs];
    *run = joints_run_make(task);
    run->settings.integrator = integrator;
    run_one(run, &csv, self);
    all.runs++;
    set_scale(&all);
  }
  if (!self->error.code &&
      !(csv.is_open && quantity_stream_commit(&csv.stream, &self->error))) {
    program_write(self, &outputs, &all);
    self->status = status_of(&all);
  }
  quantity_stream_free(&csv.stream);
  for (size_t k = 0; k < all.runs; k++)
    joints_run_free(&all.run[k]);
}
