/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --convergence: the source's table, and how its errors fall. */
#include "programs/joints/study.h"

#include "pantin/base/csv.h"
#include "pantin/base/json.h"
#include "pantin/base/plot.h"
#include "pantin/dynamics/convergence.h"

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

/* Of a scene in which nothing turns at the start [s]. */
static const double usual_time = 1;

typedef struct {
  const char *scene, *title;
  int has_box;
  double time;
  size_t measured; /* runs made, one integrator after the other: all of them,
                      unless the study was interrupted */
  pn_convergence_point point[INTEGRATORS][HALVINGS];
} table;

/* The two errors that are told. */
typedef enum { ENERGY, POSITION } kind;

static int is_measured(const table *t, size_t i, size_t k)
{
  return i * HALVINGS + k < t->measured;
}

/* NaN where the run diverged, or was not made. */
static double error_of(const table *t, kind which, size_t i, size_t k)
{
  const pn_convergence_point *p = &t->point[i][k];
  if (!is_measured(t, i, k))
    return NAN;
  return which == ENERGY ? p->energy : p->position;
}

/* Of the last halving. */
static double order_of(const table *t, kind which, size_t i)
{
  const size_t last = HALVINGS - 1;
  return pn_convergence_order(error_of(t, which, i, last - 1), steps[last - 1],
                              error_of(t, which, i, last), steps[last]);
}

/* How it went with a run that has no error to tell. */
static const char *without_error(const table *t, size_t i, size_t k)
{
  return is_measured(t, i, k) ? "diverged" : "-";
}

static void print_order(double order)
{
  if (isnan(order))
    printf("  %10s", "-");
  else
    printf("  %10.2f", order);
}

static void print_errors(const table *t, kind which)
{
  printf("%6s", "steps");
  for (size_t i = 0; i < INTEGRATORS; i++)
    printf("  %10s", integrators[i].heading);
  putchar('\n');
  for (size_t k = 0; k < HALVINGS; k++) {
    printf("%6zu", steps[k]);
    for (size_t i = 0; i < INTEGRATORS; i++)
      if (is_measured(t, i, k) && t->point[i][k].done)
        printf("  %10.2e", error_of(t, which, i, k));
      else
        printf("  %10s", without_error(t, i, k));
    putchar('\n');
  }
  printf("%6s", "order");
  for (size_t i = 0; i < INTEGRATORS; i++)
    print_order(order_of(t, which, i));
  printf("\n\n");
}

static void print_table(const table *t)
{
  printf("%s: %s\nErrors after %.6g s\n\n", t->scene, t->title, t->time);
  if (t->measured < INTEGRATORS * HALVINGS)
    printf("INTERRUPTED: this is what was measured until then.\n\n");
  printf("Energy, over the largest kinetic energy:\n");
  print_errors(t, ENERGY);
  printf("Position, the worst centre of mass [m], against rk4 with %d steps:\n",
         REFERENCE_STEPS);
  print_errors(t, POSITION);
  if (t->has_box)
    printf("Impacts are seen at the end of a step: after one no order is "
           "higher than 1.\n");
}

static void print_list(pn_json *json, const char *key, const table *t,
                       kind which, size_t i)
{
  double errors[HALVINGS];
  for (size_t k = 0; k < HALVINGS; k++)
    errors[k] = error_of(t, which, i, k);
  pn_json_reals(json, key, HALVINGS, errors);
}

static void print_json(const table *t)
{
  pn_json json = pn_json_make(stdout);
  pn_json_object(&json, NULL);
  pn_json_string(&json, "scene", t->scene);
  pn_json_real(&json, "time", t->time);
  pn_json_array(&json, "steps");
  for (size_t k = 0; k < HALVINGS; k++)
    pn_json_count(&json, NULL, steps[k]);
  pn_json_end(&json);
  pn_json_array(&json, "integrators");
  for (size_t i = 0; i < INTEGRATORS; i++) {
    pn_json_object(&json, NULL);
    pn_json_string(&json, "integrator", integrators[i].name);
    print_list(&json, "energy_error", t, ENERGY, i);
    pn_json_real(&json, "energy_order", order_of(t, ENERGY, i));
    print_list(&json, "position_error", t, POSITION, i);
    pn_json_real(&json, "position_order", order_of(t, POSITION, i));
    pn_json_end(&json);
  }
  pn_json_end(&json);
  pn_json_end(&json);
  putchar('\n');
}

static int write_csv(const char *path, const table *t, pn_error *error)
{
  static const pn_csv_column columns[] = {{"integrator", NULL},
                                          {"steps", NULL},
                                          {"energy_error", NULL},
                                          {"position_error", "m"}};
  pn_csv csv;
  const int code = pn_csv_open(&csv, path, columns, 4, error);
  if (code)
    return code;
  for (size_t i = 0; i < INTEGRATORS; i++)
    for (size_t k = 0; k < HALVINGS; k++)
      pn_csv_row_of(&csv, integrators[i].name,
                    (double[]){(double)steps[k], error_of(t, ENERGY, i, k),
                               error_of(t, POSITION, i, k)});
  return pn_csv_commit(&csv, error);
}

static void draw_errors(pn_plot *plot, int column, const char *title)
{
  pn_plot_printf(plot, "set title '%s'\nplot ", title);
  for (size_t i = 0; i < INTEGRATORS; i++)
    pn_plot_printf(plot, "$RUN%zu using 1:%d with linespoints %s title '%s', ",
                   i, column, integrators[i].line, integrators[i].heading);
  pn_plot_printf(plot, "NaN notitle\n");
}

static int draw(const char *path, const table *t, pn_error *error)
{
  enum { WIDTH = 1000, HEIGHT = 460 };
  pn_plot plot;
  const int code = pn_plot_open(&plot, path, error);
  if (code)
    return code;
  plot.width = WIDTH;
  plot.height = HEIGHT;
  for (size_t i = 0; i < INTEGRATORS; i++) {
    pn_plot_printf(&plot, "$RUN%zu << EOD\n", i);
    for (size_t k = 0; k < HALVINGS; k++)
      pn_plot_row(&plot, 3,
                  (double[]){(double)steps[k], error_of(t, ENERGY, i, k),
                             error_of(t, POSITION, i, k)});
    pn_plot_printf(&plot, "EOD\n");
  }
  pn_plot_printf(&plot, "set multiplot layout 1,2\nset logscale xy\n"
                        "set format y '10^{%%T}'\nset xlabel 'steps'\n"
                        "set xtics (20, 40, 80, 160, 320, 640)\n"
                        "set xrange [16:800]\n"
                        "set key outside bottom center horizontal "
                        "maxrows 2\n");
  draw_errors(&plot, 2, "energy, over the kinetic energy");
  draw_errors(&plot, 3, "position [m]");
  pn_plot_printf(&plot, "unset multiplot\n");
  return pn_plot_close(&plot, error);
}

/* Fills the table, as far as it gets; the error tells why not. */
static void measure(program *self, const pn_system *system,
                    const pn_simulation_settings *settings, table *t)
{
  enum { RUNS = INTEGRATORS * HALVINGS };
  pn_convergence *reference = pn_convergence_alloc(
      system, settings->box, t->time, REFERENCE_STEPS, &self->error);
  while (t->measured < RUNS && !self->error.code && !program_interrupted()) {
    const size_t i = t->measured / HALVINGS, k = t->measured % HALVINGS;
    pn_simulation_settings own = *settings;
    own.integrator = pn_integrator_find(integrators[i].name);
    if (!pn_convergence_measure(reference, &own, steps[k], &t->point[i][k],
                                &self->error))
      t->measured++;
    program_progress(self, (double)t->measured / RUNS);
  }
  if (t->measured < RUNS)
    self->status = PROGRAM_INTERRUPTED;
  pn_convergence_free(reference);
}

void joints_convergence(program *self, const joints_request *asked,
                        const pn_system_scene *of,
                        const pn_simulation_settings *settings)
{
  table t = {
      .scene = self->scene_name, .title = of->title, .has_box = of->has_box};
  t.time = asked->time > 0 ? asked->time : pn_convergence_turn(of->system);
  if (!(t.time > 0))
    t.time = usual_time;
  measure(self, of->system, settings, &t);
  if (self->error.code || t.measured == 0)
    return;
  if (self->json)
    print_json(&t);
  else if (!self->quiet)
    print_table(&t);
  if (self->csv)
    write_csv(self->csv, &t, &self->error);
  if (self->plot)
    draw(self->plot, &t, &self->error);
}
