/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Where a capsule is near to a box. A capsule is a ball about any point of its
   axis a(t) = m + t d, |t| <= length / 2. The square of the distance of a(t)
   from the box,

     f(t) = sum over the axes i of the box of max(0, |a_i(t)| - half_i)^2,

   is convex, and quadratic between the ends and the knots |a_i(t)| = half_i.
   So it is least at one of them or where its slope, which is linear between
   two, vanishes. The collision finds one point alone; a capsule that lies on a
   face touches it from an end or an edge of the box to another, which are among
   these. */
#include "pantin/contact/collision_round.h"

/* The ends and the knots. */
enum { KNOTS = PNI_LINE_PLACES - 1 };

pni_line pni_line_of(const pn_geom *box, pn_pose at, pn_pose round)
{
  const pn_vec3 m = pn_pose_local(at, round.x);
  const pn_vec3 ahead =
      pn_pose_local(at, pn_pose_point(round, pn_vec3_make(1, 0, 0)));
  const pn_vec3 d = pn_vec3_sub(ahead, m);
  return (pni_line){{m.x, m.y, m.z},
                    {d.x, d.y, d.z},
                    {box->size[0] / 2, box->size[1] / 2, box->size[2] / 2}};
}

/* Returns f'(t) / 2. */
static double slope_at(const pni_line *l, double t)
{
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    const double a = l->m[i] + t * l->d[i];
    sum += l->d[i] * copysign(fmax(0, fabs(a) - l->half[i]), a);
  }
  return sum;
}

/* Puts t among the numbers in their order. */
static void insert(double *list, size_t *count, double t)
{
  size_t k = (*count)++;
  for (; k > 0 && list[k - 1] > t; k--)
    list[k] = list[k - 1];
  list[k] = t;
}

/* Lists the ends and the knots between them, in order. Returns how many. */
static size_t list_knots(const pni_line *l, double end, double knot[KNOTS])
{
  size_t count = 0;
  insert(knot, &count, -end);
  insert(knot, &count, end);
  for (int i = 0; i < 3; i++)
    for (int sign = -1; sign <= 1; sign += 2) {
      const double t = (sign * l->half[i] - l->m[i]) / l->d[i];
      if (fabs(t) < end)
        insert(knot, &count, t);
    }
  return count;
}

/* Tells whether a(t) is in the box. */
static int is_inside(const pni_line *l, double t)
{
  for (int i = 0; i < 3; i++)
    if (fabs(l->m[i] + t * l->d[i]) > l->half[i])
      return 0;
  return 1;
}

/* Returns the t at which f is least: of a part of the axis in the box the
   middle. */
static double nearest_of(const pni_line *l, const double *knot, size_t knots)
{
  size_t k = 0;
  while (k < knots && slope_at(l, knot[k]) < 0)
    k++;
  if (k == knots)
    return knot[knots - 1];
  if (k + 1 < knots && is_inside(l, (knot[k] + knot[k + 1]) / 2))
    return (knot[k] + knot[k + 1]) / 2;
  if (k == 0)
    return knot[0];
  const double low = slope_at(l, knot[k - 1]), high = slope_at(l, knot[k]);
  return knot[k - 1] + (knot[k] - knot[k - 1]) * (low / (low - high));
}

double pni_line_nearest(const pni_line *l, double end)
{
  double knot[KNOTS];
  return nearest_of(l, knot, list_knots(l, end, knot));
}

size_t pni_line_places(const pni_line *l, double end, double apart,
                       double place[PNI_LINE_PLACES])
{
  double knot[KNOTS];
  const size_t knots = list_knots(l, end, knot);
  size_t count = 1;
  *place = nearest_of(l, knot, knots);
  double last = *place;
  for (size_t k = 0; k < knots; k++)
    if (knot[k] >= last + apart)
      last = place[count++] = knot[k];
  last = *place;
  for (size_t k = knots; k-- > 0;)
    if (knot[k] <= last - apart)
      last = place[count++] = knot[k];
  return count;
}
