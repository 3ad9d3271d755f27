/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Where bodies touch, or nearly do. Shapes are grown by half the margin, so
   that contacts are found before they close: their gap is between -infinity
   and the margin. With a step they are grown by the way of their bodies in it
   as well, of balls and capsules with gravity (collision_reach.c). Points and
   gaps of boxes are those of the boxes as they are (collision_boxes.c), and
   with a step those of a box and a ball or a capsule are those of the time when
   they meet (collision_round.c).

   The finding is ODE's, of its library for collisions alone (Smith, Open
   Dynamics Engine 0.16): ode/collision.h. */
#ifndef PANTIN_CONTACT_COLLISION_H
#define PANTIN_CONTACT_COLLISION_H

#include "pantin/base/error.h"
#include "pantin/contact/geom.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  PN_COLLISION_POINTS = 16 /* most that a pair of geoms can have */
};

/* A point at which two geoms touch, or nearly do. */
typedef struct {
  size_t geom[2]; /* ascending */
  size_t body[2]; /* of these geoms: i, j */
  pn_vec3 point;  /* on one of the surfaces, or between [m] */
  pn_vec3 normal; /* from i to j, unit length [-] */
  double gap;     /* of the shapes as they are; negative: overlap [m] */
  double share;   /* of the gap between the first surface and the point [-] */
} pn_contact;

/* The most pairs of shapes within the margin of each other. */
enum { PN_COLLISION_PAIRS = 10000000 };

/* Which contacts are found. */
typedef struct {
  double margin;   /* wider gaps are no contacts [m]; more than a third of the
                      thinnest edge may lose contacts of two boxes */
  double step;     /* unless they close within this time at the bodies'
                      velocities [s]; 0: look at none */
  size_t per_pair; /* most contacts of a pair of geoms, up to
                      PN_COLLISION_POINTS */
  pn_vec3 gravity; /* balls and capsules fall with it towards the world
                      [m/s^2] */
  double friction; /* mu [-], by which they are thrown aside where they land;
                      0: none */
  const pn_body *body; /* what the bodies of the geoms weigh, borrowed; read
                          where there is friction */
} pn_collision_settings;

/* Finds contacts, and holds those of the last step. */
typedef struct {
  size_t contacts;     /* set by pn_collision_find */
  pn_contact *contact; /* (room), by geom[0], then geom[1], owned */
  size_t room;         /* contacts that fit */

  pn_collision_settings settings; /* as given */
  const pn_geom *geom;            /* (geoms), borrowed */
  size_t geoms;                   /* how many there are */
  double *growth;                 /* of each on all sides [m], (geoms), owned */
  pn_pose *pose;                  /* of each, (geoms), owned */
  pn_mat3 *turn;                  /* the matrix of each pose, (geoms), owned */
  void **ode_geom;                /* ODE's, one for each geom, owned */
  struct pni_ahead *ahead;        /* what each meets in the step,
                                     (geoms), owned */
  struct pni_overlaps *overlaps;  /* finds boxes that overlap, owned */
  double (*box)[6];               /* around geoms: low and high x, y, z [m],
                                     (geoms), owned */
  size_t *boxed;                  /* which geom that is, (geoms), owned */
  size_t pairs, pair_room;        /* geoms that may touch */
  size_t (*pair)[2];              /* (2 pair_room), half of it work, owned */
  size_t *end;                    /* work to sort them, (geoms), owned */
  size_t ignored;                 /* bodies that joints hold together */
  size_t (*ignore)[2];            /* (ignored), ascending, owned */
  size_t grounded;                /* geoms of a body that is held to the world,
                                     and of the world, that touched at first */
  size_t (*ground)[2];            /* (grounded), ascending, owned */
  int started;                    /* whether that is known */
  int failed;                     /* whether memory ran out */
  int counted; /* whether the pairs were, before the first step */
} pn_collision;

/* Prepares a collision of geoms that stay as they are. `joined` lists (count)
   pairs of bodies that never touch each other, as neighbours that a joint
   holds, which overlap. Where one of a pair is PN_WORLD, only those of its
   geoms do not that are within the margin of each other at the first search:
   the torso of a hopper, which is held in a plane, falls on the ground. NULL,
   with the reason: GSL_EINVAL for a geom whose shape cannot collide, or whose
   sizes or pose are not finite, not positive or more than 1e9 m; GSL_ENOMEM;
   GSL_EUNSUP where Pantin was built without ODE. ODE allows one call at a time,
   not one in each of two threads. */
pn_collision *pn_collision_alloc(const pn_geom *geom, size_t geoms,
                                 const pn_collision_settings *settings,
                                 const size_t (*joined)[2], size_t count,
                                 pn_error *error);

/* Finds all contacts of bodies at these poses; their order depends on nothing
   else. Takes memory only when there are more than ever before; ODE takes a
   little, and releases it, each time. Returns
   GSL_SUCCESS; GSL_ENOMEM; GSL_ERANGE if a body is lost, more than 1e9 m away,
   or gets as far in a step; GSL_ETABLE if more than PN_COLLISION_PAIRS pairs
   overlap at first. */
int pn_collision_find(pn_collision *collision, const pn_motion *body);

/* Frees a collision; NULL is fine. */
void pn_collision_free(pn_collision *collision);

#ifdef __cplusplus
}
#endif

#endif
