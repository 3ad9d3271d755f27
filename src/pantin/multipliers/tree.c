/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A spanning tree of bodies and joints by breadth-first search. */
#include "pantin/multipliers/tree.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>

/* The joints at each node; node `bodies` is the world. */
typedef struct {
  size_t *first, *joint;
  const int *is_chosen; /* 1 for joints that the tree may have; NULL: all */
} adjacency;

static size_t node_of(const pn_system *system, size_t body)
{
  return body == PN_WORLD ? system->bodies : body;
}

static int adjacency_set(adjacency *at, const pn_system *system)
{
  const size_t nodes = system->bodies + 1, joints = system->joints;
  at->first = pn_alloc(nodes + 2, sizeof *at->first);
  at->joint = pn_alloc(2 * joints, sizeof *at->joint);
  if (!at->first || !at->joint)
    return GSL_ENOMEM;
  /* Counted two places up, so that filling leaves each start in its place. */
  for (size_t j = 0; j < joints; j++) {
    at->first[node_of(system, system->joint[j].parent) + 2]++;
    at->first[node_of(system, system->joint[j].child) + 2]++;
  }
  for (size_t k = 2; k < nodes + 2; k++)
    at->first[k] += at->first[k - 1];
  for (size_t j = 0; j < joints; j++) {
    at->joint[at->first[node_of(system, system->joint[j].parent) + 1]++] = j;
    at->joint[at->first[node_of(system, system->joint[j].child) + 1]++] = j;
  }
  return GSL_SUCCESS;
}

/* Adds a body to the tree. */
static void hang(pn_tree *tree, int *reached, size_t *count, size_t body,
                 size_t joint, size_t above)
{
  reached[body] = 1;
  tree->joint[body] = joint;
  tree->above[body] = above;
  tree->order[(*count)++] = body;
}

/* Appends all bodies that hang from a node to the order. */
static void visit(pn_tree *tree, const pn_system *system, const adjacency *at,
                  int *reached, size_t *count, size_t body)
{
  const size_t node = node_of(system, body);
  for (size_t k = at->first[node]; k < at->first[node + 1]; k++) {
    const pn_joint *joint = &system->joint[at->joint[k]];
    const size_t other = joint->parent == body ? joint->child : joint->parent;
    if (joint->type->has_third ||
        (at->is_chosen && !at->is_chosen[at->joint[k]]))
      continue;
    if (other != PN_WORLD && !reached[other])
      hang(tree, reached, count, other, at->joint[k], body);
  }
}

/* Searches the bodies in breadth, from the world first; bodies that are not
   reached become roots. Joints that hold no body in the end close loops. */
static void search(pn_tree *tree, const pn_system *system, const adjacency *at,
                   int *reached)
{
  size_t count = 0, visited = 0;
  visit(tree, system, at, reached, &count, PN_WORLD);
  for (size_t root = 0; root <= system->bodies; root++) {
    while (visited < count)
      visit(tree, system, at, reached, &count, tree->order[visited++]);
    if (root < system->bodies && !reached[root])
      hang(tree, reached, &count, root, PN_NO_JOINT, PN_WORLD);
  }
  tree->loops = system->joints;
  for (size_t b = 0; b < system->bodies; b++)
    tree->loops -= tree->joint[b] != PN_NO_JOINT;
}

pn_tree *pn_tree_alloc(const pn_system *system)
{
  return pn_tree_alloc_of(system, NULL);
}

pn_tree *pn_tree_alloc_of(const pn_system *system, const int *is_chosen)
{
  const size_t n = system->bodies;
  pn_tree *tree = pn_alloc(1, sizeof *tree);
  if (!tree)
    return NULL;
  tree->bodies = n;
  tree->order = pn_alloc(n, sizeof *tree->order);
  tree->joint = pn_alloc(n, sizeof *tree->joint);
  tree->above = pn_alloc(n, sizeof *tree->above);
  adjacency at = {.is_chosen = is_chosen};
  int *reached = pn_alloc(n, sizeof *reached);
  const int ready = tree->order && tree->joint && tree->above && reached &&
                    adjacency_set(&at, system) == GSL_SUCCESS;
  if (ready)
    search(tree, system, &at, reached);
  pn_free(at.first);
  pn_free(at.joint);
  pn_free(reached);
  if (!ready) {
    pn_tree_free(tree);
    return NULL;
  }
  return tree;
}

void pn_tree_free(pn_tree *tree)
{
  if (!tree)
    return;
  pn_free(tree->order);
  pn_free(tree->joint);
  pn_free(tree->above);
  pn_free(tree);
}
