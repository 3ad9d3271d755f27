/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of --grow, as text, JSON and CSV. */
#include "programs/eliminate/grow.h"

#include "pantin/base/alloc.h"
#include "programs/quantity.h"

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

static void print_heading(FILE *stream, const grow_table *table, size_t t,
                          const char *what)
{
  fprintf(stream, "%s: %s\n%-12s", table->point[t][0][0].topology, what,
          "bodies");
  for (size_t s = 0; s < table->sizes; s++)
    fprintf(stream, " %8zu", table->n[s]);
  fprintf(stream, "  exponent\n");
}

static void print_exponent(FILE *stream, double exponent)
{
  if (isfinite(exponent))
    fprintf(stream, "  %8.2f\n", exponent);
  else
    fprintf(stream, "  %8s\n", "-");
}

static void print_time(FILE *stream, const grow_point *point)
{
  if (point->end == GROW_DONE && point->solved)
    fprintf(stream, " %8.*f", point->microseconds < 100 ? 2 : 0,
            point->microseconds);
  else
    fprintf(stream, " %8s",
            point->end == GROW_DONE     ? "failed"
            : point->end == GROW_SLOW   ? "slow"
            : point->end == GROW_MEMORY ? "memory"
                                        : "-");
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
  for (size_t s = 0; s < table->sizes; s++)
    if (isfinite(curve[s].operations))
      fprintf(stream, " %8.3g", curve[s].operations);
    else
      fprintf(stream, " %8s", "-");
  print_exponent(stream, curve->operations_exponent);
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
  for (size_t t = 0; t < GROW_TOPOLOGIES; t++) {
    print_heading(stream, table, t, "time [us]");
    for (size_t k = 0; k < table->curves; k++) {
      const grow_point *curve = table->point[t][k];
      fprintf(stream, "%-12s", curve->solver);
      for (size_t s = 0; s < table->sizes; s++)
        print_time(stream, &curve[s]);
      print_exponent(stream, curve->exponent);
    }
    fputc('\n', stream);
    print_heading(stream, table, t, "multiply-adds, predicted");
    for (size_t k = 0; k < table->curves; k++)
      print_operations(stream, table, table->point[t][k]);
    fputc('\n', stream);
  }
}
