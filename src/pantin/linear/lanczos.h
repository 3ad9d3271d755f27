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

/* Finds the largest eigenvalue of A, (size x size). It stops when the residual
   of the eigenvector is at most `share` of the eigenvalue. `apply` computes
   y = A x. GSL_SUCCESS; GSL_EMAXITER if PN_LANCZOS_STEPS were not enough
   (`largest` is then, but for rounding, a lower bound); GSL_EDOM if a product,
   or its norm, was not finite; GSL_ENOMEM. */
int pn_lanczos_largest(size_t size, pn_cg_product *apply, void *params,
                       double share, double *largest);

#endif
