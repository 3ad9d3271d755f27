/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures 3.2 to 3.12 of Kraiem (2022): what was found, frame by frame. */
#include "programs/tune/figure.h"

#include "programs/text.h"
#include "programs/tune/figure_frame.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stddef.h>

/* Writes whatever a figure shows of all frames as columns of $FRAMES. */
static void data(pn_plot *plot, const tune_results *results)
{
  const double zero = results->asked->settings.fitness.order_low;
  pn_plot_printf(plot, "$FRAMES << EOD\n");
  for (size_t k = 0; k < results->rows; k++) {
    const tune_row *row = &results->row[k];
    const double column[] = {
        row->frame,
        row->rows > 0 ? row->alpha : NAN,
        row->rows == 0   ? NAN
        : row->kappa > 0 ? log10(row->kappa)
                         : zero,
        row->sweeps_before,
        row->sweeps,
        logarithmic(row->error_before),
        logarithmic(row->error),
        row->contacts,
        isfinite(row->condition) ? logarithmic(row->condition) : NAN};
    pn_plot_row(plot, sizeof column / sizeof column[0], column);
  }
  pn_plot_printf(plot, "EOD\nset xlabel 'frame'\n");
}

static int draw_alpha(pn_plot *plot, const tune_results *results)
{
  const double mean =
      tune_results_summary(results, offsetof(tune_row, alpha)).mean;
  pn_plot_printf(plot,
                 "set ylabel 'alpha'\nset yrange [0:2.05]\n"
                 "set key bottom right\n"
                 "plot %.6g with lines lt %d lw 1 title 'mean %.3f', "
                 "$FRAMES using 1:2 with points lt %d notitle\n"
                 "unset yrange\nset key default\n",
                 mean, PN_PLOT_GREY, mean, PN_PLOT_BLUE);
  return GSL_SUCCESS;
}

static int draw_kappa(pn_plot *plot, const tune_results *results)
{
  const pn_fitness_settings *fitness = &results->asked->settings.fitness;
  size_t zeros = 0, frames = 0;
  for (size_t k = 0; k < results->rows; k++) {
    frames += results->row[k].rows > 0;
    zeros += results->row[k].rows > 0 && results->row[k].kappa == 0;
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

/* Draws the columns `before` and after it as lines; where they agree both are
   seen. */
static void draw_pair(pn_plot *plot, int before)
{
  pn_plot_printf(plot,
                 "set key outside top center horizontal\n"
                 "plot $FRAMES using 1:%d with lines lt %d title 'tuned', "
                 "$FRAMES using 1:%d with lines lt %d dt 2 title 'alpha = 1'\n"
                 "unset yrange\nset key default\n",
                 before + 1, PN_PLOT_RED, before, PN_PLOT_GREY);
}

static int draw_sweeps(pn_plot *plot, const tune_results *results)
{
  (void)results;
  pn_plot_printf(plot, "set ylabel 'sweeps'\nset yrange [0:]\n");
  draw_pair(plot, 4);
  return GSL_SUCCESS;
}

static int draw_error(pn_plot *plot, const tune_results *results)
{
  (void)results;
  pn_plot_printf(plot, "set ylabel 'least error  [m/s]'\nset logscale y\n"
                       "set format y '10^{%%T}'\n");
  draw_pair(plot, 6);
  pn_plot_printf(plot, "unset logscale y\nset format y\n");
  return GSL_SUCCESS;
}

static int draw_condition(pn_plot *plot, const tune_results *results)
{
  pn_regression fit;
  const int code = tune_results_fit(results, &fit);
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

static int draw_overview(pn_plot *plot, const tune_results *results)
{
  pn_plot_printf(plot, "set multiplot layout 2,2\n");
  draw_alpha(plot, results);
  draw_error(plot, results);
  draw_sweeps(plot, results);
  draw_condition(plot, results);
  pn_plot_printf(plot, "unset multiplot\n");
  return GSL_SUCCESS;
}

/* A figure has a name, as on the command line, a size [pixel], and adds its
   commands, returning GSL_SUCCESS or GSL_ENOMEM; some draw only one frame,
   results->shown. */
static const struct figure {
  const char *name;
  int width, height;
  int of_frame;
  int (*draw)(pn_plot *plot, const tune_results *results);
} figures[] = {
    {"overview", 1000, 760, 0, draw_overview},
    {"alpha", 800, 400, 0, draw_alpha},
    {"kappa", 800, 400, 0, draw_kappa},
    {"sweeps", 800, 400, 0, draw_sweeps},
    {"error", 800, 400, 0, draw_error},
    {"condition", 700, 500, 0, draw_condition},
    {"history", 800, 450, 1, tune_draw_history},
    {"landscape", 1100, 480, 1, tune_draw_landscape},
};

const char *tune_figure_name(size_t k)
{
  return k < sizeof figures / sizeof figures[0] ? figures[k].name : NULL;
}

int tune_figure_is_of_frame(size_t k)
{
  return figures[k].of_frame;
}

/* Tells whether there is a frame to draw. */
static int has_frame(const tune_results *results, const struct figure *figure)
{
  if (figure->of_frame)
    return results->shown.lcp != NULL;
  for (size_t k = 0; k < results->rows; k++)
    if (results->row[k].rows > 0)
      return 1;
  return 0;
}

int tune_figure_draw(pn_plot *plot, const void *result, pn_error *error)
{
  const tune_results *results = result;
  const struct figure *figure = &figures[results->asked->figure];
  if (!has_frame(results, figure))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "there is no frame to draw: none with contacts was "
                        "tuned in this run");
  plot->width = figure->width;
  plot->height = figure->height;
  if (!figure->of_frame)
    data(plot, results);
  if (figure->draw(plot, results))
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  return GSL_SUCCESS;
}
