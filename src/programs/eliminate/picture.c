/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graph of bodies and joints where they are at the start, and beside it
   the pattern before and after the elimination. What is eliminated first is
   light, what is last is dark. */
#include "programs/eliminate/report.h"

#include "programs/joints/solid.h"

#include <math.h>

/* [pixel]; three squares side by side, with room for names. */
enum { WIDTH = 1330, HEIGHT = 460 };
enum { ORDERS_WIDTH = 1020, ORDERS_HEIGHT = 740, ORDERS_ACROSS = 3 };

/* Up to so many block rows are named; up to so many columns have a number each,
   else only every fifth. */
enum { NAMED_MAX = 32, EACH_MAX = 20, FIFTH = 5 };

/* From where the graph is seen: turned about the vertical, then from above; of
   what lies flat, from higher above. */
static const double azimuth = 0.5, usual_elevation = 0.4, high_elevation = 1.1;

/* It lies flat if it is lower than this share of its width. */
static const double flat = 0.3;

/* Empty border of the graph, as a part of it. */
static const double margin = 0.1;

static const char colours[] = "set palette defined (0 '#c4e6d0', 0.5 "
                              "'#009e73', 1 '#00281d')\nunset colorbox\n";

/* Begins a title above the square. */
#define title "set label 1 center at graph 0.5,1.12 font ',11' '"

typedef struct {
  double x, y;
} spot;

typedef struct {
  pn_mat3 turn;     /* world to picture, z up */
  double elevation; /* seen from so high [rad] */
} eye;

/* Where a point of the world is in the picture. */
static spot seen(const eye *view, pn_vec3 x)
{
  const pn_vec3 p = pn_mat3_apply(view->turn, x);
  const double right = p.x * cos(azimuth) + p.y * sin(azimuth);
  const double away = p.y * cos(azimuth) - p.x * sin(azimuth);
  return (spot){right,
                p.z * cos(view->elevation) + away * sin(view->elevation)};
}

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

/* The two points of a joint, which coincide unless it keeps them apart. */
static pn_vec3 end_of(const pn_system *system, const pn_joint *joint, int side)
{
  const size_t body = side ? joint->child : joint->parent;
  return pn_pose_point(pn_system_pose(system, body), joint->point[side]);
}

/* The square that holds all, into the plot's ranges. */
static void set_ranges(pn_plot *plot, const pn_system *system, const eye *view)
{
  spot low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
  for (size_t k = 0; k < system->bodies + 2 * system->joints; k++) {
    const size_t side = k - system->bodies;
    const spot p =
        k < system->bodies
            ? seen(view, system->body[k].pose.x)
            : seen(view, end_of(system, &system->joint[side / 2], side % 2));
    low = (spot){fmin(low.x, p.x), fmin(low.y, p.y)};
    high = (spot){fmax(high.x, p.x), fmax(high.y, p.y)};
  }
  const double size = fmax(high.x - low.x, high.y - low.y);
  const double half = (0.5 + margin) * (size > 0 ? size : 1);
  const spot c = {(low.x + high.x) / 2, (low.y + high.y) / 2};
  pn_plot_printf(plot, "set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n",
                 c.x - half, c.x + half, c.y - half, c.y + half);
}

/* From a body, by the joint's two points, to the other. */
static void links(pn_plot *plot, const pn_system *system, const eye *view)
{
  pn_plot_printf(plot, "$LINK << EOD\n");
  for (size_t j = 0; j < system->joints; j++) {
    const pn_joint *joint = &system->joint[j];
    const size_t body[] = {joint->parent, joint->child};
    for (int side = 0; side < 2; side++) {
      const spot p = seen(view, end_of(system, joint, side));
      const spot b = seen(view, pn_system_pose(system, body[side]).x);
      const spot first = side ? p : b, second = side ? b : p;
      if (body[side] != PN_WORLD || side)
        pn_plot_row(plot, 2, (double[]){first.x, first.y});
      if (body[side] != PN_WORLD || !side)
        pn_plot_row(plot, 2, (double[]){second.x, second.y});
    }
    pn_plot_printf(plot, "\n");
  }
  pn_plot_printf(plot, "EOD\n");
}

/* Place and rank, from 1, of each joint, body, and point of the world. */
static void vertices(pn_plot *plot, const eliminate_run *run, const eye *view)
{
  const pn_system *system = run->system;
  pn_plot_printf(plot, "$JOINT << EOD\n");
  for (size_t j = 0; j < system->joints; j++) {
    const spot p = seen(view, end_of(system, &system->joint[j], 1));
    pn_plot_row(plot, 3,
                (double[]){p.x, p.y, (double)run->matrix->joint_row[j] + 1});
  }
  pn_plot_printf(plot, "EOD\n$BODY << EOD\n");
  for (size_t b = 0; b < system->bodies; b++) {
    const spot p = seen(view, system->body[b].pose.x);
    const size_t row = run->matrix->body_row[b];
    pn_plot_row(plot, 3,
                (double[]){p.x, p.y, row == PN_NO_ROW ? NAN : (double)row + 1});
  }
  pn_plot_printf(plot, "EOD\n$WORLD << EOD\n");
  for (size_t j = 0; j < system->joints; j++)
    for (int side = 0; side < 2; side++)
      if ((side ? system->joint[j].child : system->joint[j].parent) ==
          PN_WORLD) {
        const spot p = seen(view, end_of(system, &system->joint[j], side));
        pn_plot_row(plot, 2, (double[]){p.x, p.y});
      }
  pn_plot_printf(plot, "EOD\n");
}

/* Whether a data block would have no line. */
static int has_world(const pn_system *system)
{
  for (size_t j = 0; j < system->joints; j++)
    if (system->joint[j].parent == PN_WORLD ||
        system->joint[j].child == PN_WORLD)
      return 1;
  return 0;
}

static void draw_graph(pn_plot *plot, const eliminate_run *run)
{
  const size_t blocks = run->matrix->A->blocks;
  const int named = blocks <= NAMED_MAX, keeps = run->matrix->kept > 0;
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
                   "$BODY using 1:2:3 with points pt 6 ps %g lw 2 lc palette, ",
                   named ? 2.0 : 0.5);
  pn_plot_printf(plot, "$JOINT using 1:2:3 with points pt 7 ps %g lc palette",
                 named ? 0.8 : 0.4);
  if (named && keeps)
    pn_plot_printf(plot, ", $BODY using 1:2:($3 == $3 ? sprintf('%%d', $3) : "
                         "'') with labels font ',8'");
  if (named)
    pn_plot_printf(plot, ", $JOINT using 1:2:(sprintf('%%d', $3)) with labels "
                         "offset 0.7,0.5 font ',9'");
  pn_plot_printf(plot, "\n");
}

/* Names of the block rows at the left, numbers at the top. */
static void name_rows(pn_plot *plot, const eliminate_run *run, int with_names)
{
  const pn_block_matrix *A = run->matrix->A;
  pn_plot_printf(plot, "unset tics\n");
  if (A->blocks > NAMED_MAX)
    return;
  pn_plot_printf(plot, "set ytics scale 0 font ',9' (");
  for (size_t k = 0; k < A->blocks; k++) {
    pn_plot_printf(plot, "%s", k > 0 ? ", " : "");
    if (with_names)
      pn_plot_quote(plot, eliminate_run_label(run, k));
    else
      pn_plot_printf(plot, "'%zu'", k + 1);
    pn_plot_printf(plot, " %g", (double)A->first[k] + (double)A->order[k] / 2);
  }
  pn_plot_printf(plot,
                 ") noenhanced\nset x2range [0:%zu]\n"
                 "set x2tics scale 0 offset 0,-0.5 font ',9' (",
                 A->rows);
  const size_t stride = A->blocks > EACH_MAX ? FIFTH : 1;
  for (size_t k = 1; k <= A->blocks;
       k += k == 1 && stride > 1 ? stride - 1 : stride)
    pn_plot_printf(plot, "%s'%zu' %g", k > 1 ? ", " : "", k,
                   (double)A->first[k - 1] + (double)A->order[k - 1] / 2);
  pn_plot_printf(plot, ")\n");
}

/* A square of the picture, from the left, in pixels; its title is a label, for
   numbers at the top would lift it. */
static void place(pn_plot *plot, double left)
{
  static const double bottom = 20, side = 370;
  pn_plot_printf(plot,
                 "set lmargin at screen %.5f\nset rmargin at screen %.5f\n"
                 "set bmargin at screen %.5f\nset tmargin at screen %.5f\n",
                 left / WIDTH, (left + side) / WIDTH, bottom / HEIGHT,
                 (bottom + side) / HEIGHT);
}

static void draw_matrices(pn_plot *plot, const eliminate_run *run)
{
  const size_t stored = pn_block_matrix_stored(run->matrix->A);
  pn_plot_printf(plot, "unset label 2\nset border 15 lc '#808080'\n");
  place(plot, 525);
  name_rows(plot, run, 1);
  pn_plot_printf(plot, title "%s: %zu blocks'\n",
                 run->matrix->kept > 0 ? "[A J; J^T -M]" : "J W J^T", stored);
  eliminate_pattern_draw(plot, run, 0, 0);
  if (!run->elimination)
    return;
  place(plot, 940);
  name_rows(plot, run, 0);
  pn_plot_printf(plot, title "eliminated: fill %zu'\n", eliminate_fill(run));
  eliminate_pattern_draw(plot, run, 0, 1);
}

int eliminate_picture(const char *path, const eliminate_study *study,
                      pn_error *error)
{
  const eliminate_run *run = study->run[0];
  pn_plot plot;
  int code = pn_plot_open(&plot, path, error);
  if (code)
    return code;
  const eye view = eye_of(run->system);
  plot.width = WIDTH;
  plot.height = HEIGHT;
  links(&plot, run->system, &view);
  vertices(&plot, run, &view);
  code = eliminate_pattern_data(&plot, run, 0, error);
  if (code) {
    pn_plot_discard(&plot);
    return code;
  }
  pn_plot_printf(&plot,
                 "%sset multiplot\nunset key\nunset grid\nunset border\n"
                 "unset tics\n" title "bodies (large) and joints (small)'\n"
                 "set label 2 center at graph 0.5,-0.02 tc rgb '#606060' font "
                 "',9' 'eliminated from light to dark'\n",
                 colours);
  place(&plot, 15);
  set_ranges(&plot, run->system, &view);
  draw_graph(&plot, run);
  draw_matrices(&plot, run);
  pn_plot_printf(&plot, "unset multiplot\n");
  return pn_plot_close(&plot, error);
}

int eliminate_orders_picture(const char *path, const eliminate_study *study,
                             pn_error *error)
{
  pn_plot plot;
  int code = pn_plot_open(&plot, path, error);
  for (size_t k = 0; !code && k < study->runs; k++)
    code = eliminate_pattern_data(&plot, study->run[k], k, error);
  if (code) {
    pn_plot_discard(&plot);
    return code;
  }
  plot.width = ORDERS_WIDTH;
  plot.height = ORDERS_HEIGHT;
  pn_plot_printf(&plot,
                 "%sset multiplot layout %zu,%d\nunset key\nunset grid\n"
                 "unset tics\nset border 15 lc '#808080'\nset size square\n",
                 colours, (study->runs + ORDERS_ACROSS - 1) / ORDERS_ACROSS,
                 ORDERS_ACROSS);
  for (size_t k = 0; k < study->runs; k++) {
    const eliminate_run *run = study->run[k];
    pn_plot_printf(&plot, "set title '%s: fill %zu, %.0f operations'\n",
                   run->order ? run->order->name : run->solver->name,
                   eliminate_fill(run), eliminate_run_operations(run));
    eliminate_pattern_draw(&plot, run, k, 1);
  }
  pn_plot_printf(&plot, "unset multiplot\n");
  return pn_plot_close(&plot, error);
}
