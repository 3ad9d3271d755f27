/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Finds the bodies and joints that a scene names. */
#include "pantin/base/alloc.h"
#include "pantin/base/text.h"
#include "pantin/body/scene_private.h"

#include <gsl/gsl_errno.h>
#include <stdlib.h>
#include <string.h>

/* Looking for a similar name takes time: with more bodies no name is
   suggested. */
enum { SUGGEST_MAX = 10000 };

/* Orders two entries by their names, for qsort and bsearch. */
static int compare(const void *a, const void *b)
{
  const pni_scene_entry *left = a, *right = b;
  return strcmp(left->name, right->name);
}

int pni_scene_index_set(pni_scene_index *index, const pn_system *system,
                        pn_scene_group *root)
{
  const size_t n = system->bodies;
  index->system = system;
  index->entry = pn_alloc(n, sizeof *index->entry);
  if (!index->entry)
    return pni_scene_no_memory(root);
  for (size_t b = 0; b < n; b++)
    index->entry[b] = (pni_scene_entry){system->body[b].name, b};
  qsort(index->entry, n, sizeof *index->entry, compare);
  for (size_t b = 1; b < n; b++)
    if (compare(&index->entry[b - 1], &index->entry[b]) == 0)
      return pn_scene_refuse(root, "bodies",
                             "two bodies have the same name '%s'",
                             index->entry[b].name);
  return GSL_SUCCESS;
}

/* Refuses the name of a body that the scene lacks, and suggests a similar
   one. */
static int refuse_unknown(pn_scene_group *group, const char *key,
                          const char *name, const pni_scene_index *index)
{
  const size_t n = index->system->bodies;
  const char **names = pn_alloc(n + 1, sizeof *names);
  const char *near = NULL;
  if (names && n <= SUGGEST_MAX) {
    for (size_t b = 0; b < n; b++)
      names[b] = index->entry[b].name;
    names[n] = "world";
    near = pn_text_nearest(name, names, n + 1);
  }
  pn_free(names);
  return near ? pn_scene_refuse(group, key,
                                "there is no body '%s' (did you mean '%s'?)",
                                name, near)
              : pn_scene_refuse(group, key, "there is no body '%s'", name);
}

int pni_scene_find_body(pn_scene_group *group, const char *key,
                        const pni_scene_index *index, size_t *body)
{
  pni_scene_entry wanted = {NULL, PN_WORLD};
  *body = PN_WORLD;
  if (pn_scene_string(group, key, PN_REQUIRED, &wanted.name))
    return group->error->code;
  if (strcmp(wanted.name, "world") == 0)
    return GSL_SUCCESS;
  const pni_scene_entry *found =
      bsearch(&wanted, index->entry, index->system->bodies,
              sizeof *index->entry, compare);
  if (!found)
    return refuse_unknown(group, key, wanted.name, index);
  *body = found->body;
  return GSL_SUCCESS;
}

/* Returns the first joint of this name from the k-th on; the number of joints
   if there is none. */
static size_t joint_from(const pn_system *system, size_t k, const char *name)
{
  while (k < system->joints && strcmp(system->joint[k].name, name) != 0)
    k++;
  return k;
}

int pni_scene_find_joint(pn_scene_group *group, const pn_system *system,
                         size_t *joint)
{
  const char *name = NULL;
  if (pn_scene_string(group, "joint", PN_REQUIRED, &name))
    return group->error->code;
  *joint = joint_from(system, 0, name);
  if (joint_from(system, *joint + 1, name) < system->joints)
    return pn_scene_refuse(group, "joint", "two joints have the name '%s'",
                           name);
  if (*joint < system->joints)
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
