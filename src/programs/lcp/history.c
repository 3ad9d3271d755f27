/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What is kept of the iterates, and their CSV. */
#include "programs/lcp/run.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Room for a first list of iterates; iterates that are all shown. */
enum { FIRST_ROOM = 128, FIRST_SHOWN = 50 };

const double lcp_goals[LCP_GOALS] = {1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12};

#define IN(TYPE, MEMBER) .offset = offsetof(TYPE, MEMBER)

/* Describes an iterate; JSON has the solver beside its history. */
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

quantity_rows lcp_history(const lcp_run *run)
{
  return (quantity_rows){QUANTITY_LIST(sample),
                         QUANTITY_ROWS(run->sample, run->samples)};
}

/* Puts an iterate at the end of the list, in the place of the one before unless
   that is shown. GSL_SUCCESS or GSL_ENOMEM. */
static int list(lcp_run *run, const lcp_sample *now)
{
  run->samples -= (size_t)run->passing;
  if (run->samples == run->room) {
    const size_t room = run->room > 0 ? 2 * run->room : FIRST_ROOM;
    lcp_sample *larger = pn_realloc(run->sample, room, sizeof *larger);
    if (!larger)
      return GSL_ENOMEM;
    run->sample = larger;
    run->room = room;
  }
  run->sample[run->samples++] = *now;
  const size_t k = now->iteration;
  run->passing = k < run->shown;
  if (!run->passing)
    run->shown = k < FIRST_SHOWN ? k + 1 : k + k / FIRST_SHOWN;
  return GSL_SUCCESS;
}

int lcp_runs_keep(lcp_runs *runs, lcp_run *run, const pn_lcp_solver *solver,
                  pn_error *error)
{
  const double r = solver->residual.scaled.inf;
  runs->now = (lcp_sample){run->solver, solver->iteration, run->milliseconds,
                           solver->residual};
  run->iterations = solver->iteration;
  if (run->samples > 0 && !isfinite(r))
    return GSL_SUCCESS; /* it diverged: there is nothing to be shown */
  if (run->samples == 0 || r < run->best.residual.scaled.inf)
    run->best = runs->now;
  while (run->goals < LCP_GOALS && r <= lcp_goals[run->goals])
    run->reached[run->goals++] = runs->now;
  if (list(run, &runs->now))
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  return runs->row.columns > 0 ? quantity_stream_row(&runs->csv, 0, error)
                               : GSL_SUCCESS;
}

int lcp_csv_open(lcp_runs *runs, const char *path, pn_error *error)
{
  runs->row =
      (quantity_rows){QUANTITY_LIST(sample), QUANTITY_ROWS(&runs->now, 1)};
  return quantity_stream_open(&runs->csv, path, &runs->row, 1, error);
}
