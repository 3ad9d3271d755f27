/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the last step of a pile of balls or of a world was like. */
#ifndef PANTIN_CONTACT_STEP_INFO_H
#define PANTIN_CONTACT_STEP_INFO_H

#include "pantin/lcp/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Describes the last step. */
typedef struct {
  size_t steps;             /* made so far */
  double time;              /* after the step [s] */
  size_t contacts;          /* that were found */
  size_t rows;              /* of the contact problem */
  size_t iterations;        /* of the solver */
  pn_lcp_residual residual; /* of the impulses */
  double friction_gap;      /* largest |mu lambda_n - bound| of frozen friction,
                               as a share of the largest mu lambda_n; 0 where
                               nothing is frozen */
  double penetration;       /* the deepest overlap before the step [m] */
  double joint_gap; /* how far joints were open before the step [m]; 0 for
                       balls */
  double energy;    /* after the step [J] */
  double kinetic;   /* the part of it that is motion [J] */
  double speed;     /* of the fastest centre of mass after the step [m/s] */
  size_t missed;    /* balls: pairs that overlap, but were no contacts in the
                       step before: one was struck then, and ran into the
                       other. A shorter step or a wider margin sees them; 0
                       for rigid bodies, and without anticipation */
  double rebound;   /* the greatest speed at which this step drives such a pair
                       apart, as if it were elastic [m/s] */
  int cut;          /* 1: a pivoting method was cut off by the iterations, and
                       its impulses solve nothing */
} pn_step_info;

#ifdef __cplusplus
}
#endif

#endif
