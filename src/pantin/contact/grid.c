/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A counting sort by the cube. Cubes in a row along x are in buckets that
   follow each other, so that they are read together. Two cubes of one bucket,
   of a table found by hash, are told apart by their coordinates.

   Source: Teschner, Heidelberger, Mueller, Pomeranets, Gross (2003), Optimized
   spatial hashing for collision detection of deformable objects (the hash). */
#include "pantin/contact/grid.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/sweep_private.h"

#include <math.h>
#include <string.h>

/* Beyond, all points are in the last cube: a search that gets slow, not one
   that goes wrong. */
static const double farthest = 1e9;

/* Buckets for each point: for a box around balls at rest, which fill most of
   its cubes, and its border. */
enum { BUCKETS_EACH = 2 };

/* Cubes along an axis that are near a point. */
enum { ROW = 3 };

pn_grid *pn_grid_alloc(size_t count)
{
  const size_t padded = count + PN_GRID_AT_ONCE;
  pn_grid *grid = pn_alloc(1, sizeof *grid);
  if (!grid)
    return NULL;
  grid->count = count;
  grid->room = 4;
  while (grid->room < BUCKETS_EACH * count)
    grid->room *= 2;
  grid->cell = pn_alloc(count, sizeof *grid->cell);
  grid->first = pn_alloc(grid->room + 1, sizeof *grid->first);
  grid->point = pn_alloc(padded, sizeof *grid->point);
  grid->x = pn_alloc(padded, sizeof *grid->x);
  grid->y = pn_alloc(padded, sizeof *grid->y);
  grid->z = pn_alloc(padded, sizeof *grid->z);
  if (!grid->cell || !grid->first || !grid->point || !grid->x || !grid->y ||
      !grid->z) {
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
  pn_free(grid->point);
  pn_free(grid->x);
  pn_free(grid->y);
  pn_free(grid->z);
  pn_free(grid);
}

static int32_t along(double x, double edge)
{
  return (int32_t)fmax(-farthest, fmin(farthest, floor(x / edge)));
}

/* Returns the bucket of a cube: its place in the box, or in the table. In both,
   cubes that follow each other along x have buckets that do. */
static size_t bucket(const pn_grid *grid, pn_cell c)
{
  if (grid->along[0] > 0)
    return ((size_t)(c.z - grid->low.z) * grid->along[1] +
            (size_t)(c.y - grid->low.y)) *
               grid->along[0] +
           (size_t)(c.x - grid->low.x);
  const uint32_t row = (uint32_t)c.y * 19349663u ^ (uint32_t)c.z * 83492791u;
  return (row + (uint32_t)c.x) & (grid->buckets - 1);
}

static int32_t lower(int32_t a, int32_t b)
{
  return a < b ? a : b;
}

static int32_t higher(int32_t a, int32_t b)
{
  return a > b ? a : b;
}

/* Chooses the buckets: the cubes of the box around all points, with one more on
   each side for neighbours, or the table. */
static void set_buckets(pn_grid *grid)
{
  pn_cell low = {INT32_MAX, INT32_MAX, INT32_MAX};
  pn_cell high = {INT32_MIN, INT32_MIN, INT32_MIN};
  for (size_t i = 0; i < grid->count; i++) {
    const pn_cell c = grid->cell[i];
    low = (pn_cell){lower(low.x, c.x), lower(low.y, c.y), lower(low.z, c.z)};
    high = (pn_cell){higher(high.x, c.x), higher(high.y, c.y),
                     higher(high.z, c.z)};
  }
  const double nx = (double)high.x - low.x + ROW,
               ny = (double)high.y - low.y + ROW,
               nz = (double)high.z - low.z + ROW;
  const int fits = grid->count > 0 && nx * ny * nz <= (double)grid->room;
  grid->low = (pn_cell){low.x - fits, low.y - fits, low.z - fits};
  grid->along[0] = fits ? (size_t)nx : 0;
  grid->along[1] = fits ? (size_t)ny : 0;
  grid->buckets = fits ? (size_t)(nx * ny * nz) : grid->room;
}

void pn_grid_set(pn_grid *grid, const pn_vec3 *x, double edge)
{
  grid->edge = edge;
  for (size_t i = 0; i < grid->count; i++)
    grid->cell[i] = (pn_cell){along(x[i].x, edge), along(x[i].y, edge),
                              along(x[i].z, edge)};
  set_buckets(grid);
  memset(grid->first, 0, (grid->buckets + 1) * sizeof *grid->first);
  for (size_t i = 0; i < grid->count; i++)
    grid->first[bucket(grid, grid->cell[i])]++;
  /* Ends of buckets; filled from the last point, they become beginnings. */
  for (size_t b = 1; b <= grid->buckets; b++)
    grid->first[b] += grid->first[b - 1];
  for (size_t i = grid->count; i-- > 0;) {
    const uint32_t k = --grid->first[bucket(grid, grid->cell[i])];
    grid->point[k] = (uint32_t)i;
    grid->x[k] = x[i].x;
    grid->y[k] = x[i].y;
    grid->z[k] = x[i].z;
  }
}

/* Tells whether a point is in cube c or the next ones along x. */
static inline int is_in(const pn_grid *grid, uint32_t point, pn_cell c,
                        size_t cubes)
{
  const pn_cell at = grid->cell[point];
  return at.y == c.y && at.z == c.z && (uint32_t)at.x - (uint32_t)c.x < cubes;
}

/* A search for points j > i that are this near to point i at x. */
typedef struct {
  size_t i;
  pn_vec3 x;
  double square; /* of the distance [m^2] */
} search;

/* Finds the points of `buckets` buckets, from that of cube c on; those of a
   table must be in c or the next cubes along x. Some are looked at together,
   without a branch. */
PNI_INLINE size_t near_in(const pn_grid *grid, const search *of, int hashed,
                          pn_cell c, size_t buckets, uint32_t *near)
{
  const size_t b = bucket(grid, c), end = grid->first[b + buckets];
  size_t count = 0;
  for (size_t k = grid->first[b]; k < end; k += PN_GRID_AT_ONCE) {
    double square[PN_GRID_AT_ONCE];
    for (size_t l = 0; l < PN_GRID_AT_ONCE; l++) {
      const double x = grid->x[k + l] - of->x.x, y = grid->y[k + l] - of->x.y,
                   z = grid->z[k + l] - of->x.z;
      square[l] = x * x + y * y + z * z;
    }
    PNI_UNROLL
    for (size_t l = 0; l < PN_GRID_AT_ONCE; l++) {
      const uint32_t j = grid->point[k + l];
      near[count] = j;
      count += (k + l < end) & (j > of->i) & !(square[l] > of->square) &&
               (!hashed || is_in(grid, j, c, buckets));
    }
  }
  return count;
}

/* Finds the points around cube `own`. */
PNI_INLINE size_t near_around(const pn_grid *grid, const search *of, int hashed,
                              pn_cell own, uint32_t *near)
{
  size_t count = 0;
  for (int dz = -1; dz <= 1; dz++)
    for (int dy = -1; dy <= 1; dy++) {
      /* The three buckets follow each other, unless the table ends there. */
      pn_cell c = {own.x - 1, own.y + dy, own.z + dz};
      const size_t at_once =
          !hashed || bucket(grid, c) + ROW <= grid->buckets ? ROW : 1;
      for (size_t k = 0; k < ROW; k += at_once, c.x++)
        count += near_in(grid, of, hashed, c, at_once, near + count);
    }
  return count;
}

PNI_WIDE static size_t near_in_box(const pn_grid *grid, const search *of,
                                   uint32_t *near)
{
  return near_around(grid, of, 0, grid->cell[of->i], near);
}

size_t pn_grid_near(const pn_grid *grid, size_t i, pn_vec3 x, uint32_t *near)
{
  static const double slack = 1e-9; /* more than rounding */
  const search of = {i, x, (1 + slack) * grid->edge * grid->edge};
  return grid->along[0] > 0 ? near_in_box(grid, &of, near)
                            : near_around(grid, &of, 1, grid->cell[i], near);
}
