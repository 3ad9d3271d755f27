/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Merges and reduces the points that two geoms share. */
#ifndef PANTIN_CONTACT_COLLISION_PRIVATE_H
#define PANTIN_CONTACT_COLLISION_PRIVATE_H

#include "pantin/contact/collision.h"

/* Keeps, of points nearer to each other than `near` [m], the deepest. Returns
   how many are left, in the same order. */
size_t pni_points_merge(pn_contact *point, size_t count, double near);

/* Keeps `most` of them: the deepest (gaps that differ by less than `tie` [m]
   are equal), then, one after the other, the one farthest from those kept. */
size_t pni_points_reduce(pn_contact *point, size_t count, size_t most,
                         double tie);

/* Tells whether all points lie along one edge of this box, at this pose, within
   `near`. */
int pni_points_follow_edge(const pn_contact *point, size_t count,
                           const double *size, pn_pose pose, double near);

/* Returns how far a point of the geom may get in a step [m]. */
double pni_reach_way(const pn_geom *geom, const pn_motion *body, double step);

/* Turns a point of grown shapes, whose gap is that of shapes grown on all sides
   alike, into one of the shapes at these poses. Returns 0 if they cannot touch
   there within the step. */
int pni_reach_settle(const pn_collision *of, const pn_motion *body,
                     const pn_pose pose[2], pn_contact *at);

/* Counts the pairs of boxes (low and high x, y, z) that overlap, up to one more
   than `most`. Sorts the boxes. */
size_t pni_overlaps_count(double (*box)[6], size_t count, size_t most);

#endif
