/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Extreme eigenvalues: of definite block matrices, and of A = G G^T + C, the
   factors of rigid bodies (operator_rigid.h), by smaller matrices with six rows
   for each body. */
#ifndef PANTIN_TUNING_CONDITION_PRIVATE_H
#define PANTIN_TUNING_CONDITION_PRIVATE_H

#include "pantin/lcp/operator_rigid.h"
#include "pantin/linear/block.h"

/* Eigenvalues below this share of the largest one count for zero; where a pivot
   is below this share of the diagonal it comes from, a matrix is taken for
   singular. */
#define PNI_RANK_SHARE 1e-10

/* Residuals of eigenvalues stay below this share of them. */
#define PNI_EIGENVALUE_SHARE 1e-9

/* Finds the largest eigenvalue of the inverse of a definite matrix, 1 / its
   least one. GSL_SUCCESS; GSL_EDOM if a pivot is too small for that;
   GSL_EMAXITER; GSL_ENOMEM. */
int pni_condition_invert(const pn_block_matrix *matrix, double *largest);

/* Computes all eigenvalues of a matrix, (rows), in no order. GSL_SUCCESS or
   GSL_ENOMEM. */
int pni_condition_decompose(const pn_block_matrix *matrix, double *values);

/* Finds the condition of G G^T on its range: its largest eigenvalue over the
   least one above PNI_RANK_SHARE of it. GSL_SUCCESS; GSL_ENOMEM; GSL_EMAXITER
   or GSL_EDOM as pn_lanczos_largest. */
int pni_condition_range(const pn_rigid_delassus *R, double *range);

/* Finds the largest eigenvalue of A^-1 where it is near that of C^-1. As
   pni_condition_invert; GSL_EDOM also where it is not, or C is not positive. */
int pni_condition_invert_rigid(const pn_rigid_delassus *R, double *largest);

#endif
