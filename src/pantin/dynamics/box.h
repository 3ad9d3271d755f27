/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* An invisible box whose walls bodies do not leave. */
#ifndef PANTIN_DYNAMICS_BOX_H
#define PANTIN_DYNAMICS_BOX_H

#include "pantin/dynamics/impulse.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pn_box {
  pn_vec3 low, high;  /* its walls [m] */
  double restitution; /* 0 absorbs, 1 conserves */
  int sticks;         /* 1: its walls are rough, and a point that hits one does
                         not slide during the impact */
} pn_box;

/* Lets bodies rebound from the walls: every corner of a body (or end, or round,
   or centre of mass, by its shape) that is beyond a wall and moves further out,
   one after the other until none does. *impacts becomes their number.
   GSL_SUCCESS, or the error of a solve. */
int pn_box_bounce(const pn_box *box, pn_impulse *impulse, double *y,
                  size_t *impacts);

#ifdef __cplusplus
}
#endif

#endif
