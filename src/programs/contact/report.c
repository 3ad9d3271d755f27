/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/contact/report.h"

#include "pantin/base/alloc.h"
#include "programs/contact/kind.h"
#include "programs/contact/verdict.h"
#include "programs/text.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Rows of the table at most, and a few more. */
enum { ROWS = 20 };

#define IN(MEMBER) .offset = offsetof(pn_step_info, MEMBER)

/* What is known of a step. */
static const quantity step[] = {
    {"step", NULL, QUANTITY_COUNT, IN(steps), .format = "%5zu", .no_csv = 1,
     .no_json = 1},
    {"time", "s", IN(time), .format = " %8.4g", .heading = "time"},
    {"contacts", NULL, QUANTITY_COUNT, IN(contacts), .format = " %8zu"},
    {"rows", NULL, QUANTITY_COUNT, IN(rows)},
    {"active", NULL, QUANTITY_COUNT, IN(residual.active)},
    {"iterations", NULL, QUANTITY_COUNT, IN(iterations), .format = " %6zu",
     .heading = "iter."},
    {"residual_1", "m/s", IN(residual.scaled.one)},
    {"residual_inf", "m/s", IN(residual.scaled.inf), .format = " %9.1e",
     .heading = "resid."},
    {"penetration", "m", IN(penetration), .format = " %9.1e",
     .heading = "overlap"},
    {"constraint_inf", "m", IN(joint_gap), .format = " %9.1e",
     .heading = "joint gap"},
    {"friction_gap", NULL, IN(friction_gap)},
    {"speed", "m/s", IN(speed), .format = " %8.3g", .heading = "speed"},
    {"kinetic", "J", IN(kinetic), .format = " %9.3g", .heading = "kinetic"},
    {"energy", "J", IN(energy), .format = " %9.5g", .heading = "energy"},
    {"cut", NULL, QUANTITY_FLAG, IN(cut)},
    {"missed", NULL, QUANTITY_COUNT, IN(missed)},
    {"rebound", "m/s", IN(rebound)},
};
enum { COLUMNS = sizeof step / sizeof step[0] };

/* Chooses the columns: a contact of balls is one row, and they have no joints;
   only theirs are looked at for misses. The table shows the gap of joints,
   where there are any, or else the speed. */
static quantity_rows steps_of(const contact_run *run, quantity column[COLUMNS])
{
  quantity_rows rows = {.column = column,
                        QUANTITY_ROWS(run->history, run->kept)};
  for (size_t k = 0; k < COLUMNS; k++) {
    const size_t at = step[k].offset;
    const int of_bodies = at == offsetof(pn_step_info, rows) ||
                          at == offsetof(pn_step_info, joint_gap) ||
                          at == offsetof(pn_step_info, friction_gap);
    const int of_balls = at == offsetof(pn_step_info, missed) ||
                         at == offsetof(pn_step_info, rebound);
    if (run->kind->rigid ? of_balls : of_bodies)
      continue;
    column[rows.columns] = step[k];
    if (at == (run->joints > 0 ? offsetof(pn_step_info, speed)
                               : offsetof(pn_step_info, joint_gap)))
      column[rows.columns].format = NULL;
    rows.columns++;
  }
  return rows;
}

static double milliseconds_per_step(const contact_run *run)
{
  return run->milliseconds / fmax(1, (double)run->steps);
}

/* Prints some of the steps, evenly spread, as a table. */
static void print_steps(FILE *stream, const contact_run *run)
{
  quantity column[COLUMNS];
  const quantity_rows rows = steps_of(run, column);
  const size_t every = run->kept / ROWS + 1;
  quantity_headings(stream, &rows);
  /* The units have a line of their own. */
  for (size_t c = 0; c < rows.columns; c++) {
    char unit[16] = "";
    if (rows.column[c].unit)
      snprintf(unit, sizeof unit, "[%s]", rows.column[c].unit);
    if (rows.column[c].format)
      fprintf(stream, "%*s%*s", c > 0, "", quantity_width(&rows, c), unit);
  }
  fputc('\n', stream);
  for (size_t k = 0; k < run->kept; k++)
    if ((k + 1) % every == 0 || k == 0 || k + 1 == run->kept) {
      quantity_cells(stream, &rows, k, rows.columns);
      fputc('\n', stream);
    }
}

/* Prints extremes over all steps, those left out of the table among them. */
static void print_summary(FILE *stream, const contact_run *run)
{
  const contact_extremes *of = &run->extremes;
  fprintf(stream, "\n%zu steps, %.3g ms each; %zu to %zu contacts,\n",
          run->steps, milliseconds_per_step(run), of->fewest, of->most);
  fprintf(stream, "deepest overlap %.2e m, largest residual %.2e m/s.\n",
          of->penetration, of->residual);
  if (run->kind->rigid && run->bodies->settings.frozen)
    fprintf(stream,
            "Frozen friction bounds are within %.2g of mu times the largest "
            "normal impulse.\n",
            of->friction_gap);
  if (of->missed > 0)
    fprintf(stream,
            "%zu pair%s met in a step that did not see them as contacts, and "
            "rebounded\nwith up to %.2g m/s.\n",
            of->missed, plural(of->missed), of->rebound);
  if (of->cut > 0)
    tone_print(stream, TONE_BAD,
               "In %zu steps the solver was cut off amid pivoting, and its "
               "impulses solve\nnothing: leave --iterations out.\n",
               of->cut);
  if (run->recorded > 0)
    fprintf(stream, "%zu contact problem%s recorded.\n", run->recorded,
            plural(run->recorded));
}

/* Prints the table of a run. */
static void table(FILE *stream, const void *result)
{
  const contact_run *run = result;
  fprintf(stream, "%s: %s\n", run->name, run->title);
  run->kind->heading(stream, run);
  fputc('\n', stream);
  print_steps(stream, run);
  print_summary(stream, run);
  contact_verdict(stream, run);
}

/* Writes the object of a run; keys of the scene are those of its kind. */
static void json(pn_json *out, const void *result)
{
  const contact_run *run = result;
  quantity column[COLUMNS];
  const quantity_rows rows = steps_of(run, column);
  pn_json_string(out, "scene", run->name);
  run->kind->json_scene(out, run);
  pn_json_count(out, "steps", run->steps);
  pn_json_real(out, "dt", run->dt);
  pn_json_real(out, "milliseconds_per_step", milliseconds_per_step(run));
  pn_json_boolean(out, "interrupted", program_interrupted());
  run->kind->json_final(out, run);
  quantity_json(out, "history", &rows);
}

/* The CSV of a run: the file, its columns, and where they are. */
typedef struct {
  quantity_stream stream;
  quantity column[COLUMNS];
  quantity_rows rows;
} columns;

int contact_csv_open(contact_run *run, const char *path, pn_error *error)
{
  columns *csv = pn_alloc(1, sizeof *csv);
  if (!csv)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  run->csv = &csv->stream;
  csv->rows = steps_of(run, csv->column);
  return quantity_stream_open(&csv->stream, path, &csv->rows, 1, error);
}

void contact_csv_free(contact_run *run)
{
  if (run->csv)
    quantity_stream_free(run->csv);
  pn_free(run->csv);
}

static int draw(pn_plot *plot, const void *result, pn_error *error)
{
  const contact_run *run = result;
  return run->kind->draw(plot, run, error);
}

const program_outputs contact_outputs = {table, json, NULL, draw,
                                         contact_replay};
