/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Figures 3.2 to 3.12 of Kraiem (2022): what was found, over the frames or over
   what is known of them. */
#include "programs/tune/figure.h"

#include "programs/text.h"
#include "programs/tune/figure_frame.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>
#include <math.h>
#include <stddef.h>

/* The abscissae of alpha and kappa: label, column of $FRAMES, and whether the
   axis is logarithmic. */
static const struct {
  const char *label;
  int column, logarithmic;
} abscissa[] = {
    [TUNE_OVER_FRAME] = {"frame", 1, 0},
    [TUNE_OVER_ROWS] = {"rows", 8, 0},
    [TUNE_OVER_B] = {"|b|  [m/s]", 9, 0},
    [TUNE_OVER_SWEEPS] = {"sweeps, tuned", 5, 0},
    [TUNE_OVER_CONDITION] = {"cond(A)", 10, 1},
    [TUNE_OVER_RANGE] = {"condition of J W J^T on its range", 11, 1},
};

/* Writes whatever a figure shows of all frames as columns of $FRAMES. */
static void data(pn_plot *plot, const tune_results *results)
{
  const double zero = results->asked->settings.fitness.order_low;
  pn_plot_printf(plot, "$FRAMES << EOD\n");
  for (size_t k = 0; k < results->rows; k++) {
    const tune_row *row = &results->row[k];
    const int tuned = row->rows > 0 && !row->flat;
    const double order = row->kappa > 0 ? log10(row->kappa) : zero;
    const double column[] = {
        row->frame,
        tuned ? row->alpha : NAN,
        tuned ? order : NAN,
        row->sweeps_before,
        row->sweeps,
        logarithmic(row->error_before, 1),
        logarithmic(row->error, 1),
        row->rows,
        row->b,
        isfinite(row->condition) ? row->condition : NAN,
        isfinite(row->condition_range) ? row->condition_range : NAN};
    pn_plot_row(plot, sizeof column / sizeof column[0], column);
  }
  pn_plot_printf(plot, "EOD\nset xlabel 'frame'\n");
}

/* Tells whether any frame has a number to be placed at. */
static int has_abscissa(const tune_results *results, int over)
{
  if (over < TUNE_OVER_CONDITION)
    return 1;
  const size_t offset = over == TUNE_OVER_RANGE
                            ? offsetof(tune_row, condition_range)
                            : offsetof(tune_row, condition);
  return tune_results_summary(results, offset).count > 0;
}

/* Begins a plot over an abscissa. */
static void set_abscissa(pn_plot *plot, int over)
{
  pn_plot_printf(plot, "set xlabel '%s'\n%s", abscissa[over].label,
                 abscissa[over].logarithmic
                     ? "set logscale x\nset format x '10^{%T}'\n"
                     : "");
}

static void draw_unknown(pn_plot *plot, int over, const char *label)
{
  pn_plot_printf(plot,
                 "set xlabel '%s: not known'\nset xrange [0:1]\nunset xtics\n"
                 "set ylabel '%s'\nset yrange [0:2.05]\nplot NaN notitle\n",
                 abscissa[over].label, label);
}

/* Tells whether the frames stand on one condition number, give or take a
   factor 2, but for less than a quarter of them on either side: no line can be
   laid through one stack. */
static int is_one_stack(const tune_results *results, size_t offset)
{
  double *x = results->work;
  size_t count = 0;
  tune_results_column(results, offset, x);
  for (size_t k = 0; k < results->rows; k++)
    if (isfinite(x[k]) && x[k] > 0)
      x[count++] = log10(x[k]);
  double span = 0;
  if (count > 0) {
    gsl_sort(x, 1, count);
    span = gsl_stats_quantile_from_sorted_data(x, 1, count, 0.75) -
           gsl_stats_quantile_from_sorted_data(x, 1, count, 0.25);
  }
  return span < log10(2);
}

/* Draws alpha over an abscissa, with its mean over frames, and the fitted line
   over a condition number. */
static void draw_alpha_over(pn_plot *plot, const tune_results *results,
                            int over)
{
  const double mean =
      tune_results_summary(results, offsetof(tune_row, alpha)).mean;
  if (!has_abscissa(results, over)) {
    draw_unknown(plot, over, "alpha");
    return;
  }
  set_abscissa(plot, over);
  pn_plot_printf(plot, "set ylabel 'alpha'\nset yrange [0:2.05]\n"
                       "set key bottom right\nplot ");
  pn_regression fit;
  const size_t offset = over == TUNE_OVER_RANGE
                            ? offsetof(tune_row, condition_range)
                            : offsetof(tune_row, condition);
  if (over == TUNE_OVER_FRAME)
    pn_plot_printf(plot, "%.6g with lines lt %d lw 1 title 'mean %.3f', ", mean,
                   PN_PLOT_GREY, mean);
  else if (over >= TUNE_OVER_CONDITION && is_one_stack(results, offset))
    pn_plot_printf(plot, "NaN title 'one condition number: nothing to fit', ");
  else if (over >= TUNE_OVER_CONDITION &&
           !tune_results_fit(results, offset, &fit))
    pn_plot_printf(plot,
                   "%.6g * log10(x) + %.6g with lines lt %d title "
                   "'(%.2g +- %.1g) log_{10} + %.3g,  R^2 = %.2f', ",
                   fit.a, fit.b, PN_PLOT_RED, fit.a, fit.a_error, fit.b,
                   fit.explained);
  pn_plot_printf(plot,
                 "$FRAMES using %d:2 with points lt %d notitle\n"
                 "unset yrange\nset key default\n",
                 abscissa[over].column, PN_PLOT_BLUE);
}

static int draw_alpha(pn_plot *plot, const tune_results *results)
{
  draw_alpha_over(plot, results, results->asked->over);
  return GSL_SUCCESS;
}

/* Draws kappa on a logarithmic axis; the frames where it is 0 are counted in
   the title. */
static int draw_kappa(pn_plot *plot, const tune_results *results)
{
  const pn_fitness_settings *fitness = &results->asked->settings.fitness;
  const int over = results->asked->over;
  size_t zeros = 0, frames = 0;
  for (size_t k = 0; k < results->rows; k++) {
    const int tuned = results->row[k].rows > 0 && !results->row[k].flat;
    frames += (size_t)tuned;
    zeros += tuned && results->row[k].kappa == 0;
  }
  if (!has_abscissa(results, over)) {
    draw_unknown(plot, over, "log_{10} kappa");
    return GSL_SUCCESS;
  }
  set_abscissa(plot, over);
  pn_plot_printf(plot,
                 "set ylabel 'log_{10} kappa'\nset yrange [%.6g:%.6g]\n"
                 "set ytics add ('kappa = 0' %.6g)\n"
                 "set title 'kappa = 0 in %zu of %zu frames'\n"
                 "plot $FRAMES using %d:3 with points lt %d notitle\n",
                 fitness->order_low - 0.5, fitness->order_high,
                 fitness->order_low, zeros, frames, abscissa[over].column,
                 PN_PLOT_BLUE);
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
  draw_alpha_over(plot, results, TUNE_OVER_CONDITION);
  return GSL_SUCCESS;
}

/* Draws four figures in one: alpha, error, sweeps and condition. */
static int draw_overview(pn_plot *plot, const tune_results *results)
{
  pn_plot_printf(plot, "set multiplot layout 2,2\n");
  draw_alpha_over(plot, results, TUNE_OVER_FRAME);
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
    {"cmaes", 1000, 760, 1, tune_draw_cmaes},
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
