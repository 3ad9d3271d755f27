/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of a system: each body hangs by one joint from a body before it, or
   from the world, or by none. */
#ifndef PANTIN_MULTIPLIERS_TREE_H
#define PANTIN_MULTIPLIERS_TREE_H

#include "pantin/body/system.h"

#define PN_NO_JOINT ((size_t)-1)

typedef struct {
  size_t bodies;
  size_t *order; /* the bodies, each after the one that it hangs from, (bodies),
                    owned */
  size_t *joint; /* by which each body hangs, or PN_NO_JOINT for one that is
                    free, (bodies), owned */
  size_t *above; /* the body (or PN_WORLD) that it hangs from; PN_WORLD for one
                    that is free, (bodies), owned */
  size_t loops;  /* joints that are left over: they close loops */
} pn_tree;

/* Breadth first, from the bodies joined to the world; a part that is not is
   taken from its body of least number. NULL when memory is short. */
pn_tree *pn_tree_alloc(const pn_system *system);

void pn_tree_free(pn_tree *tree);

#endif
