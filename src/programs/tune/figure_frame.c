/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Figure 2.6 of Kraiem (2022) and those of his annex III: one frame, its
   error sweep by sweep, and its fitness over alpha and kappa. */
#include "programs/tune/figure_frame.h"

#include "pantin/base/alloc.h"
#include "programs/text.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Finds the row of the frame that is shown. */
static const tune_row *row_of(const tune_results *results)
{
  for (size_t k = 0; k < results->rows; k++)
    if (results->row[k].frame == (double)results->shown.number)
      return &results->row[k];
  return NULL;
}

int tune_draw_history(pn_plot *plot, const tune_results *results)
{
  const tune_row *row = row_of(results);
  const pn_pgs_settings *settings = &results->asked->settings.fitness.pgs;
  const pn_pgs_choice choice[] = {{.alpha = 1},
                                  {.alpha = row->alpha, .kappa = row->kappa}};
  pn_pgs_run of[2];
  pn_pgs *pgs = pn_pgs_alloc(results->shown.lcp, settings->sweeps, NULL);
  if (!pgs)
    return GSL_ENOMEM;

  /* Both runs, and their errors as data blocks. */
  pn_pgs_solve(pgs, settings, 2, choice, of);
  for (int l = 0; l < 2; l++) {
    pn_plot_printf(plot, "$RUN%d << EOD\n", l);
    for (size_t k = 0; k <= of[l].sweeps; k++)
      pn_plot_row(
          plot, 2,
          (double[]){(double)k, pgs->errors[k * PN_PGS_LANES + (size_t)l]});
    pn_plot_printf(plot, "EOD\n");
  }
  pn_pgs_free(pgs);

  /* The curves. */
  pn_plot_printf(plot,
                 "set xlabel 'sweep'\nset ylabel 'error  [m/s]'\n"
                 "set logscale y\nset format y '10^{%%T}'\n"
                 "set title 'frame %zu, %zu contacts'\n"
                 "plot $RUN0 with lines lt %d title 'alpha = 1', "
                 "$RUN1 with lines lt %d title 'alpha = %.3f, kappa = %.2g', "
                 "%.6g with lines lt %d lw 1 dt 2 title 'converged'\n",
                 results->shown.number, results->shown.contacts, PN_PLOT_GREY,
                 PN_PLOT_RED, row->alpha, row->kappa, settings->error,
                 PN_PLOT_BLUE);
  return GSL_SUCCESS;
}

/* The fitness of the points of the grid as they come; the first one is that of
   the default. */
typedef struct {
  double *f; /* (1 + alphas x orders), owned */
  size_t count;
} points;

static void note(void *watcher, const pn_fitness *point)
{
  points *all = watcher;
  all->f[all->count++] = point->f;
}

/* Evaluates the fitness on the grid. Returns GSL_SUCCESS or GSL_ENOMEM. */
static int evaluate(const tune_results *results, points *all)
{
  pn_tune_settings settings = results->asked->settings;
  settings.threads = results->asked->threads;
  pn_tune *tune = pn_tune_alloc(results->shown.lcp, &settings, NULL);
  all->f =
      pn_alloc(1 + settings.grid_alphas * settings.grid_orders, sizeof *all->f);
  int code = tune && all->f ? GSL_SUCCESS : GSL_ENOMEM;
  if (!code) {
    tune->watch = note;
    tune->watcher = all;
    code = pn_tune_run(tune, pn_tune_grid);
  }
  pn_tune_free(tune);
  return code;
}

/* The strip of kappa = 0 is drawn so many rows of the map below it, and has the
   height of so many. */
static const double strip_below = 2, strip_height = 1.5;

/* Writes $MAP, alpha, log10 kappa and f of all points where kappa > 0, and
   $SLICE, the same where kappa = 0. */
static void landscape_data(pn_plot *plot, const pn_tune_settings *settings,
                           const double *f)
{
  const pn_fitness_settings *range = &settings->fitness;
  const size_t alphas = settings->grid_alphas, orders = settings->grid_orders;
  for (int slice = 0; slice < 2; slice++) {
    pn_plot_printf(plot, slice ? "$SLICE << EOD\n" : "$MAP << EOD\n");
    for (size_t k = slice ? 0 : alphas; k < (slice ? alphas : alphas * orders);
         k++) {
      const double a = (double)(k % alphas) / ((double)alphas - 1);
      const double o = (double)(k / alphas) / ((double)orders - 1);
      pn_plot_row(
          plot, 3,
          (double[]){
              range->alpha_low + a * (range->alpha_high - range->alpha_low),
              range->order_low + o * (range->order_high - range->order_low),
              f[k]});
    }
    pn_plot_printf(plot, "EOD\n");
  }
}

int tune_draw_landscape(pn_plot *plot, const tune_results *results)
{
  const pn_tune_settings *settings = &results->asked->settings;
  const tune_row *row = row_of(results);
  const double low = settings->fitness.order_low;
  const double high = settings->fitness.order_high;
  const double row_height = (high - low) / ((double)settings->grid_orders - 1);
  const double zero = low - strip_below * row_height;
  const double strip = strip_height * row_height;
  const double ticks = round_up((high - low) / 8);
  const double half_column =
      (settings->fitness.alpha_high - settings->fitness.alpha_low) /
      ((double)settings->grid_alphas - 1) / 2;
  points all = {.f = NULL};
  if (evaluate(results, &all)) {
    pn_free(all.f);
    return GSL_ENOMEM;
  }

  /* The map on the left, the slice at kappa = 0 on the right. */
  landscape_data(plot, settings, all.f + 1);
  pn_free(all.f);
  pn_plot_printf(
      plot,
      "$BEST << EOD\n%.7g %.7g %.7g\nEOD\n"
      "set multiplot layout 1,2\nset xlabel 'alpha'\n"
      "set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n"
      "set ylabel 'kappa'\nset format y '10^{%%g}'\n"
      "set ytics %.6g,%.6g\nset ytics add ('0' %.6g)\n"
      "set title 'frame %zu: fitness, and the best point'\n"
      "set palette defined (0 '#0072b2', 1 '#56b4e9', 2 '#f0e442', 3 "
      "'#d55e00')\n"
      "plot $MAP using 1:2:3 with image notitle, "
      "$SLICE using 1:(%.6g):(%.6g):(%.6g):3 with boxxyerror fs solid "
      "noborder lc palette notitle, "
      "$BEST using 1:2 with points pt 6 ps 1.5 lw 2 lc rgb 'black' notitle\n"
      "set title 'fitness at kappa = 0'\nset ylabel 'f'\nunset yrange\n"
      "set ytics autofreq\nset format y '%%g'\n"
      "plot $SLICE using 1:3 with steps lt %d notitle, "
      "$BEST using 1:3 with points pt 6 ps 1.5 lw 2 lc rgb 'black' notitle\n"
      "unset multiplot\n",
      row->alpha, row->kappa > 0 ? log10(row->kappa) : zero, row->fitness,
      settings->fitness.alpha_low, settings->fitness.alpha_high,
      zero - strip / 2, high + row_height / 2,
      ceil((low + row_height) / ticks) * ticks, ticks, zero,
      results->shown.number, zero, half_column, strip / 2, PN_PLOT_BLUE);
  return GSL_SUCCESS;
}

/* Writes what CMA-ES tells of itself after a generation as a line of $ES. */
static void note_generation(void *plot, const pn_cmaes *es)
{
  const double best = es->value[es->order[0]];
  const double short_axis = fmin(es->D[0], es->D[1]);
  const double long_axis = fmax(es->D[0], es->D[1]);
  const double column[] = {(double)es->evaluations,
                           best,
                           best > es->best_value ? best - es->best_value : NAN,
                           es->sigma,
                           long_axis / short_axis,
                           es->mean[0],
                           es->mean[1],
                           long_axis,
                           short_axis,
                           es->sigma * sqrt(es->C[0]),
                           es->sigma * sqrt(es->C[3])};
  pn_plot_row(plot, sizeof column / sizeof column[0], column);
}

int tune_draw_cmaes(pn_plot *plot, const tune_results *results)
{
  pn_tune_settings settings = results->asked->settings;
  settings.threads = results->asked->threads;
  pn_tune *tune = pn_tune_alloc(results->shown.lcp, &settings, NULL);
  if (!tune)
    return GSL_ENOMEM;
  tune->watch_generation = note_generation;
  tune->watcher = plot;
  pn_plot_printf(plot, "$ES << EOD\n");
  const int code = pn_tune_run(tune, pn_tune_cmaes);
  pn_plot_printf(
      plot,
      "EOD\nset multiplot layout 2,2 title 'frame %zu, %zu contacts: CMA-ES "
      "ends by %s'\n"
      "set xlabel 'evaluations'\nset logscale y\nset format y '10^{%%T}'\n"
      "set key outside top center horizontal\n"
      "plot $ES using 1:2 with lines lt %d title 'best f', "
      "$ES using 1:3 with lines lt %d title 'f - best ever', "
      "$ES using 1:4 with lines lt %d title 'sigma', "
      "$ES using 1:5 with lines lt %d title 'ratio of axes'\n"
      "unset logscale y\nunset format y\nset format y '%%g'\n"
      "set ylabel 'mean of alpha'\nset y2label 'mean of log_{10} kappa'\n"
      "set ytics nomirror\nset y2tics\n"
      "plot $ES using 1:6 with lines lt %d title 'alpha', "
      "$ES using 1:7 axes x1y2 with lines lt %d title 'log_{10} kappa'\n"
      "unset y2label\nunset y2tics\nset ytics mirror\nset logscale y\n"
      "set format y '10^{%%T}'\nset ylabel 'axes of C'\n"
      "plot $ES using 1:8 with lines lt %d notitle, "
      "$ES using 1:9 with lines lt %d notitle\n"
      "set ylabel 'deviations'\n"
      "plot $ES using 1:10 with lines lt %d title 'alpha', "
      "$ES using 1:11 with lines lt %d title 'log_{10} kappa'\n"
      "unset multiplot\n",
      results->shown.number, results->shown.contacts, tune->reason,
      PN_PLOT_BLUE, PN_PLOT_SKY, PN_PLOT_GREEN, PN_PLOT_RED, PN_PLOT_BLUE,
      PN_PLOT_RED, PN_PLOT_BLUE, PN_PLOT_BLUE, PN_PLOT_BLUE, PN_PLOT_RED);
  pn_tune_free(tune);
  return code;
}
