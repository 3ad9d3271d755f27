/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Islands: bodies between which no joint and no spring acts move by themselves.
   Each island has a run of its own, and threads share the islands. */
#ifndef PANTIN_DYNAMICS_ISLANDS_H
#define PANTIN_DYNAMICS_ISLANDS_H

#include "pantin/dynamics/simulation.h"

struct pn_pool;
struct pn_islands;

/* The bodies of an island, and their run. */
typedef struct {
  struct pn_islands *all;    /* whose island it is */
  pn_system *system;         /* its bodies and what acts on them, owned */
  size_t *body;              /* their numbers in the whole, (bodies), owned */
  size_t *bound;             /* numbers of its bounds there, (bounds), owned */
  pn_simulation *simulation; /* owned */
  int code;                  /* of its last step */
  pn_error error;            /* the same */
} pn_island;

typedef struct pn_islands {
  pn_simulation *whole; /* borrowed */
  size_t count;         /* 0: there are none */
  pn_island *island;    /* (count), owned */
  struct pn_pool *pool; /* owned */
} pn_islands;

/* Gives the islands of a run that is at its start runs of their own, shared by
   so many threads. There are none where fewer than two would be, or where a
   load of the user's may act between any bodies. NULL when memory is short. */
pn_islands *pn_islands_alloc(pn_simulation *whole, size_t threads);

/* Frees the islands, but not the whole; NULL is fine. */
void pn_islands_free(pn_islands *islands);

/* Makes a step of all islands, with the same bits for any number of threads,
   and puts states, works, impacts and the forces of bounds into the whole,
   which makes the step itself where there are none. GSL_SUCCESS; or GSL_EFAILED
   and the reason of the first island that has no next state: then no island has
   moved. */
int pn_islands_step(pn_islands *islands, pn_error *error);

#endif
