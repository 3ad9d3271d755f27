/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Moments of inertia of homogeneous bodies of mass m. For a body of
   revolution about x with discs of radius r(x) and density rho,

     I_x = rho pi/2 int r^4 dx,   I_y = I_z = I_x / 2 + rho pi int r^2 x^2 dx.

   Source: L. Landau, E. Lifshitz, Mechanics (1976), section 32, problem 2. */
#include "pantin/body/shape_private.h"

#include <string.h>

/* Radius of a rod over its length, for the moment about its axis only: almost
   nothing, but a zero moment could not be inverted. */
static const double rod_radius = 1e-3;

static pn_vec3 box_inertia(double m, const double *size)
{
  const double a = size[0] * size[0], b = size[1] * size[1],
               c = size[2] * size[2];
  return pn_vec3_scale(m / 12, pn_vec3_make(b + c, c + a, a + b));
}

static pn_vec3 sphere_inertia(double m, const double *size)
{
  const double I = 2 * m * size[0] * size[0] / 5;
  return pn_vec3_make(I, I, I);
}

static pn_vec3 cylinder_inertia(double m, const double *size)
{
  const double ll = size[0] * size[0], rr = size[1] * size[1];
  const double across = m * (3 * rr + ll) / 12;
  return pn_vec3_make(m * rr / 2, across, across);
}

/* Adds the moments of a cylinder and of two half spheres, which share the mass
   by volume; the centre of mass of a half sphere lies 3/8 r outside its disc.
 */
static pn_vec3 capsule_inertia(double m, const double *size)
{
  const double l = size[0], r = size[1], caps = m * 4 * r / (4 * r + 3 * l);
  const pn_vec3 I = cylinder_inertia(m - caps, size);
  const double along = caps * 2 * r * r / 5;
  const double across = along + caps * (l * l / 4 + 3 * l * r / 8);
  return pn_vec3_add(I, pn_vec3_make(along, across, across));
}

static pn_vec3 rod_inertia(double m, const double *size)
{
  const double l = size[0], r = rod_radius * l, across = m * l * l / 12;
  return pn_vec3_make(m * r * r / 2, across, across);
}

static pn_vec3 point_inertia(double m, const double *size)
{
  (void)m;
  (void)size;
  return pn_vec3_make(0, 0, 0);
}

static const pn_shape box = {"box", 3, {"x", "y", "z"}, box_inertia};
static const pn_shape sphere = {"sphere", 1, {"radius"}, sphere_inertia};
static const pn_shape cylinder = {
    "cylinder", 2, {"length", "radius"}, cylinder_inertia};
static const pn_shape capsule = {
    "capsule", 2, {"length", "radius"}, capsule_inertia};
static const pn_shape rod = {"rod", 1, {"length"}, rod_inertia};
static const pn_shape point = {"point", 0, {NULL}, point_inertia};

const pn_shape *const pn_shape_box = &box;
const pn_shape *const pn_shape_sphere = &sphere;
const pn_shape *const pn_shape_cylinder = &cylinder;
const pn_shape *const pn_shape_capsule = &capsule;
const pn_shape *const pn_shape_rod = &rod;
const pn_shape *const pn_shape_point = &point;

int pni_shape_has_sizes(const pn_shape *shape, const double *size)
{
  for (size_t k = 0; k < shape->sizes; k++)
    if (!(size[k] > 0 && size[k] <= PNI_LENGTH_MAX))
      return 0;
  return 1;
}

/* The family: a new shape is a table above and one line here. */
const pn_shape *pn_shape_get(size_t k)
{
  const pn_shape *const shapes[] = {&box,     &sphere, &cylinder,
                                    &capsule, &rod,    &point};
  return k < sizeof shapes / sizeof shapes[0] ? shapes[k] : NULL;
}

const pn_shape *pn_shape_find(const char *name)
{
  const pn_shape *shape;
  for (size_t k = 0; (shape = pn_shape_get(k)); k++)
    if (strcmp(shape->name, name) == 0)
      break;
  return shape;
}
