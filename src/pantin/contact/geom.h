/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A geom, in the word of collision engines: one shape placed on a body. A brick
   has one geom, a compound has several; ground and walls are geoms of the
   world, which does not move. */
#ifndef PANTIN_CONTACT_GEOM_H
#define PANTIN_CONTACT_GEOM_H

#include "pantin/body/body.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A shape on a body. */
typedef struct {
  size_t body;           /* of the system, or PN_WORLD */
  const pn_shape *shape; /* sphere, box, capsule; or of the world: plane */
  double size[PN_SHAPE_SIZES]; /* of the shape [m] */
  pn_pose pose;                /* in the body's frame */
} pn_geom;

/* The shape of the half-space below the plane z = 0 of the geom's pose; only
   the world may have it. */
extern const pn_shape *const pn_geom_plane;

/* Tells whether contacts with this shape can be found. */
int pn_geom_collides(const pn_shape *shape);

/* Makes the plane through `point` with the outward normal, which may have any
   length but 0. */
pn_geom pn_geom_make_plane(pn_vec3 point, pn_vec3 normal);

#ifdef __cplusplus
}
#endif

#endif
