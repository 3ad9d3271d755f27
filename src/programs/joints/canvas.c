/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/joints/canvas.h"

#include "programs/joints/bars.h"
#include "programs/text.h"

#include <math.h>

/* [pixel] */
enum { WIDTH = 1000, HEIGHT = 480, MOVING_WIDTH = 640, MOVING_HEIGHT = 520 };

/* Parts of the cube's size: the least thickness, the margin. */
static const double thinnest = 0.012, margin = 0.05;

/* Bodies take these colours in turn (Okabe and Ito 2008, lightened). */
static const char *const colours[] = {"#56b4e9", "#e69f00", "#66c2a5",
                                      "#cc79a7", "#f0e442", "#8da0cb"};
enum { COLOURS = sizeof colours / sizeof colours[0] };

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

canvas canvas_make(const pn_system *system)
{
  canvas s = {.system = system,
              .view = solid_view_of(system),
              .low = {INFINITY, INFINITY, INFINITY},
              .high = {-INFINITY, -INFINITY, -INFINITY}};
  for (size_t k = 0; k < system->springs; k++)
    for (int end = 0; end < 2; end++)
      if (system->spring[k].body[end] == PN_WORLD)
        include(&s, system->spring[k].point[end], 0);
  return s;
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

/* Writes a line of the world from one point to the other. */
static void draw_line(pn_plot *plot, const canvas *s, pn_vec3 from, pn_vec3 to)
{
  const pn_vec3 end[] = {canvas_point(s, from), canvas_point(s, to)};
  for (int k = 0; k < 2; k++)
    pn_plot_row(plot, 3, (double[]){end[k].x, end[k].y, end[k].z});
  pn_plot_printf(plot, "\n\n"); /* no surface */
}

/* Returns the side of the floor's squares [m]. */
static double square(const canvas *s)
{
  return round_up(s->size / 6);
}

/* Writes the floor just above the lowest plane of the cube. */
static void write_floor(pn_plot *plot, const canvas *s)
{
  const double side = square(s);
  const int squares = (int)(s->size / 2 / side); /* at most 3 */
  const double half = squares * side;
  const double z = s->centre.z - 0.499 * s->size;
  pn_plot_printf(plot, "$FLOOR << EOD\n");
  for (int k = -squares; k <= squares; k++)
    for (int axis = 0; axis < 2; axis++) {
      const double at = k * side;
      for (int end = -1; end <= 1; end += 2)
        pn_plot_row(plot, 3,
                    (double[]){s->centre.x + (axis == 0 ? at : end * half),
                               s->centre.y + (axis == 0 ? end * half : at), z});
      pn_plot_printf(plot, "\n\n"); /* no surface */
    }
  pn_plot_printf(plot, "EOD\n");
}

/* Returns the pose of a body in a state, or of the world. */
static pn_pose pose_of(const canvas *s, const double *y, size_t body)
{
  const pn_pose world = {{0, 0, 0}, pn_quat_identity()};
  return body == PN_WORLD ? world : pn_state_motion(s->system, y, body).pose;
}

/* Writes the wire x = cos y of the joint's parent, as long as the picture. */
static void draw_wire(pn_plot *plot, const canvas *s, pn_pose parent)
{
  enum { PIECES = 60 };
  pn_vec3 last = {0, 0, 0};
  for (int k = 0; k <= PIECES; k++) {
    const double at = s->size * ((double)k / PIECES - 0.5);
    const pn_vec3 middle = pn_pose_local(
        parent, pn_mat3_apply_transposed(s->view.turn, s->centre));
    const double along = middle.y + at;
    const pn_vec3 point =
        pn_pose_point(parent, pn_vec3_make(cos(along), along, middle.z));
    if (k > 0)
      draw_line(plot, s, last, point);
    last = point;
  }
}

/* Writes a spring as a zigzag between its ends, in the plane of the picture. */
static void draw_spring(pn_plot *plot, const canvas *s, pn_vec3 from,
                        pn_vec3 to)
{
  enum { CORNERS = 16, STRAIGHT = 2 }; /* of which STRAIGHT at each end */
  const pn_vec3 a = canvas_point(s, from), b = canvas_point(s, to);
  const pn_vec3 depth = {0, 1, 0};
  const pn_vec3 side =
      pn_vec3_normalize(pn_vec3_cross(pn_vec3_sub(b, a), depth));
  for (int k = 0; k <= CORNERS; k++) {
    const int is_straight = k < STRAIGHT || k > CORNERS - STRAIGHT;
    const double away = is_straight ? 0 : (k % 2 ? 1 : -1) * canvas_thinnest(s);
    const pn_vec3 at = pn_vec3_add_scaled(
        pn_vec3_add_scaled(a, (double)k / CORNERS, pn_vec3_sub(b, a)), away,
        side);
    pn_plot_row(plot, 3, (double[]){at.x, at.y, at.z});
  }
  pn_plot_printf(plot, "\n\n"); /* no surface */
}

/* Writes the springs as lines, in a data block that is never empty. */
static void write_springs(pn_plot *plot, const canvas *s, const double *y)
{
  pn_plot_printf(plot, "$SPRINGS << EOD\nNaN NaN NaN\n"); /* never empty */
  for (size_t k = 0; k < s->system->springs; k++) {
    const pn_spring *spring = &s->system->spring[k];
    draw_spring(
        plot, s,
        pn_pose_point(pose_of(s, y, spring->body[0]), spring->point[0]),
        pn_pose_point(pose_of(s, y, spring->body[1]), spring->point[1]));
  }
  pn_plot_printf(plot, "EOD\n");
}

/* Writes bars that are no bodies, and wires. */
static void write_bars(pn_plot *plot, const canvas *s, const double *y)
{
  const pn_system *system = s->system;
  joints_bar bar;
  pn_plot_printf(plot, "$BARS << EOD\nNaN NaN NaN\n"); /* never empty */
  for (size_t k = 0; k <= system->joints; k++)
    if (joints_bar_get(system, k, &bar))
      draw_line(plot, s,
                pn_pose_point(pose_of(s, y, bar.body[0]), bar.point[0]),
                pn_pose_point(pose_of(s, y, bar.body[1]), bar.point[1]));
  for (size_t j = 0; j < system->joints; j++)
    if (system->joint[j].type == pn_joint_cosine_wire)
      draw_wire(plot, s, pose_of(s, y, system->joint[j].parent));
  pn_plot_printf(plot, "EOD\n");
}

/* Writes the points of the joints to the world, in a data block that is never
   empty. */
static void write_pivots(pn_plot *plot, const canvas *s)
{
  pn_vec3 pivot;
  pn_plot_printf(plot, "$PIVOTS << EOD\nNaN NaN NaN\n"); /* never empty */
  for (size_t j = 0; j < s->system->joints; j++)
    if (joints_is_pivot(&s->system->joint[j], &pivot)) {
      const pn_vec3 x = canvas_point(s, pivot);
      pn_plot_row(plot, 3, (double[]){x.x, x.y, x.z});
    }
  pn_plot_printf(plot, "EOD\n");
}

void canvas_ground_data(pn_plot *plot, const canvas *s, const double *y)
{
  write_floor(plot, s);
  write_bars(plot, s, y);
  write_springs(plot, s, y);
  write_pivots(plot, s);
}

void canvas_ground_draw(pn_plot *plot)
{
  pn_plot_printf(plot, "$FLOOR with lines lw 0.5 lc '#cccccc', "
                       "$BARS with lines lw 3 lc '#808080', "
                       "$SPRINGS with lines lw 1.5 lc '#606060', "
                       "$PIVOTS with points pt 9 ps 1.5 lc '#606060', ");
}

void canvas_caption(pn_plot *plot, const canvas *s, double newton)
{
  pn_plot_printf(plot, "set label 'squares of %g m", square(s));
  if (newton > 0)
    pn_plot_printf(plot, "; arrows: forces of joints, %.3g N for a square",
                   square(s) / newton);
  pn_plot_printf(plot, "' at screen 0.01,0.03 tc rgb '#606060'\n");
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
