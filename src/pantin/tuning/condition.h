/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The condition number of a contact problem's matrix. J W J^T is singular where
   contacts are redundant, and the quotient of its extreme eigenvalues is
   rounding noise (as in Kraiem 2022, table 3.4); with the compliance, A = J W
   J^T + C, it tells mostly of C. So there are two: that of A as it is, and that
   of J W J^T on its range. */
#ifndef PANTIN_TUNING_CONDITION_H
#define PANTIN_TUNING_CONDITION_H

#include "pantin/lcp/lcp.h"

/* Matrices with so many rows or fewer are decomposed fully. */
enum { PN_CONDITION_DENSE = 400 };

typedef struct {
  double largest; /* eigenvalue [1/kg] */
  double least;   /* eigenvalue [1/kg]; 0 if it is below min(1e-13, 9e-16 rows)
                     of the largest: A is singular but for rounding */
  double number;  /* largest / least; infinity for a singular A */
  size_t rank;  /* eigenvalues of A above that share; 0 where A was too large to
                   be decomposed: pivots do not tell */
  double range; /* of J W J^T: largest / the least eigenvalue above 1e-10
                   largest. Of A where it has no factors of rigid bodies:
                   above the share that rounding hides; NaN where such an A
                   was too large for it */
} pn_condition;

/* Finds the eigenvalues of A. Those of a small matrix are all computed, by
   gsl_eigen_symm. Of a larger one, Lanczos' method finds the largest and the
   least to 1e-8; the least from sparse factors of A, or of a matrix of the
   bodies' velocities. J W J^T is taken group by group of bodies that touch, in
   the same way, but decomposed where a group is singular. GSL_SUCCESS;
   GSL_ENOMEM; GSL_EINVAL without a matrix; GSL_EMAXITER if Lanczos' method did
   not converge; GSL_EDOM if a number is not finite. */
int pn_lcp_condition(const pn_lcp *lcp, pn_condition *condition);

#endif
