/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/ik/ik.h"

#include "programs/joints/canvas.h"
#include "programs/text.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* An iterate stays for so many frames of an animation; of many iterates so
   many are shown. */
enum { FRAMES_EACH = 5, ITERATES_MAX = 40 };

typedef struct {
  const ik_run *run;
  canvas canvas;
} scenery;

/* Returns where a target is in a state. */
static pn_vec3 place_of(const scenery *s, const pn_target *t, const double *y)
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

/* Makes room for the start, the pose and the targets; and for all between if
   the picture moves. */
static scenery scenery_of(const ik_run *run, int moves)
{
  scenery s = {run, canvas_make(run->of->system)};
  canvas_include_bodies(&s.canvas, state(run, 0));
  canvas_include_bodies(&s.canvas, run->y);
  for (size_t k = 0; k < run->of->targets; k++)
    canvas_include_point(&s.canvas, place_of(&s, &run->of->target[k], run->y));
  for (size_t k = 0; k <= run->steps && moves; k++)
    canvas_include_bodies(&s.canvas, state(run, k));
  for (size_t k = 0; k < run->frames && moves; k++)
    canvas_include_bodies(&s.canvas, frame(run, k));
  canvas_fit(&s.canvas);
  return s;
}

/* Sets targets as red dots, each with a line from the point that is to be
   there. */
static void targets(pn_plot *plot, const scenery *s, const double *y)
{
  for (size_t k = 0; k < s->run->of->targets; k++) {
    const pn_target *t = &s->run->of->target[k];
    const pn_pose pose = pn_state_motion(s->run->of->system, y, t->body).pose;
    const pn_vec3 from =
        canvas_point(&s->canvas, pn_pose_point(pose, t->point));
    const pn_vec3 to = canvas_point(&s->canvas, place_of(s, t, y));
    pn_plot_printf(plot,
                   "set label '' at %.6g,%.6g,%.6g point pt 7 ps 1 lt %d "
                   "front\nset arrow from %.6g,%.6g,%.6g to %.6g,%.6g,%.6g "
                   "nohead lw 2 lt %d front\n",
                   to.x, to.y, to.z, PN_PLOT_RED, from.x, from.y, from.z, to.x,
                   to.y, to.z, PN_PLOT_RED);
  }
}

/* Draws a pose with its targets. */
static void draw(pn_plot *plot, const scenery *s, const double *y)
{
  pn_plot_printf(plot, "unset arrow\nunset label\n");
  canvas_caption(plot, &s->canvas, 0);
  targets(plot, s, y);
  canvas_ground_data(plot, &s->canvas, y);
  canvas_data(plot, &s->canvas, y);
  pn_plot_printf(plot, "splot ");
  canvas_ground_draw(plot);
  canvas_draw(plot, &s->canvas);
  pn_plot_printf(plot, "NaN notitle\n");
}

/* Draws distance and pull over the steps, on logarithmic axes. */
static void draw_convergence(pn_plot *plot, const ik_run *run, double size)
{
  pn_plot_printf(plot, "$HISTORY << EOD\n");
  for (size_t k = 0; k <= run->steps; k++)
    pn_plot_row(plot, 3,
                (double[]){(double)k,
                           logarithmic(run->history[k].distance, size),
                           logarithmic(run->history[k].pull, 1)});
  pn_plot_printf(
      plot,
      "EOD\nset xlabel 'step'\n"
      "plot $HISTORY using 1:2 with linespoints lt %d title 'distance  [m]', "
      "'' using 1:3 with linespoints lt %d title 'pull that joints do not "
      "hold'\n",
      PN_PLOT_RED, PN_PLOT_GREEN);
}

static void draw_still(pn_plot *plot, const scenery *s)
{
  canvas_left(plot, &s->canvas);
  pn_plot_printf(plot, "set title '%s'\n", ik_outcome_text(s->run->outcome));
  draw(plot, s, s->run->y);
  canvas_right(plot);
  draw_convergence(plot, s->run, s->canvas.size);
  pn_plot_printf(plot, "unset multiplot\n");
}

/* Draws some of the iterates in turn, each for several frames, and the last
   one. */
static void draw_moving(pn_plot *plot, const scenery *s)
{
  const ik_run *run = s->run;
  const size_t stride = run->steps / ITERATES_MAX + 1;
  canvas_animation(plot, &s->canvas);
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

int ik_picture(pn_plot *plot, const void *result, pn_error *error)
{
  const scenery s = scenery_of(result, pn_plot_moves(plot));
  (void)error;
  if (pn_plot_moves(plot))
    draw_moving(plot, &s);
  else
    draw_still(plot, &s);
  return GSL_SUCCESS;
}
