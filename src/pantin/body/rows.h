/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The three equations of which most joints consist. For body b = p, c (parent,
   child), r_b is the arm from its centre of mass to the joint's point, p_b =
   x_b + r_b that point; a vector a fixed to body b has

     a' = omega_b x a,   and with u' = 0   a'' = omega_b x (omega_b x a).

   Hence p_b' = v_b + omega_b x r_b, p_b'' = omega_b x (omega_b x r_b) =: s_b.
   Jdot u is what is left of C'' when u' = 0.

   Source: E. Haug, Computer Aided Kinematics and Dynamics (1989), chapter 9,
   where the second and third are called dot-2 and dot-1. */
#ifndef PANTIN_BODY_ROWS_H
#define PANTIN_BODY_ROWS_H

#include "pantin/body/joint.h"

/* The joint's point on each body, in the world. */
typedef struct {
  pn_vec3 r[2]; /* r_p, r_c */
  pn_vec3 s[2]; /* omega x (omega x r) */
} joint_arms;

/* Returns omega x (omega x a). */
static inline pn_vec3 centripetal(pn_vec3 omega, pn_vec3 a)
{
  return pn_vec3_cross(omega, pn_vec3_cross(omega, a));
}

/* Returns the arms of a joint at the motions of its bodies. */
static inline joint_arms arms_of(const pn_joint *joint, const pn_motion *parent,
                                 const pn_motion *child)
{
  joint_arms a;
  a.r[0] = pn_mat3_apply(parent->R, joint->point[0]);
  a.r[1] = pn_mat3_apply(child->R, joint->point[1]);
  a.s[0] = centripetal(parent->omega, a.r[0]);
  a.s[1] = centripetal(child->omega, a.r[1]);
  return a;
}

/* Returns p_c - p_p. */
static inline pn_vec3 gap_of(const joint_arms *a, const pn_motion *parent,
                             const pn_motion *child)
{
  return pn_vec3_sub(pn_vec3_add(child->pose.x, a->r[1]),
                     pn_vec3_add(parent->pose.x, a->r[0]));
}

/* Returns p_c' - p_p'. */
static inline pn_vec3 gap_rate(const joint_arms *a, const pn_motion *parent,
                               const pn_motion *child)
{
  const pn_vec3 vp =
      pn_vec3_add(parent->v, pn_vec3_cross(parent->omega, a->r[0]));
  const pn_vec3 vc =
      pn_vec3_add(child->v, pn_vec3_cross(child->omega, a->r[1]));
  return pn_vec3_sub(vc, vp);
}

/* Sets a row of J on one body: its factors of v and omega. */
static inline void set_row(double *J, size_t row, pn_vec3 v, pn_vec3 omega)
{
  double *at = J + 6 * row;
  at[0] = v.x;
  at[1] = v.y;
  at[2] = v.z;
  at[3] = omega.x;
  at[4] = omega.y;
  at[5] = omega.z;
}

/* Sets rows 0, 1, 2: the points coincide.

     C      = x_p + r_p - x_c - r_c
     Cdot   = v_p + omega_p x r_p - v_c - omega_c x r_c
     J      = [ 1  -[r_p]x  |  -1  [r_c]x ]
     Jdot u = s_p - s_c                                                       */
static inline void rows_coincide(const joint_arms *a, const pn_motion *parent,
                                 const pn_motion *child, pn_joint_rows *rows)
{
  const pn_vec3 gap = gap_of(a, parent, child), rp = a->r[0], rc = a->r[1];
  rows->C[0] = -gap.x;
  rows->C[1] = -gap.y;
  rows->C[2] = -gap.z;
  set_row(rows->Jp, 0, (pn_vec3){1, 0, 0}, (pn_vec3){0, rp.z, -rp.y});
  set_row(rows->Jp, 1, (pn_vec3){0, 1, 0}, (pn_vec3){-rp.z, 0, rp.x});
  set_row(rows->Jp, 2, (pn_vec3){0, 0, 1}, (pn_vec3){rp.y, -rp.x, 0});
  set_row(rows->Jc, 0, (pn_vec3){-1, 0, 0}, (pn_vec3){0, -rc.z, rc.y});
  set_row(rows->Jc, 1, (pn_vec3){0, -1, 0}, (pn_vec3){rc.z, 0, -rc.x});
  set_row(rows->Jc, 2, (pn_vec3){0, 0, -1}, (pn_vec3){-rc.y, rc.x, 0});
  rows->bias[0] = a->s[0].x - a->s[1].x;
  rows->bias[1] = a->s[0].y - a->s[1].y;
  rows->bias[2] = a->s[0].z - a->s[1].z;
}

/* Sets one row: the child's point stays in the plane through the parent's point
   whose normal n is fixed to the parent. With d = p_c - p_p:

     C      = n . d
     Cdot   = n . d' + (omega_p x n) . d
     J      = [ -n  n x (d + r_p)  |  n  r_c x n ]
     Jdot u = n . (s_c - s_p) + 2 (omega_p x n) . d' + n'' . d                */
static inline void row_in_plane(const joint_arms *a, const pn_motion *parent,
                                const pn_motion *child, pn_vec3 n, size_t row,
                                pn_joint_rows *rows)
{
  const pn_vec3 d = gap_of(a, parent, child);
  const pn_vec3 rate = gap_rate(a, parent, child);
  rows->C[row] = pn_vec3_dot(n, d);
  set_row(rows->Jp, row, pn_vec3_scale(-1, n),
          pn_vec3_cross(n, pn_vec3_add(d, a->r[0])));
  set_row(rows->Jc, row, n, pn_vec3_cross(a->r[1], n));
  rows->bias[row] = pn_vec3_dot(n, pn_vec3_sub(a->s[1], a->s[0])) +
                    2 * pn_vec3_dot(pn_vec3_cross(parent->omega, n), rate) +
                    pn_vec3_dot(centripetal(parent->omega, n), d);
}

/* Sets one row: a vector a of the parent stays normal to a vector b of the
   child.

     C      = a . b
     Cdot   = (omega_p - omega_c) . (a x b)
     J      = [ 0  a x b  |  0  -a x b ]
     Jdot u = a'' . b + 2 (omega_p x a) . (omega_c x b) + a . b''             */
static inline void row_normal(const pn_motion *parent, const pn_motion *child,
                              pn_vec3 a, pn_vec3 b, size_t row,
                              pn_joint_rows *rows)
{
  const pn_vec3 zero = {0, 0, 0}, axb = pn_vec3_cross(a, b);
  rows->C[row] = pn_vec3_dot(a, b);
  set_row(rows->Jp, row, zero, axb);
  set_row(rows->Jc, row, zero, pn_vec3_scale(-1, axb));
  rows->bias[row] = pn_vec3_dot(centripetal(parent->omega, a), b) +
                    2 * pn_vec3_dot(pn_vec3_cross(parent->omega, a),
                                    pn_vec3_cross(child->omega, b)) +
                    pn_vec3_dot(a, centripetal(child->omega, b));
}

/* Return axis k of the joint's frame as carried by the parent and by the
   child. */
static inline pn_vec3 parent_axis(const pn_joint *joint,
                                  const pn_motion *parent, int k)
{
  return pn_mat3_apply(parent->R, joint->axis[0][k]);
}

static inline pn_vec3 child_axis(const pn_joint *joint, const pn_motion *child,
                                 int k)
{
  return pn_mat3_apply(child->R, joint->axis[1][k]);
}

/* Sets two rows: both bodies keep the joint's axis. */
static inline void rows_same_axis(const pn_joint *joint,
                                  const pn_motion *parent,
                                  const pn_motion *child, size_t row,
                                  pn_joint_rows *rows)
{
  const pn_vec3 axis = child_axis(joint, child, 0);
  row_normal(parent, child, parent_axis(joint, parent, 1), axis, row, rows);
  row_normal(parent, child, parent_axis(joint, parent, 2), axis, row + 1, rows);
}

/* Sets three rows: the bodies do not turn relative to each other. */
static inline void rows_same_frame(const pn_joint *joint,
                                   const pn_motion *parent,
                                   const pn_motion *child, size_t row,
                                   pn_joint_rows *rows)
{
  rows_same_axis(joint, parent, child, row, rows);
  row_normal(parent, child, parent_axis(joint, parent, 2),
             child_axis(joint, child, 1), row + 2, rows);
}

/* Sets two rows: the child's point stays on the line through the parent's point
   along the joint's axis. */
static inline void rows_on_line(const pn_joint *joint, const joint_arms *a,
                                const pn_motion *parent, const pn_motion *child,
                                size_t row, pn_joint_rows *rows)
{
  row_in_plane(a, parent, child, parent_axis(joint, parent, 1), row, rows);
  row_in_plane(a, parent, child, parent_axis(joint, parent, 2), row + 1, rows);
}

/* A vector d, and its first and second derivatives at steady velocities. */
typedef struct {
  pn_vec3 d, rate, second;
} joint_line;

/* The angle theta of a vector in a body's frame, theta'', and g: theta' = g .
   d'
   + omega . (g x d). */
typedef struct {
  double theta, second;
  pn_vec3 g;
} joint_angle;

/* Returns the angle from e2 to d about e2 x e3, both fixed to a body. With a =
   d . e2, b = d . e3, rho^2 = a^2 + b^2:

     theta   = atan2(b, a),   g = (a e3 - b e2) / rho^2
     theta'  = (a b' - b a') / rho^2 = g . d' + omega . (g x d)
     theta'' = (a b'' - b a'') / rho^2 - 2 theta' (a a' + b b') / rho^2
     a''     = d'' . e2 + 2 d' . (omega x e2) + d . (omega x (omega x e2))    */
static inline joint_angle angle_of(const joint_line *l, pn_vec3 e2, pn_vec3 e3,
                                   pn_vec3 omega)
{
  const pn_vec3 e2_rate = pn_vec3_cross(omega, e2);
  const pn_vec3 e3_rate = pn_vec3_cross(omega, e3);
  const double a = pn_vec3_dot(l->d, e2), b = pn_vec3_dot(l->d, e3);
  const double a1 = pn_vec3_dot(l->rate, e2) + pn_vec3_dot(l->d, e2_rate);
  const double b1 = pn_vec3_dot(l->rate, e3) + pn_vec3_dot(l->d, e3_rate);
  const double a2 = pn_vec3_dot(l->second, e2) +
                    2 * pn_vec3_dot(l->rate, e2_rate) +
                    pn_vec3_dot(l->d, centripetal(omega, e2));
  const double b2 = pn_vec3_dot(l->second, e3) +
                    2 * pn_vec3_dot(l->rate, e3_rate) +
                    pn_vec3_dot(l->d, centripetal(omega, e3));
  const double rho2 = a * a + b * b, rate = (a * b1 - b * a1) / rho2;
  joint_angle of = {.theta = atan2(b, a)};
  of.second = (a * b2 - b * a2 - 2 * rate * (a * a1 + b * b1)) / rho2;
  of.g =
      pn_vec3_scale(1 / rho2, pn_vec3_add_scaled(pn_vec3_scale(a, e3), -b, e2));
  return of;
}

/* Adds to a row of J on one body. */
static inline void add_row(double *J, size_t row, pn_vec3 v, pn_vec3 omega)
{
  const double part[6] = {v.x, v.y, v.z, omega.x, omega.y, omega.z};
  for (size_t k = 0; k < 6; k++)
    J[6 * row + k] += part[k];
}

#endif
