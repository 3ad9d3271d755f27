/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* --convergence: the source's table, and how its errors fall. */
#include "programs/joints/joints.h"

#include "pantin/dynamics/convergence.h"
#include "programs/quantity.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>

/* The source's integrators, then ours. The two of Euler are hardly ever a
   line's width apart: with dashes over the one both are seen. */
static const struct {
  const char *name, *heading, *line;
} integrators[] = {
    {"rk4", "rk4", ""},
    {"rk2", "rk2", ""},
    {"euler", "euler", ""},
    {"ab4", "ab4", ""},
    {"leapfrog", "leapfrog", ""},
    {"semi-implicit-euler", "semi-impl.", "lt 7 ps 1.2 dt (8,8)"},
};
enum { INTEGRATORS = sizeof integrators / sizeof integrators[0] };

/* The source's numbers of steps; the reference has far more than the last. */
static const size_t steps[] = {20, 40, 80, 160, 320, 640};
enum { HALVINGS = sizeof steps / sizeof steps[0], REFERENCE_STEPS = 5120 };

/* Time of the study of a scene in which nothing turns at the start [s]. */
static const double usual_time = 1;

enum { RUNS = INTEGRATORS * HALVINGS };

/* One run; its errors are NaN where it diverged, or was not made. */
typedef struct {
  const char *integrator;
  size_t steps;
  double energy_error;   /* over the largest kinetic energy */
  double position_error; /* [m] */
  int is_measured;
} point;

static const quantity columns[] = {
    {QUANTITY_AT(point, integrator), .kind = QUANTITY_TEXT},
    {QUANTITY_AT(point, steps), .kind = QUANTITY_COUNT},
    {QUANTITY_AT(point, energy_error)},
    {QUANTITY_AT(point, position_error), .unit = "m"},
};

typedef struct {
  const char *scene, *title;
  int has_box;
  double time;
  size_t measured; /* runs made, one integrator after the other: all of them,
                      unless the study was interrupted */
  point run[INTEGRATORS][HALVINGS];
} table;

/* The two errors that are told, by their place in a point. */
static const size_t of_energy = offsetof(point, energy_error),
                    of_position = offsetof(point, position_error);

static double error_of(const table *t, size_t kind, size_t i, size_t k)
{
  return *(const double *)((const char *)&t->run[i][k] + kind);
}

/* Returns the order of an integrator, NaN where its errors show none. */
static double order_of(const table *t, size_t kind, size_t i)
{
  double error[HALVINGS];
  for (size_t k = 0; k < HALVINGS; k++)
    error[k] = error_of(t, kind, i, k);
  return pn_convergence_order_of(error, steps, HALVINGS);
}

/* Prints a number, or a word in its place if it is NaN. */
static void print_cell(FILE *stream, const char *format, double value,
                       const char *word)
{
  if (isnan(value))
    fprintf(stream, "  %10s", word);
  else
    fprintf(stream, format, value);
}

/* Prints a table of errors of one kind: a row for each number of steps, a
   column for each integrator. */
static void print_errors(FILE *stream, const table *t, size_t kind)
{
  fprintf(stream, "%6s", "steps");
  for (size_t i = 0; i < INTEGRATORS; i++)
    fprintf(stream, "  %10s", integrators[i].heading);
  for (size_t k = 0; k < HALVINGS; k++) {
    fprintf(stream, "\n%6zu", steps[k]);
    for (size_t i = 0; i < INTEGRATORS; i++)
      print_cell(stream, "  %10.2e", error_of(t, kind, i, k),
                 t->run[i][k].is_measured ? "diverged" : "-");
  }
  fprintf(stream, "\n%6s", "order");
  for (size_t i = 0; i < INTEGRATORS; i++)
    print_cell(stream, "  %10.2f", order_of(t, kind, i), "-");
  fprintf(stream, "\n\n");
}

/* Prints the errors of energy and of position. */
static void print_table(FILE *stream, const void *result)
{
  const table *t = result;
  fprintf(stream, "%s: %s\nErrors after %.6g s\n\n", t->scene, t->title,
          t->time);
  if (t->measured < RUNS)
    fprintf(stream, "INTERRUPTED: this is what was measured until then.\n\n");
  fprintf(stream, "Energy, over the largest kinetic energy:\n");
  print_errors(stream, t, of_energy);
  fprintf(stream,
          "Position, the worst centre of mass [m], against rk4 with %d "
          "steps:\n",
          REFERENCE_STEPS);
  print_errors(stream, t, of_position);
  if (t->has_box)
    fprintf(stream, "Impacts are seen at the end of a step: after one no order "
                    "is higher than 1.\n");
}

static void write_errors(pn_json *json, const char *key, const table *t,
                         size_t kind, size_t i)
{
  double errors[HALVINGS];
  for (size_t k = 0; k < HALVINGS; k++)
    errors[k] = error_of(t, kind, i, k);
  pn_json_reals(json, key, HALVINGS, errors);
}

/* Writes the errors of each integrator over the numbers of steps. */
static void write_json(pn_json *json, const void *result)
{
  const table *t = result;
  pn_json_string(json, "scene", t->scene);
  pn_json_real(json, "time", t->time);
  pn_json_array(json, "steps");
  for (size_t k = 0; k < HALVINGS; k++)
    pn_json_count(json, NULL, steps[k]);
  pn_json_end(json);
  pn_json_array(json, "integrators");
  for (size_t i = 0; i < INTEGRATORS; i++) {
    pn_json_object(json, NULL);
    pn_json_string(json, "integrator", integrators[i].name);
    write_errors(json, "energy_error", t, of_energy, i);
    pn_json_real(json, "energy_order", order_of(t, of_energy, i));
    write_errors(json, "position_error", t, of_position, i);
    pn_json_real(json, "position_order", order_of(t, of_position, i));
    pn_json_end(json);
  }
  pn_json_end(json);
}

static int write_csv(const char *path, const void *result, pn_error *error)
{
  const table *t = result;
  const quantity_rows rows = {QUANTITY_LIST(columns),
                              QUANTITY_ROWS(t->run[0], RUNS)};
  return quantity_csv(path, &rows, 1, error);
}

static void draw_errors(pn_plot *plot, int column, const char *title)
{
  pn_plot_printf(plot, "set title '%s'\nplot ", title);
  for (size_t i = 0; i < INTEGRATORS; i++)
    pn_plot_printf(plot, "$RUN%zu using 1:%d with linespoints %s title '%s', ",
                   i, column, integrators[i].line, integrators[i].heading);
  pn_plot_printf(plot, "NaN notitle\n");
}

/* Draws the errors over the steps, on logarithmic axes, where the slope is the
   order. */
static int draw(pn_plot *plot, const void *result, pn_error *error)
{
  enum { WIDTH = 1000, HEIGHT = 460 };
  const table *t = result;
  (void)error;
  plot->width = WIDTH;
  plot->height = HEIGHT;
  for (size_t i = 0; i < INTEGRATORS; i++) {
    pn_plot_printf(plot, "$RUN%zu << EOD\n", i);
    for (size_t k = 0; k < HALVINGS; k++)
      pn_plot_row(plot, 3,
                  (double[]){(double)steps[k], t->run[i][k].energy_error,
                             t->run[i][k].position_error});
    pn_plot_printf(plot, "EOD\n");
  }
  pn_plot_printf(plot, "set multiplot layout 1,2\nset logscale xy\n"
                       "set format y '10^{%%T}'\nset xlabel 'steps'\n"
                       "set xtics (20, 40, 80, 160, 320, 640)\n"
                       "set xrange [16:800]\n"
                       "set key outside bottom center horizontal "
                       "maxrows 2\n");
  draw_errors(plot, 2, "energy, over the kinetic energy");
  draw_errors(plot, 3, "position [m]");
  pn_plot_printf(plot, "unset multiplot\n");
  return GSL_SUCCESS;
}

/* Fills the table, as far as it gets; the error tells why not. */
static void measure(program *self, const pn_system *system,
                    const pn_simulation_settings *settings, table *t)
{
  /* All that may not be reached. */
  for (size_t r = 0; r < RUNS; r++)
    t->run[r / HALVINGS][r % HALVINGS] = (point){
        integrators[r / HALVINGS].name, steps[r % HALVINGS], NAN, NAN, 0};
  pn_convergence *reference = pn_convergence_alloc(
      system, settings->box, t->time, REFERENCE_STEPS, &self->error);
  while (t->measured < RUNS && !self->error.code && !program_interrupted()) {
    point *run = &t->run[t->measured / HALVINGS][t->measured % HALVINGS];
    pn_convergence_point errors;
    pn_simulation_settings own = *settings;
    own.integrator = pn_integrator_find(run->integrator);
    if (!pn_convergence_measure(reference, &own, run->steps, &errors,
                                &self->error)) {
      run->is_measured = 1;
      run->energy_error = errors.energy;
      run->position_error = errors.position;
      t->measured++;
    }
    program_progress(self, (double)t->measured / RUNS);
  }
  if (!reference && self->error.code != GSL_ENOMEM)
    self->status = PROGRAM_NOT_CONVERGED;
  else if (t->measured < RUNS)
    self->status = PROGRAM_INTERRUPTED;
  pn_convergence_free(reference);
}

void joints_convergence(const joints_task *task)
{
  static const program_outputs outputs = {print_table, write_json, write_csv,
                                          draw, NULL};
  program *self = task->self;
  const pn_system_scene *of = task->of;
  table t = {
      .scene = self->scene_name, .title = of->title, .has_box = of->has_box};
  t.time = task->asked->time > 0 ? task->asked->time
                                 : pn_convergence_turn(of->system);
  if (!(t.time > 0))
    t.time = usual_time;
  measure(self, of->system, task->settings, &t);
  if (!self->error.code && t.measured > 0)
    program_write(self, &outputs, &t);
}
