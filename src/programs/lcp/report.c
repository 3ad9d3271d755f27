/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/lcp/report.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/operator_csr.h"
#include "pantin/lcp/operator_rigid.h"
#include "programs/lcp/picture.h"
#include "programs/quantity.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

#define IN(TYPE, MEMBER) .offset = offsetof(TYPE, MEMBER)

static int was_run(const void *row)
{
  return ((const lcp_run *)row)->samples > 0;
}

static int solves(const void *row)
{
  return ((const lcp_run *)row)->solved;
}

static tone tone_of(const void *row)
{
  return solves(row) ? TONE_GOOD : TONE_BAD;
}

QUANTITY_GETTER(microseconds_of, lcp_run,
                1e3 * (row->milliseconds - row->preparation) /
                    (double)row->iterations)
QUANTITY_TEXT_GETTER(ending_of, lcp_run,
                     row->refusal[0] ? "refused, see below" : row->outcome)

/* What is known of a run, and of its best iterate. */
static const quantity run[] = {
    {QUANTITY_AT(lcp_run, solver), .kind = QUANTITY_TEXT, .format = "%-11s",
     .no_json = 1},
    {QUANTITY_AT(lcp_run, solved), .kind = QUANTITY_FLAG},
    {QUANTITY_AT(lcp_run, outcome), .kind = QUANTITY_TEXT},
    {QUANTITY_AT(lcp_run, iterations), .kind = QUANTITY_COUNT,
     .format = " %6zu", .heading = "iter.", .has = was_run},
    {"best", .kind = QUANTITY_COUNT, IN(lcp_run, best.iteration)},
    {"residual_1", IN(lcp_run, best.residual.scaled.one)},
    {"residual_2", IN(lcp_run, best.residual.scaled.two)},
    {QUANTITY_AT(lcp_run, milliseconds), .digits = 4, .heading = "time [ms]",
     .has = was_run},
    {QUANTITY_AT(lcp_run, ratio), .no_json = 1, .digits = 2, .shown = solves},
    {"residual_inf", IN(lcp_run, best.residual.scaled.inf), .format = "  %9.1e",
     .heading = "|r| [m/s]", .has = was_run},
    {"natural_1", IN(lcp_run, best.residual.natural.one)},
    {"natural_2", IN(lcp_run, best.residual.natural.two)},
    {"natural_inf", IN(lcp_run, best.residual.natural.inf)},
    {"complementarity", IN(lcp_run, best.residual.complementarity)},
    {"infeasible", IN(lcp_run, best.residual.infeasible)},
    {"unsupported", IN(lcp_run, best.residual.unsupported)},
    {"active", .kind = QUANTITY_COUNT, IN(lcp_run, best.residual.active),
     .format = " %6zu", .has = was_run},
    {QUANTITY_GET(microseconds_of, "microseconds_per_iteration")},
    {QUANTITY_GET_TEXT(ending_of, "ending"), .format = "  %-1s", .no_json = 1,
     .heading = "why it ended", .tone = tone_of},
};

/* Counts the entries of A, or of its factor J where that is worked with. */
static size_t count_nonzeros(const pn_lcp *lcp)
{
  const gsl_spmatrix *A = pn_lcp_entries(lcp->A);
  const pn_rigid_delassus *R = pn_rigid_delassus_of(lcp->A);
  const pn_delassus *J = pn_delassus_of(lcp->A);
  if (A)
    return A->nz;
  const size_t bodies = R ? R->bodies : J->bodies;
  const pn_pair *pair = R ? R->pair : J->pair;
  size_t blocks = 0;
  for (size_t c = 0; c < lcp->size; c++)
    blocks += (size_t)((pair[c].i < bodies) + (pair[c].j < bodies));
  return blocks * (R ? PN_RIGID_BLOCK : 3);
}

/* Prints one line for each solver: the iterations or milliseconds to each of
   the goals. */
static void print_goals(FILE *stream, const lcp_runs *runs, int times)
{
  fprintf(stream, "%s until the scaled residual is below\n%-12s",
          times ? "Milliseconds" : "Iterations", "solver");
  for (size_t g = 0; g < LCP_GOALS; g++)
    fprintf(stream, " %9.0e", lcp_goals[g]);
  fprintf(stream, "  m/s\n");
  for (size_t k = 0; k < runs->runs; k++) {
    const lcp_run *of = &runs->run[k];
    if (!was_run(of))
      continue;
    fprintf(stream, "%-12s", of->solver);
    for (size_t g = 0; g < LCP_GOALS; g++) {
      if (g >= of->goals)
        fprintf(stream, " %9s", "-");
      else if (times)
        fprintf(stream, " %9.4g", of->reached[g].milliseconds);
      else
        fprintf(stream, " %9zu", of->reached[g].iteration);
    }
    fputc('\n', stream);
  }
  fputc('\n', stream);
}

/* Prints the names of the solvers that were run and do not solve the problem,
   in lines of 80 columns; returns their number. */
static size_t list_failures(FILE *stream, const lcp_run *sorted, size_t runs)
{
  enum { COLUMNS = 80, REST = 24 }; /* room for the end of the sentence */
  size_t count = 0, column = 0;
  for (size_t k = 0; k < runs; k++) {
    if (!was_run(&sorted[k]) || sorted[k].solved)
      continue;
    const size_t length = strlen(sorted[k].solver) + 2;
    const int breaks = column + length > COLUMNS - REST;
    tone_print(stream, TONE_BAD, "%s%s",
               count == 0 ? ""
               : breaks   ? ",\n"
                          : ", ",
               sorted[k].solver);
    column = breaks ? length : column + length;
    count++;
  }
  return count;
}

/* Prints in a sentence what the comparison says. */
static void print_verdict(FILE *stream, const lcp_runs *runs,
                          const lcp_run *sorted)
{
  const lcp_run *first = &sorted[0], *next = &sorted[1];
  fputc('\n', stream);
  for (size_t k = 0; k < runs->runs; k++)
    if (sorted[k].refusal[0])
      fprintf(stream, "Left out: %s.\n", sorted[k].refusal);
  for (size_t k = 0; k < runs->runs; k++)
    if (sorted[k].costly)
      fprintf(
          stream,
          "%s was stopped: its iterations cost too much to compare. It runs "
          "on with\n--solver %s.\n",
          sorted[k].solver, sorted[k].solver);
  if (program_interrupted())
    tone_print(stream, TONE_BAD, "INTERRUPTED. ");
  if (!was_run(first))
    tone_print(stream, TONE_BAD, "No solver has begun.\n");
  else if (!first->solved)
    tone_print(stream, TONE_BAD,
               "No solver reaches %.2g m/s; %s comes nearest, %.1e m/s\n"
               "(%s).\n",
               first->within, first->solver, first->best.residual.scaled.inf,
               first->outcome);
  else if (runs->runs == 1)
    tone_print(stream, TONE_GOOD, "%s reaches %.2g m/s in %zu iterations.\n",
               first->solver, first->within, first->iterations);
  else if (next->solved && next->milliseconds < 1.05 * first->milliseconds)
    tone_print(stream, TONE_GOOD, "%s and %s are equally fast.\n",
               first->solver, next->solver);
  else if (next->solved)
    tone_print(stream, TONE_GOOD,
               "%s is %.1f times faster than %s, the next.\n", first->solver,
               next->milliseconds / first->milliseconds, next->solver);
  else
    tone_print(stream, TONE_GOOD, "Only %s solves the problem.\n",
               first->solver);
  if (first->solved && runs->runs > 1) {
    const size_t failures = list_failures(stream, sorted, runs->runs);
    if (failures > 0)
      tone_print(stream, TONE_BAD, " do%s not reach %.2g m/s.\n",
                 failures == 1 ? "es" : "", first->within);
  }
  for (size_t k = 0; k < runs->runs; k++)
    if (!sorted[k].method->converges && !sorted[k].solved &&
        was_run(&sorted[k]))
      fprintf(stream, "%s is no solver: its limit is not the solution.\n",
              sorted[k].solver);
}

/* Prints the solvers beside each other, the best first: times and best
   iterates, measured anew. */
static void print_best(FILE *stream, const lcp_runs *runs)
{
  lcp_run *sorted = lcp_runs_sorted(runs);
  if (!sorted)
    return;
  const quantity_rows rows = {QUANTITY_LIST(run),
                              QUANTITY_ROWS(sorted, runs->runs)};
  fprintf(stream,
          "The fastest first; |r| of the best iterate, measured anew\n");
  quantity_table(stream, &rows);
  print_verdict(stream, runs, sorted);
  pn_free(sorted);
}

/* A row of the answer. */
typedef struct {
  double lambda, w, lo, hi;
  const char *state;
} answer;

static const quantity answers[] = {
    {QUANTITY_NUMBER("row")},
    {QUANTITY_AT(answer, lambda), .unit = "N s"},
    {QUANTITY_AT(answer, w), .unit = "m/s"},
    {QUANTITY_AT(answer, lo), .unit = "N s"},
    {QUANTITY_AT(answer, hi), .unit = "N s"},
    {QUANTITY_AT(answer, state), .kind = QUANTITY_TEXT},
};

/* Gives row i, a tangent, the bounds and the state that its cone has: the
   contact slides where both tangents together are on it, but for rounding. */
static void set_cone(const pn_lcp *lcp, const double *lambda, size_t i,
                     answer *row)
{
  const double rounding = 1e-12;
  const size_t normal = lcp->normal[i];
  double push = 0;
  for (size_t k = normal + 1; k < lcp->size && lcp->normal[k] == normal; k++)
    push = hypot(push, lambda[k]);
  row->hi = lcp->mu[i] * lambda[normal];
  row->lo = -row->hi;
  row->state = row->hi == 0                       ? "fixed"
               : push >= (1 - rounding) * row->hi ? "slides"
                                                  : "between";
}

/* Fills the rows from lambda; w and scratch have the room that A asks for. */
static void set_answers(const lcp_runs *runs, const double *lambda, double *w,
                        double *scratch, answer *row)
{
  const pn_lcp *lcp = runs->problem->lcp;
  lcp->A->type->multiply(lcp->A, lambda, w, scratch);
  for (size_t i = 0; i < lcp->size; i++) {
    const double x = lambda[i], lo = lcp->lo[i], hi = lcp->hi[i];
    row[i] = (answer){x, w[i] + lcp->b[i], lo, hi,
                      lo == hi  ? "fixed"
                      : x <= lo ? "lo"
                      : x >= hi ? "hi"
                                : "between"};
    if (runs->settings.cone && lcp->normal[i] != i)
      set_cone(lcp, lambda, i, &row[i]);
  }
}

int lcp_write_solution(const char *path, const lcp_runs *runs, pn_error *error)
{
  const pn_lcp *lcp = runs->problem->lcp;
  lcp_run *sorted = lcp_runs_sorted(runs);
  double *w = pn_alloc(lcp->size, sizeof *w);
  double *scratch = pn_alloc(lcp->A->type->scratch(lcp->A), sizeof *scratch);
  answer *row = pn_alloc(lcp->size, sizeof *row);
  int code = GSL_ENOMEM;
  if (sorted && !sorted[0].lambda) {
    code = pn_error_set(error, GSL_EFAILED, path, 0,
                        "no solver has begun, and there is no solution to "
                        "write: %s",
                        sorted[0].refusal);
  } else if (sorted && w && scratch && row) {
    set_answers(runs, sorted[0].lambda, w, scratch, row);
    const quantity_rows rows = {QUANTITY_LIST(answers),
                                QUANTITY_ROWS(row, lcp->size)};
    code = quantity_csv(path, &rows, 1, error);
  } else
    pn_error_set(error, code, NULL, 0, "out of memory");
  pn_free(sorted);
  pn_free(w);
  pn_free(scratch);
  pn_free(row);
  return code;
}

/* Prints whether friction has its cone, and what became of that of a problem
   of FCLIB. */
static void print_friction(FILE *stream, const lcp_runs *runs)
{
  const lcp_problem *problem = runs->problem;
  if (runs->settings.cone)
    fprintf(stream, "Friction in the cone of Coulomb, |r_t| <= mu r_n\n");
  else if (problem->fclib_dimension > 0) {
    fprintf(stream, "%s\n",
            problem->fclib_dimension == 3
                ? "The friction cone was boxed: |r_t1|, |r_t2| <= mu r_n"
                : "Friction in the plane: the box is the cone");
    fprintf(
        stream,
        "Its bounds are frozen after %zu coupled sweeps, residual %.2g m/s\n",
        problem->sweeps, problem->residual);
    if (!problem->rests)
      tone_print(
          stream, TONE_BAD,
          "The sweeps have not come to rest: these are not yet the bounds "
          "of Coulomb.\n");
  }
  if (problem->asymmetry > 0)
    fprintf(stream,
            "W differed from its transpose by %.1e of its diagonal, and was "
            "made symmetric\n",
            problem->asymmetry);
}

static void table(FILE *stream, const void *result)
{
  const lcp_runs *runs = result;
  const pn_lcp *lcp = runs->problem->lcp;
  const char *title = runs->problem->title;
  fprintf(stream, "%s%s%s\n", runs->name, *title ? ": " : "", title);
  fprintf(stream, "%zu rows, %zu nonzeros in %s, %s\n", lcp->size,
          count_nonzeros(lcp), pn_lcp_entries(lcp->A) ? "A" : "J",
          lcp->A->type->name);
  print_friction(stream, runs);
  fputc('\n', stream);
  print_goals(stream, runs, 0);
  print_goals(stream, runs, 1);
  print_best(stream, runs);
}

/* Writes the object of run k: why it was refused, or what came out and some of
   its samples. */
static void json_run(pn_json *out, const lcp_runs *runs, size_t k)
{
  const lcp_run *of = &runs->run[k];
  pn_json_object(out, NULL);
  pn_json_string(out, "solver", of->solver);
  if (of->refusal[0])
    pn_json_string(out, "refusal", of->refusal);
  else {
    const quantity_rows all = {QUANTITY_LIST(run),
                               QUANTITY_ROWS(runs->run, runs->runs)};
    const quantity_rows history = lcp_history(of);
    quantity_json_row(out, &all, k);
    quantity_json(out, "history", &history);
  }
  pn_json_end(out);
}

static void json(pn_json *out, const void *result)
{
  const lcp_runs *runs = result;
  const lcp_problem *problem = runs->problem;
  pn_json_string(out, "scene", runs->name);
  pn_json_count(out, "rows", problem->lcp->size);
  pn_json_count(out, "nonzeros", count_nonzeros(problem->lcp));
  pn_json_string(out, "form", problem->lcp->A->type->name);
  pn_json_boolean(out, "cone", runs->settings.cone);
  if (problem->fclib_dimension > 0 && !runs->settings.cone) {
    pn_json_boolean(out, "boxed", problem->fclib_dimension == 3);
    pn_json_count(out, "coupled_sweeps", problem->sweeps);
    pn_json_real(out, "coupled_residual", problem->residual);
    pn_json_boolean(out, "coupled_rests", problem->rests);
  }
  if (problem->fclib_dimension > 0)
    pn_json_real(out, "asymmetry", problem->asymmetry);
  pn_json_array(out, "solvers");
  for (size_t k = 0; k < runs->runs; k++)
    json_run(out, runs, k);
  pn_json_end(out);
}

const program_outputs lcp_outputs = {table, json, NULL, lcp_draw, NULL};
