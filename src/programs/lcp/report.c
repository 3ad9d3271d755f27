/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/lcp/report.h"

#include "pantin/lcp/operator_csr.h"
#include "pantin/lcp/operator_rigid.h"
#include "programs/lcp/picture.h"
#include "programs/quantity.h"

static const double goals[] = {1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12};

enum { GOALS = sizeof goals / sizeof goals[0] };

#define IN(TYPE, MEMBER) .offset = offsetof(TYPE, MEMBER)

/* What is known of an iterate; JSON has the solver beside its history. */
static const quantity sample[] = {
    {QUANTITY_AT(lcp_sample, solver), .kind = QUANTITY_TEXT, .no_json = 1},
    {QUANTITY_AT(lcp_sample, iteration), .kind = QUANTITY_COUNT},
    {QUANTITY_AT(lcp_sample, milliseconds), .unit = "ms"},
    {"residual_1", "m/s", IN(lcp_sample, residual.scaled.one)},
    {"residual_2", "m/s", IN(lcp_sample, residual.scaled.two)},
    {"residual_inf", "m/s", IN(lcp_sample, residual.scaled.inf)},
    {"natural_1", IN(lcp_sample, residual.natural.one)},
    {"complementarity", "J", IN(lcp_sample, residual.complementarity),
     .no_json = 1},
    {"active", .kind = QUANTITY_COUNT, IN(lcp_sample, residual.active),
     .no_json = 1},
};

/* What is known of a run, and of its best iterate. */
static const quantity run[] = {
    {QUANTITY_AT(lcp_run, solver), .kind = QUANTITY_TEXT, .format = "%-12s",
     .no_json = 1},
    {QUANTITY_AT(lcp_run, solved), .kind = QUANTITY_FLAG},
    {QUANTITY_AT(lcp_run, outcome), .kind = QUANTITY_TEXT},
    {QUANTITY_AT(lcp_run, iterations), .kind = QUANTITY_COUNT},
    {"best", .kind = QUANTITY_COUNT, IN(lcp_run, best.iteration),
     .format = " %9zu", .heading = "iteration"},
    {"residual_1", IN(lcp_run, best.residual.scaled.one), .format = " %9.2e",
     .heading = "|r|_1"},
    {"residual_2", IN(lcp_run, best.residual.scaled.two), .format = " %9.2e",
     .heading = "|r|_2"},
    {"residual_inf", IN(lcp_run, best.residual.scaled.inf), .format = " %9.2e",
     .heading = "|r|_inf"},
    {"natural_1", IN(lcp_run, best.residual.natural.one)},
    {"natural_2", IN(lcp_run, best.residual.natural.two)},
    {"natural_inf", IN(lcp_run, best.residual.natural.inf)},
    {"complementarity", IN(lcp_run, best.residual.complementarity),
     .format = " %9.2e", .heading = "compl."},
    {"infeasible", IN(lcp_run, best.residual.infeasible)},
    {"unsupported", IN(lcp_run, best.residual.unsupported)},
    {"active", .kind = QUANTITY_COUNT, IN(lcp_run, best.residual.active),
     .format = " %7zu"},
    {QUANTITY_AT(lcp_run, milliseconds)},
    {"microseconds_per_iteration", IN(lcp_run, microseconds),
     .format = " %9.3g", .heading = "us/iter."},
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
  for (size_t g = 0; g < GOALS; g++)
    fprintf(stream, " %9.0e", goals[g]);
  fprintf(stream, "  m/s\n");
  for (size_t k = 0; k < runs->runs; k++) {
    if (runs->run[k].refusal[0])
      continue;
    fprintf(stream, "%-12s", runs->run[k].solver);
    for (size_t g = 0; g < GOALS; g++) {
      const lcp_sample *at = lcp_run_reaching(&runs->run[k], goals[g]);
      if (!at)
        fprintf(stream, " %9s", "-");
      else if (times)
        fprintf(stream, " %9.4g", at->milliseconds);
      else
        fprintf(stream, " %9zu", at->iteration);
    }
    fputc('\n', stream);
  }
  fputc('\n', stream);
}

/* Prints how good the best iterate of each solver is. */
static void print_best(FILE *stream, const lcp_runs *runs)
{
  const quantity_rows rows = {QUANTITY_LIST(run),
                              QUANTITY_ROWS(runs->run, runs->runs)};
  fprintf(stream, "The best iterate, measured anew\n");
  quantity_headings(stream, &rows);
  for (size_t k = 0; k < runs->runs; k++) {
    const lcp_run *of = &runs->run[k];
    if (of->refusal[0]) {
      fprintf(stream, "%-12s %s\n", of->solver, of->refusal);
      continue;
    }
    /* Without an iteration there is no time of one, the last column. */
    quantity_cells(stream, &rows, k, rows.columns - (of->iterations == 0));
    fprintf(stream, "%s\n", of->method->converges ? "" : "  (no solver)");
  }
}

/* Prints what became of the friction cone of a problem of FCLIB. */
static void print_friction(FILE *stream, const lcp_problem *problem)
{
  if (problem->fclib_dimension == 0)
    return;
  fprintf(stream, "%s\n",
          problem->fclib_dimension == 3
              ? "The friction cone was boxed: |r_t1|, |r_t2| <= mu r_n"
              : "Friction in the plane: the box is the cone");
  fprintf(stream,
          "Its bounds are frozen after %zu coupled sweeps, residual %.2g m/s\n",
          problem->sweeps, problem->residual);
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
  print_friction(stream, runs->problem);
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
    const quantity_rows history = {QUANTITY_LIST(sample),
                                   QUANTITY_ROWS(of->sample, of->samples)};
    quantity_json_row(out, &all, k);
    pn_json_array(out, "history");
    for (size_t s = 0; s < of->samples; s = lcp_run_next(of, s)) {
      pn_json_object(out, NULL);
      quantity_json_row(out, &history, s);
      pn_json_end(out);
    }
    pn_json_end(out);
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
  if (problem->fclib_dimension > 0) {
    pn_json_boolean(out, "boxed", problem->fclib_dimension == 3);
    pn_json_count(out, "coupled_sweeps", problem->sweeps);
    pn_json_real(out, "coupled_residual", problem->residual);
  }
  pn_json_array(out, "solvers");
  for (size_t k = 0; k < runs->runs; k++)
    json_run(out, runs, k);
  pn_json_end(out);
}

static int csv(const char *path, const void *result, pn_error *error)
{
  const lcp_runs *runs = result;
  const quantity_rows rows = {QUANTITY_LIST(sample),
                              QUANTITY_ROWS(runs->sample, runs->samples)};
  return quantity_csv(path, &rows, 1, error);
}

const program_outputs lcp_outputs = {table, json, csv, lcp_draw, NULL};
