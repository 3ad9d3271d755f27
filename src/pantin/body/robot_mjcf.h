/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Declares what the files that read MJCF share. */
#ifndef PANTIN_BODY_ROBOT_MJCF_H
#define PANTIN_BODY_ROBOT_MJCF_H

#include "pantin/body/robot.h"

typedef struct {
  pni_robot *robot;
  const xmlNode *root;
  double degree;        /* the unit of angles [rad] */
  const char *sequence; /* of Euler's angles */
  int is_global;        /* all coordinates are the world's */
  int geom_inertia;     /* mass comes from geoms: 1 always, 0 without
                           <inertial>, -1 never */
  int without_limits;   /* a range alone limits nothing */
} pni_mjcf;

/* Returns the attribute of an element, or else of the defaults of its class; or
   NULL. */
const xmlAttr *pni_mjcf_attribute(const pni_mjcf *of, const xmlNode *node,
                                  const char *key);

/* Reads exactly `count` numbers; leaves x as it was without the attribute. */
int pni_mjcf_reals(const pni_mjcf *of, const xmlNode *node, const char *key,
                   size_t count, double *x);

/* Returns the element of this name that follows `after` in a body or the world,
   also in its <frame>s; or NULL. */
xmlNode *pni_mjcf_next(const xmlNode *body, const xmlNode *after,
                       const char *name);

/* Moves the frame of a body to that of the <frame>s around an element in it. */
int pni_mjcf_enter(const pni_mjcf *of, const xmlNode *node, pn_pose *outer);

/* Reads `pos` and whatever says the orientation, in the frame `outer` of the
   body around an element, and its <frame>s. */
int pni_mjcf_pose(const pni_mjcf *of, const xmlNode *node, pn_pose outer,
                  pn_pose *pose);

/* Returns a vector of three numbers. */
pn_vec3 pni_mjcf_vec3(const double *x);

/* Returns the shortest turn that takes the z axis to v. */
pn_quat pni_mjcf_turn_z(pn_vec3 v);

/* robot_mjcf_geom.c: reads a geom of a link as a part; with_mass says whether
   its mass counts. */
int pni_mjcf_read_geom(const pni_mjcf *of, xmlNode *node, size_t link,
                       int with_mass);

#endif
