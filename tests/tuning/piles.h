/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Random problems of rigid bodies for the tests of tuning. */
#ifndef PANTIN_TESTS_TUNING_PILES_H
#define PANTIN_TESTS_TUNING_PILES_H

#include "pantin/lcp/lcp.h"

#include <gsl/gsl_rng.h>

/* Makes contacts between random pairs of bodies, one in three with the ground,
   with a normal and two tangents each (mu = 0.8), by the factors of A and by
   its entries. The friction bounds are frozen at random normal impulses; C is
   the compliance of all rows. Fails the test when memory is short. */
pn_lcp *pile(gsl_rng *random, size_t contacts, size_t bodies, double C);

/* Returns the matrix as an array, entry i n + j, to be freed with free. */
double *pile_matrix(const pn_lcp *lcp);

#endif
