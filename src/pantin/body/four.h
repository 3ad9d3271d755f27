/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Four bodies side by side: what motion.h and assembly.c compute for each
   body by itself, in the same operations and so to the bit. Their numbers
   are turned from rows (all of a body) into columns (one of each body) and
   back. Inertias must be diagonal. */
#ifndef PANTIN_BODY_FOUR_H
#define PANTIN_BODY_FOUR_H

#include "pantin/base/fours.h"
#include "pantin/body/assembly.h"
#include "pantin/body/motion.h"

#include <stddef.h>

#ifdef PNI_LANES

/* Four numbers at once are written across members of a motion. */
_Static_assert(offsetof(pn_motion, omega) ==
                   offsetof(pn_motion, v) + sizeof(pn_vec3),
               "omega follows v");
_Static_assert(offsetof(pn_pose, q) == sizeof(pn_vec3), "q follows x");

/* A vector of each of the bodies. */
typedef struct {
  pni_lanes x, y, z;
} four_vec3;

/* A matrix of each, row by row. */
typedef struct {
  pni_lanes m[9];
} four_mat3;

/* Writes a matrix of each body. */
PNI_INLINE void four_write_mat3(const four_mat3 *from, double *to,
                                size_t stride)
{
  four_write(from->m, to, stride);
  four_write(from->m + 4, to + 4, stride);
  four_put(&from->m[8], to + 8, stride);
}

/* Reads the diagonals of symmetric matrices, if they are diagonal; returns
   whether they are. */
PNI_INLINE int four_read_diagonal(const double *from, size_t stride,
                                  four_vec3 *to)
{
  const double *second = from + stride, *third = second + stride,
               *fourth = third + stride;
  const pni_mask any = lanes_bits(from + 1) | lanes_bits(from + 5) |
                       lanes_bits(second + 1) | lanes_bits(second + 5) |
                       lanes_bits(third + 1) | lanes_bits(third + 5) |
                       lanes_bits(fourth + 1) | lanes_bits(fourth + 5);
  to->x = four_pick(from, stride);
  to->y = four_pick(from + 4, stride);
  to->z = four_pick(from + 8, stride);
  const pni_mask plus = any << 1; /* without signs */
  return (plus[0] | plus[1] | plus[2]) == 0;
}

/* Computes motion_inverse_root() of each number. */
PNI_INLINE pni_lanes four_inverse_root(const pni_lanes *s)
{
  const pni_lanes e = *s - 1;
  pni_lanes root = 1 - e * (0.5 - 0.375 * e);
  const pni_mask is_near = (e < motion_near) & (e > -motion_near);
  if (is_near[0] & is_near[1] & is_near[2] & is_near[3])
    return root;
  for (size_t b = 0; b < FOUR; b++)
    root[b] = motion_inverse_root((*s)[b]);
  return root;
}

/* Computes pn_quat_matrix() of each quaternion q: w, x, y, z. */
PNI_INLINE void four_quat_matrix(const pni_lanes q[FOUR], four_mat3 *R)
{
  const pni_lanes xx = q[1] * q[1], yy = q[2] * q[2], zz = q[3] * q[3];
  const pni_lanes xy = q[1] * q[2], yz = q[2] * q[3], zx = q[3] * q[1];
  const pni_lanes wx = q[0] * q[1], wy = q[0] * q[2], wz = q[0] * q[3];
  R->m[0] = 1 - 2 * (yy + zz);
  R->m[1] = 2 * (xy - wz);
  R->m[2] = 2 * (zx + wy);
  R->m[3] = 2 * (xy + wz);
  R->m[4] = 1 - 2 * (zz + xx);
  R->m[5] = 2 * (yz - wx);
  R->m[6] = 2 * (zx - wy);
  R->m[7] = 2 * (yz + wx);
  R->m[8] = 1 - 2 * (xx + yy);
}

/* Sets W = R D R^T of each; D diagonal. */
PNI_INLINE void four_turn(const four_mat3 *R, const four_vec3 *D, four_mat3 *W)
{
  const pni_lanes *r = R->m;
  const pni_lanes a = r[0] * D->x, b = r[1] * D->y, c = r[2] * D->z;
  const pni_lanes d = r[3] * D->x, e = r[4] * D->y, f = r[5] * D->z;
  const pni_lanes g = r[6] * D->x, h = r[7] * D->y, i = r[8] * D->z;
  W->m[0] = a * r[0] + b * r[1] + c * r[2];
  W->m[1] = W->m[3] = a * r[3] + b * r[4] + c * r[5];
  W->m[2] = W->m[6] = a * r[6] + b * r[7] + c * r[8];
  W->m[4] = d * r[3] + e * r[4] + f * r[5];
  W->m[5] = W->m[7] = d * r[6] + e * r[7] + f * r[8];
  W->m[8] = g * r[6] + h * r[7] + i * r[8];
}

/* Returns the bits in which the pose of a body differs from the last one. */
PNI_INLINE pni_mask four_compare(const double *x, const pni_lanes *q,
                                 const pn_motion *motion)
{
  pni_mask moved = lanes_bits(&motion->pose.x.x) ^ lanes_bits(x);
  moved[3] = 0; /* belongs to the quaternion */
  return moved | (lanes_bits(&motion->pose.q.w) ^ (pni_mask)*q);
}

/* Writes the pose of a body. */
PNI_INLINE void four_place(const double *x, const pni_lanes *q,
                           pn_motion *motion)
{
  const pni_lanes now = lanes_load(x);
  lanes_store(&motion->pose.x.x, &now);
  lanes_store(&motion->pose.q.w, q);
}

/* Copies the velocities of a body. */
PNI_INLINE void four_move(const double *u, pn_motion *motion)
{
  const pni_lanes first = lanes_load(u), rest = lanes_load(u + 2);
  lanes_store(&motion->v.x, &first);
  lanes_store(&motion->v.z, &rest);
}

/* Reads the quaternions of four bodies and divides them by their lengths. */
PNI_INLINE void four_unit(const double *q, pni_lanes p[FOUR])
{
  four_read(q + 3, PN_BODY_POSITIONS, p);
  const pni_lanes s = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3];
  const pni_lanes scale = four_inverse_root(&s);
  p[0] *= scale;
  p[1] *= scale;
  p[2] *= scale;
  p[3] *= scale;
}

/* Reads the motions of four bodies as motion_read() does, and turns their
   inverse inertias, unless one is not diagonal; returns whether it has done so.
   *changed gets the bits of the poses that are new. Bodies that are where they
   were, if that is_known, get new velocities only. */
PNI_INLINE int four_set(const double *q, const double *u, const pn_mat3 *B,
                        int is_known, pn_motion *motion, pn_mat3 *inverse,
                        pni_mask *changed)
{
  enum { STRIDE = sizeof *motion / sizeof(double) };
  four_vec3 D;
  four_mat3 R, W;
  pni_lanes p[FOUR];
  four_unit(q, p);
  pni_lanes row[FOUR] = {p[0], p[1], p[2], p[3]};
  lanes_swap(row);
  const pni_mask moved = four_compare(q, &row[0], motion) |
                         four_compare(q + 7, &row[1], motion + 1) |
                         four_compare(q + 14, &row[2], motion + 2) |
                         four_compare(q + 21, &row[3], motion + 3);
  if (!is_known || (moved[0] | moved[1] | moved[2] | moved[3]) != 0) {
    if (!four_read_diagonal(B->m[0], 9, &D))
      return 0;
    four_quat_matrix(p, &R);
    four_turn(&R, &D, &W);
    four_write_mat3(&W, inverse->m[0], 9);
    four_write_mat3(&R, motion->R.m[0], STRIDE);
    four_place(q, &row[0], motion);
    four_place(q + 7, &row[1], motion + 1);
    four_place(q + 14, &row[2], motion + 2);
    four_place(q + 21, &row[3], motion + 3);
    *changed |= moved;
  }
  four_move(u, motion);
  four_move(u + 6, motion + 1);
  four_move(u + 12, motion + 2);
  four_move(u + 18, motion + 3);
  return 1;
}

#endif

#endif
