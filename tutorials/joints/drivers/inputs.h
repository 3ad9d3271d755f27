/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Random vectors, motions and systems for the drivers of the exercises. Each
   function ends the program if memory is short. */
#ifndef PANTIN_TUTORIALS_JOINTS_INPUTS_H
#define PANTIN_TUTORIALS_JOINTS_INPUTS_H

#include "exercise.h"
#include "pantin/dynamics/dynamics.h"

#include <gsl/gsl_matrix.h>
#include <gsl/gsl_rng.h>

/* How many random inputs an exercise is tried on. */
enum { JOINTS_INPUTS = 8 };

/* Draws a vector with components in [-size, size[. */
pn_vec3 joints_vec3(gsl_rng *random, double size);

/* Shows a vector that is given with an input. */
void joints_given(exercise *e, const char *name, pn_vec3 v);

/* Draws a unit quaternion. */
pn_quat joints_quat(gsl_rng *random);

/* Draws a pose some metres from the origin, with velocities of some metres and
   radians per second. */
pn_motion joints_motion(gsl_rng *random);

/* Displaces a motion by dx [m] and a turn dtheta [rad]; its velocity stays. */
pn_motion joints_displaced(const pn_motion *motion, pn_vec3 dx, pn_vec3 dtheta);

/* Computes R A R^T, which turns a matrix of the body's frame into the
   world's. */
pn_mat3 joints_in_world(pn_mat3 R, pn_mat3 A);

/* A system, and how it moves at one state. */
typedef struct {
  pn_system *system;
  pn_dynamics *dynamics; /* evaluated at y */
  double *y;
  size_t rows, velocities;
} joints_input;

/* Makes a chain of boxes that hangs from the world or, if `is_free`, from
   nothing. Each box hangs by a joint of this type from the end of the one
   before it, in a random pose and motion that the joints allow. Gravity is (0,
   -9.81, 0). */
joints_input joints_chain(const pn_joint_type *type, size_t bodies, int is_free,
                          gsl_rng *random);

void joints_input_free(joints_input *input);

/* Evaluates the dynamics at y, after y was changed. */
void joints_input_set(joints_input *input);

/* Points to the velocities, the second part of y. */
double *joints_velocities(const joints_input *input);

/* Compute J (rows x velocities), W and M (velocities x velocities) as dense
   matrices. */
gsl_matrix *joints_J(const joints_input *input);
gsl_matrix *joints_W(const joints_input *input);
gsl_matrix *joints_M(const joints_input *input);

/* Allocates a vector of zeros. */
gsl_vector *joints_vector(size_t n);

#endif
