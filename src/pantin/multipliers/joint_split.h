/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Splits the motions of a body into those that a joint removes and those that
   it leaves. The body has n = 6 motions, 3 for a point, and the joint m rows J
   there. The n motions are spanned by P, each of which one row sees, and by S,
   which no row sees: J P = 1 (n x m), J S = 0 (n x (n - m)). */
#ifndef PANTIN_MULTIPLIERS_JOINT_SPLIT_H
#define PANTIN_MULTIPLIERS_JOINT_SPLIT_H

#include "pantin/body/assembly.h"

/* Copies the columns of J that matter for a body of n motions, (m x n). */
void pni_joint_columns(const pn_assembly *a, size_t joint, size_t body,
                       size_t n, double *J);

/* Computes P^T, (m x n), and S^T, ((n - m) x n), row by row; m = 0 for a body
   without a joint (PN_NO_JOINT). GSL_SUCCESS, or GSL_EDOM if the rows are not
   independent. */
int pni_joint_split(const pn_assembly *a, size_t joint, size_t body, size_t n,
                    double *PT, double *ST);

#endif
