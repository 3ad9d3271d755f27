/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The graph of bodies and joints, where they are at the start. */
#include "programs/eliminate/eliminate.h"

#include "programs/joints/solid.h"

#include <math.h>

/* The direction of view: turned about the vertical, then raised; raised more
   for a graph that lies flat. */
static const double azimuth = 0.5, usual_elevation = 0.4, high_elevation = 1.1;

/* A graph lies flat if it is lower than this part of its width. */
static const double flat = 0.3;

/* Empty border of the graph, as a part of it. */
static const double margin = 0.1;

typedef struct {
  double x, y;
} point;

typedef struct {
  pn_mat3 turn;     /* world to picture, z up */
  double elevation; /* seen from so high [rad] */
} eye;

/* Returns where a point of the world is in the picture. */
static point seen(const eye *view, pn_vec3 x)
{
  const pn_vec3 p = pn_mat3_apply(view->turn, x);
  const double right = p.x * cos(azimuth) + p.y * sin(azimuth);
  const double away = p.y * cos(azimuth) - p.x * sin(azimuth);
  return (point){right,
                 p.z * cos(view->elevation) + away * sin(view->elevation)};
}

/* Returns a view of the scene from the side, or from above if it is flat. */
static eye eye_of(const pn_system *system)
{
  eye view = {solid_view_of(system).turn, usual_elevation};
  double low[3] = {INFINITY, INFINITY, INFINITY};
  double high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_vec3 p = pn_mat3_apply(view.turn, system->body[b].pose.x);
    const double x[] = {p.x, p.y, p.z};
    for (int i = 0; i < 3; i++) {
      low[i] = fmin(low[i], x[i]);
      high[i] = fmax(high[i], x[i]);
    }
  }
  if (high[2] - low[2] < flat * fmin(high[0] - low[0], high[1] - low[1]))
    view.elevation = high_elevation;
  return view;
}

/* Returns one of the two points of a joint, which coincide unless it keeps them
   apart. */
static pn_vec3 end_of(const pn_system *system, const pn_joint *joint, int side)
{
  const size_t body = side ? joint->child : joint->parent;
  return pn_pose_point(pn_system_pose(system, body), joint->point[side]);
}

/* Sets the plot's ranges to the square that holds all. */
static void set_ranges(pn_plot *plot, const pn_system *system, const eye *view)
{
  point low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
  for (size_t k = 0; k < system->bodies + 2 * system->joints; k++) {
    const size_t side = k - system->bodies;
    const point p =
        k < system->bodies
            ? seen(view, system->body[k].pose.x)
            : seen(view, end_of(system, &system->joint[side / 2], side % 2));
    low = (point){fmin(low.x, p.x), fmin(low.y, p.y)};
    high = (point){fmax(high.x, p.x), fmax(high.y, p.y)};
  }
  const double size = fmax(high.x - low.x, high.y - low.y);
  const double half = (0.5 + margin) * (size > 0 ? size : 1);
  const point c = {(low.x + high.x) / 2, (low.y + high.y) / 2};
  pn_plot_printf(plot, "set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n",
                 c.x - half, c.x + half, c.y - half, c.y + half);
}

/* Writes a line for each joint: from a body, by the joint's two points, to the
   other. */
static void links(pn_plot *plot, const pn_system *system, const eye *view)
{
  pn_plot_printf(plot, "$LINK << EOD\n");
  for (size_t j = 0; j < system->joints; j++) {
    const pn_joint *joint = &system->joint[j];
    const size_t body[] = {joint->parent, joint->child};
    for (int side = 0; side < 2; side++) {
      const point p = seen(view, end_of(system, joint, side));
      const point b = seen(view, pn_system_pose(system, body[side]).x);
      const point first = side ? p : b, second = side ? b : p;
      if (body[side] != PN_WORLD || side)
        pn_plot_row(plot, 2, (double[]){first.x, first.y});
      if (body[side] != PN_WORLD || !side)
        pn_plot_row(plot, 2, (double[]){second.x, second.y});
    }
    if (joint->type->has_third) { /* a line of its own */
      const point p = seen(view, end_of(system, joint, 1));
      const point b = seen(view, pn_system_pose(system, joint->third).x);
      pn_plot_printf(plot, "\n");
      pn_plot_row(plot, 2, (double[]){p.x, p.y});
      pn_plot_row(plot, 2, (double[]){b.x, b.y});
    }
    pn_plot_printf(plot, "\n");
  }
  pn_plot_printf(plot, "EOD\n");
}

/* Writes where the joints, the bodies and the points of the world are; and for
   joints, and bodies that are kept, their rank from 1. */
static void vertices(pn_plot *plot, const eliminate_run *run, const eye *view)
{
  const pn_system *system = run->system;
  pn_plot_printf(plot, "$JOINT << EOD\n");
  for (size_t j = 0; j < system->joints; j++) {
    const point p = seen(view, end_of(system, &system->joint[j], 1));
    pn_plot_row(plot, 3,
                (double[]){p.x, p.y, (double)run->matrix->joint_row[j] + 1});
  }
  pn_plot_printf(plot, "EOD\n$BODY << EOD\n");
  for (size_t b = 0; b < system->bodies; b++) {
    const point p = seen(view, system->body[b].pose.x);
    pn_plot_row(plot, 2, (double[]){p.x, p.y});
  }
  pn_plot_printf(plot, "EOD\n$KEPT << EOD\n");
  for (size_t b = 0; b < system->bodies; b++) {
    const point p = seen(view, system->body[b].pose.x);
    const size_t row = run->matrix->body_row[b];
    if (row != PN_NO_ROW)
      pn_plot_row(plot, 3, (double[]){p.x, p.y, (double)row + 1});
  }
  pn_plot_printf(plot, "EOD\n$WORLD << EOD\n");
  for (size_t j = 0; j < system->joints; j++)
    for (int side = 0; side < 2; side++)
      if ((side ? system->joint[j].child : system->joint[j].parent) ==
          PN_WORLD) {
        const point p = seen(view, end_of(system, &system->joint[j], side));
        pn_plot_row(plot, 2, (double[]){p.x, p.y});
      }
  pn_plot_printf(plot, "EOD\n");
}

void eliminate_graph_data(pn_plot *plot, const eliminate_run *run)
{
  const eye view = eye_of(run->system);
  links(plot, run->system, &view);
  vertices(plot, run, &view);
}

/* Tells whether a joint holds to the world: else the block of its points would
   be empty. */
static int has_world(const pn_system *system)
{
  for (size_t j = 0; j < system->joints; j++)
    if (system->joint[j].parent == PN_WORLD ||
        system->joint[j].child == PN_WORLD)
      return 1;
  return 0;
}

void eliminate_graph_draw(pn_plot *plot, const eliminate_run *run)
{
  const eye view = eye_of(run->system);
  set_ranges(plot, run->system, &view);
  const size_t blocks = run->matrix->A->blocks;
  const int named = blocks <= ELIMINATE_NAMED_MAX,
            keeps = run->matrix->kept > 0;
  pn_plot_printf(plot,
                 "set cbrange [1:%zu]\nplot $LINK with lines lc '#bbbbbb' "
                 "lw 1.5, ",
                 blocks > 1 ? blocks : 2);
  if (has_world(run->system))
    pn_plot_printf(plot, "$WORLD with points pt 8 ps %g lc '#606060' lw 1.5, ",
                   named ? 2.6 : 1.2);
  pn_plot_printf(plot, "$BODY using 1:2 with points pt 7 ps %g lc '#d5dde3', ",
                 named ? 2.0 : 0.5);
  if (keeps)
    pn_plot_printf(plot,
                   "$KEPT using 1:2:3 with points pt 6 ps %g lw 2 lc palette, ",
                   named ? 2.0 : 0.5);
  pn_plot_printf(plot, "$JOINT using 1:2:3 with points pt 7 ps %g lc palette",
                 named ? 0.8 : 0.4);
  if (named && keeps)
    pn_plot_printf(plot, ", $KEPT using 1:2:(sprintf('%%d', $3)) with labels "
                         "font ',8'");
  if (named)
    pn_plot_printf(plot, ", $JOINT using 1:2:(sprintf('%%d', $3)) with labels "
                         "offset 0.7,0.5 font ',9'");
  pn_plot_printf(plot, "\n");
}
