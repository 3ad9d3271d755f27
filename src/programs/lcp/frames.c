/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/lcp/frames.h"

#include "pantin/base/alloc.h"
#include "programs/text.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>

/* What a solver made of a frame. */
typedef struct {
  size_t frame, rows;
  const char *solver, *outcome;
  int solved;
  size_t iterations;
  double milliseconds, residual_inf;
} frame_run;

static const quantity columns[] = {
    {QUANTITY_AT(frame_run, frame), .kind = QUANTITY_COUNT},
    {QUANTITY_AT(frame_run, rows), .kind = QUANTITY_COUNT},
    {QUANTITY_AT(frame_run, solver), .kind = QUANTITY_TEXT},
    {QUANTITY_AT(frame_run, solved), .kind = QUANTITY_FLAG},
    {QUANTITY_AT(frame_run, outcome), .kind = QUANTITY_TEXT},
    {QUANTITY_AT(frame_run, iterations), .kind = QUANTITY_COUNT},
    {QUANTITY_AT(frame_run, milliseconds), .unit = "ms"},
    {QUANTITY_AT(frame_run, residual_inf), .unit = "m/s"},
};

/* What a solver made of all frames. */
typedef struct {
  const char *solver;
  size_t solves, iterations;
  double milliseconds, ratio, residual_inf; /* the largest */
} frame_sum;

static int solves_any(const void *row)
{
  return ((const frame_sum *)row)->solves > 0;
}

static const quantity sums[] = {
    {QUANTITY_AT(frame_sum, solver), .kind = QUANTITY_TEXT, .format = "%-11s"},
    {QUANTITY_AT(frame_sum, solves), .kind = QUANTITY_COUNT,
     .format = "  %6zu"},
    {QUANTITY_AT(frame_sum, iterations), .kind = QUANTITY_COUNT,
     .format = "  %8zu", .heading = "iter."},
    {QUANTITY_AT(frame_sum, milliseconds), .digits = 4, .heading = "time [ms]"},
    {QUANTITY_AT(frame_sum, ratio), .digits = 2, .shown = solves_any},
    {QUANTITY_AT(frame_sum, residual_inf), .format = "  %9.1e",
     .heading = "|r| [m/s]"},
};

typedef struct {
  const program *self;
  size_t frames, done; /* asked for; solved by all */
  frame_run *run;      /* (runs), owned */
  size_t runs, room;
  frame_run now; /* the last one, a row of the CSV */
  quantity_rows row;
  quantity_stream csv;
} frame_runs;

/* Puts those that solve most frames first, of these the fastest; of those that
   solve none the nearest. */
static int better_first(const void *va, const void *vb)
{
  const frame_sum *a = va, *b = vb;
  if (a->solves != b->solves)
    return a->solves < b->solves ? 1 : -1;
  const double x = a->solves > 0 ? a->milliseconds : a->residual_inf;
  const double y = a->solves > 0 ? b->milliseconds : b->residual_inf;
  return (x > y) - (x < y);
}

/* Sums up each solver, the best first; returns how many there are. */
static size_t sum_up(const frame_runs *all, frame_sum sum[LCP_NAMES_MAX])
{
  size_t count = 0;
  for (size_t k = 0; k < all->runs; k++) {
    const frame_run *run = &all->run[k];
    size_t s = 0;
    while (s < count && sum[s].solver != run->solver)
      s++;
    if (s == count)
      sum[count++] = (frame_sum){.solver = run->solver};
    sum[s].solves += (size_t)run->solved;
    sum[s].iterations += run->iterations;
    sum[s].milliseconds += run->milliseconds;
    sum[s].residual_inf = fmax(sum[s].residual_inf, run->residual_inf);
  }
  /* cppcheck-suppress uninitvar ; the first `count` are set above */
  qsort(sum, count, sizeof *sum, better_first);
  for (size_t s = 0; s < count; s++)
    sum[s].ratio = sum[s].milliseconds / sum[0].milliseconds;
  return count;
}

/* Prints a row for each solver, over all frames. */
static void table(FILE *stream, const void *result)
{
  const frame_runs *all = result;
  frame_sum sum[LCP_NAMES_MAX];
  const size_t count = sum_up(all, sum);
  const quantity_rows rows = {QUANTITY_LIST(sums), QUANTITY_ROWS(sum, count)};
  fprintf(stream,
          "%s: %zu of %zu frames; the largest |r| of the best iterates\n\n",
          all->self->scene_name, all->done, all->frames);
  quantity_table(stream, &rows);
  fputc('\n', stream);
  if (program_interrupted())
    tone_print(stream, TONE_BAD, "INTERRUPTED. ");
  if (count > 0 && sum[0].solves > 0)
    tone_print(stream, sum[0].solves == all->frames ? TONE_GOOD : TONE_BAD,
               "%s solves %zu of %zu frames%s.\n", sum[0].solver, sum[0].solves,
               all->frames,
               count > 1 && sum[1].solves == sum[0].solves
                   ? ", the fastest that solves so many"
                   : "");
  else if (count > 0)
    tone_print(stream, TONE_BAD, "No frame is solved; %s comes nearest.\n",
               sum[0].solver);
}

static void json(pn_json *out, const void *result)
{
  const frame_runs *all = result;
  const quantity_rows rows = {QUANTITY_LIST(columns),
                              QUANTITY_ROWS(all->run, all->runs)};
  pn_json_string(out, "scene", all->self->scene_name);
  pn_json_count(out, "frames", all->frames);
  quantity_json(out, "runs", &rows);
}

/* Adds what a solver made of a frame. Returns the error's code. */
static int add(frame_runs *all, const lcp_problem *problem, const lcp_run *run,
               pn_error *error)
{
  if (all->runs == all->room) {
    const size_t room = 2 * all->room + LCP_NAMES_MAX;
    frame_run *larger = pn_realloc(all->run, room, sizeof *larger);
    if (!larger)
      return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
    all->run = larger;
    all->room = room;
  }
  all->now = (frame_run){problem->frame,    problem->lcp->size,
                         run->solver,       run->outcome,
                         run->solved,       run->iterations,
                         run->milliseconds, run->best.residual.scaled.inf};
  all->run[all->runs++] = all->now;
  return all->row.columns > 0 ? quantity_stream_row(&all->csv, 0, error)
                              : GSL_SUCCESS;
}

/* Solves a frame. Returns the error's code. */
static int solve(frame_runs *all, const lcp_request *asked,
                 const lcp_problem *problem, program *self)
{
  lcp_runs runs = {.name = self->scene_name, .problem = problem};
  int code = lcp_runs_solve(&runs, asked, self);
  for (size_t k = 0; !code && k < runs.runs; k++)
    if (runs.run[k].samples > 0)
      code = add(all, problem, &runs.run[k], &self->error);
  lcp_runs_free(&runs);
  return code;
}

/* Reads and solves the frames. Returns the error's code. */
static int solve_all(frame_runs *all, const lcp_request *asked, program *self)
{
  lcp_request one = *asked;
  for (; one.nth < all->frames && !program_interrupted(); one.nth++) {
    lcp_problem problem = {.lcp = NULL};
    if (!lcp_problem_read(&problem, &one, self, self->scene, &self->error))
      solve(all, asked, &problem, self);
    pn_lcp_free(problem.lcp);
    if (self->error.code)
      break;
    all->done += !program_interrupted();
  }
  return !self->error.code && all->row.columns > 0
             ? quantity_stream_commit(&all->csv, &self->error)
             : self->error.code;
}

void lcp_frames_solve(program *self, const lcp_request *asked, size_t frames)
{
  static const program_outputs outputs = {table, json, NULL, NULL, NULL};
  frame_runs all = {.self = self, .frames = frames};
  if (self->plot) {
    program_refuse(self, "--plot is for one frame");
    return;
  }
  if (self->csv)
    all.row =
        (quantity_rows){QUANTITY_LIST(columns), QUANTITY_ROWS(&all.now, 1)};
  program_leave_with(self, NULL, &outputs, &all);
  if ((!self->csv ||
       !quantity_stream_open(&all.csv, self->csv, &all.row, 1, &self->error)) &&
      !solve_all(&all, asked, self)) {
    frame_sum sum[LCP_NAMES_MAX];
    program_write(self, &outputs, &all);
    if (sum_up(&all, sum) == 0 || sum[0].solves < frames)
      self->status = PROGRAM_NOT_CONVERGED;
  }
  if (self->csv)
    quantity_stream_free(&all.csv);
  pn_free(all.run);
}
