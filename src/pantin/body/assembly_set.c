/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Evaluates J, C, Jdot u and W of a system at a state. */
#include "pantin/body/assembly_private.h"
#include "pantin/body/four.h"
#include "pantin/body/point.h"
#include "pantin/body/rows.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* Returns r^T B for a row r. */
static inline pn_vec3 row_times(const double *r, const pn_mat3 *B)
{
  return pn_vec3_make(r[0] * B->m[0][0] + r[1] * B->m[1][0] + r[2] * B->m[2][0],
                      r[0] * B->m[0][1] + r[1] * B->m[1][1] + r[2] * B->m[2][1],
                      r[0] * B->m[0][2] + r[1] * B->m[1][2] +
                          r[2] * B->m[2][2]);
}

/* Returns the products r_i d_i for a row r. */
static inline pn_vec3 row_scale(const double *r, pn_vec3 d)
{
  return pn_vec3_make(r[0] * d.x, r[1] * d.y, r[2] * d.z);
}

/* Returns a . r, for a row r of three numbers. */
static inline double row_dot(pn_vec3 a, const double *r)
{
  return a.x * r[0] + a.y * r[1] + a.z * r[2];
}

/* Sets W = R B R^T for a symmetric B: an inverse inertia is taken from the
   body's frame to the world's. */
static inline void turn(const pn_mat3 *R, const pn_mat3 *B, pn_mat3 *W)
{
  const int is_principal = mat3_is_diagonal(B);
  const pn_vec3 d = {B->m[0][0], B->m[1][1], B->m[2][2]};
  const pn_vec3 x =
      is_principal ? row_scale(R->m[0], d) : row_times(R->m[0], B);
  const pn_vec3 y =
      is_principal ? row_scale(R->m[1], d) : row_times(R->m[1], B);
  const pn_vec3 z =
      is_principal ? row_scale(R->m[2], d) : row_times(R->m[2], B);
  W->m[0][0] = row_dot(x, R->m[0]);
  W->m[0][1] = W->m[1][0] = row_dot(x, R->m[1]);
  W->m[0][2] = W->m[2][0] = row_dot(x, R->m[2]);
  W->m[1][1] = row_dot(y, R->m[1]);
  W->m[1][2] = W->m[2][1] = row_dot(y, R->m[2]);
  W->m[2][2] = row_dot(z, R->m[2]);
}

/* Reads the motion of a body and turns its inertia; returns whether it has
   moved. */
static int set_body(pn_assembly *assembly, const double *q, const double *u,
                    size_t b)
{
  pn_motion *motion = &assembly->motion[b];
  const pn_pose before = motion->pose;
  motion_read(q + PN_BODY_POSITIONS * b, u + PN_BODY_VELOCITIES * b, motion);
  turn(&motion->R, &assembly->body_inverse[b], &assembly->inverse[b]);
  return memcmp(&before, &motion->pose, sizeof before) != 0;
}

#ifdef PNI_LANES
/* Sets the motions of all bodies, four at a time; the last four may overlap
   the four before them. */
PNI_WIDE static int set_fours(pn_assembly *assembly, const double *q,
                              const double *u)
{
  const size_t n = assembly->system->bodies;
  pni_mask changed = {0};
  int has_moved = 0;
  for (size_t next = 0; next < n; next += FOUR) {
    const size_t b = next + FOUR <= n ? next : n - FOUR;
    if (!four_set(q + PN_BODY_POSITIONS * b, u + PN_BODY_VELOCITIES * b,
                  &assembly->body_inverse[b], assembly->place > 0,
                  &assembly->motion[b], &assembly->inverse[b], &changed))
      for (size_t k = b; k < b + FOUR; k++)
        has_moved |= set_body(assembly, q, u, k);
  }
  return has_moved || (changed[0] | changed[1] | changed[2] | changed[3]) != 0;
}
#endif

/* Reads the motions of all bodies; returns whether one has moved. */
static int set_bodies(pn_assembly *assembly, const double *q, const double *u)
{
  int has_moved = 0;
#ifdef PNI_LANES
  if (assembly->system->bodies >= FOUR)
    return set_fours(assembly, q, u);
#endif
  for (size_t b = 0; b < assembly->system->bodies; b++)
    has_moved |= set_body(assembly, q, u, b);
  return has_moved;
}

#ifdef PNI_LANES
_Static_assert(sizeof(pn_motion) ==
                   offsetof(pn_motion, omega) + sizeof(pn_vec3),
               "omega is last");

/* A joint's point on a body: its place, its arm r and omega x (omega x r). */
typedef struct {
  pni_lanes p, r, s;
} lanes_point;

/* Returns where a point of a body is. */
PNI_INLINE lanes_point lanes_point_on(const pn_motion *motion,
                                      const pn_vec3 *point)
{
  const double *m = &motion->pose.x.x;
  enum { R = offsetof(pn_motion, R) / sizeof *m };
  enum { V = offsetof(pn_motion, v) / sizeof *m };
  pni_lanes column[3] = {lanes_load(m + R), lanes_load(m + R + 3),
                         lanes_load(m + R + 6)};
  const pni_lanes x = lanes_load(m), last = lanes_load(m + V + 2);
  const pni_lanes omega = __builtin_shufflevector(last, last, 1, 2, 3, 0);
  lanes_transpose(column);
  const pni_lanes r = lanes_combine(&point->x, column);
  const pni_lanes turn = lanes_cross(&omega, &r);
  return (lanes_point){x + r, r, lanes_cross(&omega, &turn)};
}

/* Sets C, Jdot u and the arms of a joint that only shares a point; J is in the
   arms. Each gets a fourth number, which what follows overwrites. */
PNI_INLINE void set_point(pn_assembly *assembly, size_t j)
{
  const pn_joint *joint = &assembly->system->joint[j];
  const pn_assembly_link *link = &assembly->link[j];
  const size_t first = link->first;
  const lanes_point p = lanes_point_on(link->parent, &joint->point[0]);
  const lanes_point c = lanes_point_on(link->child, &joint->point[1]);
  const pni_lanes gap = -(c.p - p.p), bias = p.s - c.s, arm = -c.r;
  lanes_store(assembly->C + first, &gap);
  lanes_store(assembly->bias + first, &bias);
  lanes_store(&assembly->arm[2 * j].x, &p.r);
  lanes_store(&assembly->arm[2 * j + 1].x, &arm);
}
#else
/* Sets C, Jdot u and the arms of a joint that only shares a point; J is in the
   arms. */
static inline void set_point(pn_assembly *assembly, size_t j)
{
  const pn_assembly_link *link = &assembly->link[j];
  const joint_arms a =
      arms_of(&assembly->system->joint[j], link->parent, link->child);
  const pn_vec3 gap = gap_of(&a, link->parent, link->child);
  double *C = assembly->C + link->first;
  double *bias = assembly->bias + link->first;
  C[0] = -gap.x;
  C[1] = -gap.y;
  C[2] = -gap.z;
  bias[0] = a.s[0].x - a.s[1].x;
  bias[1] = a.s[0].y - a.s[1].y;
  bias[2] = a.s[0].z - a.s[1].z;
  assembly->arm[2 * j] = a.r[0];
  assembly->arm[2 * j + 1] = pn_vec3_make(-a.r[1].x, -a.r[1].y, -a.r[1].z);
}
#endif

/* Evaluates the rows of a joint of any other kind. */
static int set_joint(pn_assembly *assembly, size_t j)
{
  const pn_joint *joint = &assembly->system->joint[j];
  const pn_assembly_link *link = &assembly->link[j];
  const size_t first = link->first;
  pn_joint_rows rows = {.C = assembly->C + first,
                        .Jp = place_of(assembly, j, 0),
                        .Jc = place_of(assembly, j, 1),
                        .bias = assembly->bias + first};
  if (joint->type->has_third) {
    rows.third = motion_of(assembly, joint->third);
    rows.Jt = place_of(assembly, j, 2);
  }
  if (joint->type->evaluate(joint, link->parent, link->child, &rows))
    return GSL_EFAILED;
  if (joint->type->shares_point) {
    assembly->arm[2 * j] = point_block_arm(rows.Jp);
    assembly->arm[2 * j + 1] = point_block_arm(rows.Jc);
  }
  return GSL_SUCCESS;
}

/* Sets the joints, in ascending order. */
PNI_WIDE static int set_joints(pn_assembly *assembly)
{
  const pn_system *system = assembly->system;
  for (size_t j = 0; j < system->joints; j++) {
    const pn_joint *joint = &system->joint[j];
    if (assembly->link[j].is_point)
      set_point(assembly, j);
    else if (set_joint(assembly, j))
      return GSL_EFAILED;
    if (joint->friction_slide > 0 || joint->friction_turn > 0)
      assembly->has_friction = 1;
  }
  return GSL_SUCCESS;
}

int pn_assembly_set(pn_assembly *assembly, const double *y)
{
  const double *u = y + pn_system_positions(assembly->system);
  assembly->place += set_bodies(assembly, y, u) ? 1 : 0;
  assembly->has_friction = 0;
  return set_joints(assembly);
}
