/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/tune/report.h"

#include "pantin/base/alloc.h"
#include "pantin/tuning/regression.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

/* The source's tables 3.1 to 3.6, as far as its values are known. NaN: not
   given. Kraiem (2022), chapter 3. */
typedef struct {
  const char *scene;
  double contacts_least, contacts_most; /* 3.1 */
  double alpha, alpha_deviation;        /* 3.2 */
  double kappa;                         /* 3.3 */
  double slope, intercept;              /* 3.4 */
  double error_before, error;           /* 3.5, means */
  double reduction;                     /* 3.6, of the sweeps [%] */
} source_values;

static const source_values source[] = {
    {"wall", 771, 832, 1.40, 0.05, 0, 0.015, 1.257, 3.41, 2.07, 0},
    {"tripods", 7, 62, 1.41, 0.27, 2.83e-10, 0.026, 1.287, 1.47e-2, 7.2e-3,
     22.07},
    {"marbles", 7, 479, 1.49, 0.26, 2.07e-9, 0.118, 1.037, 2.65e-2, 1.09e-2,
     18.60},
    {"falling-chain", 0, 101, 1.80, 0.19, 2.87e-10, -0.147, 2.469, 2.51, 0.308,
     0.62},
};

double *tune_column(const tune_run *run, size_t offset)
{
  double *column = pn_alloc(run->rows, sizeof *column);
  for (size_t k = 0; k < run->rows && column; k++)
    memcpy(&column[k], (const char *)&run->row[k] + offset, sizeof *column);
  return column;
}

static pn_summary summary(const tune_run *run, size_t offset)
{
  double *column = tune_column(run, offset);
  const pn_summary sum = pn_summarise(column ? run->rows : 0, column);
  pn_free(column);
  return sum;
}

static const char *reason_name(const tune_row *row)
{
  return row->reason == 0 ? "complete"
                          : pn_cmaes_reason_name((pn_cmaes_reason)row->reason);
}

void tune_table(FILE *stream, const tune_run *run)
{
  fprintf(stream, "%s: %zu frames by %s\n\n", run->name, run->rows,
          pn_tune_method_get((size_t)run->asked->method)->name);
  fprintf(stream,
          "frame contacts  alpha   kappa  sweeps      error       fitness   "
          "cond(A) solves     s\n");
  fprintf(stream,
          "                              before after  before  after before "
          "after\n");
  for (size_t k = 0; k < run->rows; k++) {
    const tune_row *row = &run->row[k];
    fprintf(stream,
            "%5.0f %8.0f %6.3f %7.1e %6.0f %5.0f %7.1e %6.0e %6.2f %5.2f "
            "%7.1e %6.0f %5.2f %s\n",
            row->frame, row->contacts, row->alpha, row->kappa,
            row->sweeps_before, row->sweeps, row->error_before, row->error,
            row->fitness_before, row->fitness, row->condition, row->solves,
            row->seconds, reason_name(row));
  }
  const pn_summary alpha = summary(run, offsetof(tune_row, alpha));
  const pn_summary seconds = summary(run, offsetof(tune_row, seconds));
  fprintf(stream, "\nalpha %.3f +- %.3f, %.3g s a frame\n", alpha.mean,
          alpha.deviation, seconds.mean);
}

/* The scene of the source that the frames are of, by the name of their file;
   NULL if none. */
static const source_values *find_source(const char *name)
{
  const char *slash = strrchr(name, '/');
  const char *base = slash ? slash + 1 : name;
  for (size_t k = 0; k < sizeof source / sizeof source[0]; k++)
    if (strstr(base, source[k].scene))
      return &source[k];
  return NULL;
}

static void line(FILE *stream, const char *what, double ours, double theirs)
{
  fprintf(stream, "%-36s %12.4g", what, ours);
  if (isnan(theirs))
    fprintf(stream, " %12s\n", "-");
  else
    fprintf(stream, " %12.4g\n", theirs);
}

/* The mean share of sweeps that tuning saves [%]. */
static double reduction(const tune_run *run)
{
  double before = 0, after = 0;
  for (size_t k = 0; k < run->rows; k++) {
    before += run->row[k].sweeps_before;
    after += run->row[k].sweeps;
  }
  return before > 0 ? 100 * (1 - after / before) : NAN;
}

/* alpha = a log10 cond(A) + b over the frames that have both. */
static void fit(FILE *stream, const tune_run *run, const source_values *theirs)
{
  double *x = tune_column(run, offsetof(tune_row, condition));
  double *y = tune_column(run, offsetof(tune_row, alpha));
  pn_regression line_of;
  size_t count = 0;
  for (size_t k = 0; k < run->rows && x && y; k++)
    if (isfinite(x[k]) && x[k] > 0) {
      x[count] = log10(x[k]);
      y[count++] = y[k];
    }
  const int code = pn_regression_fit(count, x, y, &line_of);
  pn_free(x);
  pn_free(y);
  fprintf(stream, "\nalpha = a log10 cond(A) + b over %zu frames (3.4)\n",
          count);
  if (code) {
    fprintf(stream, "the slope is not determined: cond(A) hardly varies\n");
    return;
  }
  line(stream, "  a", line_of.a, theirs->slope);
  line(stream, "    standard error", line_of.a_error, NAN);
  line(stream, "  b", line_of.b, theirs->intercept);
  line(stream, "    standard error", line_of.b_error, NAN);
  line(stream, "  R^2", line_of.explained, NAN);
}

void tune_report(FILE *stream, const tune_run *run)
{
  static const source_values unknown = {"",  NAN, NAN, NAN, NAN, NAN,
                                        NAN, NAN, NAN, NAN, NAN};
  const source_values *found = find_source(run->name);
  const source_values *theirs = found ? found : &unknown;
  const pn_summary contacts = summary(run, offsetof(tune_row, contacts));
  const pn_summary alpha = summary(run, offsetof(tune_row, alpha));
  const pn_summary kappa = summary(run, offsetof(tune_row, kappa));
  const pn_summary before = summary(run, offsetof(tune_row, error_before));
  const pn_summary after = summary(run, offsetof(tune_row, error));
  fprintf(stream, "%s: %zu frames by %s, friction %s\n", run->name, run->rows,
          pn_tune_method_get((size_t)run->asked->method)->name,
          run->asked->settings.fitness.pgs.coupled ? "coupled" : "frozen");
  fprintf(stream, "%-36s %12s %12s\n", "", "here", "source");
  line(stream, "contacts, least (3.1)", contacts.least, theirs->contacts_least);
  line(stream, "contacts, most", contacts.most, theirs->contacts_most);
  line(stream, "alpha, mean (3.2)", alpha.mean, theirs->alpha);
  line(stream, "alpha, deviation", alpha.deviation, theirs->alpha_deviation);
  line(stream, "kappa, mean (3.3)", kappa.mean, theirs->kappa);
  line(stream, "error before, mean (3.5)", before.mean, theirs->error_before);
  line(stream, "error after, mean", after.mean, theirs->error);
  line(stream, "error before, most", before.most, NAN);
  line(stream, "error after, most", after.most, NAN);
  line(stream, "sweeps saved, per cent (3.6)", reduction(run),
       theirs->reduction);
  fit(stream, run, theirs);
}
