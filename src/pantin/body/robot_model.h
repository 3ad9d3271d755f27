/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Holds a robot's file in the terms of this library. */
#ifndef PANTIN_BODY_ROBOT_MODEL_H
#define PANTIN_BODY_ROBOT_MODEL_H

#include "pantin/body/system.h"

/* A solid on a body, or on the world. */
typedef struct {
  size_t body;           /* or PN_WORLD */
  pn_pose pose;          /* in its frame */
  const pn_shape *shape; /* NULL: the half-space below z = 0 of the pose */
  double size[PN_SHAPE_SIZES];
} pni_robot_shape;

typedef struct {
  char *title;       /* owned */
  char *remarks;     /* what is not used, in lines that each end; NULL:
                        nothing; owned */
  pn_system *system; /* owned */
  double dt;         /* [s]; 0: none is given */
  size_t shapes;
  pni_robot_shape *shape; /* (shapes), owned */
} pni_robot_model;

/* Tells whether a text is XML, as robots are, and no scene of ours. */
int pni_robot_is_one(const char *text, size_t length);

/* Reads a robot in URDF or MJCF from `length` bytes in memory; with the solids
   that do not move, or not. All its joints are closed at the start. NULL, and
   what is wrong in error: GSL_EUNSUP without libxml2. */
pni_robot_model *pni_robot_read(const char *name, const char *text,
                                size_t length, int with_ground,
                                pn_error *error);

void pni_robot_free(pni_robot_model *robot);

#endif
