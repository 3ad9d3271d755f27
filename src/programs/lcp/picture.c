/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/lcp/picture.h"

#include "programs/text.h"

#include <math.h>
#include <stdlib.h>

/* Two panels beside each other, and higher where they have many names. */
enum { WIDTH = 1100, HEIGHT = 500, NAME_HEIGHT = 31 };

/* The colours of base/plot.h; after them they come again, dashed. */
enum { COLOURS = 7 };

/* The place of names, right of the axes, and the least distance of two, unless
   they are too many, as shares of the panel. */
static const double name_place = 1.06, name_distance_most = 0.062;

/* The panels, by the column of the data. */
enum { ITERATIONS = 1, TIME };

static double residual_of(const lcp_sample *at)
{
  return logarithmic(at->residual.scaled.inf, 1);
}

/* Writes one run as the data block $RUN<number>. */
static void data(pn_plot *plot, const lcp_run *run, size_t number)
{
  pn_plot_printf(plot, "$RUN%zu << EOD\n", number);
  for (size_t k = 0; k < run->samples; k++) {
    const lcp_sample *at = &run->sample[k];
    const double r = residual_of(at);
    pn_plot_row(plot, 3,
                (double[]){(double)at->iteration, at->milliseconds,
                           isfinite(r) ? r : NAN});
  }
  pn_plot_printf(plot, "EOD\n");
}

/* The end of a run's curve, and where its name stands: parts of the panel, and
   exponents until `place` has the axes. */
typedef struct {
  size_t run;
  double x, y, name;
} curve_end;

/* Exponents at the ends of both axes. */
typedef struct {
  double left, right, bottom, top;
} axes;

/* Returns a sample's place along the axis of a panel; 0 is not on it. */
static double along(const lcp_sample *at, int panel)
{
  return panel == ITERATIONS ? (double)at->iteration : at->milliseconds;
}

static void include(axes *box, double x, double y)
{
  if (x > 0 && isfinite(y)) {
    box->left = fmin(box->left, floor(log10(x)));
    box->right = fmax(box->right, ceil(log10(x)));
    box->bottom = fmin(box->bottom, floor(log10(y)));
    box->top = fmax(box->top, ceil(log10(y)));
  }
}

/* Finds the whole decades that hold all curves of a panel. */
static axes axes_of(const lcp_runs *runs, int panel)
{
  axes box = {INFINITY, -INFINITY, INFINITY, -INFINITY};
  for (size_t r = 0; r < runs->runs; r++)
    for (size_t k = 0; k < runs->run[r].samples && !runs->run[r].refusal[0];
         k++) {
      const lcp_sample *at = &runs->run[r].sample[k];
      include(&box, along(at, panel), residual_of(at));
    }
  if (!(box.right > box.left) || !(box.top > box.bottom))
    return (axes){-1, 1, -16, 0};
  return box;
}

/* Puts the higher first; of equal ones the curve that ends farther right, whose
   name is reached without crossing the others. */
static int higher_first(const void *a, const void *b)
{
  const curve_end *p = a, *q = b;
  if (p->y != q->y)
    return p->y < q->y ? 1 : -1;
  return p->x == q->x ? 0 : p->x < q->x ? 1 : -1;
}

/* Lists the ends of all curves from above, with their names apart. */
static size_t list_ends(const lcp_runs *runs, int panel, axes box,
                        curve_end *end)
{
  size_t count = 0;
  for (size_t r = 0; r < runs->runs; r++) {
    const lcp_run *run = &runs->run[r];
    if (run->refusal[0] || run->samples == 0)
      continue;
    const lcp_sample *last = &run->sample[run->samples - 1];
    const double x = along(last, panel), y = residual_of(last);
    if (x > 0 && isfinite(y))
      end[count++] =
          (curve_end){.run = r,
                      .x = (log10(x) - box.left) / (box.right - box.left),
                      .y = (log10(y) - box.bottom) / (box.top - box.bottom)};
  }
  const double name_distance = fmin(name_distance_most, 1 / (double)count);
  qsort(end, count, sizeof *end, higher_first);
  /* Downwards as close as allowed, then up again where the floor is hit. */
  for (size_t k = 0; k < count; k++)
    end[k].name =
        k > 0 ? fmin(end[k].y, end[k - 1].name - name_distance) : end[k].y;
  double least = 0;
  for (size_t k = count; k-- > 0; least += name_distance)
    end[k].name = fmax(end[k].name, least);
  return count;
}

/* Writes the name of each curve right of the panel, led from its end. */
static void names(pn_plot *plot, const lcp_runs *runs, int panel, axes box)
{
  curve_end end[LCP_NAMES_MAX];
  const size_t count = list_ends(runs, panel, box, end);
  pn_plot_printf(plot, "unset label\nunset arrow\n");
  for (size_t k = 0; k < count; k++) {
    const curve_end *e = &end[k];
    const size_t colour = e->run % COLOURS + 1;
    pn_plot_printf(plot,
                   "set arrow from graph %.4f,%.4f to graph %.4f,%.4f nohead "
                   "lt %zu lw 0.5\n"
                   "set label '%s' at graph %.4f,%.4f noenhanced "
                   "tc lt %zu font ',9'\n",
                   e->x, e->y, name_place - 0.01, e->name, colour,
                   runs->run[e->run].method->name, name_place, e->name, colour);
  }
}

/* Draws all runs in a panel, each to its name. */
static void curves(pn_plot *plot, const lcp_runs *runs, int panel)
{
  const axes box = axes_of(runs, panel);
  names(plot, runs, panel, box);
  pn_plot_printf(plot,
                 "set xrange [1e%g:1e%g]\nset yrange [1e%g:1e%g]\nplot "
                 "NaN notitle",
                 box.left, box.right, box.bottom, box.top);
  for (size_t k = 0; k < runs->runs; k++)
    if (!runs->run[k].refusal[0])
      pn_plot_printf(plot,
                     ", $RUN%zu using %d:3 with lines lt %zu dt %zu "
                     "notitle",
                     k, panel, k % COLOURS + 1, k / COLOURS + 1);
  pn_plot_printf(plot, "\n");
}

int lcp_draw(pn_plot *plot, const void *result, pn_error *error)
{
  const lcp_runs *runs = result;
  (void)error;
  plot->width = WIDTH;
  const int names = (int)runs->runs * NAME_HEIGHT;
  plot->height = names > HEIGHT ? names : HEIGHT;
  for (size_t k = 0; k < runs->runs; k++)
    if (!runs->run[k].refusal[0])
      data(plot, &runs->run[k], k);
  pn_plot_printf(plot, "set multiplot layout 1,2\nset logscale xy\n"
                       "set format y '10^{%%T}'\nset rmargin 12\n"
                       "set ylabel 'scaled residual  [m/s]'\n"
                       "set xlabel 'iterations'\n");
  curves(plot, runs, ITERATIONS);
  pn_plot_printf(plot, "set xlabel 'time  [ms]'\nunset ylabel\n");
  curves(plot, runs, TIME);
  pn_plot_printf(plot, "unset multiplot\n");
  return 0;
}
