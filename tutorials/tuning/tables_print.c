/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "tables.h"

#include "pantin/tuning/regression.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { SCENES = 4, PHASES = 2 };

static const char *const scenes[SCENES] = {"wall", "tripods", "marbles",
                                           "falling-chain"};
static const char *const phases[PHASES] = {"fall", "rest"};

/* Which frames there are of each scene. Those of tripods that count as falling
   have as many contacts as the source's. */
static const char *const named[SCENES][PHASES] = {
    {"", "20 to 200 by 20"},
    {"1 to 60, 7 to 62 contacts", "70 to 600 by 10"},
    {"1 to 60 (1 s)", "80 to 600 by 20"},
    {"1 to 150 (2.5 s)", "160 to 600 by 20"}};
static const double tripods_least = 7, tripods_most = 62;

/* The source's tables. */
static const char *const thesis_alpha[SCENES] = {
    "1.40 +- 0.05", "1.41 +- 0.27", "1.49 +- 0.26", "1.80 +- 0.19"};
static const double thesis_kappa[SCENES] = {0, 2.83e-10, 2.07e-9, 2.87e-10};
static const char *const thesis_line[SCENES] = {
    "0.015   1.257", "0.026   1.287", "0.118   1.037", "-0.147   2.469"};
static const double thesis_error[SCENES][2] = {
    {3.41, 2.07}, {1.47e-2, 7.2e-3}, {2.65e-2, 1.09e-2}, {2.51, 0.308}};
static const double thesis_saved[SCENES] = {0, 22.07, 18.60, 0.62};

/* The rows of one scene and phase. */
typedef struct {
  size_t count;
  const tables_row *row[TABLES_ROWS];
} sample;

static int is_named(const tables_row *row, size_t scene, size_t phase)
{
  return strcmp(row->scene, scenes[scene]) == 0 &&
         strcmp(row->phase, phases[phase]) == 0 &&
         (scene != 1 || phase != 0 ||
          (row->contacts >= tripods_least && row->contacts <= tripods_most));
}

/* Selects the rows of a scene, a phase, a kind of bounds and a method; with
   `all` also those that do not count: flat ones, and repeated states. */
static sample take(const tables_data *data, size_t scene, size_t phase,
                   const char *bounds, const char *method, int all)
{
  sample of = {0};
  for (size_t k = 0; k < data->count; k++) {
    const tables_row *row = &data->row[k];
    if (is_named(row, scene, phase) && strcmp(row->bounds, bounds) == 0 &&
        strcmp(row->method, method) == 0 &&
        (all || (!row->flat && row->state == row->frame)))
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

/* Returns the sweeps that tuning saves [%]. */
static double saved(const sample *of)
{
  return 100 * (1 - SUM(of, sweeps).mean / SUM(of, sweeps_before).mean);
}

/* Prints what the scenes say, while they fall and at rest, by scan with frozen
   bounds; below them, the source. */
static void summary(const tables_data *data)
{
  printf("%-32s %6s %13s %18s %7s\n", "frames", "states", "alpha",
         "error [m/s]", "saved");
  for (size_t s = 0; s < SCENES; s++) {
    printf("%s\n", scenes[s]);
    for (size_t p = s == 0; p < PHASES; p++) {
      const sample of = take(data, s, p, "frozen", "scan", 0);
      const pn_summary alpha = SUM(&of, alpha);
      printf("  %-5s%-25s %6zu  %.2f +- %.2f %.1e -> %.1e %5.1f %%\n",
             phases[p], named[s][p], of.count, alpha.mean, alpha.deviation,
             SUM(&of, error_before).mean, SUM(&of, error).mean, saved(&of));
    }
    printf("  %-30s %6s  %12s %.1e -> %.1e %5.1f %%\n", "source", "",
           thesis_alpha[s], thesis_error[s][0], thesis_error[s][1],
           thesis_saved[s]);
  }
}

/* Prints table 3.1: how large the problems are. */
static void sizes(const tables_data *data)
{
  static const char *const thesis[SCENES] = {"771..832", "7..62", "7..479",
                                             "99 + 0..101"};
  printf("%-14s %5s %6s %12s %14s %12s\n", "", "", "frames", "rows", "contacts",
         "source");
  for (size_t s = 0; s < SCENES; s++)
    for (size_t p = s == 0; p < PHASES; p++) {
      const sample of = take(data, s, p, "frozen", "scan", 1);
      const pn_summary rows = SUM(&of, rows), contacts = SUM(&of, contacts);
      char text[2][32];
      snprintf(text[0], sizeof text[0], "%.0f..%.0f", rows.least, rows.most);
      snprintf(text[1], sizeof text[1], "%s%.0f..%.0f",
               s == SCENES - 1 ? "99 + " : "", contacts.least, contacts.most);
      printf("%-14s %5s %6zu %12s %14s %12s\n", scenes[s], phases[p], of.count,
             text[0], text[1], thesis[s]);
    }
}

/* Prints table 3.2: the best alpha, mean and deviation. */
static void alphas(const tables_data *data)
{
  static const char *const bounds[] = {"frozen", "coupled"};
  printf("%-14s %5s %14s %14s %14s\n", "", "", "frozen", "coupled", "source");
  for (size_t s = 0; s < SCENES; s++)
    for (size_t p = s == 0; p < PHASES; p++) {
      printf("%-14s %5s", scenes[s], phases[p]);
      for (int k = 0; k < 2; k++) {
        const sample of = take(data, s, p, bounds[k], "scan", 0);
        const pn_summary alpha = SUM(&of, alpha);
        printf("   %.2f +- %.2f", alpha.mean, alpha.deviation);
      }
      printf("   %s\n", thesis_alpha[s]);
    }
}

/* Prints table 3.3: the best kappa, by CMA-ES. */
static void kappas(const tables_data *data)
{
  printf("%-14s %5s %10s %10s %10s %10s %10s\n", "", "", "mean", "most",
         "not 0", "of", "source");
  for (size_t s = 0; s < SCENES; s++)
    for (size_t p = s == 0; p < PHASES; p++) {
      const sample of = take(data, s, p, "frozen", "cmaes", 0);
      const pn_summary kappa = SUM(&of, kappa);
      size_t more = 0;
      for (size_t k = 0; k < of.count; k++)
        more += of.row[k]->kappa > 0;
      printf("%-14s %5s %10.1e %10.1e %10zu %10zu %10.2g\n", scenes[s],
             phases[p], kappa.mean, kappa.most, more, of.count,
             thesis_kappa[s]);
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

/* Prints the frames in which CMA-ES ends with a kappa that is not 0, and what
   the scan finds without one. */
static void kappas_not_zero(const tables_data *data)
{
  printf("%-14s %5s %8s %8s %9s\n", "", "frame", "kappa", "its f", "f at 0");
  for (size_t s = 0; s < SCENES; s++)
    for (size_t p = s == 0; p < PHASES; p++) {
      const sample of = take(data, s, p, "frozen", "cmaes", 0);
      const sample scan = take(data, s, p, "frozen", "scan", 0);
      for (size_t k = 0; k < of.count; k++) {
        const tables_row *row = of.row[k], *at_0 = find(&scan, row->frame);
        if (row->kappa > 0 && at_0)
          printf("%-14s %5.0f %8.1e %8.3f %9.3f\n", scenes[s], row->frame,
                 row->kappa, row->f, at_0->f);
      }
    }
}

/* Takes log10 of a condition number and alpha of the rows that have both.
   Returns how many they are. */
static size_t points(const sample *of, size_t offset, double *x, double *y)
{
  size_t count = 0;
  for (size_t k = 0; k < of->count; k++)
    if (isfinite(value(of->row[k], offset)) && value(of->row[k], offset) > 0) {
      x[count] = log10(value(of->row[k], offset));
      y[count++] = of->row[k]->alpha;
    }
  return count;
}

/* Prints the line through alpha over log10 of a condition number. */
static void fit_over(const sample *of, size_t offset)
{
  double x[TABLES_ROWS], y[TABLES_ROWS];
  pn_regression fit;
  const size_t count = points(of, offset, x, y);
  if (pn_regression_fit(count, x, y, &fit) || isnan(fit.explained))
    printf(" %29s", "hardly varies");
  else
    printf(" %7.3f +- %.3f %7.2f %5.2f", fit.a, fit.a_error, fit.b,
           fit.explained);
}

/* Prints table 3.4: the fits alpha = a log10 cond + b, over cond(A) and over
   the condition of J W J^T on its range. */
static void fits(const tables_data *data)
{
  printf("%-14s%4s %16s %7s %5s %16s %7s %5s  %s\n", "", "", "cond(A): a", "b",
         "R^2", "range: a", "b", "R^2", "source: a, b");
  for (size_t s = 0; s < SCENES; s++)
    for (size_t p = s == 0; p < PHASES; p++) {
      const sample of = take(data, s, p, "frozen", "scan", 0);
      printf("%-14s%4s", scenes[s], phases[p]);
      fit_over(&of, offsetof(tables_row, condition));
      fit_over(&of, offsetof(tables_row, range));
      printf("  %s\n", thesis_line[s]);
    }
}

/* Prints table 3.5: the least error of a run, with alpha = 1 and tuned. */
static void errors(const tables_data *data)
{
  static const char *const thesis[SCENES][2] = {
      {"3.2e+00 3.6e+00", "1.3e+00 3.8e+00"},
      {"5.7e-05 1.9e-01", "2.8e-05 9.0e-02"},
      {"4.7e-12 1.5e-01", "8.6e-10 8.1e-02"},
      {"9.0e-03 2.2e+01", "7.4e-05 7.8e+00"}};
  printf("%-14s %5s %-9s %8s %8s %8s   source: %8s %8s %8s\n", "", "", "",
         "mean", "least", "most", "mean", "least", "most");
  for (size_t s = 0; s < SCENES; s++)
    for (size_t p = s == 0; p < PHASES; p++) {
      const sample of = take(data, s, p, "frozen", "scan", 0);
      const pn_summary sums[] = {SUM(&of, error_before), SUM(&of, error)};
      for (int k = 0; k < 2; k++)
        printf("%-14s %5s %-9s %8.1e %8.1e %8.1e           %8.1e %s\n",
               k ? "" : scenes[s], k ? "" : phases[p],
               k ? "tuned" : "alpha = 1", sums[k].mean, sums[k].least,
               sums[k].most, thesis_error[s][k], thesis[s][k]);
    }
}

/* Prints table 3.6: the sweeps that tuning saves [%]. */
static void savings(const tables_data *data)
{
  printf("%-14s %5s %10s %10s %10s\n", "", "", "frozen", "coupled", "source");
  for (size_t s = 0; s < SCENES; s++)
    for (size_t p = s == 0; p < PHASES; p++) {
      const sample frozen = take(data, s, p, "frozen", "scan", 0);
      const sample coupled = take(data, s, p, "coupled", "scan", 0);
      printf("%-14s %5s %10.1f %10.1f %10.1f\n", scenes[s], phases[p],
             saved(&frozen), saved(&coupled), thesis_saved[s]);
    }
}

/* Prints how often each method is better on frames that both have tuned, and
   how many solves it takes. */
static void methods(const tables_data *data)
{
  static const double clearly = 0.01; /* of f */
  printf("%-14s %7s %12s %12s %13s %12s\n", "", "frames", "scan better",
         "CMA better", "solves, scan", "CMA");
  for (size_t s = 0; s < SCENES; s++) {
    size_t both = 0, better[2] = {0, 0};
    double solves[2] = {0, 0};
    for (size_t p = s == 0; p < PHASES; p++) {
      const sample a = take(data, s, p, "frozen", "scan", 0);
      const sample b = take(data, s, p, "frozen", "cmaes", 0);
      for (size_t k = 0; k < a.count; k++) {
        const tables_row *row = find(&b, a.row[k]->frame);
        if (!row)
          continue;
        both++;
        better[0] += a.row[k]->f < row->f - clearly;
        better[1] += row->f < a.row[k]->f - clearly;
        solves[0] += a.row[k]->solves;
        solves[1] += row->solves;
      }
    }
    printf("%-14s %7zu %12zu %12zu %13.0f %12.0f\n", scenes[s], both, better[0],
           better[1], solves[0] / (double)both, solves[1] / (double)both);
  }
}

/* Prints the points of a scene, for a picture. */
static int print_points(const tables_data *data, const char *scene,
                        const char *phase)
{
  double x[TABLES_ROWS], y[TABLES_ROWS];
  for (size_t s = 0; s < SCENES; s++)
    for (size_t p = 0; p < PHASES; p++)
      if (strcmp(scene, scenes[s]) == 0 && strcmp(phase, phases[p]) == 0) {
        const sample of = take(data, s, p, "frozen", "scan", 0);
        const size_t count = points(&of, offsetof(tables_row, condition), x, y);
        for (size_t k = 0; k < count; k++)
          printf("%.4f %.4f\n", x[k], y[k]);
        return 1;
      }
  return 0;
}

int tables_print(const tables_data *data, int words, char **word)
{
  static const struct {
    const char *name;
    void (*print)(const tables_data *data);
  } table[] = {
      {"summary", summary}, {"3.1", sizes},       {"3.2", alphas},
      {"3.3", kappas},      {"3.4", fits},        {"3.5", errors},
      {"3.6", savings},     {"methods", methods}, {"kappas", kappas_not_zero}};
  for (size_t k = 0; k < sizeof table / sizeof table[0]; k++)
    if (strcmp(word[0], table[k].name) == 0) {
      table[k].print(data);
      return 1;
    }
  return strcmp(word[0], "points") == 0 && words == 3 &&
         print_points(data, word[1], word[2]);
}
