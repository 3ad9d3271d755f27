/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/joints/report.h"

#include "pantin/base/plot.h"
#include "pantin/dynamics/joint_wrench.h"
#include "programs/joints/course.h"
#include "programs/joints/stage.h"

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
  stage stage;
  double newton; /* length of an arrow of 1 N [m] */
} setting;

static pn_vec3 seen(const setting *s, pn_vec3 x)
{
  return stage_seen(&s->stage, x);
}

static pn_motion motion_at(const setting *s, const joints_frame *frame,
                           size_t b)
{
  return pn_state_motion(s->run->of->system, frame->y, b);
}

/* Arrows of the usual force, the root mean square, get the usual length. */
static void set_newton(setting *s)
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
  s->newton = usual > 0 ? arrow_usual * s->stage.size / usual : 0;
}

/* All bodies at all times have room, and the walls. */
static setting setting_of(const joints_run *run)
{
  const pn_box *walls = run->settings.box;
  setting s = {.run = run, .stage = stage_make(run->of->system)};
  for (size_t k = 0; k < run->frames; k++)
    stage_include(&s.stage, run->frame[k].y);
  if (walls) {
    stage_include_point(&s.stage, walls->low);
    stage_include_point(&s.stage, walls->high);
  }
  stage_close(&s.stage);
  set_newton(&s);
  return s;
}

/* Many bodies: each a line along its x axis. */
static void lines(pn_plot *plot, const setting *s, const joints_frame *frame)
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

/* Joints as dots, and their forces on the child as arrows, before all else. */
static void forces(pn_plot *plot, const setting *s, const joints_frame *frame)
{
  pn_assembly *assembly = s->run->simulation->dynamics->assembly;
  pn_assembly_set(assembly, frame->y);
  for (size_t j = 0; j < s->run->of->system->joints; j++) {
    const pn_wrench on_child = pn_joint_wrench(assembly, frame->lambda, j, 1);
    const pn_vec3 from = seen(s, on_child.point);
    const pn_vec3 force = seen(s, on_child.force);
    const double length = pn_vec3_norm(force) * s->newton;
    const double cut =
        fmin(1, arrow_max * s->stage.size / fmax(length, 1e-300));
    const pn_vec3 to = pn_vec3_add_scaled(from, cut * s->newton, force);
    pn_plot_printf(plot,
                   "set label '' at %.6g,%.6g,%.6g point pt 7 ps 0.5 lc "
                   "'#303030' front\n",
                   from.x, from.y, from.z);
    if (length > stage_thinnest(&s->stage))
      pn_plot_printf(plot,
                     "set arrow from %.6g,%.6g,%.6g to %.6g,%.6g,%.6g lw 2 lc "
                     "'#009e73' front\n",
                     from.x, from.y, from.z, to.x, to.y, to.z);
  }
}

/* The paths of the centres of mass up to the end. */
static void paths(pn_plot *plot, const setting *s)
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

/* The walls as edges: a path along all of them. */
static void box(pn_plot *plot, const setting *s)
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

static void draw_state(pn_plot *plot, const setting *s,
                       const joints_frame *frame, int with_paths)
{
  const int many = s->run->of->system->bodies > SOLIDS_MAX;
  pn_plot_printf(plot, "unset arrow\nunset label\n");
  if (many) {
    lines(plot, s, frame);
  } else {
    forces(plot, s, frame);
    stage_bodies(plot, &s->stage, frame->y);
  }
  if (with_paths)
    paths(plot, s);
  if (s->run->settings.box)
    box(plot, s);
  pn_plot_printf(plot, "set title 't = %.2f s'\nsplot ", frame->t);
  if (with_paths)
    pn_plot_printf(plot, "$PATHS with lines lw 0.5 lc '#bbbbbb', ");
  if (s->run->settings.box)
    pn_plot_printf(plot, "$WALLS with lines lw 0.5 lc '#999999', ");
  if (many)
    pn_plot_printf(plot, "$LINES with lines lw 1 lt %d, ", PN_PLOT_BLUE);
  else
    stage_draw(plot, &s->stage);
  pn_plot_printf(plot, "NaN notitle\n");
}

static void draw_still(pn_plot *plot, const setting *s)
{
  joints_course_data(plot, s->run);
  stage_left(plot, &s->stage);
  draw_state(plot, s, joints_run_last(s->run),
             s->run->of->system->bodies <= PATHS_MAX);
  stage_right(plot);
  joints_course_draw(plot);
  pn_plot_printf(plot, "unset multiplot\n");
}

static void draw_moving(pn_plot *plot, const setting *s)
{
  const joints_run *run = s->run;
  const double wanted = run->simulation->t / frame_time;
  const double frames =
      fmin(fmin(FRAMES_MAX, (double)run->frames), fmax(2, floor(wanted) + 1));
  stage_moving(plot, &s->stage);
  for (int k = 0; k < (int)frames; k++) {
    const double part = frames > 1 ? k / (frames - 1) : 1;
    pn_plot_frame(plot);
    draw_state(plot, s,
               &run->frame[(size_t)(part * (double)(run->frames - 1) + 0.5)],
               0);
  }
}

int joints_picture(const char *path, const joints_run *run, pn_error *error)
{
  pn_plot plot;
  const int code = pn_plot_open(&plot, path, error);
  if (code)
    return code;
  const setting s = setting_of(run);
  if (pn_plot_moves(&plot))
    draw_moving(&plot, &s);
  else
    draw_still(&plot, &s);
  return pn_plot_close(&plot, error);
}
