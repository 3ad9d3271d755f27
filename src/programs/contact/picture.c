/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pile seen from the front, along y: circles, the far ones drawn first
   and paler. */
#include "programs/contact/report.h"

#include "pantin/base/alloc.h"
#include "pantin/base/plot.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Beside each other: the pile, and the curves of residual and overlap. */
enum { WIDTH = 1000, HEIGHT = 500, PILE = 500 };

/* Of more balls the nearest to the eye are drawn, this many. */
enum { BALLS_MAX = 20000 };

/* White space around the pile, as a part of its size. */
static const double margin = 0.05;

/* What a frame shows of each ball. */
typedef struct {
  double y, x, z, r;
} drawn;

static int farther_first(const void *a, const void *b)
{
  const double ya = ((const drawn *)a)->y, yb = ((const drawn *)b)->y;
  return (ya < yb) - (ya > yb);
}

/* The range that holds the container, or, if it has no bounds, all balls. */
static void set_ranges(pn_plot *plot, const contact_run *run)
{
  const pn_balls *balls = run->of->balls;
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

/* The balls at x as the data block $BALLS, and the command that draws it. */
static int draw(pn_plot *plot, const contact_run *run, const pn_vec3 *x,
                double time)
{
  const pn_balls *balls = run->of->balls;
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
  pn_plot_printf(plot, "plot $BALLS using 1:2:3:4 with circles palette\n"
                       "unset object\nunset title\n");
  pn_free(ball);
  return GSL_SUCCESS;
}

/* Residual and overlap in time; what is 0 is left out, for the axis is
   logarithmic. */
static void draw_history(pn_plot *plot, const contact_run *run)
{
  pn_plot_printf(plot, "$HISTORY << EOD\n");
  for (size_t k = 0; k < run->course.steps; k++) {
    const pn_step_info *info = &run->history[k];
    const double r = info->residual.scaled.inf, d = info->penetration;
    pn_plot_row(plot, 3,
                (double[]){info->time, r > 0 ? r : NAN, d > 0 ? d : NAN});
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

int contact_picture_moves(const char *path)
{
  const char *ending = strrchr(path, '.');
  return ending && strcmp(ending, ".gif") == 0;
}

static int draw_all(pn_plot *plot, const contact_run *run)
{
  const pn_balls *balls = run->of->balls;
  set_ranges(plot, run);
  for (size_t k = 0; k < run->course.pictures; k++) {
    pn_plot_frame(plot);
    if (draw(plot, run, (const pn_vec3 *)run->course.picture + k * balls->count,
             run->course.picture_time[k]))
      return GSL_ENOMEM;
  }
  if (run->course.pictures > 0)
    return GSL_SUCCESS;
  pn_plot_printf(plot, "set multiplot layout 1,2\n");
  if (draw(plot, run, balls->x, run->stepper->info.time))
    return GSL_ENOMEM;
  draw_history(plot, run);
  pn_plot_printf(plot, "unset multiplot\n");
  return GSL_SUCCESS;
}

int contact_picture(const char *path, const contact_run *run, pn_error *error)
{
  pn_plot plot;
  const int code = pn_plot_open(&plot, path, error);
  if (code)
    return code;
  plot.width = run->course.pictures > 0 ? PILE : WIDTH;
  plot.height = HEIGHT;
  if (draw_all(&plot, run)) {
    pn_plot_discard(&plot);
    return pn_error_set(error, GSL_ENOMEM, path, 0, "out of memory");
  }
  return pn_plot_close(&plot, error);
}
