/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Vectors of three reals, by value. */
#ifndef PANTIN_BASE_VEC3_H
#define PANTIN_BASE_VEC3_H

#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A vector of three reals. */
typedef struct {
  double x, y, z; /* its components */
} pn_vec3;

/* Returns the vector (x, y, z). */
static inline pn_vec3 pn_vec3_make(double x, double y, double z)
{
  const pn_vec3 result = {x, y, z};
  return result;
}

/* Returns a + b. */
static inline pn_vec3 pn_vec3_add(pn_vec3 a, pn_vec3 b)
{
  return pn_vec3_make(a.x + b.x, a.y + b.y, a.z + b.z);
}

/* Returns a - b. */
static inline pn_vec3 pn_vec3_sub(pn_vec3 a, pn_vec3 b)
{
  return pn_vec3_make(a.x - b.x, a.y - b.y, a.z - b.z);
}

/* Returns s a. */
static inline pn_vec3 pn_vec3_scale(double s, pn_vec3 a)
{
  return pn_vec3_make(s * a.x, s * a.y, s * a.z);
}

/* Returns a + s b. */
static inline pn_vec3 pn_vec3_add_scaled(pn_vec3 a, double s, pn_vec3 b)
{
  return pn_vec3_make(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

/* Returns the scalar product a . b. */
static inline double pn_vec3_dot(pn_vec3 a, pn_vec3 b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* Returns the vector product a x b. */
static inline pn_vec3 pn_vec3_cross(pn_vec3 a, pn_vec3 b)
{
  return pn_vec3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z,
                      a.x * b.y - a.y * b.x);
}

/* Returns the Euclidean length, without overflow or underflow on the way. */
static inline double pn_vec3_norm(pn_vec3 a)
{
  return hypot(hypot(a.x, a.y), a.z);
}

/* Returns a / |a|; the zero vector stays zero. */
static inline pn_vec3 pn_vec3_normalize(pn_vec3 a)
{
  const double norm = pn_vec3_norm(a);
  return norm > 0 ? pn_vec3_scale(1 / norm, a) : a;
}

/* Returns a unit vector normal to a unit vector: across its least component. */
static inline pn_vec3 pn_vec3_some_normal(pn_vec3 a)
{
  const double x = fabs(a.x), y = fabs(a.y), z = fabs(a.z);
  const pn_vec3 other = x <= y && x <= z ? pn_vec3_make(1, 0, 0)
                        : y <= z         ? pn_vec3_make(0, 1, 0)
                                         : pn_vec3_make(0, 0, 1);
  return pn_vec3_normalize(pn_vec3_cross(a, other));
}

#ifdef __cplusplus
}
#endif

#endif
