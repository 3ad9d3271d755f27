/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Motions of joints as sums of sines and splines. */
#include "pantin/dynamics/joint_path.h"

#include "pantin/base/alloc.h"
#include "pantin/dynamics/spline.h"
#include "pantin/dynamics/turn_path.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <string.h>

static size_t motions(const pn_system *system)
{
  return system->joints + system->bodies;
}

pn_joint_path *pn_joint_path_alloc(const pn_system_scene *of)
{
  pn_joint_path *path = pn_alloc(1, sizeof *path);
  if (!path)
    return NULL;
  path->system = of->system;
  path->swing = of->swing;
  path->swings = of->swings;
  path->path = of->path;
  path->paths = of->paths;
  path->curve = pn_alloc(of->paths, sizeof *path->curve);
  int ready = path->curve != NULL;
  for (size_t k = 0; k < of->paths && ready; k++) {
    const pn_waypoints *w = &of->path[k];
    path->curve[k] = pn_spline_alloc(w->degree, PN_SPLINE_AT_REST, w->points,
                                     w->time, PN_WAYPOINT_COLUMNS, w->value);
    ready = path->curve[k] != NULL;
  }
  if (ready)
    return path;
  pn_joint_path_free(path);
  return NULL;
}

static pn_vec3 vec_of(const double *x)
{
  return pn_vec3_make(x[0], x[1], x[2]);
}

void pn_joint_path_free(pn_joint_path *path)
{
  if (!path)
    return;
  for (size_t k = 0; path->curve && k < path->paths; k++)
    pn_spline_free(path->curve[k]);
  pn_free(path->curve);
  pn_spline_free(path->track);
  pn_free(path->work);
  pn_free(path->round);
  pni_turn_path_free(path->rounds);
  pn_joint_path_free(path->rough);
  pn_free(path);
}

double pn_joint_path_start(const pn_joint_path *path)
{
  return path->track ? path->track->first : 0;
}

double pn_joint_path_end(const pn_joint_path *path)
{
  double end = path->track ? path->track->last : 0;
  for (size_t k = 0; k < path->paths; k++)
    end = fmax(end, path->curve[k]->last);
  return end;
}

/* Adds a sine, with its two derivatives, to turn and slide of a joint. */
static void add_swing(const pn_swing *s, double t, pn_joint_motion *m)
{
  const double w = 2 * M_PI * s->frequency;
  const double x = sin(w * t + s->phase), v = w * cos(w * t + s->phase);
  m->turn = pn_vec3_add_scaled(m->turn, x, s->turn);
  m->turn_rate = pn_vec3_add_scaled(m->turn_rate, v, s->turn);
  m->turn_second = pn_vec3_add_scaled(m->turn_second, -w * w * x, s->turn);
  m->slide.x += s->slide * x;
  m->slide_rate.x += s->slide * v;
  m->slide_second.x -= s->slide * w * w * x;
}

/* Adds a curve through waypoints, with its two derivatives, to turn and slide
   of a joint. */
static void add_curve(const pn_spline *curve, double t, pn_joint_motion *m)
{
  double x[PN_WAYPOINT_COLUMNS], rate[PN_WAYPOINT_COLUMNS],
      second[PN_WAYPOINT_COLUMNS];
  pn_spline_set(curve, t, x, rate, second);
  m->turn = pn_vec3_add(m->turn, vec_of(x));
  m->turn_rate = pn_vec3_add(m->turn_rate, vec_of(rate));
  m->turn_second = pn_vec3_add(m->turn_second, vec_of(second));
  m->slide.x += x[3];
  m->slide_rate.x += rate[3];
  m->slide_second.x += second[3];
}

/* Sets the turns of those that turn on and on. */
static void follow_rounds(const pn_joint_path *path, double t,
                          pn_joint_motion *motion)
{
  pni_turn_path_set(path->rounds, t);
  for (size_t k = 0; k < path->rounds->turns; k++) {
    const pni_turn turn = pni_turn_path_get(path->rounds, k);
    pn_joint_motion *m = &motion[path->round[k]];
    m->turn = pni_rotation_vector(turn.q, pn_vec3_make(0, 0, 0));
    pni_rotation_vector_follow(m->turn, &turn, &m->turn_rate, &m->turn_second);
  }
}

/* Sets all motions to the table's. */
static void follow_track(const pn_joint_path *path, double t,
                         pn_joint_motion *motion)
{
  const size_t curves = path->track->curves;
  double *x = path->work, *rate = x + curves, *second = rate + curves;
  pn_spline_set(path->track, t, x, rate, second);
  for (size_t k = 0; k < motions(path->system); k++) {
    const size_t turn = PN_JOINT_PATH_COLUMNS * k, slide = turn + 3;
    motion[k] = (pn_joint_motion){
        vec_of(x + turn),  vec_of(rate + turn),  vec_of(second + turn),
        vec_of(x + slide), vec_of(rate + slide), vec_of(second + slide)};
  }
  if (path->rounds)
    follow_rounds(path, t, motion);
}

void pn_joint_path_set(const pn_joint_path *path, double t,
                       pn_joint_motion *motion)
{
  memset(motion, 0, motions(path->system) * sizeof *motion);
  if (path->track)
    follow_track(path, t, motion);
  for (size_t k = 0; k < path->swings; k++)
    add_swing(&path->swing[k], t, &motion[path->swing[k].joint]);
  for (size_t k = 0; k < path->paths; k++)
    add_curve(path->curve[k], t, &motion[path->path[k].joint]);
}
