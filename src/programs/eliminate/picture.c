/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The graph of bodies and joints where they are at the start, and beside it
   the pattern before and after the elimination. What is eliminated first is
   light, what is last is dark. */
#include "programs/eliminate/eliminate.h"

#include <gsl/gsl_errno.h>

/* [pixel]; three squares side by side, with room for names. */
enum { WIDTH = 1330, HEIGHT = 460 };
enum { ORDERS_WIDTH = 1020, ORDERS_HEIGHT = 740, ORDERS_ACROSS = 3 };

/* The most columns that have a number each; of more, only every fifth has. */
enum { EACH_MAX = 20, FIFTH = 5 };

static const char colours[] = "set palette defined (0 '#c4e6d0', 0.5 "
                              "'#009e73', 1 '#00281d')\nunset colorbox\n";

/* Begins a title above the square. */
#define title "set label 1 center at graph 0.5,1.12 font ',11' '"

/* Sets names of the block rows at the left, numbers at the top. */
static void name_rows(pn_plot *plot, const eliminate_run *run, int with_names)
{
  const pn_block_matrix *A = run->matrix->A;
  pn_plot_printf(plot, "unset tics\n");
  if (A->blocks > ELIMINATE_NAMED_MAX)
    return;
  pn_plot_printf(plot, "set ytics scale 0 font ',9' (");
  for (size_t k = 0; k < A->blocks; k++) {
    pn_plot_printf(plot, "%s", k > 0 ? ", " : "");
    if (with_names)
      pn_plot_quote(plot, eliminate_run_label(run, k));
    else
      pn_plot_printf(plot, "'%zu'", k + 1);
    pn_plot_printf(plot, " %g", (double)A->first[k] + (double)A->order[k] / 2);
  }
  pn_plot_printf(plot,
                 ") noenhanced\nset x2range [0:%zu]\n"
                 "set x2tics scale 0 offset 0,-0.5 font ',9' (",
                 A->rows);
  const size_t stride = A->blocks > EACH_MAX ? FIFTH : 1;
  for (size_t k = 1; k <= A->blocks;
       k += k == 1 && stride > 1 ? stride - 1 : stride)
    pn_plot_printf(plot, "%s'%zu' %g", k > 1 ? ", " : "", k,
                   (double)A->first[k - 1] + (double)A->order[k - 1] / 2);
  pn_plot_printf(plot, ")\n");
}

/* Sets the square of the picture that begins at `left`, in pixels; its title is
   a label, for numbers at the top would lift it. */
static void place(pn_plot *plot, double left)
{
  static const double bottom = 20, side = 370;
  pn_plot_printf(plot,
                 "set lmargin at screen %.5f\nset rmargin at screen %.5f\n"
                 "set bmargin at screen %.5f\nset tmargin at screen %.5f\n",
                 left / WIDTH, (left + side) / WIDTH, bottom / HEIGHT,
                 (bottom + side) / HEIGHT);
}

/* Draws the matrix before the elimination and, if there is one, after it. */
static void draw_matrices(pn_plot *plot, const eliminate_run *run)
{
  const size_t stored = pn_block_matrix_stored(run->matrix->A);
  pn_plot_printf(plot, "unset label 2\nset border 15 lc '#808080'\n");
  place(plot, 525);
  name_rows(plot, run, 1);
  pn_plot_printf(plot, title "%s: %zu blocks'\n",
                 run->matrix->kept > 0 ? "[A J; J^T -M]" : "J W J^T", stored);
  eliminate_pattern_draw(plot, run, 0, 0);
  if (!run->elimination)
    return;
  place(plot, 940);
  name_rows(plot, run, 0);
  pn_plot_printf(plot, title "eliminated: fill %zu'\n", eliminate_fill(run));
  eliminate_pattern_draw(plot, run, 0, 1);
}

int eliminate_picture(pn_plot *plot, const void *result, pn_error *error)
{
  const eliminate_run *run = ((const eliminate_results *)result)->run;
  plot->width = WIDTH;
  plot->height = HEIGHT;
  eliminate_graph_data(plot, run);
  const int code = eliminate_pattern_data(plot, run, 0, error);
  if (code)
    return code;
  pn_plot_printf(plot,
                 "%sset multiplot\nunset key\nunset grid\nunset border\n"
                 "unset tics\n" title "bodies (large) and joints (small)'\n"
                 "set label 2 center at graph 0.5,-0.02 tc rgb '#606060' font "
                 "',9' 'eliminated from light to dark'\n",
                 colours);
  place(plot, 15);
  eliminate_graph_draw(plot, run);
  draw_matrices(plot, run);
  pn_plot_printf(plot, "unset multiplot\n");
  return GSL_SUCCESS;
}

int eliminate_orders_picture(pn_plot *plot, const void *result, pn_error *error)
{
  const eliminate_results *all = result;
  int code = GSL_SUCCESS;
  for (size_t k = 0; !code && k < all->runs; k++)
    code = eliminate_pattern_data(plot, &all->run[k], k, error);
  if (code)
    return code;
  plot->width = ORDERS_WIDTH;
  plot->height = ORDERS_HEIGHT;
  pn_plot_printf(plot,
                 "%sset multiplot layout %zu,%d\nunset key\nunset grid\n"
                 "unset tics\nset border 15 lc '#808080'\nset size square\n",
                 colours, (all->runs + ORDERS_ACROSS - 1) / ORDERS_ACROSS,
                 ORDERS_ACROSS);
  for (size_t k = 0; k < all->runs; k++) {
    const eliminate_run *run = &all->run[k];
    pn_plot_printf(plot, "set title '%s: fill %zu, %.0f operations'\n",
                   run->order ? run->order->name : run->solver->name,
                   eliminate_fill(run), eliminate_run_operations(run));
    eliminate_pattern_draw(plot, run, k, 1);
  }
  pn_plot_printf(plot, "unset multiplot\n");
  return GSL_SUCCESS;
}
