/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reference motions of jointed bodies: see reference.c. SI units. */
#ifndef PANTIN_TESTS_DYNAMICS_REFERENCE_H
#define PANTIN_TESTS_DYNAMICS_REFERENCE_H

enum { REFERENCE_PUPPET = 15 };

typedef struct {
  const char *name;
  double mass, box[3], centre[3];
  int parent;      /* -1: none */
  double joint[3]; /* at the start */
} reference_body;

extern const reference_body reference_puppet[REFERENCE_PUPPET];

/* Forward dynamics at the start, with gravity (0, 0, -9.81): per body the
   acceleration and the angular acceleration. */
extern const double reference_ragdoll15_acceleration[][6];
extern const double reference_chain10_acceleration[][6];
extern const double reference_tree15_acceleration[][6];
extern const double reference_ring10_acceleration[][6];
/* Per joint its parent, its child and the force on the parent [N]. */
extern const double reference_ragdoll15_joint[][5];
extern const double reference_chain10_joint[][5];
extern const double reference_tree15_joint[][5];
extern const double reference_ring10_joint[][5];

/* Centres of mass after so many seconds. */
extern const double reference_puppet_1[][3];
extern const double reference_puppet_2[][3];
extern const double reference_puppet_5[][3];
extern const double reference_puppet_10[][3];
extern const double reference_ring6_1[][3];
extern const double reference_ring6_5[][3];
/* With their quaternions w, x, y, z. */
extern const double reference_chain3_1[][7];
extern const double reference_chain3_3[][7];

/* t, x, y of the point mass. */
extern const double reference_pendulum[][3];
/* t, x, y of B0, angular velocity of the bars. */
extern const double reference_four_bar[][4];
/* t, x, y, z of P3, with the inertia of bricks, and of thin rods. */
extern const double reference_bricard_brick[][4];
extern const double reference_bricard_rod[][4];
/* t, omega in the body's frame. */
extern const double reference_tumbling[][4];
/* Amplitude [degrees], period. */
extern const double reference_compound[][2];
/* theta [degrees], omega_3, slow and fast precession. */
extern const double reference_top[][4];

#endif
