/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The family of joints. A joint holds two bodies, its parent and its child, and
   removes some of their relative motions by the equations

     C(q) = 0,   Cdot = J u = 0,   Cddot = J u' + Jdot u = 0

   with u = (v, omega) of the parent and of the child. Each type is a file that
   derives its C, J and Jdot u.

   The multipliers exert the force Jp^T lambda on the parent and Jc^T lambda on
   the child. For joints that hold a point, C begins with (parent's point) -
   (child's point): the first three lambda are then the force [N] on the parent
   at that point, and the child gets the opposite.

   A joint of three bodies, as a differential, has a third one beside them; no
   body hangs by such a joint, which counts as one that closes a loop. */
#ifndef PANTIN_BODY_JOINT_H
#define PANTIN_BODY_JOINT_H

#include "pantin/body/body.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { PN_JOINT_ROWS_MAX = 6 };

/* What a joint contributes to the system's equations. */
typedef struct {
  double *C;    /* the constraint functions, (rows) */
  double *Jp;   /* J on the parent's (v, omega), (rows x 6), row by row */
  double *Jc;   /* J on the child's, (rows x 6) */
  double *bias; /* Jdot u, (rows) */
  /* Of a joint of three bodies: */
  const pn_motion *third; /* the motion of its third body */
  double *Jt;             /* J on it, (rows x 6) */
} pn_joint_rows;

struct pn_joint;

/* A type of joints, one of a family. */
typedef struct {
  const char *name;    /* as in a scene */
  const char *summary; /* one line */
  size_t rows;         /* number of equations; 0: it depends on the joint */
  int has_axis;        /* it has one direction, `axis` in a scene */
  int has_second;      /* it has another, `second`, normal to the first */
  int has_points;      /* it keeps a point of each body apart */
  int turns;           /* the child may turn about so many axes: 1 the axis, 2
                          it and the second, 3 any */
  int slides;          /* the child may slide along the axis */
  int winds;           /* the child turns about the axis as it slides: the turn
                          may have limits and dry friction */
  int has_teeth;       /* it has numbers of teeth, of wheels with centres */
  int has_third;       /* it holds three bodies */
  int has_frames;      /* its rows or coordinates tell how the child's frame is
                          turned against the parent's */
  int keeps;           /* so many axes of its frame, from the first on, point
                          the same way on both bodies: 0, 1 or 3 */
  int shares_point;    /* its first three rows are rows_coincide of rows.h */
  /* Sets all rows at this motion. GSL_SUCCESS, or GSL_EFAILED if the joint has
     no derivative here. */
  int (*evaluate)(const struct pn_joint *joint, const pn_motion *parent,
                  const pn_motion *child, pn_joint_rows *rows);
} pn_joint_type;

/* A constraint of the user's on the poses of one or two bodies. */
typedef struct {
  size_t rows; /* 1 .. 6 */
  /* Sets C at these poses (the world's is at the origin, not turned). */
  int (*position)(const pn_pose *parent, const pn_pose *child, void *params,
                  double *C);
  /* Sets J; NULL: C is differentiated. */
  int (*jacobian)(const pn_pose *parent, const pn_pose *child, void *params,
                  double *Jp, double *Jc);
  /* Sets Jdot u at these motions; NULL: C is differentiated twice. */
  int (*bias)(const pn_motion *parent, const pn_motion *child, void *params,
              double *bias);
  void *params; /* borrowed */
} pn_custom;

/* The motions of a free joint: slides along and turns about the axes 0, 1, 2 of
   its frame. */
#define PN_FREE_SLIDE(K) (1U << (K))
#define PN_FREE_TURN(K)  (8U << (K))

/* A joint. What each evaluation reads comes first: with thousands of joints the
   evaluation waits for memory. */
typedef struct pn_joint {
  const pn_joint_type *type; /* one of those below */
  size_t parent, child;      /* bodies of the system, or PN_WORLD */
  double friction_turn;      /* viscous torque per relative omega [N m s] */
  double friction_slide;     /* viscous force per velocity of the child's point
                                relative to the parent [N s/m] */
  pn_vec3 point[2];   /* the joint's point in the frame of the parent and of
                         the child [m] */
  pn_vec3 axis[2][3]; /* the joint's frame in that of the parent, and of the
                         child: its axis and two normals; right-handed */
  double length;      /* distance joint: how far its points are apart [m] */
  const pn_custom *custom; /* custom joint: borrowed */
  double pitch;            /* screw: slide in a turn [m] */
  int teeth[2];            /* gear: of the parent and of the child;
                              differential: of the child and of the third */
  unsigned free;           /* free joint: its motions, PN_FREE_.. */
  char name[PN_NAME_SIZE]; /* as in a scene; may be "" */
  size_t third;            /* of a joint of three bodies: the third, or
                              PN_WORLD */
  pn_vec3 third_axis;      /* the first normal of the joint's frame in that of
                              the third */
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
extern const pn_joint_type *const pn_joint_planar;         /* 3 */
extern const pn_joint_type *const pn_joint_screw;          /* 5 */
extern const pn_joint_type *const pn_joint_gear;           /* 1 */
extern const pn_joint_type *const pn_joint_free;           /* 1 .. 6 */
extern const pn_joint_type *const pn_joint_differential;   /* 1 */

/* Returns the k-th of all types, from 0; NULL past the last one. */
const pn_joint_type *pn_joint_type_get(size_t k);

/* Returns the type of that name; NULL if there is none. */
const pn_joint_type *pn_joint_type_find(const char *name);

/* Where in the world a joint is made. What a type does not have is not read. */
typedef struct {
  pn_vec3 point;       /* the joint's point [m]; on the parent, if it has two */
  pn_vec3 child_point; /* the child's, if it has two [m] */
  pn_vec3 axis;        /* of any length but 0 */
  pn_vec3 second;      /* not parallel to it; zero: any normal */
  pn_vec3 child_axis, child_second; /* those of the child, where its frame is
                                       turned against the parent's: all four are
                                       read then, of any type; zero: the same */
} pn_joint_place;

/* Returns a joint between bodies in these start poses (PN_WORLD: the identity
   pose), without friction or name. The caller sets `custom` of a custom joint,
   `pitch` of a screw, `teeth` of a gear and `free` of a free joint; the third
   body of a differential, whose teeth are 1 and 1, is the world. */
pn_joint pn_joint_make(const pn_joint_type *type, size_t parent,
                       pn_pose parent_pose, size_t child, pn_pose child_pose,
                       const pn_joint_place *place);

/* Makes another body the third one of a joint of three, in the start poses of
   the parent and of that body. */
void pn_joint_set_third(pn_joint *joint, pn_pose parent_pose, size_t third,
                        pn_pose third_pose);

/* Returns how many equations a joint has. */
size_t pn_joint_rows_count(const pn_joint *joint);

/* Tells whether a joint is turned over: an axis that is to point the same way
   on both bodies, points more against the other than along it. The equations,
   in which the sine counts, hold just as well where axes are opposite. */
int pn_joint_is_turned_over(const pn_joint *joint, const pn_motion *parent,
                            const pn_motion *child);

#ifdef __cplusplus
}
#endif

#endif
