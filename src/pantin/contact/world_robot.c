/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Makes a world of a robot in URDF or MJCF: its solids are what touches. */
#include "pantin/contact/world_scene_private.h"

#include "pantin/base/alloc.h"
#include "pantin/body/robot_model.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <string.h>

/* Room for what this file has to say. */
enum { NOTE_SIZE = 400 };

/* A robot's joints leave little to sweeps: a pivoting method solves it, in as
   many rounds of friction as the shipped scenes take. */
static const size_t rounds = 20;

/* Adds the solids that can touch; counts in *others those that cannot. */
static int add_geoms(pn_world_scene *of, const pni_robot_model *robot,
                     size_t *others)
{
  int code = GSL_SUCCESS;
  for (size_t k = 0; k < robot->shapes && !code; k++) {
    const pni_robot_shape *shape = &robot->shape[k];
    pn_geom geom = {.body = shape->body,
                    .shape = shape->shape ? shape->shape : pn_geom_plane,
                    .pose = shape->pose};
    memcpy(geom.size, shape->size, sizeof geom.size);
    if (!shape->shape || pn_geom_collides(shape->shape))
      code = pni_world_scene_add_geom(of, &geom);
    else
      ++*others;
  }
  return code;
}

/* Adds the plane z = 0 to a world in which nothing rests; returns whether. */
static int add_ground(pn_world_scene *of, int *code)
{
  for (size_t k = 0; k < of->geoms; k++)
    if (of->geom[k].body == PN_WORLD)
      return 0;
  const pn_geom plane =
      pn_geom_make_plane(pn_vec3_make(0, 0, 0), pn_vec3_make(0, 0, 1));
  *code = pni_world_scene_add_geom(of, &plane);
  return 1;
}

/* Adds to the remarks what touches nothing, the ground, and bounds of joints,
   which worlds do not know. */
static int add_remarks(pn_world_scene *of, const char *name, size_t others,
                       int has_new_ground, size_t bounds)
{
  const size_t before = of->remarks ? strlen(of->remarks) : 0;
  const size_t room = before + 3 * NOTE_SIZE;
  if (others == 0 && !has_new_ground && bounds == 0)
    return GSL_SUCCESS;
  char *text = pn_realloc(of->remarks, room, 1);
  if (!text)
    return GSL_ENOMEM;
  of->remarks = text;
  text += before;
  *text = '\0';
  if (others > 0)
    text += snprintf(text, NOTE_SIZE,
                     "%.200s: %zu solids touch nothing: only planes, boxes, "
                     "spheres and capsules do\n",
                     name, others);
  if (bounds > 0)
    text +=
        snprintf(text, NOTE_SIZE,
                 "%.200s: limits and dry friction, of %zu turns and slides, "
                 "have no effect in a world with contacts\n",
                 name, bounds);
  if (has_new_ground)
    snprintf(text, NOTE_SIZE, "%.200s: without ground: the plane z = 0 is it\n",
             name);
  return GSL_SUCCESS;
}

/* Fills the world, and takes what it owns from the robot. */
static int fill(pn_world_scene *of, pni_robot_model *robot, const char *name)
{
  size_t others = 0;
  int code = add_geoms(of, robot, &others);
  const int has_new_ground = !code && add_ground(of, &code);
  of->title = robot->title;
  of->system = robot->system;
  of->remarks = robot->remarks;
  const size_t bounds = of->system->bounds;
  of->system->bounds = 0;
  robot->title = robot->remarks = NULL;
  robot->system = NULL;
  of->settings.method = pn_lcp_face;
  of->settings.frozen = 1;
  of->settings.rounds = rounds;
  if (robot->dt > 0)
    of->settings.step = robot->dt;
  return code ? code : add_remarks(of, name, others, has_new_ground, bounds);
}

int pni_world_scene_read_robot(pn_world_scene *of, const char *name,
                               const char *text, size_t length, pn_error *error)
{
  pni_robot_model *robot = pni_robot_read(name, text, length, 1, error);
  if (!robot)
    return GSL_EINVAL;
  int code = fill(of, robot, name);
  pni_robot_free(robot);
  if (code)
    return pn_error_set(error, code, name, 0, "out of memory");
  return pn_world_settings_check(&of->settings, error);
}
