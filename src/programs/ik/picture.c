/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/ik/report.h"

#include "pantin/base/plot.h"
#include "programs/joints/stage.h"

#include <math.h>

/* An iterate stays for so many frames of an animation; of many iterates so
   many are shown. */
enum { FRAMES_EACH = 5, ITERATES_MAX = 40 };

typedef struct {
  const ik_run *run;
  stage stage;
} setting;

/* Where a target is in a state. */
static pn_vec3 place_of(const setting *s, const pn_target *t, const double *y)
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

/* The start, the pose and the targets have room; and the rest if it is
   shown. */
static setting setting_of(const ik_run *run, int moves)
{
  setting s = {run, stage_make(run->of->system)};
  stage_include(&s.stage, state(run, 0));
  stage_include(&s.stage, run->ik->y);
  for (size_t k = 0; k < run->of->targets; k++)
    stage_include_point(&s.stage,
                        place_of(&s, &run->of->target[k], run->ik->y));
  for (size_t k = 0; k <= run->steps && moves; k++)
    stage_include(&s.stage, state(run, k));
  for (size_t k = 0; k < run->frames && moves; k++)
    stage_include(&s.stage, frame(run, k));
  stage_close(&s.stage);
  return s;
}

/* Targets as red dots, with a line from the point that shall be there. */
static void targets(pn_plot *plot, const setting *s, const double *y)
{
  for (size_t k = 0; k < s->run->of->targets; k++) {
    const pn_target *t = &s->run->of->target[k];
    const pn_pose pose = pn_state_motion(s->run->of->system, y, t->body).pose;
    const pn_vec3 from = stage_seen(&s->stage, pn_pose_point(pose, t->point));
    const pn_vec3 to = stage_seen(&s->stage, place_of(s, t, y));
    pn_plot_printf(plot,
                   "set label '' at %.6g,%.6g,%.6g point pt 7 ps 1 lt %d "
                   "front\nset arrow from %.6g,%.6g,%.6g to %.6g,%.6g,%.6g "
                   "nohead lw 2 lt %d front\n",
                   to.x, to.y, to.z, PN_PLOT_RED, from.x, from.y, from.z, to.x,
                   to.y, to.z, PN_PLOT_RED);
  }
}

static void draw(pn_plot *plot, const setting *s, const double *y)
{
  pn_plot_printf(plot, "unset arrow\nunset label\n");
  targets(plot, s, y);
  stage_bodies(plot, &s->stage, y);
  pn_plot_printf(plot, "splot ");
  stage_draw(plot, &s->stage);
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
      "EOD\nset xlabel 'step'\n"
      "plot $COURSE using 1:2 with linespoints lt %d title 'distance  [m]', "
      "'' using 1:3 with linespoints lt %d title 'pull that joints do not "
      "hold'\n",
      PN_PLOT_RED, PN_PLOT_GREEN);
}

static void draw_still(pn_plot *plot, const setting *s)
{
  stage_left(plot, &s->stage);
  pn_plot_printf(plot, "set title '%s'\n", ik_outcome_text(s->run->outcome));
  draw(plot, s, s->run->ik->y);
  stage_right(plot);
  draw_convergence(plot, s->run);
  pn_plot_printf(plot, "unset multiplot\n");
}

static void draw_moving(pn_plot *plot, const setting *s)
{
  const ik_run *run = s->run;
  const size_t stride = run->steps / ITERATES_MAX + 1;
  stage_moving(plot, &s->stage);
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
  const setting s = setting_of(run, pn_plot_moves(&plot));
  if (pn_plot_moves(&plot))
    draw_moving(&plot, &s);
  else
    draw_still(&plot, &s);
  return pn_plot_close(&plot, error);
}
