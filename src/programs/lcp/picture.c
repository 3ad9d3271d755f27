/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/lcp/picture.h"

#include "programs/text.h"

#include <math.h>

/* Two curves beside each other, and the names of the solvers. */
enum { WIDTH = 1100, HEIGHT = 480 };

/* The colours of base/plot.h; after them they come again, dashed. */
enum { COLOURS = 7 };

/* Writes one run as the data block $RUN<number>. */
static void data(pn_plot *plot, const lcp_run *run, size_t number)
{
  pn_plot_printf(plot, "$RUN%zu << EOD\n", number);
  for (size_t k = 0; k < run->samples; k = lcp_run_next(run, k)) {
    const lcp_sample *at = &run->sample[k];
    const double r = at->residual.scaled.inf;
    pn_plot_row(plot, 3,
                (double[]){(double)at->iteration, at->milliseconds,
                           isfinite(r) ? logarithmic(r) : NAN});
  }
  pn_plot_printf(plot, "EOD\n");
}

/* Draws all runs against column `x` of their data. */
static void curves(pn_plot *plot, const lcp_runs *runs, int x)
{
  const char *before = "plot ";
  for (size_t k = 0; k < runs->runs; k++) {
    const lcp_run *run = &runs->run[k];
    if (run->refusal[0])
      continue;
    pn_plot_printf(plot, "%s$RUN%zu using %d:3 with lines lt %zu dt %zu ",
                   before, k, x, k % COLOURS + 1, k / COLOURS + 1);
    pn_plot_printf(plot, x == 2 ? "title '%s' noenhanced" : "notitle",
                   run->method->name);
    before = ", ";
  }
  pn_plot_printf(plot, "\n");
}

int lcp_draw(pn_plot *plot, const void *result, pn_error *error)
{
  const lcp_runs *runs = result;
  (void)error;
  plot->width = WIDTH;
  plot->height = HEIGHT;
  for (size_t k = 0; k < runs->runs; k++)
    if (!runs->run[k].refusal[0])
      data(plot, &runs->run[k], k);
  pn_plot_printf(plot,
                 "set multiplot\nset logscale y\nset format y '10^{%%T}'\n"
                 "set ylabel 'scaled residual  [m/s]'\n"
                 "set xlabel 'iterations'\nset size 0.44, 1\n"
                 "set origin 0, 0\n");
  curves(plot, runs, 1);
  pn_plot_printf(plot, "set xlabel 'time  [ms]'\nunset ylabel\n"
                       "set logscale x\n"
                       "set size 0.56, 1\nset origin 0.44, 0\n"
                       "set key outside right center vertical\n");
  curves(plot, runs, 2);
  pn_plot_printf(plot, "unset multiplot\n");
  return 0;
}
