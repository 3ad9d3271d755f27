/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Filling a container. The widest lattice that has enough points is found by
   bisection: the number of points that lie inside falls, by and large, as the
   spacing grows. */
#include "pantin/contact/balls.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_rng.h>
#include <math.h>

/* After so many halvings the spacing is found to its last digits. */
enum { BISECTIONS = 50 };

/* Points of a lattice that are visited within a second. */
static const double points_most = 3e7;

/* The fraction of the free space between two balls that a shift may use. */
static const double shift_share = 0.9;

typedef struct {
  const pn_balls *balls;
  double largest; /* radius [m] */
  double spacing; /* of the lattice [m] */
  pn_vec3 half;   /* extent that centres can have [m] */
} lattice;

/* Counts the points of the lattice on one axis: as many as fit, around the
   middle. */
static long points_along(const lattice *of, double half)
{
  return half > 0 ? (long)floor(2 * half / of->spacing) + 1 : 1;
}

static double coordinate(const lattice *of, long k, long points)
{
  return of->spacing * ((double)k - (double)(points - 1) / 2);
}

/* Visits the points inside, from the lowest layer up, and puts balls there if
   `x` is not NULL; stops at `most`. Returns the number of points. */
static size_t visit(const lattice *of, size_t most, pn_vec3 *x)
{
  const long nx = points_along(of, of->half.x),
             ny = points_along(of, of->half.y);
  const long nz = points_along(of, of->half.z);
  size_t count = 0;
  for (long k = 0; k < nz; k++)
    for (long j = 0; j < ny; j++)
      for (long i = 0; i < nx; i++) {
        const pn_vec3 at = {coordinate(of, i, nx), coordinate(of, j, ny),
                            coordinate(of, k, nz)};
        if (!pn_container_holds(&of->balls->container, at, of->largest))
          continue;
        if (count == most)
          return count;
        if (x)
          x[count] = at;
        count++;
      }
  return count;
}

/* Finds a spacing to begin with: that of balls that touch, or one with which
   the lattice has no more points than can be visited, which is more than enough
   for any number of balls. */
static double least_spacing(const lattice *of)
{
  lattice try = *of;
  try.spacing = 2 * of->largest;
  while ((double)points_along(&try, of->half.x) *
             (double)points_along(&try, of->half.y) *
             (double)points_along(&try, of->half.z) >
         points_most)
    try.spacing *= 1.1;
  return try.spacing;
}

/* Finds the lattice with the widest spacing that holds all balls; 0 if none
   does. */
static int find_spacing(lattice *of)
{
  const size_t count = of->balls->count;
  double narrow = least_spacing(of);
  double wide = narrow + 2 * fmax(of->half.x, fmax(of->half.y, of->half.z));
  /* Many points may be looked at in vain where no ball fits between two
     walls. */
  const pn_vec3 middle = {0, 0, 0};
  of->spacing = narrow;
  if (!pn_container_holds(&of->balls->container, middle, of->largest) ||
      visit(of, count, NULL) < count)
    return 0;
  for (int k = 0; k < BISECTIONS; k++) {
    of->spacing = (narrow + wide) / 2;
    if (visit(of, count, NULL) < count)
      wide = of->spacing;
    else
      narrow = of->spacing;
  }
  of->spacing = narrow;
  return 1;
}

/* Moves each ball off its point of the lattice by a random vector, and back if
   that is outside. */
static void shift(const lattice *of, gsl_rng *random, pn_balls *balls)
{
  const double reach =
      shift_share * (of->spacing - 2 * of->largest) / 2 / sqrt(3);
  for (size_t k = 0; k < balls->count; k++) {
    const double dx = reach * (2 * gsl_rng_uniform(random) - 1);
    const double dy = reach * (2 * gsl_rng_uniform(random) - 1);
    const double dz = reach * (2 * gsl_rng_uniform(random) - 1);
    const int flat = balls->container.shape->dimensions < 3;
    const pn_vec3 at =
        pn_vec3_add(balls->x[k], pn_vec3_make(dx, flat ? 0 : dy, dz));
    if (pn_container_holds(&balls->container, at, balls->radius[k]))
      balls->x[k] = at;
  }
}

int pn_balls_fill(pn_balls *balls, unsigned long seed, pn_error *error)
{
  pn_error_clear(error);
  const pn_container *container = &balls->container;
  if (!container->shape->bounded)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "a %s has no bounds to be filled: list the balls",
                        container->shape->name);
  lattice of = {.balls = balls};
  for (size_t k = 0; k < balls->count; k++)
    of.largest = fmax(of.largest, balls->radius[k]);
  const pn_vec3 extent = container->shape->extent(container);
  of.half = pn_vec3_make(fmax(0, extent.x - of.largest),
                         fmax(0, extent.y - of.largest),
                         fmax(0, extent.z - of.largest));
  if (!find_spacing(&of))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "%zu balls with radii up to %g m do not fit on a "
                        "lattice in this %s",
                        balls->count, of.largest, container->shape->name);
  visit(&of, balls->count, balls->x);
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  if (!random)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  gsl_rng_set(random, seed);
  shift(&of, random, balls);
  gsl_rng_free(random);
  return GSL_SUCCESS;
}
