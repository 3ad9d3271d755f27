/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads what a scene asks of its system: targets for points, motions of
   joints. */
#include "pantin/base/alloc.h"
#include "pantin/base/text.h"
#include "pantin/body/scene_private.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <string.h>

static const double degree = M_PI / 180;

/* Larger frequencies [Hz] and angles [degrees] are taken for typing errors. */
static const double fastest = 1e6, largest = 1e6;

/* Reads a body and a point of it, which the file gives in the world's frame at
   the start. */
static int read_point(pn_scene_group *group, const char *body_key,
                      const char *point_key, const pni_scene_index *index,
                      size_t *body, pn_vec3 *point)
{
  if (pni_scene_find_body(group, body_key, index, body) ||
      pni_scene_vec3(group, point_key, PN_REQUIRED, "m", point))
    return group->error->code;
  *point = pn_pose_local(pn_system_pose(index->system, *body), *point);
  return GSL_SUCCESS;
}

int pni_scene_read_target(pn_scene_group *root, size_t i,
                          const pni_scene_index *index, pn_target *target)
{
  pn_scene_group group = pn_scene_item(root, "targets", i);
  if (read_point(&group, "body", "point", index, &target->body, &target->point))
    return root->error->code;
  if (target->body == PN_WORLD)
    return pn_scene_refuse(&group, "body",
                           "the world cannot reach for a target");
  const int at_world = pn_scene_look(&group, "at") == PN_SCENE_NOTHING;
  target->other = PN_WORLD;
  if (at_world
          ? pni_scene_vec3(&group, "place", PN_REQUIRED, "m", &target->place)
          : read_point(&group, "at", "place", index, &target->other,
                       &target->place))
    return root->error->code;
  if (target->body == target->other)
    return pn_scene_refuse(&group, "at",
                           "a body cannot reach for a place on itself");
  return pn_scene_finish(&group);
}

/* Finds the joint that a swing names, or refuses the name and suggests a
   similar one. */
static int find_joint(pn_scene_group *group, const pn_system *system,
                      size_t *joint)
{
  const char *name = NULL;
  if (pn_scene_string(group, "joint", PN_REQUIRED, &name))
    return group->error->code;
  for (*joint = 0; *joint < system->joints; ++*joint)
    if (strcmp(system->joint[*joint].name, name) == 0)
      return GSL_SUCCESS;
  const char **names = pn_alloc(system->joints, sizeof *names);
  const char *near = NULL;
  for (size_t j = 0; names && j < system->joints; j++)
    names[j] = system->joint[j].name;
  if (names)
    near = pn_text_nearest(name, names, system->joints);
  pn_free(names);
  return near ? pn_scene_refuse(group, "joint",
                                "there is no joint '%s' (did you mean '%s'?)",
                                name, near)
              : pn_scene_refuse(group, "joint", "there is no joint '%s'", name);
}

int pni_scene_read_swing(pn_scene_group *root, size_t i,
                         const pn_system *system, pn_swing *swing)
{
  pn_scene_group group = pn_scene_item(root, "motion", i);
  double turn = 0, phase = 0;
  const pn_range angles = pn_range_between(-largest, largest, "degrees");
  if (find_joint(&group, system, &swing->joint))
    return root->error->code;
  pn_scene_real(&group, "turn", PN_OPTIONAL, angles, &turn);
  pn_scene_real(&group, "slide", PN_OPTIONAL, pni_scene_coordinates("m"),
                &swing->slide);
  pn_scene_real(&group, "frequency", PN_REQUIRED,
                pn_range_between(0, fastest, "Hz"), &swing->frequency);
  pn_scene_real(&group, "phase", PN_OPTIONAL, angles, &phase);
  swing->turn = turn * degree;
  swing->phase = phase * degree;
  const pn_joint *joint = &system->joint[swing->joint];
  if (swing->turn != 0 && !joint->type->turns)
    return pn_scene_refuse(&group, "turn",
                           "joint '%s' (%s) does not turn about an axis",
                           joint->name, joint->type->name);
  if (swing->slide != 0 && !joint->type->slides)
    return pn_scene_refuse(&group, "slide",
                           "joint '%s' (%s) does not slide along an axis",
                           joint->name, joint->type->name);
  return pn_scene_finish(&group);
}
