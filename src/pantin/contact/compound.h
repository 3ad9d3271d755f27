/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a body is made of for collisions: parts, each of one shape. A brick has
   one part, a compound several, ground and walls are parts of the world. */
#ifndef PANTIN_CONTACT_COMPOUND_H
#define PANTIN_CONTACT_COMPOUND_H

#include "pantin/body/body.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  size_t body;           /* of the system, or PN_WORLD */
  const pn_shape *shape; /* sphere, box, capsule; or of the world: plane */
  double size[PN_SHAPE_SIZES]; /* of the shape [m] */
  pn_pose pose;                /* in the body's frame */
} pn_part;

/* What lies below the plane z = 0 of the part's pose; only of the world. */
extern const pn_shape *const pn_part_plane;

/* Whether contacts with such a shape can be found. */
int pn_part_collides(const pn_shape *shape);

/* The plane through a point with its normal, of any length but 0, outwards. */
pn_part pn_part_make_plane(pn_vec3 point, pn_vec3 normal);

/* A body put together from others, that have mass, inertia and pose: its mass,
   its inertia about its centre of mass, without shape; at the pose that keeps
   them where they are. Their poses become those in its frame. */
pn_body pn_part_compound(size_t count, pn_body *component);

#ifdef __cplusplus
}
#endif

#endif
