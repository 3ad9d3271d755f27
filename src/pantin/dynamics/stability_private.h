/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The longest step with which springs, dampers and joint friction do not blow
   up. */
#ifndef PANTIN_DYNAMICS_STABILITY_PRIVATE_H
#define PANTIN_DYNAMICS_STABILITY_PRIVATE_H

#include "pantin/dynamics/integrator.h"
#include "pantin/dynamics/dynamics.h"

typedef struct {
  double dt;        /* the longest stable step [s]; INFINITY: the one asked for
                       is stable */
  double doubling;  /* where shorter steps are not stable either, as euler's and
                       rk2's are not without damping: the time in which steps of
                       dt double the energy [s]; else INFINITY */
  const char *what; /* "spring", "the friction of joint" or "the penalty of
                       joint" */
  const char *name; /* of the one that grows most, borrowed */
} pni_stability;

/* Finds the longest step, up to dt, with which an integrator does not make the
   springs and the friction of the dynamics' system grow, linearised at its
   start, its joints held, or springs of a penalty where the assembly has them
   open. Sets the assembly to the start. GSL_SUCCESS or GSL_ENOMEM, or the error
   of a solve. */
int pni_stability_find(pn_dynamics *dynamics, const pn_integrator *integrator,
                       double dt, pni_stability *found);

#endif
