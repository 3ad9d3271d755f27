/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/joints/solid.h"

#include <gsl/gsl_math.h>

/* Sides of round bodies, unless the view has another number; a sphere has half
   as many rings. */
enum { SIDES = 12, SIDES_MAX = 24 };

/* What the faces are drawn with. */
typedef struct {
  pn_plot *plot;
  const solid_view *view;
  pn_pose pose;
} pencil;

solid_view solid_view_of(const pn_system *system)
{
  static const pn_mat3 turns[] = {{{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}},
                                  {{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}},
                                  {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
  const pn_vec3 g = system->gravity;
  const double down[] = {g.x, g.y, g.z};
  int up = 1;
  for (int k = 0; k < 3; k++)
    if (fabs(down[k]) > fabs(down[up]))
      up = k;
  solid_view view = {turns[up], SIDES};
  if (down[up] > 0) /* weight pulls along the axis: upside down */
    for (int k = 0; k < 3; k++) {
      view.turn.m[0][k] *= -1;
      view.turn.m[2][k] *= -1;
    }
  return view;
}

/* Writes the closed outline of a face, given in the body's frame. */
static void draw_face(const pencil *p, size_t corners, const pn_vec3 *corner)
{
  for (size_t k = 0; k <= corners; k++) { /* closed */
    const pn_vec3 x = pn_mat3_apply(
        /* NOLINTNEXTLINE(*-core.DivideZero): a face has corners */
        p->view->turn, pn_pose_point(p->pose, corner[k % corners]));
    pn_plot_row(p->plot, 3, (double[]){x.x, x.y, x.z});
  }
  pn_plot_printf(p->plot, "\n\n");
}

/* Draws the six faces of a box with these edges. */
static void draw_box(const pencil *p, double a, double b, double c)
{
  const double half[] = {a / 2, b / 2, c / 2};
  static const double square[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  for (int axis = 0; axis < 3; axis++)
    for (int side = -1; side <= 1; side += 2) {
      pn_vec3 corner[4];
      for (int k = 0; k < 4; k++) {
        double x[3];
        x[axis] = side * half[axis];
        x[(axis + 1) % 3] = square[k][0] * half[(axis + 1) % 3];
        x[(axis + 2) % 3] = square[k][1] * half[(axis + 2) % 3];
        corner[k] = pn_vec3_make(x[0], x[1], x[2]);
      }
      draw_face(p, 4, corner);
    }
}

/* Returns corner k of the polygon of this radius around the x axis. */
static pn_vec3 around(const pencil *p, double x, double radius, int k)
{
  const double angle = 2 * M_PI * k / p->view->sides;
  return pn_vec3_make(x, radius * cos(angle), radius * sin(angle));
}

/* Draws the surface between two circles around the x axis. */
static void draw_band(const pencil *p, double x0, double r0, double x1,
                      double r1)
{
  for (int k = 0; k < p->view->sides; k++) {
    const pn_vec3 corner[4] = {around(p, x0, r0, k), around(p, x0, r0, k + 1),
                               around(p, x1, r1, k + 1), around(p, x1, r1, k)};
    draw_face(p, 4, corner);
  }
}

/* Draws a cylinder along x: its band, then both ends. */
static void draw_cylinder(const pencil *p, double length, double radius)
{
  draw_band(p, -length / 2, radius, length / 2, radius);
  for (int side = -1; side <= 1; side += 2) {
    pn_vec3 corner[SIDES_MAX];
    for (int k = 0; k < p->view->sides; k++)
      corner[k] = around(p, side * length / 2, radius, k);
    draw_face(p, (size_t)p->view->sides, corner);
  }
}

/* Draws two half spheres and the cylinder between them. */
static void draw_capsule(const pencil *p, double length, double radius)
{
  if (length > 0)
    draw_band(p, -length / 2, radius, length / 2, radius);
  const int rings = p->view->sides / 2;
  for (int side = -1; side <= 1; side += 2)
    for (int k = 0; k < rings / 2; k++) {
      const double a = M_PI * k / rings, b = M_PI * (k + 1) / rings;
      draw_band(p, side * (length / 2 + radius * sin(a)), radius * cos(a),
                side * (length / 2 + radius * sin(b)), radius * cos(b));
    }
}

double solid_radius(const pn_body *body, double least)
{
  const double *s = body->size;
  if (body->shape == pn_shape_box)
    return fmax(s[0], fmax(s[1], s[2])) / 2;
  if (body->shape == pn_shape_cylinder)
    return fmax(s[0] / 2, s[1]);
  if (body->shape == pn_shape_capsule)
    return s[0] / 2 + s[1];
  if (body->shape == pn_shape_rod)
    return s[0] / 2;
  return body->shape == pn_shape_sphere ? s[0] : least;
}

void solid_draw(pn_plot *plot, const solid_view *view, const pn_body *body,
                pn_pose pose, double least)
{
  const pencil p = {plot, view, pose};
  const double *s = body->size;
  if (body->shape == pn_shape_box)
    draw_box(&p, fmax(s[0], least), fmax(s[1], least), fmax(s[2], least));
  else if (body->shape == pn_shape_cylinder)
    draw_cylinder(&p, fmax(s[0], least), fmax(s[1], least / 2));
  else if (body->shape == pn_shape_capsule)
    draw_capsule(&p, s[0], fmax(s[1], least / 2));
  else if (body->shape == pn_shape_rod)
    draw_cylinder(&p, s[0], least / 2);
  else if (body->shape == pn_shape_sphere)
    draw_capsule(&p, 0, fmax(s[0], least));
  else
    draw_capsule(&p, 0, least); /* a point, or a body without shape */
}
