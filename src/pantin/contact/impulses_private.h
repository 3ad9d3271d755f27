/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Chooses the impulses that a step of balls or of a world takes from its
   solver. */
#ifndef PANTIN_CONTACT_IMPULSES_PRIVATE_H
#define PANTIN_CONTACT_IMPULSES_PRIVATE_H

#include "pantin/contact/step_info.h"
#include "pantin/lcp/solver_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* An iterate that was compared with lambda = 0 alone has run away if it leaves
   so many times its residual: a few sweeps may exceed that by some times, and
   yet help. */
static const double pni_ran_away = 100;

/* Chooses the impulses of a solver that has ended: its last iterate or, where
   it has diverged, the best one of those that were tested and lambda = 0. Sets
   their residual. GSL_SUCCESS; GSL_EFAILED if it is not finite. */
static inline int pni_take_impulses(pn_lcp_solver *solver, int tested,
                                    pn_step_info *info, pn_error *error)
{
  pni_take_best(solver, tested ? pni_diverged : pni_ran_away);
  info->residual = solver->residual;
  return isfinite(solver->residual.scaled.inf)
             ? GSL_SUCCESS
             : pn_error_set(error, GSL_EFAILED, NULL, 0, "method %s diverged",
                            solver->method->name);
}

#endif
