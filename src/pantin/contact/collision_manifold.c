/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The points that two geoms share, which collision engines call a contact
   manifold. Where two faces meet nearly in parallel, clipping one by the other
   leaves points that are very near to each other; only the sum of their
   impulses is determined. And of many points, four corners carry a body as well
   as eight. */
#include "pantin/contact/collision_private.h"

/* Points nearer than this are one, or than the margin if that is less [m]. */
static const double merge_distance = 1e-3;

double pni_merged_within(const pn_collision *of)
{
  return fmin(merge_distance, of->settings.margin);
}

/* The way from one point to another. */
typedef struct {
  pn_vec3 d;
  double square; /* of its length */
} way;

/* Returns the way from the point of b to that of a. */
static way way_to(const pn_contact *a, const pn_contact *b)
{
  const pn_vec3 d = pn_vec3_sub(a->point, b->point);
  return (way){d, pn_vec3_dot(d, d)};
}

/* Tells whether a is longer than b: by their squares, which are near at hand,
   unless they differ by so little that rounding decides. */
static int is_longer(const way *a, const way *b)
{
  static const double rounding = 1e-12;
  const double by = a->square - b->square;
  if (fabs(by) > rounding * a->square)
    return by > 0;
  return pn_vec3_norm(a->d) > pn_vec3_norm(b->d);
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
    const int is_new = same == kept;
    if (is_new ? same < k : point[k].gap < point[same].gap)
      point[same] = point[k];
    kept += (size_t)is_new;
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
  size_t best = count;
  way farthest = {{0, 0, 0}, 0};
  for (size_t k = 0; k < count; k++) {
    const way far = way_to(&middle, &point[k]);
    if (point[k].gap <= middle.gap + tie &&
        (best == count || is_longer(&far, &farthest))) {
      best = k;
      farthest = far;
    }
  }
  return best < count ? best : 0;
}

size_t pni_points_reduce(pn_contact *point, size_t count, size_t most,
                         double tie)
{
  char chosen[PN_COLLISION_POINTS] = {0};
  way nearest[PN_COLLISION_POINTS]; /* to the nearest chosen point */
  if (count <= most)
    return count;
  size_t best = first_choice(point, count, tie);
  chosen[best] = 1;
  for (size_t m = 1; m < most; m++) {
    const pn_contact *last = &point[best];
    best = 0;
    for (size_t k = 0; k < count; k++) {
      const way here = way_to(last, &point[k]);
      if (m == 1 || is_longer(&nearest[k], &here))
        nearest[k] = here;
      if (k > 0 && is_longer(&nearest[k], &nearest[best]))
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

/* Tells whether faces, of which each axis has two bits, are of two axes. */
static int has_two_axes(unsigned faces)
{
  int axes = 0;
  for (unsigned i = 0; i < 3; i++)
    axes += (faces >> (2 * i) & 3) != 0;
  return axes >= 2;
}

int pni_points_follow_edge(const pn_contact *point, size_t count,
                           const double *size, pn_pose pose, double near)
{
  /* The faces that every point is near to: two bits for each axis. Points are
     a ring, in which the half way round is the farthest: it decides sooner. */
  const size_t half = (count + 1) / 2;
  unsigned faces = ~0u;
  for (size_t m = 0; m < count; m++) {
    const size_t k = m / 2 + (m % 2) * half;
    const pn_vec3 local = pn_pose_local(pose, point[k].point);
    const double x[3] = {local.x, local.y, local.z};
    unsigned here = 0;
    for (unsigned i = 0; i < 3; i++) {
      here |= (unsigned)(x[i] > size[i] / 2 - near) << (2 * i);
      here |= (unsigned)(x[i] < near - size[i] / 2) << (2 * i + 1);
    }
    faces &= here;
    if (!has_two_axes(faces))
      return 0;
  }
  return 1;
}
