/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints: a family. A joint holds two bodies, its parent and its child, and
   removes some of their relative motions by the equations

     C(q) = 0,   Cdot = J u = 0,   Cddot = J u' + Jdot u = 0

   with u = (v, omega) of the parent and of the child. Each type is a file that
   derives its C, J and Jdot u.

   The force of the multipliers on the parent is Jp^T lambda, that on the child
   Jc^T lambda. For the joints that hold a point, C begins with (parent's
   point) - (child's point), so that the first three lambda are the force [N]
   on the parent at that point, and the child gets the opposite. */
#ifndef PANTIN_BODY_JOINT_H
#define PANTIN_BODY_JOINT_H

#include "pantin/body/body.h"

enum { PN_JOINT_ROWS_MAX = 6 };

/* What a joint contributes to the system's equations. */
typedef struct {
  double *C;    /* the constraint functions, (rows) */
  double *Jp;   /* J on the parent's (v, omega), (rows x 6), row by row */
  double *Jc;   /* J on the child's, (rows x 6) */
  double *bias; /* Jdot u, (rows) */
} pn_joint_rows;

struct pn_joint;

typedef struct {
  const char *name;    /* as in a scene */
  const char *summary; /* one line */
  size_t rows;         /* number of equations; 0: the custom's */
  int has_axis;        /* it has one direction, `axis` in a scene */
  int has_second;      /* and another, `second`, normal to it */
  int has_points;      /* it holds two points apart: a parent's, a child's */
  int turns;           /* the child is free to turn about the axis ... */
  int slides;          /* ... or to slide along it, as a motor would drive it */
  int shares_point;    /* its first three rows are rows_coincide of rows.h */
  /* All rows at this motion. GSL_SUCCESS, or GSL_EFAILED if the joint has no
     derivative here. */
  int (*evaluate)(const struct pn_joint *joint, const pn_motion *parent,
                  const pn_motion *child, pn_joint_rows *rows);
} pn_joint_type;

/* A constraint given by the user, of the poses of one or two bodies. */
typedef struct {
  size_t rows; /* 1 .. 6 */
  /* C at these poses (the world's is at the origin, not turned). */
  int (*position)(const pn_pose *parent, const pn_pose *child, void *params,
                  double *C);
  /* J; NULL: it is differentiated. */
  int (*jacobian)(const pn_pose *parent, const pn_pose *child, void *params,
                  double *Jp, double *Jc);
  /* Jdot u at these motions; NULL: it is differentiated from C. */
  int (*bias)(const pn_motion *parent, const pn_motion *child, void *params,
              double *bias);
  void *params; /* borrowed */
} pn_custom;

/* What each evaluation reads comes first: where there are thousands, memory is
   what it waits for. */
typedef struct pn_joint {
  const pn_joint_type *type;
  size_t parent, child;  /* bodies of the system, or PN_WORLD */
  double friction_turn;  /* viscous torque per relative omega [N m s] */
  double friction_slide; /* viscous force per relative v of the joint's
                            points [N s/m] */
  pn_vec3 point[2];      /* the joint's point in the frame of the parent and of
                            the child [m] */
  pn_vec3 axis[2][3];    /* the joint's frame in that of the parent, and of the
                            child: its axis and two normals; right-handed */
  double length;         /* distance joint: how far its points are apart [m] */
  const pn_custom *custom; /* custom joint: borrowed */
  char name[PN_NAME_SIZE];
} pn_joint;

/* The types, each in joint_NAME.c. */
extern const pn_joint_type *const pn_joint_ball;           /* 3 rows */
extern const pn_joint_type *const pn_joint_revolute;       /* 5 */
extern const pn_joint_type *const pn_joint_prismatic;      /* 5 */
extern const pn_joint_type *const pn_joint_cylindrical;    /* 4 */
extern const pn_joint_type *const pn_joint_universal;      /* 4 */
extern const pn_joint_type *const pn_joint_fixed;          /* 6 */
extern const pn_joint_type *const pn_joint_distance;       /* 1 */
extern const pn_joint_type *const pn_joint_point_on_plane; /* 1 */
extern const pn_joint_type *const pn_joint_point_on_line;  /* 2 */
extern const pn_joint_type *const pn_joint_cosine_wire;    /* 1 */
extern const pn_joint_type *const pn_joint_custom;         /* 1 .. 6 */

/* The k-th of all types, from 0; NULL past the last one. */
const pn_joint_type *pn_joint_type_get(size_t k);

/* The type of that name; NULL if there is none. */
const pn_joint_type *pn_joint_type_find(const char *name);

/* Where a joint is in the world when it is made. What a type does not have is
   not read. */
typedef struct {
  pn_vec3 point;       /* the joint's point [m]; on the parent, if it has two */
  pn_vec3 child_point; /* the child's, if it has two [m] */
  pn_vec3 axis;        /* of any length but 0 */
  pn_vec3 second;      /* not parallel to it; zero: any normal */
} pn_joint_place;

/* A joint between bodies in these start poses (PN_WORLD: the identity pose),
   placed in the world. Without friction and name; a custom joint's `custom` is
   still to be set. */
pn_joint pn_joint_make(const pn_joint_type *type, size_t parent,
                       pn_pose parent_pose, size_t child, pn_pose child_pose,
                       const pn_joint_place *place);

/* The number of its equations. */
size_t pn_joint_rows_count(const pn_joint *joint);

#endif
