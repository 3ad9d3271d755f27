/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The tables of --grow, as text, JSON and CSV. */
#include "programs/eliminate/grow.h"

#include "pantin/base/alloc.h"
#include "programs/quantity.h"
#include "programs/tone.h"

#include <gsl/gsl_errno.h>
#include <math.h>

static const quantity points[] = {
    {QUANTITY_AT(grow_point, topology), .kind = QUANTITY_TEXT},
    {QUANTITY_AT(grow_point, solver), .kind = QUANTITY_TEXT},
    {QUANTITY_AT(grow_point, bodies), .kind = QUANTITY_COUNT},
    {QUANTITY_AT(grow_point, solved), .kind = QUANTITY_FLAG, .no_csv = 1},
    {QUANTITY_AT(grow_point, microseconds), .unit = "us"},
    {QUANTITY_AT(grow_point, operations)},
    {QUANTITY_AT(grow_point, exponent), .no_csv = 1},
    {QUANTITY_AT(grow_point, operations_exponent), .no_csv = 1},
};

/* Lists the points that were measured; the list is the caller's, NULL if memory
   is short. */
static grow_point *list_done(const grow_table *table, size_t *count)
{
  grow_point *list = pn_alloc(
      GROW_TOPOLOGIES * table->curves * table->sizes + 1, sizeof *list);
  *count = 0;
  for (size_t t = 0; list && t < GROW_TOPOLOGIES; t++)
    for (size_t k = 0; k < table->curves; k++)
      for (size_t s = 0; s < table->sizes; s++)
        if (table->point[t][k][s].end == GROW_DONE)
          list[(*count)++] = table->point[t][k][s];
  return list;
}

void grow_json(pn_json *json, const void *result)
{
  size_t count;
  grow_point *list = list_done(result, &count);
  const quantity_rows rows = {QUANTITY_LIST(points),
                              QUANTITY_ROWS(list, count)};
  quantity_json(json, "grow", &rows);
  pn_free(list);
}

int grow_csv(const char *path, const void *result, pn_error *error)
{
  size_t count;
  grow_point *list = list_done(result, &count);
  const quantity_rows rows = {QUANTITY_LIST(points),
                              QUANTITY_ROWS(list, count)};
  const int code =
      list ? quantity_csv(path, &rows, 1, error)
           : pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  pn_free(list);
  return code;
}

/* Sizes that fit into a line. */
enum { SHOWN = 7 };

/* Returns the first size that the tables show: they have the largest ones. */
static size_t first_shown(const grow_table *table)
{
  return table->sizes > SHOWN ? table->sizes - SHOWN : 0;
}

static const char *topology_of(const grow_table *table, size_t t)
{
  return table->point[t][0][0].topology;
}

static void print_heading(FILE *stream, const grow_table *table, size_t t,
                          const char *what)
{
  fprintf(stream, "%s: %s\n%-12s", topology_of(table, t), what, "bodies");
  for (size_t s = first_shown(table); s < table->sizes; s++)
    fprintf(stream, " %8zu", table->n[s]);
  fputc('\n', stream);
}

/* Prints a number with as many decimals, or a dash if it is not known. */
static void print_known(FILE *stream, double value, const char *format)
{
  if (isfinite(value))
    fprintf(stream, format, value);
  else
    fprintf(stream, " %8s", "-");
}

/* Prints the exponents of the times, and of the operations if it counts them,
   of each solver on each topology. */
static void print_exponents(FILE *stream, const grow_table *table)
{
  fprintf(stream,
          "Exponents p of the time ~ bodies^p, below it of the "
          "multiply-adds\n%-12s",
          "");
  for (size_t t = 0; t < GROW_TOPOLOGIES; t++)
    fprintf(stream, " %8s", topology_of(table, t));
  fputc('\n', stream);
  for (size_t k = 0; k < table->curves; k++) {
    int counts = 0;
    fprintf(stream, "%-12s", table->point[0][k][0].solver);
    for (size_t t = 0; t < GROW_TOPOLOGIES; t++) {
      print_known(stream, table->point[t][k][0].exponent, " %8.2f");
      counts |= isfinite(table->point[t][k][0].operations_exponent);
    }
    fprintf(stream, "%s", counts ? "\n            " : "");
    for (size_t t = 0; counts && t < GROW_TOPOLOGIES; t++)
      print_known(stream, table->point[t][k][0].operations_exponent, " %8.2f");
    fputc('\n', stream);
  }
  fputc('\n', stream);
}

/* Prints a time, or a word that says why there is none. */
static void print_time(FILE *stream, const grow_point *point)
{
  tone in = TONE_PLAIN;
  if (point->end == GROW_DONE && point->solved) {
    fprintf(stream, point->microseconds < 1e6 ? " %8.1f" : " %6.0f  ",
            point->microseconds);
    return;
  }
  if (point->end == GROW_DONE)
    in = TONE_BAD;
  fprintf(stream, " %s%8s%s", tone_begin(stream, in),
          point->end == GROW_DONE     ? "failed"
          : point->end == GROW_SLOW   ? "slow"
          : point->end == GROW_MEMORY ? "memory"
                                      : "-",
          tone_end(stream, in));
}

/* Prints the operations of a curve, if its solver knows them. */
static void print_operations(FILE *stream, const grow_table *table,
                             const grow_point *curve)
{
  int known = 0;
  for (size_t s = 0; s < table->sizes; s++)
    known |= isfinite(curve[s].operations);
  if (!known)
    return;
  fprintf(stream, "%-12s", curve->solver);
  for (size_t s = first_shown(table); s < table->sizes; s++)
    print_known(stream, curve[s].operations, " %8.2e");
  fputc('\n', stream);
}

/* Prints which solver is the fastest on the largest system of a topology that
   more than itself and auto have solved. */
static void print_fastest(FILE *stream, const grow_table *table, size_t t)
{
  for (size_t s = table->sizes; s-- > 0;) {
    const grow_point *best = NULL;
    for (size_t k = 0; k < table->curves; k++) {
      const grow_point *point = &table->point[t][k][s];
      if (point->end == GROW_DONE && point->solved &&
          (!best || point->microseconds < best->microseconds))
        best = point;
    }
    if (best) {
      tone_print(stream, TONE_GOOD, "%s of %zu bodies: %s is the fastest.\n",
                 best->topology, best->bodies, best->solver);
      return;
    }
  }
}

void grow_print(FILE *stream, const void *result)
{
  const grow_table *table = result;
  fprintf(stream,
          "Boxes in ball joints; to make the matrix, factor it and solve "
          "once.\n-: the solver does not take it, or does not count; slow: "
          "left out;\nmemory: it needs more than there is. The exponents are "
          "of the sizes from\n%d on, if there are three or more.\n\n",
          GROW_FITTED_FROM);
  print_exponents(stream, table);
  for (size_t t = 0; t < GROW_TOPOLOGIES; t++) {
    print_heading(stream, table, t, "time [us]");
    for (size_t k = 0; k < table->curves; k++) {
      const grow_point *curve = table->point[t][k];
      fprintf(stream, "%-12s", curve->solver);
      for (size_t s = first_shown(table); s < table->sizes; s++)
        print_time(stream, &curve[s]);
      fputc('\n', stream);
    }
    fputc('\n', stream);
    print_heading(stream, table, t, "multiply-adds, predicted");
    for (size_t k = 0; k < table->curves; k++)
      print_operations(stream, table, table->point[t][k]);
    fputc('\n', stream);
  }
  for (size_t t = 0; t < GROW_TOPOLOGIES; t++)
    print_fastest(stream, table, t);
}
