/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the methods that begin with a scan share. */
#ifndef PANTIN_TUNING_TUNE_PRIVATE_H
#define PANTIN_TUNING_TUNE_PRIVATE_H

#include "pantin/tuning/tune.h"

/* Copies a problem with its rows in that order, and A by its entries. NULL when
   memory is short. */
pn_lcp *pni_tune_reorder(const pn_lcp *lcp, size_t order);

/* Evaluates points, as pn_tune_evaluate does, and does not keep the best. */
int pni_tune_try(pn_tune *tune, double limit, size_t count, pn_fitness *point);

/* Counts and shows a point that was tried, and keeps it if it is the best. */
void pni_tune_note(pn_tune *tune, const pn_fitness *point);

/* Narrows the steps beside each valley of a scan by a golden section. */
int pni_tune_golden(pn_tune *tune, size_t count, const pn_fitness *point,
                    size_t valleys, const size_t *valley);

/* Evaluates the alphas of a scan, at kappa = 0. Returns (count) points, to be
   freed, with falling alpha; NULL when memory is short. */
pn_fitness *pni_tune_steps(pn_tune *tune, size_t *count);

/* Finds the indices of the deepest points that have no lower neighbour (of
   equal ones the first), best first; at most `most` of them. Returns how many
   there are. */
size_t pni_tune_valleys(const pn_fitness *point, size_t count, size_t most,
                        size_t *valley);

/* Makes one run of CMA-ES from this mean and deviation of alpha and order, with
   the default as its first point if `inject` is 1. Returns GSL_SUCCESS or
   GSL_ENOMEM. */
int pni_tune_descend(pn_tune *tune, const pn_cmaes_settings *settings,
                     const double *mean, const double *deviation, int inject);

#endif
