/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/tune/report.h"

#include "pantin/base/plot.h"
#include "pantin/tuning/regression.h"

#include <math.h>

/* Two by two curves. */
enum { WIDTH = 1000, HEIGHT = 760 };

static double positive(double x)
{
  return x > 0 && isfinite(x) ? x : NAN;
}

int tune_picture(const char *path, const tune_run *run, pn_error *error)
{
  pn_plot plot;
  const int code = pn_plot_open(&plot, path, error);
  if (code)
    return code;
  plot.width = WIDTH;
  plot.height = HEIGHT;
  pn_plot_printf(&plot, "$FRAMES << EOD\n");
  for (size_t k = 0; k < run->rows; k++) {
    const tune_row *row = &run->row[k];
    pn_plot_row(&plot, 6,
                (double[]){row->frame, row->alpha, positive(row->error_before),
                           positive(row->error), row->contacts,
                           positive(row->condition)});
  }
  pn_plot_printf(
      &plot, "EOD\nset multiplot layout 2,2\nset xlabel 'frame'\n"
             "set ylabel 'alpha'\nset yrange [0:2.05]\n"
             "plot $FRAMES using 1:2 with points pt 7 ps 0.5 notitle\n"
             "unset yrange\nset ylabel 'least error'\nset logscale y\n"
             "set format y '10^{%%T}'\n"
             "plot $FRAMES using 1:3 with lines title 'alpha = 1', "
             "$FRAMES using 1:4 with lines title 'tuned'\n"
             "unset logscale y\nset format y\nset ylabel 'contacts'\n"
             "plot $FRAMES using 1:5 with lines notitle\n"
             "set xlabel 'cond(A)'\nset logscale x\nset format x '10^{%%T}'\n"
             "set ylabel 'alpha'\nset yrange [0:2.05]\n"
             "plot $FRAMES using 6:2 with points pt 7 ps 0.5 notitle\n"
             "unset multiplot\n");
  return pn_plot_close(&plot, error);
}
