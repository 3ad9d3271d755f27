/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A rigid body and its motion. Positions and velocities are those of the centre
   of mass, which is also the origin of the body's frame. */
#ifndef PANTIN_BODY_BODY_H
#define PANTIN_BODY_BODY_H

#include "pantin/base/error.h"
#include "pantin/base/quat.h"
#include "pantin/body/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { PN_NAME_SIZE = 64 };

/* The world in the place of a body: its mass is infinite, it has no unknowns,
   and its frame is the world's. */
#define PN_WORLD ((size_t)-1)

/* Where a body is, and how it is turned. */
typedef struct {
  pn_vec3 x; /* centre of mass [m] */
  pn_quat q; /* unit quaternion, body to world */
} pn_pose;

/* A pose with its velocity, and the matrix of its quaternion. */
typedef struct {
  pn_pose pose;  /* in the world */
  pn_mat3 R;     /* body to world */
  pn_vec3 v;     /* of the centre of mass [m/s] */
  pn_vec3 omega; /* in the world's frame [rad/s] */
} pn_motion;

/* A rigid body. What each evaluation reads comes first, as in pn_joint. */
typedef struct {
  double mass;                 /* [kg] */
  pn_mat3 inertia;             /* in the body's frame [kg m^2] */
  pn_vec3 force, torque;       /* steady loads, world frame [N], [N m] */
  pn_pose pose;                /* at the start */
  pn_vec3 v, omega;            /* at the start */
  const pn_shape *shape;       /* for pictures; NULL when there is none */
  double size[PN_SHAPE_SIZES]; /* of the shape [m] */
  char name[PN_NAME_SIZE];     /* as in a scene; may be "" */
} pn_body;

/* Returns a body of this shape, sizes [m] (shape->sizes of them) and mass [kg],
   at rest at the origin, without a name. */
pn_body pn_body_make(const pn_shape *shape, const double *size, double mass);

/* Checks that such a body can exist: its numbers are finite, its mass positive,
   its inertia symmetric and positive with no principal moment above the sum of
   the others and none below 1e-13 of them (or all zero: a point). GSL_SUCCESS;
   or GSL_EINVAL and what is wrong in error, with file and line if those are
   known. */
int pn_body_check(const pn_body *body, const char *file, int line,
                  pn_error *error);

/* Returns the inverse of the inertia; zero for a point, which does not turn. */
pn_mat3 pn_body_inverse_inertia(const pn_body *body);

/* Returns where in the world a point of the body's frame is [m]. */
pn_vec3 pn_pose_point(pn_pose pose, pn_vec3 point);

/* Returns a point of the world in the body's frame [m]. */
pn_vec3 pn_pose_local(pn_pose pose, pn_vec3 point);

/* Returns the pose moved by dx [m] and turned by the vector dtheta [rad], both
   in the world's frame. */
pn_pose pn_pose_displace(pn_pose pose, pn_vec3 dx, pn_vec3 dtheta);

#ifdef __cplusplus
}
#endif

#endif
