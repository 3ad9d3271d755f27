/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "engine.h"

#include "pantin/body/system.h"

#include <stdlib.h>
#include <string.h>

/* Sets the principal moments, if the body's axes are the principal ones. */
static int inertia_set(engine_body *of, const pn_body *body)
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      if (i == j)
        of->inertia[i] = body->inertia.m[i][i];
      else if (body->inertia.m[i][j] != 0)
        return -1;
  return 0;
}

static void vector_set(double *to, pn_vec3 from)
{
  memcpy(to, (double[]){from.x, from.y, from.z}, 3 * sizeof *to);
}

static int body_set(engine_body *of, const pn_body *body)
{
  const pn_quat q = body->pose.q;
  of->parent = ENGINE_WORLD;
  of->mass = body->mass;
  vector_set(of->x, body->pose.x);
  memcpy(of->q, (double[]){q.w, q.x, q.y, q.z}, sizeof of->q);
  vector_set(of->v, body->v);
  vector_set(of->omega, body->omega);
  return inertia_set(of, body);
}

/* Hangs the joint's child to its parent; the other way round, if it is the
   child that comes first. */
static int joint_set(engine_tree *tree, const pn_joint *joint, int with_loops)
{
  const int turned = joint->parent != PN_WORLD && joint->parent > joint->child;
  const size_t parent = turned ? joint->child : joint->parent;
  const size_t child = turned ? joint->parent : joint->child;
  if (joint->type != pn_joint_ball || child >= tree->bodies)
    return -1;
  engine_body *body = &tree->body[child];
  if (body->joined || turned) {
    if (!with_loops)
      return -1;
    engine_loop *loop = &tree->loop[tree->loops++];
    *loop = (engine_loop){.parent = parent, .child = child};
    vector_set(loop->parent_point, joint->point[turned]);
    vector_set(loop->point, joint->point[!turned]);
    return 0;
  }
  body->joined = 1;
  body->parent = parent == PN_WORLD ? ENGINE_WORLD : parent;
  vector_set(body->parent_point, joint->point[0]);
  vector_set(body->point, joint->point[1]);
  return 0;
}

static int tree_set(engine_tree *tree, const pn_system *system, int with_loops)
{
  if (!tree->body || !tree->loop || system->springs > 0 || system->load)
    return -1;
  for (size_t b = 0; b < system->bodies; b++)
    if (body_set(&tree->body[b], &system->body[b]))
      return -1;
  for (size_t j = 0; j < system->joints; j++)
    if (joint_set(tree, &system->joint[j], with_loops))
      return -1;
  for (size_t b = 1; b < system->bodies; b++)
    if (!tree->body[b].joined)
      return -1;
  return 0;
}

static int make(engine_tree *tree, const pn_system *system, int with_loops)
{
  *tree = (engine_tree){.bodies = system->bodies, .system = system};
  tree->body = calloc(system->bodies, sizeof *tree->body);
  tree->loop = calloc(system->joints + 1, sizeof *tree->loop);
  vector_set(tree->gravity, system->gravity);
  const int code = tree_set(tree, system, with_loops);
  if (code)
    engine_tree_free(tree);
  return code;
}

int engine_tree_make(engine_tree *tree, const struct pn_system *system)
{
  return make(tree, system, 0);
}

int engine_tree_make_with_loops(engine_tree *tree,
                                const struct pn_system *system)
{
  return make(tree, system, 1);
}

void engine_tree_free(engine_tree *tree)
{
  free(tree->body);
  free(tree->loop);
  tree->body = NULL;
  tree->loop = NULL;
}
