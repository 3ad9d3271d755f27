/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A cell grid: which balls may be near each other, in a time proportional to
   their number. Space is cut into cubes; a ball's neighbours are in its own
   cube and the 26 around it. Cubes are found by a hash of their coordinates,
   so that the grid needs no bounds and no memory for empty space. */
#ifndef PANTIN_CONTACT_GRID_H
#define PANTIN_CONTACT_GRID_H

#include "pantin/base/vec3.h"

#include <stddef.h>
#include <stdint.h>

/* Coordinates of a cube. */
typedef struct {
  int32_t x, y, z;
} pn_cell;

/* A point with its cube. */
typedef struct {
  pn_cell cell;
  uint32_t point;
} pn_grid_entry;

typedef struct pn_grid {
  size_t count;         /* points */
  size_t buckets;       /* of the hash table, a power of 2 */
  double edge;          /* of a cube [m] */
  pn_cell *cell;        /* the cube of each point, (count), owned */
  size_t *first;        /* where each bucket begins in `entry`, (buckets + 1),
                           owned */
  pn_grid_entry *entry; /* the points bucket after bucket, ascending in each,
                           (count), owned */
} pn_grid;

/* Returns NULL when memory is short. */
pn_grid *pn_grid_alloc(size_t count);

void pn_grid_free(pn_grid *grid);

/* Sorts the points into cubes with this edge. */
void pn_grid_set(pn_grid *grid, const pn_vec3 *x, double edge);

/* Finds the points j > i in the cubes around point i, always in the same order,
   into near, (count). Returns how many there are. */
size_t pn_grid_near(const pn_grid *grid, size_t i, uint32_t *near);

#endif
