/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures 3.2 to 3.12 of Kraiem (2022): what was found in the course of the
   frames. */
#include "programs/tune/figure.h"

#include "pantin/base/alloc.h"
#include "pantin/tuning/regression.h"
#include "programs/tune/report.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stddef.h>

/* Whatever a figure shows of all frames, as columns of $FRAMES. */
static void data(pn_plot *plot, const tune_run *run)
{
  const double zero = run->asked->settings.fitness.order_low;
  pn_plot_printf(plot, "$FRAMES << EOD\n");
  for (size_t k = 0; k < run->rows; k++) {
    const tune_row *row = &run->row[k];
    const double column[] = {
        row->frame,
        row->rows > 0 ? row->alpha : NAN,
        row->rows == 0   ? NAN
        : row->kappa > 0 ? log10(row->kappa)
                         : zero,
        row->sweeps_before,
        row->sweeps,
        row->error_before > 0 ? row->error_before : NAN,
        row->error > 0 ? row->error : NAN,
        row->contacts,
        row->condition > 0 && isfinite(row->condition) ? row->condition : NAN};
    pn_plot_row(plot, sizeof column / sizeof column[0], column);
  }
  pn_plot_printf(plot, "EOD\nset xlabel 'frame'\n");
}

static int draw_alpha(pn_plot *plot, const tune_run *run, pn_error *error)
{
  double *alpha = tune_column(run, offsetof(tune_row, alpha));
  if (!alpha)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  const double mean = pn_summarise(run->rows, alpha).mean;
  pn_free(alpha);
  pn_plot_printf(plot,
                 "set ylabel 'alpha'\nset yrange [0:2.05]\n"
                 "set key bottom right\n"
                 "plot %.6g with lines lt %d lw 1 title 'mean %.3f', "
                 "$FRAMES using 1:2 with points lt %d notitle\n"
                 "unset yrange\nset key default\n",
                 mean, PN_PLOT_GREY, mean, PN_PLOT_BLUE);
  return GSL_SUCCESS;
}

static int draw_kappa(pn_plot *plot, const tune_run *run, pn_error *error)
{
  (void)error;
  const pn_fitness_settings *fitness = &run->asked->settings.fitness;
  size_t zeros = 0, frames = 0;
  for (size_t k = 0; k < run->rows; k++) {
    frames += run->row[k].rows > 0;
    zeros += run->row[k].rows > 0 && run->row[k].kappa == 0;
  }
  pn_plot_printf(plot,
                 "set ylabel 'log_{10} kappa'\nset yrange [%.6g:%.6g]\n"
                 "set ytics add ('kappa = 0' %.6g)\n"
                 "set title 'kappa = 0 in %zu of %zu frames'\n"
                 "plot $FRAMES using 1:3 with points lt %d notitle\n",
                 fitness->order_low - 0.5, fitness->order_high,
                 fitness->order_low, zeros, frames, PN_PLOT_BLUE);
  return GSL_SUCCESS;
}

/* Columns before and after, as lines; where they agree both are seen. */
static void draw_pair(pn_plot *plot, int before)
{
  pn_plot_printf(plot,
                 "set key outside top center horizontal\n"
                 "plot $FRAMES using 1:%d with lines lt %d title 'tuned', "
                 "$FRAMES using 1:%d with lines lt %d dt 2 title 'alpha = 1'\n"
                 "unset yrange\nset key default\n",
                 before + 1, PN_PLOT_RED, before, PN_PLOT_GREY);
}

static int draw_sweeps(pn_plot *plot, const tune_run *run, pn_error *error)
{
  (void)run;
  (void)error;
  pn_plot_printf(plot, "set ylabel 'sweeps'\nset yrange [0:]\n");
  draw_pair(plot, 4);
  return GSL_SUCCESS;
}

static int draw_error(pn_plot *plot, const tune_run *run, pn_error *error)
{
  (void)run;
  (void)error;
  pn_plot_printf(plot, "set ylabel 'least error  [m/s]'\nset logscale y\n"
                       "set format y '10^{%%T}'\n");
  draw_pair(plot, 6);
  pn_plot_printf(plot, "unset logscale y\nset format y\n");
  return GSL_SUCCESS;
}

static int draw_condition(pn_plot *plot, const tune_run *run, pn_error *error)
{
  (void)error;
  pn_regression fit;
  const int code = tune_fit(run, &fit);
  if (fit.count == 0) {
    pn_plot_printf(plot, "set xlabel 'cond(A): not known'\nset xrange [0:1]\n"
                         "unset xtics\nset ylabel 'alpha'\n"
                         "set yrange [0:2.05]\nplot NaN notitle\n");
    return GSL_SUCCESS;
  }
  if (!code)
    pn_plot_printf(plot,
                   "set title 'alpha = (%.2g +- %.1g) log_{10} cond(A) + "
                   "%.3g,  R^2 = %.2f'\n",
                   fit.a, fit.a_error, fit.b, fit.explained);
  pn_plot_printf(plot,
                 "set xlabel 'cond(A)'\nset logscale x\n"
                 "set format x '10^{%%T}'\nset ylabel 'alpha'\n"
                 "set yrange [0:2.05]\n"
                 "plot $FRAMES using 9:2 with points lt %d notitle",
                 PN_PLOT_BLUE);
  if (!code)
    pn_plot_printf(plot, ", %.6g * log10(x) + %.6g with lines lt %d notitle",
                   fit.a, fit.b, PN_PLOT_RED);
  pn_plot_printf(plot, "\n");
  return GSL_SUCCESS;
}

static int draw_overview(pn_plot *plot, const tune_run *run, pn_error *error)
{
  pn_plot_printf(plot, "set multiplot layout 2,2\n");
  draw_alpha(plot, run, error);
  draw_error(plot, run, error);
  draw_sweeps(plot, run, error);
  draw_condition(plot, run, error);
  pn_plot_printf(plot, "unset multiplot\n");
  return GSL_SUCCESS;
}

static const tune_figure figures[] = {
    {"overview", 1000, 760, 0, draw_overview},
    {"alpha", 800, 400, 0, draw_alpha},
    {"kappa", 800, 400, 0, draw_kappa},
    {"sweeps", 800, 400, 0, draw_sweeps},
    {"error", 800, 400, 0, draw_error},
    {"condition", 700, 500, 0, draw_condition},
    {"history", 800, 450, 1, tune_draw_history},
    {"landscape", 1100, 480, 1, tune_draw_landscape},
};

const tune_figure *tune_figure_get(size_t k)
{
  return k < sizeof figures / sizeof figures[0] ? &figures[k] : NULL;
}

/* Whether there is something to draw. */
static int has_frame(const tune_run *run, const tune_figure *figure)
{
  if (figure->of_frame)
    return run->shown.lcp != NULL;
  for (size_t k = 0; k < run->rows; k++)
    if (run->row[k].rows > 0)
      return 1;
  return 0;
}

int tune_picture(const char *path, const tune_run *run, pn_error *error)
{
  const tune_figure *figure = tune_figure_get((size_t)run->asked->figure);
  pn_plot plot;
  if (!has_frame(run, figure))
    return pn_error_set(error, GSL_EINVAL, path, 0,
                        "there is no frame to draw: none was tuned in this "
                        "run that has contacts");
  int code = pn_plot_open(&plot, path, error);
  if (code)
    return code;
  plot.width = figure->width;
  plot.height = figure->height;
  if (!figure->of_frame)
    data(&plot, run);
  code = figure->draw(&plot, run, error);
  if (!code)
    return pn_plot_close(&plot, error);
  pn_plot_discard(&plot);
  return code;
}
