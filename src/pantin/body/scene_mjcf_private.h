/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Shared by the files that write MJCF. */
#ifndef PANTIN_BODY_SCENE_MJCF_PRIVATE_H
#define PANTIN_BODY_SCENE_MJCF_PRIVATE_H

#include "pantin/body/scene_trees.h"

#include <stdio.h>

/* A scene being written. */
typedef struct {
  FILE *stream;
  const pn_system *system;
  const double *y;
  pni_trees trees;
  double *velocity; /* of each degree of freedom, (6 bodies) */
  size_t freedoms;
  const char *name; /* of the joint whose first freedom is next; or NULL */
} pni_mjcf_writer;

/* The joint that holds a body, as it is written. */
typedef struct {
  const pn_joint *joint;
  pn_motion outer, body;
  int is_child;  /* the body is the joint's child */
  pn_vec3 point; /* the child's, in the body's frame: turns are about it */
  size_t depth;
} pni_mjcf_hold;

/* Write an attribute: a name, so many numbers, one, a vector, a quaternion. */
void pni_mjcf_put_name(FILE *stream, const char *key, const char *name);
void pni_mjcf_put_numbers(FILE *stream, const char *key, size_t count,
                          const double *x);
void pni_mjcf_put_number(FILE *stream, const char *key, double x);
void pni_mjcf_put_vec3(FILE *stream, const char *key, pn_vec3 v);
void pni_mjcf_put_quat(FILE *stream, const char *key, pn_quat q);

/* Says in a comment what is left out. */
void pni_mjcf_put_comment(FILE *stream, const char *kind, const char *name);

/* Begins a line at this depth of the tree. */
void pni_mjcf_indent(const pni_mjcf_writer *to, size_t depth);

/* Writes the freedoms that a joint leaves; the one written first is next to
   the outer body. */
void pni_mjcf_put_joint(pni_mjcf_writer *to, const pni_mjcf_hold *h);

/* Writes the joint of a body that floats. */
void pni_mjcf_put_free(pni_mjcf_writer *to, const pn_motion *body,
                       size_t depth);

#endif
