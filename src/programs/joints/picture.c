/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/joints/picture.h"

#include "pantin/dynamics/joint_wrench.h"
#include "programs/joints/canvas.h"
#include "programs/text.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* At most so many frames; more bodies are drawn as lines, more joints without
   their forces, more paths not at all; a path has so many points. */
enum { FRAMES_MAX = 150, SOLIDS_MAX = 150, PATHS_MAX = 20, POINTS_MAX = 400 };

/* Time between two frames of an animation [s], as base/plot has it. */
static const double frame_time = 0.08;

/* Parts of the picture's size: an arrow of average force, the longest arrow. */
static const double arrow_usual = 0.12, arrow_max = 0.4;

typedef struct {
  const joints_run *run;
  canvas canvas;
  double newton; /* length of an arrow of 1 N [m] */
} scenery;

static pn_vec3 seen(const scenery *s, pn_vec3 x)
{
  return canvas_point(&s->canvas, x);
}

static pn_motion motion_at(const scenery *s, const joints_frame *frame,
                           size_t b)
{
  return pn_state_motion(s->run->of->system, frame->y, b);
}

/* Sets the length of arrows: the usual force, the root mean square, gets the
   usual length. */
static void set_newton(scenery *s)
{
  const size_t joints = s->run->of->system->joints;
  pn_assembly *assembly = s->run->simulation->dynamics->assembly;
  double sum = 0;
  for (size_t k = 0; k < s->run->frames; k++) {
    pn_assembly_set(assembly, s->run->frame[k].y);
    for (size_t j = 0; j < joints; j++) {
      const pn_wrench on_child =
          pn_joint_wrench(assembly, s->run->frame[k].lambda, j, 1);
      sum += pow(pn_vec3_norm(on_child.force), 2);
    }
  }
  const double usual = sqrt(sum / fmax(1, (double)(joints * s->run->frames)));
  s->newton = usual > 0 ? arrow_usual * s->canvas.size / usual : 0;
}

/* Makes room for all bodies at all times, and for the walls. */
static scenery scenery_of(const joints_run *run)
{
  const pn_box *walls = run->settings.box;
  scenery s = {.run = run, .canvas = canvas_make(run->of->system)};
  for (size_t k = 0; k < run->frames; k++)
    canvas_include_bodies(&s.canvas, run->frame[k].y);
  if (walls) {
    canvas_include_point(&s.canvas, walls->low);
    canvas_include_point(&s.canvas, walls->high);
  }
  canvas_fit(&s.canvas);
  set_newton(&s);
  return s;
}

/* Writes a line along the x axis of each body, which is all that is drawn of
   many. */
static void lines(pn_plot *plot, const scenery *s, const joints_frame *frame)
{
  const pn_system *system = s->run->of->system;
  pn_plot_printf(plot, "$LINES << EOD\n");
  for (size_t b = 0; b < system->bodies; b++) {
    const double r = solid_radius(&system->body[b], 0);
    const pn_pose pose = motion_at(s, frame, b).pose;
    for (int side = -1; side <= 1; side += 2) {
      const pn_vec3 x =
          seen(s, pn_pose_point(pose, pn_vec3_make(side * r, 0, 0)));
      pn_plot_row(plot, 3, (double[]){x.x, x.y, x.z});
    }
    pn_plot_printf(plot, "\n\n"); /* no surface */
  }
  pn_plot_printf(plot, "EOD\n");
}

/* Sets joints as dots, and their forces on the child as arrows, before all
   else. */
static void forces(pn_plot *plot, const scenery *s, const joints_frame *frame)
{
  pn_assembly *assembly = s->run->simulation->dynamics->assembly;
  pn_assembly_set(assembly, frame->y);
  for (size_t j = 0; j < s->run->of->system->joints; j++) {
    const pn_wrench on_child = pn_joint_wrench(assembly, frame->lambda, j, 1);
    const pn_vec3 from = seen(s, on_child.point);
    const pn_vec3 force = seen(s, on_child.force);
    const double length = pn_vec3_norm(force) * s->newton;
    const double cut =
        fmin(1, arrow_max * s->canvas.size / fmax(length, 1e-300));
    const pn_vec3 to = pn_vec3_add_scaled(from, cut * s->newton, force);
    pn_plot_printf(plot,
                   "set label '' at %.6g,%.6g,%.6g point pt 7 ps 0.5 lc "
                   "'#303030' front\n",
                   from.x, from.y, from.z);
    if (length > canvas_thinnest(&s->canvas))
      pn_plot_printf(plot,
                     "set arrow from %.6g,%.6g,%.6g to %.6g,%.6g,%.6g lw 2 lc "
                     "'#009e73' front\n",
                     from.x, from.y, from.z, to.x, to.y, to.z);
  }
}

/* Writes the paths of the centres of mass up to the end. */
static void paths(pn_plot *plot, const scenery *s)
{
  const pn_system *system = s->run->of->system;
  const size_t stride = s->run->frames / POINTS_MAX + 1;
  pn_plot_printf(plot, "$PATHS << EOD\n");
  for (size_t b = 0; b < system->bodies; b++) {
    for (size_t k = 0; k < s->run->frames; k += stride) {
      const pn_vec3 x = seen(s, motion_at(s, &s->run->frame[k], b).pose.x);
      pn_plot_row(plot, 3, (double[]){x.x, x.y, x.z});
    }
    pn_plot_printf(plot, "\n\n"); /* no surface */
  }
  pn_plot_printf(plot, "EOD\n");
}

/* Writes the edges of the walls: a path along all of them. */
static void box(pn_plot *plot, const scenery *s)
{
  static const int corner[][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                  {0, 0, 0}, {0, 0, 1}, {1, 0, 1}, {1, 0, 0},
                                  {1, 0, 1}, {1, 1, 1}, {1, 1, 0}, {1, 1, 1},
                                  {0, 1, 1}, {0, 1, 0}, {0, 1, 1}, {0, 0, 1}};
  const pn_box *walls = s->run->settings.box;
  pn_plot_printf(plot, "$WALLS << EOD\n");
  for (size_t k = 0; k < sizeof corner / sizeof corner[0]; k++) {
    const int *c = corner[k];
    const pn_vec3 x =
        seen(s, pn_vec3_make(c[0] ? walls->high.x : walls->low.x,
                             c[1] ? walls->high.y : walls->low.y,
                             c[2] ? walls->high.z : walls->low.z));
    pn_plot_row(plot, 3, (double[]){x.x, x.y, x.z});
  }
  pn_plot_printf(plot, "EOD\n");
}

/* Draws a frame: bodies as solids with their forces or, where there are many,
   as lines. */
static void draw_state(pn_plot *plot, const scenery *s,
                       const joints_frame *frame, int with_paths)
{
  const int many = s->run->of->system->bodies > SOLIDS_MAX;
  pn_plot_printf(plot, "unset arrow\nunset label\n");
  canvas_caption(plot, &s->canvas, many ? 0 : s->newton);
  canvas_ground_data(plot, &s->canvas, frame->y);
  if (many) {
    lines(plot, s, frame);
  } else {
    forces(plot, s, frame);
    canvas_data(plot, &s->canvas, frame->y);
  }
  if (with_paths)
    paths(plot, s);
  if (s->run->settings.box)
    box(plot, s);
  pn_plot_printf(plot, "set title 't = %.2f s'\nsplot ", frame->time);
  canvas_ground_draw(plot);
  if (with_paths)
    pn_plot_printf(plot, "$PATHS with lines lw 0.5 lc '#bbbbbb', ");
  if (s->run->settings.box)
    pn_plot_printf(plot, "$WALLS with lines lw 0.5 lc '#999999', ");
  if (many)
    pn_plot_printf(plot, "$LINES with lines lw 1 lt %d, ", PN_PLOT_BLUE);
  else
    canvas_draw(plot, &s->canvas);
  pn_plot_printf(plot, "NaN notitle\n");
}

/* Draws the error of energy that the ledger leaves, over the largest kinetic
   energy, and the drift of the joints. */
static void draw_errors(pn_plot *plot, const scenery *s)
{
  const joints_run *run = s->run;
  const double size = s->canvas.size;
  const double scale = run->kinetic_max > 0 ? run->kinetic_max : 1;
  pn_plot_printf(plot, "$ERRORS << EOD\n");
  for (size_t k = 1; k < run->frames; k++) {
    const pn_measure *m = &run->frame[k].measure;
    pn_plot_row(
        plot, 4,
        (double[]){run->frame[k].time,
                   logarithmic(fabs(run->frame[k].ledger.remainder) / scale, 1),
                   logarithmic(m->constraint_inf, size),
                   logarithmic(m->velocity_inf, size)});
  }
  pn_plot_printf(
      plot,
      "EOD\nset xlabel 't [s]'\n"
      "plot $ERRORS using 1:2 with lines lt %d title 'error of energy / T', "
      "'' using 1:3 with lines lt %d title '|C| [m]', "
      "'' using 1:4 with lines lt %d title '|J u| [m/s]'\n",
      PN_PLOT_BLUE, PN_PLOT_RED, PN_PLOT_GREEN);
}

static void draw_still(pn_plot *plot, const scenery *s)
{
  canvas_left(plot, &s->canvas);
  draw_state(plot, s, joints_run_last(s->run),
             s->run->of->system->bodies <= PATHS_MAX);
  canvas_right(plot);
  draw_errors(plot, s);
  pn_plot_printf(plot, "unset multiplot\n");
}

/* Draws frames that are evenly spread over the run. */
static void draw_moving(pn_plot *plot, const scenery *s)
{
  const joints_run *run = s->run;
  const double wanted = run->simulation->t / frame_time;
  const double frames =
      fmin(fmin(FRAMES_MAX, (double)run->frames), fmax(2, floor(wanted) + 1));
  canvas_animation(plot, &s->canvas);
  for (int k = 0; k < (int)frames; k++) {
    const double part = frames > 1 ? k / (frames - 1) : 1;
    pn_plot_frame(plot);
    draw_state(plot, s,
               &run->frame[(size_t)(part * (double)(run->frames - 1) + 0.5)],
               0);
  }
}

int joints_picture(pn_plot *plot, const void *result, pn_error *error)
{
  const scenery s = scenery_of(result);
  (void)error;
  if (pn_plot_moves(plot))
    draw_moving(plot, &s);
  else
    draw_still(plot, &s);
  return GSL_SUCCESS;
}
