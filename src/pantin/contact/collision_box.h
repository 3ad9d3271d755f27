/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A box beside a contact: what placing one needs of it.

   A box holds the points x with |(R^T (x - x_0))_i| <= half_i, so that the
   nearest one is found by clamping each coordinate. */
#ifndef PANTIN_CONTACT_COLLISION_BOX_H
#define PANTIN_CONTACT_COLLISION_BOX_H

#include "pantin/contact/collision_private.h"

#include "pantin/base/lanes.h"

enum { PNI_NO_FACE = -1 };

typedef struct {
  pn_vec3 x;
  pn_vec3 axis[3];    /* the columns of R */
  double half[3];     /* [m] */
  double outwards[3]; /* the normal that points out of it, by its axes */
  double top[3];      /* half, on the side to which the normal points */
  int face;           /* the axis along which it points, or PNI_NO_FACE */
} pni_box;

/* Returns the point of the box that is nearest to p, or of this face of it. */
PNI_INLINE pn_vec3 pni_box_nearest(const pni_box *of, pn_vec3 p, int face)
{
  const pn_vec3 d = pn_vec3_sub(p, of->x);
  pn_vec3 q = of->x;
  for (int i = 0; i < 3; i++) {
    const double x = i == face ? of->top[i]
                               : pni_clip(pn_vec3_dot(of->axis[i], d),
                                          -of->half[i], of->half[i]);
    q = pn_vec3_add_scaled(q, x, of->axis[i]);
  }
  return q;
}

/* Returns how far a box reaches from its centre along a direction. */
static inline double pni_reach_along(const pni_box *of, pn_vec3 direction)
{
  double sum = 0;
  for (int i = 0; i < 3; i++)
    sum += of->half[i] * fabs(pn_vec3_dot(of->axis[i], direction));
  return sum;
}

/* Returns within which distance of an edge a point lies on it [m]. */
static inline double pni_near_edge(const pn_collision *of)
{
  return PNI_EDGE_TIMES * pni_merged_within(of);
}

/* Returns what of d is across n. */
static inline pn_vec3 pni_across(pn_vec3 n, pn_vec3 d)
{
  return pn_vec3_add_scaled(d, -pn_vec3_dot(n, d), n);
}

/* Places a contact midway between these points of two boxes. Returns how far
   the second is aside of the first. */
static inline pn_vec3 pni_place_midway(const pn_vec3 found[2], pn_contact *at)
{
  const pn_vec3 apart = pn_vec3_sub(found[1], found[0]);
  at->share = 0.5;
  at->point = pn_vec3_add_scaled(found[0], at->share, apart);
  at->gap = pn_vec3_dot(at->normal, apart);
  return pni_across(at->normal, apart);
}

/* Sets the box of a contact's first or second geom. */
void pni_box_set(const pn_collision *of, const pn_contact *at, int side,
                 pni_box *box);

/* Sets those of both geoms, which must be boxes. */
void pni_boxes_set(const pn_collision *of, const pn_contact *at,
                   pni_box box[2]);

/* Returns the plane of the place where a box that makes this way meets another
   one. They do not meet unless they overlap by more than `grazing` [m]. */
pni_plane pni_box_plane(const pni_box *other, const pni_box *box, pn_vec3 way,
                        double grazing);

/* Tells whether two boxes, of which one touches with a face, stand beside each
   other along an edge of both: all points that keep_near in collision.c would
   keep follow it. Looks at the boxes alone, and says 0 where that does not
   decide, or where a step counts. */
int pni_boxes_beside(const pn_collision *of, const pni_box box[2],
                     const pn_contact *at);

/* Places one contact of two boxes, of which one touches with a face. Returns
   how far the second is aside of the first. */
pn_vec3 pni_faces_place(const pni_box box[2], pn_contact *at);

/* Does so with contacts that have one normal, four side by side. */
void pni_faces_place_all(const pni_box box[2], pn_contact *at, size_t count,
                         pn_vec3 *aside);

#endif
