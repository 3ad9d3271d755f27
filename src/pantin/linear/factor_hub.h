/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Columns of a hub, four at a time: each of order 3, with one block of order 6
   below, and that in the same row, as of the ball joints between a kept body
   and its arms. */
#ifndef PANTIN_LINEAR_FACTOR_HUB_H
#define PANTIN_LINEAR_FACTOR_HUB_H

#include "pantin/linear/factor.h"

/* Eliminates columns from j on as eliminate of factor_numeric.c does one by
   one, to the bit, and solves L y = b on the way, unless y is NULL. Returns how
   many columns it has done: 0 where these are not of that form, one is not
   plainly regular, or no bodies are kept. */
size_t pni_factor_hub_set(pn_block_factor *factor, const double *scale,
                          size_t j, double *y);

/* Sets x_j = D_j^-1 x_j - L_j^T x if column j has that form; returns whether it
   has. */
int pni_factor_hub_solve_up(const pn_block_matrix *L, size_t j, double *x);

#endif
