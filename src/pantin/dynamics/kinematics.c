/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Computes positions from velocities: x' = v and q' = 1/2 (0, omega) q, and
   displacements of the same form, after which quaternions are divided by their
   lengths. The plain form is that of one body; four bodies side by side get the
   same bits.

   The length of a quaternion is sqrt(x^2 + y^2) of two such roots, each
   corrected for its rounding, and nearly always right to the last bit.

   Source: C. Borges, Algorithm 1014: an improved algorithm for hypot(x, y), ACM
   Trans. Math. Softw. 47 (2021) 9. */
#include "pantin/body/four.h"
#include "pantin/dynamics/dynamics_private.h"

#include <string.h>

#ifdef PNI_LANES
#include <emmintrin.h>
#endif

/* A side smaller than this share of the other changes no bit of a length. */
static const double negligible = 0x1p-54;

/* Lengths between these are computed here; others, and what is not a number, by
   pn_quat_normalize. */
static const double shortest = 0.5, longest = 2;

/* Returns sqrt(x^2 + y^2) for sides of a length near 1. */
static inline double length_of(double x, double y)
{
  const double p = fabs(x), q = fabs(y), a = p < q ? q : p, b = p < q ? p : q;
  if (b <= negligible * a)
    return a + b;
  const double h = sqrt(a * a + b * b);
  const double over = h <= 2 * b ? h - b : h - a;
  const double left = h <= 2 * b ? a * (2 * over - a) : 2 * over * (a - 2 * b);
  const double rest = h <= 2 * b ? (over - 2 * (a - b)) * over
                                 : (4 * over - b) * b + over * over;
  return h - (left + rest) / (2 * h);
}

/* Returns q / |q|. */
static inline pn_quat unit_of(pn_quat q)
{
  const double norm = length_of(length_of(q.w, q.x), length_of(q.y, q.z));
  if (!(norm > shortest && norm < longest))
    return pn_quat_normalize(q);
  return (pn_quat){q.w / norm, q.x / norm, q.y / norm, q.z / norm};
}

/* Computes x' and q' of a body. */
static void body_rate(const double *q, const double *u, double *out)
{
  const pn_quat turn = pn_quat_derivative((pn_quat){q[3], q[4], q[5], q[6]},
                                          pn_vec3_make(u[3], u[4], u[5]));
  memcpy(out, u, 3 * sizeof *u);
  out[3] = turn.w;
  out[4] = turn.x;
  out[5] = turn.y;
  out[6] = turn.z;
}

/* Adds d = (dx, dtheta) to the positions of a body. */
static void displace_body(double *q, const double *d)
{
  const pn_quat turn = pn_quat_derivative((pn_quat){q[3], q[4], q[5], q[6]},
                                          pn_vec3_make(d[3], d[4], d[5]));
  const pn_quat unit = unit_of(
      (pn_quat){q[3] + turn.w, q[4] + turn.x, q[5] + turn.y, q[6] + turn.z});
  for (int k = 0; k < 3; k++)
    q[k] += d[k];
  q[3] = unit.w;
  q[4] = unit.x;
  q[5] = unit.y;
  q[6] = unit.z;
}

#ifdef PNI_LANES
/* Computes pn_quat_derivative() of each quaternion q: w, x, y, z; u: what is
   before omega, and omega. */
PNI_INLINE void four_derivative(const pni_lanes q[FOUR],
                                const pni_lanes u[FOUR], pni_lanes out[FOUR])
{
  const pni_lanes x = u[1] / 2, y = u[2] / 2, z = u[3] / 2;
  out[0] = 0 * q[0] - x * q[1] - y * q[2] - z * q[3];
  out[1] = 0 * q[1] + x * q[0] + y * q[3] - z * q[2];
  out[2] = 0 * q[2] - x * q[3] + y * q[0] + z * q[1];
  out[3] = 0 * q[3] + x * q[2] - y * q[1] + z * q[0];
}

/* Computes the rates of four bodies. */
PNI_INLINE void four_rate(const double *q, const double *u, double *out)
{
  pni_lanes p[FOUR], w[FOUR], turn[FOUR];
  four_read(q + 3, PN_BODY_POSITIONS, p);
  four_read(u + 2, PN_BODY_VELOCITIES, w);
  four_derivative(p, w, turn);
  for (size_t b = 0; b < FOUR; b++) {
    const pni_lanes v = lanes_load(u + PN_BODY_VELOCITIES * b);
    lanes_store(out + PN_BODY_POSITIONS * b, &v);
  }
  four_write(turn, out + 3, PN_BODY_POSITIONS);
}

/* Returns the square roots, which plain C takes one at a time. */
PNI_INLINE pni_lanes lanes_root(const pni_lanes *v)
{
  __m128d half[2];
  pni_lanes root;
  memcpy(half, v, sizeof half);
  half[0] = _mm_sqrt_pd(half[0]);
  half[1] = _mm_sqrt_pd(half[1]);
  memcpy(&root, half, sizeof root);
  return root;
}

/* Computes length_of() of each pair. */
PNI_INLINE pni_lanes four_length(const pni_lanes *x, const pni_lanes *y)
{
  const pni_lanes p = lanes_absolute(x), q = lanes_absolute(y);
  const pni_mask is_less = p < q;
  const pni_lanes a = lanes_choose(&is_less, &q, &p);
  const pni_lanes b = lanes_choose(&is_less, &p, &q);
  const pni_lanes square = a * a + b * b, sum = a + b;
  const pni_lanes h = lanes_root(&square);
  const pni_mask is_flat = h <= 2 * b, is_all = b <= negligible * a;
  const pni_lanes over = h - lanes_choose(&is_flat, &b, &a);
  const pni_lanes left[2] = {a * (2 * over - a), 2 * over * (a - 2 * b)};
  const pni_lanes rest[2] = {(over - 2 * (a - b)) * over,
                             (4 * over - b) * b + over * over};
  const pni_lanes excess = lanes_choose(&is_flat, &left[0], &left[1]) +
                           lanes_choose(&is_flat, &rest[0], &rest[1]);
  const pni_lanes length = h - excess / (2 * h);
  return lanes_choose(&is_all, &sum, &length);
}

/* Computes unit_of() of each quaternion. */
PNI_INLINE void four_unit_of(pni_lanes q[FOUR])
{
  const pni_lanes first = four_length(&q[0], &q[1]);
  const pni_lanes last = four_length(&q[2], &q[3]);
  const pni_lanes norm = four_length(&first, &last);
  const pni_mask is_near = (norm > shortest) & (norm < longest);
  if (is_near[0] & is_near[1] & is_near[2] & is_near[3]) {
    for (size_t k = 0; k < FOUR; k++)
      q[k] /= norm;
    return;
  }
  for (size_t b = 0; b < FOUR; b++) {
    const pn_quat unit = unit_of((pn_quat){q[0][b], q[1][b], q[2][b], q[3][b]});
    q[0][b] = unit.w;
    q[1][b] = unit.x;
    q[2][b] = unit.y;
    q[3][b] = unit.z;
  }
}

/* Displaces four bodies from q to `to`, which may be q. */
PNI_INLINE void four_displace(const double *q, const double *d, double *to)
{
  pni_lanes p[FOUR], w[FOUR], turn[FOUR], x[FOUR];
  four_read(q + 3, PN_BODY_POSITIONS, p);
  four_read(d + 2, PN_BODY_VELOCITIES, w);
  four_derivative(p, w, turn);
  for (size_t k = 0; k < FOUR; k++) {
    p[k] += turn[k];
    x[k] = lanes_load(q + PN_BODY_POSITIONS * k) +
           lanes_load(d + PN_BODY_VELOCITIES * k);
  }
  four_unit_of(p);
  for (size_t k = 0; k < FOUR; k++)
    lanes_store(to + PN_BODY_POSITIONS * k, &x[k]);
  four_write(p, to + 3, PN_BODY_POSITIONS);
}

/* Computes the rates of all bodies; the last four may overlap the four before
   them. */
PNI_WIDE static void rates_of_fours(size_t bodies, const double *q,
                                    const double *u, double *qdot)
{
  for (size_t next = 0; next < bodies; next += FOUR) {
    const size_t b = next + FOUR <= bodies ? next : bodies - FOUR;
    four_rate(q + PN_BODY_POSITIONS * b, u + PN_BODY_VELOCITIES * b,
              qdot + PN_BODY_POSITIONS * b);
  }
}

/* Displaces all bodies; the last four are displaced first, beside the others,
   as they may overlap the four before them. */
PNI_WIDE static void displace_fours(size_t bodies, double *q, const double *d)
{
  double last[FOUR * PN_BODY_POSITIONS];
  const size_t end = bodies - FOUR;
  four_displace(q + PN_BODY_POSITIONS * end, d + PN_BODY_VELOCITIES * end,
                last);
  for (size_t b = 0; b < end; b += FOUR)
    four_displace(q + PN_BODY_POSITIONS * b, d + PN_BODY_VELOCITIES * b,
                  q + PN_BODY_POSITIONS * b);
  memcpy(q + PN_BODY_POSITIONS * end, last, sizeof last);
}
#endif

void pni_kinematics_rates(const pn_system *system, const double *y,
                          double *qdot)
{
  const double *u = y + pn_system_positions(system);
#ifdef PNI_LANES
  if (system->bodies >= FOUR) {
    rates_of_fours(system->bodies, y, u, qdot);
    return;
  }
#endif
  for (size_t b = 0; b < system->bodies; b++)
    body_rate(y + PN_BODY_POSITIONS * b, u + PN_BODY_VELOCITIES * b,
              qdot + PN_BODY_POSITIONS * b);
}

void pn_dynamics_displace(const pn_dynamics *dynamics, double *y,
                          const double *dq)
{
  const size_t bodies = dynamics->system->bodies;
#ifdef PNI_LANES
  if (bodies >= FOUR) {
    displace_fours(bodies, y, dq);
    return;
  }
#endif
  for (size_t b = 0; b < bodies; b++)
    displace_body(y + PN_BODY_POSITIONS * b, dq + PN_BODY_VELOCITIES * b);
}

void pni_kinematics_turn_along(const pn_system *system, const double *dq,
                               double *y)
{
  double *u = y + pn_system_positions(system);
  for (size_t b = 0; b < system->bodies; b++) {
    const double *turn = dq + PN_BODY_VELOCITIES * b + 3;
    double *omega = u + PN_BODY_VELOCITIES * b + 3;
    const pn_quat q =
        pn_quat_normalize((pn_quat){1, turn[0] / 2, turn[1] / 2, turn[2] / 2});
    const pn_vec3 turned =
        pn_quat_rotate(q, pn_vec3_make(omega[0], omega[1], omega[2]));
    omega[0] = turned.x;
    omega[1] = turned.y;
    omega[2] = turned.z;
  }
}
