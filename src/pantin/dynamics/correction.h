/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The family of corrections of drift, applied between two steps: an integrator
   keeps Cddot = 0 only up to its error, so that Cdot drifts, and C with it. */
#ifndef PANTIN_DYNAMICS_CORRECTION_H
#define PANTIN_DYNAMICS_CORRECTION_H

#include "pantin/dynamics/dynamics.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A way to correct drift, one of a family. */
typedef struct {
  const char *name;    /* as on the command line */
  const char *summary; /* one line */
  int baumgarte;       /* it works through pn_dynamics_set_baumgarte */
  int penalty;         /* joints are springs, by pn_dynamics_set_penalty */
  /* Allocates its state for a system; NULL when memory is short. */
  void *(*alloc)(const pn_system *system);
  /* Corrects the state y. GSL_SUCCESS or the error of a solve. */
  int (*apply)(void *state, pn_dynamics *dynamics, double *y);
  /* Frees the state. */
  void (*free)(void *state);
} pn_correction;

extern const pn_correction *const pn_correction_none;      /* nothing */
extern const pn_correction *const pn_correction_newton;    /* positions */
extern const pn_correction *const pn_correction_velocity;  /* velocities */
extern const pn_correction *const pn_correction_both;      /* positions, then
                                                              velocities */
extern const pn_correction *const pn_correction_tree;      /* body by body */
extern const pn_correction *const pn_correction_baumgarte; /* by a force */
extern const pn_correction *const pn_correction_penalty;   /* in the place of
                                                              multipliers */

/* Returns the k-th of all corrections, from 0; NULL past the last one. */
const pn_correction *pn_correction_get(size_t k);

/* Returns the correction of that name; NULL if there is none. */
const pn_correction *pn_correction_find(const char *name);

/* Makes one Newton step on C = 0, the least displacement in the measure of the
   masses: dq = -W J^T (J W J^T)^-1 C. *gap becomes the largest |C| before it
   [m], unless gap is NULL. Repeated steps converge quadratically. */
int pn_correct_positions(pn_dynamics *dynamics, double *y, double *gap);

/* Makes the least change of velocities that gives J u = 0: du = -W J^T (J W
   J^T)^-1 J u. */
int pn_correct_velocities(pn_dynamics *dynamics, double *y);

#ifdef __cplusplus
}
#endif

#endif
