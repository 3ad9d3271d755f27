/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A family of generators, each of which lays out many equal bodies by a rule.
   In a scene:

     generate = ( { kind = "chain"; count = 1000; root = true; mass = 1;
                    shape = "box"; size = (0.5, 0.1, 0.06); } );            */
#ifndef PANTIN_BODY_GENERATE_H
#define PANTIN_BODY_GENERATE_H

#include "pantin/body/system.h"

typedef struct {
  size_t count; /* of bodies; of a star's arms */
  pn_body body; /* each is a copy, named NAME-1, NAME-2, ...; its pose is the
                   frame in which they are laid out */
  pn_body hub;  /* of a star */
  const pn_joint_type *joint; /* between them: one that holds a point */
  pn_vec3 axis, second;       /* of each joint, in that frame */
  int root;                   /* whether the first is joined to the world */
  double spacing;             /* chain, ring, grid: between two centres [m] */
  double radius;              /* star: from the centre to the joints [m] */
  pn_vec3 to_joint; /* tree: from a body to the joint of its first child */
  pn_vec3 to_child; /* and from there to the child; for the second child their
                       y and z change sign [m] */
} pn_generator_settings;

typedef struct {
  const char *name;                              /* as in a scene */
  const char *summary;                           /* one line */
  int has_spacing, has_hub, has_steps, has_root; /* which settings it reads */
  /* Adds the bodies and joints to the system. GSL_SUCCESS or GSL_ENOMEM. */
  int (*make)(const pn_generator_settings *settings, pn_system *system);
} pn_generator;

/* Bodies along x, joined end to end; the first end is the frame's origin. */
extern const pn_generator *const pn_generate_chain;
/* A chain closed to a circle around z, of radius count spacing / (2 pi). All
   bodies keep the same orientation. */
extern const pn_generator *const pn_generate_ring;
/* A binary tree: each body carries two more. */
extern const pn_generator *const pn_generate_tree;
/* A hub with arms around z. */
extern const pn_generator *const pn_generate_star;
/* A square net around z = 0, in rows along x of ceil(sqrt(count)) bodies, the
   last row perhaps shorter: each body is joined to the one before it in its
   row, and to the one in the row before. Every third diagonal lies lower, by a
   quarter of the spacing: a flat net would have redundant rows. */
extern const pn_generator *const pn_generate_grid;

/* Returns the k-th of all generators, from 0; NULL past the last one. */
const pn_generator *pn_generator_get(size_t k);

#endif
