/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Merges and reduces the points that two geoms share. */
#ifndef PANTIN_CONTACT_COLLISION_PRIVATE_H
#define PANTIN_CONTACT_COLLISION_PRIVATE_H

#include "pantin/contact/collision.h"

/* A point nearer to an edge than so many times the distance at which two points
   are one lies on it. Boxes whose points all lie on an edge of both stand
   beside each other. */
enum { PNI_EDGE_TIMES = 2 };

/* Checks that geom k is of a shape that can collide, with sizes and a place
   that it can have; a plane is on the world. ODE ends the program on others. */
int pni_geom_check(const pn_geom *geom, size_t k, pn_error *error);

/* Returns the distance within which two points count as one [m]. */
double pni_merged_within(const pn_collision *of);

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

/* Moves the points of one pair, two boxes or a box and a plane, of shapes that
   are grown, to the shapes as they are, and sets their gaps. With two boxes
   each becomes the point midway between the nearest points, and `aside` gets
   how far the second is from the first across the normal; boxes beside each
   other, as PNI_EDGE_TIMES says, may lose all. Returns 0, and does nothing, if
   neither geom is a box. */
int pni_boxes_place(const pn_collision *of, pn_contact *point, size_t *count,
                    pn_vec3 *aside);

/* Makes the point of a pair, two boxes that overlap by more than those beside
   each other may, the one where they do least. Returns how many there are: 0,
   and does nothing, if they do not, or are no boxes. */
size_t pni_boxes_overlap(const pn_collision *of, pn_contact *point);

/* Tells whether a geom is a ball or a capsule. */
static inline int pni_is_round(const pn_geom *geom)
{
  return geom->shape == pn_shape_sphere || geom->shape == pn_shape_capsule;
}

/* Tells whether these two geoms are boxes. */
static inline int pni_are_boxes(const pn_collision *of, const size_t pair[2])
{
  return of->geom[pair[0]].shape == pn_shape_box &&
         of->geom[pair[1]].shape == pn_shape_box;
}

/* Tells whether these two geoms are a box and a ball or a capsule. */
int pni_round_meets_box(const pn_collision *of, const size_t pair[2]);

/* Finds the contacts of such a pair; the first point says which. Returns how
   many there are. */
size_t pni_round_place(const pn_collision *of, const pn_motion *body,
                       pn_contact *point);

/* The plane that keeps what moves on one side of another geom. */
typedef struct {
  pn_vec3 n;  /* out of that one */
  double gap; /* from the plane; INFINITY: none within reach [m] */
  double now; /* how far they are from each other [m] */
} pni_plane;

/* Returns that of a ball or a capsule, which makes this way in a step from
   where it has `moved` to, and a box or a plane. */
pni_plane pni_round_plane(const pn_collision *of, size_t other, size_t round,
                          pn_vec3 moved, pn_vec3 way);

/* Returns that of a box, and a box or a plane. */
pni_plane pni_boxes_plane(const pn_collision *of, size_t other, size_t box,
                          pn_vec3 moved, pn_vec3 way);

/* The most meetings of a geom within a step that are looked at: along the edge
   of two planes it has one way left, and what it meets there stops it. */
enum { PNI_MEETINGS = 2 };

/* A meeting of a geom with another one within the step. */
typedef struct {
  size_t other;   /* the geom of a box or of a plane */
  double time;    /* when, as a share of the step */
  pn_vec3 n;      /* of the plane there, out of that one */
  double closing; /* how far a step without meetings gets towards it [m] */
  double gap;     /* from it at the beginning [m] */
  pn_vec3 turn;   /* what is added to the way of a step from then on [m] */
} pni_meeting;

/* Returns how far friction takes a ball or a capsule aside in a step, from
   its first meeting on; 0 for others [m]. */
pn_vec3 pni_throw(const pn_collision *of, const pn_motion *body, size_t round,
                  const pni_meeting *met);

/* The meetings of a geom within the step, in the order of time: of a ball or a
   capsule with any box or plane, of a box with those of the world. */
typedef struct pni_ahead {
  pni_meeting met[PNI_MEETINGS];
  size_t count;
  pn_vec3 thrown; /* by friction, from the first one on: part of each turn */
  double sunk;    /* how deep it now is in any of them [m] */
} pni_ahead;

/* Returns the way of a step that is made from the k-th meeting on by what would
   make this way without them; at first k is 0. */
static inline pn_vec3 pni_ahead_way(const pni_ahead *of, size_t k, pn_vec3 way)
{
  return k == 0 ? way : pn_vec3_add(way, of->met[k - 1].turn);
}

/* Returns the time from the meeting before the k-th one to that; of so many
   meetings after the last to the end of the step. */
static inline double pni_ahead_part(const pni_ahead *of, size_t k,
                                    size_t meetings)
{
  return (k < meetings ? of->met[k].time : 1) -
         (k == 0 ? 0 : of->met[k - 1].time);
}

/* Returns how many meetings are before that with this geom. */
static inline size_t pni_ahead_before(const pni_ahead *of, size_t other)
{
  size_t k = 0;
  while (k < of->count && of->met[k].other != other)
    k++;
  return k;
}

/* Finds for each geom what it meets. */
void pni_ahead_look(pn_collision *of, const pn_motion *body);

/* Tells whether two boxes, of which one touches with a face, are beside each
   other: one reaches into the other by less than `least` [m] along two of its
   axes. A corner above the face of a box that it lies upon is not beside it,
   however near the edge of the face is. */
int pni_boxes_at_edge(const pn_collision *of, const pn_contact *at,
                      double least);

/* Returns within which distance of an edge points of two boxes lie on it [m]:
   farther, where one has sunk into the world. */
double pni_boxes_near_edge(const pn_collision *of, const pn_contact *at);

/* Tells whether two boxes that stand beside each other at this contact slide
   over each other within the step. If they do, the normal becomes that of the
   place where they meet. */
int pni_boxes_slide_over(const pn_collision *of, const pn_motion *body,
                         pn_contact *at);

/* Returns how far a point of the geom may get in a step [m]. */
double pni_reach_way(const pn_geom *geom, const pn_motion *body, double step);

/* Returns how far the second body gets from the first at p within the step. */
pn_vec3 pni_reach_move(const pn_collision *of, const pn_motion *body,
                       const pn_contact *at, pn_vec3 p);

/* Returns how far gravity takes the second geom from the first in the step, by
   the velocities at its end, if one is a ball or a capsule and the other one of
   the world; 0 for others. */
pn_vec3 pni_reach_fall(const pn_collision *of, const pn_contact *at);

/* Tells whether, within the step, the bodies touch at p, or come within the
   margin, although one is `aside` of the other there. */
int pni_reach_closes(const pn_collision *of, const pn_motion *body,
                     const pn_contact *at, pn_vec3 p, pn_vec3 aside);

/* Returns where the impulse of a contact acts, which is open until both have
   met there: at the surface of the body, if the other is the world, so that
   friction has the arm that it has then; midway between two bodies, whose
   angular momentum it keeps. */
pn_vec3 pni_contact_acts_at(const pn_contact *at);

/* Turns a point of grown shapes, none of which is a box, into one of the shapes
   at these poses. Returns 0 if they cannot touch there within the step. */
int pni_reach_settle(const pn_collision *of, const pn_motion *body,
                     const pn_pose pose[2], pn_contact *at);

/* Keeps the pairs of bodies that joints hold together. */
int pni_joined_set(pn_collision *of, const size_t (*joined)[2], size_t count);

/* Tells whether these two geoms, in ascending order, may touch at all. */
int pni_joined_may_touch(const pn_collision *of, const size_t pair[2]);

/* Takes out of the pairs, which are sorted, those held to the world that touch
   each other at the first search, and remembers them. */
int pni_joined_start(pn_collision *of, int (*touch)(const pn_collision *of,
                                                    const size_t pair[2]));

/* Writes two numbers in ascending order. */
void pni_pair_sort(size_t a, size_t b, size_t pair[2]);

/* Finds the pairs of geoms that may touch, in ascending order: GSL_SUCCESS;
   GSL_ENOMEM; GSL_ETABLE, at first, if there are more than PN_COLLISION_PAIRS.
 */
int pni_collision_pairs(pn_collision *of);

/* Finds boxes that overlap, and remembers their order from step to step. */
typedef struct pni_overlaps pni_overlaps;

/* Is told of two boxes that overlap. */
typedef void pni_overlaps_note(void *to, size_t a, size_t b);

/* Prepares for so many boxes; NULL when memory is short. */
pni_overlaps *pni_overlaps_alloc(size_t boxes);

/* Notes all pairs of boxes (low and high x, y, z) that overlap; with NULL it
   only counts them. Ends where there are more than `most`. Returns how many it
   found. The same number of boxes must be given each time. */
size_t pni_overlaps_find(pni_overlaps *of, const double (*box)[6], size_t boxes,
                         size_t most, pni_overlaps_note *note, void *to);

/* Frees the order; NULL is fine. */
void pni_overlaps_free(pni_overlaps *of);

#endif
