/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/tune/thesis.h"

#include <math.h>
#include <string.h>

/* The scenes of the source, by whose names recorded frames are known. */
static const char *const scenes[] = {"wall", "tripods", "marbles",
                                     "falling-chain"};
enum { SCENES = sizeof scenes / sizeof *scenes };

/* What is known of a quantity; NaN: not known. */
typedef struct {
  double mean, deviation, least, most;
} values;

/* A quantity of tables 3.1 to 3.6, and what the source says of each scene. */
typedef struct {
  const char *what;
  size_t offset; /* of the member of tune_row */
  int is_in_source;
  values source[SCENES];
} line;

static const line before_fit[] = {
    {"3.1 contacts",
     offsetof(tune_row, contacts),
     1,
     {{NAN, NAN, 771, 832},
      {NAN, NAN, 7, 62},
      {NAN, NAN, 7, 479},
      {NAN, NAN, 0, 101}}},
    {.what = "    rows", .offset = offsetof(tune_row, rows)},
    {.what = "    |b| [m/s]", .offset = offsetof(tune_row, b)},
    {"3.2 alpha",
     offsetof(tune_row, alpha),
     1,
     {{1.40, 0.05, NAN, NAN},
      {1.41, 0.27, NAN, NAN},
      {1.49, 0.26, NAN, NAN},
      {1.80, 0.19, NAN, NAN}}},
    {"3.3 kappa [1/kg]",
     offsetof(tune_row, kappa),
     1,
     {{0, 2.52e-18, NAN, NAN},
      {2.83e-10, 2.35e-9, NAN, NAN},
      {2.07e-9, 3.97e-8, NAN, NAN},
      {2.87e-10, 4.77e-9, NAN, NAN}}},
};

static const line after_fit[] = {
    {"3.5 error, alpha = 1 [m/s]",
     offsetof(tune_row, error_before),
     1,
     {{3.41, NAN, 3.22, 3.56},
      {1.47e-2, NAN, 5.67e-5, 0.19},
      {2.65e-2, NAN, 4.67e-12, 0.148},
      {2.51, NAN, 9e-3, 22.14}}},
    {"    error, tuned",
     offsetof(tune_row, error),
     1,
     {{2.07, NAN, 1.32, 3.84},
      {7.2e-3, NAN, 2.83e-5, 0.09},
      {1.09e-2, NAN, 8.59e-10, 8.14e-2},
      {0.308, NAN, 7.37e-5, 7.77}}},
    {.what = "3.6 sweeps, alpha = 1",
     .offset = offsetof(tune_row, sweeps_before)},
    {.what = "    sweeps, tuned", .offset = offsetof(tune_row, sweeps)},
};

/* Table 3.4, alpha = a log10 cond(A) + b, and of table 3.6 the sweeps that
   tuning saves [%]. */
static const double source_a[SCENES] = {0.015, 0.026, 0.118, -0.147};
static const double source_b[SCENES] = {1.257, 1.287, 1.037, 2.469};
static const double source_saved[SCENES] = {0, 22.07, 18.60, 0.62};

/* Finds the scene that the frames are of, by the name of their file; SCENES if
   it is none of the source's. */
static size_t find_scene(const char *name)
{
  const char *slash = strrchr(name, '/');
  size_t k = 0;
  while (k < SCENES && !strstr(slash ? slash + 1 : name, scenes[k]))
    k++;
  return k;
}

/* Prints a line of values; a dash for what is not known. */
static void print_values(FILE *stream, const char *what, values of)
{
  const double value[] = {of.mean, of.deviation, of.least, of.most};
  fprintf(stream, "%-35s", what);
  for (size_t k = 0; k < sizeof value / sizeof *value; k++)
    fprintf(stream, isnan(value[k]) ? "          -" : " %10.4g", value[k]);
  fputc('\n', stream);
}

/* Prints a mean alone. */
static void print_mean(FILE *stream, const char *what, double mean)
{
  print_values(stream, what, (values){mean, NAN, NAN, NAN});
}

/* Prints quantities, each above what the source says of the scene. */
static void print_lines(FILE *stream, const tune_results *results, size_t scene,
                        const line *of, size_t count)
{
  for (; count > 0; count--, of++) {
    const pn_summary sum = tune_results_summary(results, of->offset);
    print_values(stream, of->what,
                 (values){sum.mean, sum.deviation, sum.least, sum.most});
    if (of->is_in_source && scene < SCENES)
      print_values(stream, "      source", of->source[scene]);
  }
}

/* Returns the mean share of sweeps that tuning saves [%]. */
static double saved_sweeps(const tune_results *results)
{
  const pn_summary before =
      tune_results_summary(results, offsetof(tune_row, sweeps_before));
  const pn_summary after =
      tune_results_summary(results, offsetof(tune_row, sweeps));
  return before.count > 0 ? 100 * (1 - after.mean / before.mean) : NAN;
}

/* Summarises log10 of the condition number at this offset, of the frames that
   have it. */
static values summarise_condition(const tune_results *results, size_t offset)
{
  double *x = results->work;
  tune_results_column(results, offset, x);
  for (size_t k = 0; k < results->rows; k++)
    x[k] = x[k] > 0 ? log10(x[k]) : NAN;
  const pn_summary sum = pn_summarise(results->rows, x);
  return (values){sum.mean, sum.deviation, sum.least, sum.most};
}

/* Prints the line through alpha over log10 of the condition number at this
   offset, what it explains, and whether its slope can be told from 0. */
static void print_fit(FILE *stream, const tune_results *results, size_t offset)
{
  pn_regression of;
  if (tune_results_fit(results, offset, &of) || isnan(of.explained)) {
    fprintf(stream, "      hardly varies in %zu frames: no line\n", of.count);
    return;
  }
  fprintf(stream, "      a = %.4g +- %.2g, b = %.4g +- %.2g, R^2 = %.3f\n",
          of.a, of.a_error, of.b, of.b_error, of.explained);
  fprintf(stream,
          "      the line explains %.0f %% of the variance of alpha; "
          "its slope is %s0\n",
          100 * of.explained, fabs(of.a) > 2 * of.a_error ? "not " : "maybe ");
}

/* Prints table 3.4, and the same over the condition on the range. */
static void print_fits(FILE *stream, const tune_results *results, size_t scene)
{
  const size_t number = offsetof(tune_row, condition);
  const size_t range = offsetof(tune_row, condition_range);
  print_values(stream, "3.4 log10 cond(A)",
               summarise_condition(results, number));
  if (scene < SCENES) {
    const double alpha = before_fit[3].source[scene].mean;
    print_mean(stream, "      source, by its line",
               (alpha - source_b[scene]) / source_a[scene]);
  }
  fprintf(stream, "    alpha = a log10 cond(A) + b\n");
  print_fit(stream, results, number);
  if (scene < SCENES)
    fprintf(stream, "      source: a = %.4g, b = %.4g\n", source_a[scene],
            source_b[scene]);
  print_values(stream, "    log10 cond on the range",
               summarise_condition(results, range));
  print_fit(stream, results, range);
}

void tune_thesis(FILE *stream, const tune_results *results)
{
  const size_t scene = find_scene(results->name);
  size_t states = 0;
  for (size_t k = 0; k < results->rows; k++)
    states += (size_t)tune_row_counts(&results->row[k]);
  fprintf(stream, "%s: %zu frames, %zu states, by %s, friction %s\n\n",
          results->name, results->rows, states,
          pn_tune_method_get((size_t)results->asked->method)->name,
          results->asked->settings.fitness.pgs.coupled ? "coupled" : "frozen");
  fprintf(stream, "%-35s %10s %10s %10s %10s\n", "table", "mean", "deviation",
          "least", "most");
  print_lines(stream, results, scene, before_fit,
              sizeof before_fit / sizeof *before_fit);
  print_fits(stream, results, scene);
  print_lines(stream, results, scene, after_fit,
              sizeof after_fit / sizeof *after_fit);
  print_mean(stream, "    saved [%]", saved_sweeps(results));
  if (scene < SCENES)
    print_mean(stream, "      source", source_saved[scene]);
  fputs(scene < SCENES
            ? "\nsource: Kraiem (2022); its other values are not known here.\n"
            : "\nKraiem (2022) has no such scene to compare with.\n",
        stream);
}
