/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "pantin/body/scene_trees.h"

#include <gsl/gsl_errno.h>

#include "pantin/base/alloc.h"
#include "pantin/body/joint_motions.h"

/* libxml2 takes 256 levels of nesting, of which a few stand above the bodies.
 */
enum { DEPTH_MAX = 200 };

/* Tells whether a joint can hold a body in a tree of MJCF. */
static int is_of_a_tree(const pn_joint *joint)
{
  return joint->type == pn_joint_fixed || joint->type == pn_joint_free ||
         pni_joint_motions(joint) != 0;
}

/* Places a body in the tree; the joint is PNI_TREES_NONE for one that floats.
 */
static void place(pni_trees *t, size_t body, size_t outer, size_t joint)
{
  t->joint[body] = joint;
  t->depth[body] = t->depth[outer] + 1;
  t->next[body] = t->first[outer];
  t->first[outer] = body;
}

/* Tells whether a joint that closes a loop can be a constraint of MJCF. */
static int is_a_tie(const pn_joint *joint)
{
  const pn_joint_type *type = joint->type;
  return type == pn_joint_fixed || type == pn_joint_ball ||
         type == pn_joint_revolute;
}

/* Places the other body of a joint of which one has a place; returns whether
   there is one. */
static int place_along(pni_trees *t, size_t j)
{
  const size_t world = t->system->bodies;
  const pn_joint *joint = &t->system->joint[j];
  const size_t a = joint->parent == PN_WORLD ? world : joint->parent;
  const size_t b = joint->child == PN_WORLD ? world : joint->child;
  if (!is_of_a_tree(joint) || !t->depth[a] == !t->depth[b])
    return 0;
  if (t->depth[a])
    place(t, b, a, j);
  else
    place(t, a, b, j);
  return 1;
}

/* Places all bodies that joints which cannot be ties connect with those that
   have a place. */
static void grow_first(pni_trees *t)
{
  for (int grown = 1; grown;) {
    grown = 0;
    for (size_t j = 0; j < t->system->joints; j++)
      if (!is_a_tie(&t->system->joint[j]))
        grown |= place_along(t, j);
  }
}

/* Places all bodies that joints connect with those that have a place. A joint
   that can be a tie is taken where no other one leads on, so that loops are
   closed by ties wherever they have some: Prim's greatest spanning tree. */
static void grow(pni_trees *t)
{
  grow_first(t);
  for (int grown = 1; grown;) {
    grown = 0;
    for (size_t j = 0; j < t->system->joints; j++)
      if (is_a_tie(&t->system->joint[j]) && place_along(t, j)) {
        grow_first(t);
        grown = 1;
      }
  }
}

int pni_trees_make(pni_trees *t, const pn_system *system, pn_error *error)
{
  const size_t n = system->bodies;
  *t = (pni_trees){.system = system,
                   .joint = pn_alloc(n, sizeof *t->joint),
                   .first = pn_alloc(n + 1, sizeof *t->first),
                   .next = pn_alloc(n + 1, sizeof *t->next),
                   .depth = pn_alloc(n + 1, sizeof *t->depth)};
  if (!t->joint || !t->first || !t->next || !t->depth)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  for (size_t b = 0; b <= n; b++)
    t->first[b] = t->next[b] = PNI_TREES_NONE;
  /* What hangs on the world, then what floats. */
  t->depth[n] = 1;
  grow(t);
  for (size_t b = 0; b < n; b++) {
    if (t->depth[b])
      continue;
    place(t, b, n, PNI_TREES_NONE);
    grow(t);
  }
  for (size_t b = 0; b < n; b++)
    if (t->depth[b] > DEPTH_MAX)
      return pn_error_set(error, GSL_EINVAL, NULL, 0,
                          "more than %d bodies hang on each other in a row: "
                          "such a file could not be read",
                          DEPTH_MAX);
  return GSL_SUCCESS;
}

void pni_trees_clear(pni_trees *t)
{
  pn_free(t->joint);
  pn_free(t->first);
  pn_free(t->next);
  pn_free(t->depth);
}
