/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reads the generators of a scene. */
#include "pantin/body/generate.h"
#include "pantin/body/scene_private.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>

/* Joints that are placed by one point. */
static const char *const joint_names[] = {"ball", "revolute", "universal",
                                          "fixed", NULL};

/* Reads which generator is asked for. */
static int read_kind(pn_scene_group *group, const pn_generator **kind)
{
  const char *names[PN_SCENE_NAMES_MAX + 1] = {NULL};
  for (size_t k = 0; k < PN_SCENE_NAMES_MAX && pn_generator_get(k); k++)
    names[k] = pn_generator_get(k)->name;
  int k = 0;
  const int code = pn_scene_choice(group, "kind", PN_REQUIRED, names, &k);
  if (code)
    return code;
  *kind = pn_generator_get((size_t)k);
  return GSL_SUCCESS;
}

/* Reads the type of all joints, with its directions if it has any. */
static int read_joint(pn_scene_group *group, pn_generator_settings *settings)
{
  int k = 0;
  if (pn_scene_choice(group, "joint", PN_OPTIONAL, joint_names, &k))
    return group->error->code;
  settings->joint = pn_joint_type_find(joint_names[k]);
  settings->axis = pn_vec3_make(1, 0, 0);
  if (settings->joint->has_axis)
    pni_scene_direction(group, "joint_axis", &settings->axis);
  if (settings->joint->has_second)
    pni_scene_direction(group, "joint_second", &settings->second);
  return group->error->code;
}

/* Reads the hub of a star. */
static int read_hub(pn_scene_group *group, pn_generator_settings *settings)
{
  pn_scene_real(group, "radius", PN_REQUIRED, pni_scene_lengths(),
                &settings->radius);
  pn_scene_group hub = pn_scene_subgroup(group, "hub");
  snprintf(settings->hub.name, sizeof settings->hub.name, "hub");
  pni_scene_read_body(&hub, &settings->hub);
  return pn_scene_finish(&hub);
}

/* Reads everything that the generator uses; there may be at most `most`
   bodies. */
static int read_settings(pn_scene_group *group, const pn_generator *kind,
                         size_t most, pn_generator_settings *settings)
{
  snprintf(settings->body.name, sizeof settings->body.name, "%s", kind->name);
  pn_scene_count(group, "count", PN_REQUIRED, 2, most, &settings->count);
  if (pni_scene_read_body(group, &settings->body) ||
      read_joint(group, settings))
    return group->error->code;
  settings->spacing = settings->body.size[0];
  if (kind->has_spacing)
    pn_scene_real(group, "spacing",
                  settings->spacing > 0 ? PN_OPTIONAL : PN_REQUIRED,
                  pni_scene_lengths(), &settings->spacing);
  if (kind->has_root)
    pn_scene_boolean(group, "root", PN_OPTIONAL, &settings->root);
  if (kind->has_steps) {
    pni_scene_vec3(group, "to_joint", PN_REQUIRED, "m", &settings->to_joint);
    pni_scene_vec3(group, "to_child", PN_REQUIRED, "m", &settings->to_child);
  }
  if (kind->has_hub)
    read_hub(group, settings);
  return pn_scene_finish(group);
}

int pni_scene_read_generator(pn_scene_group *root, size_t i, pn_system *system)
{
  pn_scene_group group = pn_scene_item(root, "generate", i);
  const pn_generator *kind = NULL;
  pn_generator_settings settings = {0};
  if (system->bodies + 3 > PN_SCENE_BODIES_MAX)
    return pn_scene_refuse(&group, NULL, "more than %d bodies",
                           PN_SCENE_BODIES_MAX);
  const size_t most = PN_SCENE_BODIES_MAX - system->bodies - 1;
  if (read_kind(&group, &kind) || read_settings(&group, kind, most, &settings))
    return root->error->code;
  return kind->make(&settings, system) ? pni_scene_no_memory(root)
                                       : GSL_SUCCESS;
}
