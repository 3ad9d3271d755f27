/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What jointed bodies do when they are pushed. */
#ifndef PANTIN_DYNAMICS_RESPONSE_H
#define PANTIN_DYNAMICS_RESPONSE_H

#include "pantin/dynamics/dynamics.h"

/* Computes what a force f, (n), does that acts alone: u = W (f + J^T lambda),
   (n), with lambda, (m), such that J u = 0. The multipliers must have been set
   at the assembly's state. `right`, `impulse` and `force` of the dynamics are
   work, and neither u nor f, which differ. Errors are those of
   pn_multipliers_solve. */
int pn_response(pn_dynamics *dynamics, const double *f, double *lambda,
                double *u);

#endif
