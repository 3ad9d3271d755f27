/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The output of --compare. */
#include "programs/joints/report.h"

#include "pantin/base/csv.h"
#include "pantin/base/plot.h"

#include <math.h>

enum { WIDTH = 1000, HEIGHT = 460, INTEGRATORS_MAX = 24 };

/* The scale of energies: the largest kinetic energy of the run where it is the
   smallest, for some diverge. */
static double scale_of(const joints_run *runs, size_t count)
{
  double scale = INFINITY;
  for (size_t k = 0; k < count; k++)
    scale = fmin(scale, runs[k].kinetic);
  return scale > 0 ? scale : 1;
}

void joints_compare_table(FILE *stream, const joints_run *runs, size_t count)
{
  fprintf(stream, "%s: %s\n%g s in steps of %.6g s, correction %s\n\n",
          runs[0].name, runs[0].of->title, runs[0].time, runs[0].settings.dt,
          runs[0].settings.correction->name);
  fprintf(stream, "%-20s  %10s  %10s  %9s  %9s  %11s  %8s\n", "integrator",
          "until [s]", "|E-E0| [J]", "|E-E0|/T", "|C| [m]", "evaluations",
          "time [s]");
  static const char *const marks[] = {"", "  diverged", "  interrupted"};
  for (size_t k = 0; k < count; k++) {
    const joints_run *run = &runs[k];
    fprintf(stream, "%-20s  %10.4g  %10.3e  %9.1e  %9.1e  %11zu  %8.3g%s\n",
            run->settings.integrator->name, run->simulation->t,
            run->energy_error, run->energy_error / scale_of(runs, count),
            run->constraint_inf, run->evaluations, run->seconds,
            marks[run->outcome]);
  }
  fprintf(stream, "\nThe largest errors on the way; T is the largest kinetic "
                  "energy.\n");
}

int joints_compare_csv(const char *path, const joints_run *runs, size_t count,
                       pn_error *error)
{
  static const pn_csv_column columns[] = {{"integrator", NULL},
                                          {"t", "s"},
                                          {"energy", "J"},
                                          {"constraint_inf", "m"},
                                          {"velocity_inf", "m/s"}};
  enum { COLUMNS = sizeof columns / sizeof columns[0] };
  pn_csv csv;
  const int code = pn_csv_open(&csv, path, columns, COLUMNS, error);
  if (code)
    return code;
  for (size_t k = 0; k < count; k++)
    for (size_t i = 0; i < runs[k].frames; i++) {
      const joints_frame *frame = &runs[k].frame[i];
      const pn_measure *m = &frame->measure;
      pn_csv_row_of(
          &csv, runs[k].settings.integrator->name,
          (double[]){frame->t, m->energy, m->constraint_inf, m->velocity_inf});
    }
  return pn_csv_commit(&csv, error);
}

/* Energy's error and drift of one run; 0 is left out on logarithmic axes. */
static void course(pn_plot *plot, const joints_run *run, double scale, size_t k)
{
  pn_plot_printf(plot, "$RUN%zu << EOD\n", k);
  for (size_t i = 1; i < run->frames; i++) {
    const pn_measure *m = &run->frame[i].measure;
    const double E = fabs(m->energy - run->simulation->start.energy) / scale;
    const double C = m->constraint_inf;
    pn_plot_row(plot, 3,
                (double[]){run->frame[i].t, E > 0 ? E : NAN, C > 0 ? C : NAN});
  }
  pn_plot_printf(plot, "EOD\n");
}

static void draw(pn_plot *plot, const joints_run *runs, size_t count,
                 int column, const char *title)
{
  pn_plot_printf(plot, "set title '%s'\nplot ", title);
  for (size_t k = 0; k < count; k++)
    pn_plot_printf(plot, "$RUN%zu using 1:%d with lines lw 1.5 title '%s', ", k,
                   column, runs[k].settings.integrator->name);
  pn_plot_printf(plot, "NaN notitle\n");
}

int joints_compare_picture(const char *path, const joints_run *runs,
                           size_t count, pn_error *error)
{
  pn_plot plot;
  const int code = pn_plot_open(&plot, path, error);
  if (code)
    return code;
  plot.width = WIDTH;
  plot.height = HEIGHT;
  for (size_t k = 0; k < count; k++)
    course(&plot, &runs[k], scale_of(runs, count), k);
  pn_plot_printf(&plot, "set multiplot layout 1,2\nset logscale y\n"
                        "set format y '10^{%%T}'\nset xlabel 't [s]'\n"
                        "set key outside bottom center horizontal "
                        "maxrows 3 width -6\n");
  draw(&plot, runs, count, 2, "energy: |E - E_0| / T");
  draw(&plot, runs, count, 3, "drift: |C| [m]");
  pn_plot_printf(&plot, "unset multiplot\n");
  return pn_plot_close(&plot, error);
}
