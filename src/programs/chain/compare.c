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
  char refusal[PN_ERROR_TEXT]; /* why the method does not take the case, or "";
                                  then there are no numbers */
} result;

QUANTITY_TEXT_GETTER(scene_of, result, row->scene)
QUANTITY_TEXT_GETTER(lambda_of, result, row->lambda)
QUANTITY_TEXT_GETTER(method_of, result, row->method)
QUANTITY_TEXT_GETTER(kind_of, result, row->kind)
QUANTITY_TEXT_GETTER(refusal_of, result, row->refusal)

static int was_refused(const void *row)
{
  return ((const result *)row)->refusal[0] != '\0';
}

static int was_run(const void *row)
{
  return !was_refused(row);
}

static tone tone_of(const void *row)
{
  return ((const result *)row)->solved ? TONE_PLAIN : TONE_BAD;
}

static const quantity columns[] = {
    {QUANTITY_GET_TEXT(scene_of, "scene"), .format = "%-5s", .heading = "case"},
    {QUANTITY_GET_TEXT(method_of, "method"), .format = "  %-7s"},
    {QUANTITY_GET_TEXT(lambda_of, "lambda"), .format = "  %-12s"},
    {QUANTITY_AT(result, iterations), .kind = QUANTITY_COUNT, .has = was_run,
     .format = "  %5zu", .heading = "steps"},
    {QUANTITY_GET_TEXT(kind_of, "kind"), .format = "  %-10s", .tone = tone_of},
    {QUANTITY_IN(result, gradient, "gradient_inf"), .unit = "N", .has = was_run,
     .format = "  %8.1e", .heading = "|grad l|"},
    {QUANTITY_IN(result, constraint, "constraint_inf"), .unit = "m^2",
     .has = was_run, .format = "  %8.1e", .heading = "|c|"},
    {QUANTITY_AT(result, polished), .has = was_run, .format = "  %8.1e"},
    {QUANTITY_AT(result, solved), .kind = QUANTITY_FLAG},
    {QUANTITY_GET_TEXT(refusal_of, "refusal"), .has = was_refused, .no_csv = 1},
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

/* Says why methods do not take cases, once for all starts. */
static void print_refusals(FILE *stream, const results *all)
{
  for (size_t k = 0; k < all->rows; k++) {
    const result *row = &all->row[k], *before = k > 0 ? row - 1 : NULL;
    if (was_refused(row) && !(before && row->method == before->method &&
                              strcmp(row->scene, before->scene) == 0 &&
                              strcmp(row->refusal, before->refusal) == 0))
      fprintf(stream, "Left out: %s, %s: %s.\n", row->scene, row->method,
              row->refusal);
  }
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
  print_refusals(stream, all);
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

/* Adds a line. Returns the error's code. */
static int add(results *all, const result *line, pn_error *error)
{
  if (all->rows == all->room) {
    const size_t room = 2 * all->room + 16;
    result *row = pn_realloc(all->row, room, sizeof *row);
    if (!row)
      return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
    all->row = row;
    all->room = room;
  }
  all->row[all->rows++] = *line;
  return GSL_SUCCESS;
}

/* Fills the line of a run that is done. */
static void conclude(result *row, const chain_run *run)
{
  const int taut = run->outcome == PN_CHAIN_TAUT; /* laid straight since */
  const pn_chain_info *stop =
      taut ? &run->info : &run->history[run->steps].info;
  if (run->classified)
    row->kind = pn_chain_kind_name(run->verdict.kind);
  row->iterations = run->steps;
  row->solved = chain_run_solved(run);
  row->taut = taut;
  row->gradient = stop->gradient_inf;
  row->constraint = stop->constraint_inf;
  row->polished = pn_chain_residual(&run->info);
}

/* Runs a case with one method and adds the line, also of a method that does not
   take the case. Returns the error's code. */
static int compare_run(results *all, const char *scene, const char *lambda,
                       const pn_chain_case *of, const pn_chain_method *method,
                       const pn_chain_settings *settings, pn_error *error)
{
  chain_run run = {.name = scene, .of = of, .method = method};
  result row = {.method = method->name, .kind = "none"};
  pn_error refusal = {0};
  snprintf(row.scene, sizeof row.scene, "%s", scene);
  snprintf(row.lambda, sizeof row.lambda, "%s", lambda);
  if (chain_run_start(&run, settings, &refusal) == GSL_ENOMEM) {
    *error = refusal;
  } else if (refusal.code) {
    row.kind = "refused";
    strcpy(row.refusal, refusal.text);
  } else if (!chain_run_solve(&run, error))
    conclude(&row, &run);
  if (!error->code)
    add(all, &row, error);
  chain_run_free(&run);
  return error->code;
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

/* Makes an error of it if no method takes its case. Returns the error's code.
 */
static int refuse(program *self, const results *all)
{
  for (size_t k = 0; k < all->rows; k++)
    if (was_run(&all->row[k]))
      return GSL_SUCCESS;
  return all->rows > 0 ? pn_error_set(&self->error, GSL_EINVAL, NULL, 0, "%s",
                                      all->row[0].refusal)
                       : GSL_SUCCESS;
}

static program_status status_of(const results *all)
{
  if (program_interrupted())
    return PROGRAM_INTERRUPTED;
  for (size_t k = 0; k < all->rows; k++)
    if (all->row[k].solved)
      return PROGRAM_SOLVED;
  return PROGRAM_NOT_CONVERGED;
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
  if (!self->error.code && !refuse(self, &all)) {
    self->status = status_of(&all);
    program_write(self, &outputs, &all);
  }
  pn_free(all.row);
}
