/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Several cases, methods and starts of the multipliers: the course's table, a
   line for each run. */
#include "programs/chain/chain.h"

#include "pantin/base/alloc.h"
#include "programs/quantity.h"
#include "programs/text.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* One line. */
typedef struct {
  char scene[64], lambda[CHAIN_LAMBDA_NAME];
  const char *method, *kind;
  size_t iterations;
  int solved, taut;
  double gradient, constraint, polished;
} result;

QUANTITY_TEXT_GETTER(scene_of, result, row->scene)
QUANTITY_TEXT_GETTER(lambda_of, result, row->lambda)
QUANTITY_TEXT_GETTER(method_of, result, row->method)
QUANTITY_TEXT_GETTER(kind_of, result, row->kind)

static tone tone_of(const void *row)
{
  return ((const result *)row)->solved ? TONE_PLAIN : TONE_BAD;
}

static const quantity columns[] = {
    {QUANTITY_GET_TEXT(scene_of, "scene"), .format = "%-5s", .heading = "case"},
    {QUANTITY_GET_TEXT(method_of, "method"), .format = "  %-7s"},
    {QUANTITY_GET_TEXT(lambda_of, "lambda"), .format = "  %-12s"},
    {QUANTITY_AT(result, iterations), .kind = QUANTITY_COUNT,
     .format = "  %5zu", .heading = "steps"},
    {QUANTITY_GET_TEXT(kind_of, "kind"), .format = "  %-10s", .tone = tone_of},
    {QUANTITY_IN(result, gradient, "gradient_inf"), .unit = "N",
     .format = "  %8.1e", .heading = "|grad l|"},
    {QUANTITY_IN(result, constraint, "constraint_inf"), .unit = "m^2",
     .format = "  %8.1e", .heading = "|c|"},
    {QUANTITY_AT(result, polished), .format = "  %8.1e"},
    {QUANTITY_AT(result, solved), .kind = QUANTITY_FLAG},
};

/* All lines. */
typedef struct {
  result *row;
  size_t rows, room;
} results;

static quantity_rows rows_of(const results *all)
{
  return (quantity_rows){QUANTITY_LIST(columns),
                         QUANTITY_ROWS(all->row, all->rows)};
}

/* Prints a row for each run, and how many of them ended in what. */
static void print_table(FILE *stream, const void *of)
{
  const results *all = of;
  const quantity_rows rows = rows_of(all);
  size_t solved = 0, minima = 0, taut = 0;
  for (size_t k = 0; k < all->rows; k++) {
    taut += (size_t)all->row[k].taut;
    solved += (size_t)all->row[k].solved;
    minima += strcmp(all->row[k].kind, "minimum") == 0;
  }
  quantity_table(stream, &rows);
  fprintf(stream, "\n|grad l| in N and |c| in m^2 where the run stopped; "
                  "polished: the relative\nresidual after a few more steps.\n");
  if (taut > 0)
    fprintf(stream, "Those of a taut chain are of its one configuration.\n");
  fputc('\n', stream);
  if (program_interrupted())
    tone_print(stream, TONE_BAD, "INTERRUPTED. ");
  tone_print(stream, solved > 0 ? TONE_GOOD : TONE_BAD,
             "%zu of %zu run%s converged, %zu to a minimum.\n", solved,
             all->rows, plural(all->rows), minima);
}

static void write_json(pn_json *json, const void *of)
{
  const quantity_rows rows = rows_of(of);
  quantity_json(json, "runs", &rows);
}

static int write_csv(const char *path, const void *of, pn_error *error)
{
  const quantity_rows rows = rows_of(of);
  return quantity_csv(path, &rows, 1, error);
}

/* Returns room for one line more; NULL when memory is short. */
static result *add(results *all)
{
  if (all->rows == all->room) {
    const size_t room = 2 * all->room + 16;
    result *row = pn_realloc(all->row, room, sizeof *row);
    if (!row)
      return NULL;
    all->row = row;
    all->room = room;
  }
  return &all->row[all->rows++];
}

/* Runs a case with one method and adds the line. */
static int compare_run(results *all, const char *scene, const char *lambda,
                       const pn_chain_case *of, const pn_chain_method *method,
                       const pn_chain_settings *settings, pn_error *error)
{
  chain_run run = {.name = scene, .of = of, .method = method};
  int code = chain_run_start(&run, settings, error);
  if (!code)
    code = chain_run_solve(&run, error);
  result *row = code ? NULL : add(all);
  if (row) {
    const int taut = run.outcome == PN_CHAIN_TAUT; /* laid straight since */
    const pn_chain_info *stop = taut ? &run.info : &run.history[run.steps].info;
    *row = (result){
        .method = method->name,
        .kind = run.classified ? pn_chain_kind_name(run.verdict.kind) : "none",
        .iterations = run.steps,
        .solved = chain_run_solved(&run),
        .taut = taut,
        .gradient = stop->gradient_inf,
        .constraint = stop->constraint_inf,
        .polished = pn_chain_residual(&run.info)};
    snprintf(row->scene, sizeof row->scene, "%s", scene);
    snprintf(row->lambda, sizeof row->lambda, "%s", lambda);
  } else if (!code)
    code = pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  chain_run_free(&run);
  return code;
}

/* Adds the lines of one case. */
static void compare_case(results *all, program *self, chain_request *asked,
                         const pn_chain_case *of)
{
  char lambda[CHAIN_LAMBDA_NAME];
  pn_error *error = &self->error;
  for (size_t m = 0; pn_chain_method_get(m) && !error->code; m++) {
    const pn_chain_method *method = pn_chain_method_get(m);
    if (asked->methods_asked ? !(asked->methods_asked >> m & 1)
                             : method != chain_request_method(asked, of))
      continue;
    for (size_t k = 0; !error->code && !program_interrupted() &&
                       chain_request_lambda(asked, k, of->start, lambda, self);
         k++)
      compare_run(all, self->scene_name, lambda, of, method, &asked->settings,
                  error);
  }
}

void chain_compare(program *self, chain_request *asked, pn_chain_case *first)
{
  static const program_outputs outputs = {print_table, write_json, write_csv,
                                          NULL, NULL};
  results all = {NULL, 0, 0};
  if (self->plot || asked->dump || asked->at != CHAIN_NOWHERE) {
    program_refuse(self, "--plot, --dump and --at are for one run: give one "
                         "case, method and lambda");
    return;
  }
  program_leave_with(self, NULL, &outputs, &all);
  compare_case(&all, self, asked, first);
  while (program_next_scene(self)) {
    pn_chain_case *of = chain_request_read(asked, self->scene, &self->error);
    if (of)
      compare_case(&all, self, asked, of);
    pn_chain_case_free(of);
  }
  size_t solved = 0;
  for (size_t k = 0; k < all.rows; k++)
    solved += (size_t)all.row[k].solved;
  if (program_interrupted())
    self->status = PROGRAM_INTERRUPTED;
  else if (solved == 0)
    self->status = PROGRAM_NOT_CONVERGED;
  if (!self->error.code)
    program_write(self, &outputs, &all);
  pn_free(all.row);
}
