/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Rigid bodies as solids: each geom with its faces; over a still picture the
   chains of force, a bar from the middle of each body to its contacts, as wide
   as the impulse there is great. */
#include "programs/contact/kind.h"

#include "programs/joints/solid.h"
#include "programs/text.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* [pixel]; a still picture has the bodies beside the curves. */
enum { WIDTH = 1100, HEIGHT = 520, MOVING = 560 };

/* With more geoms, round ones have this many sides in an animation. */
enum { MANY_GEOMS = 60, FEW_SIDES = 8 };

/* Balls without edges have this many sides in a still picture. */
enum { BALL_SIDES = 24 };

/* White space around everything, as a fraction of its size. */
static const double margin = 0.02;

/* How large gnuplot draws: more where the height is a small fraction of the
   width. */
static const double flat = 0.4, zoom_flat = 1.6, zoom_high = 1.5;

/* The bars of the chains of force have one of these widths [pixel], the last of
   the greatest impulse; narrower ones are left out. */
enum { WIDTHS = 6 };

/* Bodies take these colours in turn (Okabe and Ito 2008, lightened). */
static const char *const colours[] = {"#56b4e9", "#e69f00", "#66c2a5",
                                      "#cc79a7", "#f0e442", "#8da0cb"};
enum { COLOURS = sizeof colours / sizeof colours[0] };

typedef struct {
  const contact_run *run;
  solid_view view;
  double zoom;            /* of gnuplot's view */
  double low[3], high[3]; /* what holds all bodies, in the picture [m] */
} view;

/* Returns a geom as a body that can be drawn, and where it is. */
static pn_body drawn_as(const view *v, const pn_geom *geom, const double *y,
                        pn_pose *pose)
{
  pn_body body = {.shape = geom->shape};
  memcpy(body.size, geom->size, sizeof body.size);
  *pose = geom->pose;
  if (geom->body != PN_WORLD) {
    const pn_pose at =
        pn_state_motion(v->run->bodies->system, y, geom->body).pose;
    *pose = (pn_pose){pn_pose_point(at, geom->pose.x),
                      pn_quat_multiply(at.q, geom->pose.q)};
  }
  return body;
}

/* Enlarges the box of the picture to hold the state y. */
static void include(view *v, const double *y)
{
  for (size_t k = 0; k < v->run->bodies->geoms; k++) {
    const pn_geom *geom = &v->run->bodies->geom[k];
    if (geom->shape == pn_geom_plane)
      continue;
    pn_pose pose;
    const pn_body body = drawn_as(v, geom, y, &pose);
    const pn_vec3 p = pn_mat3_apply(v->view.turn, pose.x);
    const double x[] = {p.x, p.y, p.z}, r = solid_radius(&body, 0);
    for (int i = 0; i < 3; i++) {
      v->low[i] = fmin(v->low[i], x[i] - r);
      v->high[i] = fmax(v->high[i], x[i] + r);
    }
  }
}

/* Returns a view that holds all bodies at all times. */
static view view_of(const contact_run *run)
{
  view v = {.run = run,
            .view = solid_view_of(run->bodies->system),
            .low = {INFINITY, INFINITY, INFINITY},
            .high = {-INFINITY, -INFINITY, -INFINITY}};
  const size_t dimension = run->dimension;
  include(&v, run->state);
  for (size_t k = 0; k < run->pictures; k++)
    include(&v, run->picture + k * dimension);
  /* What is high is drawn amid as much width as it has height. */
  const double height = v.high[2] - v.low[2];
  for (int i = 0; i < 3; i++) {
    const double narrow = fmax(0, height - (v.high[i] - v.low[i]));
    const double space = margin * height + narrow / 2;
    v.low[i] -= space;
    v.high[i] += space;
  }
  v.zoom = height < flat * (v.high[0] - v.low[0]) ? zoom_flat : zoom_high;
  return v;
}

/* Tells whether all that moves is balls, whose facets are not to be seen. */
static int all_round(const view *v)
{
  for (size_t k = 0; k < v->run->bodies->geoms; k++) {
    const pn_geom *geom = &v->run->bodies->geom[k];
    if (geom->body != PN_WORLD && geom->shape != pn_shape_sphere)
      return 0;
  }
  return 1;
}

/* Sets up gnuplot for shaded solids in the space that the view holds. */
static void set_scene(pn_plot *plot, const view *v)
{
  pn_plot_printf(plot,
                 "set view 70,25,%.6g\nset view equal xyz\n"
                 "set pm3d depthorder %s\n"
                 "set pm3d lighting primary 0.4 specular 0.1\n"
                 "unset key\nunset border\nunset tics\nunset grid\n"
                 "unset xlabel\nunset ylabel\nset xyplane at %.17g\n"
                 "set xrange [%.17g:%.17g]\nset yrange [%.17g:%.17g]\n"
                 "set zrange [%.17g:%.17g]\n",
                 v->zoom, all_round(v) ? "" : "border lc '#303030' lw 0.3",
                 v->low[2], v->low[0], v->high[0], v->low[1], v->high[1],
                 v->low[2], v->high[2]);
}

/* Writes the edge of the ground, where it is level: with all digits, because
   gnuplot leaves out what is beyond its ranges. */
static void ground(pn_plot *plot, const view *v)
{
  static const int corner[][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}};
  pn_plot_printf(plot, "$GROUND << EOD\n");
  for (size_t k = 0; k < sizeof corner / sizeof corner[0]; k++)
    pn_plot_printf(plot, "%.17g %.17g %.17g\n",
                   corner[k][0] ? v->high[0] : v->low[0],
                   corner[k][1] ? v->high[1] : v->low[1], v->low[2]);
  pn_plot_printf(plot, "EOD\n");
}

/* Writes the data block of the bodies of one colour; what does not move has a
   colour of its own, number COLOURS. */
static void solids(pn_plot *plot, const view *v, const double *y, size_t colour)
{
  pn_plot_printf(plot, "$SOLID%zu << EOD\n", colour);
  for (size_t k = 0; k < v->run->bodies->geoms; k++) {
    const pn_geom *geom = &v->run->bodies->geom[k];
    const size_t own = geom->body == PN_WORLD ? COLOURS : geom->body % COLOURS;
    if (geom->shape == pn_geom_plane || own != colour)
      continue;
    pn_pose pose;
    const pn_body body = drawn_as(v, geom, y, &pose);
    solid_draw(plot, &v->view, &body, pose, 0);
  }
  pn_plot_printf(plot, "EOD\n");
}

/* Tells whether any geom has that colour. */
static int has_colour(const view *v, size_t colour)
{
  if (colour < COLOURS)
    return colour < v->run->bodies->system->bodies;
  for (size_t k = 0; k < v->run->bodies->geoms; k++)
    if (v->run->bodies->geom[k].body == PN_WORLD &&
        v->run->bodies->geom[k].shape != pn_geom_plane)
      return 1;
  return 0;
}

/* Draws the bodies at one time on their ground. */
static void draw_state(pn_plot *plot, const view *v, const double *y,
                       double time)
{
  ground(plot, v);
  for (size_t c = 0; c <= COLOURS; c++)
    if (has_colour(v, c))
      solids(plot, v, y, c);
  pn_plot_printf(plot,
                 "set title 't = %.2f s'\n"
                 "splot $GROUND with lines lw 0.5 lc '#999999'",
                 time);
  for (size_t c = 0; c <= COLOURS; c++)
    if (has_colour(v, c))
      pn_plot_printf(plot, ", $SOLID%zu with polygons fs solid fc rgb '%s'", c,
                     c < COLOURS ? colours[c] : "#bbbbbb");
  pn_plot_printf(plot, "\n");
}

/* What two bodies do to each other in a step. */
typedef struct {
  size_t body[2];
  pn_vec3 point;  /* where, in the middle of their contacts [m] */
  double impulse; /* the sum of theirs [N s] */
} force;

/* Adds up the contacts from c on that are of the same bodies. Returns the
   contact after them. */
static size_t add_up(const pn_world *world, size_t c, force *of)
{
  const pn_contact *at = world->collision->contact;
  const size_t rows = pn_world_contact_rows(world);
  *of = (force){.body = {at[c].body[0], at[c].body[1]}};
  for (; c < world->collision->contacts && at[c].body[0] == of->body[0] &&
         at[c].body[1] == of->body[1];
       c++) {
    const double *lambda =
        /* NOLINTNEXTLINE(*-core.NullDereference): contacts have a solver */
        world->solver->lambda + pn_world_joint_rows(world) + rows * c;
    double square = 0;
    for (size_t k = 0; k < rows; k++)
      square += lambda[k] * lambda[k];
    of->point = pn_vec3_add_scaled(of->point, sqrt(square), at[c].point);
    of->impulse += sqrt(square);
  }
  if (of->impulse > 0)
    of->point = pn_vec3_scale(1 / of->impulse, of->point);
  return c;
}

/* Writes a bar from the middle of a body to p, if that body moves. */
static void bar(pn_plot *plot, const view *v, size_t body, pn_vec3 p)
{
  const pn_system *system = v->run->bodies->system;
  if (body >= system->bodies)
    return;
  const pn_vec3 x = pn_state_motion(system, v->run->state, body).pose.x;
  const pn_vec3 from = pn_mat3_apply(v->view.turn, x),
                to = pn_mat3_apply(v->view.turn, p);
  pn_plot_row(plot, 3, (double[]){from.x, from.y, from.z});
  pn_plot_row(plot, 3, (double[]){to.x, to.y, to.z});
  pn_plot_printf(plot, "\n\n");
}

/* Writes the bars of one width as a data block. Returns whether there are any.
 */
static int write_bars(pn_plot *plot, const view *v, int width, double greatest)
{
  const pn_world *world = v->run->world;
  int some = 0;
  pn_plot_printf(plot, "$FORCE%d << EOD\n", width);
  for (size_t c = 0; c < world->collision->contacts;) {
    force of;
    c = add_up(world, c, &of);
    if ((int)round(WIDTHS * of.impulse / greatest) != width)
      continue;
    bar(plot, v, of.body[0], of.point);
    bar(plot, v, of.body[1], of.point);
    some = 1;
  }
  pn_plot_printf(plot, "EOD\n");
  return some;
}

/* Draws the chains of force of the last step over the bodies. The title keeps
   its room, so that both have one scale. */
static void draw_forces(pn_plot *plot, const view *v)
{
  const pn_world *world = v->run->world;
  double greatest = 0;
  int some[WIDTHS + 1];
  for (size_t c = 0; world->solver && c < world->collision->contacts;) {
    force of;
    c = add_up(world, c, &of);
    greatest = fmax(greatest, of.impulse);
  }
  if (!(greatest > 0))
    return;
  for (int w = 1; w <= WIDTHS; w++)
    some[w] = write_bars(plot, v, w, greatest);
  pn_plot_printf(plot, "set title ' '\nsplot $GROUND with lines lw 0.5 "
                       "lc '#999999'");
  for (int w = 1; w <= WIDTHS; w++)
    if (some[w])
      pn_plot_printf(plot, ", $FORCE%d with lines lw %d lc rgb '#d55e00'", w,
                     w);
  pn_plot_printf(plot, "\n");
}

/* Draws contacts and residual against time. */
static void draw_history(pn_plot *plot, const contact_run *run)
{
  pn_plot_printf(plot, "$HISTORY << EOD\n");
  for (size_t k = 0; k < run->kept; k++) {
    const pn_step_info *info = &run->history[k];
    pn_plot_row(plot, 3,
                (double[]){info->time, (double)info->contacts,
                           logarithmic(info->residual.scaled.inf, 1)});
  }
  pn_plot_printf(
      plot,
      "EOD\nunset title\nset border\nset tics\nset grid\n"
      "set autoscale\nset yrange [0:*]\nset logscale y2\nset ytics nomirror\n"
      "set y2tics\nset format y2 '10^{%%T}'\n"
      "set xlabel 't [s]'\nset ylabel 'contacts'\n"
      "set key outside top center horizontal\n"
      "plot $HISTORY using 1:2 with lines lt %d title 'contacts', "
      "'' using 1:3 axes x1y2 with lines lt %d "
      "title 'residual  [m/s]'\n",
      PN_PLOT_BLUE, PN_PLOT_RED);
}

/* Draws the last state, its forces, and the course of the run. */
static void draw_still(pn_plot *plot, view *v)
{
  if (all_round(v))
    v->view.sides = BALL_SIDES;
  plot->width = WIDTH;
  plot->height = HEIGHT;
  pn_plot_printf(plot, "set multiplot\nset origin 0,0\nset size 0.55,1\n"
                       "set lmargin 0\nset rmargin 0\nset bmargin 0\n");
  set_scene(plot, v);
  draw_state(plot, v, v->run->state, v->run->info->time);
  draw_forces(plot, v);
  pn_plot_printf(plot, "set origin 0.55,0\nset size 0.45,1\n"
                       "set lmargin -1\nset rmargin -1\nset bmargin -1\n");
  draw_history(plot, v->run);
  pn_plot_printf(plot, "unset multiplot\n");
}

/* Draws the kept states one after the other, with fewer sides where there are
   many bodies. */
static void draw_moving(pn_plot *plot, view *v)
{
  const size_t dimension = v->run->dimension;
  plot->width = plot->height = MOVING;
  if (v->run->bodies->geoms > MANY_GEOMS)
    v->view.sides = FEW_SIDES;
  set_scene(plot, v);
  for (size_t k = 0; k < v->run->pictures; k++) {
    pn_plot_frame(plot);
    draw_state(plot, v, v->run->picture + k * dimension,
               v->run->picture_info[k].time);
  }
}

int contact_world_draw(pn_plot *plot, const contact_run *run, pn_error *error)
{
  view v = view_of(run);
  (void)error;
  if (run->pictures > 0)
    draw_moving(plot, &v);
  else
    draw_still(plot, &v);
  return GSL_SUCCESS;
}
