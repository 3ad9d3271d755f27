/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A cell grid: which balls may be near each other, in a time proportional to
   their number. Space is cut into cubes; a ball's neighbours are in its own
   cube and the 26 around it. Cubes of a box around the points are counted, one
   row along x after the other, if there are not too many of them. Otherwise
   they are found by a hash of their coordinates, so that the grid needs no
   bounds and no memory for empty space. */
#ifndef PANTIN_CONTACT_GRID_H
#define PANTIN_CONTACT_GRID_H

#include "pantin/base/vec3.h"

#include <stddef.h>
#include <stdint.h>

/* Coordinates of a cube. */
typedef struct {
  int32_t x, y, z;
} pn_cell;

/* The number of points that are tested together. */
enum { PN_GRID_AT_ONCE = 4 };

typedef struct pn_grid {
  size_t count;    /* points */
  size_t room;     /* buckets that fit, a power of 2 */
  size_t buckets;  /* in use: cubes of the box, or of the hash table */
  double edge;     /* of a cube [m] */
  pn_cell low;     /* the first cube of the box around the points */
  size_t along[2]; /* cubes of the box along x and y; 0: hashed */
  pn_cell *cell;   /* the cube of each point, (count), owned */
  uint32_t *first; /* where each bucket begins in `point`, (room + 1),
                      owned */
  /* The points bucket after bucket, ascending in each, and some more,
     (count + PN_GRID_AT_ONCE), owned: */
  uint32_t *point;
  double *x, *y, *z; /* their coordinates [m] */
} pn_grid;

/* Returns NULL when memory is short. */
pn_grid *pn_grid_alloc(size_t count);

void pn_grid_free(pn_grid *grid);

/* Sorts the points into cubes with this edge. */
void pn_grid_set(pn_grid *grid, const pn_vec3 *x, double edge);

/* Finds the points j > i that are no farther from point i, at x, than the edge
   (but for rounding), always in the same order, into near, (count). Returns how
   many there are. */
size_t pn_grid_near(const pn_grid *grid, size_t i, pn_vec3 x, uint32_t *near);

#endif
