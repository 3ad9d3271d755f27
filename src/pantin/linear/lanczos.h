/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Lanczos' method for the largest eigenvalue of a symmetric matrix that is
   known only by its products with vectors; with the solutions of A x = b in
   their place, for the least one of a definite A. */
#ifndef PANTIN_LINEAR_LANCZOS_H
#define PANTIN_LINEAR_LANCZOS_H

#include "pantin/linear/cg.h"

/* Steps, each with a product, after which the method gives up. */
enum { PN_LANCZOS_STEPS = 10000 };

/* Finds the largest eigenvalue of A, (size x size), to a share of itself that
   the residual of its eigenvector stays below. `apply` computes y = A x.
   GSL_SUCCESS; GSL_EMAXITER if PN_LANCZOS_STEPS were not enough (`largest` is a
   bound from below then); GSL_EDOM if a product was not finite; GSL_ENOMEM. */
int pn_lanczos_largest(size_t size, pn_cg_product *apply, void *params,
                       double share, double *largest);

#endif
