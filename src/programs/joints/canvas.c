/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/joints/canvas.h"

#include <math.h>

/* [pixel] */
enum { WIDTH = 1000, HEIGHT = 480, MOVING_WIDTH = 640, MOVING_HEIGHT = 520 };

/* Parts of the cube's size: the least thickness, the margin. */
static const double thinnest = 0.012, margin = 0.05;

/* Bodies take these colours in turn (Okabe and Ito 2008, lightened). */
static const char *const colours[] = {"#56b4e9", "#e69f00", "#66c2a5",
                                      "#cc79a7", "#f0e442", "#8da0cb"};
enum { COLOURS = sizeof colours / sizeof colours[0] };

canvas canvas_make(const pn_system *system)
{
  return (canvas){.system = system,
                  .view = solid_view_of(system),
                  .low = {INFINITY, INFINITY, INFINITY},
                  .high = {-INFINITY, -INFINITY, -INFINITY}};
}

pn_vec3 canvas_point(const canvas *s, pn_vec3 x)
{
  return pn_mat3_apply(s->view.turn, x);
}

double canvas_thinnest(const canvas *s)
{
  return thinnest * s->size;
}

static void include(canvas *s, pn_vec3 at, double radius)
{
  const pn_vec3 p = canvas_point(s, at);
  const double x[] = {p.x, p.y, p.z};
  for (int i = 0; i < 3; i++) {
    s->low[i] = fmin(s->low[i], x[i] - radius);
    s->high[i] = fmax(s->high[i], x[i] + radius);
  }
}

void canvas_include_point(canvas *s, pn_vec3 x)
{
  include(s, x, 0);
}

void canvas_include_bodies(canvas *s, const double *y)
{
  for (size_t b = 0; b < s->system->bodies; b++)
    include(s, pn_state_motion(s->system, y, b).pose.x,
            solid_radius(&s->system->body[b], 0));
}

void canvas_fit(canvas *s)
{
  s->centre =
      pn_vec3_make((s->low[0] + s->high[0]) / 2, (s->low[1] + s->high[1]) / 2,
                   (s->low[2] + s->high[2]) / 2);
  s->size = 0;
  for (int i = 0; i < 3; i++)
    s->size = fmax(s->size, s->high[i] - s->low[i]);
  s->size = s->size > 0 ? s->size * (1 + margin) : 1;
}

/* Sets gnuplot's ranges to the cube, without axes. */
static void set_view(pn_plot *plot, const canvas *s)
{
  const double half = s->size / 2;
  pn_plot_printf(plot,
                 "set view 72,25,1.6\nset view equal xyz\n"
                 "set pm3d depthorder border lc '#303030' lw 0.5\n"
                 "set pm3d lighting primary 0.4 specular 0.1\n"
                 "unset key\nunset border\nunset tics\nunset grid\n"
                 "unset xlabel\nunset ylabel\nset xyplane at %.6g\n"
                 "set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n"
                 "set zrange [%.6g:%.6g]\n",
                 s->centre.z - half, s->centre.x - half, s->centre.x + half,
                 s->centre.y - half, s->centre.y + half, s->centre.z - half,
                 s->centre.z + half);
}

void canvas_data(pn_plot *plot, const canvas *s, const double *y)
{
  for (size_t c = 0; c < COLOURS && c < s->system->bodies; c++) {
    pn_plot_printf(plot, "$SOLID%zu << EOD\n", c);
    for (size_t b = c; b < s->system->bodies; b += COLOURS)
      solid_draw(plot, &s->view, &s->system->body[b],
                 pn_state_motion(s->system, y, b).pose, canvas_thinnest(s));
    pn_plot_printf(plot, "EOD\n");
  }
}

void canvas_draw(pn_plot *plot, const canvas *s)
{
  for (size_t c = 0; c < COLOURS && c < s->system->bodies; c++)
    pn_plot_printf(plot, "$SOLID%zu with polygons fs solid fc rgb '%s', ", c,
                   colours[c]);
}

void canvas_left(pn_plot *plot, const canvas *s)
{
  plot->width = WIDTH;
  plot->height = HEIGHT;
  pn_plot_printf(plot, "set multiplot\nset origin 0,0\nset size 0.5,1\n"
                       "set lmargin 0\nset rmargin 0\nset bmargin 0\n");
  set_view(plot, s);
}

void canvas_right(pn_plot *plot)
{
  pn_plot_printf(plot, "set origin 0.5,0\nset size 0.5,1\nset lmargin -1\n"
                       "set rmargin -1\nset bmargin -1\n"
                       "unset title\nunset arrow\nunset label\nset border 3\n"
                       "set tics scale 0.5 textcolor rgb '#303030'\n"
                       "set xtics nomirror\nset ytics nomirror\n"
                       "set grid\nset autoscale\nset logscale y\n"
                       "set format y '10^{%%T}'\n"
                       "set key outside top center horizontal\n");
}

void canvas_animation(pn_plot *plot, const canvas *s)
{
  plot->width = MOVING_WIDTH;
  plot->height = MOVING_HEIGHT;
  set_view(plot, s);
}
