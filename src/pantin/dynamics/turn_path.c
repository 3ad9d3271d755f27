/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Interpolates turns by a spline Q(x) through their quaternions, of which q and
   -q are the same turn: the sign is that nearer to the one before. Unlike
   rotation vectors they have no place where they jump. Between the points Q is
   not quite of length 1, and the turn is Q / |Q|:

     omega  = 2 vec(Q' Q^*) / |Q|^2
     omega' = 2 vec(Q'' Q^*) / |Q|^2 - 2 omega Q . Q' / |Q|^2

   (Q' Q'^* has no vector part.)

   Source: J. Kuipers, Quaternions and Rotation Sequences (1999), chapter
   11. */
#include "pantin/dynamics/turn_path.h"

#include "pantin/base/alloc.h"
#include "pantin/dynamics/spline.h"

enum { PARTS = 4, DERIVATIVES = 3 };

static double dot(pn_quat a, pn_quat b)
{
  return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
}

/* Chooses the signs so that each quaternion is near the one before. */
static void follow(size_t points, size_t turns, pn_quat *q)
{
  for (size_t i = turns; i < points * turns; i++)
    if (dot(q[i], q[i - turns]) < 0)
      q[i] = (pn_quat){-q[i].w, -q[i].x, -q[i].y, -q[i].z};
}

pni_turn_path *pni_turn_path_alloc(int degree, size_t points, const double *x,
                                   size_t turns, pn_quat *q)
{
  pni_turn_path *path = pn_alloc(1, sizeof *path);
  double *value = pn_alloc(points * turns, PARTS * sizeof *value);
  if (path && value) {
    follow(points, turns, q);
    for (size_t i = 0; i < points * turns; i++) {
      double *of = value + PARTS * i;
      of[0] = q[i].w;
      of[1] = q[i].x;
      of[2] = q[i].y;
      of[3] = q[i].z;
    }
    path->turns = turns;
    path->spline = pn_spline_alloc(degree, PN_SPLINE_NOT_A_KNOT, points, x,
                                   PARTS * turns, value);
    path->work = pn_alloc(DERIVATIVES * PARTS * turns, sizeof *path->work);
  }
  pn_free(value);
  if (path && path->spline && path->work)
    return path;
  pni_turn_path_free(path);
  return NULL;
}

void pni_turn_path_free(pni_turn_path *path)
{
  if (!path)
    return;
  pn_spline_free(path->spline);
  pn_free(path->work);
  pn_free(path);
}

void pni_turn_path_set(const pni_turn_path *path, double x)
{
  const size_t curves = PARTS * path->turns;
  pn_spline_set(path->spline, x, path->work, path->work + curves,
                path->work + 2 * curves);
}

/* Returns derivative d of quaternion k. */
static pn_quat part_of(const pni_turn_path *path, size_t k, size_t d)
{
  const double *of = path->work + PARTS * (path->turns * d + k);
  return (pn_quat){of[0], of[1], of[2], of[3]};
}

/* Returns 2 vec(a b^*) / |b|^2. */
static pn_vec3 twice(pn_quat a, pn_quat b)
{
  const pn_quat product = pn_quat_multiply(a, pn_quat_conjugate(b));
  return pn_vec3_scale(2 / dot(b, b),
                       pn_vec3_make(product.x, product.y, product.z));
}

pni_turn pni_turn_path_get(const pni_turn_path *path, size_t k)
{
  const pn_quat Q = part_of(path, k, 0), rate = part_of(path, k, 1);
  const pn_vec3 omega = twice(rate, Q);
  const double growth = dot(Q, rate) / dot(Q, Q);
  return (pni_turn){
      pn_quat_normalize(Q), omega,
      pn_vec3_add_scaled(twice(part_of(path, k, 2), Q), -2 * growth, omega)};
}
