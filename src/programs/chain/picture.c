/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/chain/chain.h"

#include "programs/text.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* A longer chain is drawn by this many of its nodes. */
enum { NODES_MAX = 2000 };

/* Beside each other: the chain, and the convergence. */
enum { WIDTH = 1000, HEIGHT = 460 };

/* White space around the chain, as a part of its size. */
static const double margin = 0.06;

void chain_include(chain_extent *extent, const pn_chain_point *point)
{
  for (size_t i = 0; i <= point->bars; i++) {
    extent->left = fmin(extent->left, point->x[i]);
    extent->right = fmax(extent->right, point->x[i]);
    extent->bottom = fmin(extent->bottom, point->y[i]);
    extent->top = fmax(extent->top, point->y[i]);
  }
}

/* Returns a frame that holds the start and the answer. */
static chain_extent frame_of(const chain_run *run)
{
  chain_extent frame = {0, 0, 0, 0};
  chain_include(&frame, run->of->start);
  chain_include(&frame, run->solver->point);
  const double space =
      margin * fmax(frame.right - frame.left, frame.top - frame.bottom);
  return (chain_extent){frame.left - space, frame.right + space,
                        frame.bottom - space, frame.top + space};
}

/* Returns the distance of ticks: 1, 2 or 5 times a power of ten, for about
   `count` of them. */
static double ticks(double span, double count)
{
  const double rough = span / count, power = pow(10, floor(log10(rough)));
  const double lead = rough / power;
  return power * (lead > 5 ? 10 : lead > 2 ? 5 : lead > 1 ? 2 : 1);
}

static void nodes(pn_plot *plot, const char *name, const pn_chain_point *point)
{
  const size_t stride = point->bars / NODES_MAX + 1;
  pn_plot_printf(plot, "$%s << EOD\n", name);
  for (size_t i = 0; i < point->bars; i += stride)
    pn_plot_row(plot, 2, (double[]){point->x[i], point->y[i]});
  const size_t last = point->bars;
  pn_plot_row(plot, 2, (double[]){point->x[last], point->y[last]});
  pn_plot_printf(plot, "EOD\n");
}

/* Writes the residuals of all iterates. */
static void convergence(pn_plot *plot, const chain_run *run)
{
  pn_plot_printf(plot, "$CONVERGENCE << EOD\n");
  for (size_t k = 0; k <= run->steps; k++) {
    const pn_chain_info *info = &run->history[k];
    pn_plot_row(plot, 3,
                (double[]){(double)k, logarithmic(info->gradient_inf),
                           logarithmic(info->constraint_inf)});
  }
  pn_plot_printf(plot, "EOD\n");
}

/* Draws the left half: one configuration against the start. */
static void draw_chain(pn_plot *plot, const chain_run *run, double bottom,
                       const char *name, const char *title)
{
  const pn_chain *chain = run->of->chain;
  const int beads = chain->bars <= NODES_MAX / 20;
  pn_plot_printf(plot,
                 "set size ratio -1\nset xlabel 'x [m]'\n"
                 "set ylabel 'y [m]'\nset key outside top center horizontal\n"
                 "plot ");
  for (size_t j = 0; j < chain->facets; j++)
    pn_plot_printf(plot,
                   "%.17g + %.17g * x with filledcurves y1=%.6g "
                   "fs pattern 4 lt %d title '%s', ",
                   chain->height[j], chain->slope[j], bottom, PN_PLOT_GREY,
                   j == 0 ? "floor" : "");
  pn_plot_printf(plot,
                 "$START with lines dt 2 lt %d title 'start', "
                 "$%s with %s lt %d pt 7 lw 2 title '%s'\n",
                 PN_PLOT_GREY, name, beads ? "linespoints" : "lines",
                 PN_PLOT_BLUE, title);
}

/* Draws the right half, up to iterate k. */
static void draw_convergence(pn_plot *plot, const chain_run *run, size_t k)
{
  pn_plot_printf(
      plot,
      "set size noratio\nset autoscale x\nset autoscale y\n"
      "set xtics %g\nset ytics autofreq\n"
      "set xlabel 'step'\nset ylabel ''\nset logscale y\n"
      "set format y '10^{%%T}'\nset key outside top center horizontal\n"
      "plot [0:*] $CONVERGENCE every ::0::%zu using 1:2 with "
      "linespoints lt %d title '|grad l|  [N]', '' every ::0::%zu "
      "using 1:3 with linespoints lt %d title '|c|  [m^2]'\n"
      "unset logscale y\nset format y '%%g'\n",
      fmax(1, ticks((double)run->steps + 1, 8)), k, PN_PLOT_RED, k,
      PN_PLOT_GREEN);
}

static void draw(pn_plot *plot, const chain_run *run, chain_extent frame,
                 const char *name, const char *title, size_t k)
{
  pn_plot_printf(plot, "set multiplot layout 1,2\n");
  const double width = frame.right - frame.left;
  const double tick = ticks(fmax(width, frame.top - frame.bottom), 7);
  pn_plot_printf(plot,
                 "set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n"
                 "set xtics %g\nset ytics %g\n",
                 frame.left, frame.right, frame.bottom, frame.top, tick, tick);
  draw_chain(plot, run, frame.bottom, name, title);
  draw_convergence(plot, run, k);
  pn_plot_printf(plot, "unset multiplot\n");
}

int chain_picture_moves(const char *path)
{
  const char *ending = strrchr(path, '.');
  return ending && strcmp(ending, ".gif") == 0;
}

int chain_picture(pn_plot *plot, const void *result, pn_error *error)
{
  const chain_run *run = result;
  const chain_extent frame = frame_of(run);
  (void)error;
  plot->width = WIDTH;
  plot->height = HEIGHT;
  nodes(plot, "START", run->of->start);
  convergence(plot, run);
  if (!run->iterate) {
    nodes(plot, "ANSWER", run->solver->point);
    draw(plot, run, frame, "ANSWER",
         run->classified         ? pn_chain_kind_name(run->verdict.kind)
         : chain_run_solved(run) ? "equilibrium"
                                 : "not converged",
         run->steps);
    return GSL_SUCCESS;
  }
  for (size_t k = 0; k <= run->steps; k++) {
    char title[32];
    snprintf(title, sizeof title, "step %zu", k);
    pn_plot_frame(plot);
    nodes(plot, "ITERATE", run->iterate[k]);
    draw(plot, run, frame, "ITERATE", title, k);
  }
  return GSL_SUCCESS;
}
