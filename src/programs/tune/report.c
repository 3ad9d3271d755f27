/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/tune/report.h"

#include "pantin/base/alloc.h"
#include "pantin/tuning/regression.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

double *tune_column(const tune_run *run, size_t offset)
{
  const int tuned = offset >= offsetof(tune_row, alpha) &&
                    offset <= offsetof(tune_row, error_before);
  double *column = pn_alloc(run->rows, sizeof *column);
  for (size_t k = 0; k < run->rows && column; k++)
    if (tuned && run->row[k].rows == 0)
      column[k] = NAN;
    else
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
  fprintf(stream, "%s: %zu frame%s by %s\n\n", run->name, run->rows,
          run->rows == 1 ? "" : "s",
          pn_tune_method_get((size_t)run->asked->method)->name);
  const int times = !run->asked->no_seconds;
  fprintf(stream,
          "frame contacts  alpha   kappa  sweeps      error       fitness   "
          "cond(A) solves%s\n",
          times ? "     s" : "");
  fprintf(stream,
          "                              before after  before  after before "
          "after\n");
  for (size_t k = 0; k < run->rows; k++) {
    const tune_row *row = &run->row[k];
    fprintf(stream,
            "%5.0f %8.0f %6.3f %7.1e %6.0f %5.0f %7.1e %6.0e %6.2f %5.2f ",
            row->frame, row->contacts, row->alpha, row->kappa,
            row->sweeps_before, row->sweeps, row->error_before, row->error,
            row->fitness_before, row->fitness);
    if (isnan(row->condition))
      fprintf(stream, "%7s", "-");
    else
      fprintf(stream, "%7.1e", row->condition);
    fprintf(stream, " %6.0f", row->solves);
    if (times)
      fprintf(stream, " %5.2f", row->seconds);
    fprintf(stream, " %s\n", reason_name(row));
  }
  const pn_summary alpha = summary(run, offsetof(tune_row, alpha));
  const pn_summary seconds = summary(run, offsetof(tune_row, seconds));
  fprintf(stream, "\nalpha %.3f +- %.3f", alpha.mean, alpha.deviation);
  if (times)
    fprintf(stream, ", %.3g s a frame", seconds.mean);
  fputc('\n', stream);
}
