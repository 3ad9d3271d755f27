/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Shared by the files of the scene reader. Each reader returns GSL_SUCCESS, or
   the code of the error that it set in the scene. */
#ifndef PANTIN_BODY_SCENE_PRIVATE_H
#define PANTIN_BODY_SCENE_PRIVATE_H

#include "pantin/base/scene.h"
#include "pantin/body/scene.h"

/* Most bodies of a scene. */
enum { PN_SCENE_BODIES_MAX = 1000000 };

/* Room for the names of all types, shapes or generators. */
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

/* Return the ranges of coordinates and of lengths: their squares are finite. */
pn_range pni_scene_coordinates(const char *unit);
pn_range pni_scene_lengths(void);

/* Reads a vector, which keeps its value if an optional key is absent. */
int pni_scene_vec3(pn_scene_group *group, const char *key, pn_scene_need need,
                   const char *unit, pn_vec3 *value);

/* Reads a vector that must not have length 0. */
int pni_scene_direction(pn_scene_group *group, const char *key, pn_vec3 *value);

/* Sets the error "out of memory". */
int pni_scene_no_memory(pn_scene_group *group);

/* scene_body.c: reads the key `name` into an array of PN_NAME_SIZE. */
int pni_scene_name(pn_scene_group *group, pn_scene_need need, char *name);

/* Reads a body by its keys and checks it. A body that has a name keeps it if
   the file gives none. The caller finishes the group. */
int pni_scene_read_body(pn_scene_group *group, pn_body *body);

/* Read the shape of a body and its size, if the file gives one; its pose; and
   its velocity. */
int pni_scene_read_shape(pn_scene_group *group, pn_body *body);
int pni_scene_read_pose(pn_scene_group *group, pn_body *body);
int pni_scene_read_motion(pn_scene_group *group, pn_body *body);

/* scene_generate.c: reads item i of `generate` and adds its bodies. */
int pni_scene_read_generator(pn_scene_group *root, size_t i, pn_system *system);

/* scene_index.c: fills the index; two bodies of one name are an error of
   `root`. Release it with pn_free(index->entry). */
int pni_scene_index_set(pni_scene_index *index, const pn_system *system,
                        pn_scene_group *root);

/* Read item i of `joints` or `springs` and add it to the system of the index.
 */
int pni_scene_read_joint(pn_scene_group *root, size_t i,
                         const pni_scene_index *index, pn_system *system);
int pni_scene_read_spring(pn_scene_group *root, size_t i,
                          const pni_scene_index *index, pn_system *system);

/* scene_bound.c: reads limits and dry friction of the system's last joint, and
   adds its bounds. */
int pni_scene_read_bounds(pn_scene_group *group, pn_system *system);

/* Finds the body that a key names; PN_WORLD for "world". */
int pni_scene_find_body(pn_scene_group *group, const char *key,
                        const pni_scene_index *index, size_t *body);

/* scene_index.c: finds the joint that the key `joint` names. */
int pni_scene_find_joint(pn_scene_group *group, const pn_system *system,
                         size_t *joint);

/* scene_motor.c: reads item i of `motors` and adds it to the system. */
int pni_scene_read_motor(pn_scene_group *root, size_t i, pn_system *system);

/* Reads a turn of a joint under this key, times `unit`: a number where the
   joint turns about one axis, else a list of as many. */
int pni_scene_read_turn(pn_scene_group *group, const char *key,
                        const pn_joint *joint, const char *unit, double most,
                        pn_vec3 *turn);

/* scene_task.c: read item i of `targets` or `motion` into a zeroed struct; an
   item of motion with `times` is a path, any other one a swing. */
int pni_scene_read_target(pn_scene_group *root, size_t i,
                          const pni_scene_index *index, pn_target *target);
int pni_scene_read_swing(pn_scene_group *root, size_t i,
                         const pn_system *system, pn_swing *swing);
int pni_scene_read_waypoints(pn_scene_group *root, size_t i,
                             const pn_system *system, pn_waypoints *path);

/* Computes |C| and |J u| of a joint at the start. GSL_EFAILED if the joint has
   no derivative there. */
int pni_scene_gap(const pn_system *system, const pn_joint *joint, double *gap,
                  double *rate);

#endif
