/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* How the joints of a tree move over time: by the swings and paths of a scene,
   or as the bodies do in a table of poses. */
#ifndef PANTIN_DYNAMICS_JOINT_PATH_H
#define PANTIN_DYNAMICS_JOINT_PATH_H

#include "pantin/base/csv.h"
#include "pantin/body/scene.h"
#include "pantin/dynamics/joint_motion.h"

struct pn_spline;
struct pni_turn_path;

/* The error of a table's second derivatives is about this part of what those
   through every other row differ by: it is of order 4 in the time between rows.
 */
#define PN_JOINT_PATH_ERROR (1.0 / 15)

/* Numbers of a joint's displacement: turn x, y, z and slide x, y, z. */
enum { PN_JOINT_PATH_COLUMNS = 6 };

typedef struct pn_joint_path {
  const pn_system *system; /* borrowed */
  const pn_swing *swing;   /* (swings), borrowed */
  size_t swings;
  const pn_waypoints *path; /* (paths), borrowed */
  size_t paths;
  struct pn_spline **curve; /* through the waypoints, (paths), owned */
  struct pn_spline *track;  /* of all joints and bodies, owned; or NULL */
  double step;              /* the shortest time between its points [s] */
  double *work;             /* of its values, rates and seconds, owned */
  size_t *round; /* the joints and bodies that turn on and on, owned */
  struct pni_turn_path *rounds; /* of these, owned; or NULL */
  struct pn_joint_path *rough;  /* the same through every other row of a table,
                                   owned; NULL if they are too few */
} pn_joint_path;

/* Prepares the motion that a scene gives. NULL when memory is short. */
pn_joint_path *pn_joint_path_alloc(const pn_system_scene *of);

/* Prepares the motion in which bodies go through the poses of a table: columns
   `time`, and of each body position_x .. z and quaternion_w .. z, as
   pantin-joints writes them; each joint goes through its displacements on a
   spline of degree 5. A ball joint or a body that turns on and on goes through
   its turns on a spline of quaternions; its vector is then at most half a turn
   long. NULL, with the reason in error: a column is missing, or
   not all are numbers; fewer than six rows; short memory. */
pn_joint_path *pn_joint_path_from_table(const pn_system *system,
                                        const pn_tree *tree,
                                        const pn_csv_table *table,
                                        const char *file, pn_error *error);

void pn_joint_path_free(pn_joint_path *path);

/* Return when the motion begins, at the first time of a table, otherwise 0; and
   when it ends, at the last time of a table or a waypoint, or 0 if there are
   none. */
double pn_joint_path_start(const pn_joint_path *path);
double pn_joint_path_end(const pn_joint_path *path);

/* Sets the motions of all joints and bodies, (joints + bodies), at a time t
   [s]. */
void pn_joint_path_set(const pn_joint_path *path, double t,
                       pn_joint_motion *motion);

#endif
