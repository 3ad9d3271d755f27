/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Robots in URDF (of ROS) and MJCF (of MuJoCo). Their readers make a tree of
   links, all in the world's frame at the start; robot_build.c makes a system
   of it. */
#ifndef PANTIN_BODY_ROBOT_H
#define PANTIN_BODY_ROBOT_H

#include "pantin/body/robot_xml.h"
#include "pantin/body/robot_model.h"

enum { PNI_LINK_JOINTS = 6, PNI_ALL_MOTIONS = 077 };

typedef enum { PNI_HINGE, PNI_SLIDE, PNI_BALL } pni_freedom;

/* One degree of freedom of a link against its parent, or three. */
typedef struct {
  pni_freedom kind;
  pn_vec3 point;    /* in the world at the start [m] */
  pn_vec3 axis;     /* in the world at the start, a unit vector */
  double damping;   /* [N m s] or [N s/m] */
  double dry;       /* friction [N m] or [N] */
  int is_limited;   /* it has limits: */
  double low, high; /* since the start [rad] or [m] */
  const xmlNode *node;
} pni_link_joint;

/* A link. One without joints that does not float is welded to its parent. */
typedef struct {
  const char *name; /* borrowed from the file */
  size_t parent;    /* a link before this one, or PN_WORLD */
  pn_pose frame;    /* in the world at the start */
  int floats;       /* nothing holds it */
  size_t joints;    /* the first is the next to the parent */
  pni_link_joint joint[PNI_LINK_JOINTS];
  const char *joint_name; /* borrowed; or NULL */
  const xmlNode *node;    /* for messages */
} pni_link;

/* A part of a link's mass, or (mass 0) only of its looks. */
typedef struct {
  size_t link;     /* or PN_WORLD */
  double mass;     /* [kg] */
  pn_pose pose;    /* of its centre and frame, in the world at the start */
  pn_mat3 inertia; /* about its centre, in its frame [kg m^2] */
  const pn_shape *shape; /* or NULL */
  double size[PN_SHAPE_SIZES];
  int is_plane; /* the half-space below z = 0 of the pose */
} pni_part;

/* A constraint between two links that closes a loop. */
typedef struct {
  size_t link[2]; /* or PN_WORLD */
  int is_weld;    /* otherwise it holds a point */
  pn_vec3 point;  /* in the world at the start [m] */
  const xmlNode *node;
} pni_tie;

typedef struct {
  pni_xml *xml;
  const char *title; /* borrowed */
  pn_vec3 gravity;   /* [m/s^2] */
  double dt;         /* [s]; 0: none is given */
  int with_ground;   /* solids that do not move are wanted */
  char note[160];    /* what the reader has decided; or empty */
  size_t links, parts, ties;
  pni_link *link; /* (links), owned */
  pni_part *part; /* (parts), owned */
  pni_tie *tie;   /* (ties), owned */
} pni_robot;

/* Add a link (whose index is the count of those before), a part, or a tie.
   GSL_SUCCESS or GSL_ENOMEM with the error set. */
int pni_robot_add_link(pni_robot *robot, const pni_link *link);
int pni_robot_add_part(pni_robot *robot, const pni_part *part);
int pni_robot_add_tie(pni_robot *robot, const pni_tie *tie);

/* Copies a name to one of PN_NAME_SIZE. GSL_SUCCESS; or GSL_EINVAL with the
   error set if a scene may not have it. */
int pni_robot_copy_name(const pni_robot *robot, const xmlNode *node,
                        const char *from, char *to);

/* Sets the robot's error; returns GSL_ENOMEM. */
int pni_robot_no_memory(const pni_robot *robot);

/* robot_joint.c: joins the body of a link that has joints to its parent's, by
   the one joint with their freedoms, or by none if they are all six.
   GSL_SUCCESS; GSL_EINVAL with the error set if there is no such joint;
   GSL_ENOMEM. */
int pni_robot_add_joint(const pni_robot *robot, const pni_link *link,
                        size_t parent, size_t child, pn_system *system);

/* robot_damping.c: sets the damping of the joint that stands for a link's
   joints; notes where it acts otherwise than theirs. GSL_SUCCESS; or GSL_EINVAL
   with the error set if theirs differ. */
int pni_robot_set_damping(const pni_robot *robot, const pni_link *link,
                          pn_joint *joint);

/* robot_bound.c: adds the limits and dry friction of a link's joints as bounds
   of the system's joint that stands for them; NULL: none does. What no bound
   can say is noted. GSL_SUCCESS or GSL_ENOMEM. */
int pni_robot_add_bounds(const pni_robot *robot, const pni_link *link,
                         const pn_joint *joint, pn_system *system);

/* Returns the pose that is `local` in the frame `outer`. */
pn_pose pni_pose_in(pn_pose outer, pn_pose local);

/* Returns the turn that takes the x axis to the z axis: shapes lie along x
   here, along z in robots. */
pn_quat pni_robot_x_to_z(void);

/* robot_urdf.c, robot_mjcf.c: read the file into the robot, whose links come
   after their parents. GSL_SUCCESS, or the error of robot->xml. */
int pni_robot_read_urdf(pni_robot *robot, const xmlNode *root);
int pni_robot_read_mjcf(pni_robot *robot, const xmlNode *root);

#endif
