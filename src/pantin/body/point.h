/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Three rows of J by which a joint holds a point of a body (rows_coincide):

     s [ 1  -[r]x ],   s = 1 for the parent, s = -1 for the child.

   The numbers s and a = s r determine the block: products read them in place of
   its 18 entries. */
#ifndef PANTIN_BODY_POINT_H
#define PANTIN_BODY_POINT_H

#include "pantin/base/lanes.h"
#include "pantin/base/vec3.h"

#include <stddef.h>
#include <string.h>

typedef struct {
  double s;
  pn_vec3 a;
} point_block;

/* Returns the block of the parent (side 0) or of the child (side 1). */
static inline point_block point_block_of(const pn_vec3 *arm, size_t side)
{
  return (point_block){side == 0 ? 1 : -1, arm[side]};
}

/* Reads a from the rows of a block, (3 x 6). */
static inline pn_vec3 point_block_arm(const double *J)
{
  return (pn_vec3){J[11], -J[5], J[4]};
}

/* Writes the rows of a block, (3 x 6): number by number, as a copy would read
   by pairs what was stored one by one, and wait for it. */
static inline void point_block_rows(point_block p, double *J)
{
  J[0] = J[7] = J[14] = p.s;
  J[1] = J[2] = J[6] = J[8] = J[12] = J[13] = 0;
  J[3] = J[10] = J[17] = 0;
  J[4] = p.a.z;
  J[5] = -p.a.y;
  J[9] = -p.a.z;
  J[11] = p.a.x;
  J[15] = p.a.y;
  J[16] = -p.a.x;
}

/* Writes the columns of a block, (6 x 3), likewise. */
static inline void point_block_columns(point_block p, double *JT)
{
  JT[0] = JT[4] = JT[8] = p.s;
  JT[1] = JT[2] = JT[3] = JT[5] = JT[6] = JT[7] = 0;
  JT[9] = JT[13] = JT[17] = 0;
  JT[10] = -p.a.z;
  JT[11] = p.a.y;
  JT[12] = p.a.z;
  JT[14] = -p.a.x;
  JT[15] = -p.a.y;
  JT[16] = p.a.x;
}

/* Multiplies the block by u = (v, omega): s v + omega x a. */
static inline pn_vec3 point_block_apply(point_block p, const double *u)
{
  const pn_vec3 turn = pn_vec3_cross(pn_vec3_make(u[3], u[4], u[5]), p.a);
  return pn_vec3_make(p.s * u[0] + turn.x, p.s * u[1] + turn.y,
                      p.s * u[2] + turn.z);
}

/* Adds the transposed block times lambda to f: (s lambda, a x lambda). */
static inline void point_block_apply_transposed(point_block p,
                                                const double *lambda, double *f)
{
  const pn_vec3 force = pn_vec3_make(lambda[0], lambda[1], lambda[2]);
  const pn_vec3 torque = pn_vec3_cross(p.a, force);
  f[0] += p.s * force.x;
  f[1] += p.s * force.y;
  f[2] += p.s * force.z;
  f[3] += torque.x;
  f[4] += torque.y;
  f[5] += torque.z;
}

#ifdef PNI_LANES

/* Computes J u of a joint that is a point, as point_block_apply does for each
   body; NULL stands for the world's u. */
PNI_INLINE void point_pair_velocity(const pn_vec3 arm[2], const double *up,
                                    const double *uc, double *r)
{
  pni_lanes sum = {0}, last, omega, turn;
  if (up) {
    last = lanes_load(up + 2);
    omega = __builtin_shufflevector(last, last, 1, 2, 3, 0);
    turn = lanes_load(&arm[0].x);
    sum = lanes_load(up) + lanes_cross(&omega, &turn);
  }
  if (uc) {
    last = lanes_load(uc + 2);
    omega = __builtin_shufflevector(last, last, 1, 2, 3, 0);
    turn = lanes_load(&arm[1].x);
    sum += lanes_cross(&omega, &turn) - lanes_load(uc);
  } else {
    sum += 0;
  }
  lanes_store_3(r, &sum);
}

/* Adds (s lambda, a x lambda) to the six numbers of f, by four and two, so that
   who adds to them next finds them as they were stored. */
PNI_INLINE void point_add_lanes(const pni_lanes *force, const pni_lanes *lambda,
                                const pn_vec3 *a, double *f)
{
  typedef double pair __attribute__((vector_size(16)));
  const pni_lanes arm = lanes_load(&a->x);
  const pni_lanes turn =
      arm * lanes_turn(lambda) - lanes_turn(&arm) * *lambda; /* z, x, y */
  const pni_lanes first =
      lanes_load(f) + __builtin_shufflevector(*force, turn, 0, 1, 2, 5);
  pair rest;
  memcpy(&rest, f + 4, sizeof rest);
  rest += __builtin_shufflevector(turn, turn, 2, 0);
  lanes_store(f, &first);
  memcpy(f + 4, &rest, sizeof rest);
}

/* Adds J^T lambda of a joint that is a point to the forces on its bodies, as
   point_block_apply_transposed does for each; NULL stands for the world's. */
PNI_INLINE void point_pair_add(const pn_vec3 arm[2], const double *lambda,
                               double *fp, double *fc)
{
  const pni_lanes force = lanes_load_3(lambda), opposite = -force;
  if (fp)
    point_add_lanes(&force, &force, &arm[0], fp);
  if (fc)
    point_add_lanes(&opposite, &force, &arm[1], fc);
}

#else

/* Computes J u of a joint that is a point; NULL stands for the world's u. */
static inline void point_pair_velocity(const pn_vec3 arm[2], const double *up,
                                       const double *uc, double *r)
{
  const pn_vec3 zero = {0, 0, 0};
  const pn_vec3 p = up ? point_block_apply(point_block_of(arm, 0), up) : zero;
  const pn_vec3 c = uc ? point_block_apply(point_block_of(arm, 1), uc) : zero;
  r[0] = p.x + c.x;
  r[1] = p.y + c.y;
  r[2] = p.z + c.z;
}

/* Adds a torque to f. */
static inline void point_add_torque(pn_vec3 torque, double *f)
{
  f[3] += torque.x;
  f[4] += torque.y;
  f[5] += torque.z;
}

/* Adds J^T lambda of a joint that is a point to the forces on its bodies, as
   point_block_apply_transposed does for each; NULL stands for the world's. */
static inline void point_pair_add(const pn_vec3 arm[2], const double *lambda,
                                  double *fp, double *fc)
{
  const pn_vec3 force = pn_vec3_make(lambda[0], lambda[1], lambda[2]);
  if (fp) {
    fp[0] += force.x;
    fp[1] += force.y;
    fp[2] += force.z;
    point_add_torque(pn_vec3_cross(arm[0], force), fp);
  }
  if (fc) {
    fc[0] -= force.x;
    fc[1] -= force.y;
    fc[2] -= force.z;
    point_add_torque(pn_vec3_cross(arm[1], force), fc);
  }
}

#endif

#endif
