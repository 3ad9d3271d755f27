/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The quantities of tables 3.1 to 3.6 of Kraiem (2022), and below each of them
   its value, where it is known and the frames are those of one of its
   scenes. */
#include "programs/tune/report.h"

#include "pantin/base/alloc.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* What is known of a quantity; NaN: not known. */
typedef struct {
  double mean, deviation, least, most;
} known;

typedef struct {
  const char *scene;
  known contacts;            /* table 3.1 */
  known alpha;               /* 3.2 */
  known kappa;               /* 3.3 */
  double slope, intercept;   /* 3.4 */
  known error_before, error; /* 3.5 */
  double saved;              /* 3.6, of the sweeps [%] */
} source_values;

static const source_values source[] = {
    {"wall",
     {NAN, NAN, 771, 832},
     {1.40, 0.05, NAN, NAN},
     {0, NAN, NAN, NAN},
     0.015,
     1.257,
     {3.41, NAN, NAN, 3.56},
     {2.07, NAN, NAN, 3.84},
     0},
    {"tripods",
     {NAN, NAN, 7, 62},
     {1.41, 0.27, NAN, NAN},
     {2.83e-10, NAN, NAN, NAN},
     0.026,
     1.287,
     {1.47e-2, NAN, NAN, NAN},
     {7.2e-3, NAN, NAN, NAN},
     22.07},
    {"marbles",
     {NAN, NAN, 7, 479},
     {1.49, 0.26, NAN, NAN},
     {2.07e-9, 3.97e-8, NAN, NAN},
     0.118,
     1.037,
     {2.65e-2, NAN, NAN, NAN},
     {1.09e-2, NAN, NAN, NAN},
     18.60},
    {"falling-chain",
     {NAN, NAN, 0, 101},
     {1.80, 0.19, NAN, NAN},
     {2.87e-10, NAN, NAN, NAN},
     -0.147,
     2.469,
     {2.51, NAN, NAN, 22},
     {0.308, NAN, NAN, NAN},
     0.62},
};

/* The scene that the frames are of, by the name of their file; NULL if it is
   none of the source's. */
static const source_values *find_source(const char *name)
{
  const char *slash = strrchr(name, '/');
  const char *base = slash ? slash + 1 : name;
  for (size_t k = 0; k < sizeof source / sizeof source[0]; k++)
    if (strstr(base, source[k].scene))
      return &source[k];
  return NULL;
}

static void value(FILE *stream, double x)
{
  if (isnan(x))
    fprintf(stream, " %10s", "-");
  else
    fprintf(stream, " %10.4g", x);
}

static void line(FILE *stream, const char *what, known of)
{
  fprintf(stream, "%-35s", what);
  value(stream, of.mean);
  value(stream, of.deviation);
  value(stream, of.least);
  value(stream, of.most);
  fputc('\n', stream);
}

static known summary(const tune_run *run, size_t offset)
{
  double *column = tune_column(run, offset);
  const pn_summary sum = pn_summarise(column ? run->rows : 0, column);
  pn_free(column);
  return (known){sum.mean, sum.deviation, sum.least, sum.most};
}

/* A quantity, and the source's; `theirs` may be NULL. */
static void pair(FILE *stream, const char *what, const tune_run *run,
                 size_t offset, const known *theirs)
{
  line(stream, what, summary(run, offset));
  if (theirs)
    line(stream, "      source", *theirs);
}

/* The mean share of sweeps that tuning saves [%]. */
static double saved(const tune_run *run)
{
  double before = 0, after = 0;
  for (size_t k = 0; k < run->rows; k++) {
    before += run->row[k].sweeps_before;
    after += run->row[k].sweeps;
  }
  return before > 0 ? 100 * (1 - after / before) : NAN;
}

int tune_fit(const tune_run *run, pn_regression *fit)
{
  double *x = tune_column(run, offsetof(tune_row, condition));
  double *y = tune_column(run, offsetof(tune_row, alpha));
  size_t count = 0;
  for (size_t k = 0; k < run->rows && x && y; k++)
    if (isfinite(x[k]) && x[k] > 0) {
      x[count] = log10(x[k]);
      y[count++] = y[k];
    }
  const int code = pn_regression_fit(count, x, y, fit);
  pn_free(x);
  pn_free(y);
  return code;
}

/* log10 cond(A) of the frames that have it. */
static known condition(const tune_run *run)
{
  double *x = tune_column(run, offsetof(tune_row, condition));
  for (size_t k = 0; k < run->rows && x; k++)
    x[k] = x[k] > 0 ? log10(x[k]) : NAN;
  const pn_summary sum = pn_summarise(x ? run->rows : 0, x);
  pn_free(x);
  return (known){sum.mean, sum.deviation, sum.least, sum.most};
}

/* Table 3.4: the line through alpha, what it explains, and whether its slope
   can be told from 0. */
static void fit(FILE *stream, const tune_run *run, const source_values *theirs)
{
  pn_regression of;
  const int code = tune_fit(run, &of);
  line(stream, "3.4 log10 cond(A)", condition(run));
  if (theirs)
    line(stream, "      source, by its line",
         (known){(theirs->alpha.mean - theirs->intercept) / theirs->slope, NAN,
                 NAN, NAN});
  fprintf(stream, "    alpha = a log10 cond(A) + b\n");
  if (code)
    fprintf(stream,
            "      not determined: cond(A) does not vary in %zu frames"
            "\n",
            of.count);
  else
    fprintf(stream, "      a = %.4g +- %.2g, b = %.4g +- %.2g, R^2 = %.3f\n",
            of.a, of.a_error, of.b, of.b_error, of.explained);
  if (theirs)
    fprintf(stream, "      source: a = %.4g, b = %.4g\n", theirs->slope,
            theirs->intercept);
  if (!code)
    fprintf(stream,
            "      the line explains %.0f %% of the variance of alpha; "
            "its slope is %s0\n",
            100 * of.explained,
            fabs(of.a) > 2 * of.a_error ? "not " : "maybe ");
}

void tune_report(FILE *stream, const tune_run *run)
{
  const source_values *theirs = find_source(run->name);
  fprintf(stream, "%s: %zu frames by %s, friction %s\n\n", run->name, run->rows,
          pn_tune_method_get((size_t)run->asked->method)->name,
          run->asked->settings.fitness.pgs.coupled ? "coupled" : "frozen");
  fprintf(stream, "%-35s %10s %10s %10s %10s\n", "table", "mean", "deviation",
          "least", "most");
  pair(stream, "3.1 contacts", run, offsetof(tune_row, contacts),
       theirs ? &theirs->contacts : NULL);
  pair(stream, "    rows", run, offsetof(tune_row, rows), NULL);
  pair(stream, "    |b| [m/s]", run, offsetof(tune_row, b), NULL);
  pair(stream, "3.2 alpha", run, offsetof(tune_row, alpha),
       theirs ? &theirs->alpha : NULL);
  pair(stream, "3.3 kappa [1/kg]", run, offsetof(tune_row, kappa),
       theirs ? &theirs->kappa : NULL);
  fit(stream, run, theirs);
  pair(stream, "3.5 error, alpha = 1 [m/s]", run,
       offsetof(tune_row, error_before), theirs ? &theirs->error_before : NULL);
  pair(stream, "    error, tuned", run, offsetof(tune_row, error),
       theirs ? &theirs->error : NULL);
  pair(stream, "3.6 sweeps, alpha = 1", run, offsetof(tune_row, sweeps_before),
       NULL);
  pair(stream, "    sweeps, tuned", run, offsetof(tune_row, sweeps), NULL);
  line(stream, "    saved [%]", (known){saved(run), NAN, NAN, NAN});
  if (theirs)
    line(stream, "      source", (known){theirs->saved, NAN, NAN, NAN});
  fprintf(stream, theirs
                      ? "\nsource: Kraiem (2022); its other values are not "
                        "known here.\n"
                      : "\nKraiem (2022) has no such scene to compare with.\n");
}
