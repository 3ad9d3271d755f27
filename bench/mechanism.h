/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Mechanisms of several shapes, on which elimination is measured. */
#ifndef BENCH_MECHANISM_H
#define BENCH_MECHANISM_H

#include "pantin/body/scene.h"

#include <stddef.h>

/* Scenes of one line each, but for their number of bodies. */
#define CHAIN "kind = \"chain\"; shape = \"box\"; size = (0.5, 0.1, 0.06);"
#define RING  "kind = \"ring\"; shape = \"box\"; size = (0.5, 0.3, 0.1);"
#define TREE                                                                   \
  "kind = \"tree\"; shape = \"box\"; size = (0.4, 0.1, 0.06);"                 \
  "to_joint = (0.2, 0.05, 0); to_child = (0.2, 0.03, 0.01);"
#define STAR                                                                   \
  "kind = \"star\"; shape = \"box\"; size = (0.4, 0.1, 0.06); radius = 0.3;"   \
  "hub = { mass = 1; shape = \"sphere\"; size = 0.3; };"

typedef struct {
  const char *name;
  const char *kind; /* NULL: the puppet */
  size_t count;
  double wanted; /* times as fast as Bullet; 0: not in the summary */
} mechanism;

/* The columns of the tables. */
enum { MECHANISMS = 7 };
extern const mechanism mechanisms[MECHANISMS];

/* Returns the scene of a mechanism, or NULL. */
pn_system_scene *mechanism_read(const mechanism *of);

#endif
