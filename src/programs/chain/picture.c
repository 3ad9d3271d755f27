/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/chain/chain.h"

#include "programs/replay.h"
#include "programs/text.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Beside each other: the chain, and the convergence. */
enum { WIDTH = 1000, HEIGHT = 460 };

/* A chain of at most so many bars shows them in turn, thick below thin, and the
   numbers of its nodes: bars that lie upon each other can be told apart. */
enum { TOLD_APART = 12 };

/* An animation rests at its end for so many frames. */
enum { REST = 10 };

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

static double size_of(const chain_extent *frame)
{
  return fmax(frame->right - frame->left, frame->top - frame->bottom);
}

chain_extent chain_frame(const chain_run *run)
{
  chain_extent frame = {0, 0, 0, 0};
  chain_include(&frame, run->of->start);
  chain_include(&frame, run->point);
  const double off = size_of(&frame);
  const chain_extent most = {frame.left - off, frame.right + off,
                             frame.bottom - off, frame.top + off};
  for (size_t k = 0; run->iterate && k <= run->steps; k++)
    chain_include(&frame, run->iterate[k]);
  frame = (chain_extent){
      fmax(frame.left, most.left), fmin(frame.right, most.right),
      fmax(frame.bottom, most.bottom), fmin(frame.top, most.top)};
  const double space = margin * size_of(&frame);
  return (chain_extent){frame.left - space, frame.right + space,
                        frame.bottom - space, frame.top + space};
}

/* Tells whether a point lies in the frame. */
static int is_inside(chain_extent frame, const pn_chain_point *point)
{
  chain_extent all = frame;
  chain_include(&all, point);
  return all.left == frame.left && all.right == frame.right &&
         all.bottom == frame.bottom && all.top == frame.top;
}

/* Writes the nodes as a data block; of a long chain some, and the last one. */
static void nodes(pn_plot *plot, const char *name, const pn_chain_point *point)
{
  const size_t stride = point->bars / CHAIN_NODES_MAX + 1;
  pn_plot_printf(plot, "$%s << EOD\n", name);
  for (size_t i = 0; i < point->bars; i += stride)
    pn_plot_row(plot, 2, (double[]){point->x[i], point->y[i]});
  const size_t last = point->bars;
  pn_plot_row(plot, 2, (double[]){point->x[last], point->y[last]});
  pn_plot_printf(plot, "EOD\n");
}

/* Writes the nodes at which something hangs. */
static void loads(pn_plot *plot, const pn_chain *chain,
                  const pn_chain_point *point)
{
  pn_plot_printf(plot, "$LOADS << EOD\n");
  for (size_t i = 1; i < chain->bars; i++)
    if (chain->load[i] > 0)
      pn_plot_row(plot, 2, (double[]){point->x[i], point->y[i]});
  pn_plot_row(plot, 2, (double[]){NAN, NAN}); /* no empty block */
  pn_plot_printf(plot, "EOD\n");
}

/* Writes the residuals of all iterates. */
static void convergence(pn_plot *plot, const chain_run *run)
{
  const double length = pn_chain_length(run->of->chain); /* and its weight */
  pn_plot_printf(plot, "$CONVERGENCE << EOD\n");
  for (size_t k = 0; k <= run->steps; k++) {
    const pn_chain_info *info = &run->history[k].info;
    pn_plot_row(plot, 3,
                (double[]){(double)k, logarithmic(info->gradient_inf, length),
                           logarithmic(info->constraint_inf, length * length)});
  }
  pn_plot_printf(plot, "EOD\n");
}

/* Draws the left half: one configuration against the start. */
static void draw_chain(pn_plot *plot, const chain_run *run, double bottom,
                       const char *name, const char *title)
{
  const pn_chain *chain = run->of->chain;
  const int beads = chain->bars <= CHAIN_NODES_MAX / 20;
  pn_plot_printf(plot,
                 "set size ratio -1\nset xlabel 'x [m]'\n"
                 "set ylabel 'y [m]'\nset key outside top center horizontal\n"
                 "plot ");
  for (size_t j = 0; j < chain->facets; j++)
    pn_plot_printf(plot,
                   "%.17g + %.17g * x with filledcurves y1=%.6g "
                   "fs transparent solid 0.25 noborder lt %d title '%s', ",
                   chain->height[j], chain->slope[j], bottom, PN_PLOT_GREY,
                   j == 0 ? "floor" : "");
  pn_plot_printf(plot, "$START with lines dt 2 lt %d title 'start', ",
                 PN_PLOT_GREY);
  if (chain->load)
    pn_plot_printf(plot, "$LOADS with points pt 7 ps 2.5 lt %d title 'load', ",
                   PN_PLOT_ORANGE);
  if (chain->bars > TOLD_APART)
    pn_plot_printf(plot, "$%s with %s lt %d pt 7 lw 2 title '%s'\n", name,
                   beads ? "linespoints" : "lines", PN_PLOT_BLUE, title);
  else
    pn_plot_printf(
        plot,
        "for [i=0:%zu] $%s every ::i::(i+1) using 1:2 with lines "
        "lt (1 + i %% %d) lw (2 + 6.0 * (%zu - i) / %zu) "
        "title (i == 0 ? '%s' : ''), "
        "$%s using 1:2 with points lt %d pt 7 ps 0.6 notitle, "
        "$%s using 1:2:(sprintf('%%d', $0)) with labels offset 0.8,0.4 "
        "font ',9' notitle\n",
        chain->bars - 1, name, PN_PLOT_GREY - 1, chain->bars - 1, chain->bars,
        title, name, PN_PLOT_GREY, name);
}

/* Draws a chain that leaves its frame whole and small, in the frame's corner.
 */
static void draw_inset(pn_plot *plot, const char *name,
                       const pn_chain_point *point)
{
  chain_extent e = {0, 0, 0, 0};
  chain_include(&e, point);
  const double size = fmax(e.right - e.left, e.top - e.bottom);
  pn_plot_printf(plot,
                 "set origin 0.34, 0.1\nset size 0.16, 0.42\n"
                 "set xlabel '%.2g m'\nunset ylabel\nunset xtics\nunset ytics\n"
                 "set border 15\nset size ratio 1\n"
                 "set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n"
                 "plot $%s with linespoints lt %d pt 7 ps 0.4 notitle\n"
                 "set border 3\nset xtics\nset ytics\n",
                 size, e.left - margin * size, e.left + (1 + margin) * size,
                 e.bottom - margin * size, e.bottom + (1 + margin) * size, name,
                 PN_PLOT_RED);
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
      fmax(1, round_up(((double)run->steps + 1) / 8)), k, PN_PLOT_RED, k,
      PN_PLOT_GREEN);
}

/* Draws the chain at one iterate beside the convergence curve up to it; one
   scale holds for both axes. */
static void draw(pn_plot *plot, const chain_run *run, chain_extent frame,
                 const pn_chain_point *point, const char *title, size_t k)
{
  nodes(plot, "CHAIN", point);
  if (run->of->chain->load)
    loads(plot, run->of->chain, point);
  pn_plot_printf(plot, "set multiplot layout 1,2\n");
  const double width = frame.right - frame.left;
  const double tick = round_up(fmax(width, frame.top - frame.bottom) / 7);
  pn_plot_printf(plot,
                 "set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n"
                 "set xtics %g\nset ytics %g\n",
                 frame.left, frame.right, frame.bottom, frame.top, tick, tick);
  draw_chain(plot, run, frame.bottom, "CHAIN", title);
  draw_convergence(plot, run, k);
  if (!is_inside(frame, point))
    draw_inset(plot, "CHAIN", point);
  pn_plot_printf(plot, "unset multiplot\n");
}

int chain_picture_moves(const char *path)
{
  const char *ending = strrchr(path, '.');
  return ending && (strcmp(ending, ".gif") == 0 || replay_is_asked(path));
}

int chain_picture(pn_plot *plot, const void *result, pn_error *error)
{
  const chain_run *run = result;
  const chain_extent frame = chain_frame(run);
  (void)error;
  plot->width = WIDTH;
  plot->height = HEIGHT;
  nodes(plot, "START", run->of->start);
  convergence(plot, run);
  if (!run->iterate || !pn_plot_moves(plot)) {
    draw(plot, run, frame, run->point,
         run->classified         ? pn_chain_kind_name(run->verdict.kind)
         : chain_run_solved(run) ? "equilibrium"
                                 : "not converged",
         run->steps);
    return GSL_SUCCESS;
  }
  for (size_t frames = 0; frames <= run->steps + REST; frames++) {
    const size_t k = frames < run->steps ? frames : run->steps;
    char title[32];
    snprintf(title, sizeof title, "step %zu", k);
    pn_plot_frame(plot);
    draw(plot, run, frame, run->iterate[k], title, k);
  }
  return GSL_SUCCESS;
}
