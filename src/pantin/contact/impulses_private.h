/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What a step of balls or of a world takes from its solver. */
#ifndef PANTIN_CONTACT_IMPULSES_PRIVATE_H
#define PANTIN_CONTACT_IMPULSES_PRIVATE_H

#include "pantin/contact/step_info.h"
#include "pantin/lcp/solver_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* A last iterate whose residual is so many times the best one's has diverged:
   in no shipped scene does one. */
static const double pni_diverged = 2;

/* Chooses the impulses of a solver that has ended, whose last iterate was
   measured: that one or, where others were tested and it has diverged, the best
   one. Sets their residual. GSL_SUCCESS; GSL_EFAILED if it is not finite. */
static inline int pni_take_impulses(pn_lcp_solver *solver, int tested,
                                    pn_step_info *info, pn_error *error)
{
  if (tested && solver->residual.scaled.inf > pni_diverged * solver->least)
    pni_take_best(solver);
  info->residual = solver->residual;
  return isfinite(solver->residual.scaled.inf)
             ? GSL_SUCCESS
             : pn_error_set(error, GSL_EFAILED, NULL, 0, "method %s diverged",
                            solver->method->name);
}

#endif
