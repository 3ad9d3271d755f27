/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The generators lay out their bodies around the origin; add_copy and
   join_at carry them into the frame of the settings. */
#include "pantin/body/generate.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <stdio.h>

static const pn_vec3 ex = {1, 0, 0}, ez = {0, 0, 1};

/* Adds a copy of `like` at a place of the frame. A number above 0 is appended
   to its name. */
static int add_copy(const pn_generator_settings *settings, const pn_body *like,
                    size_t number, pn_vec3 x, pn_quat q, pn_system *system)
{
  const pn_pose frame = settings->body.pose;
  pn_body body = *like;
  body.pose.x = pn_pose_point(frame, x);
  body.pose.q = pn_quat_multiply(frame.q, q);
  if (number > 0)
    snprintf(body.name, sizeof body.name, "%.40s-%zu", like->name, number);
  return pn_system_add_body(system, &body);
}

/* Joins two bodies at a point of the frame. */
static int join_at(const pn_generator_settings *settings, size_t parent,
                   size_t child, pn_vec3 point, pn_system *system)
{
  const pn_pose frame = settings->body.pose;
  const pn_joint_place place = {.point = pn_pose_point(frame, point),
                                .axis = pn_quat_rotate(frame.q, settings->axis),
                                .second =
                                    pn_quat_rotate(frame.q, settings->second)};
  pn_joint *joint =
      pn_system_join(system, settings->joint, parent, child, &place);
  if (!joint)
    return GSL_ENOMEM;
  snprintf(joint->name, sizeof joint->name, "%.30s-%.30s",
           parent == PN_WORLD ? "world" : system->body[parent].name,
           system->body[child].name);
  return GSL_SUCCESS;
}

/* Makes a row of bodies along x, each joined to the one before it halfway
   between them. */
static int make_chain(const pn_generator_settings *settings, pn_system *system)
{
  const size_t first = system->bodies;
  int code = GSL_SUCCESS;
  for (size_t i = 0; !code && i < settings->count; i++) {
    const double end = settings->spacing * (double)i;
    code = add_copy(settings, &settings->body, i + 1,
                    pn_vec3_scale(end + settings->spacing / 2, ex),
                    pn_quat_identity(), system);
    if (!code && (i > 0 || settings->root))
      code = join_at(settings, i > 0 ? first + i - 1 : PN_WORLD, first + i,
                     pn_vec3_scale(end, ex), system);
  }
  return code;
}

/* Returns the point of a circle around the z axis at this angle. */
static pn_vec3 on_circle(double radius, double angle)
{
  return pn_vec3_make(radius * cos(angle), radius * sin(angle), 0);
}

/* Makes a ring in the plane x, y, each body joined to the next one and the last
   to the first. */
static int make_ring(const pn_generator_settings *settings, pn_system *system)
{
  const size_t first = system->bodies, n = settings->count;
  const double part = 2 * M_PI / (double)n, radius = settings->spacing / part;
  int code = GSL_SUCCESS;
  for (size_t i = 0; !code && i < n; i++)
    code = add_copy(settings, &settings->body, i + 1,
                    on_circle(radius, part * (double)i), pn_quat_identity(),
                    system);
  for (size_t i = 0; !code && i < n; i++)
    code = join_at(settings, first + i, first + (i + 1) % n,
                   on_circle(radius, part * ((double)i + 0.5)), system);
  return code;
}

/* Returns the step with the signs of y and z changed for a second child. */
static pn_vec3 mirrored(pn_vec3 step, double sign)
{
  return pn_vec3_make(step.x, sign * step.y, sign * step.z);
}

/* Returns where body i lies: the sum of the steps from the root, which is at
   the origin. */
static pn_vec3 tree_place(const pn_generator_settings *settings, size_t i)
{
  pn_vec3 x = {0, 0, 0};
  for (; i > 0; i = (i - 1) / 2) {
    const double sign = i % 2 ? 1 : -1;
    x = pn_vec3_add(
        x, mirrored(pn_vec3_add(settings->to_joint, settings->to_child), sign));
  }
  return x;
}

/* Makes a binary tree: body i hangs on body (i - 1) / 2, left and right in
   mirror images. */
static int make_tree(const pn_generator_settings *settings, pn_system *system)
{
  const size_t first = system->bodies;
  int code = GSL_SUCCESS;
  for (size_t i = 0; !code && i < settings->count; i++) {
    code = add_copy(settings, &settings->body, i + 1, tree_place(settings, i),
                    pn_quat_identity(), system);
    if (code || i == 0)
      continue;
    const size_t parent = (i - 1) / 2;
    code = join_at(settings, first + parent, first + i,
                   pn_vec3_add(tree_place(settings, parent),
                               mirrored(settings->to_joint, i % 2 ? 1 : -1)),
                   system);
  }
  if (!code && settings->root)
    code = join_at(settings, PN_WORLD, first, pn_vec3_make(0, 0, 0), system);
  return code;
}

/* Makes a hub, and copies of a body around it in the plane x, y, each turned
   outwards and joined to the hub. */
static int make_star(const pn_generator_settings *settings, pn_system *system)
{
  const size_t hub = system->bodies;
  const pn_vec3 centre = {0, 0, 0};
  int code = add_copy(settings, &settings->hub, 0, centre, settings->hub.pose.q,
                      system);
  if (!code && settings->root)
    code = join_at(settings, PN_WORLD, hub, centre, system);
  for (size_t i = 0; !code && i < settings->count; i++) {
    const double angle = 2 * M_PI * (double)i / (double)settings->count;
    code = add_copy(settings, &settings->body, i + 1,
                    on_circle(settings->radius + settings->spacing / 2, angle),
                    pn_quat_axis_angle(ez, angle), system);
    if (!code)
      code = join_at(settings, hub, hub + 1 + i,
                     on_circle(settings->radius, angle), system);
  }
  return code;
}

/* Returns where body i of the grid lies; every third diagonal is lower. */
static pn_vec3 grid_place(double spacing, size_t side, size_t i)
{
  static const double step = 0.25; /* of the spacing */
  const size_t row = i / side, column = i % side;
  return pn_vec3_make(spacing * (double)column, spacing * (double)row,
                      (row + column) % 3 ? step * spacing : 0);
}

/* Makes rows of bodies in a square, each joined to the one before it in its row
   and in its column, so that loops close. */
static int make_grid(const pn_generator_settings *settings, pn_system *system)
{
  const size_t first = system->bodies, n = settings->count;
  const size_t side = (size_t)ceil(sqrt((double)n));
  const double spacing = settings->spacing;
  int code = GSL_SUCCESS;
  for (size_t i = 0; !code && i < n; i++) {
    const pn_vec3 here = grid_place(spacing, side, i);
    const size_t before[] = {i - 1, i - side};
    const int has[] = {i % side > 0, i >= side};
    code = add_copy(settings, &settings->body, i + 1, here, pn_quat_identity(),
                    system);
    for (int k = 0; k < 2; k++)
      if (!code && has[k]) {
        const pn_vec3 there = grid_place(spacing, side, before[k]);
        code = join_at(settings, first + before[k], first + i,
                       pn_vec3_scale(0.5, pn_vec3_add(here, there)), system);
      }
  }
  return code;
}

static const pn_generator chain = {
    .name = "chain",
    .summary = "bodies along x, joined end to end",
    .has_spacing = 1,
    .has_root = 1,
    .make = make_chain,
};
static const pn_generator ring = {
    .name = "ring",
    .summary = "a chain closed to a circle",
    .has_spacing = 1,
    .make = make_ring,
};
static const pn_generator tree = {
    .name = "tree",
    .summary = "each body carries two more",
    .has_steps = 1,
    .has_root = 1,
    .make = make_tree,
};
static const pn_generator star = {
    .name = "star",
    .summary = "a hub with arms",
    .has_spacing = 1,
    .has_hub = 1,
    .has_root = 1,
    .make = make_star,
};
static const pn_generator grid = {
    .name = "grid",
    .summary = "a square net",
    .has_spacing = 1,
    .make = make_grid,
};

const pn_generator *const pn_generate_chain = &chain;
const pn_generator *const pn_generate_ring = &ring;
const pn_generator *const pn_generate_tree = &tree;
const pn_generator *const pn_generate_star = &star;
const pn_generator *const pn_generate_grid = &grid;

/* The family: a new generator is a table above and one line here. */
const pn_generator *pn_generator_get(size_t k)
{
  const pn_generator *const generators[] = {&chain, &ring, &tree, &star, &grid};
  return k < sizeof generators / sizeof generators[0] ? generators[k] : NULL;
}
