/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of --grow, as text, JSON and CSV. */
#include "programs/eliminate/grow.h"

#include "pantin/base/csv.h"
#include "pantin/base/json.h"

#include <math.h>

static void heading(FILE *stream, const grow_table *table, const char *name,
                    const char *what)
{
  fprintf(stream, "%s: %s\n%-12s", name, what, "bodies");
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

/* Of a point that was not measured. */
static const char *word_of(grow_end end)
{
  if (end == GROW_SLOW)
    return "slow";
  return end == GROW_MEMORY ? "memory" : "-";
}

static void print_times(FILE *stream, const grow_table *table,
                        const grow_topology *topology)
{
  heading(stream, table, topology->name, "time [us]");
  for (size_t k = 0; k < topology->curves; k++) {
    const grow_curve *curve = &topology->curve[k];
    fprintf(stream, "%-12s", curve->solver->name);
    for (size_t s = 0; s < table->sizes; s++) {
      const grow_point *point = &curve->point[s];
      if (point->end == GROW_DONE && point->failed)
        fprintf(stream, " %8s", "failed");
      else if (point->end == GROW_DONE)
        fprintf(stream, " %8.*f", point->microseconds < 100 ? 2 : 0,
                point->microseconds);
      else
        fprintf(stream, " %8s", word_of(point->end));
    }
    print_exponent(stream, curve->exponent);
  }
  fputc('\n', stream);
}

/* Of the solvers that know. */
static void print_operations(FILE *stream, const grow_table *table,
                             const grow_topology *topology)
{
  heading(stream, table, topology->name, "multiply-adds, predicted");
  for (size_t k = 0; k < topology->curves; k++) {
    const grow_curve *curve = &topology->curve[k];
    int known = 0;
    for (size_t s = 0; s < table->sizes; s++)
      known |= isfinite(curve->point[s].operations);
    if (!known)
      continue;
    fprintf(stream, "%-12s", curve->solver->name);
    for (size_t s = 0; s < table->sizes; s++)
      if (isfinite(curve->point[s].operations))
        fprintf(stream, " %8.3g", curve->point[s].operations);
      else
        fprintf(stream, " %8s", "-");
    print_exponent(stream, curve->operations);
  }
  fputc('\n', stream);
}

void grow_print(FILE *stream, const grow_table *table)
{
  fprintf(stream,
          "Boxes in ball joints; to make the matrix, factor it and solve "
          "once.\n-: the solver does not take it, or does not count; slow: "
          "left out;\nmemory: it needs more than there is. The exponents are "
          "of the sizes from\n%d on, if there are three or more.\n\n",
          GROW_FITTED_FROM);
  for (size_t t = 0; t < GROW_TOPOLOGIES; t++) {
    print_times(stream, table, &table->topology[t]);
    print_operations(stream, table, &table->topology[t]);
  }
}

void grow_json(FILE *stream, const grow_table *table)
{
  pn_json json = pn_json_make(stream);
  pn_json_object(&json, NULL);
  pn_json_array(&json, "grow");
  for (size_t t = 0; t < GROW_TOPOLOGIES; t++)
    for (size_t k = 0; k < table->topology[t].curves; k++) {
      const grow_curve *curve = &table->topology[t].curve[k];
      for (size_t s = 0; s < table->sizes; s++) {
        const grow_point *point = &curve->point[s];
        if (point->end != GROW_DONE)
          continue;
        pn_json_object(&json, NULL);
        pn_json_string(&json, "topology", table->topology[t].name);
        pn_json_string(&json, "solver", curve->solver->name);
        pn_json_count(&json, "n", table->n[s]);
        pn_json_boolean(&json, "solved", !point->failed);
        pn_json_real(&json, "microseconds", point->microseconds);
        pn_json_real(&json, "operations", point->operations);
        pn_json_real(&json, "exponent", curve->exponent);
        pn_json_real(&json, "operations_exponent", curve->operations);
        pn_json_end(&json);
      }
    }
  pn_json_end(&json);
  pn_json_end(&json);
  fputc('\n', stream);
}

int grow_csv(const char *path, const grow_table *table, pn_error *error)
{
  static const pn_csv_column columns[] = {{"topology", NULL},
                                          {"solver", NULL},
                                          {"bodies", NULL},
                                          {"time", "us"},
                                          {"operations", NULL}};
  enum { COLUMNS = sizeof columns / sizeof columns[0] };
  pn_csv csv;
  const int code = pn_csv_open(&csv, path, columns, COLUMNS, error);
  if (code)
    return code;
  for (size_t t = 0; t < GROW_TOPOLOGIES; t++)
    for (size_t k = 0; k < table->topology[t].curves; k++)
      for (size_t s = 0; s < table->sizes; s++) {
        const grow_point *point = &table->topology[t].curve[k].point[s];
        if (point->end == GROW_DONE)
          pn_csv_row(&csv, (double[]){(double)t + 1, (double)k + 1,
                                      (double)table->n[s], point->microseconds,
                                      point->operations});
      }
  return pn_csv_commit(&csv, error);
}
