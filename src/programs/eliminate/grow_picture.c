/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time against the number of bodies, a picture for each topology. */
#include "programs/eliminate/grow.h"

#include "pantin/base/plot.h"

#include <math.h>

/* Two rows of three pictures, one place being left for the names. */
enum { WIDTH = 1150, HEIGHT = 720, COLOURS = 7 };

/* Whether anything was measured on this curve. */
static int is_there(const grow_table *table, const grow_curve *curve)
{
  for (size_t s = 0; s < table->sizes; s++)
    if (curve->point[s].end == GROW_DONE)
      return 1;
  return 0;
}

/* Colour and dash of a solver. */
static void style(pn_plot *plot, size_t k)
{
  pn_plot_printf(plot, "with linespoints lt %zu dt %zu", k % COLOURS + 1,
                 k / COLOURS + 1);
}

static void data(pn_plot *plot, const grow_table *table, size_t t)
{
  for (size_t k = 0; k < table->topology[t].curves; k++) {
    const grow_curve *curve = &table->topology[t].curve[k];
    if (!is_there(table, curve))
      continue;
    pn_plot_printf(plot, "$RUN%zu_%zu << EOD\n", t, k);
    for (size_t s = 0; s < table->sizes; s++)
      if (curve->point[s].end == GROW_DONE && !curve->point[s].failed)
        pn_plot_row(
            plot, 2,
            (double[]){(double)table->n[s], curve->point[s].microseconds});
    pn_plot_printf(plot, "EOD\n");
  }
}

static void curves(pn_plot *plot, const grow_table *table, size_t t)
{
  const grow_topology *topology = &table->topology[t];
  pn_plot_printf(plot, "set title '%s'\nplot ", topology->name);
  for (size_t k = 0; k < topology->curves; k++)
    if (is_there(table, &topology->curve[k])) {
      pn_plot_printf(plot, "$RUN%zu_%zu ", t, k);
      style(plot, k);
      pn_plot_printf(plot, " notitle, ");
    }
  pn_plot_printf(plot, "slope * x with lines lt 7 lw 1 dt 3 notitle\n");
}

/* The names of the solvers, where the sixth picture would be. */
static void names(pn_plot *plot, const grow_topology *topology)
{
  pn_plot_printf(plot,
                 "unset title\nunset border\nunset tics\nunset grid\n"
                 "unset xlabel\nunset ylabel\nset key at graph 0.5, 0.95 "
                 "center top vertical maxrows %d samplen 5\nplot NaN notitle",
                 GROW_CURVES_MAX);
  for (size_t k = 0; k < topology->curves; k++) {
    pn_plot_printf(plot, ", keyentry ");
    style(plot, k);
    pn_plot_printf(plot, " title '%s'", topology->curve[k].solver->name);
  }
  pn_plot_printf(plot, ", keyentry with lines lt 7 lw 1 dt 3 title "
                       "'in proportion to bodies'\n");
}

/* One scale for all, from the least to the largest time. */
static void set_scale(pn_plot *plot, const grow_table *table)
{
  double low = INFINITY, high = 0;
  for (size_t t = 0; t < GROW_TOPOLOGIES; t++)
    for (size_t k = 0; k < table->topology[t].curves; k++)
      for (size_t s = 0; s < table->sizes; s++) {
        const double us = table->topology[t].curve[k].point[s].microseconds;
        low = fmin(low, us);
        high = fmax(high, us);
      }
  if (high > 0)
    pn_plot_printf(plot, "set yrange [%g:%g]\n", low / 1.5, high * 1.5);
  pn_plot_printf(plot, "slope = %g\n", low / (double)table->n[0]);
  pn_plot_printf(plot, "set xrange [%g:%g]\n", (double)table->n[0] / 1.2,
                 (double)table->n[table->sizes - 1] * 1.2);
}

int grow_picture(const char *path, const grow_table *table, pn_error *error)
{
  pn_plot plot;
  const int code = pn_plot_open(&plot, path, error);
  if (code)
    return code;
  plot.width = WIDTH;
  plot.height = HEIGHT;
  for (size_t t = 0; t < GROW_TOPOLOGIES; t++)
    data(&plot, table, t);
  pn_plot_printf(&plot, "set multiplot layout 2,3\nset logscale xy\n"
                        "set format xy '10^{%%T}'\nset xlabel 'bodies'\n"
                        "set ylabel 'time [us]'\nunset key\n");
  set_scale(&plot, table);
  for (size_t t = 0; t < GROW_TOPOLOGIES; t++)
    curves(&plot, table, t);
  pn_plot_printf(&plot, "set key\n");
  names(&plot, &table->topology[0]);
  pn_plot_printf(&plot, "unset multiplot\n");
  return pn_plot_close(&plot, error);
}
