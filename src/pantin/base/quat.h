/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Quaternions q = w + x i + y j + z k, by value. A unit quaternion turns
   vectors from a body's frame into the world's. */
#ifndef PANTIN_BASE_QUAT_H
#define PANTIN_BASE_QUAT_H

#include "pantin/base/mat3.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A quaternion. */
typedef struct {
  double w, x, y, z; /* w + x i + y j + z k */
} pn_quat;

/* Returns the quaternion that turns nothing. */
static inline pn_quat pn_quat_identity(void)
{
  const pn_quat result = {1, 0, 0, 0};
  return result;
}

/* Returns the turn by angle [rad] about a unit axis, counter-clockwise seen
   from the axis' tip. */
static inline pn_quat pn_quat_axis_angle(pn_vec3 axis, double angle)
{
  const double s = sin(angle / 2);
  const pn_quat result = {cos(angle / 2), s * axis.x, s * axis.y, s * axis.z};
  return result;
}

/* Returns the product a b: first the turn b, then the turn a. */
static inline pn_quat pn_quat_multiply(pn_quat a, pn_quat b)
{
  const pn_quat result = {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
                          a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                          a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
  return result;
}

/* Returns the inverse turn of a unit quaternion. */
static inline pn_quat pn_quat_conjugate(pn_quat q)
{
  const pn_quat result = {q.w, -q.x, -q.y, -q.z};
  return result;
}

/* Returns the Euclidean length, without overflow or underflow on the way. */
static inline double pn_quat_norm(pn_quat q)
{
  return hypot(hypot(q.w, q.x), hypot(q.y, q.z));
}

/* Returns q / |q|; the zero quaternion becomes the identity. */
static inline pn_quat pn_quat_normalize(pn_quat q)
{
  const double norm = pn_quat_norm(q);
  if (!(norm > 0))
    return pn_quat_identity();
  const pn_quat result = {q.w / norm, q.x / norm, q.y / norm, q.z / norm};
  return result;
}

/* Returns the rotation matrix of a unit quaternion. */
static inline pn_mat3 pn_quat_matrix(pn_quat q)
{
  const double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
  const double xy = q.x * q.y, yz = q.y * q.z, zx = q.z * q.x;
  const double wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
  const pn_mat3 result = {{{1 - 2 * (yy + zz), 2 * (xy - wz), 2 * (zx + wy)},
                           {2 * (xy + wz), 1 - 2 * (zz + xx), 2 * (yz - wx)},
                           {2 * (zx - wy), 2 * (yz + wx), 1 - 2 * (xx + yy)}}};
  return result;
}

/* Turns the vector v by the unit quaternion q: v + 2 u x (u x v + w v) with u
   the vector part of q. */
static inline pn_vec3 pn_quat_rotate(pn_quat q, pn_vec3 v)
{
  const pn_vec3 u = {q.x, q.y, q.z};
  const pn_vec3 inner = pn_vec3_add_scaled(pn_vec3_cross(u, v), q.w, v);
  return pn_vec3_add_scaled(v, 2, pn_vec3_cross(u, inner));
}

/* Returns dq/dt of a body that turns with angular velocity omega [rad/s], given
   in the world's frame: q' = 1/2 (0, omega) q. */
static inline pn_quat pn_quat_derivative(pn_quat q, pn_vec3 omega)
{
  const pn_quat half = {0, omega.x / 2, omega.y / 2, omega.z / 2};
  return pn_quat_multiply(half, q);
}

#ifdef __cplusplus
}
#endif

#endif
