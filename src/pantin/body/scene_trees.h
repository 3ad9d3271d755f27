/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The trees in which a file of MJCF must have the bodies: each hangs by a joint
   on another one or on the world, or floats. Joints that are left over close
   loops: ties, as far as a loop has one (R. Prim, Bell Syst. Tech. J. 36 (1957)
   1389). */
#ifndef PANTIN_BODY_SCENE_TREES_H
#define PANTIN_BODY_SCENE_TREES_H

#include "pantin/base/error.h"
#include "pantin/body/system.h"

#define PNI_TREES_NONE ((size_t)-1)

/* The root is the world; its index is `bodies`. */
typedef struct {
  const pn_system *system; /* borrowed */
  size_t *joint; /* that holds each body, or PNI_TREES_NONE, (bodies), owned */
  size_t *first, *next; /* child of each body, and the child after it, or
                           PNI_TREES_NONE, (bodies + 1), owned */
  size_t *depth; /* of each body, the world's is 1, (bodies + 1), owned */
} pni_trees;

/* Makes the trees, which are to be cleared also after an error: GSL_EINVAL for
   bodies that hang on each other in too long a row; GSL_ENOMEM. */
int pni_trees_make(pni_trees *t, const pn_system *system, pn_error *error);

void pni_trees_clear(pni_trees *t);

#endif
