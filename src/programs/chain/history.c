/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The history of a run, and its CSV. */
#include "programs/chain/chain.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>

/* A member of an iterate's info, under its name. */
#define INFO(MEMBER) QUANTITY_IN(chain_iterate, info.MEMBER, #MEMBER)

/* The directions of an iterate, where they were counted: in JSON alone. */
#define DIRECTIONS(MEMBER)                                                     \
  QUANTITY_IN(chain_iterate, directions.MEMBER, #MEMBER),                      \
      .kind = QUANTITY_COUNT, .has = has_directions, .no_csv = 1

static int has_directions(const void *row)
{
  return ((const chain_iterate *)row)->counted;
}

static const quantity history[] = {
    {QUANTITY_NUMBER("iteration"), .format = "%4zu", .heading = "k"},
    {INFO(phi), .format = "  %10.4e"},
    {INFO(gradient_inf), .unit = "N", .format = "  %12.4e",
     .heading = "|grad l| [N]"},
    {INFO(constraint_inf), .unit = "m^2", .format = "  %12.4e",
     .heading = "|c| [m^2]"},
    {INFO(energy), .unit = "N m"},
    {INFO(step), .unit = "m", .format = "  %10.3e"},
    {INFO(alpha), .format = "  %8.3g"},
    {QUANTITY_AT(chain_iterate, change)},
    {INFO(singular), .kind = QUANTITY_FLAG, .no_csv = 1},
    {INFO(thrown), .kind = QUANTITY_FLAG, .no_csv = 1},
    {DIRECTIONS(index)},
    {DIRECTIONS(nullity)},
    {DIRECTIONS(dof)},
};

quantity_rows chain_history(const chain_run *run)
{
  return (quantity_rows){QUANTITY_LIST(history),
                         QUANTITY_ROWS(run->history, run->steps + 1)};
}

/* Describes n numbers that stand behind each other, x1, x2, .. or from another
   first number on; returns what follows them. */
static quantity *describe(quantity *next, const char *name, const char *unit,
                          size_t offset, size_t first, size_t n)
{
  for (size_t i = 0; i < n; i++)
    *next++ = (quantity){.name = name,
                         .unit = unit,
                         .number = first + i,
                         .offset = (offset + i) * sizeof(double)};
  return next;
}

/* The columns of CSV: the history, and nodes and multipliers of the iterate. */
struct chain_columns {
  quantity_stream stream;
  quantity *column;               /* of the iterate, owned */
  quantity_rows *groups;          /* owned */
  char (*prefix)[PN_TEXT_NUMBER]; /* of each facet, owned */
};

/* Sets the groups of columns: they show `run->point`. */
static void set_groups(const chain_run *run, chain_columns *to)
{
  const size_t n = run->of->chain->bars, facets = run->of->chain->facets;
  quantity *mu = describe(to->column, "x", "m", 1, 1, n - 1);
  mu = describe(mu, "y", "m", n + 2, 1, n - 1);
  mu = describe(mu, "lambda", "N/m", 2 * (n + 1), 1, n);
  describe(mu, "mu", "N", 1, 1, n - 1);
  to->groups[0] = chain_history(run);
  to->groups[1] = (quantity_rows){.column = to->column,
                                  .columns = (size_t)(mu - to->column),
                                  .row = run->point->x};
  for (size_t j = 0; j < facets; j++) {
    snprintf(to->prefix[j], sizeof to->prefix[j], "facet%zu", j + 1);
    to->groups[2 + j] = (quantity_rows){.column = mu,
                                        .columns = n - 1,
                                        .row = run->point->mu + j * (n + 1),
                                        .prefix = to->prefix[j]};
  }
}

int chain_csv_open(chain_run *run, const char *path, pn_error *error)
{
  const size_t n = run->of->chain->bars, facets = run->of->chain->facets;
  chain_columns *to = run->csv = pn_alloc(1, sizeof *to);
  if (to) {
    to->column = pn_alloc(4 * n, sizeof *to->column);
    to->groups = pn_alloc(2 + facets, sizeof *to->groups);
    to->prefix = pn_alloc(facets, sizeof *to->prefix);
  }
  if (!to || !to->column || !to->groups || !to->prefix)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  set_groups(run, to);
  return quantity_stream_open(&to->stream, path, to->groups, 2 + facets, error);
}

int chain_csv_row(chain_run *run, pn_error *error)
{
  return quantity_stream_row(&run->csv->stream, run->steps, error);
}

int chain_csv_close(chain_run *run, pn_error *error)
{
  return quantity_stream_commit(&run->csv->stream, error);
}

void chain_csv_free(chain_run *run)
{
  if (!run->csv)
    return;
  quantity_stream_free(&run->csv->stream);
  pn_free(run->csv->column);
  pn_free(run->csv->groups);
  pn_free(run->csv->prefix);
  pn_free(run->csv);
}
