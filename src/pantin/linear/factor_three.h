/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The numeric half of a factorisation whose blocks are all of order 3. */
#ifndef PANTIN_LINEAR_FACTOR_THREE_H
#define PANTIN_LINEAR_FACTOR_THREE_H

#include "pantin/linear/factor.h"

/* Columns that are eliminated side by side, where `is_four` says so. */
enum { FOUR_COLUMNS = 4 };

/* Factors as pn_block_factor_set_in_place does. Pivots are compared with this
   scale, (rows) in the order of A; none may be negative. Solves L y = b on the
   way, in place in y, unless it is NULL. */
int pni_factor_three_set(pn_block_factor *factor, const double *scale,
                         double *y);

/* Solve L y = b and D L^T x = y in place, in the order of elimination. */
void pni_factor_three_solve_down(const pn_block_matrix *L, double *x);
void pni_factor_three_solve_up(const pn_block_matrix *L, double *x);

#endif
