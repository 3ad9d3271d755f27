/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The iterates of a chain as a page that plays them: its nodes, bars and floor;
   between two iterates the nodes move on a line, as along the step. */
#include "programs/chain/chain.h"

#include "programs/replay.h"

#include <math.h>

/* The curves, in this order. */
enum { NORM, CONSTRAINT, ENERGY, ALPHA };

/* Steps shown in a second. */
static const double rate = 2;

/* Radius of a node, and thickness and depth of the floor, as parts of the
   picture's size; nodes farther off than `far` of them stay there. */
static const double node = 0.008, thick = 0.03, deep = 0.3, far = 0.1;

/* The extent of what is shown, and its size. */
typedef struct {
  chain_extent box;
  double size;
} scenery;

static scenery scenery_of(const chain_run *run)
{
  const chain_extent box = chain_frame(run);
  return (scenery){box, fmax(box.right - box.left, box.top - box.bottom)};
}

/* Adds facet j of the floor where it is above all others: a slab below it. */
static void add_facet(replay *r, const pn_chain *chain, size_t j,
                      const scenery *s)
{
  double left = s->box.left, right = s->box.right;
  for (size_t i = 0; i < chain->facets; i++) {
    const double rise = chain->slope[j] - chain->slope[i];
    const double above = chain->height[j] - chain->height[i];
    if (rise > 0)
      left = fmax(left, -above / rise);
    else if (rise < 0)
      right = fmin(right, -above / rise);
    else if (above < 0 || (above == 0 && i < j))
      return;
  }
  if (!(left < right))
    return;
  const double angle = atan(chain->slope[j]), middle = (left + right) / 2;
  const double size[] = {(right - left) / cos(angle), thick * s->size,
                         deep * s->size};
  const pn_vec3 top = {middle, chain->height[j] + chain->slope[j] * middle, 0};
  const pn_vec3 down = {sin(angle), -cos(angle), 0};
  const pn_pose pose = {pn_vec3_add_scaled(top, thick * s->size / 2, down),
                        pn_quat_axis_angle(pn_vec3_make(0, 0, 1), angle)};
  replay_add_part(r, PN_WORLD, pn_shape_box->name, size, pose);
}

static double within(double x, double low, double high, double room)
{
  return fmax(low - room, fmin(high + room, x));
}

/* Adds the nodes of a point, every `stride`-th of them and the last. */
static void add_point(replay *r, const pn_chain_point *point, size_t stride,
                      const scenery *s)
{
  const chain_extent *box = &s->box;
  const double room = far * s->size;
  for (size_t i = 0;; i = i + stride < point->bars ? i + stride : point->bars) {
    const pn_vec3 x = {within(point->x[i], box->left, box->right, room),
                       within(point->y[i], box->bottom, box->top, room), 0};
    replay_add_pose(r, (pn_pose){x, pn_quat_identity()});
    if (i == point->bars)
      return;
  }
}

/* Adds what does not change: nodes, bars between them, the floor. */
static void add_scene(replay *r, const chain_run *run, size_t nodes,
                      const scenery *s)
{
  for (size_t i = 0; i < nodes; i++)
    replay_add_ball(r, node * s->size);
  for (size_t i = 0; i + 1 < nodes; i++)
    replay_add_bar(r, REPLAY_LINK, (size_t[]){i, i + 1},
                   (pn_vec3[]){{0, 0, 0}, {0, 0, 0}});
  for (size_t j = 0; j < run->of->chain->facets; j++)
    add_facet(r, run->of->chain, j, s);
}

replay *chain_replay(const void *result)
{
  static const replay_text texts = {
      .clock = "step",
      .clock_unit = "",
      .up = {0, 1, 0},
      .planar = 1,
      .curve = {[NORM] = {"|F|, gradient and constraints", "", 1},
                [CONSTRAINT] = {"constraints |c|", "m^2", 1},
                [ENERGY] = {"energy", "N m", 0},
                [ALPHA] = {"alpha, part of the step taken", "", 0}}};
  const chain_run *run = result;
  const scenery s = scenery_of(run);
  const size_t bars = run->of->chain->bars;
  const size_t stride = bars / CHAIN_NODES_MAX + 1;
  const size_t nodes = (bars + stride - 1) / stride + 1;
  replay_text text = texts;
  text.rate = rate;
  text.title = run->of->title;
  text.subtitle = run->classified ? pn_chain_kind_name(run->verdict.kind)
                                  : pn_chain_outcome_name(run->outcome);
  replay *r = replay_alloc(nodes, &text);
  if (r)
    add_scene(r, run, nodes, &s);
  for (size_t k = 0; r && k <= run->steps; k++) {
    const pn_chain_info *info = &run->history[k].info;
    replay_add_frame(r, (double)k);
    add_point(r, run->iterate[k], stride, &s);
    replay_add_value(r, NORM, sqrt(2 * info->phi));
    replay_add_value(r, CONSTRAINT, info->constraint_inf);
    replay_add_value(r, ENERGY, info->energy);
    replay_add_value(r, ALPHA, k > 0 ? info->alpha : NAN);
  }
  return r;
}
