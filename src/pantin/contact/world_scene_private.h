/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the files of the reader share. */
#ifndef PANTIN_CONTACT_WORLD_SCENE_PRIVATE_H
#define PANTIN_CONTACT_WORLD_SCENE_PRIVATE_H

#include "pantin/body/scene_private.h"
#include "pantin/contact/world_scene.h"

/* world_robot.c: reads a robot from `length` bytes in memory into a world that
   has the default settings. GSL_SUCCESS, or what is wrong in error. */
int pni_world_scene_read_robot(pn_world_scene *of, const char *name,
                               const char *text, size_t length,
                               pn_error *error);

/* Adds one geom. Returns GSL_SUCCESS or GSL_ENOMEM. */
int pni_world_scene_add_geom(pn_world_scene *of, const pn_geom *geom);

/* Read item i of `bodies`, and of `grids`, into the system and the geoms. */
int pni_world_scene_read_body(pn_scene_group *root, size_t i,
                              pn_world_scene *of);
int pni_world_scene_read_grid(pn_scene_group *root, size_t i,
                              pn_world_scene *of);

/* Gives a body its geom by its own shape, if it has one; `group` is to blame
   for a shape that cannot collide. */
int pni_world_scene_add_shape(pn_scene_group *group, size_t body,
                              pn_world_scene *of);

#endif
