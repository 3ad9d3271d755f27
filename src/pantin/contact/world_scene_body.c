/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Bodies of a world: of one shape, of several, in grids. */
#include "pantin/contact/world_scene_private.h"

#include "pantin/base/alloc.h"
#include "pantin/contact/compound.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_rng.h>
#include <stdio.h>
#include <stdint.h>
#include <string.h>

/* The most components of one body, and copies in a grid along one axis. */
enum { COMPONENTS_MAX = 64, COUNT_MAX = 1000 };

int pni_world_scene_add_geom(pn_world_scene *of, const pn_geom *geom)
{
  if (of->geoms == of->room) {
    const size_t room = pni_room(of->room, of->geoms + 1);
    pn_geom *larger = pn_realloc(of->geom, room, sizeof *larger);
    if (!larger)
      return GSL_ENOMEM;
    of->geom = larger;
    of->room = room;
  }
  of->geom[of->geoms++] = *geom;
  return GSL_SUCCESS;
}

static int refuse_shape(pn_scene_group *group, const pn_shape *shape)
{
  return pn_scene_refuse(group, "shape",
                         "a %s cannot collide: spheres, boxes and capsules can",
                         shape->name);
}

int pni_world_scene_add_shape(pn_scene_group *group, size_t body,
                              pn_world_scene *of)
{
  const pn_body *made = &of->system->body[body];
  if (!made->shape)
    return GSL_SUCCESS;
  if (!pn_geom_collides(made->shape))
    return refuse_shape(group, made->shape);
  pn_geom geom = {
      .body = body, .shape = made->shape, .pose.q = pn_quat_identity()};
  memcpy(geom.size, made->size, sizeof geom.size);
  return pni_world_scene_add_geom(of, &geom) ? pni_scene_no_memory(group)
                                             : GSL_SUCCESS;
}

/* A body as it is read, before it is placed. */
typedef struct {
  pn_body body;
  pn_body component[COMPONENTS_MAX]; /* in its frame */
  size_t components;                 /* 0: it has its own shape */
} draft;

/* Reads the parts that a body is composed of. */
static int read_components(pn_scene_group *group, draft *of)
{
  of->components = pn_scene_length(group, "parts");
  if (of->components == 0 || of->components > COMPONENTS_MAX)
    return pn_scene_refuse(group, "parts", "parts must be 1 to %d groups {...}",
                           COMPONENTS_MAX);
  for (size_t k = 0; k < of->components && !group->error->code; k++) {
    pn_scene_group item = pn_scene_item(group, "parts", k);
    pn_body *component = &of->component[k];
    *component = (pn_body){.name = "part"};
    pni_scene_read_body(&item, component);
    if (!pn_scene_finish(&item) &&
        !(component->shape && pn_geom_collides(component->shape)))
      return pn_scene_refuse(&item, "shape",
                             "a part is a sphere, a box or a capsule");
  }
  return group->error->code;
}

/* Reads the keys of a body, which may have a name already. */
static int read_draft(pn_scene_group *group, draft *of)
{
  char name[PN_NAME_SIZE];
  of->components = 0;
  if (pn_scene_look(group, "parts") == PN_SCENE_NOTHING)
    return pni_scene_read_body(group, &of->body);
  strcpy(name, of->body.name);
  if (pni_scene_name(group, name[0] ? PN_OPTIONAL : PN_REQUIRED, name) ||
      read_components(group, of))
    return group->error->code;
  of->body = pn_compound_make(of->components, of->component);
  of->body.pose.x = pn_vec3_make(0, 0, 0);
  strcpy(of->body.name, name);
  if (pni_scene_read_pose(group, &of->body))
    return group->error->code;
  return pni_scene_read_motion(group, &of->body);
}

/* Adds the body and its geoms. */
static int add_draft(pn_scene_group *group, const draft *from,
                     const pn_body *body, pn_world_scene *of)
{
  if (of->system->bodies == PN_SCENE_BODIES_MAX)
    return pn_scene_refuse(group, NULL, "more than %d bodies",
                           PN_SCENE_BODIES_MAX);
  if (pn_system_add_body(of->system, body))
    return pni_scene_no_memory(group);
  const size_t number = of->system->bodies - 1;
  for (size_t k = 0; k < from->components; k++) {
    const pn_body *component = &from->component[k];
    pn_geom geom = {
        .body = number, .shape = component->shape, .pose = component->pose};
    memcpy(geom.size, component->size, sizeof geom.size);
    if (pni_world_scene_add_geom(of, &geom))
      return pni_scene_no_memory(group);
  }
  return from->components > 0 ? GSL_SUCCESS
                              : pni_world_scene_add_shape(group, number, of);
}

int pni_world_scene_read_body(pn_scene_group *root, size_t i,
                              pn_world_scene *of)
{
  pn_scene_group group = pn_scene_item(root, "bodies", i);
  draft made = {.body.name = ""};
  if (read_draft(&group, &made) || pn_scene_finish(&group))
    return root->error->code;
  return add_draft(&group, &made, &made.body, of);
}

typedef struct {
  size_t count[3];
  pn_vec3 pitch, scatter; /* [m] */
  int turned;
  gsl_rng *random; /* owned */
} grid;

/* Reads how copies of a body are placed: how many along each axis, how far
   apart, and how much they are scattered by which seed. */
static int read_grid(pn_scene_group *group, grid *of)
{
  double count[3] = {1, 1, 1};
  size_t seed = 1;
  pn_scene_reals(group, "count", PN_REQUIRED,
                 pn_range_between(1, COUNT_MAX, NULL), 3, count);
  pni_scene_vec3(group, "pitch", PN_REQUIRED, "m", &of->pitch);
  pni_scene_vec3(group, "scatter", PN_OPTIONAL, "m", &of->scatter);
  pn_scene_boolean(group, "turned", PN_OPTIONAL, &of->turned);
  pn_scene_count(group, "seed", PN_OPTIONAL, 0, UINT32_MAX, &seed);
  for (int k = 0; k < 3 && !group->error->code; k++) {
    of->count[k] = (size_t)count[k];
    if ((double)of->count[k] != count[k])
      return pn_scene_refuse(group, "count", "count must be whole numbers");
  }
  if (group->error->code)
    return group->error->code;
  of->random = gsl_rng_alloc(gsl_rng_mt19937);
  if (!of->random)
    return pni_scene_no_memory(group);
  gsl_rng_set(of->random, seed);
  return GSL_SUCCESS;
}

/* Draws a number between -most and most. */
static double draw(const grid *of, double most)
{
  return most * (2 * gsl_rng_uniform(of->random) - 1);
}

/* Draws a rotation, all with equal probability:: K. Shoemake, Uniform random
   rotations (1992). */
static pn_quat draw_turn(const grid *of)
{
  const double u = gsl_rng_uniform(of->random);
  const double a = 2 * M_PI * gsl_rng_uniform(of->random);
  const double b = 2 * M_PI * gsl_rng_uniform(of->random);
  return (pn_quat){sqrt(u) * cos(b), sqrt(1 - u) * sin(a), sqrt(1 - u) * cos(a),
                   sqrt(u) * sin(b)};
}

/* Makes the copy at place (i, j, k); the random numbers are drawn in this
   order. */
static pn_body copy_at(const grid *of, const pn_body *first, const size_t at[3],
                       size_t number)
{
  pn_body body = *first;
  body.pose.x.x += (double)at[0] * of->pitch.x;
  body.pose.x.y += (double)at[1] * of->pitch.y;
  body.pose.x.z += (double)at[2] * of->pitch.z;
  body.pose.x.x += draw(of, of->scatter.x);
  body.pose.x.y += draw(of, of->scatter.y);
  body.pose.x.z += draw(of, of->scatter.z);
  if (of->turned)
    body.pose.q = pn_quat_multiply(draw_turn(of), body.pose.q);
  snprintf(body.name, sizeof body.name, "%.*s-%zu", PN_NAME_SIZE - 22,
           first->name, number);
  return body;
}

int pni_world_scene_read_grid(pn_scene_group *root, size_t i,
                              pn_world_scene *of)
{
  pn_scene_group group = pn_scene_item(root, "grids", i);
  draft made = {.body.name = "body"};
  grid rule = {.turned = 0};
  size_t at[3], number = 0;
  if (!read_grid(&group, &rule) && !read_draft(&group, &made) &&
      !pn_scene_finish(&group))
    for (at[2] = 0; at[2] < rule.count[2]; at[2]++)
      for (at[1] = 0; at[1] < rule.count[1]; at[1]++)
        for (at[0] = 0; at[0] < rule.count[0] && !root->error->code; at[0]++) {
          const pn_body body = copy_at(&rule, &made.body, at, ++number);
          add_draft(&group, &made, &body, of);
        }
  if (rule.random)
    gsl_rng_free(rule.random);
  return root->error->code;
}
