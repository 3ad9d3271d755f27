/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The family of shapes, homogeneous bodies whose inertia is known. The origin
   is their centre of mass; those with an axis lie along the body's x axis. */
#ifndef PANTIN_BODY_SHAPE_H
#define PANTIN_BODY_SHAPE_H

#include "pantin/base/vec3.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PN_SHAPE_SIZES = 3 };

/* A shape of bodies, one of a family. */
typedef struct {
  const char *name; /* as in a scene */
  size_t sizes;     /* how many lengths it is described by */
  const char *size_name[PN_SHAPE_SIZES]; /* what each length is called */
  /* The principal moments about x, y, z [kg m^2] of a body of this mass [kg]
     and these sizes [m]. */
  pn_vec3 (*inertia)(double mass, const double *size);
} pn_shape;

extern const pn_shape *const pn_shape_box;      /* its three sides */
extern const pn_shape *const pn_shape_sphere;   /* radius */
extern const pn_shape *const pn_shape_cylinder; /* length, radius */
extern const pn_shape *const pn_shape_capsule;  /* length between the centres
                                                   of its caps, radius */
extern const pn_shape *const pn_shape_rod;      /* length; it is thin */
extern const pn_shape *const pn_shape_point;    /* no size: it does not turn */

/* Returns the k-th of all shapes, from 0; NULL past the last one. */
const pn_shape *pn_shape_get(size_t k);

/* Returns the shape of that name; NULL if there is none. */
const pn_shape *pn_shape_find(const char *name);

#ifdef __cplusplus
}
#endif

#endif
