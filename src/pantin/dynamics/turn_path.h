/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Smooth turns through given ones, which may go round and round. */
#ifndef PANTIN_DYNAMICS_TURN_PATH_H
#define PANTIN_DYNAMICS_TURN_PATH_H

#include <stddef.h>

#include "pantin/dynamics/rotation_vector.h"

struct pn_spline;

typedef struct pni_turn_path {
  size_t turns;             /* that share the abscissae */
  struct pn_spline *spline; /* of their quaternions, owned */
  double *work;             /* of its values, rates and seconds, owned */
} pni_turn_path;

/* Interpolates `turns` turns at each of the `points` increasing abscissae x; q:
   (points x turns), whose signs are changed to follow each other. NULL when
   memory is short. */
pni_turn_path *pni_turn_path_alloc(int degree, size_t points, const double *x,
                                   size_t turns, pn_quat *q);

void pni_turn_path_free(pni_turn_path *path);

/* Computes turn k, below turns, with its velocity and acceleration at the x of
   pni_turn_path_set. */
void pni_turn_path_set(const pni_turn_path *path, double x);
pni_turn pni_turn_path_get(const pni_turn_path *path, size_t k);

#endif
