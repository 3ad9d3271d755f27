/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All stationary points side by side, bars that are pulled and bars that are
   pushed in two colours. */
#include "programs/chain/chain.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* The most points that fit beside each other; the lowest are drawn. */
enum { SHOWN_MAX = 12 };

/* Size of one of them [pixel]. */
enum { WIDTH = 165, HEIGHT = 330 };

/* Space between two, as a part of the widest. */
static const double gap = 0.4;

typedef struct {
  double left, right, bottom, top;
} extent;

static extent extent_of(const pn_chain_stationary *all, size_t shown)
{
  extent e = {0, 0, 0, 0};
  for (size_t k = 0; k < shown; k++) {
    const pn_chain_point *point = all->found[k].point;
    for (size_t i = 0; i <= point->bars; i++) {
      e.left = fmin(e.left, point->x[i]);
      e.right = fmax(e.right, point->x[i]);
      e.bottom = fmin(e.bottom, point->y[i]);
      e.top = fmax(e.top, point->y[i]);
    }
  }
  return e;
}

/* Writes a block of bars, x y dx dy, of the multipliers with this sign. */
static void bars(pn_plot *plot, const char *name,
                 const pn_chain_stationary *all, size_t shown, double pitch,
                 int pushed)
{
  pn_plot_printf(plot, "$%s << EOD\n", name);
  for (size_t k = 0; k < shown; k++) {
    const pn_chain_point *p = all->found[k].point;
    for (size_t i = 0; i < p->bars; i++)
      if ((p->lambda[i] < 0) == pushed)
        pn_plot_row(plot, 4,
                    (double[]){p->x[i] + (double)k * pitch, p->y[i],
                               p->x[i + 1] - p->x[i], p->y[i + 1] - p->y[i]});
  }
  /* gnuplot does not draw an empty block. */
  pn_plot_row(plot, 4, (double[]){NAN, NAN, NAN, NAN});
  pn_plot_printf(plot, "EOD\n");
}

static void names(pn_plot *plot, const pn_chain_stationary *all, size_t shown,
                  double pitch, double x, double y)
{
  for (size_t k = 0; k < shown; k++)
    pn_plot_printf(plot, "set label \"%s\\n%.6g N m\" at %.6g, %.6g center\n",
                   pn_chain_kind_name(all->found[k].verdict.kind),
                   all->found[k].energy, x + (double)k * pitch, y);
}

int chain_draw_all(pn_plot *plot, const pn_chain_stationary *all)
{
  const size_t shown = all->count < SHOWN_MAX ? all->count : SHOWN_MAX;
  const extent e = extent_of(all, shown);
  const double pitch = (1 + gap) * (e.right - e.left);
  const double space = gap / 2 * (e.right - e.left);
  const double size = fmax(e.top - e.bottom, e.right - e.left);
  const double title = e.top + 0.15 * size;
  plot->width = WIDTH * (int)(shown < 3 ? 3 : shown);
  plot->height = HEIGHT;
  bars(plot, "PULLED", all, shown, pitch, 0);
  bars(plot, "PUSHED", all, shown, pitch, 1);
  names(plot, all, shown, pitch, (e.left + e.right) / 2, title);
  pn_plot_printf(plot,
                 "set size ratio -1\nunset border\nunset tics\nunset grid\n"
                 "set key bottom center outside horizontal\n"
                 "set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n"
                 "plot $PUSHED using 1:2:3:4 with vectors nohead lw 3 lt %d "
                 "title 'pushed', "
                 "$PULLED using 1:2:3:4 with vectors nohead lw 3 lt %d "
                 "title 'pulled', "
                 "$PULLED using 1:2 with points pt 7 ps 0.5 lt %d notitle, "
                 "$PUSHED using 1:2 with points pt 7 ps 0.5 lt %d notitle\n",
                 e.left - space, e.left + pitch * (double)shown - space,
                 e.bottom - 0.05 * size, title + 0.1 * size, PN_PLOT_RED,
                 PN_PLOT_BLUE, PN_PLOT_GREY, PN_PLOT_GREY);
  return GSL_SUCCESS;
}
