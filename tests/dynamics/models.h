/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The systems of the reference motions, and a few more. */
#ifndef PANTIN_TESTS_DYNAMICS_MODELS_H
#define PANTIN_TESTS_DYNAMICS_MODELS_H

#include "pantin/body/system.h"

/* Each makes a system that the caller frees; a failure ends the test. */
typedef pn_system *model_maker(void);

/* Without gravity, spinning with (1, 2, 0.5) rad/s about the centre of mass,
   where the reference says nothing else. */
model_maker model_puppet;
model_maker model_chain10; /* ball joints, free */
model_maker model_tree15;
model_maker model_ring6;
model_maker model_ring10;

model_maker model_chain3;         /* hangs in a ball joint, along x */
model_maker model_point_pendulum; /* a point on a massless rod */
model_maker model_four_bar;       /* one window; 3 redundant rows */
model_maker model_bricard_brick;  /* 1 redundant row */
model_maker model_bricard_rod;
model_maker model_tumbling; /* a free body, inertia (1, 2, 3) */
model_maker model_arm;      /* six hinges, with friction */
model_maker model_mixture;  /* one joint of every type, a spring, a damper */

/* Makes a uniform rod of 1 m in a hinge, lifted by so many degrees. */
pn_system *model_compound_pendulum(double degrees);

/* Makes a heavy symmetric top in steady precession: its tilt [degrees], its
   spin along its axis, its precession [rad/s]. */
pn_system *model_top(double degrees, double spin, double precession);

/* All of the above that need no argument, by number; NULL past the last. */
typedef struct {
  const char *name;
  model_maker *make;
  size_t redundant; /* rows at the start */
} model;

const model *model_get(size_t k);

#endif
