/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The pile seen from the front, along y: circles, the far ones drawn first
   and paler; over a still one the chains of force, a bar between the centres
   of two balls, or from a ball to the wall, as wide as its impulse is great. */
#include "programs/contact/kind.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/operator_balls.h"
#include "programs/text.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>

/* Beside each other: the pile, and the curves of residual and overlap. */
enum { WIDTH = 1000, HEIGHT = 500, PILE = 500 };

/* Of more balls the nearest to the eye are drawn, this many. */
enum { BALLS_MAX = 20000 };

/* White space around the pile, as a fraction of its size. */
static const double margin = 0.05;

/* The width of the widest bar, in radii of the smallest ball. */
static const double widest = 0.8;

/* Bars thinner than this share of the widest are left out. */
static const double thinnest = 0.01;

/* What a frame shows of each ball. */
typedef struct {
  double y, x, z, r;
} drawn;

static int farther_first(const void *a, const void *b)
{
  const double ya = ((const drawn *)a)->y, yb = ((const drawn *)b)->y;
  return (ya < yb) - (ya > yb);
}

/* Sets the range that holds the container, or, if it has no bounds, all
   balls. */
static void set_ranges(pn_plot *plot, const contact_run *run)
{
  const pn_balls *balls = run->pile->balls;
  const pn_container *container = &balls->container;
  double low[2] = {INFINITY, 0}, high[2] = {-INFINITY, 0};
  if (container->shape->bounded) {
    const pn_vec3 half = container->shape->extent(container);
    low[0] = -half.x, high[0] = half.x, low[1] = -half.z, high[1] = half.z;
  }
  for (size_t k = 0; !container->shape->bounded && k < balls->count; k++) {
    const double r = balls->radius[k];
    low[0] = fmin(low[0], balls->x[k].x - r);
    high[0] = fmax(high[0], balls->x[k].x + r);
    high[1] = fmax(high[1], balls->x[k].z + r);
  }
  /* A stack is drawn amid as much width as it has height. */
  const double narrow = fmax(0, (high[1] - low[1]) - (high[0] - low[0]));
  low[0] -= narrow / 2;
  high[0] += narrow / 2;
  const double space = margin * fmax(high[0] - low[0], high[1] - low[1]);
  pn_plot_printf(plot,
                 "set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n"
                 "set size ratio -1\nset xlabel 'x [m]'\nset ylabel 'z [m]'\n"
                 "set style fill solid 1 border lc rgb '#404040'\n"
                 "unset key\nunset colorbox\nunset grid\n"
                 "set palette defined (0 '#0072b2', 1 '#d5e8f3')\n",
                 low[0] - space, high[0] + space, low[1] - space,
                 high[1] + space);
}

/* Draws the outline of the container, if it has one. */
static void outline(pn_plot *plot, const pn_container *container)
{
  pn_plot_printf(plot, "unset object\n");
  if (!container->shape->bounded)
    return;
  const pn_vec3 half = container->shape->extent(container);
  if (container->shape->sizes == 1)
    pn_plot_printf(plot,
                   "set object circle at 0,0 size %.6g fs empty "
                   "border lc rgb '#404040' lw 2\n",
                   half.x);
  else
    pn_plot_printf(plot,
                   "set object rectangle from %.6g,%.6g to %.6g,%.6g "
                   "fs empty border lc rgb '#404040' lw 2\n",
                   -half.x, -half.z, half.x, half.z);
}

/* Writes one bar as a polygon. */
static void bar(pn_plot *plot, pn_vec3 a, pn_vec3 b, double width)
{
  const double x = b.x - a.x, z = b.z - a.z, length = hypot(x, z);
  if (!(length > 0))
    return;
  const double dx = -z / length * width / 2, dz = x / length * width / 2;
  pn_plot_row(plot, 2, (double[]){a.x + dx, a.z + dz});
  pn_plot_row(plot, 2, (double[]){b.x + dx, b.z + dz});
  pn_plot_row(plot, 2, (double[]){b.x - dx, b.z - dz});
  pn_plot_row(plot, 2, (double[]){a.x - dx, a.z - dz});
  pn_plot_printf(plot, "\n");
}

/* Writes the impulses of the last step as the data block $FORCES. Returns
   whether there are any. */
static int write_forces(pn_plot *plot, const contact_run *run)
{
  const pn_balls *balls = run->pile->balls;
  const pn_delassus *J = run->stepper->J;
  const pn_lcp_solver *solver = run->stepper->solver;
  const size_t rows = run->lcp->size;
  double largest = 0, radius = INFINITY;
  for (size_t c = 0; c < rows; c++)
    largest = fmax(largest, solver->lambda[c]);
  for (size_t k = 0; k < balls->count; k++)
    radius = fmin(radius, balls->radius[k]);
  if (!(largest > 0))
    return 0;
  pn_plot_printf(plot, "$FORCES << EOD\n");
  for (size_t c = 0; c < rows; c++) {
    const double share = solver->lambda[c] / largest;
    const pn_pair pair = J->pair[c];
    const pn_vec3 to = balls->x[pair.j];
    const pn_vec3 from =
        pair.i < balls->count
            ? balls->x[pair.i]
            : pn_vec3_add_scaled(to, -balls->radius[pair.j], J->normal[c]);
    if (share > thinnest)
      bar(plot, from, to, widest * radius * share);
  }
  pn_plot_printf(plot, "EOD\n");
  return 1;
}

/* Writes the balls at x as the data block $BALLS, and draws it. Returns
   GSL_ENOMEM if memory is short. */
static int draw_balls(pn_plot *plot, const contact_run *run, const pn_vec3 *x,
                      double time, int forces)
{
  const pn_balls *balls = run->pile->balls;
  const size_t count = balls->count;
  drawn *ball = pn_alloc(count, sizeof *ball);
  if (!ball)
    return GSL_ENOMEM;
  for (size_t k = 0; k < count; k++)
    ball[k] = (drawn){x[k].y, x[k].x, x[k].z, balls->radius[k]};
  qsort(ball, count, sizeof *ball, farther_first);
  pn_plot_printf(plot, "$BALLS << EOD\n");
  for (size_t k = count > BALLS_MAX ? count - BALLS_MAX : 0; k < count; k++)
    pn_plot_row(plot, 4,
                (double[]){ball[k].x, ball[k].z, ball[k].r, ball[k].y});
  pn_plot_printf(plot, "EOD\nset title 't = %.2f s'\n", time);
  outline(plot, &balls->container);
  forces = forces && write_forces(plot, run);
  pn_plot_printf(plot,
                 "plot $BALLS using 1:2:3:4 with circles palette%s\n"
                 "unset object\nunset title\n",
                 forces ? ", $FORCES using 1:2 with filledcurves closed "
                          "fc rgb '#d55e00' fs solid noborder"
                        : "");
  pn_free(ball);
  return GSL_SUCCESS;
}

/* Draws residual and overlap against time. */
static void draw_history(pn_plot *plot, const contact_run *run)
{
  pn_plot_printf(plot, "$HISTORY << EOD\n");
  for (size_t k = 0; k < run->kept; k++) {
    const pn_step_info *info = &run->history[k];
    pn_plot_row(plot, 3,
                (double[]){info->time,
                           logarithmic(info->residual.scaled.inf, 1),
                           logarithmic(info->penetration, 1)});
  }
  pn_plot_printf(plot,
                 "EOD\nset size noratio\nset grid\nset autoscale\n"
                 "set logscale y\nset format y '10^{%%T}'\n"
                 "set xlabel 't [s]'\nset ylabel ''\n"
                 "set key outside top center horizontal\n"
                 "plot $HISTORY using 1:2 with lines lt %d "
                 "title 'residual  [m/s]', '' using 1:3 with lines "
                 "lt %d title 'overlap  [m]'\n",
                 PN_PLOT_RED, PN_PLOT_GREEN);
}

/* Draws one frame for each picture that was kept. Returns GSL_ENOMEM if memory
   is short. */
static int draw_moving(pn_plot *plot, const contact_run *run)
{
  const size_t count = run->pile->balls->count;
  int code = GSL_SUCCESS;
  plot->width = PILE;
  for (size_t k = 0; k < run->pictures && !code; k++) {
    pn_plot_frame(plot);
    code = draw_balls(plot, run, (const pn_vec3 *)run->picture + k * count,
                      run->picture_info[k].time, 0);
  }
  return code;
}

/* Draws the pile at the end beside the curves. Returns GSL_ENOMEM if memory is
   short. */
static int draw_still(pn_plot *plot, const contact_run *run)
{
  pn_plot_printf(plot, "set multiplot layout 1,2\n");
  if (draw_balls(plot, run, run->pile->balls->x, run->info->time, 1))
    return GSL_ENOMEM;
  draw_history(plot, run);
  pn_plot_printf(plot, "unset multiplot\n");
  return GSL_SUCCESS;
}

int contact_balls_draw(pn_plot *plot, const contact_run *run, pn_error *error)
{
  plot->width = WIDTH;
  plot->height = HEIGHT;
  set_ranges(plot, run);
  if (run->pictures > 0 ? draw_moving(plot, run) : draw_still(plot, run))
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  return GSL_SUCCESS;
}
