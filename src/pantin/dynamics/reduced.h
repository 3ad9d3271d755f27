/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The motion of a tree in the coordinates of its joints, without multipliers:
   what Benet compares them with. */
#ifndef PANTIN_DYNAMICS_REDUCED_H
#define PANTIN_DYNAMICS_REDUCED_H

#include "pantin/dynamics/inverse.h"
#include "pantin/dynamics/joint_motion.h"
#include "pantin/linear/dense.h"

#include <gsl/gsl_odeiv2.h>

/* A coordinate: component `k` of the motion of the joint by which a body hangs,
   or of a free body. */
typedef struct {
  size_t body;
  int k; /* as in pn_joint_motion_column */
} pn_reduced_coordinate;

typedef struct {
  const pn_system *system;   /* borrowed */
  pn_inverse *inverse;       /* owned */
  size_t coordinates;        /* n */
  pn_reduced_coordinate *of; /* (n), owned */
  size_t *first;             /* of each body, (bodies + 1), owned */
  pn_joint_motion *motion;   /* (joints + bodies), owned */
  double *y, *acceleration;  /* state of the bodies, and u' where x'' = 0,
                                owned */
  double *column;            /* velocity of the body at the origin, and omega,
                                for each x' = 1, (n x 6), owned */
  double *composite;         /* mass, moment and inertia about the origin of
                                all that hangs from a body, (bodies x 13),
                                owned */
  pn_dense *M;               /* the mass matrix, owned */
  double *right;             /* (n), owned */
  gsl_odeiv2_system ode;     /* (x, x')' */
  size_t evaluations;
} pn_reduced;

/* Allocates the work for a tree whose joints turn or slide. NULL, with the
   reason in error: a loop, a joint with other motions, limits or dry friction
   of a joint, short memory. */
pn_reduced *pn_reduced_alloc(const pn_system *system, pn_error *error);

void pn_reduced_free(pn_reduced *reduced);

/* Sets (x, x'), (2 n), to the start. */
void pn_reduced_start(pn_reduced *reduced, double *x);

/* Replaces rotation vectors longer than pi by shorter ones of the same turns,
   and their rates; to be called between steps. */
void pn_reduced_normalize(const pn_reduced *reduced, double *x);

/* Computes the state y, (dimension), of the bodies at (x, x'). */
void pn_reduced_state(pn_reduced *reduced, const double *x, double *y);

/* Computes (x, x')'. GSL_SUCCESS, or GSL_EBADFUNC if there is none: a turn by
   2 pi of a ball joint or a free body, where a rotation vector says nothing. */
int pn_reduced_evaluate(pn_reduced *reduced, double t, const double *x,
                        double *dxdt);

#endif
