/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rigid bodies as solids: each geom with its faces. */
#include "programs/contact/world_run.h"

#include "pantin/base/plot.h"
#include "programs/joints/solid.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* [pixel]; a still picture has the bodies beside the curves. */
enum { WIDTH = 1100, HEIGHT = 520, MOVING = 560 };

/* With more geoms, round ones have this many sides in an animation. */
enum { MANY_GEOMS = 60, FEW_SIDES = 8 };

/* White space around everything, as a fraction of its size. */
static const double margin = 0.02;

/* How large gnuplot draws: more where the height is a small fraction of the
   width. */
static const double flat = 0.4, zoom_flat = 1.6, zoom_high = 1.5;

/* Bodies take these colours in turn (Okabe and Ito 2008, lightened). */
static const char *const colours[] = {"#56b4e9", "#e69f00", "#66c2a5",
                                      "#cc79a7", "#f0e442", "#8da0cb"};
enum { COLOURS = sizeof colours / sizeof colours[0] };

typedef struct {
  const world_run *run;
  solid_view view;
  double zoom;            /* of gnuplot's view */
  double low[3], high[3]; /* what holds all bodies, in the picture [m] */
} stage;

/* A geom as a body that can be drawn, and where it is. */
static pn_body drawn_as(const stage *s, const pn_geom *geom, const double *y,
                        pn_pose *pose)
{
  pn_body body = {.shape = geom->shape};
  memcpy(body.size, geom->size, sizeof body.size);
  *pose = geom->pose;
  if (geom->body != PN_WORLD) {
    const pn_pose at = pn_state_motion(s->run->of->system, y, geom->body).pose;
    *pose = (pn_pose){pn_pose_point(at, geom->pose.x),
                      pn_quat_multiply(at.q, geom->pose.q)};
  }
  return body;
}

/* Enlarges the box of the picture to hold the state y. */
static void include(stage *s, const double *y)
{
  for (size_t k = 0; k < s->run->of->geoms; k++) {
    const pn_geom *geom = &s->run->of->geom[k];
    if (geom->shape == pn_geom_plane)
      continue;
    pn_pose pose;
    const pn_body body = drawn_as(s, geom, y, &pose);
    const pn_vec3 p = pn_mat3_apply(s->view.turn, pose.x);
    const double x[] = {p.x, p.y, p.z}, r = solid_radius(&body, 0);
    for (int i = 0; i < 3; i++) {
      s->low[i] = fmin(s->low[i], x[i] - r);
      s->high[i] = fmax(s->high[i], x[i] + r);
    }
  }
}

static stage stage_of(const world_run *run)
{
  stage s = {.run = run,
             .view = solid_view_of(run->of->system),
             .low = {INFINITY, INFINITY, INFINITY},
             .high = {-INFINITY, -INFINITY, -INFINITY}};
  const size_t dimension = pn_system_dimension(run->of->system);
  include(&s, run->world->y);
  for (size_t k = 0; k < run->course.pictures; k++)
    include(&s, run->course.picture + k * dimension);
  /* What is high is drawn amid as much width as it has height. */
  const double height = s.high[2] - s.low[2];
  for (int i = 0; i < 3; i++) {
    const double narrow = fmax(0, height - (s.high[i] - s.low[i]));
    const double space = margin * height + narrow / 2;
    s.low[i] -= space;
    s.high[i] += space;
  }
  s.zoom = height < flat * (s.high[0] - s.low[0]) ? zoom_flat : zoom_high;
  return s;
}

static void set_scene(pn_plot *plot, const stage *s)
{
  pn_plot_printf(plot,
                 "set view 70,25,%.6g\nset view equal xyz\n"
                 "set pm3d depthorder border lc '#303030' lw 0.3\n"
                 "set pm3d lighting primary 0.4 specular 0.1\n"
                 "unset key\nunset border\nunset tics\nunset grid\n"
                 "unset xlabel\nunset ylabel\nset xyplane at %.17g\n"
                 "set xrange [%.17g:%.17g]\nset yrange [%.17g:%.17g]\n"
                 "set zrange [%.17g:%.17g]\n",
                 s->zoom, s->low[2], s->low[0], s->high[0], s->low[1],
                 s->high[1], s->low[2], s->high[2]);
}

/* The edge of the ground, where it is level: with all digits, for gnuplot
   leaves out what is beyond its ranges. */
static void ground(pn_plot *plot, const stage *s)
{
  static const int corner[][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}};
  pn_plot_printf(plot, "$GROUND << EOD\n");
  for (size_t k = 0; k < sizeof corner / sizeof corner[0]; k++)
    pn_plot_printf(plot, "%.17g %.17g %.17g\n",
                   corner[k][0] ? s->high[0] : s->low[0],
                   corner[k][1] ? s->high[1] : s->low[1], s->low[2]);
  pn_plot_printf(plot, "EOD\n");
}

/* The data block of the bodies of one colour; what does not move has its own,
   number COLOURS. */
static void solids(pn_plot *plot, const stage *s, const double *y,
                   size_t colour)
{
  pn_plot_printf(plot, "$SOLID%zu << EOD\n", colour);
  for (size_t k = 0; k < s->run->of->geoms; k++) {
    const pn_geom *geom = &s->run->of->geom[k];
    const size_t own = geom->body == PN_WORLD ? COLOURS : geom->body % COLOURS;
    if (geom->shape == pn_geom_plane || own != colour)
      continue;
    pn_pose pose;
    const pn_body body = drawn_as(s, geom, y, &pose);
    solid_draw(plot, &s->view, &body, pose, 0);
  }
  pn_plot_printf(plot, "EOD\n");
}

/* Whether any geom has that colour. */
static int has_colour(const stage *s, size_t colour)
{
  if (colour < COLOURS)
    return colour < s->run->of->system->bodies;
  for (size_t k = 0; k < s->run->of->geoms; k++)
    if (s->run->of->geom[k].body == PN_WORLD &&
        s->run->of->geom[k].shape != pn_geom_plane)
      return 1;
  return 0;
}

static void draw_state(pn_plot *plot, const stage *s, const double *y,
                       double time)
{
  ground(plot, s);
  for (size_t c = 0; c <= COLOURS; c++)
    if (has_colour(s, c))
      solids(plot, s, y, c);
  pn_plot_printf(plot,
                 "set title 't = %.2f s'\n"
                 "splot $GROUND with lines lw 0.5 lc '#999999'",
                 time);
  for (size_t c = 0; c <= COLOURS; c++)
    if (has_colour(s, c))
      pn_plot_printf(plot, ", $SOLID%zu with polygons fs solid fc rgb '%s'", c,
                     c < COLOURS ? colours[c] : "#bbbbbb");
  pn_plot_printf(plot, "\n");
}

/* Contacts and residual in time; a residual of 0 is left out, for the axis is
   logarithmic. */
static void draw_history(pn_plot *plot, const world_run *run)
{
  pn_plot_printf(plot, "$HISTORY << EOD\n");
  for (size_t k = 0; k < run->course.steps; k++) {
    const pn_step_info *info = &run->history[k];
    const double r = info->residual.scaled.inf;
    pn_plot_row(
        plot, 3,
        (double[]){info->time, (double)info->contacts, r > 0 ? r : NAN});
  }
  pn_plot_printf(plot,
                 "EOD\nunset title\nset border\nset tics\nset grid\n"
                 "set autoscale\nset logscale y2\nset ytics nomirror\n"
                 "set y2tics\nset format y2 '10^{%%T}'\n"
                 "set xlabel 't [s]'\nset ylabel 'contacts'\n"
                 "set key outside top center horizontal\n"
                 "plot $HISTORY using 1:2 with lines lt %d title 'contacts', "
                 "'' using 1:3 axes x1y2 with lines lt %d "
                 "title 'residual  [m/s]'\n",
                 PN_PLOT_BLUE, PN_PLOT_RED);
}

static void draw_still(pn_plot *plot, const stage *s)
{
  plot->width = WIDTH;
  plot->height = HEIGHT;
  pn_plot_printf(plot, "set multiplot\nset origin 0,0\nset size 0.55,1\n"
                       "set lmargin 0\nset rmargin 0\nset bmargin 0\n");
  set_scene(plot, s);
  draw_state(plot, s, s->run->world->y, s->run->world->info.time);
  pn_plot_printf(plot, "set origin 0.55,0\nset size 0.45,1\n"
                       "set lmargin -1\nset rmargin -1\nset bmargin -1\n");
  draw_history(plot, s->run);
  pn_plot_printf(plot, "unset multiplot\n");
}

static void draw_moving(pn_plot *plot, stage *s)
{
  const size_t dimension = pn_system_dimension(s->run->of->system);
  plot->width = plot->height = MOVING;
  if (s->run->of->geoms > MANY_GEOMS)
    s->view.sides = FEW_SIDES;
  set_scene(plot, s);
  for (size_t k = 0; k < s->run->course.pictures; k++) {
    pn_plot_frame(plot);
    draw_state(plot, s, s->run->course.picture + k * dimension,
               s->run->course.picture_time[k]);
  }
}

int world_picture(const char *path, const world_run *run, pn_error *error)
{
  pn_plot plot;
  const int code = pn_plot_open(&plot, path, error);
  if (code)
    return code;
  stage s = stage_of(run);
  if (run->course.pictures > 0)
    draw_moving(&plot, &s);
  else
    draw_still(&plot, &s);
  return pn_plot_close(&plot, error);
}
