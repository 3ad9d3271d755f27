/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Time against the number of bodies, a picture for each topology. */
#include "programs/eliminate/grow.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Two rows of three pictures, one place being left for the names. */
enum { WIDTH = 1150, HEIGHT = 720, COLOURS = 7 };

/* Tells whether anything was measured on this curve. */
static int is_there(const grow_table *table, const grow_point *curve)
{
  for (size_t s = 0; s < table->sizes; s++)
    if (curve[s].end == GROW_DONE)
      return 1;
  return 0;
}

/* Sets colour and dash of a solver. */
static void style(pn_plot *plot, size_t k)
{
  pn_plot_printf(plot, "with linespoints lt %zu dt %zu", k % COLOURS + 1,
                 k / COLOURS + 1);
}

/* Writes the curves of one topology as data blocks; what was not solved is left
   out. */
static void data(pn_plot *plot, const grow_table *table, size_t t)
{
  for (size_t k = 0; k < table->curves; k++) {
    const grow_point *curve = table->point[t][k];
    if (!is_there(table, curve))
      continue;
    pn_plot_printf(plot, "$RUN%zu_%zu << EOD\n", t, k);
    for (size_t s = 0; s < table->sizes; s++)
      if (curve[s].end == GROW_DONE && curve[s].solved)
        pn_plot_row(plot, 2,
                    (double[]){(double)table->n[s], curve[s].microseconds});
    pn_plot_printf(plot, "EOD\n");
  }
}

/* Draws the curves of one topology, beside a line of slope 1. */
static void curves(pn_plot *plot, const grow_table *table, size_t t)
{
  pn_plot_printf(plot, "set title '%s'\nplot ", table->point[t][0][0].topology);
  for (size_t k = 0; k < table->curves; k++)
    if (is_there(table, table->point[t][k])) {
      pn_plot_printf(plot, "$RUN%zu_%zu ", t, k);
      style(plot, k);
      pn_plot_printf(plot, " notitle, ");
    }
  pn_plot_printf(plot, "slope * x with lines lt 7 lw 1 dt 3 notitle\n");
}

/* Writes the names of the solvers, where the sixth picture would be. */
static void names(pn_plot *plot, const grow_table *table)
{
  pn_plot_printf(plot,
                 "unset title\nunset border\nunset tics\nunset grid\n"
                 "unset xlabel\nunset ylabel\nset key at graph 0.5, 0.95 "
                 "center top vertical maxrows %d samplen 5\nplot NaN notitle",
                 GROW_CURVES_MAX);
  for (size_t k = 0; k < table->curves; k++) {
    pn_plot_printf(plot, ", keyentry ");
    style(plot, k);
    pn_plot_printf(plot, " title '%s'", table->point[0][k][0].solver);
  }
  pn_plot_printf(plot, ", keyentry with lines lt 7 lw 1 dt 3 title "
                       "'in proportion to bodies'\n");
}

/* Sets one scale for all, from the least to the largest time. */
static void set_scale(pn_plot *plot, const grow_table *table)
{
  double low = INFINITY, high = 0;
  for (size_t t = 0; t < GROW_TOPOLOGIES; t++)
    for (size_t k = 0; k < table->curves; k++)
      for (size_t s = 0; s < table->sizes; s++) {
        const double us = table->point[t][k][s].microseconds;
        low = fmin(low, us);
        high = fmax(high, us);
      }
  if (high > 0)
    pn_plot_printf(plot, "set yrange [%g:%g]\n", low / 1.5, high * 1.5);
  pn_plot_printf(plot, "slope = %g\n", low / (double)table->n[0]);
  pn_plot_printf(plot, "set xrange [%g:%g]\n", (double)table->n[0] / 1.2,
                 (double)table->n[table->sizes - 1] * 1.2);
}

int grow_picture(pn_plot *plot, const void *result, pn_error *error)
{
  const grow_table *table = result;
  (void)error;
  plot->width = WIDTH;
  plot->height = HEIGHT;
  for (size_t t = 0; t < GROW_TOPOLOGIES; t++)
    data(plot, table, t);
  pn_plot_printf(plot, "set multiplot layout 2,3\nset logscale xy\n"
                       "set format xy '10^{%%T}'\nset xlabel 'bodies'\n"
                       "set ylabel 'time [us]'\nunset key\n");
  set_scale(plot, table);
  for (size_t t = 0; t < GROW_TOPOLOGIES; t++)
    curves(plot, table, t);
  pn_plot_printf(plot, "set key\n");
  names(plot, table);
  pn_plot_printf(plot, "unset multiplot\n");
  return GSL_SUCCESS;
}
