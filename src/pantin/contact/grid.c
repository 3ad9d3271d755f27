/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A counting sort by the hash of the cube. Two cubes of one bucket are told
   apart by their coordinates. Cubes in a row along x are in buckets that follow
   each other, so that they are read together.

   Source: Teschner, Heidelberger, Mueller, Pomeranets, Gross (2003), Optimized
   spatial hashing for collision detection of deformable objects (the hash). */
#include "pantin/contact/grid.h"

#include "pantin/base/alloc.h"

#include <math.h>
#include <string.h>

/* Beyond, all points are in the last cube: a search that gets slow, not one
   that goes wrong. */
static const double farthest = 1e9;

pn_grid *pn_grid_alloc(size_t count)
{
  pn_grid *grid = pn_alloc(1, sizeof *grid);
  if (!grid)
    return NULL;
  grid->count = count;
  grid->buckets = 1;
  while (grid->buckets < count)
    grid->buckets *= 2;
  grid->cell = pn_alloc(count, sizeof *grid->cell);
  grid->first = pn_alloc(grid->buckets + 1, sizeof *grid->first);
  grid->entry = pn_alloc(count, sizeof *grid->entry);
  if (!grid->cell || !grid->first || !grid->entry) {
    pn_grid_free(grid);
    return NULL;
  }
  return grid;
}

void pn_grid_free(pn_grid *grid)
{
  if (!grid)
    return;
  pn_free(grid->cell);
  pn_free(grid->first);
  pn_free(grid->entry);
  pn_free(grid);
}

static int32_t along(double x, double edge)
{
  return (int32_t)fmax(-farthest, fmin(farthest, floor(x / edge)));
}

static size_t bucket(const pn_grid *grid, pn_cell c)
{
  const uint32_t row = (uint32_t)c.y * 19349663u ^ (uint32_t)c.z * 83492791u;
  return (row + (uint32_t)c.x) & (grid->buckets - 1);
}

void pn_grid_set(pn_grid *grid, const pn_vec3 *x, double edge)
{
  memset(grid->first, 0, (grid->buckets + 1) * sizeof *grid->first);
  grid->edge = edge;
  for (size_t i = 0; i < grid->count; i++) {
    grid->cell[i] = (pn_cell){along(x[i].x, edge), along(x[i].y, edge),
                              along(x[i].z, edge)};
    grid->first[bucket(grid, grid->cell[i])]++;
  }
  /* Ends of buckets; filled from the last point, they become beginnings. */
  for (size_t b = 1; b <= grid->buckets; b++)
    grid->first[b] += grid->first[b - 1];
  for (size_t i = grid->count; i-- > 0;)
    grid->entry[--grid->first[bucket(grid, grid->cell[i])]] =
        (pn_grid_entry){grid->cell[i], (uint32_t)i};
}

/* Finds the points j > i of `buckets` buckets, from that of cube c on, whose
   cubes are c or the next ones along x. No branch depends on the points. */
static size_t near_in(const pn_grid *grid, size_t i, pn_cell c, size_t buckets,
                      uint32_t *near)
{
  const size_t b = bucket(grid, c);
  const size_t end = grid->first[b + buckets];
  size_t count = 0;
  for (size_t k = grid->first[b]; k < end; k++) {
    const pn_grid_entry *at = &grid->entry[k];
    near[count] = at->point;
    count += (at->point > i) & (at->cell.y == c.y) & (at->cell.z == c.z) &
             ((uint32_t)at->cell.x - (uint32_t)c.x < buckets);
  }
  return count;
}

size_t pn_grid_near(const pn_grid *grid, size_t i, uint32_t *near)
{
  enum { ROW = 3 };
  const pn_cell own = grid->cell[i];
  size_t count = 0;
  for (int dz = -1; dz <= 1; dz++)
    for (int dy = -1; dy <= 1; dy++) {
      /* The three buckets follow each other, unless the table ends there. */
      pn_cell c = {own.x - 1, own.y + dy, own.z + dz};
      const size_t at_once = bucket(grid, c) + ROW <= grid->buckets ? ROW : 1;
      for (size_t k = 0; k < ROW; k += at_once, c.x++)
        count += near_in(grid, i, c, at_once, near + count);
    }
  return count;
}
