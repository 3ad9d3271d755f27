/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Contacts of two boxes, of which one touches with a face: the point b of the
   other box that is nearest to the contact found, and the point a of the face
   below it; where the face ends beside b, b moves above a, again and again
   (alternating projections).

   Boxes share four points or more, which vectors take four at a time, each in
   the operations of pni_faces_place. A point that has come to rest stays. */
#include "pantin/contact/collision_box.h"

/* Points whose slip, their distance across the normal, is less than this are
   above each other [m]; where a round leaves more than this share of its
   square, they never will be. */
static const double least_slip = 1e-13, slow = 0.9;

pn_vec3 pni_faces_place(const pni_box box[2], pn_contact *at)
{
  const int face = box[0].face == PNI_NO_FACE, other = !face;
  const pni_box *const below = &box[face], *const above = &box[other];
  pn_vec3 a, b = pni_box_nearest(above, at->point, above->face), found[2];
  for (double last = INFINITY;;) {
    a = pni_box_nearest(below, b, below->face);
    const pn_vec3 slip = pni_across(at->normal, pn_vec3_sub(b, a));
    const double square = pn_vec3_dot(slip, slip);
    if (square <= least_slip * least_slip || square > slow * last)
      break;
    last = square;
    b = pni_box_nearest(above, pn_vec3_sub(b, slip), above->face);
  }
  found[face] = a;
  found[other] = b;
  return pni_place_midway(found, at);
}

#ifdef PNI_LANES

/* Four vectors side by side. */
typedef struct {
  pni_lanes x, y, z;
} four;

PNI_INLINE void subtract(const four *a, const four *b, four *to)
{
  *to = (four){a->x - b->x, a->y - b->y, a->z - b->z};
}

/* Adds s n to each vector; n is one for all. */
PNI_INLINE void add_scaled(four *to, const pni_lanes *s, const pn_vec3 *n)
{
  to->x += *s * n->x;
  to->y += *s * n->y;
  to->z += *s * n->z;
}

PNI_INLINE void dot(const pn_vec3 *n, const four *d, pni_lanes *to)
{
  *to = n->x * d->x + n->y * d->y + n->z * d->z;
}

/* Takes away what is along n. */
PNI_INLINE void leave_across(const pn_vec3 *n, four *d)
{
  pni_lanes along;
  dot(n, d, &along);
  along = -along;
  add_scaled(d, &along, n);
}

/* Copies a number to all four. */
PNI_INLINE void spread(double x, pni_lanes *to)
{
  *to = (pni_lanes){x, x, x, x};
}

PNI_INLINE void clip(double half, pni_lanes *x)
{
  pni_lanes low, high;
  spread(-half, &low);
  spread(half, &high);
  const pni_mask is_below = *x < low;
  *x = lanes_choose(&is_below, &low, x);
  const pni_mask is_above = *x > high;
  *x = lanes_choose(&is_above, &high, x);
}

/* Finds the points of the box, or of its face, that are nearest to p. */
PNI_INLINE void nearest(const pni_box *of, const four *p, four *q)
{
  four d;
  spread(of->x.x, &q->x);
  spread(of->x.y, &q->y);
  spread(of->x.z, &q->z);
  subtract(p, q, &d);
  PNI_UNROLL
  for (int i = 0; i < 3; i++) {
    pni_lanes x;
    dot(&of->axis[i], &d, &x);
    clip(of->half[i], &x);
    if (i == of->face)
      spread(of->top[i], &x);
    add_scaled(q, &x, &of->axis[i]);
  }
}

/* Moves b above the face, and a below b. */
PNI_INLINE void settle(const pni_box *below, const pni_box *above,
                       const pn_vec3 *n, four *a, four *b)
{
  pni_lanes last;
  spread(INFINITY, &last);
  for (;;) {
    four slip, next;
    nearest(below, b, a);
    subtract(b, a, &slip);
    leave_across(n, &slip);
    const pni_lanes square =
        slip.x * slip.x + slip.y * slip.y + slip.z * slip.z;
    const pni_mask rests =
        (square <= least_slip * least_slip) | (square > slow * last);
    if (rests[0] & rests[1] & rests[2] & rests[3])
      break;
    subtract(b, &slip, &slip);
    nearest(above, &slip, &next);
    last = lanes_choose(&rests, &last, &square);
    b->x = lanes_choose(&rests, &b->x, &next.x);
    b->y = lanes_choose(&rests, &b->y, &next.y);
    b->z = lanes_choose(&rests, &b->z, &next.z);
  }
}

/* Places up to four contacts. */
PNI_WIDE static void place_four(const pni_box box[2], pn_contact *at,
                                size_t count, pn_vec3 *aside)
{
  const int face = box[0].face == PNI_NO_FACE, other = !face;
  const pn_vec3 n = at->normal;
  const pn_vec3 *p[PNI_LANES];
  for (size_t l = 0; l < PNI_LANES; l++)
    p[l] = &at[l < count ? l : 0].point;
  const four from = {{p[0]->x, p[1]->x, p[2]->x, p[3]->x},
                     {p[0]->y, p[1]->y, p[2]->y, p[3]->y},
                     {p[0]->z, p[1]->z, p[2]->z, p[3]->z}};
  four found[2];
  nearest(&box[other], &from, &found[other]);
  settle(&box[face], &box[other], &n, &found[face], &found[other]);
  for (size_t l = 0; l < count; l++) {
    const pn_vec3 ends[] = {{found[0].x[l], found[0].y[l], found[0].z[l]},
                            {found[1].x[l], found[1].y[l], found[1].z[l]}};
    aside[l] = pni_place_midway(ends, &at[l]);
  }
}

void pni_faces_place_all(const pni_box box[2], pn_contact *at, size_t count,
                         pn_vec3 *aside)
{
  for (size_t k = 0; k < count; k += PNI_LANES)
    place_four(box, at + k, count - k < PNI_LANES ? count - k : PNI_LANES,
               aside + k);
}
#else
void pni_faces_place_all(const pni_box box[2], pn_contact *at, size_t count,
                         pn_vec3 *aside)
{
  for (size_t k = 0; k < count; k++)
    aside[k] = pni_faces_place(box, &at[k]);
}
#endif
