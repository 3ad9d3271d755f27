/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/joints/report.h"

#include "pantin/base/plot.h"
#include "pantin/dynamics/joint_wrench.h"
#include "programs/joints/course.h"
#include "programs/joints/solid.h"

#include <math.h>

/* [pixel]; a still picture has the bodies beside the curves. */
enum { WIDTH = 1000, HEIGHT = 480, MOVING_WIDTH = 640, MOVING_HEIGHT = 520 };

/* At most so many frames; more bodies are drawn as lines, more joints without
   their forces, more paths not at all; a path has so many points. */
enum { FRAMES_MAX = 150, SOLIDS_MAX = 150, PATHS_MAX = 20, POINTS_MAX = 400 };

/* Time between two frames of an animation [s], as base/plot has it. */
static const double frame_time = 0.08;

/* Parts of the picture's size: the least thickness, the margin, an arrow of
   average force, the longest arrow. */
static const double thinnest = 0.012, margin = 0.05, arrow_usual = 0.12,
                    arrow_max = 0.4;

/* Bodies take these colours in turn (Okabe and Ito 2008, lightened). */
static const char *const colours[] = {"#56b4e9", "#e69f00", "#66c2a5",
                                      "#cc79a7", "#f0e442", "#8da0cb"};
enum { COLOURS = sizeof colours / sizeof colours[0] };

typedef struct {
  const joints_run *run;
  solid_view view;
  pn_vec3 centre; /* of the picture, in its axes [m] */
  double size;    /* of the cube that holds everything [m] */
  double newton;  /* length of an arrow of 1 N [m] */
} stage;

static pn_vec3 seen(const stage *s, pn_vec3 x)
{
  return pn_mat3_apply(s->view.turn, x);
}

static pn_motion motion_at(const stage *s, const joints_frame *frame, size_t b)
{
  return pn_state_motion(s->run->of->system, frame->y, b);
}

/* A box that holds what it was shown. */
typedef struct {
  double low[3], high[3];
} frame_box;

static void include(frame_box *f, pn_vec3 p, double radius)
{
  const double x[] = {p.x, p.y, p.z};
  for (int i = 0; i < 3; i++) {
    f->low[i] = fmin(f->low[i], x[i] - radius);
    f->high[i] = fmax(f->high[i], x[i] + radius);
  }
}

/* The cube that holds all bodies at all times, and the walls. */
static void set_cube(stage *s)
{
  const pn_system *system = s->run->of->system;
  const pn_box *walls = s->run->settings.box;
  frame_box f = {{INFINITY, INFINITY, INFINITY},
                 {-INFINITY, -INFINITY, -INFINITY}};
  for (size_t k = 0; k < s->run->frames; k++)
    for (size_t b = 0; b < system->bodies; b++)
      include(&f, seen(s, motion_at(s, &s->run->frame[k], b).pose.x),
              solid_radius(&system->body[b], 0));
  if (walls) {
    include(&f, seen(s, walls->low), 0);
    include(&f, seen(s, walls->high), 0);
  }
  s->centre =
      pn_vec3_make((f.low[0] + f.high[0]) / 2, (f.low[1] + f.high[1]) / 2,
                   (f.low[2] + f.high[2]) / 2);
  s->size = 0;
  for (int i = 0; i < 3; i++)
    s->size = fmax(s->size, f.high[i] - f.low[i]);
  s->size = s->size > 0 ? s->size * (1 + margin) : 1;
}

/* Arrows of the usual force, the root mean square, get the usual length. */
static void set_newton(stage *s)
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
  s->newton = usual > 0 ? arrow_usual * s->size / usual : 0;
}

static stage stage_of(const joints_run *run)
{
  stage s = {.run = run, .view = solid_view_of(run->of->system)};
  set_cube(&s);
  set_newton(&s);
  return s;
}

static void set_scene(pn_plot *plot, const stage *s)
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

/* The data block of the bodies of one colour. */
static void solids(pn_plot *plot, const stage *s, const joints_frame *frame,
                   size_t colour)
{
  const pn_system *system = s->run->of->system;
  pn_plot_printf(plot, "$SOLID%zu << EOD\n", colour);
  for (size_t b = colour; b < system->bodies; b += COLOURS)
    solid_draw(plot, &s->view, &system->body[b], motion_at(s, frame, b).pose,
               thinnest * s->size);
  pn_plot_printf(plot, "EOD\n");
}

/* Many bodies: each a line along its x axis. */
static void lines(pn_plot *plot, const stage *s, const joints_frame *frame)
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
static void forces(pn_plot *plot, const stage *s, const joints_frame *frame)
{
  pn_assembly *assembly = s->run->simulation->dynamics->assembly;
  pn_assembly_set(assembly, frame->y);
  for (size_t j = 0; j < s->run->of->system->joints; j++) {
    const pn_wrench on_child = pn_joint_wrench(assembly, frame->lambda, j, 1);
    const pn_vec3 from = seen(s, on_child.point);
    const pn_vec3 force = seen(s, on_child.force);
    const double length = pn_vec3_norm(force) * s->newton;
    const double cut = fmin(1, arrow_max * s->size / fmax(length, 1e-300));
    const pn_vec3 to = pn_vec3_add_scaled(from, cut * s->newton, force);
    pn_plot_printf(plot,
                   "set label '' at %.6g,%.6g,%.6g point pt 7 ps 0.5 lc "
                   "'#303030' front\n",
                   from.x, from.y, from.z);
    if (length > thinnest * s->size)
      pn_plot_printf(plot,
                     "set arrow from %.6g,%.6g,%.6g to %.6g,%.6g,%.6g lw 2 lc "
                     "'#009e73' front\n",
                     from.x, from.y, from.z, to.x, to.y, to.z);
  }
}

/* The paths of the centres of mass up to the end. */
static void paths(pn_plot *plot, const stage *s)
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
static void box(pn_plot *plot, const stage *s)
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

static void draw_state(pn_plot *plot, const stage *s, const joints_frame *frame,
                       int with_paths)
{
  const pn_system *system = s->run->of->system;
  const int many = system->bodies > SOLIDS_MAX;
  pn_plot_printf(plot, "unset arrow\nunset label\n");
  if (!many)
    forces(plot, s, frame);
  if (many)
    lines(plot, s, frame);
  for (size_t c = 0; c < COLOURS && c < system->bodies && !many; c++)
    solids(plot, s, frame, c);
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
    pn_plot_printf(plot, "$LINES with lines lw 1 lc '%s', ", colours[0]);
  for (size_t c = 0; c < COLOURS && c < system->bodies && !many; c++)
    pn_plot_printf(plot, "$SOLID%zu with polygons fs solid fc rgb '%s', ", c,
                   colours[c]);
  pn_plot_printf(plot, "NaN notitle\n");
}

static void draw_still(pn_plot *plot, const stage *s)
{
  plot->width = WIDTH;
  plot->height = HEIGHT;
  joints_course_data(plot, s->run);
  pn_plot_printf(plot, "set multiplot\nset origin 0,0\nset size 0.5,1\n"
                       "set lmargin 0\nset rmargin 0\nset bmargin 0\n");
  set_scene(plot, s);
  draw_state(plot, s, joints_run_last(s->run),
             s->run->of->system->bodies <= PATHS_MAX);
  pn_plot_printf(plot, "set origin 0.5,0\nset size 0.5,1\nset lmargin -1\n"
                       "set rmargin -1\nset bmargin -1\n");
  joints_course_draw(plot);
  pn_plot_printf(plot, "unset multiplot\n");
}

static void draw_moving(pn_plot *plot, const stage *s)
{
  const joints_run *run = s->run;
  const double wanted = run->simulation->t / frame_time;
  const double frames =
      fmin(fmin(FRAMES_MAX, (double)run->frames), fmax(2, floor(wanted) + 1));
  plot->width = MOVING_WIDTH;
  plot->height = MOVING_HEIGHT;
  set_scene(plot, s);
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
  const stage s = stage_of(run);
  if (pn_plot_moves(&plot))
    draw_moving(&plot, &s);
  else
    draw_still(&plot, &s);
  return pn_plot_close(&plot, error);
}
