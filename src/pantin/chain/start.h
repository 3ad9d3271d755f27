/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Named starts for a chain: where the nodes are before the first step. The
   parabola is a good one; the others are bad on purpose, each in its own way.
   All take O(bars), and none heeds the floor. */
#ifndef PANTIN_CHAIN_START_H
#define PANTIN_CHAIN_START_H

#include "pantin/chain/chain.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pn_chain_start {
  const char *name;    /* as in a case file */
  const char *summary; /* one line */
  /* Places the free nodes of the point, whose ends are in place. GSL_SUCCESS,
     or GSL's error with the reason. */
  int (*fill)(const pn_chain *chain, unsigned long seed, pn_chain_point *point,
              pn_error *error);
} pn_chain_start;

/* Returns the k-th of all starts, from 0; NULL past the last one. */
const pn_chain_start *pn_chain_start_get(size_t k);

/* Finds the start of that name; NULL if there is none. */
const pn_chain_start *pn_chain_start_find(const char *name);

/* Sets the nodes of the point and clears its multipliers. The chain must have
   passed pn_chain_check. `seed` matters to `random` alone. GSL_ENOMEM, or GSL's
   code if this chain has no such start. */
int pn_chain_start_set(const pn_chain_start *start, const pn_chain *chain,
                       unsigned long seed, pn_chain_point *point,
                       pn_error *error);

#ifdef __cplusplus
}
#endif

#endif
