/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables.h"

#include "pantin/tuning/regression.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { SCENES = 4 };

static const char *const scenes[SCENES] = {"wall", "tripods", "marbles",
                                           "falling-chain"};
static const char *const bounds[] = {"frozen", "coupled"};

/* The rows of one scene. */
typedef struct {
  size_t count;
  const tables_row *row[TABLES_ROWS];
} sample;

/* Selects the rows of a scene, a kind of bounds and a method. */
static sample take(const tables_data *data, const char *scene,
                   const char *bound, const char *method)
{
  sample of = {0};
  for (size_t k = 0; k < data->count; k++) {
    const tables_row *row = &data->row[k];
    if (strcmp(row->scene, scene) == 0 && strcmp(row->bounds, bound) == 0 &&
        strcmp(row->method, method) == 0)
      of.row[of.count++] = row;
  }
  return of;
}

/* Reads the column at this offset of a row. */
static double value(const tables_row *row, size_t offset)
{
  double x;
  memcpy(&x, (const char *)row + offset, sizeof x);
  return x;
}

/* Summarises a column. */
static pn_summary sum(const sample *of, size_t offset)
{
  double x[TABLES_ROWS];
  for (size_t k = 0; k < of->count; k++)
    x[k] = value(of->row[k], offset);
  return pn_summarise(of->count, x);
}

#define SUM(of, column) sum(of, offsetof(tables_row, column))

/* Prints table 3.1: how large the problems are. */
static void sizes(const tables_data *data)
{
  static const char *const thesis[SCENES] = {"771..832", "7..62", "7..479",
                                             "99 + 0..101"};
  printf("%-14s %6s %12s %12s %12s\n", "", "frames", "rows", "contacts",
         "thesis");
  for (size_t s = 0; s < SCENES; s++) {
    const sample of = take(data, scenes[s], "frozen", "cmaes");
    const pn_summary rows = SUM(&of, rows), contacts = SUM(&of, contacts);
    char text[2][32];
    snprintf(text[0], sizeof text[0], "%.0f..%.0f", rows.least, rows.most);
    snprintf(text[1], sizeof text[1], "%s%.0f..%.0f",
             s == SCENES - 1 ? "99 + " : "", contacts.least, contacts.most);
    printf("%-14s %6zu %12s %12s %12s\n", scenes[s], of.count, text[0], text[1],
           thesis[s]);
  }
}

/* Prints table 3.2: the best alpha, mean and deviation. */
static void alphas(const tables_data *data)
{
  static const char *const thesis[SCENES] = {"1.40 +- 0.05", "1.41 +- 0.27",
                                             "1.49 +- 0.26", "1.80 +- 0.19"};
  printf("%-14s %14s %14s %14s\n", "", "frozen", "coupled", "thesis");
  for (size_t s = 0; s < SCENES; s++) {
    printf("%-14s", scenes[s]);
    for (int k = 0; k < 2; k++) {
      const sample of = take(data, scenes[s], bounds[k], "cmaes");
      const pn_summary alpha = SUM(&of, alpha);
      printf("   %.2f +- %.2f", alpha.mean, alpha.deviation);
    }
    printf("   %s\n", thesis[s]);
  }
}

/* Prints table 3.3: the best kappa, and in how many frames it is not 0. */
static void kappas(const tables_data *data)
{
  static const char *const thesis[SCENES] = {"0", "2.8e-10", "2.1e-09",
                                             "2.9e-10"};
  printf("%-14s %10s %10s %10s %10s %10s\n", "", "mean", "most", "not 0", "of",
         "thesis");
  for (size_t s = 0; s < SCENES; s++) {
    const sample of = take(data, scenes[s], "frozen", "cmaes");
    const pn_summary kappa = SUM(&of, kappa);
    size_t count = 0;
    for (size_t k = 0; k < of.count; k++)
      count += of.row[k]->kappa > 0;
    printf("%-14s %10.1e %10.1e %10zu %10zu %10s\n", scenes[s], kappa.mean,
           kappa.most, count, of.count, thesis[s]);
  }
}

/* Collects log10 cond(A) and alpha of the frames that have both; returns how
   many these are. */
static size_t points(const sample *of, double *x, double *y)
{
  size_t count = 0;
  for (size_t k = 0; k < of->count; k++)
    if (isfinite(of->row[k]->condition) && of->row[k]->condition > 0) {
      x[count] = log10(of->row[k]->condition);
      y[count++] = of->row[k]->alpha;
    }
  return count;
}

/* Prints table 3.4: the fits alpha = a log10 cond(A) + b. */
static void fits(const tables_data *data)
{
  static const char *const thesis[SCENES] = {"0.015   1.257", "0.026   1.287",
                                             "0.118   1.037", "-0.147   2.469"};
  double x[TABLES_ROWS], y[TABLES_ROWS];
  printf("%-14s %8s %8s %6s %6s %8s %6s %6s   %s\n", "", "bounds", "a", "+-",
         "b", "+-", "R^2", "cond", "thesis: a, b");
  for (size_t s = 0; s < SCENES; s++)
    for (int k = 0; k < 2; k++) {
      const sample of = take(data, scenes[s], bounds[k], "cmaes");
      const size_t count = points(&of, x, y);
      const pn_summary cond = pn_summarise(count, x);
      pn_regression fit;
      printf("%-14s %8s", k ? "" : scenes[s], bounds[k]);
      if (cond.most - cond.least < 0.1 || pn_regression_fit(count, x, y, &fit))
        printf(" %45s", "cond(A) hardly varies");
      else
        printf(" %8.3f %6.3f %6.2f %8.2f %6.2f", fit.a, fit.a_error, fit.b,
               fit.b_error, fit.explained);
      printf(" %6.1f   %s\n", cond.mean, k ? "" : thesis[s]);
    }
}

/* Prints table 3.5: the least error of a run, with alpha = 1 and tuned. */
static void errors(const tables_data *data)
{
  static const char *const thesis[SCENES] = {
      "3.4e+00 2.1e+00", "1.5e-02 7.2e-03", "2.7e-02 1.1e-02",
      "2.5e+00 3.1e-01"};
  printf("%-14s %17s %17s %17s\n%-14s %8s %8s %8s %8s %17s\n", "", "mean",
         "most", "thesis, mean", "", "before", "after", "before", "after",
         "before  after");
  for (size_t s = 0; s < SCENES; s++) {
    const sample of = take(data, scenes[s], "frozen", "cmaes");
    const pn_summary before = SUM(&of, error_before), after = SUM(&of, error);
    printf("%-14s %8.1e %8.1e %8.1e %8.1e %17s\n", scenes[s], before.mean,
           after.mean, before.most, after.most, thesis[s]);
  }
}

/* Prints table 3.6: the sweeps that tuning saves [%]. */
static void savings(const tables_data *data)
{
  static const double thesis[SCENES] = {0, 22.07, 18.60, 0.62};
  printf("%-14s %10s %10s %10s\n", "", "frozen", "coupled", "thesis");
  for (size_t s = 0; s < SCENES; s++) {
    printf("%-14s", scenes[s]);
    for (int k = 0; k < 2; k++) {
      const sample of = take(data, scenes[s], bounds[k], "cmaes");
      printf(" %10.1f",
             100 * (1 - SUM(&of, sweeps).mean / SUM(&of, sweeps_before).mean));
    }
    printf(" %10.1f\n", thesis[s]);
  }
}

/* Finds the row of this frame; NULL if there is none. */
static const tables_row *find(const sample *of, double frame)
{
  for (size_t k = 0; k < of->count; k++)
    if (of->row[k]->frame == frame)
      return of->row[k];
  return NULL;
}

/* Prints how often each method is better on frozen frames, and how many solves
   it takes. */
static void methods(const tables_data *data)
{
  static const double clearly = 0.01; /* of f */
  printf("%-14s %7s %12s %12s %13s %12s\n", "", "frames", "scan better",
         "CMA better", "solves, scan", "CMA");
  for (size_t s = 0; s < SCENES; s++) {
    const sample a = take(data, scenes[s], "frozen", "scan");
    const sample b = take(data, scenes[s], "frozen", "cmaes");
    size_t scan = 0, cma = 0;
    for (size_t k = 0; k < a.count; k++) {
      const tables_row *row = find(&b, a.row[k]->frame);
      scan += row && a.row[k]->f < row->f - clearly;
      cma += row && row->f < a.row[k]->f - clearly;
    }
    printf("%-14s %7zu %12zu %12zu %13.0f %12.0f\n", scenes[s], a.count, scan,
           cma, SUM(&a, solves).mean, SUM(&b, solves).mean);
  }
}

/* Prints the best alpha in the first 2.5 s, by a scan of every fifth frame. */
static void falls(const tables_data *data)
{
  enum { SPAN = 50, SPANS = 3 };
  printf("%-14s %14s %14s %14s\n", "frames", "1..50", "51..100", "101..150");
  for (size_t s = 2; s < SCENES; s++) {
    printf("%-14s", scenes[s]);
    for (int span = 0; span < SPANS; span++) {
      const sample all = take(data, scenes[s], "frozen", "fall");
      sample of = {0};
      for (size_t k = 0; k < all.count; k++)
        if (all.row[k]->frame > SPAN * span &&
            all.row[k]->frame <= SPAN * (span + 1))
          of.row[of.count++] = all.row[k];
      const pn_summary alpha = SUM(&of, alpha);
      printf("   %.2f +- %.2f", alpha.mean, alpha.deviation);
    }
    printf("\n");
  }
}

/* Prints the points of a scene, for a picture. */
static void print_points(const tables_data *data, const char *scene,
                         const char *bound)
{
  double x[TABLES_ROWS], y[TABLES_ROWS];
  const sample of = take(data, scene, bound, "cmaes");
  const size_t count = points(&of, x, y);
  for (size_t k = 0; k < count; k++)
    printf("%.4f %.4f\n", x[k], y[k]);
}

int tables_print(const tables_data *data, int words, char **word)
{
  static const struct {
    const char *name;
    void (*print)(const tables_data *data);
  } table[] = {{"3.1", sizes},       {"3.2", alphas}, {"3.3", kappas},
               {"3.4", fits},        {"3.5", errors}, {"3.6", savings},
               {"methods", methods}, {"falls", falls}};
  for (size_t k = 0; k < sizeof table / sizeof table[0]; k++)
    if (strcmp(word[0], table[k].name) == 0) {
      table[k].print(data);
      return 1;
    }
  if (strcmp(word[0], "points") != 0 || words != 3)
    return 0;
  print_points(data, word[1], word[2]);
  return 1;
}
