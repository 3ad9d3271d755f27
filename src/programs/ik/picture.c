/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/ik/report.h"

#include "pantin/base/plot.h"
#include "programs/joints/solid.h"

#include <math.h>

/* [pixel]; a still picture has the pose beside the curve. */
enum { WIDTH = 1000, HEIGHT = 480, MOVING_WIDTH = 640, MOVING_HEIGHT = 520 };

/* An iterate stays for so many frames of an animation; of many iterates so
   many are shown. */
enum { FRAMES_EACH = 5, ITERATES_MAX = 40 };

/* Parts of the picture's size: the least thickness, the margin. */
static const double thinnest = 0.012, margin = 0.05;

/* Bodies take these colours in turn (Okabe and Ito 2008, lightened). */
static const char *const colours[] = {"#56b4e9", "#e69f00", "#66c2a5",
                                      "#cc79a7", "#f0e442", "#8da0cb"};
enum { COLOURS = sizeof colours / sizeof colours[0] };

typedef struct {
  const ik_run *run;
  solid_view view;
  double low[3], high[3]; /* what holds everything, in the picture's axes */
} stage;

static pn_vec3 seen(const stage *s, pn_vec3 x)
{
  return pn_mat3_apply(s->view.turn, x);
}

static void include(stage *s, pn_vec3 at, double radius)
{
  const pn_vec3 p = seen(s, at);
  const double x[] = {p.x, p.y, p.z};
  for (int i = 0; i < 3; i++) {
    s->low[i] = fmin(s->low[i], x[i] - radius);
    s->high[i] = fmax(s->high[i], x[i] + radius);
  }
}

static void include_state(stage *s, const double *y)
{
  const pn_system *system = s->run->of->system;
  for (size_t b = 0; b < system->bodies; b++)
    include(s, pn_state_motion(system, y, b).pose.x,
            solid_radius(&system->body[b], 0));
}

/* Where a target is in a state. */
static pn_vec3 place_of(const stage *s, const pn_target *t, const double *y)
{
  return pn_pose_point(pn_state_motion(s->run->of->system, y, t->other).pose,
                       t->place);
}

static const double *state(const ik_run *run, size_t k)
{
  return run->states + k * pn_system_dimension(run->of->system);
}

static const double *frame(const ik_run *run, size_t k)
{
  return run->frame + k * pn_system_dimension(run->of->system);
}

/* A cube that holds the start, the pose, the targets; and the rest if it is
   shown. */
static stage stage_of(const ik_run *run, int moves)
{
  stage s = {run,
             solid_view_of(run->of->system),
             {INFINITY, INFINITY, INFINITY},
             {-INFINITY, -INFINITY, -INFINITY}};
  include_state(&s, state(run, 0));
  include_state(&s, run->ik->y);
  for (size_t k = 0; k < run->of->targets; k++)
    include(&s, place_of(&s, &run->of->target[k], run->ik->y), 0);
  for (size_t k = 0; k <= run->steps && moves; k++)
    include_state(&s, state(run, k));
  for (size_t k = 0; k < run->frames && moves; k++)
    include_state(&s, frame(run, k));
  double size = 0;
  for (int i = 0; i < 3; i++)
    size = fmax(size, (s.high[i] - s.low[i]) * (1 + margin));
  for (int i = 0; i < 3; i++) {
    const double centre = (s.low[i] + s.high[i]) / 2;
    s.low[i] = centre - size / 2;
    s.high[i] = centre + size / 2;
  }
  return s;
}

static void set_scene(pn_plot *plot, const stage *s)
{
  pn_plot_printf(plot,
                 "set view 72,25,1.6\nset view equal xyz\n"
                 "set pm3d depthorder border lc '#303030' lw 0.5\n"
                 "set pm3d lighting primary 0.4 specular 0.1\n"
                 "unset key\nunset border\nunset tics\nunset grid\n"
                 "unset xlabel\nunset ylabel\nset xyplane at %.6g\n"
                 "set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n"
                 "set zrange [%.6g:%.6g]\n",
                 s->low[2], s->low[0], s->high[0], s->low[1], s->high[1],
                 s->low[2], s->high[2]);
}

/* The data block of the bodies of one colour. */
static void solids(pn_plot *plot, const stage *s, const double *y,
                   size_t colour)
{
  const pn_system *system = s->run->of->system;
  pn_plot_printf(plot, "$SOLID%zu << EOD\n", colour);
  for (size_t b = colour; b < system->bodies; b += COLOURS)
    solid_draw(plot, &s->view, &system->body[b],
               pn_state_motion(system, y, b).pose,
               thinnest * (s->high[0] - s->low[0]));
  pn_plot_printf(plot, "EOD\n");
}

/* Targets as red dots, with a line from the point that shall be there. */
static void targets(pn_plot *plot, const stage *s, const double *y)
{
  for (size_t k = 0; k < s->run->of->targets; k++) {
    const pn_target *t = &s->run->of->target[k];
    const pn_pose pose = pn_state_motion(s->run->of->system, y, t->body).pose;
    const pn_vec3 from = seen(s, pn_pose_point(pose, t->point));
    const pn_vec3 to = seen(s, place_of(s, t, y));
    pn_plot_printf(plot,
                   "set label '' at %.6g,%.6g,%.6g point pt 7 ps 1 lt %d "
                   "front\nset arrow from %.6g,%.6g,%.6g to %.6g,%.6g,%.6g "
                   "nohead lw 2 lt %d front\n",
                   to.x, to.y, to.z, PN_PLOT_RED, from.x, from.y, from.z, to.x,
                   to.y, to.z, PN_PLOT_RED);
  }
}

static void draw(pn_plot *plot, const stage *s, const double *y)
{
  const size_t bodies = s->run->of->system->bodies;
  pn_plot_printf(plot, "unset arrow\nunset label\n");
  targets(plot, s, y);
  for (size_t c = 0; c < COLOURS && c < bodies; c++)
    solids(plot, s, y, c);
  pn_plot_printf(plot, "splot ");
  for (size_t c = 0; c < COLOURS && c < bodies; c++)
    pn_plot_printf(plot, "$SOLID%zu with polygons fs solid fc rgb '%s', ", c,
                   colours[c]);
  pn_plot_printf(plot, "NaN notitle\n");
}

/* A 0 is left out, for the axis is logarithmic. */
static double logarithmic(double x)
{
  return x > 0 ? x : NAN;
}

static void draw_convergence(pn_plot *plot, const ik_run *run)
{
  pn_plot_printf(plot, "$COURSE << EOD\n");
  for (size_t k = 0; k <= run->steps; k++)
    pn_plot_row(plot, 3,
                (double[]){(double)k, logarithmic(run->history[k].distance),
                           logarithmic(run->history[k].pull)});
  pn_plot_printf(
      plot,
      "EOD\nunset title\nunset arrow\nunset label\nset border 3\nset tics\n"
      "set grid\nset autoscale\nset logscale y\nset format y '10^{%%T}'\n"
      "set xlabel 'step'\nset key outside top center horizontal\n"
      "plot $COURSE using 1:2 with linespoints lt %d title 'distance  [m]', "
      "'' using 1:3 with linespoints lt %d title 'pull that joints do not "
      "hold'\n",
      PN_PLOT_RED, PN_PLOT_GREEN);
}

static void draw_still(pn_plot *plot, const stage *s)
{
  plot->width = WIDTH;
  plot->height = HEIGHT;
  pn_plot_printf(plot, "set multiplot\nset origin 0,0\nset size 0.5,1\n"
                       "set lmargin 0\nset rmargin 0\nset bmargin 0\n");
  set_scene(plot, s);
  pn_plot_printf(plot, "set title '%s'\n", ik_outcome_text(s->run->outcome));
  draw(plot, s, s->run->ik->y);
  pn_plot_printf(plot, "set origin 0.5,0\nset size 0.5,1\nset lmargin -1\n"
                       "set rmargin -1\nset bmargin -1\n");
  draw_convergence(plot, s->run);
  pn_plot_printf(plot, "unset multiplot\n");
}

static void draw_moving(pn_plot *plot, const stage *s)
{
  const ik_run *run = s->run;
  const size_t stride = run->steps / ITERATES_MAX + 1;
  plot->width = MOVING_WIDTH;
  plot->height = MOVING_HEIGHT;
  set_scene(plot, s);
  for (size_t k = 0; k <= run->steps + stride - 1; k += stride)
    for (int f = 0; f < FRAMES_EACH; f++) {
      const size_t at = k < run->steps ? k : run->steps;
      pn_plot_frame(plot);
      pn_plot_printf(plot, "set title 'step %zu: %.2g m'\n", at,
                     run->history[at].distance);
      draw(plot, s, state(run, at));
    }
  for (size_t k = 0; k < run->frames; k++) {
    pn_plot_frame(plot);
    pn_plot_printf(plot, "set title 'let go'\n");
    draw(plot, s, frame(run, k));
  }
}

int ik_picture(const char *path, const ik_run *run, pn_error *error)
{
  pn_plot plot;
  const int code = pn_plot_open(&plot, path, error);
  if (code)
    return code;
  const stage s = stage_of(run, pn_plot_moves(&plot));
  if (pn_plot_moves(&plot))
    draw_moving(&plot, &s);
  else
    draw_still(&plot, &s);
  return pn_plot_close(&plot, error);
}
