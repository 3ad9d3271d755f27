/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The tree of a system: each body hangs by one joint from an earlier body or
   from the world, or is free. */
#ifndef PANTIN_MULTIPLIERS_TREE_H
#define PANTIN_MULTIPLIERS_TREE_H

#include "pantin/body/system.h"

#define PN_NO_JOINT ((size_t)-1)

typedef struct pn_tree {
  size_t bodies;
  size_t *order; /* the bodies, each after the one that it hangs from, (bodies),
                    owned */
  size_t *joint; /* by which each body hangs; PN_NO_JOINT: it is free;
                    (bodies), owned */
  size_t *above; /* the body that each hangs from; PN_WORLD: the world, or it
                    is free; (bodies), owned */
  size_t loops;  /* joints left over, which close loops; those of three bodies
                    are among them */
} pn_tree;

/* Builds the tree breadth first, from the bodies joined to the world; a part
   without any starts from its body of least number. NULL when memory is
   short. */
pn_tree *pn_tree_alloc(const pn_system *system);

/* Builds the tree of joints j with is_chosen[j] = 1 alone, (joints). */
pn_tree *pn_tree_alloc_of(const pn_system *system, const int *is_chosen);

void pn_tree_free(pn_tree *tree);

#endif
