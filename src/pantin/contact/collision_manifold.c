/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The points that two geoms share, which collision engines call a contact
   manifold. Where two faces meet nearly in parallel, clipping one by the other
   leaves points that are very near to each other; only the sum of their
   impulses is determined. And of many points, four corners carry a body as well
   as eight. */
#include "pantin/contact/collision_private.h"

static double distance(const pn_contact *a, const pn_contact *b)
{
  return pn_vec3_norm(pn_vec3_sub(a->point, b->point));
}

/* Tells whether two points are nearer to each other than `near`; most are not,
   and show it along an axis. */
static int are_near(const pn_contact *a, const pn_contact *b, double near)
{
  const pn_vec3 d = pn_vec3_sub(a->point, b->point);
  return fabs(d.x) < near && fabs(d.y) < near && fabs(d.z) < near &&
         pn_vec3_norm(d) < near;
}

size_t pni_points_merge(pn_contact *point, size_t count, double near)
{
  size_t kept = 0;
  for (size_t k = 0; k < count; k++) {
    size_t same = 0;
    while (same < kept && !are_near(&point[same], &point[k], near))
      same++;
    if (same == kept)
      point[kept++] = point[k];
    else if (point[k].gap < point[same].gap)
      point[same] = point[k];
  }
  return kept;
}

/* Chooses, of the points that are as deep as any but for `tie` [m], the one
   farthest from the middle of all: a corner, where the face is even. */
static size_t first_choice(const pn_contact *point, size_t count, double tie)
{
  pn_contact middle = {.gap = INFINITY};
  for (size_t k = 0; k < count; k++) {
    middle.point =
        pn_vec3_add_scaled(middle.point, 1 / (double)count, point[k].point);
    middle.gap = fmin(middle.gap, point[k].gap);
  }
  size_t best = 0;
  double farthest = -1;
  for (size_t k = 0; k < count; k++) {
    const double far = distance(&middle, &point[k]);
    if (point[k].gap <= middle.gap + tie && far > farthest) {
      best = k;
      farthest = far;
    }
  }
  return best;
}

size_t pni_points_reduce(pn_contact *point, size_t count, size_t most,
                         double tie)
{
  char chosen[PN_COLLISION_POINTS] = {0};
  double nearest[PN_COLLISION_POINTS]; /* of the chosen points, how far */
  if (count <= most)
    return count;
  size_t best = first_choice(point, count, tie);
  chosen[best] = 1;
  for (size_t k = 0; k < count; k++)
    nearest[k] = INFINITY;
  for (size_t m = 1; m < most; m++) {
    const pn_contact *last = &point[best];
    best = 0;
    for (size_t k = 0; k < count; k++) {
      const double d = distance(last, &point[k]);
      nearest[k] = d < nearest[k] ? d : nearest[k];
      if (nearest[k] > nearest[best])
        best = k;
    }
    chosen[best] = 1;
  }
  size_t kept = 0;
  for (size_t k = 0; k < count; k++)
    if (chosen[k])
      point[kept++] = point[k];
  return kept;
}

int pni_points_follow_edge(const pn_contact *point, size_t count,
                           const double *size, pn_pose pose, double near)
{
  /* The faces that every point is near to: two bits for each axis. */
  unsigned faces = ~0u;
  for (size_t k = 0; k < count; k++) {
    const pn_vec3 local = pn_pose_local(pose, point[k].point);
    const double x[3] = {local.x, local.y, local.z};
    unsigned here = 0;
    for (unsigned i = 0; i < 3; i++) {
      here |= (unsigned)(x[i] > size[i] / 2 - near) << (2 * i);
      here |= (unsigned)(x[i] < near - size[i] / 2) << (2 * i + 1);
    }
    faces &= here;
  }
  int axes = 0;
  for (unsigned i = 0; i < 3; i++)
    axes += (faces >> (2 * i) & 3) != 0;
  return axes >= 2;
}
