/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What balls are in, or on: a family of shapes. z points upwards in all of
   them. */
#ifndef PANTIN_CONTACT_CONTAINER_H
#define PANTIN_CONTACT_CONTAINER_H

#include "pantin/base/vec3.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The most walls that one ball can be near to. */
enum { PN_CONTAINER_WALLS = 6 };

struct pn_container;

/* A wall as a ball sees it. */
typedef struct {
  double gap;     /* from the ball's surface to the wall, < 0 beyond it [m] */
  pn_vec3 normal; /* of the wall, into the container [-] */
} pn_wall;

/* A shape of containers, one of a family. */
typedef struct {
  const char *name;    /* as in a scene */
  const char *summary; /* one line */
  size_t sizes;        /* how many numbers of pn_container.size it has */
  int dimensions;      /* 3: balls in space; 2: in the plane y = 0; 1: on the
                          line x = y = 0 */
  int bounded;         /* whether it can be filled */
  /* The walls of a ball at x of radius r, always the same number. */
  size_t (*walls)(const struct pn_container *container, pn_vec3 x, double r,
                  pn_wall wall[PN_CONTAINER_WALLS]);
  /* Half the extent along each axis [m]; of bounded ones. */
  pn_vec3 (*extent)(const struct pn_container *container);
} pn_container_shape;

/* A container of a shape and its sizes. */
typedef struct pn_container {
  const pn_container_shape *shape; /* one of those below */
  double size[3];                  /* radius, or half the edges of a box [m] */
} pn_container;

extern const pn_container_shape *const pn_container_sphere; /* |x| <= R */
extern const pn_container_shape *const pn_container_disk;   /* in y = 0 */
extern const pn_container_shape *const pn_container_box;    /* six walls */
extern const pn_container_shape *const pn_container_tube;   /* 1D, z >= 0 */
extern const pn_container_shape *const pn_container_plane;  /* z >= 0 */

/* Returns the k-th of all shapes, from 0; NULL past the last one. */
const pn_container_shape *pn_container_shape_get(size_t k);

/* Tells whether a ball at x of radius r is inside as a whole. */
int pn_container_holds(const pn_container *container, pn_vec3 x, double r);

#ifdef __cplusplus
}
#endif

#endif
