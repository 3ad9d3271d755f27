/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reads what a scene asks of its system: targets for points, motions of
   joints. */
#include "pantin/base/alloc.h"
#include "pantin/body/scene_private.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>

static const double degree = M_PI / 180;

/* Larger frequencies [Hz] and angles [degrees] are taken for typing errors. */
static const double fastest = 1e6, largest = 1e6;

/* Nearer times of a path [s] are taken for typing errors. */
static const double soonest = 1e-6;

/* Reads `times`, which must increase, into a new array. */
static int read_times(pn_scene_group *group, size_t *points, double **time)
{
  static const double longest = 1e6;
  *points = pn_scene_length(group, "times");
  if (!group->error->code && *points < 2)
    return pn_scene_refuse(group, "times",
                           "times must be a list of at least two, as (0, 1)");
  *time = pn_alloc(*points, sizeof **time);
  if (!*time)
    return pni_scene_no_memory(group);
  pn_scene_reals(group, "times", PN_REQUIRED,
                 pn_range_between(-longest, longest, "s"), *points, *time);
  for (size_t i = 1; i < *points && !group->error->code; i++)
    if (!((*time)[i] - (*time)[i - 1] >= soonest))
      return pn_scene_refuse(group, "times",
                             "times must increase by at least %g s, but after "
                             "%g s comes %g s",
                             soonest, (*time)[i - 1], (*time)[i]);
  return group->error->code;
}

/* Returns a place that the file gives in the world at the start, in the frame
   of the body that it is on. */
static pn_vec3 on_body(const pni_scene_index *index, size_t body, pn_vec3 place)
{
  return pn_pose_local(pn_system_pose(index->system, body), place);
}

/* Reads the path of a target: places, and the times at which they are
   reached. */
static int read_path(pn_scene_group *group, const pni_scene_index *index,
                     pn_target *target)
{
  if (read_times(group, &target->points, &target->time))
    return group->error->code;
  double *x = pn_alloc(3 * target->points, sizeof *x);
  target->path = pn_alloc(target->points, sizeof *target->path);
  if (!x || !target->path) {
    pn_free(x);
    return pni_scene_no_memory(group);
  }
  pn_scene_rows(group, "path", PN_REQUIRED, pni_scene_coordinates("m"),
                target->points, 3, x);
  for (size_t i = 0; i < target->points && !group->error->code; i++)
    target->path[i] =
        on_body(index, target->other,
                pn_vec3_make(x[3 * i], x[3 * i + 1], x[3 * i + 2]));
  pn_free(x);
  if (!group->error->code)
    target->place = target->path[target->points - 1];
  return group->error->code;
}

int pni_scene_read_target(pn_scene_group *root, size_t i,
                          const pni_scene_index *index, pn_target *target)
{
  pn_scene_group group = pn_scene_item(root, "targets", i);
  if (pni_scene_find_body(&group, "body", index, &target->body) ||
      pni_scene_vec3(&group, "point", PN_REQUIRED, "m", &target->point))
    return root->error->code;
  target->point = on_body(index, target->body, target->point);
  if (target->body == PN_WORLD)
    return pn_scene_refuse(&group, "body",
                           "the world cannot reach for a target");
  target->other = PN_WORLD;
  if (pn_scene_look(&group, "at") != PN_SCENE_NOTHING &&
      pni_scene_find_body(&group, "at", index, &target->other))
    return root->error->code;
  if (pn_scene_look(&group, "path") != PN_SCENE_NOTHING)
    read_path(&group, index, target);
  else if (!pni_scene_vec3(&group, "place", PN_REQUIRED, "m", &target->place))
    target->place = on_body(index, target->other, target->place);
  if (root->error->code)
    return root->error->code;
  if (target->body == target->other)
    return pn_scene_refuse(&group, "at",
                           "a body cannot reach for a place on itself");
  return pn_scene_finish(&group);
}

/* Reads up to three numbers: one if `count` is 1, else a list of them. */
static int read_numbers(pn_scene_group *group, const char *key, size_t count,
                        pn_range range, double *x)
{
  return count == 1 ? pn_scene_real(group, key, PN_OPTIONAL, range, x)
                    : pn_scene_reals(group, key, PN_OPTIONAL, range, count, x);
}

/* Refuses the turn of a joint that has no turns of its own, or the slide of a
   screw. */
static int refuse_turn(pn_scene_group *group, const char *key,
                       const pn_joint *joint)
{
  return joint->type->winds
             ? pn_scene_refuse(group, key,
                               "joint '%s' (%s) takes no %s: give it to a "
                               "cylindrical joint on the same axis",
                               joint->name, joint->type->name, key)
             : pn_scene_refuse(group, key,
                               "joint '%s' (%s) does not turn about an axis",
                               joint->name, joint->type->name);
}

int pni_scene_read_turn(pn_scene_group *group, const char *key,
                        const pn_joint *joint, const char *unit, double most,
                        pn_vec3 *turn)
{
  if (pn_scene_look(group, key) == PN_SCENE_NOTHING)
    return group->error->code;
  double x[3] = {0, 0, 0};
  const int turns = joint->type->turns;
  const pn_range range = pn_range_between(-most, most, unit);
  if (turns == 0 && pn_scene_look(group, key) == PN_SCENE_NUMBER)
    pn_scene_real(group, key, PN_OPTIONAL, range, x);
  if (turns == 0 && x[0] == 0 && !group->error->code)
    return GSL_SUCCESS;
  if (turns == 0)
    return refuse_turn(group, key, joint);
  if (turns > 1 && pn_scene_look(group, key) == PN_SCENE_NUMBER)
    return pn_scene_refuse(group, key,
                           "joint '%s' (%s) turns about %d axes: %s must be a "
                           "list of as many numbers",
                           joint->name, joint->type->name, turns, key);
  if (read_numbers(group, key, (size_t)turns, range, x))
    return group->error->code;
  *turn = pn_vec3_make(x[0], x[1], x[2]);
  return GSL_SUCCESS;
}

/* Refuses a slide of a joint that does not. */
static int check_slide(pn_scene_group *group, const char *key,
                       const pn_joint *joint)
{
  if (joint->type->winds)
    return refuse_turn(group, key, joint);
  return joint->type->slides
             ? GSL_SUCCESS
             : pn_scene_refuse(group, key,
                               "joint '%s' (%s) does not slide along an axis",
                               joint->name, joint->type->name);
}

int pni_scene_read_swing(pn_scene_group *root, size_t i,
                         const pn_system *system, pn_swing *swing)
{
  pn_scene_group group = pn_scene_item(root, "motion", i);
  double phase = 0;
  if (pni_scene_find_joint(&group, system, &swing->joint))
    return root->error->code;
  const pn_joint *joint = &system->joint[swing->joint];
  pni_scene_read_turn(&group, "turn", joint, "degrees", largest, &swing->turn);
  pn_scene_real(&group, "slide", PN_OPTIONAL, pni_scene_coordinates("m"),
                &swing->slide);
  pn_scene_real(&group, "frequency", PN_REQUIRED,
                pn_range_between(0, fastest, "Hz"), &swing->frequency);
  pn_scene_real(&group, "phase", PN_OPTIONAL,
                pn_range_between(-largest, largest, "degrees"), &phase);
  swing->turn = pn_vec3_scale(degree, swing->turn);
  swing->phase = phase * degree;
  if (swing->slide != 0 && check_slide(&group, "slide", joint))
    return root->error->code;
  return pn_scene_finish(&group);
}

/* Reads the turns, one for each time. */
static int read_turns(pn_scene_group *group, const pn_joint *joint,
                      pn_waypoints *path)
{
  const size_t turns = (size_t)joint->type->turns, n = path->points;
  const pn_range range = pn_range_between(-largest, largest, "degrees");
  if (turns == 0)
    return refuse_turn(group, "turns", joint);
  double *x = pn_alloc(turns * n, sizeof *x);
  if (!x)
    return pni_scene_no_memory(group);
  const int code =
      turns == 1
          ? pn_scene_reals(group, "turns", PN_REQUIRED, range, n, x)
          : pn_scene_rows(group, "turns", PN_REQUIRED, range, n, turns, x);
  for (size_t i = 0; i < n && !code; i++)
    for (size_t k = 0; k < turns; k++)
      path->value[PN_WAYPOINT_COLUMNS * i + k] = degree * x[turns * i + k];
  pn_free(x);
  return code;
}

/* Reads the slides, one for each time. */
static int read_slides(pn_scene_group *group, const pn_joint *joint,
                       pn_waypoints *path)
{
  if (check_slide(group, "slides", joint))
    return group->error->code;
  double *x = pn_alloc(path->points, sizeof *x);
  if (!x)
    return pni_scene_no_memory(group);
  const int code = pn_scene_reals(group, "slides", PN_REQUIRED,
                                  pni_scene_coordinates("m"), path->points, x);
  for (size_t i = 0; i < path->points && !code; i++)
    path->value[PN_WAYPOINT_COLUMNS * i + 3] = x[i];
  pn_free(x);
  return code;
}

int pni_scene_read_waypoints(pn_scene_group *root, size_t i,
                             const pn_system *system, pn_waypoints *path)
{
  static const char *const curves[] = {"cubic", "quintic", NULL};
  static const int degrees[] = {3, 5};
  int curve = 1;
  pn_scene_group group = pn_scene_item(root, "motion", i);
  if (pni_scene_find_joint(&group, system, &path->joint) ||
      read_times(&group, &path->points, &path->time) ||
      pn_scene_choice(&group, "curve", PN_OPTIONAL, curves, &curve))
    return root->error->code;
  const pn_joint *joint = &system->joint[path->joint];
  path->degree = degrees[curve];
  path->value =
      pn_alloc(PN_WAYPOINT_COLUMNS * path->points, sizeof *path->value);
  if (!path->value)
    return pni_scene_no_memory(root);
  const int turns = pn_scene_look(&group, "turns") != PN_SCENE_NOTHING;
  const int slides = pn_scene_look(&group, "slides") != PN_SCENE_NOTHING;
  if (!turns && !slides)
    return pn_scene_refuse(&group, "times",
                           "a path needs turns or slides, as many as times");
  if ((turns && read_turns(&group, joint, path)) ||
      (slides && read_slides(&group, joint, path)))
    return root->error->code;
  return pn_scene_finish(&group);
}
