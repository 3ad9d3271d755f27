/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the scene reader share; not installed. */
#ifndef PANTIN_BODY_SCENE_PRIVATE_H
#define PANTIN_BODY_SCENE_PRIVATE_H

#include "pantin/base/scene.h"
#include "pantin/body/scene.h"

/* Bodies of one scene. */
enum { PN_SCENE_BODIES_MAX = 1000000 };

/* More types, shapes or generators than there will ever be. */
enum { PN_SCENE_NAMES_MAX = 32 };

/* A body by its name. */
typedef struct {
  const char *name; /* in the system */
  size_t body;
} pni_scene_entry;

/* The bodies of a system in the order of their names. */
typedef struct {
  const pn_system *system; /* borrowed */
  pni_scene_entry *entry;  /* (bodies), owned */
} pni_scene_index;

/* Numbers that leave room for their squares. */
pn_range pni_scene_coordinates(const char *unit);
pn_range pni_scene_lengths(void);

/* A vector, which keeps its value if an optional key is absent. */
int pni_scene_vec3(pn_scene_group *group, const char *key, pn_scene_need need,
                   const char *unit, pn_vec3 *value);

/* The same, but not of length 0. */
int pni_scene_direction(pn_scene_group *group, const char *key, pn_vec3 *value);

/* Records want of memory. */
int pni_scene_no_memory(pn_scene_group *group);

/* scene_body.c: the key `name`, into an array of PN_NAME_SIZE. */
int pni_scene_name(pn_scene_group *group, pn_scene_need need, char *name);

/* A body by its keys, checked. It keeps a name that it has if the
   file gives none. The group is left to be finished. */
int pni_scene_read_body(pn_scene_group *group, pn_body *body);

/* The shape of a body and its size, if the file gives one; where it lies; how
   it moves: by their keys. */
int pni_scene_read_shape(pn_scene_group *group, pn_body *body);
int pni_scene_read_pose(pn_scene_group *group, pn_body *body);
int pni_scene_read_motion(pn_scene_group *group, pn_body *body);

/* scene_generate.c: item i of `generate`. */
int pni_scene_read_generator(pn_scene_group *root, size_t i, pn_system *system);

/* scene_joint.c: fills the index; a name that two bodies have is an error of
   `root`. To be released with pn_free(index->entry). */
int pni_scene_index_set(pni_scene_index *index, const pn_system *system,
                        pn_scene_group *root);

/* Item i of `joints`, and of `springs`, for the system whose index this is. */
int pni_scene_read_joint(pn_scene_group *root, size_t i,
                         const pni_scene_index *index, pn_system *system);
int pni_scene_read_spring(pn_scene_group *root, size_t i,
                          const pni_scene_index *index, pn_system *system);

/* The body that a key names, or PN_WORLD for "world". */
int pni_scene_find_body(pn_scene_group *group, const char *key,
                        const pni_scene_index *index, size_t *body);

/* scene_task.c: item i of `targets`, and of `motion`; what they are read into
   is all 0 before. */
int pni_scene_read_target(pn_scene_group *root, size_t i,
                          const pni_scene_index *index, pn_target *target);
int pni_scene_read_swing(pn_scene_group *root, size_t i,
                         const pn_system *system, pn_swing *swing);

/* |C| and |J u| of a joint at the start. GSL_EFAILED if it has no derivative
   there. */
int pni_scene_gap(const pn_system *system, const pn_joint *joint, double *gap,
                  double *rate);

#endif
